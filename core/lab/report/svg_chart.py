"""Charts as SVG files: the distribution of a metric under two rulesets or its course over the rounds, and rows: the
differences that answer a comparison, the shares of a rate by seat and bot.

Their colours are written out and apply to nothing else, so that any program draws them, on any page.
"""

from __future__ import annotations

import math

import attrs

from ...base.html import Html, inside, short, tag
from ...draw.cells import cut
from ..stats.block_table import MetricResult
from ..study.findings import Findings
from ..texts import text
from .distributions import histogram
from .forest_plot import Ruler
from .number_text import Scale, certainty
from .page_frame import stylesheet
from .picture import LOOKS, ROWS, AnswerColumn, ordered
from .round_curves import course
from .small_chart import HEIGHT, WIDTH, Plot, capital, mark, span, ticked, ticks
from .verdicts import SIGNS, metric_of

WIDE, LEFT, RIGHT = 760.0, 150.0, 500.0
"""Width, and where the axis begins and ends: names stand to its left, numbers to its right."""
ROW, BAR = 26.0, 9.0
"""Height of a row, and half that of a margin's band."""
NAMED, TITLED = 22, 95
"""Most characters of a name and of the title."""
HEAD = 44.0
"""Room for the title and the legend."""
NAME = "tilewright-chart"


def chart(findings: Findings, metric: str, variant: str) -> Html | None:
    """Return a complete SVG document; None if the run has no values of single games, or rounds, for it."""
    plot = _plot(findings, metric, variant)
    if plot is None:
        return None
    legend = (_sample("a", f"{findings.arms[0].name} (base)", 8.0), _sample("b", variant, WIDTH / 2))
    return document(plot.title, plot.picture(x=0.0, y=HEAD, width=WIDTH, height=HEIGHT), *legend)


def document(title: str, drawn: Html, *legend: Html, height: float = HEIGHT, width: float = WIDTH) -> Html:
    """Return a complete SVG document with a title, a legend below it, and below `HEAD` what was drawn."""
    rules = stylesheet("chart.css").rstrip().replace("\n", " ")
    return tag(
        "svg",
        tag("style", Html(rules)),
        tag("rect", width="100%", height="100%", fill="#fff"),
        tag("text", capital(title), x=8.0, y=16.0, cls="title"),
        *legend,
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {short(width)} {short(height + HEAD)}",
        width=short(1.6 * WIDTH if width == WIDTH else width),
        cls=NAME,
    )


def note(said: str, y: float = 32.0) -> Html:
    """Return a line of the legend in words."""
    return tag("text", said, x=8.0, y=y)


def _plot(findings: Findings, metric: str, variant: str) -> Plot | None:
    declared = findings.table.metrics.get(metric)
    if declared is not None and declared.by == "round":
        return course(findings, metric, findings.arms[0].name, variant)
    for shift in findings.analysis.shifts:
        if (shift.metric, shift.variant) == (metric, variant):
            found = histogram(findings, shift)
            return found[0] if found is not None else None
    return None


def _sample(look: str, name: str, x: float) -> Html:
    line = tag("line", x1=x, x2=x + 28, y1=32.0, y2=32.0, cls=f"curve {look}")
    return inside(line, mark(x + 14, 32, look), tag("text", name[:40], x=x + 34, y=36.0))


@attrs.define
class ChartRows:
    """Rows under construction on one axis, from `top` downwards."""

    ruler: Ruler
    top: float
    out: list[Html] = attrs.field(factory=list)
    rows: int = 0

    def x(self, value: float) -> float:
        """Return the place of a value, or the end of the axis beyond which it lies."""
        return LEFT + (RIGHT - LEFT) * self.ruler.held(value)

    @property
    def y(self) -> float:
        """The middle of the last row."""
        return self.top + ROW * (self.rows - 0.5)

    @property
    def height(self) -> float:
        """The room that the rows and the numbers of the axis take."""
        return ROW * self.rows + 24

    def row(self, name: str, said: str) -> None:
        """Begin a row with its name and its numbers."""
        self.rows += 1
        self.out.append(tag("text", cut(name, NAMED, "\u2026"), x=8.0, y=self.y + 4))
        self.out.append(tag("text", said, x=RIGHT + 14, y=self.y + 4))

    def line(self, low: float, high: float, look: str) -> None:
        if math.isfinite(low) and math.isfinite(high):
            y = self.y
            self.out.append(tag("line", x1=self.x(low), x2=self.x(high), y1=y, y2=y, cls=f"reach {look}"))

    def mark(self, value: float, look: str) -> None:
        if math.isfinite(value):
            self.out.append(mark(self.x(value), self.y, look))

    def done(self, *, signed: bool) -> Html:
        """Return the rows over the axis with its numbers."""
        values = ticks(self.ruler.low, self.ruler.high)
        bottom = self.top + ROW * self.rows
        under = [
            tag("line", x1=self.x(v), x2=self.x(v), y1=self.top, y2=bottom, cls="grid" if v else "zero")
            for v in values
        ]
        numbers = [
            tag("text", said, x=self.x(v), y=bottom + 14)
            for v, said in zip(values, ticked(values, signed=signed))
        ]
        return inside(under, tag("g", numbers, text_anchor="middle"), self.out)


def answered(findings: Findings) -> Html | None:
    """Return a complete SVG document: each variant's difference in each primary metric; None if there is none."""
    variants = [found for found in ordered(findings) if found]
    if not variants:
        return None
    top, drawn = HEAD + 12, []
    for n in range(len(variants[0])):
        column = AnswerColumn.of(findings, [found[n] for found in variants[:ROWS]], "")
        drawn.append(_heading(findings, column, top))
        axis = ChartRows(column.axis, top + 24)
        for one in column.results:
            _difference(axis, column.scale, one)
        drawn.append(axis.done(signed=True))
        top = axis.top + ROW * axis.rows + 40
    base, sure = findings.arms[0].name, certainty(findings.spec.alpha)
    legend = text("picture", base=base, sure=sure)
    if any(one.margin is not None for found in variants for one in found):
        legend += " (thick: 90\u00a0%); shaded: does not matter"
    left = len(variants) - ROWS
    more = [note(f"and {left} further variants with smaller differences", top)] if left > 0 else []
    title = cut(" ".join(findings.question.split()), TITLED, " \u2026")
    return document(title, inside(drawn, more), note(legend), width=WIDE, height=top - HEAD + 10)


def shares(findings: Findings, metric: str, variant: str) -> Html | None:
    """Return a complete SVG document: a rate under the base and a variant, of all and by seat and bot; None if it has
    no values."""
    declared = findings.table.metrics[metric]
    found = [
        one
        for one in findings.analysis.results
        if (one.metric, one.variant) == (metric, variant) and math.isfinite(one.difference)
    ][:ROWS]
    if not found:
        return None
    low, high = span([100 * end for one in found for end in (one.base_mean, one.variant_mean)])
    axis = ChartRows(Ruler(max(0.0, low), min(100.0, high)), HEAD)
    for one in found:
        scale = Scale.fitting(metric_of(findings, metric), one)
        said = scale.ranged(one.difference, one.low, one.high)
        axis.row(one.part or "all", f"{said} {scale.step}")
        axis.line(100 * one.base_mean, 100 * one.variant_mean, "open")
        axis.mark(100 * one.variant_mean, "b")
        axis.mark(100 * one.base_mean, "a")  # on top: the corners of the square stay visible
    base, sure = findings.arms[0].name, certainty(findings.spec.alpha)
    legend = inside(
        mark(12, 28, "a"),
        tag("text", f"{base} (base)", x=20.0, y=32.0),
        mark(LEFT + 4, 28, "b"),
        tag("text", variant[:40], x=LEFT + 12, y=32.0),
        tag("text", f"difference, {sure} interval", x=RIGHT + 14, y=32.0),
    )
    title = f"{declared.title} (%)"
    return document(title, axis.done(signed=False), legend, width=WIDE, height=axis.height)


def _heading(findings: Findings, column: AnswerColumn, top: float) -> Html:
    """Return the metric with its unit and its mean under the base, and what the two sides of the axis mean."""
    metric, unit = column.scale.metric, column.scale.unit_note
    less, more = f"\u2190 {metric.less or 'less'}", f"{metric.more or 'more'} \u2192"
    return inside(
        tag("text", f"{capital(metric.title)}{unit}{column.under(findings)}", x=8.0, y=top, cls="head"),
        tag("text", less, x=(LEFT + RIGHT) / 2 - 10, y=top + 17, text_anchor="end"),
        tag("text", more, x=(LEFT + RIGHT) / 2 + 10, y=top + 17),
    )


def _difference(axis: ChartRows, scale: Scale, one: MetricResult) -> None:
    said = scale.ranged(one.difference, one.low, one.high)
    unit = "" if scale.step == scale.unit else f" {scale.step}"
    axis.row(one.variant, f"{said}{unit}  {SIGNS[one.verdict]} {one.verdict}")
    if one.margin is not None:
        ends = [axis.x(-one.margin * scale.factor), axis.x(one.margin * scale.factor)]
        place = {"x": ends[0], "y": axis.y - BAR, "width": ends[1] - ends[0], "height": 2 * BAR}
        axis.out.append(tag("rect", **place, cls="margin"))
    look = LOOKS[one.verdict]
    axis.line(one.low * scale.factor, one.high * scale.factor, look)
    if one.margin is not None:
        axis.line(one.low90 * scale.factor, one.high90 * scale.factor, f"inner {look}")
    axis.mark(one.difference * scale.factor, f"b {look}")
