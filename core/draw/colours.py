"""Turns roles into colours. The palette is Okabe and Ito's, which works for every kind of colour vision; players have
colours on which white can be read.

Ground is pale with dark letters, and pieces are in full colour with letters that stand out; both have their own
background, so that they look the same on dark and on light terminals.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from .drawings import DRAWINGS
from .model import Look

PALE, STRONG = DRAWINGS["pale"], DRAWINGS["strong"]
"""Tints to colours, pale ones for ground and strong ones for pieces."""
SEATS: tuple[str, ...] = tuple(DRAWINGS["players"].values())
"""Colours of the players, by seat; every face has the same."""
LINES: tuple[str, ...] = tuple(DRAWINGS["lines"].values())
"""Styles of their lines, by seat, in the words of data/web/tokens.css."""

FIELDS = {tint: shades.split() for tint, shades in DRAWINGS["fields"].items()}
"""By tint, the colour of land and of what is printed on it, by day and in the dark."""
LANDS = {tint: shades.split() for tint, shades in DRAWINGS["lands"].items()}
"""By tint, the land of tiles: ground, lower ground, frame. Those of terminals are paler."""


def dashes(seat: int) -> str:
    """Return a player's line as `stroke-dasharray`; "" for a line without gaps."""
    return DRAWINGS["dashes"][LINES[seat % len(LINES)]]


@attrs.frozen
class Paint:
    """Colours as #rrggbb; "" for the default."""

    ink: str = ""
    paper: str = ""
    bold: bool = False
    dim: bool = False


def tint_of(role: str, looks: Mapping[str, Look]) -> str:
    """Return the colour of a role, "" if it has none."""
    if role.startswith("seat "):
        return SEATS[int(role[5:]) % len(SEATS)]
    look = looks.get(role)
    if look is None or not look.tint:
        return ""
    shades = STRONG if look.strong else PALE
    return shades.get(look.tint, shades["grey"])


def paint_of(role: str, looks: Mapping[str, Look], on: str = "") -> Paint:
    """Return the paint for text of this role on ground of the role `on`."""
    paper = tint_of(role, looks)
    if paper:
        return Paint(readable(paper), paper, bold=role not in looks or looks[role].strong)
    paper = tint_of(on, looks)
    if role == "legal":
        return Paint("#000000", "#ffffff", bold=True)
    printed = role == "strong" or (role in looks and looks[role].icon != "")
    return Paint(readable(paper) if paper else "", paper, bold=printed, dim=role == "dim")


def readable(paper: str) -> str:
    """Return black or white, whichever stands out more from the colour."""

    def linear(at: int) -> float:
        part = int(paper[at : at + 2], 16) / 255
        return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)

    light = 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5)
    # The contrasts (light + 0.05) / 0.05 to black and 1.05 / (light + 0.05) to white are equal at 0.179.
    return "#000000" if light > 0.179 else "#ffffff"
