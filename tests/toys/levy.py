"""Toy: a module of Rebirth that changes a number of its game: castles are worth more, or less."""

from __future__ import annotations

import attrs

from tilewright.core.rules.game import Module
from tilewright.core.rules.hooks import hook
from tilewright.core.text.options import option

from .paper import folder


@attrs.frozen(kw_only=True)
class Options:
    """Options of the module."""

    castle: int = option(7, rule="LV-1", low=0, high=20, doc="points for each castle at the end")


@hook
def tilewright_module() -> Module:
    """The module, for the plugin manager."""
    return Module(
        name="levy",
        game="rebirth",
        title="Levy",
        options=Options,
        changes=lambda options: {"castle": options.castle},
        folder=lambda: folder({}, {"LV-1": "Castles are worth another number of points."}),
    )
