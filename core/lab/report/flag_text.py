"""Flags in sentences: a line ends neither inside a flag nor between it and its value."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...base.html import Child, tag
from ...draw.cells import wrapped

FLAG = re.compile(r"--[a-z][a-z-]*(?:[ =][^\s()]{1,20})?(?<![.,;:])")
KEPT = "\ue000"
"""Stands for a blank at which no line may end, while lines are made: a blank that is pasted must be a plain one."""


def lines(said: str, width: int) -> list[str]:
    """Return the text in lines of at most so many cells."""
    joined = FLAG.sub(lambda found: found[0].replace(" ", KEPT), said)
    return [line.replace(KEPT, " ") for line in wrapped(joined, width)]


def held(said: str) -> Sequence[Child]:
    """Return the text for a page, with each flag and its value in a box in which no line ends."""
    parts, at = list[Child](), 0
    for found in FLAG.finditer(said):
        parts += [said[at : found.start()], tag("span", found[0], cls="flag")]
        at = found.end()
    return [*parts, said[at:]]
