"""Another command, with its arguments, that people ask for at the end of a match or a replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import attrs


@attrs.frozen
class NextCommand:
    """A command that follows the one that returns it."""

    name: Literal["play", "learn", "menu"]
    given: Mapping[str, Any] = attrs.field(factory=dict)
    """The arguments of the command's function."""
