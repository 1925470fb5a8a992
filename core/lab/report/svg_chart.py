"""One chart as an SVG file: the distribution of a metric under two rulesets, or its course over the rounds.

Its colours are written out and apply to nothing else, so that any program draws it, on any page.
"""

from __future__ import annotations

from ...base.html import Html, inside, short, tag
from ..study.findings import Findings
from .distributions import histogram
from .round_curves import course
from .small_chart import HEIGHT, WIDTH, Plot, capital, mark

HEAD = 44.0
"""Room for the title and the legend."""
NAME = "tilewright-chart"
STYLE = {
    "text": "font: 11px system-ui, 'DejaVu Sans', sans-serif; fill: #5b6470",
    ".head": "font-weight: 600; fill: #1c1f23",
    ".margin": "fill: #e3ecdf",
    ".reach": "stroke-width: 2; stroke: #8b93a0",
    ".reach.inner": "stroke-width: 5",
    ".reach.b": "stroke: #b8460e",
    ".reach.same": "stroke: #1b6e4b",
    ".title": "font-size: 13px; fill: #1c1f23",
    ".grid": "fill: none; stroke: #d9dde3",
    ".zero": "fill: none; stroke: #8b93a0",
    ".axis": "fill: none; stroke: #8b93a0",
    ".curve": "fill: none; stroke-width: 1.8; stroke-linejoin: round",
    ".curve.a": "stroke: #0072b2; stroke-dasharray: 5 3",
    ".curve.b": "stroke: #b8460e",
    ".mark": "stroke-width: 1.6",
    ".mark.a": "fill: #fff; stroke: #0072b2",
    ".mark.b": "fill: #b8460e; stroke: #b8460e",
    ".mark.same": "fill: #1b6e4b; stroke: #1b6e4b",
    ".mark.open": "fill: #fff; stroke: #8b93a0",
    ".hist": "stroke-width: 1.4; stroke-linejoin: round",
    ".hist.a": "fill: #0072b2; fill-opacity: .12; stroke: #0072b2; stroke-dasharray: 5 3",
    ".hist.b": "fill: #b8460e; fill-opacity: .2; stroke: #b8460e",
    ".band.a": "fill: #0072b2; fill-opacity: .12",
    ".band.b": "fill: #b8460e; fill-opacity: .2",
    ".bar": "stroke-width: 2",
    ".bar.open": "stroke: #8b93a0",
    ".dot": "fill: #8b93a0",
    ".bound": "fill: none; stroke: #1c1f23; stroke-dasharray: 1 3",
    ".bar.a": "stroke: #0072b2",
    ".bar.b": "stroke: #b8460e",
}


def chart(findings: Findings, metric: str, variant: str) -> Html | None:
    """Return a complete SVG document; None if the run has no values of single games, or rounds, for it."""
    plot = _plot(findings, metric, variant)
    if plot is None:
        return None
    legend = (_sample("a", f"{findings.arms[0].name} (base)", 8.0), _sample("b", variant, WIDTH / 2))
    return document(plot.title, plot.picture(x=0.0, y=HEAD, width=WIDTH, height=HEIGHT), *legend)


def document(title: str, drawn: Html, *legend: Html, height: float = HEIGHT, width: float = WIDTH) -> Html:
    """Return a complete SVG document with a title, a legend below it, and below `HEAD` what was drawn."""
    rules = " ".join(f".{NAME} {selector} {{ {text}; }}" for selector, text in STYLE.items())
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


def note(text: str, y: float = 32.0) -> Html:
    """Return a line of the legend in words."""
    return tag("text", text, x=8.0, y=y)


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
