"""The primary metrics in numbers: means, differences, effects, p values, margins and verdicts."""

from __future__ import annotations

import math

import numpy as np

from ...base.html import Child, Html, inside, row, table, tag
from ...meters.metrics import Metric
from ..stats.block_table import Floats, MetricResult
from ..study.findings import Findings
from ..texts import text
from .number_text import NOTHING, Scale, certainty, few, probability, share, stated

METHODS = {
    "t": "Student's t",
    "newcombe": "Newcombe",
    "gaffke": "Gaffke",
    "training": "Student's t over trainings",
    "test": "wider of inverted test and bootstrap-t",
    "none": "",
}
"""The kinds of intervals in words; other kinds are called by their names."""
SIGNS = {"differs": "\u2260", "equivalent": "\u2248", "the same": "=", "not resolved": "?"}


def primaries(findings: Findings, variant: str) -> list[MetricResult]:
    """Return the primary results of a variant, without parts, in the plan's order."""
    wanted = {name: n for n, name in enumerate(findings.spec.primary)}
    found = findings.analysis.whole(variant, "primary")
    return sorted(found, key=lambda one: wanted.get(one.metric, len(wanted)))


def all_primaries(findings: Findings) -> list[MetricResult]:
    """Return the primary results of all variants."""
    return [one for arm in findings.arms[1:] for one in primaries(findings, arm.name)]


def metric_of(findings: Findings, name: str) -> Metric:
    """Return the metric's declaration; for a name that the table does not have, one made from the name."""
    return findings.table.metrics.get(name) or Metric(name=name, title=name, group="viability")


def apart(findings: Findings, one: MetricResult) -> Floats:
    """Return the differences by block; empty if the table lacks the metric."""
    table = findings.table.means
    base = table.get((findings.arms[0].name, one.metric, one.part))
    other = table.get((one.variant, one.metric, one.part))
    return other - base if base is not None and other is not None else np.zeros(0)


def word(result: MetricResult) -> Html:
    """Return the verdict with its sign, so that it does not depend on colour alone."""
    kind = result.verdict.replace(" ", "-")
    sign = tag("span", SIGNS[result.verdict], aria_hidden="true")
    return tag("strong", sign, " ", result.verdict, cls=f"verdict {kind}")


def section(findings: Findings) -> Html:
    """Return the table of all primary results."""
    results = {arm.name: primaries(findings, arm.name) for arm in findings.arms[1:]}
    if not any(results.values()):
        return tag("p", text("verdicts.none"))
    base = findings.arms[0].name
    single = len(results) == 1
    other = next(iter(results)) if single else "Variant"
    bodies = []
    for variant, found in results.items():
        rows = [_row(findings, one) for one in found]
        if not single and rows:
            rows.insert(0, tag("tr", tag("th", variant, colspan="8", scope="rowgroup"), cls="group"))
        bodies.append(rows)
    head = (
        "Metric",
        base,
        other,
        inside("Difference ", tag("small", f"{certainty(findings.spec.alpha)} interval")),
        "Effect",
        "Adjusted p",
        "Margin",
        "Verdict",
    )
    caption = text("verdicts.caption", compared=other if single else "variants", base=base)
    return inside(table(caption, head, *bodies, cls="verdicts"), tag("p", _how(findings), cls="note"))


def _row(findings: Findings, one: MetricResult) -> Html:
    scale = Scale.fitting(metric_of(findings, one.metric), one)
    between = scale.between(one.low, one.high)
    effect = f"{few(one.effect, 2)} SD" if one.effect is not None else NOTHING
    base = findings.arms[0].name
    second = f"odds ratio {few(one.odds_ratio, 2)}" if one.odds_ratio is not None else ""
    higher = f"{one.variant} higher in {share(one.superiority)} of blocks"
    more = higher if math.isfinite(one.superiority) else ""
    return row(
        scale.named(),
        scale.value(one.base_mean),
        scale.value(one.variant_mean),
        inside(tag("b", scale.change(one.difference)), " ", tag("i", between)),
        inside(effect, [[tag("br"), tag("small", said)] for said in (second, more) if said]),
        probability(one.adjusted),
        _margin(scale, one),
        word(one),
        labels=(base, one.variant, "Difference", "Effect", "Adjusted p", "Margin", "Verdict"),
    )


def _margin(scale: Scale, one: MetricResult) -> Child:
    """Write the margin, and the 90 % interval that must lie inside it."""
    if one.margin is None:
        return NOTHING
    between = scale.between(one.low90, one.high90)
    small = [tag("br"), tag("small", f"90\u00a0% {between}")] if between else None
    return inside(f"\u00b1{stated(one.margin * scale.factor)}", small)


def _how(findings: Findings) -> str:
    tests = len(findings.spec.primary) * (len(findings.arms) - 1)
    corrected = text("verdicts.corrected", tests=tests) if tests > 1 else ""
    rates = any(metric_of(findings, name).kind != "mean" for name in findings.spec.primary)
    return text("verdicts", corrected=corrected, rates=text("verdicts.rates") if rates else "")
