"""The options of `play`, `resume` and `rematch` that say how people play at this machine."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import attrs

from ..shared.options import ENGLISH, Lang


class Confirm(StrEnum):
    """The question before moves that cannot be taken back."""

    auto = "auto"
    never = "never"


class Undo(StrEnum):
    """The extent to which moves can be taken back."""

    turn = "turn"
    off = "off"


@attrs.frozen(eq=False, repr=False)
class Face:
    """What the table looks like to people, and what it asks and allows."""

    plain: bool = False
    lang: Lang = ENGLISH
    confirm: Confirm = Confirm.auto
    undo: Undo = Undo.turn
    line: bool = False
    pace: float = 0.6
    web: bool = False
    coach: bool = False


FACE = Face()
"""The face of a match unless people ask for another one."""
SWITCHES: dict[str, Any] = {}
"""`confirm` and `pace` as people left them in the last match, for the next one."""
