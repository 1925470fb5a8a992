"""Small charts as SVG that scales with the page; the two rulesets, `a` and `b`, differ in shape as well as in colour.

The base is a circle and a dashed line, the variant a square and a solid line. Colours are in the style sheet.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import attrs

from ...base.html import Html, inside, short, tag
from .number_text import MINUS, NOTHING

WIDTH, HEIGHT = 360.0, 230.0
LEFT, RIGHT, TOP, BOTTOM = 46.0, 12.0, 8.0, 38.0
"""Room for the numbers and words around a chart."""
R = 3.6
SIDE = short(2 * R)


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Return round numbers from `low` to `high`, in steps of 1, 2 or 5 times a power of ten."""
    if not (math.isfinite(low) and math.isfinite(high)) or high <= low:
        return [low]
    rough = (high - low) / about
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * n for n in (1, 2, 5, 10) if power * n >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [n * step for n in range(first, math.floor(high / step + 1e-9) + 1)]


def ticked(values: Sequence[float], *, signed: bool = False) -> list[str]:
    """Write the ticks with as many decimals as their step has."""
    step = abs(values[1] - values[0]) if len(values) > 1 else abs(values[0])
    places = max(0, -math.floor(math.log10(step) + 1e-9)) if step > 0 else 0
    return [_tick(value, places, signed) for value in values]


def _tick(value: float, places: int, signed: bool) -> str:
    if not math.isfinite(value):
        return NOTHING
    text = f"{abs(value):.{places}f}"
    zero = not any(digit in text for digit in "123456789")
    return "0" if zero else (MINUS if value < 0 else "+" if signed else "") + text


def span(values: Iterable[float], *, zero: bool = False) -> tuple[float, float]:
    """Return the range of an axis that shows all of these (and zero), with a little space."""
    known = [value for value in values if math.isfinite(value)] + [0.0] * zero
    low, high = min(known, default=0.0), max(known, default=1.0)
    if zero and low == high:
        return -1.0, 1.0
    air = 0.06 * (high - low) or max(0.5, 0.1 * abs(high))
    return (low if zero and low == 0 else low - air), (high if zero and high == 0 else high + air)


@attrs.define
class Plot:
    """A chart under construction; coordinates are those of the data."""

    title: str
    description: str
    """What it shows, in words."""
    x: tuple[float, float]
    y: tuple[float, float]
    out: list[Html] = attrs.field(factory=list, init=False)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Convert to coordinates of the picture."""
        (x0, x1), (y0, y1) = self.x, self.y
        across = (WIDTH - LEFT - RIGHT) * (x - x0) / (x1 - x0)
        return LEFT + across, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (y - y0) / (y1 - y0)

    def axes(
        self, name: str, *, whole: bool = False, every: float = 0, signed: bool = False, labels: bool = True
    ) -> None:
        """Draw the axes; `name` is written below. `whole`: only whole numbers below; `every`: distance of the numbers
        below; `labels`: numbers at the left."""
        (left, bottom), (right, _) = self.at(self.x[0], self.y[0]), self.at(self.x[1], self.y[0])
        if labels:
            rows = ticks(*self.y)
            heights = {value: self.at(self.x[0], value)[1] for value in rows}
            across = {look: "" for look in ("grid", "zero")}
            for value, y in heights.items():
                across["grid" if value else "zero"] += f"M{short(left)} {short(y)}H{short(right)}"
            self.out += [tag("path", d=d, cls=look) for look, d in across.items() if d]
            texts = [
                tag("text", text, x=left - 6, y=heights[value] + 4)
                for value, text in zip(rows, ticked(rows, signed=signed))
            ]
            self.out.append(tag("g", texts, text_anchor="end"))
        about = round((self.x[1] - self.x[0]) / every) if every else 6
        columns = [value for value in ticks(*self.x, about=about) if not whole or value == round(value)]
        places = [self.at(value, self.y[0])[0] for value in columns]
        marks = "".join(f"M{short(x)} {short(bottom)}v4" for x in places)
        axis = f"{marks}M{short(left)} {short(bottom)}H{short(right)}"
        self.out.append(tag("path", d=axis, cls="axis"))
        texts = [tag("text", text, x=x, y=bottom + 16) for x, text in zip(places, ticked(columns))]
        texts.append(tag("text", name, x=(left + right) / 2, y=HEIGHT - 5, cls="soft"))
        self.out.append(tag("g", texts, text_anchor="middle"))

    def line(self, points: Iterable[tuple[float, float]], cls: str) -> None:
        self.out.append(tag("path", d=self._path(points), cls=cls))

    def _path(self, points: Iterable[tuple[float, float]]) -> str:
        """Write a path in tenths of a pixel with relative steps."""
        tenths = [(round(10 * x), round(10 * y)) for x, y in (self.at(*point) for point in points)]
        if not tenths:
            return ""
        path, way = f"M{short(tenths[0][0] / 10)} {short(tenths[0][1] / 10)}", ""
        for (x0, y0), (x1, y1) in pairwise(tenths):
            x, y = short((x1 - x0) / 10), short((y1 - y0) / 10)
            if x == y == "0":
                continue
            letter, step = ("h", x) if y == "0" else ("v", y) if x == "0" else ("l", f"{x} {y}")
            path += (letter if letter != way else " ") + step
            way = letter
        return path.replace(" -", "-")

    def level(self, y: float, text: str, cls: str) -> None:
        """Draw a horizontal line at this height, with text on it."""
        (left, at), (right, _) = self.at(self.x[0], y), self.at(self.x[1], y)
        self.out.append(tag("line", x1=left, x2=right, y1=at, y2=at, cls=cls))
        self.out.append(tag("text", text, x=right - 2, y=at - 4, text_anchor="end", cls="soft"))

    def rises(self, intervals: Iterable[tuple[float, float, float]], cls: str) -> None:
        """Draw vertical intervals, each (x, low, high)."""
        path = ""
        for x, low, high in intervals:
            (at, y1), (_, y2) = self.at(x, low), self.at(x, high)
            path += f"M{short(at)} {short(y1)}V{short(y2)}"
        if path:
            self.out.append(tag("path", d=path, cls=cls))

    def marks(self, points: Iterable[tuple[float, float]], look: str) -> None:
        """Draw all marks of one ruleset."""
        places = [self.at(*point) for point in points]
        if look == "a":
            self.out += [mark(x, y, look) for x, y in places]
        elif places:
            squares = "".join(f"M{short(x - R)} {short(y - R)}h{SIDE}v{SIDE}h-{SIDE}z" for x, y in places)
            self.out.append(tag("path", d=squares, cls=f"mark {look}"))

    def figure(self, *more: Html) -> Html:
        """Return the figure with its title, followed by `more`."""
        return tag("figure", tag("figcaption", capital(self.title)), self.picture(), more)

    def picture(self, **attributes: object) -> Html:
        """Return the picture alone, with these attributes of the element."""
        return tag(
            "svg",
            tag("title", self.title),
            tag("desc", self.description),
            self.out,
            viewBox=f"0 0 {short(WIDTH)} {short(HEIGHT)}",
            role="img",
            cls="plot",
            **attributes,
        )


def mark(x: float, y: float, look: str) -> Html:
    """Draw a circle for the base, a square for a variant."""
    if look == "a":
        return tag("circle", cx=x, cy=y, r=R, cls="mark a")
    return tag("rect", x=x - R, y=y - R, width=2 * R, height=2 * R, cls=f"mark {look}")


def key(base: str, variant: str) -> Html:
    """Return the legend: the look of each ruleset."""
    return tag("p", _sample("a", f"{base} (base)"), " ", _sample("b", variant), cls="key")


def _sample(look: str, name: str) -> Html:
    line = tag("line", x1=0.0, x2=28.0, y1=7.0, y2=7.0, cls=f"curve {look}")
    picture = tag("svg", line, mark(14, 7, look), width="28", height="14", aria_hidden="true")
    return tag("span", picture, inside(" ", name))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
