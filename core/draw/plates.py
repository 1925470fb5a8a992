"""Plates as SVG: lines of symbols for what is got (light), paid (dark) or exchanged (with an arrow), around 0,0."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.html import short
from ..base.sanitize import markup
from .cells import cell_len
from .model import Ink, Plate
from .svg_page import SvgPage, moved
from .symbols import BLANK, SYMBOLS

HIGH, SIGN, ROOM = 23.0, 18.0, 88.0
"""Height of a plate and of its symbols, and the room that it may take across a tile."""
DARK, LIGHT, EDGE, NOBODY = "#4a3a2b", "#fffaf0", "#2b2118", "#8a8378"
"""Grounds of plates, their edge, and the colour of a person who is nobody's yet."""
HALO = f' stroke="{LIGHT}" stroke-width="3.5" paint-order="stroke" stroke-linejoin="round"'


def sign(page: SvgPage, ink: Ink, size: float = SIGN) -> tuple[str, float]:
    """Return the ink as a symbol, a number within it, and its width; as text if its role has no symbol."""
    name = page.symbol_of(ink.role)
    if name + BLANK in SYMBOLS and ink.text.strip("+-").isdigit():
        cls, high = ("n", 0.75 * size) if len(ink.text) < 2 else ("m", 0.62 * size)
        return page.use(name + BLANK, size * 1.22) + number(ink.text, high, cls=cls), size * 1.22
    if name:
        return page.use(name, size, page.tint(ink.on) or NOBODY), size + 1
    return number(ink.text, 0.72 * size), size * max(0.62, 0.45 * cell_len(ink.text))


def number(
    text: str, size: float, low: float = 0.36, fill: str = "#221c14", more: str = "", cls: str = "n"
) -> str:
    """Return a short text, its baseline below 0 by this part of its size; pages keep it readable by its class."""
    return (
        f'<text class="{cls}" y="{low}em" font-size="{short(size)}" font-weight="bold" text-anchor="middle" '
        f'fill="{fill}"{more}>{markup(text)}</text>'
    )


def boxed(parts: Sequence[tuple[str, float]], high: float, fill: str, edge: str = EDGE) -> tuple[str, float]:
    """Return parts of these widths side by side on a plate, and its width; where room is short they move together."""
    whole = sum(wide for _, wide in parts)
    closer = min(1.0, (ROOM - 5) / max(whole, 1.0))
    x, wide = -whole * closer / 2, whole * closer + 5
    drawn = (
        f'<rect x="{short(-wide / 2)}" y="{short(-high / 2)}" width="{short(wide)}" height="{short(high)}" '
    )
    drawn += f'rx="{5 if high > 20 else short(high / 2)}" fill="{fill}" stroke="{edge}"/>'
    for part, own in parts:
        drawn += moved(part, x + own * closer / 2, 0)
        x += own * closer
    return drawn, wide


def plate(page: SvgPage, one: Plate) -> tuple[str, float]:
    """Return the plate and its width."""
    arrow = [(page.use("g-arrow", 11.0), 11.0)] if one.pay and one.get else []
    signs = [*(sign(page, ink) for ink in one.pay), *arrow, *(sign(page, ink) for ink in one.get)]
    return boxed(signs, HIGH, LIGHT if one.get else DARK)
