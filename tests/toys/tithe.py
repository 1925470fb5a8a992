"""Toy: a module of Isle of Skye that is one hook, as docs/hooks.md shows: the last in points have more income."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.rules.game import Module
from tilewright.core.rules.hooks import hook

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
            {"tithe": "tithe"}, {"TI-1": "The seats with the fewest points get two gold more."}
        ),
    )


@hook
def income_lines(state: IsleOfSkyeState, seat: int) -> Sequence[tuple[str, int]]:
    """Two gold for the seats with the fewest points (TI-1)."""
    return [("tithe", 2)] if state.scores[seat] == min(state.scores) else []
