"""The answer of a comparison as a piece of a page that is not ours, such as a notebook: plain HTML without a style."""

from __future__ import annotations

from ...base.html import Html, inside, row, table, tag
from ..stats.block_table import MetricResult
from ..study.findings import Findings
from .answer import advice, answer, bounds
from .changed_play import explored, lines
from .number_text import POINTS, Scale, certainty
from .small_chart import capital
from .verdicts import all_primaries, metric_of, word


def embedded(findings: Findings) -> Html:
    """Return the question, the sentence that answers it, the primary results, and how the game is played."""
    results = all_primaries(findings)
    shares = any(metric_of(findings, one.metric).kind != "mean" for one in results)
    played = list(lines(findings))
    advised = " ".join(advice(findings))
    return inside(
        tag("h4", findings.question),
        tag("p", tag("b", answer(findings))),
        _table(findings, results) if results else None,
        tag("p", tag("small", f"{POINTS}.")) if shares else None,
        tag("ul", [tag("li", one) for one in played]) if played else None,
        tag("p", tag("small", explored(findings))) if played else None,
        tag("p", tag("b", "What to do: "), advised) if advised else None,
    )


def _table(findings: Findings, results: list[MetricResult]) -> Html:
    head = (
        "Variant",
        "Metric",
        findings.arms[0].name,
        "Variant",
        f"Difference, {certainty(findings.spec.alpha)} interval",
        "",
        "What it says",
    )
    rows = []
    for one in results:
        metric = metric_of(findings, one.metric)
        scale = Scale.fitting(metric, one)
        change = f"{scale.change(one.difference)} {scale.between(one.low, one.high)}"
        rows.append(
            row(
                one.variant,
                f"{capital(metric.title)}{scale.unit_note}",
                scale.value(one.base_mean),
                scale.value(one.variant_mean),
                change,
                word(one),
                bounds(findings, one),
            )
        )
    return table("Primary results", head, rows)
