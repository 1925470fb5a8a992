"""Bots by what they cost and how strong they are, as a chart in SVG that stands alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, isfinite, log10

import attrs

from tilewright.core.base.html import Html, short, tag
from tilewright.core.draw.cells import cell_len
from tilewright.core.draw.svg_page import FONT
from tilewright.core.draw.text_charts import ticks_of
from tilewright.core.simulation.rating import between

WIDE, HIGH = 640.0, 420.0
LEFT, RIGHT, TOP, BOTTOM = 58.0, 18.0, 34.0, 44.0
LETTER, LINE = 6.4, 13.0
"""Width of a letter in a name, and height of a line."""
DOT = 4.0
INK, PALE, BLUE = "#1a1a1a", "#d8d8d8", "#0072b2"

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@attrs.frozen
class Dot:
    """One bot: its cost above 0, its rating, and the ends of the rating's interval, infinite where it has none."""

    name: str
    cost: float
    rating: float
    low: float
    high: float


def scatter_svg(title: str, dots: Sequence[Dot], *, across: str, up: str) -> Html:
    """Return the chart. `across` names the costs, on a logarithmic scale, and `up` the ratings."""
    first = floor(log10(min(dot.cost for dot in dots)))
    last = max(first + 1, ceil(log10(max(dot.cost for dot in dots))))
    known = [end for dot in dots for end in (dot.low, dot.rating, dot.high) if isfinite(end)]
    ticks = ticks_of(floor(min(known)), ceil(max(known)), 14)

    def x_of(cost: float) -> float:
        return LEFT + 12 + (WIDE - RIGHT - LEFT - 24) * (log10(cost) - first) / (last - first)

    def y_of(rating: float) -> float:
        return HIGH - BOTTOM - (HIGH - BOTTOM - TOP) * (rating - ticks[0]) / (ticks[-1] - ticks[0])

    drawn = [tag("rect", width=WIDE, height=HIGH, fill="#ffffff"), _text(LEFT, 18, title, bold=True)]
    for tick in ticks:
        drawn.append(_path(f"M{short(LEFT)} {short(y_of(tick))}H{short(WIDE - RIGHT)}", PALE))
        drawn.append(_text(LEFT - 6, y_of(tick) + 4, str(tick), anchor="end"))
    for power in range(first, last + 1):
        x = x_of(10.0**power)
        drawn.append(_path(f"M{short(x)} {short(TOP)}V{short(HIGH - BOTTOM)}", PALE))
        drawn.append(_text(x, HIGH - BOTTOM + 16, f"{10.0**power:g}", anchor="middle"))
    drawn.append(_text((LEFT + WIDE - RIGHT) / 2, HIGH - 8, across, anchor="middle"))
    drawn.append(
        tag("g", _text(0, 0, up, anchor="middle"), transform=f"translate(14 {short(HIGH / 2)}) rotate(-90)")
    )
    places = [(x_of(dot.cost), y_of(dot.rating)) for dot in dots]
    for dot, (x, y) in zip(dots, places, strict=True):
        # A bar without an end runs to the edge of the chart, and has no stroke across it there.
        low, high = (short(y_of(min(max(end, ticks[0]), ticks[-1]))) for end in (dot.low, dot.high))
        ends = "".join(
            f"M{short(x - 4)} {at}h8" for at, end in ((low, dot.low), (high, dot.high)) if isfinite(end)
        )
        drawn.append(_path(f"M{short(x)} {low}V{high}{ends}", BLUE))
        drawn.append(tag("circle", cx=x, cy=y, r=DOT, fill=BLUE, stroke=INK, stroke_width="0.7"))
    for dot, (x, y) in zip(dots, _labels(dots, places), strict=True):
        drawn.append(_text(x, y, dot.name))
    said = "; ".join(
        f"{dot.name}: {dot.rating:.0f} ({between(dot.low, dot.high)}), {dot.cost:.3g}" for dot in dots
    )
    return tag(
        "svg",
        tag("title", title),
        tag("desc", f"{up} and {across}: {said}"),
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {short(WIDE)} {short(HIGH)}",
        role="img",
        font_family=FONT,
        font_size="12",
        fill=INK,
    )


def _labels(dots: Sequence[Dot], places: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return where each name begins: beside its point where there is room, or else a little above or below."""
    taken: list[Box] = [(x - DOT, y - DOT, x + DOT, y + DOT) for x, y in places]
    found = []
    for dot, (x, y) in zip(dots, places, strict=True):
        wide = LETTER * cell_len(dot.name)
        tried = [at for at in _around(x, y, wide) if at[0] > LEFT and at[0] + wide < WIDE]
        free = (at for at in tried if not any(_meet(_box(at, wide), box) for box in taken))
        chosen = next(free, tried[0] if tried else (LEFT, y))
        taken.append(_box(chosen, wide))
        found.append(chosen)
    return found


def _around(x: float, y: float, wide: float) -> Iterator[tuple[float, float]]:
    """Give places for a name, the best first."""
    for n in range(8):
        for down in (n * LINE, -n * LINE) if n else (0.0,):
            yield x + DOT + 5, y + 4 + down
            yield x - DOT - 5 - wide, y + 4 + down


def _box(at: tuple[float, float], wide: float) -> Box:
    return at[0], at[1] - LINE + 3, at[0] + wide, at[1] + 2


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _path(d: str, stroke: str) -> Html:
    return tag("path", d=d, stroke=stroke, fill="none", stroke_width="1.2")


def _text(x: float, y: float, text: str, *, anchor: str | None = None, bold: bool = False) -> Html:
    return tag("text", text, x=x, y=y, text_anchor=anchor, font_weight="bold" if bold else None)
