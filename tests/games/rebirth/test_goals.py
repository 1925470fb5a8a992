"""Mission cards as goals: where they count."""

from __future__ import annotations

from typing import cast

import tilewright as tw
from tilewright.games.rebirth.missions import amounts
from tilewright.games.rebirth.printed import Printed
from tilewright.games.rebirth.show.goals import where
from tilewright.games.rebirth.state import RebirthState


def test_a_mission_leads_to_the_castles_or_fields_that_it_counts() -> None:
    """On those there are as many castles or tiles of players as all of them have of it."""
    rules = tw.load("rebirth")
    printed, seen = cast(Printed, rules.data), set()
    for card in printed.missions:
        state = cast(RebirthState, rules.new(["anna", "bruno", "clara"], seed=1))
        state.tiles[:] = [n % 3 << 3 for n in range(len(state.tiles))]
        state.castles[:] = [n % 3 for n in range(len(state.castles))]
        spots = where(rules, card)
        if card.metric.startswith(("castles", "tiles")) and spots:
            assert sum(amounts(state, card)) == len({*spots}) == len(spots), card.id
            seen.add(card.area)
        if card.kind == "control_any":
            assert len(spots) == len(card.castles)
    assert seen >= {"", "north", "south"}
