"""Greedy play with Druids: what it makes of the second pass, and that it beats greedy play that knows nothing of it."""

from __future__ import annotations

from functools import partial
from math import sqrt
from types import SimpleNamespace
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.bots.greedy import best
from tilewright.core.rules import plugins
from tilewright.games.isleofskye.modules._druids.state import NAME
from tilewright.games.isleofskye.price_phase import read_code
from tilewright.games.isleofskye.state import MARKED

from .. import given

APPRAISING = ("appraise_actions", "appraise_lines", "sold_later")
MODULE = plugins.module("isleofskye", NAME)
KNOWING = tw.load("isleofskye", modules=[NAME])
UNKNOWING = tw.load(
    "isleofskye",
    modules=[
        SimpleNamespace(
            __name__=NAME,
            **{
                name: value
                for name, value in vars(MODULE).items()
                if name not in APPRAISING and not name.startswith("__")
            },
        )
    ],
)
"""The same rules, but for what moves and positions are worth."""
position = partial(given.position, rules=KNOWING, modules=NAME)


def rated(state: Any) -> dict[str, float]:
    """The moves of whoever is to act, by their worth."""
    return {str(choice.action): choice.worth for choice in KNOWING.choices(state.view(state.to_act[0]))}


def test_tiles_of_the_dolmen_are_rated() -> None:
    """With 20 gold all are there to be compared: the price counts, and so does what a tile brings."""
    state = position(
        "step: dolmen, start: anna, round: 3, gold: {anna: 20, bruno: 5},"
        " scoring: [all_sheep, most_ships, squares, harbours],"
        " druids.dolmen: [D36, D14, D35, D25, D32]"
    )
    worth = rated(state)
    assert worth["pass"] == 0
    assert worth["take D35"] > worth["take D36"]
    # Two sheep, each scored twice more, for 7 gold; none for 4.
    assert worth["take D25"] > worth["take D36"]
    for choice in KNOWING.choices(state.view(0)):
        assert choice.worth == pytest.approx(sum(points for _, points in choice.lines))


def test_a_scroll_tablet_is_worth_the_best_scroll() -> None:
    """D01 beside a scroll of four is worth more than beside none."""
    given = "step: dolmen, start: anna, round: 6, gold: {{anna: 9, bruno: 5}}, druids.dolmen: [D01], {}"
    without = rated(position(given.format("territories: {anna: {'0,1': L44}}")))
    beside = rated(position(given.format("territories: {anna: {'0,1': D30 r1}}")))
    assert beside["take D01"] > without["take D01"] + 2


def test_an_own_tile_is_worth_buying_where_somebody_else_would() -> None:
    """Nobody can pay for L16, so a tablet need not be used for it; with gold bruno would."""
    given = (
        "step: buy, start: anna, gold: {{anna: 0, bruno: {}}}, scoring: [all_sheep, most_ships, squares, harbours],"
        " offers: {{anna: [L16, L40]}}, stakes: {{anna: {{L16: 1, L40: 1}}}}, territories: {{anna: {{'0,-1': D03}}}}"
    )
    assert rated(position(given.format(0)))["own L16"] == 0
    assert rated(position(given.format(9)))["own L16"] > 0


def test_gold_is_kept_for_the_second_pass() -> None:
    """A good tile for 4 gold on the dolmen: whoever has 6 does not stake them all; without it there is no reason."""
    given = (
        "gold: {anna: 6, bruno: 6}, round: 2, scoring: [all_sheep, most_ships, squares, harbours],"
        " druids.dolmen: [D36, D14, D32, D28, D20], offers: {anna: [L01, L08, L09], bruno: [L02, L03, L05]}"
    )
    state = position(given)
    for _ in range(3):
        best = max(KNOWING.choices(state.view(0)), key=lambda choice: choice.worth)
        state.apply(best.action)
    laid = [read_code(code)[1] for code in state.sealed[0]]
    assert sum(stake for stake in laid if stake != MARKED) <= 4


def duel(games: int) -> float:
    """How often knowing greedy play wins against unknowing, seats rotated."""
    won = 0.0
    for game in range(games):
        state: Any = KNOWING.new(2, seed=game // 2)
        knowing, stream = game % 2, Stream(game, "duel")
        while not state.over:
            seat = state.to_act[0]
            known = state
            if seat != knowing:
                known = state.clone()
                known.rules = UNKNOWING
            view = known.view(seat)
            legal = view.legal()
            state.apply(legal[best(known.rules.worths(view, legal), stream)])
        winners = state.winners
        won += (knowing in winners) / len(winners)
    return won / games


def test_knowing_the_module_helps() -> None:
    """In four games at least three are won; see the long run for the interval."""
    assert duel(4) >= 0.6


@pytest.mark.soak
def test_knowing_the_module_wins() -> None:
    """The 95 % interval of two hundred games lies above one half."""
    games = 200
    share = duel(games)
    assert share - 1.96 * sqrt(share * (1 - share) / games) > 0.5, share


def test_tablets_are_a_feature_as_long_as_they_help() -> None:
    """IS-TAB-1: the seat that has built a tile with a tablet has more to come; at the beginning nobody has any."""
    state = KNOWING.new(2, seed=3)
    assert KNOWING.features(state.view(0))["tablets"] == [0.0, 0.0]
    known = state.rules.assembled.tiles
    discount = next(n for n, tile in enumerate(known) if any(s.kind == "discount_2" for s in tile.symbols))
    state.slices[NAME].tablets[1].append((discount, 0))
    mine, theirs = KNOWING.features(state.view(0))["tablets"]
    assert mine == 0 < theirs
