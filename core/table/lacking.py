"""Says in points where a move falls short of a better one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..bots.judge import OTHERS
from .telling import label, signed
from .texts import Texts

if TYPE_CHECKING:
    from ..rules import Rules

PARTS, SMALL = 4, 0.5
"""The most sources of a difference that are named, and the fewest points of one."""


def reasons(rules: Rules, lacks: Mapping[str, float], lang: str) -> str:
    """Where the points of a difference come from: `castle +4.1, port -1, all else +0.3`."""
    said = Texts(lang)
    named = [key for key, points in lacks.items() if abs(points) >= SMALL][:PARTS]
    found = [
        f"{said('after.others') if key == OTHERS else label(rules, key, lang)} "
        + signed(round(-lacks[key] if key == OTHERS else lacks[key], 1), lang)
        for key in named
    ]
    left = sum(points for key, points in lacks.items() if key not in named)
    if abs(left) >= SMALL or not found:
        found.append(f"{said('after.remaining')} {signed(round(left, 1), lang)}")
    return ", ".join(found)
