"""What has changed between two turns, in whole games: no noise from things that only move along."""

from __future__ import annotations

from collections import Counter

import tilewright as tw
from tilewright.core.bots import make
from tilewright.core.draw.model import Show
from tilewright.core.play.match import Match
from tilewright.core.table.changes import changed, changes
from tilewright.core.table.table import Table


def lying(show: Show) -> Counter[str]:
    """What lies on the circuit, wherever it lies."""
    return Counter(spot.said for board in show.boards if board.in_line for spot in board.spots)


def test_on_the_circuit_only_what_came_and_went_has_changed() -> None:
    """Glen More: every space is further ahead after a turn, and a tile that lies where it lay has not changed."""
    rules = tw.load("glenmore")
    bots = {name: make("greedy", rules) for name in ("bruno", "carla")}
    table = Table(Match(rules, ["anna", "bruno", "carla"], seed=4, bots=bots))
    chair, told, turn = table.chair(0), 0, []
    while not table.over and told < 8:
        while table.next_bot() is not None:
            turn.append(table.play(table.think()))
        if turn and chair.last_own is not None:
            before = chair.past(chair.last_own + 1)
            lines = changes(before, chair.show)
            moved = [line for line in lines if "Circuit" in line]
            was, now = (lying(show) for show in (before, chair.show))
            assert len(moved) == sum(((was - now) + (now - was)).values()) <= 14, lines
            assert {line.split(" ")[0] for line in moved} <= {"new:", "gone:"}
            new = {
                spot.said
                for board in chair.show.boards
                if board.in_line
                for spot in board.spots
                if not spot.blank
            }
            marks = {at for board, at in changed(before, chair.show) if chair.show.boards[board].in_line}
            assert len(marks) == sum(n for said, n in (now - was).items() if said in new), lines
            owners = {line.split("Display of ")[1].split(",")[0] for line in lines if "Display of " in line}
            assert owners <= {table.seats[one.seat] for one in turn} and owners
            told += 1
        turn = []
        chair.play(max(chair.view.rules.choices(chair.view), key=lambda one: one.worth).action)
    assert told == 8
