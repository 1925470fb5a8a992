"""Brae, a module of Glen More: a brown tile with an effect of its own, and a special place.

What is printed on tiles and cards are their records in data/; here stands only what the game does not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import resources

import attrs
from tilewright.authoring import Log, Message, Module, ScoreReason, hook, option
from tilewright.games.glenmore.authoring import (
    RESOURCES,
    GlenMoreState,
    Kind,
    Readable,
    has,
    held,
    tile_at,
    with_tiles,
)

NAME = "brae"
SORT = "brae_weaver"
PLACE = "brae_hall"
SHEEP = RESOURCES.index("sheep")


@attrs.frozen(kw_only=True)
class Options:
    """Options of the module; players write `brae.most`."""

    most: int = option(3, rule="BR-WEAVER-1", low=0, high=9, doc="points that a weaver brings at most")
    hall: int = option(2, rule="BR-HALL-1", low=0, high=9, doc="points for each weaver, with the hall")


def own(kinds: Sequence[Kind]) -> Iterator[Message]:
    """Says that the tiles are not those of the printed game."""
    yield Message("brae_own", {"count": sum(kind.count for kind in kinds)})


@hook
def tilewright_module() -> Module:
    """The module, for the plugin manager."""
    module = Module(
        name=NAME,
        game="glenmore",
        title="Brae",
        options=Options,
        folder=lambda: resources.files(__name__) / "data",
        reasons=(
            ScoreReason(SORT, "BR-WEAVER-1", "tile"),
            ScoreReason(PLACE, "BR-HALL-1", scale="brae.hall"),
        ),
        provenance=own,
    )
    return with_tiles(module)


@hook
def tile_activated(state: GlenMoreState, seat: int, cell: int, log: Log | None) -> None:
    """A weaver brings a point for each sheep, which stay where they are (BR-WEAVER-1)."""
    if tile_at(state, seat, cell).kind != SORT:
        return
    points = min(held(state, seat)[SHEEP], state.rules.module_options[NAME].most)
    if points:
        state.gain(seat, points, state.rules.reason[SORT], state.displays[seat][cell])


@hook
def final_lines(table: Readable, seat: int) -> Sequence[tuple[str, int]]:
    """Whoever has the hall scores for each own weaver (BR-HALL-1)."""
    if not has(table, seat, PLACE):
        return []
    weavers = sum(tile_at(table, seat, cell).kind == SORT for cell in table.displays[seat])
    return [(PLACE, weavers * table.rules.module_options[NAME].hall)]
