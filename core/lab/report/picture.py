"""The picture of the answer: variants by primary metrics, each with direction, size and certainty of its difference."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import attrs

from ...base.html import Html, inside, row, table, tag
from ..stats.block_table import MetricResult
from ..study.findings import Findings
from ..texts import text
from . import overview
from .answer import bounds, takes
from .forest_plot import Ruler, ruler
from .number_text import Scale, certainty
from .page_frame import folded
from .small_chart import capital
from .verdicts import metric_of, primaries, word

ROWS = 12
"""Most rows that are open at once; further ones are folded."""
COLUMNS = 4
"""Most metrics that stand side by side."""
LOOKS = {"differs": "b", "equivalent": "same", "the same": "same", "not resolved": "open"}
"""The look of a result's mark by its verdict."""


def picture(findings: Findings) -> Html | None:
    """Return the differences of all variants: metrics side by side, or one below the other if they are too many."""
    variants = [found for found in ordered(findings) if found]
    if not variants:
        return None
    columns = [
        AnswerColumn.of(findings, [found[n] for found in variants], f"o{n}") for n in range(len(variants[0]))
    ]
    if len(variants) > 1 and 1 < len(columns) <= COLUMNS:
        drawn = [_matrix(findings, columns, slice(n, n + ROWS)) for n in range(0, len(variants), ROWS)]
        more = f"Also: {', '.join(found[0].variant for found in variants[ROWS:])}"
    else:
        drawn = [_single(findings, column, n == 0) for n, column in enumerate(columns)]
        more = f"Also: {', '.join(column.scale.metric.title for column in columns[1:])}"
    open_ = max(1, ROWS // len(variants)) if len(drawn) == len(columns) else 1
    lines = [column.axis.lines() for column in columns]
    key = tag("p", _key(findings, [one for found in variants for one in found]), cls="note")
    return tag("div", lines, drawn[:open_], folded(more, drawn[open_:]), key, cls="picture")


def ordered(findings: Findings) -> list[list[MetricResult]]:
    """Return the primary results of each variant; of many variants those with the largest effects come first."""
    if overview.wanted(findings):
        return overview.ranked(findings)
    return [primaries(findings, arm.name) for arm in findings.arms[1:]]


@attrs.frozen
class AnswerColumn:
    """One primary metric under all variants, on one axis."""

    results: Sequence[MetricResult]
    scale: Scale
    axis: Ruler

    @classmethod
    def of(cls, findings: Findings, results: Sequence[MetricResult], grid: str) -> AnswerColumn:
        scale = Scale.fitting(metric_of(findings, results[0].metric), *results)
        margins = [one.margin for one in results if one.margin is not None]
        ends = [end for one in results for end in (one.low, one.high, one.difference)]
        reach = [*ends, *(1.2 * margin for margin in margins)]
        return cls(results, scale, ruler(reach, grid, factor=scale.factor))

    def caption(self, findings: Findings) -> Html:
        """Return the metric with its unit, and its mean under the base."""
        return inside(tag("b", capital(self.scale.metric.title), self.scale.unit_note), self.under(findings))

    def under(self, findings: Findings) -> str:
        base = self.results[0].base_mean
        return f", {self.scale.value(base)} under {findings.arms[0].name}" if math.isfinite(base) else ""

    def head(self) -> Html:
        """Return what the two sides of the axis mean, and its numbers."""
        metric = self.scale.metric
        less, more = f"\u2190\u00a0{metric.less or 'less'}", f"{metric.more or 'more'}\u00a0\u2192"
        return inside(tag("span", tag("span", less), tag("span", more), cls="sides"), self.axis.numbers())

    def interval(self, one: MetricResult) -> Html | str:
        if not math.isfinite(one.difference):
            return ""
        title = f"{one.variant}: {self.scale.moved(one.difference)} {self.scale.between(one.low, one.high)}".rstrip()
        inner = (one.low90, one.high90) if one.margin is not None else (math.nan, math.nan)
        look = LOOKS[one.verdict]
        return self.axis.interval(title, one.difference, one.low, one.high, look, one.margin, inner)

    def said(self, one: MetricResult) -> Html:
        """Return the difference in numbers, and the verdict."""
        return inside(
            tag("b", self.scale.moved(one.difference) if math.isfinite(one.difference) else ""),
            " ",
            word(one),
        )


def _matrix(findings: Findings, columns: Sequence[AnswerColumn], rows: slice) -> Html:
    """Return a table with a row for each variant and a column for each metric."""
    heads = [inside(tag("span", one.caption(findings), cls="metric"), one.head()) for one in columns]
    body = []
    for found in list(zip(*(one.results for one in columns), strict=True))[rows]:
        cells = [
            inside(column.interval(one), column.said(one), tag("small", _ruled_out(findings, one, "; ")))
            for column, one in zip(columns, found, strict=True)
        ]
        labels = [capital(one.scale.metric.title) for one in columns]
        body.append(row(_named(findings, found[0].variant), *cells, labels=labels))
    caption = f"Differences from {findings.arms[0].name}, and what these games say"
    return table(caption, ("", *heads), body, cls="matrix")


def _single(findings: Findings, column: AnswerColumn, first: bool) -> Html:
    """Return a table of one metric with a row for each variant."""
    rows = []
    for one in column.results:
        ruled_out = _ruled_out(findings, one, tag("br"))
        rows.append(row(_named(findings, one.variant), column.interval(one), column.said(one), ruled_out))
    said = ("Difference", "What these games say") if first else ("", "")
    return table(column.caption(findings), ("", column.head(), *said), rows, cls="answers")


def _ruled_out(findings: Findings, one: MetricResult, then: str) -> Html:
    """Return what the result rules out, and what would resolve it."""
    needed = takes(findings, one)
    return inside(bounds(findings, one), [then, needed] if needed else None)


def _named(findings: Findings, variant: str) -> Html:
    """Return the variant's name and its change, which may break after a separator."""
    [arm] = [one for one in findings.arms if one.name == variant][:1]
    parts = [inside(part, tag("wbr")) for part in re.split(r"(?<=[_=.,:])", arm.text)]
    return inside(variant, [tag("br"), tag("small", parts)] if arm.text not in ("", variant) else None)


def _key(findings: Findings, results: Sequence[MetricResult]) -> str:
    stated = [one for one in results if one.margin is not None]
    parts = {
        "picture.thick": any(math.isfinite(one.low90) for one in stated),
        "picture.shaded": bool(stated),
        "picture.pp": any(metric_of(findings, one.metric).kind != "mean" for one in results),
    }
    said = text("picture", base=findings.arms[0].name, sure=certainty(findings.spec.alpha))
    return said + "".join(text(key) for key, there in parts.items() if there) + "."
