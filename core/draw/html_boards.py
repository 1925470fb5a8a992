"""Single boards as inline SVG for a page: every spot can be found, pointed at, read aloud and lit up.

A spot is a `<g class="spot">` with its place in `data-at` and its middle in `data-x` and `data-y`. Classes say how it
is (`lit` can be chosen, `blank` is only ground, `changed` looks different from before); data/web/parts.css says how
that looks, through the `ring` around every cell.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import TypeAlias

import attrs

from ..base.html import Html, inside, short, tag
from .colours import SEATS
from .hex_svg import RADIUS
from .model import At, Diagram, Show, Spot, Where
from .shapes import PATTERNS, Point, centres, pattern
from .show_sentences import spot_said
from .svg_board import PER_LINE, SIDE, SvgBoard
from .svg_page import FONT, SvgPage
from .symbols import SYMBOLS

PAD, EDGE = 8.0, 3.0
"""Room around a board, and around a picture."""
LINK = 8.0
"""Room for the sign that leads from the end of a line of a chain to the next."""
LESS = 0.8
"""Scale of a small board, whose letters can still be read."""
RING, WITHIN = 1.05, 0.92
"""Size of the ring around a cell; on hexes, which touch, it lies within the edge, around what is printed."""
ROUND = 0.08
"""Part of a side that its round corners take."""
NOTHING: Set[Where] = frozenset()
Kept: TypeAlias = "tuple[str, int, Spot, Point, object]"
"""A spot on a board of this grid and number, with its middle here and what it takes from its neighbours."""


def definitions() -> Html:
    """Return what boards and ghosts refer to. A page has it once, outside of everything that is hidden or replaced."""
    drawn = [Html(pattern(name, dark)) for name in PATTERNS for dark in (True, False)]
    drawn += map(Html, SYMBOLS.values())
    return tag("svg", tag("defs", drawn), cls="definitions", width=0, height=0, aria_hidden="true")


def board_svg(
    show: Show,
    n: int,
    *,
    lit: Set[Where] = NOTHING,
    changed: Set[Where] = NOTHING,
    across: int = PER_LINE,
    kept: dict[Kept, Html] | None = None,
) -> Html:
    """Return board number `n`. A chain has `across` spots in a line.

    `kept` remembers how spots were drawn that are neither lit nor changed, for further shows of this match.
    """
    drawing = SvgBoard(SvgPage(show), show.boards[n], across, page_forms=True)
    middles = drawing.middles(PAD, PAD)
    board = drawing.board
    numbers = drawing.numbers(middles, PAD, PAD)

    def one(spot: Spot) -> Html:
        where, middle = (n, spot.at), middles[spot.at]
        if kept is None or where in lit or where in changed:
            return _spot(drawing, n, spot, middle, where in lit, where in changed)
        beside = drawing.hexes.near(spot) if drawing.hexes else drawing.tiles
        key = board.grid, n, spot, middle, beside
        if key not in kept:
            kept[key] = _spot(drawing, n, spot, middle, False, False)
        return kept[key]

    way, spots, over = drawing.layers(middles, one, {at for number, at in lit if number == n})
    right, low = drawing.corner(middles) if middles else (PAD, PAD)
    wide, high = right + PAD + LINK * (board.grid == "chain" and not board.cycle), low + PAD
    ring, half = drawing.ring(middles), SIDE / 2 + 8
    free = ring and (ring[0] + half, ring[1] + half, ring[2] - 2 * half, ring[3] - 2 * half)
    scale = LESS if board.small else 1.0
    return tag(
        "svg",
        tag("g", way, pointer_events="none", aria_hidden="true") if way else None,
        spots,
        tag("g", numbers, cls="numbers", aria_hidden="true") if numbers else None,
        tag("g", over, cls="links", pointer_events="none", aria_hidden="true"),
        tag("g", cls="over"),
        cls=f"board-svg {board.grid}{' small brief' * board.small}{_of(board.seat)}"
        + (drawing.hexes.named if drawing.hexes else ""),
        viewBox=f"0 0 {short(wide)} {short(high)}",
        width=scale * wide,
        height=scale * high,
        data_board=n,
        data_free=" ".join(map(short, free)) if free else None,
        role="group",
        aria_label=board.title or show.title,
        font_family=FONT,
    )


def spot_svg(
    show: Show, n: int, spot: Spot, *others: Spot, vacated: Sequence[Spot] = (), across: int = PER_LINE
) -> Html:
    """Return how a spot would look, in its place on `board_svg(show, n)`; its `piece` and `ring` are around 0,0.

    A tile of several cells has `others` around that one; spots that are `vacated` are drawn without a ring.
    """
    drawing = SvgBoard(SvgPage(show), show.boards[n], across, page_forms=True)
    middles = drawing.middles(PAD, PAD)
    if spot.at not in middles:
        raise ValueError(f"board {n} has no place {spot.at[0]},{spot.at[1]}")
    x, y = middles[spot.at]
    lies = centres(attrs.evolve(show.boards[n], spots=[spot, *others]), RADIUS, SIDE, across)
    away = [(lies[one.at][0] - lies[spot.at][0], lies[one.at][1] - lies[spot.at][1]) for one in others]
    cells = zip((spot, *others), ((0.0, 0.0), *away), strict=True)
    piece = tag("g", [drawing.drawn(one, dx, dy) for one, (dx, dy) in cells], cls="piece")
    left = [drawing.drawn(one, middles[one.at][0] - x, middles[one.at][1] - y) for one in vacated]
    return tag(
        "g",
        tag(
            "g",
            tag("g", left) if left else None,
            piece,
            _ring(drawing),
            [tag("g", _ring(drawing), transform=f"translate({short(dx)} {short(dy)})") for dx, dy in away],
            transform=f"translate({short(x)} {short(y)})",
        ),
        cls="ghost",
        **_place(n, spot.at, (x, y)),
        pointer_events="none",
        aria_hidden="true",
    )


def picture(show: Show, board: Diagram) -> Html:
    """A few spots as a small picture, in which nothing can be pointed at."""
    drawing = SvgBoard(SvgPage(show), board, page_forms=True)
    middles = drawing.middles(EDGE, EDGE)
    right, low = drawing.corner(middles)
    box = f"0 0 {short(right + EDGE)} {short(low + EDGE)}"
    layers = drawing.layers(middles, lambda spot: drawing.drawn(spot, *middles[spot.at]))
    return tag("svg", layers, cls="picture", viewBox=box, aria_hidden="true", font_family=FONT)


def _spot(drawing: SvgBoard, n: int, spot: Spot, middle: Point, lit: bool, changed: bool) -> Html:
    said = spot_said(spot)
    off = spot.picture is not None and bool(spot.picture.lacks)
    drawn = drawing.drawn(spot, 0.0, 0.0, hollow=lit)  # what lies there is the same text wherever it lies
    silent = spot.blank and not lit
    x, y = middle
    ring = _ring(drawing, inner=spot.blank, silent=silent and not changed)
    below = (
        (spot.blank and not (spot.ground or drawing.hexes))
        or drawing.board.in_line
        or any(p.port for p in spot.pieces)
    )
    return tag(
        "g",
        tag("title", said),
        tag(
            "g",
            [ring, drawn] if below else [drawn, ring],
            transform=f"translate({short(x)} {short(y)})",
        ),
        cls="spot" + " lit" * lit + " blank" * spot.blank + " changed" * changed + " off" * off,
        **_place(n, spot.at, middle),
        pointer_events="all",
        role=None if silent else "button" if lit else "img",
        tabindex="-1" if lit else None,
        aria_label=None if silent else said,
        aria_hidden="true" if silent else None,
    )


def _of(seat: int | None) -> str:
    """Return the class of a player's colours and lines."""
    return f" seat-{seat % len(SEATS)}" if seat is not None else ""


def _place(n: int, at: At, middle: Point) -> dict[str, object]:
    """Return the attributes that say where something is."""
    return {"data_board": n, "data_at": f"{at[0]},{at[1]}", "data_x": middle[0], "data_y": middle[1]}


def _ring(drawing: SvgBoard, inner: bool = False, silent: bool = False) -> Html:
    """Return the line that style sheets show around a cell, and on hexes the halo below it, with round corners.

    An `inner` one lies within the cell, where nothing does, so that it covers nothing of its neighbours. A `silent`
    cell, at which nothing happens, needs no halo.
    """
    size = WITHIN if drawing.hexes or inner else RING
    corners, line = [(size * x, size * y) for x, y in drawing.around], ""
    for n, (x, y) in enumerate(corners):
        (ax, ay), (bx, by) = corners[n - 1], corners[(n + 1) % len(corners)]
        first = (x + (ax - x) * ROUND, y + (ay - y) * ROUND)
        then = (x + (bx - x) * ROUND, y + (by - y) * ROUND)
        line += ("L" if n else "M") + " ".join(map(short, first)) + "Q" + " ".join(map(short, (x, y, *then)))
    sides = 4 * len(corners)  # dashes are in quarters of a side, so that corners can be drawn alone
    return inside(
        [
            tag("path", cls=named, d=line + "Z", pathLength=sides, fill="none", pointer_events="none")
            for named in (("halo", "ring") if drawing.hexes and not silent else ("ring",))
        ]
    )
