"""Pieces of several cells at the table: their ghosts, the key that turns them over, and many ways at one spot."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.land.faces import OVER
from tilewright.core.land.grid import SQUARE4, unpack
from tilewright.core.play.match import Match
from tilewright.core.table import choice_keys
from tilewright.core.table.chair import Chair
from tilewright.core.table.choice_cursor import ChoiceCursor
from tilewright.core.table.table import Table

FOLDER = Path(__file__).parents[2] / "examples" / "stowage"


@pytest.fixture
def chair(monkeypatch: pytest.MonkeyPatch) -> Iterator[Chair]:
    monkeypatch.syspath_prepend(str(FOLDER))
    rules = tw.load(importlib.import_module("stowage"))
    table = Table(Match(rules, ["anna", "bruno"], seed=2))
    yield table.chair(table.match.state.to_act[0])
    for name in [name for name in sys.modules if name.partition(".")[0] == "stowage"]:
        del sys.modules[name]


def test_a_ghost_shows_on_all_cells_that_the_piece_would_fill(chair: Chair) -> None:
    rules, offers = chair.view.rules, chair.show.offers
    moves: list[Any] = [offer.action for offer in offers]
    assert any(move.rotation >= OVER for move in moves)
    for offer in offers[::30]:
        move: Any = offer.action
        crate = rules.data.crates[rules.things["tile"].numbers[move.tile]]
        cells = crate.cover(SQUARE4.key(move.cell), move.rotation)
        assert {spot.at for spot in chair.ghost(offer)} == {unpack(key) for key, _ in cells}


def test_a_key_turns_a_piece_through_all_ways_in_which_it_lies(chair: Chair) -> None:
    """First those that are possible there, then the others with a reason; ways that look the same are left out."""
    rules, seen = chair.view.rules, {}
    moves: list[Any] = [offer.action for offer in chair.show.offers]
    for name in {move.tile for move in moves}:
        cursor = ChoiceCursor(chair)
        cursor.renew(chair.choosing.pick("tile", name))
        cursor.point((1, (3, 4)))
        turns = set()
        for _ in range(10):
            move: Any = cursor.action
            turns.add(move.rotation)
            cursor.turn(1)
        crate = rules.data.crates[rules.things["tile"].numbers[name]]
        seen[name] = len(turns)
        assert turns == {one for one in crate.lies if crate.first_alike(one) == one}
    assert len({*seen.values()}) > 1


def test_a_move_that_was_named_or_turned_to_is_played_where_many_are_possible(chair: Chair) -> None:
    """Of a spot with so many moves Enter takes only the spot, unless a line, a hint or a key has named one of them."""
    where, there = max(chair.choosing.spots.items(), key=lambda one: len(one[1]))
    last = there[-1]

    def pointed() -> ChoiceCursor:
        cursor = ChoiceCursor(chair)
        cursor.point(where)
        assert cursor.picks and choice_keys.does(cursor, "enter") == "pick"
        return cursor

    assert choice_keys.enter(pointed()).renewed
    typed, hinted, turned = pointed(), pointed(), pointed()
    choice_keys.written(typed, str(last.action))
    hinted.seek(last.action)
    for _ in there:
        if turned.offer is not last:
            choice_keys.press(turned, "r")
    for cursor in (typed, hinted, turned):
        assert cursor.action == last.action and not cursor.picks
        assert choice_keys.do(cursor).play == last.action
    choice_keys.look(hinted)
    choice_keys.look(hinted)
    assert choice_keys.do(hinted).play == last.action, "to look elsewhere forgets nothing"
    choice_keys.back(hinted)
    assert hinted.picks and hinted.where == where
    choice_keys.look(hinted)
    choice_keys.look(hinted)
    assert hinted.picks, "to look elsewhere names nothing"
