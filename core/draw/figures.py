"""Figures: pieces as what they are or in their shape, in the colour of a player and with the player's letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..base.html import short
from ..base.sanitize import markup
from .cells import cell_len
from .colours import dashes, readable
from .model import Piece
from .plates import HALO, number
from .shapes import SHAPES
from .svg_page import DARK, SvgPage, moved

FEW = 3
"""Most letters that are a sign, not a word."""
LARGE, LOW, HIGHEST = 44.0, 34.0, 62.0
"""Size of a piece that has a tile for itself, height of what lies below a face, and of that at most."""


def lying(page: SvgPage, pieces: Sequence[Piece], low: bool = False, away: float = 0.0) -> Iterator[str]:
    """Yield pieces in lines, as large as fits, in the middle of a tile or `low` on it; equal ones with a number."""
    kinds, across, lines, size = _arranged(pieces, low, away)
    room, y = 92.0 - away, 98.0 - low_part(pieces, away) / 2 if low else 50.0
    step = min(size + 2, (room + 4 - size) / max(1, across - 1))
    for n, (piece, count) in enumerate(kinds.items()):
        here = min(across, len(kinds) - n // across * across)
        x = 4 + room / 2 + (n % across - (here - 1) / 2) * step
        there = y + (n // across - (lines - 1) / 2) * size
        yield moved(figure(page, piece, size - 2), x - 50, there - 50)
        if count > 1:
            yield moved(number(str(count), 13, more=HALO), x + size * 0.36 - 50, there + size * 0.42 - 50)


def low_part(pieces: Sequence[Piece], away: float = 0.0) -> float:
    """Return the height of the lower part of a tile that pieces fill: a line, or two if there are many."""
    _, _, lines, size = _arranged(pieces, True, away)
    return max(LOW, lines * size)


def _arranged(pieces: Sequence[Piece], low: bool, away: float) -> tuple[Counter[Piece], int, int, float]:
    """Return how many there are of each kind, how many kinds a line has, the lines, two at most if `low`, a size."""
    kinds = Counter({piece: 0 for piece in pieces})
    for piece in pieces:
        kinds[piece] += piece.count
    room = 92.0 - away
    across = max(1, min(len(kinds), int(room / 26)), -(-len(kinds) // 2) if low else 0)
    lines = max(1, -(-len(kinds) // across))
    size, high = (LOW, HIGHEST) if low else (LARGE, 92.0)
    return kinds, across, lines, min(size, room / across, high / lines)


def figure(page: SvgPage, piece: Piece, size: float) -> str:
    """Return a piece around 0,0: what it is, or its shape, in the colour of its role; a player's with the letter."""
    colour = page.tint(piece.role) or "#ffffff"
    owned = piece.role.startswith("seat ")
    if drawn := page.icon(piece.symbol, size, colour):
        return drawn + (number(piece.text[:1], size * 0.42, 0.71, "#ffffff", cls="who") if owned else "")
    low, ink = size * (0.08 if piece.shape in ("castle", "church", "pawn") else 0), readable(colour)
    body = page.filled(piece.role, SHAPES.get(piece.shape, SHAPES["disc"]), f' stroke="{DARK}"')
    cls = "who" * (len(piece.text) < FEW)  # pages let it grow, rather than leave it out
    sign = written(piece.text, size * 0.42, size * 0.86, ink, cls)
    drawn = moved(body, 0, 0, size / 38) + moved(sign, 0, low + size * 0.13)
    if owned and size > 30:
        line = f'stroke="{ink}" stroke-width="1.8" stroke-linecap="round" '
        line += f'stroke-dasharray="{dashes(int(piece.role[5:])) or "none"}"'
        drawn += moved(f'<path d="M-7 0H7" {line}/>', 0, low + size * 0.24)
    return drawn


def written(text: str, size: float, room: float, fill: str = DARK, cls: str = "", bold: bool = True) -> str:
    """Return a text with the middle of its baseline at 0,0, smaller if there is no room for it."""
    fits = room / max(1, cell_len(text)) * 1.6
    cls = cls if fits > size else cls.removeprefix("who").strip()  # pages would let it grow
    size = min(size, fits)
    named = f' class="{cls}"' if cls else ""
    weight = ' font-weight="bold"' if bold else ""
    return f'<text{named} font-size="{short(size)}" text-anchor="middle" fill="{fill}"{weight}>{markup(text)}</text>'
