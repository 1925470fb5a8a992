"""A square tile that says no more than its letters: large type, symbols where roles have them, and pieces below.

All is drawn on a tile of 100 by 100. Letters on grounds of their own become fields of land; equal pieces are one with a
number beside it; a letter grows, rather than the tile, where a page shows it small (data/web/parts.css).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..base.html import short
from .cells import cell_len
from .colours import LANDS
from .figures import FEW, LARGE, low_part, lying, written
from .model import Ink, Spot
from .svg_page import SvgPage
from .tile_svg import at

ALONE = 62.0
"""Size of a symbol that has a tile for itself."""


def plain(page: SvgPage, spot: Spot, marked: bool = False) -> str:
    """Return the spot around 0,0; pieces leave the lower right corner to a mark."""
    top = 4.0
    pieces = [piece for piece in spot.pieces if not piece.port]
    rows = [row for row in spot.face if any(ink.text.strip(" .") or ink.on for ink in row)]
    away = 26.0 * marked
    low = 96.0 - (low_part(pieces, away) if rows and (pieces or marked) else 0.0)
    drawn = _ground(page, spot)
    inks = [ink for row in rows for ink in row]
    icons = any(page.symbol_of(ink.role) for ink in inks)
    sign = not icons and cell_len("".join(ink.text for ink in inks)) <= FEW
    if sign and (rows or not pieces) and page.symbol_of(spot.ground):
        drawn += at(50, (top + low) / 2, page.icon(spot.ground, ALONE if low > 90 else LARGE))
    else:
        for n, row in enumerate(rows):
            high = (low - top) / len(rows)
            drawn += "".join(_row(page, row, top + n * high, high, first=n == 0))
    return drawn + "".join(lying(page, pieces, low=bool(rows), away=away))


def _ground(page: SvgPage, spot: Spot) -> str:
    """Return the ground of a tile with its pattern, and a frame in a darker tone of it."""
    look = page.show.looks.get(spot.ground)
    land = LANDS.get(look.tint) if look is not None and not look.strong else None
    ground, _, frame = land or (page.tint(spot.ground) or "#fffaf0", "", "#b9ad92")
    shape, pattern = 'x="-49.5" y="-49.5" width="99" height="99" rx="5"', page.pattern(spot.ground)
    drawn = f'<rect {shape} fill="{ground}"/>'
    drawn += f'<rect {shape} fill="{pattern}"/>' if pattern else ""
    thin = not land or spot.paths
    frame = f'rx="4" fill="none" stroke="{frame}" stroke-width="{1 if thin else 4}"'
    half = 49.5 if thin else 48.0
    return (
        drawn
        + f'<rect class="frame" x="-{half}" y="-{half}" width="{2 * half}" height="{2 * half}" {frame}/>'
    )


def _row(page: SvgPage, row: Sequence[Ink], top: float, high: float, first: bool) -> Iterator[str]:
    """Yield a row of a face: a word, or signs one beside the other, each on its ground."""
    signs = [(letter, ink) for ink in row for letter in ink.text]
    apart = any(ink.on or page.symbol_of(ink.role) for ink in row)
    base = top + high / 2
    if not apart:
        text = "".join(letter for letter, _ in signs)
        size = LARGE if cell_len(text) <= FEW and high > 60 else min(24.0, high * 0.8)
        yield at(50, base + size * 0.36, written(text, size, 88.0, bold=first))
        return
    across = 92.0 / max(1, len(signs))
    for m, (_, ink) in enumerate(signs):
        if ink.on:
            box = f"M{short(-46 + m * across)} {short(top - 50)}h{short(across + 0.3)}v{short(high + 0.3)}"
            yield page.filled(ink.on, f"{box}h{short(-across - 0.3)}z")
    size = min(high * 0.7, across * 0.9, ALONE if len(signs) == 1 else LARGE)
    for m, (letter, ink) in enumerate(signs):
        x = 4 + (m + 0.5) * across
        icon = page.icon(ink.role, size)
        if icon or letter not in " .":
            yield at(x, base, icon) if icon else at(x, base + size * 0.36, written(letter, size, across))
