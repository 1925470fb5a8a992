"""Random whole games of Isle of Skye with what must hold looked at after every decision, in several readings.

A few dozen belong to the quick tests; `pytest -m soak` plays five thousand, `pytest -m soak -n auto` on all cores.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.land.board import Board
from tilewright.core.land.grid import pack, unpack
from tilewright.core.rules.actions import Action
from tilewright.core.rules.events import Log
from tilewright.games.isleofskye.actions import Build, Buy, Drop, Price
from tilewright.games.isleofskye.price_phase import PriceStep
from tilewright.games.isleofskye.round_end import scored
from tilewright.games.isleofskye.scrolls import scrolls
from tilewright.games.isleofskye.state import bank, catalogue, conserved
from tilewright.games.isleofskye.territory import homes
from tilewright.games.isleofskye.tiles import empty_territory

READINGS: list[dict[str, Any]] = [
    {},
    {},
    {
        "disputed": "alternative",
        "region_size": "areas",
        "long_lines": "lines",
        "scroll_rounding": "double_first",
    },
    {
        "coins": "limited",
        "castle_income": 12,
        "return_tile": "alone",
        "rotation": "none",
        "track": "alternative",
    },
    {"tiles_drawn": 4, "lowest_price": 0, "gold_for_vp": 3, "castle_on_road": False, "tie_gold": "all"},
]
RULES = [tw.load("isleofskye", options=options) for options in READINGS]
CHUNK = 250
INCOME = ("income",)
"""Events in which the bank pays."""


def one_game(seed: int, players: int) -> int:
    """A random game with its invariants, played again from its outcomes; returns how many decisions it took."""
    rules = RULES[seed % len(RULES)]
    chance = Stream(seed, "soak")
    log = Log()
    state: Any = rules.new(players, seed, log)
    outcomes, moves = list(log.outcomes), list[tuple[int, str]]()
    books = Books(state, log)
    while not state.over:
        books.where = (
            f"seed {seed}, {players} players, {READINGS[seed % len(READINGS)]}, decision {len(moves)}"
        )
        assert len(moves) < rules.game.turn_limit, books.where
        seat = chance.pick(state.to_act)
        legal = state.legal(seat)
        assert len(legal), books.where
        action = choose(state, chance, list(legal))
        assert action in legal and state.check(action) is None, books.where
        if isinstance(state.step, PriceStep) and chance.below(12) == 0:
            prices_do_not_leak(state, action, chance, books.where)
        log = Log()
        state.apply(action, log)
        outcomes += log.outcomes
        moves.append((seat, str(action)))
        books.hold(state, log)
    books.close(state)
    turning_changes_nothing(state, books.where)
    script: dict[str, list[str]] = {}
    for outcome in outcomes:
        script.setdefault(outcome.source, []).append(outcome.value)
    log = Log(script)
    again: Any = rules.new(players, seed, log)
    for mover, text in moves:
        again.play(rules.read(text, again, mover), log)
    assert again == state and log.left() == {}, f"{books.where}: the replay goes another way"
    return len(moves)


def choose(state: Any, chance: Stream, actions: list[Action]) -> Action:
    """Any order; more often cheap prices, purchases, and places where many tiles meet."""
    if chance.below(3) == 0:
        return chance.pick(actions)
    builds = [action for action in actions if isinstance(action, Build)]
    if builds:
        board = state.territories[builds[0].seat]
        met = [4 - board.wanted(pack(*action.cell)).count(".") for action in builds]
        return chance.pick([action for action, count in zip(builds, met) if count == max(met)])
    cheap = [a for a in actions if isinstance(a, (Buy, Drop)) or (isinstance(a, Price) and a.gold <= 4)]
    return chance.pick(cheap or actions)


class Books:
    """What has been paid, scored and closed so far, kept from the events alone."""

    def __init__(self, state: Any, log: Log) -> None:
        self.where = "set-up"
        self.paid = self.lost = 0
        self.letters: Counter[object] = Counter()
        self.boards = list(state.territories)
        self.closed: list[set[object]] = [closed_regions(board) for board in self.boards]
        self.tiles = conserved(state)
        self.scores = [0] * len(state.seats)
        self.lines = 0
        self.hold(state, log)

    def hold(self, state: Any, log: Log) -> None:
        """Gold and tiles are conserved, closed regions stay closed, points are the sum of their lines."""
        for event in log.events:
            gold: Any = event.args.get("gold", 0)
            if event.key in INCOME:
                self.paid += gold
            elif event.key == "tile_kept":
                self.lost += gold
            elif event.key == "letter_scored":
                self.letters[event.args["scoring"]] += 1
        for gained in state.ledger[self.lines :]:
            self.scores[gained[0]] += gained[1]
        self.lines = len(state.ledger)
        assert state.scores == self.scores, self.where
        laid = sum(stake for stakes in state.stakes for stake in stakes)
        exchanged = (
            sum(line.amount for line in state.score_lines() if line.reason == "gold") if state.over else 0
        )
        rate = state.rules.options.gold_for_vp
        assert min(state.gold) >= 0 and all(stake >= 0 for stakes in state.stakes for stake in stakes), (
            self.where
        )
        assert sum(state.gold) + laid == self.paid - self.lost - exchanged * rate, self.where
        assert bank(state) >= 0 or state.rules.options.coins == "unlimited", self.where
        assert conserved(state) == self.tiles, self.where
        for seat, board in enumerate(state.territories):
            if board is not self.boards[seat]:
                closed = closed_regions(board)
                assert self.closed[seat] <= closed, self.where
                assert len(board) == len(self.boards[seat]) + 1, self.where
                self.boards[seat], self.closed[seat] = board, closed

    def close(self, state: Any) -> None:
        """IS-END-3: each letter has been scored three times for everybody; nothing lies about any more."""
        names = [catalogue(state).scorings[tile].id for tile in state.scoring]
        assert self.letters == Counter(dict.fromkeys(names, 3)), self.where
        assert not any(state.offers) and not any(state.waiting) and not any(state.stakes), self.where


def closed_regions(board: Board) -> set[object]:
    """The closed regions of a board by terrain and tiles; a tile keeps its number."""
    regions = board.regions
    return {(regions.kind(root), regions.tiles(root)) for root in regions.roots() if regions.closed(root)}


def turning_changes_nothing(state: Any, where: str) -> None:
    """Territories laid out from the other side, or turned tile by tile by quarters, score the same."""
    for quarters in (1, 2):
        state, other = state.clone(), state.clone()
        other.territories = [around(state, board, quarters) for board in state.territories]
        for number, tile in enumerate(catalogue(state).scorings):
            if quarters == 2 or tile.id != "columns":
                state.scoring[0] = other.scoring[0] = number
                assert scored(state, 0, homes(state)) == scored(other, 0, homes(other)), f"{where}: {tile.id}"
        for seat in range(len(state.seats)):
            lines = [
                [(line.kind, line.closed, line.points) for line in scrolls(s, seat)] for s in (state, other)
            ]
            assert lines[0] == lines[1], where


def around(state: Any, board: Board, quarters: int) -> Board:
    """The board turned clockwise about the castle."""
    turned, faces = empty_territory(), catalogue(state).faces
    for key in board:
        x, y = unpack(key)
        for _ in range(quarters):
            x, y = y, -x
        turned.place(pack(x, y), faces[board.face(key).name], board.face(key).rotation + quarters)
    return turned


def prices_do_not_leak(state: Any, action: Action, chance: Stream, where: str) -> None:
    """IS-PRICE-2, IS-PRICE-6: whatever somebody does behind the screen, nobody else sees a difference."""
    other = chance.pick(state.legal(action.seat))
    here, there = state.clone(), state.clone()
    log, said = Log(), Log()
    here.apply(action, log)
    there.apply(other, said)
    if not isinstance(here.step, PriceStep) or not any(here.sealed):
        return  # the screens are removed
    for seat in [*range(len(state.seats)), None]:
        if seat == action.seat:
            continue
        one, two = here.view(seat), there.view(seat)
        assert one.to_dict() == two.to_dict(), f"{where}: seat {seat} sees whether it is {action} or {other}"
        assert list(one.legal()) == list(two.legal()), where
        heard = [[event.told_to(seat) for event in told.events] for told in (log, said)]
        assert heard[0] == heard[1] and not log.outcomes, where
        key = chance.bits()
        worlds = [view.determinize(Stream(key, "world")) for view in (one, two)]
        assert worlds[0] == worlds[1], where


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_few_random_games(players: int) -> None:
    assert sum(one_game(seed, players) for seed in range(5)) > 250


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(5_000 // CHUNK))
def test_five_thousand_random_games(chunk: int) -> None:
    for seed in range(1000 + chunk * CHUNK, 1000 + (chunk + 1) * CHUNK):
        one_game(seed, 2 + seed // len(RULES) % 4)
