"""Content that chance puts into play: four of the scoring tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Content

from .files import LETTERS
from .state import track

if TYPE_CHECKING:
    from .state import IsleOfSkyeState


def deal_scoring(state: IsleOfSkyeState, named: Sequence[str]) -> None:
    """Lays these scoring tiles on A to D; the others are in the box (IS-SETUP)."""
    ids = state.rules.pieces["scoring"]
    lying = [*state.box, *reversed(state.scoring)]
    state.scoring = [ids.index(name) for name in named]
    state.box = [tile for tile in lying if tile not in state.scoring]


CONTENTS = (
    Content(
        name="scoring",
        title="scoring tile",
        items=lambda rules: rules.pieces["scoring"],
        number=lambda rules, players: len(LETTERS),
        deal=deal_scoring,
        scored=True,
    ),
)


def dealt(state: IsleOfSkyeState) -> Mapping[str, float]:
    """Returns how many times each scoring tile will score (IS-SETUP), 0 for those in the box."""
    times = [sum(place in one.scored for one in track(state)) for place in range(len(LETTERS))]
    placed = dict(zip(state.scoring, times, strict=True))
    return {f"scoring.{name}": placed.get(tile, 0) for tile, name in enumerate(state.rules.pieces["scoring"])}
