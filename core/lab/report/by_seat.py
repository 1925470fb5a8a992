"""Differences by seat and by bot, as small multiples."""

from __future__ import annotations

import math

from ...base.html import Html, inside, row, table, tag
from ..stats.block_table import Interaction, MetricResult
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


def section(findings: Findings) -> Html:
    """Return for each variant the metrics by seat or by bot."""
    room = max(2, CHARTS // max(1, len(findings.arms) - 1))

    def multiples(n: int, arm: Arm) -> Html | None:
        charts = _charts(findings, arm.name)
        kept = [chart for chart in charts[:room] if _asked(findings, chart)]
        drawn = [_chart(findings, *chart, f"p{n}-{k}") for k, chart in enumerate(kept)]
        return inside(tag("div", drawn, cls="multiples"), _left(charts[len(kept) :])) if charts else None

    return by_variant(findings, multiples, text("by_seat"))


def _charts(findings: Findings, variant: str) -> list[tuple[list[MetricResult], Interaction | None, str]]:
    """Return (results by part, their interaction, seat or bot), the most interesting first."""
    whole = {one.metric: one for one in findings.analysis.results if one.variant == variant and not one.part}
    tests: dict[tuple[str, str], Interaction] = {}
    tests |= {(one.metric, one.over): one for one in findings.analysis.interactions if one.variant == variant}
    gathered: dict[tuple[str, str], list[MetricResult]] = {}
    for one in findings.analysis.results:
        over = one.part.partition(" ")[0]
        if one.variant == variant and over in ("seat", "bot"):
            gathered.setdefault((one.metric, over), []).append(one)
    found = [
        ([whole[metric], *members] if metric in whole else members, tests.get((metric, over)), over)
        for (metric, over), members in gathered.items()
        if len(members) > 1
    ]

    def telling(chart: tuple[list[MetricResult], Interaction | None, str]) -> tuple[bool, float]:
        results, test, _ = chart
        p = test.p if test is not None and math.isfinite(test.p) else 1.0
        return (results[0].metric not in findings.spec.primary, p)

    return sorted(found, key=telling)


def _asked(findings: Findings, chart: tuple[list[MetricResult], Interaction | None, str]) -> bool:
    """True if the metric is primary or its difference seems to depend on the part."""
    results, test, _ = chart
    return results[0].metric in findings.spec.primary or (test is not None and test.p < findings.spec.alpha)


def _chart(
    findings: Findings, results: list[MetricResult], test: Interaction | None, over: str, grid: str
) -> Html:
    shown = results[:PARTS]
    metric = metric_of(findings, shown[0].metric)
    scale = Scale.fitting(metric, *shown)
    ends = [end * scale.factor for one in shown for end in (one.low, one.high, one.difference)]
    axis = ruler(ends, grid)
    base, variant = findings.arms[0].name, shown[0].variant
    head = ("", base, variant, inside("Difference", axis.numbers()), "")
    rows = [_row(base, one, scale, axis) for one in shown]
    asked = (
        f"depends on the {over}? {p_is(test.p)}"
        if test is not None and math.isfinite(test.p)
        else f"by {over}"
    )
    caption = inside(tag("b", capital(metric.title), scale.unit_note), ": ", asked)
    return inside(axis.lines(), table(caption, head, rows, cls="parts"))


def _row(base: str, one: MetricResult, scale: Scale, axis: Ruler) -> Html:
    factor = scale.factor
    name = one.part or "overall"
    said = f"{name}: {scale.change(one.difference)} {scale.between(one.low, one.high)}"
    drawn = axis.interval(said, one.difference * factor, one.low * factor, one.high * factor, "b")
    return row(
        name,
        scale.value(one.base_mean),
        scale.value(one.variant_mean),
        drawn,
        difference(scale, one.difference, one.low, one.high),
        cls="" if one.part else "whole",
        labels=(base, one.variant, "", "Difference"),
    )


def _left(charts: list[tuple[list[MetricResult], Interaction | None, str]]) -> Html | None:
    tested = [test.p for _, test, _ in charts if test is not None and math.isfinite(test.p)]
    if not charts:
        return None
    least = f"; the smallest p among them: {p_is(min(tested))}, uncorrected" if tested else ""
    return tag("p", f"{count(len(charts), 'more metric')} by seat or bot in report.json{least}.", cls="note")
