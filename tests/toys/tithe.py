"""Toy: a module of Isle of Skye that is one hook, as docs/hooks.md shows: whoever is poor has a little more income."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.game import Module
from tilewright.core.hooks import hook

from .paper import folder

if TYPE_CHECKING:
    from tilewright.games.isleofskye.state import IsleOfSkyeState


@hook
def tilewright_module() -> Module:
    """The module, for the plugin manager."""
    return Module(
        name="tithe",
        game="isleofskye",
        title="Tithe",
        folder=lambda: folder(
            {"tithe": "tithe"}, {"TI-1": "Whoever has the least points gets two gold more."}
        ),
    )


@hook
def income_lines(state: IsleOfSkyeState, seat: int) -> Sequence[tuple[str, int]]:
    """Two gold for whoever is last in points (TI-1)."""
    return [("tithe", 2)] if state.scores[seat] == min(state.scores) else []
