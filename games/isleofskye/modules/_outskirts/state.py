"""The module's part of a position: the outskirts that players have left, and what a seat has built."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import Copyable, Rules, public, whole, zone

if TYPE_CHECKING:
    from ...state import IsleOfSkyeState
    from .options import Options
    from .printed import Set

NAME = "outskirts"


@attrs.define
class Outskirts(Copyable):
    """The module's part of a state."""

    sets: list[list[int]] = zone("tile", "all", "row", mixed=True, factory=list)
    """By seat, the outskirts that it has not built."""
    built: int = public(means=whole(least=0), default=0)
    """Number of outskirts that the seat that is building has built in this phase."""
    others: int = public(means=whole(least=0), default=0)
    """Number of other tiles that it has built."""


def part(state: IsleOfSkyeState) -> Outskirts:
    """Returns the module's part of this state."""
    mine: Outskirts = state.slices[NAME]
    return mine


def printed(rules: Rules) -> Set:
    """Returns what is printed."""
    data: Set = rules.module_data[NAME]
    return data


def options(rules: Rules) -> Options:
    """Returns the module's options."""
    options: Options = rules.module_options[NAME]
    return options
