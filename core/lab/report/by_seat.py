"""Differences by seat and by bot, as small multiples."""

from __future__ import annotations

import math
from typing import Literal

import attrs

from ...base.html import Html, inside, row, table, tag
from ..stats.analysis import OVER
from ..stats.block_table import MetricResult
from ..study.findings import Arm, Findings
from ..texts import text
from .forest_plot import Ruler, difference, ruler
from .number_text import Scale, count, p_is
from .page_frame import by_variant
from .small_chart import capital
from .verdicts import metric_of

CHARTS = 16
"""Most charts over all variants; primary metrics first, then those whose difference seems to depend on the part."""
PARTS = 40
"""Most parts of one metric."""


@attrs.frozen
class PartChart:
    """One metric of a variant by seat or by bot."""

    over: str
    results: list[MetricResult]
    """That of the whole metric first."""
    p: float
    """Of the test whether the difference depends on the part; NaN if there is none."""

    def primary(self, findings: Findings) -> bool:
        return self.results[0].metric in findings.spec.primary


def section(findings: Findings) -> Html:
    """Return for each variant the metrics by seat or by bot."""
    room = max(2, CHARTS // max(1, len(findings.arms) - 1))

    def multiples(n: int, arm: Arm) -> Html | None:
        charts = _charts(findings, arm.name)
        # Others than primary ones are asked for only if the difference seems to depend on the part.
        kept = [one for one in charts[:room] if one.primary(findings) or one.p < findings.spec.alpha]
        drawn = [_chart(findings, chart, f"p{n}-{k}") for k, chart in enumerate(kept)]
        return inside(tag("div", drawn, cls="multiples"), _left(charts[len(kept) :])) if charts else None

    return by_variant(findings, multiples, text("by_seat"))


def _charts(findings: Findings, variant: str) -> list[PartChart]:
    """Return the charts of a variant, the most interesting first."""
    whole = {one.metric: [one] for one in findings.analysis.whole(variant)}
    tests = {
        (one.metric, one.over): one.p for one in findings.analysis.interactions if one.variant == variant
    }
    gathered: dict[tuple[str, Literal["seat", "bot"]], list[MetricResult]] = {}
    for one in findings.analysis.results:
        for over in OVER:
            if one.variant == variant and one.part.startswith(f"{over} "):
                gathered.setdefault((one.metric, over), []).append(one)
    found = [
        PartChart(over, [*whole.get(metric, ()), *members], tests.get((metric, over), math.nan))
        for (metric, over), members in gathered.items()
        if len(members) > 1
    ]
    return sorted(found, key=lambda one: (not one.primary(findings), one.p if math.isfinite(one.p) else 1.0))


def _chart(findings: Findings, chart: PartChart, grid: str) -> Html:
    shown = chart.results[:PARTS]
    metric = metric_of(findings, shown[0].metric)
    scale = Scale.fitting(metric, *shown)
    ends = [end for one in shown for end in (one.low, one.high, one.difference)]
    axis = ruler(ends, grid, factor=scale.factor)
    base, variant = findings.arms[0].name, shown[0].variant
    head = ("", base, variant, inside("Difference", axis.numbers()), "")
    rows = [_row(base, one, scale, axis) for one in shown]
    over, p = chart.over, chart.p
    asked = f"depends on the {over}? {p_is(p)}" if math.isfinite(p) else f"by {over}"
    caption = inside(tag("b", capital(metric.title), scale.unit_note), ": ", asked)
    return inside(axis.lines(), table(caption, head, rows, cls="parts"))


def _row(base: str, one: MetricResult, scale: Scale, axis: Ruler) -> Html:
    name = one.part or "overall"
    said = f"{name}: {scale.ranged(one.difference, one.low, one.high)}"
    drawn = axis.interval(said, one.difference, one.low, one.high, "b")
    return row(
        name,
        scale.value(one.base_mean),
        scale.value(one.variant_mean),
        drawn,
        difference(scale, one.difference, one.low, one.high),
        cls="" if one.part else "whole",
        labels=(base, one.variant, "", "Difference"),
    )


def _left(charts: list[PartChart]) -> Html | None:
    if not charts:
        return None
    tested = [one.p for one in charts if math.isfinite(one.p)]
    least = f"; the smallest p among them: {p_is(min(tested))}, uncorrected" if tested else ""
    return tag("p", f"{count(len(charts), 'more metric')} by seat or bot in report.json{least}.", cls="note")
