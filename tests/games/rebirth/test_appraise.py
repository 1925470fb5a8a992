"""What greedy wishes for in Rebirth is what the mission cards count."""

from __future__ import annotations

from typing import cast

import pytest

import tilewright as tw
from tilewright.core.land.grid import Hex
from tilewright.games.rebirth.actions import PlaceTile
from tilewright.games.rebirth.files import ENERGY, FOOD, KINDS
from tilewright.games.rebirth.missions import METRICS, amounts
from tilewright.games.rebirth.state import RebirthState


def holding(card: str, kind: int, **options: object) -> RebirthState:
    """A new game in which the seat that begins holds this card alone, and this kind of tile."""
    state = cast(RebirthState, tw.load("rebirth", options=options).new(2, seed=1))
    seat = state.to_act[0]
    state.missions[seat] = [state.rules.pieces["mission"].index(card)]
    state.hand[seat] = [kind]
    return state


def wished(state: RebirthState) -> set[Hex]:
    """The hexes where greedy sees a gain for its missions."""
    choices = state.rules.choices(state.view(state.to_act[0]))
    return {
        choice.action.cell
        for choice in choices
        if isinstance(choice.action, PlaceTile) and "held_missions" in dict(choice.lines)
    }


@pytest.mark.parametrize("sea", ["missing", "drawn"])
@pytest.mark.parametrize("kind", [FOOD, ENERGY])
def test_greedy_goes_to_the_coast_that_the_card_counts(sea: str, kind: int) -> None:
    """RB-AMB-15: with sea=drawn the border of the map is not the sea, for greedy as for the card."""
    state = holding("coast", kind, sea=sea)
    seat = state.to_act[0]
    card = state.printed.missions[state.missions[seat][0]]
    counted = set()
    for action in state.legal(seat):
        assert isinstance(action, PlaceTile)
        after = state.clone()
        after.apply(action)
        if amounts(after, card)[seat] > amounts(state, card)[seat]:
            counted.add(action.cell)
    assert wished(state) == counted
    border = {a.cell for a in state.legal(seat) if isinstance(a, PlaceTile) and at_border(state, a.cell)}
    assert border and (border <= counted) == (sea == "missing")


def at_border(state: RebirthState, at: Hex) -> bool:
    """True if the map ends next to the hex."""
    return at.r in (0, state.printed.rows - 1)


@pytest.mark.parametrize("name", [name for name, metric in METRICS.items() if metric.where])
def test_greedy_goes_where_a_tile_counts(name: str) -> None:
    """On every hex where a tile adds to what a card compares there is a wish; castles and symbols are wished for before
    they are won."""
    cards = [card.id for card in tw.load("rebirth").data.missions if card.metric == name]
    found = 0
    for card in cards:
        for kind in (FOOD, KINDS.index("settlement-3")):
            state = holding(card, kind)
            seat = state.to_act[0]
            mission = state.printed.missions[state.missions[seat][0]]
            hopes = wished(state)
            for action in state.legal(seat):
                assert isinstance(action, PlaceTile)
                after = state.clone()
                after.apply(action)
                if amounts(after, mission)[seat] > amounts(state, mission)[seat]:
                    assert action.cell in hopes
                    found += 1
    assert found
