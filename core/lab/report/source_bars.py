"""Points by source: the mean of each scoring source, stacked for both rulesets, and in a table."""

from __future__ import annotations

import math
from collections.abc import Sequence

import attrs

from ...base.html import Html, inside, percent, row, table, tag
from ..stats.block_table import MetricResult
from ..study.findings import Arm, Findings
from ..texts import text
from .forest_plot import ROWS, difference
from .number_text import Scale, number, probability
from .page_frame import by_variant
from .verdicts import metric_of

LOOKS = 8
"""Number of different colours for sources; further sources reuse them and are distinguished by their numbers."""
TELLS = 0.035
"""A segment narrower than this share of the width is drawn without its number."""


def section(findings: Findings) -> Html:
    """Return the bars and the table of each variant."""
    room = max(4, ROWS // max(1, len(findings.arms) - 1))

    def bars(_: int, arm: Arm) -> Html | None:
        found = [
            one
            for one in findings.analysis.whole(arm.name)
            if metric_of(findings, one.metric).group == "sources"
            and math.isfinite(one.difference)
            and (one.base_mean or one.variant_mean)
        ]
        found.sort(key=lambda one: -max(abs(one.base_mean), abs(one.variant_mean)))
        if not found:
            return None
        return inside(_bars(findings, arm.name, found), _table(findings, arm.name, found[:room]))

    return by_variant(findings, bars, text("sources"))


@attrs.frozen
class Segment:
    """A source's piece of a bar, from `start` to `end` in points; losses lie left of zero."""

    number: int
    title: str
    start: float
    end: float


def stack(values: Sequence[tuple[str, float]]) -> list[Segment]:
    """Stack gains to the right of zero and losses to the left, in the order given."""
    right = left = 0.0
    found = []
    for n, (title, value) in enumerate(values, 1):
        if value >= 0:
            found.append(Segment(n, title, right, right + value))
            right += value
        else:
            found.append(Segment(n, title, left + value, left))
            left += value
    return found


def _bars(findings: Findings, variant: str, found: Sequence[MetricResult]) -> Html:
    base = findings.arms[0].name
    titles = [metric_of(findings, one.metric).title for one in found]
    bars = [
        (base, stack([*zip(titles, (one.base_mean for one in found))])),
        (variant, stack([*zip(titles, (one.variant_mean for one in found))])),
    ]
    low = min(0.0, *(piece.start for _, bar in bars for piece in bar))
    high = max(piece.end for _, bar in bars for piece in bar)
    wide = (high - low) or 1.0
    drawn = [_bar(name, bar, low, wide) for name, bar in bars]
    caption = f"Points by source, {base} above {variant}; the numbers refer to the table"
    caption += ", losses are left of the line" if low < 0 else ""
    return tag("figure", tag("figcaption", caption), drawn, cls="stacks")


def _bar(name: str, bar: Sequence[Segment], low: float, wide: float) -> Html:
    out: list[Html] = []
    total = sum(piece.end - piece.start if piece.start >= 0 else piece.start - piece.end for piece in bar)
    for piece in bar:
        x, width = (piece.start - low) / wide, (piece.end - piece.start) / wide
        if width <= 0:
            continue
        said = f"{piece.title}: {number((piece.end - piece.start) * (1 if piece.start >= 0 else -1), 1)}"
        look = f"source s{(piece.number - 1) % LOOKS}"
        drawn = tag("rect", x=percent(x), width=percent(width), y="0", height="100%", cls=look)
        out.append(tag("g", tag("title", said), drawn))
        if width >= TELLS:
            middle = percent(x + width / 2)
            out.append(tag("text", str(piece.number), x=middle, y="20", text_anchor="middle", cls=look))
    if low < 0:
        zero = percent(-low / wide)
        out.append(tag("line", x1=zero, x2=zero, y1="0", y2="100%", cls="nought"))
    picture = tag("svg", tag("title", f"{name}: {number(total, 1)} points"), out, cls="stack", role="img")
    return tag("div", tag("p", tag("b", name), f" {number(total, 1)}", cls="name"), picture, cls="bar")


def _table(findings: Findings, variant: str, found: Sequence[MetricResult]) -> Html:
    rows = []
    for n, one in enumerate(found):
        scale = Scale.fitting(metric_of(findings, one.metric), one)
        name = inside(tag("span", str(n + 1), cls=f"swatch s{n % LOOKS}"), " ", scale.metric.title)
        rows.append(
            row(
                name,
                scale.value(one.base_mean),
                scale.value(one.variant_mean),
                difference(scale, one.difference, one.low, one.high),
                probability(one.adjusted),
            )
        )
    head = ("Source", findings.arms[0].name, variant, "Difference", "Adjusted p")
    return table(
        f"Points by source, {variant} compared with {findings.arms[0].name}", head, rows, cls="numbers"
    )
