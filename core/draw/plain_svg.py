"""A square tile that says no more than its letters: large type, symbols where roles have them, and pieces below.

All is drawn on a tile of 100 by 100. Letters on grounds of their own become fields of land; equal pieces are one with a
number beside it; a letter grows, rather than the tile, where a page shows it small (data/web/parts.css).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..base.sanitize import markup
from .cells import cell_len
from .colours import dashes, readable
from .model import Ink, Piece, Spot
from .plates import HALO, number
from .shapes import SHAPES
from .svg_page import DARK, SvgPage, short
from .symbols import SYMBOLS, use
from .tile_svg import LANDS, at

ALONE, LARGE, LOW = 62.0, 44.0, 34.0
"""Size of a symbol and of a letter that has a tile for itself, and height of what lies below a face."""
FEW = 3
"""Most letters that are a sign, not a word."""


def plain(page: SvgPage, spot: Spot, marked: bool = False) -> str:
    """Return the spot around 0,0; pieces leave the lower right corner to a mark."""
    top = 4.0
    pieces = [piece for piece in spot.pieces if not piece.port]
    rows = [row for row in spot.face if any(ink.text.strip(" .") or ink.on for ink in row)]
    low = 96.0 - (LOW if rows and (pieces or marked) else 0.0)
    drawn = _ground(page, spot)
    printed = _icon(page, spot.ground, ALONE if low > 90 else LARGE)
    inks = [ink for row in rows for ink in row]
    sign = cell_len("".join(ink.text for ink in inks)) <= FEW and not any(page.icon(ink.role) for ink in inks)
    if printed and sign and (rows or not pieces):
        drawn += at(50, (top + low) / 2, printed)
    else:
        for n, row in enumerate(rows):
            high = (low - top) / len(rows)
            drawn += "".join(_row(page, row, top + n * high, high, first=n == 0))
    middle = 98.0 - LOW / 2 if rows else (top + low) / 2
    return drawn + "".join(lying(page, pieces, middle, LOW if rows else LARGE, 26.0 * marked))


def lying(page: SvgPage, pieces: Sequence[Piece], y: float, size: float, away: float = 0.0) -> Iterator[str]:
    """Yield pieces in lines around this height of a tile, as large as fits; equal ones are one with its number."""
    kinds = Counter({piece: 0 for piece in pieces})
    for piece in pieces:
        kinds[piece] += piece.count
    room = 92.0 - away
    across = max(1, min(len(kinds), int(room / 26)))
    lines = max(1, -(-len(kinds) // across))
    size = min(size, room / across, 92.0 / lines)
    for n, (piece, count) in enumerate(kinds.items()):
        here = min(across, len(kinds) - n // across * across)
        x = 4 + room / 2 + (n % across - (here - 1) / 2) * (size + 2)
        there = y + (n // across - (lines - 1) / 2) * size
        yield at(x, there, figure(page, piece, size - 2))
        if count > 1:
            yield at(x + size * 0.36, there + size * 0.42, number(str(count), 13, more=HALO))


def figure(page: SvgPage, piece: Piece, size: float) -> str:
    """Return a piece around 0,0: what it is, or its shape, in the colour of its role; a player's with the letter."""
    colour = page.tint(piece.role) or "#ffffff"
    look, owned = page.show.looks.get(piece.symbol), piece.role.startswith("seat ")
    if look is not None and look.icon in SYMBOLS:
        page.define(look.icon)
        letter = number(piece.text[:1], size * 0.42, 0.71, "#ffffff", cls="who") if owned else ""
        return use(look.icon, size, colour) + letter
    low, ink = size * (0.08 if piece.shape in ("castle", "church", "pawn") else 0), readable(colour)
    body = page.filled(piece.role, SHAPES.get(piece.shape, SHAPES["disc"]), f' stroke="{DARK}"')
    cls = "who" * (owned and len(piece.text) < FEW)
    sign = written(piece.text, size * 0.42, size * 0.86, ink, cls)
    drawn = f'<g transform="scale({size / 38:.2f})">{body}</g>{at(50, 50 + low + size * 0.13, sign)}'
    if owned and size > 30:
        line = f'stroke="{ink}" stroke-width="1.8" stroke-linecap="round" '
        line += f'stroke-dasharray="{dashes(int(piece.role[5:])) or "none"}"'
        drawn += at(50, 50 + low + size * 0.24, f'<path d="M-7 0H7" {line}/>')
    return drawn


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
    apart = any(ink.on or page.icon(ink.role) for ink in row)
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
        icon = _icon(page, ink.role, size)
        if icon or letter not in " .":
            yield at(x, base, icon) if icon else at(x, base + size * 0.36, written(letter, size, across))


def _icon(page: SvgPage, role: str, size: float) -> str:
    """Return the symbol or outline of a role in this size; "" if it has none."""
    drawn = page.icon(role)
    return f'<g transform="scale({size / 24:.2f})">{drawn}</g>' if drawn else ""


def written(text: str, size: float, room: float, fill: str = DARK, cls: str = "", bold: bool = True) -> str:
    """Return a text with the middle of its baseline at 0,0, smaller if there is no room for it."""
    fits = room / max(1, cell_len(text)) * 1.6
    cls = cls if fits > size else cls.removeprefix("who").strip()  # pages would let it grow
    size = min(size, fits)
    named = f' class="{cls}"' if cls else ""
    weight = ' font-weight="bold"' if bold else ""
    return f'<text{named} font-size="{short(size)}" text-anchor="middle" fill="{fill}"{weight}>{markup(text)}</text>'
