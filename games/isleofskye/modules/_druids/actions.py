"""The actions that the module adds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import Action, Cell, Reader, State, Unclear, no_such, notation

if TYPE_CHECKING:
    from ...scoring_kinds import ScrollKind


@attrs.frozen(cache_hash=True)
class Take(Action):
    """Buy the tile from the dolmen. `take D07`."""

    parts = notation("take {tile}")
    tile: str


@attrs.frozen(cache_hash=True)
class Draw(Action):
    """Draw tiles from the bag, to keep one of them. `bag`."""

    parts = notation("bag")


@attrs.frozen(cache_hash=True)
class Keep(Action):
    """Keep this one of the tiles drawn; the others go back. `keep L12`."""

    parts = notation("keep {tile}")
    tile: str


@attrs.frozen(cache_hash=True)
class BuyOwn(Action):
    """Buy one of your own offers with a tablet. `own L07`."""

    parts = notation("own {tile}")
    tile: str


@attrs.frozen(cache_hash=True)
class Rescore(Action):
    """Score your scroll on this cell once more with a tablet. `rescore 1,0 per_row`."""

    parts = notation("rescore {cell} {scroll}")
    cell: Cell
    scroll: str


def _scroll(state: State, seat: int, text: str) -> str:
    known: Mapping[str, ScrollKind] = state.rules.assembled.scrolls
    for name in known:
        if text.lower() == name.lower():
            return name
    if not text:
        raise Unclear("read.missing", slot="scroll")
    raise no_such("scroll", text, list(known))


READERS = {"scroll": Reader(_scroll, lambda state: state.rules.assembled.scrolls)}
