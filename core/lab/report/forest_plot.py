"""All metrics on one scale: each difference with its interval, in standard deviations of block differences."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import get_args

import attrs
import numpy as np

from ...base.html import Html, inside, percent, row, table, tag
from ...meters.metrics import Group
from ..stats.block_table import Effect, MetricResult
from ..study.findings import Arm, Findings
from ..texts import text
from .number_text import NOTHING, Scale, certainty, count, probability
from .page_frame import by_variant, definitions, folded
from .small_chart import capital, ticked, ticks
from .verdicts import SIGNS, apart, metric_of

ROWS = 400
"""Rows over all variants; if there are more metrics, those with the largest p are left out."""
OPEN = 8
"""Most rows of one topic that are open; those with larger p are folded, unless they differ after correction."""
WIDEST = 8.0
"""In standard deviations: beyond this, an arrow is drawn at the edge."""


@attrs.frozen
class Ruler:
    """A horizontal axis whose positions are shares of its width, so that nothing is distorted on narrow screens."""

    low: float
    high: float
    grid: str = ""
    """The id of its lines."""
    factor: float = 1.0
    """What values of intervals are multiplied by."""

    def at(self, value: float) -> float:
        return (value - self.low) / (self.high - self.low)

    def lines(self) -> Html:
        """Draw the vertical lines, once for use in each row."""
        found = [
            tag(
                "line",
                x1=percent(self.at(v)),
                x2=percent(self.at(v)),
                y1="0",
                y2="100%",
                cls="zero" if not v else "grid",
            )
            for v in ticks(self.low, self.high)
        ]
        return definitions(tag("g", found, id=self.grid))

    def numbers(self, *, signed: bool = True) -> Html:
        """Draw the axis numbers for the head of a table."""
        values = ticks(self.low, self.high)
        texts = [
            tag("text", text, x=percent(self.at(v)), y="13", text_anchor=_anchor(self.at(v)))
            for v, text in zip(values, ticked(values, signed=signed))
        ]
        return tag("svg", texts, cls="ruler", aria_hidden="true")

    def interval(
        self,
        title: str,
        middle: float,
        low: float,
        high: float,
        look: str,
        margin: float | None = None,
        inner: tuple[float, float] = (math.nan, math.nan),
    ) -> Html:
        """Draw one row: the margin as a band, the interval, the mark, and arrows if the interval continues outside.

        `inner` is a narrower interval, drawn as a thicker line.
        """
        middle, low, high, least, most = (self.factor * each for each in (middle, low, high, *inner))
        out: list[Html] = []
        if margin is not None and math.isfinite(margin):
            out.append(self.band(-self.factor * margin, self.factor * margin))
        out.append(tag("use", href=f"#{self.grid}"))
        for start, end, cls in ((low, high, None), (least, most, "inner")):
            if math.isfinite(start) and math.isfinite(end) and self.low <= end and start <= self.high:
                left, right = percent(self.held(start)), percent(self.held(end))
                out += [tag("line", x1=left, x2=right, cls=cls)] if left != right else []
        if math.isfinite(low) and low < self.low:
            out.append(tag("use", href="#less"))
        if math.isfinite(high) and high > self.high:
            out.append(tag("use", href="#more", x="100%"))
        if self.low <= middle <= self.high:
            out.append(tag("use", href="#square", x=percent(self.at(middle))))
        return tag("svg", tag("title", title), out, cls=f"range {look}", role="img")

    def held(self, value: float) -> float:
        """Return the place of a value, or the end of the axis beyond which it lies."""
        return min(1.0, max(0.0, self.at(value)))

    def band(self, low: float, high: float) -> Html:
        """Draw an area of the row, such as a margin."""
        start, end = self.held(low), self.held(high)
        return tag("rect", x=percent(start), width=percent(end - start), y="0", height="100%", cls="margin")


def _anchor(at: float) -> str:
    """Return how text is aligned at this share of the width, so that nothing is cut at the ends."""
    return "start" if at < 0.04 else "end" if at > 0.96 else "middle"


def marks() -> Html:
    """Draw what all rows use, once and at half their height: the square for a value and the arrows."""
    return inside(
        tag("rect", id="square", x="-4", y="8", width="8", height="8"),
        tag("path", id="less", d="M1 12L8 7v10z"),
        tag("path", id="more", d="M-1 12L-8 7v10z"),
    )


def difference(scale: Scale, value: float, low: float, high: float) -> Html:
    """Write a difference with its interval."""
    return inside(tag("b", scale.change(value)), " ", tag("i", scale.between(low, high)))


def effects(
    caption: str,
    first: str,
    scale: Scale,
    rows: Sequence[tuple[str, Effect, bool]],
    alpha: float,
    grid: str,
    sign: str = "",
) -> Html:
    """Return a table of effects (name, effect, whether it is pale); p below alpha is marked by the sign."""
    axis = ruler([end for _, one, _ in rows for end in (one.low, one.high)], grid, factor=scale.factor)
    drawn = []
    for name, one, pale in rows:
        found = one.adjusted < alpha
        title = scale.ranged(one.estimate, one.low, one.high)
        look = "b" if found else "open"
        interval = axis.interval(title, one.estimate, one.low, one.high, look)
        drawn.append(
            row(
                name,
                interval if math.isfinite(one.estimate) else "",
                difference(scale, one.estimate, one.low, one.high),
                f"{sign if found else ''}{probability(one.adjusted)}",
                cls="pale" if pale else "",
            )
        )
    head = (first, axis.numbers(), "Effect", "Adjusted p")
    return inside(axis.lines(), table(f"{caption}{scale.step_note}", head, drawn, cls="forest"))


def ruler(ends: Iterable[float], grid: str, *, factor: float = 1.0, widest: float = math.inf) -> Ruler:
    """Return an axis around zero that is wide enough for (nearly) all of these."""
    sizes = sorted(abs(end * factor) for end in ends if math.isfinite(end))
    if not sizes or not sizes[-1]:
        return Ruler(-1.0, 1.0, grid, factor)
    most = sizes[min(len(sizes) - 1, math.ceil(0.9 * len(sizes)))]
    reach = min(sizes[-1], max(1.5 * most, 1e-9), widest)
    return Ruler(-1.08 * reach, 1.08 * reach, grid, factor)


def deviation(findings: Findings, result: MetricResult) -> float:
    """Return the standard deviation of the result's block differences; 0 if nothing varies."""
    if result.effect and result.difference:
        return result.difference / result.effect
    found = apart(findings, result)
    found = found[np.isfinite(found)]
    sd = float(found.std(ddof=1)) if found.size > 1 else 0.0
    return sd if sd > 1e-12 else 0.0


def standard(value: float, sd: float) -> float:
    """Return the value in standard deviations; without a deviation 0 stays 0 and everything else is infinite."""
    if sd:
        return value / sd
    return 0.0 if value == 0 else math.copysign(math.inf, value)


def section(findings: Findings) -> Html:
    """Return one forest plot for each variant."""
    room = max(12, ROWS // max(1, len(findings.arms) - 1))

    def forest(n: int, arm: Arm) -> Html | None:
        whole = findings.analysis.whole(arm.name)
        return _forest(findings, arm.name, whole, room, f"sd{n}") if whole else None

    base, alpha = findings.arms[0].name, findings.spec.alpha
    return by_variant(findings, forest, text("forest", base=base, sure=certainty(alpha), alpha=f"{alpha:g}"))


def _forest(findings: Findings, variant: str, results: Sequence[MetricResult], room: int, grid: str) -> Html:
    same = [one for one in results if _same(one)]
    known = [
        one
        for one in results
        if (math.isfinite(one.difference) or one.family == "primary") and not _same(one)
    ]
    kept = sorted(known, key=lambda one: (one.family != "primary", one.adjusted, one.p))[:room]
    sds = {id(one): deviation(findings, one) for one in kept}
    ends = [standard(end, sds[id(one)]) for one in kept for end in (one.low, one.high)]
    axis = ruler(ends, grid, widest=WIDEST)
    rows: list[Html] = []
    least: list[Html] = []
    for group in get_args(Group):
        members = [one for one in kept if metric_of(findings, one.metric).group == group]
        telling = sum(1 for one in members if one.family == "primary" or one.adjusted < findings.spec.alpha)
        # A single row would take more room folded than open.
        open_ = max(OPEN, telling) if len(members) > OPEN + 1 else len(members)
        name = tag("tr", tag("th", capital(group), colspan="4", scope="rowgroup"), cls="group")
        for some, into in ((members[:open_], rows), (members[open_:], least)):
            into += [name, *(_row(findings, one, sds[id(one)], axis) for one in some)] if some else []
    head = ("Metric", inside("Standard deviations", axis.numbers()), "Difference", "Adjusted p")
    title = f"All metrics, {variant} compared with {findings.arms[0].name}"
    further = "Further metrics without a clear difference"
    more = folded(further, table(further, head, least, cls="forest") if least else None)
    drawn = inside(table(title, head, rows, cls="forest"), more)
    left = len(known) - len(kept)
    notes = [f"{count(left, 'metric')} with larger p left out here; report.json has all."] if left else []
    if same:
        names = "; ".join(metric_of(findings, one.metric).title for one in same)
        notes.append(f"Exactly the same in every block: {names}.")
    if len(results) > len(known) + len(same):
        notes.append(f"{count(len(results) - len(known) - len(same), 'metric')} had no value in these games.")
    return inside(axis.lines(), drawn, tag("p", " ".join(notes), cls="note") if notes else None)


def _same(one: MetricResult) -> bool:
    """True if an exploratory metric is exactly the same in every block."""
    return one.family != "primary" and one.same


def _row(findings: Findings, one: MetricResult, sd: float, axis: Ruler) -> Html:
    scale = Scale.fitting(metric_of(findings, one.metric), one)
    primary = one.family == "primary"
    found = one.adjusted < findings.spec.alpha
    look = "b" if primary else "found" if found else "open"
    margin = one.margin / sd if primary and one.margin is not None and sd else None
    middle, low, high = (standard(end, sd) for end in (one.difference, one.low, one.high))
    between = scale.between(one.low, one.high)
    known = math.isfinite(one.difference)
    mark = SIGNS["differs"] + " " if found else ""
    return row(
        scale.metric.title,
        axis.interval(_sds(middle, low, high), middle, low, high, look, margin) if known else "",
        inside(
            tag("b", scale.moved(one.difference)),
            [" ", tag("i", between)] if between else None,
        )
        if known
        else NOTHING,
        f"{mark}{probability(one.adjusted)}",
        cls="primary" if primary else "pale",
    )


def _sds(*ends: float) -> str:
    values = [
        "beyond" if math.isinf(end) else f"{end:+.2f}" if math.isfinite(end) else NOTHING for end in ends
    ]
    return f"{values[0]} SD, from {values[1]} to {values[2]}"
