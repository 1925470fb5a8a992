"""Plates as SVG: lines of symbols for what is got (light), paid (dark) or exchanged (with an arrow)."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.sanitize import markup
from .cells import cell_len
from .model import Ink, Plate
from .svg_page import SvgPage, short
from .symbols import BLANK, SYMBOLS, use

HIGH, SIGN, STEP, ARROW = 23.0, 18.0, 19.0, 11.0
"""Height of a plate and of its symbols, from one symbol to the next, and the room of an arrow."""
NOBODY = "#8a8378"
"""Colour of a person on a plate, who is nobody's yet."""
DARK, LIGHT, EDGE = "#4a3a2b", "#fffaf0", "#2b2118"


def sign(page: SvgPage, ink: Ink, size: float = SIGN) -> tuple[str, float]:
    """Return the ink as a symbol around 0,0, a number within it, and its width; as text if its role has no symbol."""
    look = page.show.looks.get(ink.role)
    name = look.icon if look is not None else ""
    if name + BLANK in SYMBOLS and ink.text.strip("+-").isdigit():
        page.define(name + BLANK)
        high = size * (0.75 if len(ink.text) < 2 else 0.62)
        drawn = use(name + BLANK, size * 1.22)
        cls = "n" if len(ink.text) < 2 else "m"
        return drawn + number(ink.text, 0.0, high * 0.36, high, cls=cls), size * 1.22
    if name in SYMBOLS:
        page.define(name)
        return use(name, size, page.tint(ink.on) or page.tint(ink.role) or NOBODY), size + 1
    wide = max(size * 0.62, cell_len(ink.text) * size * 0.42)
    if page.icon(ink.role):
        return f'<g transform="scale({short(size / 24)})">{page.icon(ink.role)}</g>', size + 1
    high = size * 0.72
    return number(ink.text, 0.0, high * 0.36, high), wide


def number(
    text: str, x: float, y: float, size: float, fill: str = "#221c14", more: str = "", cls: str = "n"
) -> str:
    """Return a short text with its middle here; by its class pages keep it from becoming too small to be read."""
    return (
        f'<text class="{cls}" x="{short(x)}" y="{short(y)}" font-size="{short(size)}" font-weight="bold" '
        f'text-anchor="middle" fill="{fill}"{more}>{markup(text)}</text>'
    )


def plate(page: SvgPage, one: Plate, room: float = 88.0) -> tuple[str, float]:
    """Return the plate with its upper left corner at 0,0, and its width. In less room its symbols move together."""
    signs: list[tuple[str, float]] = [sign(page, ink) for ink in one.pay]
    if one.pay and one.get:
        signs.append(('<path d="M-3.5 0h7m-3-3.4 3.4 3.4-3.4 3.4" fill="none" ', ARROW))
    signs += [sign(page, ink) for ink in one.get]
    whole = sum(wide for _, wide in signs)
    closer = min(1.0, (room - 5) / whole) if whole else 1.0
    wide = 5 + whole * closer
    ink = EDGE if one.get else LIGHT
    drawn = ""
    at = 2.5
    for part, own in signs:
        if part.startswith("<path"):
            part += f'stroke="{ink}" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/>'
        drawn += f'<g transform="translate({short(at + own * closer / 2)} 11.5)">{part}</g>'
        at += own * closer
    ground = LIGHT if one.get else DARK
    rect = f'<rect width="{short(wide)}" height="23" rx="5" fill="{ground}" stroke="{EDGE}"/>'
    return rect + drawn, wide


def column(page: SvgPage, plates: Sequence[Plate], room: float = 88.0) -> list[tuple[str, float]]:
    """Return plates that lie one above the other."""
    return [plate(page, one, room) for one in plates]
