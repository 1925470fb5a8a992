"""Any position of our games as a scene and back, in several readings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.state import State
from tilewright.core.scenes import scene as scenes

from .scenery import back, read_back

NAMES = ["anna", "bruno", "clara", "dan", "eve"]
READINGS: dict[str, list[dict[str, Any]]] = {
    "glenmore": [
        {},
        {"lochy_cubes": "any_tile", "iona_production": "once", "lochy_compulsory": False},
        {"no_tile": "pass", "ness_payment": "before_payment", "members_per_tile": "one"},
        {"movement_after_refill": True, "scoring_time": "end_of_phase", "die_removal": "landed"},
        {"ness_time": "any_time", "ness_on_discard": True, "spend_gained": False, "exchange": "forced"},
        {"trade_after_refill": True, "ness_after_movement": True, "scoring_time": "end_of_phase"},
        {"oich_movement": "lost", "tile_capacity": 5, "data:tiles.s2_tavern.each.vp": 4},
    ],
    "isleofskye": [
        {},
        {"coins": "limited", "return_tile": "alone", "rotation": "none", "disputed": "alternative"},
        {"gold_secrecy": "open", "tiles_drawn": 4, "castle_income": 40, "track": "alternative"},
        {"lowest_price": 0, "tiles_drawn": 2, "data:scoring.columns.points": 4},
    ],
    "rebirth": [
        {},
        {"cathedral_choice": "optional"},
        {"several_neighbours": "one", "cathedral_choice": "optional", "no_place": "out"},
        {"neutral": "third_player", "set_aside": 5, "data:missions.cards.ports.points": 9},
        {"map": "alternative", "sea": "drawn", "farm_tile": 2},
    ],
}
STEPS = {
    "glenmore": {"take", "pay", "place", "benefit", "activate", "deal", "move"},
    "isleofskye": {"price", "buy", "build"},
    "rebirth": {"place", "castle", "cathedral"},
}
"""What a turn can be left in: half-paid tiles and offers, open deals, one-time benefits, markets."""


def walk(rules: Rules, players: int, seed: int) -> Iterator[State]:
    """Positions of a random game: the first three of each step, one in thirty of the others, the last."""
    chance = Stream(seed, "walk")
    state, steps = rules.new(NAMES[:players], seed), Counter[str]()
    yield state
    while not state.over:
        # Whoever decides in secret does so in any order.
        state.apply(chance.pick(state.legal(chance.pick(state.to_act))))
        step = state.step.name if state.step is not None else "over"
        steps[step] += 1
        if steps[step] <= 3 or chance.below(30) == 0:
            yield state


@pytest.mark.parametrize("game", READINGS)
def test_export_reads_back(game: str) -> None:
    """Equal in everything, piles and sealed prices in their order, the state of chance; written again, the same text.

    Every field but one that stands for an unfinished turn of Glen More is in some word of its game.
    """
    steps, sealed = set[str](), 0
    for number, options in enumerate(READINGS[game]):
        rules = tw.load(game, options=options)
        for state in walk(rules, 2 + number % (rules.game.seats[1] - 1), number):
            text = read_back(state, rules)
            assert game == "glenmore" or "fields" not in text
            steps |= {state.step.name} if state.step is not None else set()
            sealed += any(state.sealed)
        assert back(scenes.export(state)) == state and state.over
    assert steps >= STEPS[game] and bool(sealed) == (game == "isleofskye")
