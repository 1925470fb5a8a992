"""Results in words: the verdict, the blocks still needed, a sentence for each primary metric."""

from __future__ import annotations

import math

from ...html import Html, inside, row, table, tag
from ...metrics import Metric
from ..findings import Findings
from ..remarks import remarks
from ..table import Result
from .digits import NOTHING, Scale, count, few, number, p_is, probability, share, stated
from .plot import capital

SIGNS = {"differs": "\u2260", "equivalent": "\u2248", "not resolved": "?"}


def primaries(findings: Findings, variant: str) -> list[Result]:
    """Return the primary results of a variant, without parts, in the plan's order."""
    wanted = {name: n for n, name in enumerate(findings.spec.primary)}
    found = [
        one
        for one in findings.analysis.results
        if one.variant == variant and one.family == "primary" and not one.part
    ]
    return sorted(found, key=lambda one: wanted.get(one.metric, len(wanted)))


def metric_of(findings: Findings, name: str) -> Metric:
    """Return the metric's declaration; for a name that the table does not have, one made from the name."""
    return findings.table.metrics.get(name) or Metric(name=name, title=name, group="viability")


def needs(result: Result) -> str:
    """Say how many blocks would resolve the result; "" if that is unknown."""
    if result.verdict != "not resolved" or result.needed is None:
        return ""
    more = result.needed - result.blocks
    if more <= 0:
        return "there were enough blocks for the smallest difference of interest"
    return f"about {count(_round(more), 'more block')} would be enough"


def _round(blocks: int) -> int:
    """Round up to two digits, since an estimate is not exact."""
    step: int = 10 ** max(0, len(str(blocks)) - 2)
    return math.ceil(blocks / step) * step


def sentence(findings: Findings, result: Result) -> str:
    """Explain a primary result in a sentence, for readers who do not read tables."""
    plain = _plain(findings, result)
    if result.same or not math.isfinite(result.difference):
        return plain
    return "; ".join([plain[:-1], *remarks(result, findings.spec.alpha)]) + "."


def _plain(findings: Findings, result: Result) -> str:
    metric = metric_of(findings, result.metric)
    scale = Scale.fitting(metric, result)
    base = findings.arms[0].name
    title, step = capital(metric.title), f"\u00a0{scale.step}" if scale.step else ""
    sure = f"{100 * (1 - findings.spec.alpha):.0f}\u00a0%"
    if not math.isfinite(result.difference):
        return f"{title}: no block has this metric under both {base} and {result.variant}."
    if result.same:
        blocks = count(result.blocks, "block")
        said = remarks(result, findings.spec.alpha)
        if needs(result):
            said.append(f"{needs(result)} to call it equivalent")
        more = f", {'; '.join(said)}"
        return f"{title}: exactly the same under {result.variant} and {base} in each of {blocks}{more}."
    between = scale.between(result.low, result.high)
    interval = f" ({sure} interval {between})" if between else ""
    size = number(abs(result.difference) * scale.factor, scale.decimals) + step
    over = f"over {count(result.blocks, 'block')}"
    if result.verdict == "differs":
        way = "higher" if result.difference > 0 else "lower"
        rate = "\u202f%" if metric.kind != "mean" else ""
        means = f"{scale.value(result.variant_mean)}{rate} instead of {scale.value(result.base_mean)}{rate}"
        return (
            f"{title}: {size} {way} under {result.variant} than under {base}, {means}{interval}, "
            f"{_by(result)} {over}."
        )
    if result.verdict == "equivalent":
        if result.margin is None:
            return f"{title}: the same under {result.variant} and {base}{interval} {over}."
        margin = stated(result.margin * scale.factor)
        inner = scale.between(result.low90, result.high90)
        lies = f"the 90\u00a0% interval {inner} lies" if inner else f"the difference, {size}, lies"
        return (
            f"{title}: equivalent under {result.variant} and {base}, {lies} within the margin of "
            f"\u00b1{margin}{step}, {over}."
        )
    lines = f"{title}: not resolved under {result.variant}, "
    lines += f"{scale.change(result.difference)}{step}{interval} {over}"
    more = needs(result)
    return f"{lines}; {more}." if more else f"{lines}."


def reactions(findings: Findings) -> list[str]:
    """Say for each variant with other games than the base's whether bots decided otherwise, or only scores differ."""
    found = []
    for one in findings.divergences:
        firsts = [f"{bot} in {share(often)}" for bot, often in one.reacted.items() if often]
        whose = "its" if len(firsts) == 1 else "their"
        first = f"the first to decide otherwise was {', '.join(firsts)} of {whose} games" if firsts else ""
        scores = f"only scores differ in {share(one.scores_only)} of games" if one.scores_only else ""
        if said := one.arithmetic or "; ".join(filter(None, (first, scores))):
            found.append(said if one.arithmetic else f"Decisions under {one.variant}: {said}.")
    return found


def _by(result: Result) -> str:
    """Return the reason for the verdict: p, or the test that stopped the run."""
    return p_is(result.adjusted) if math.isfinite(result.adjusted) else "by the sequential test"


def word(result: Result) -> Html:
    """Return the verdict with its sign, so that it does not depend on colour alone."""
    kind = result.verdict.replace(" ", "-")
    sign = tag("span", SIGNS[result.verdict], aria_hidden="true")
    more = needs(result)
    return inside(
        tag("strong", sign, " ", result.verdict, cls=f"verdict {kind}"),
        [tag("br"), tag("small", more)] if more else None,
    )


def section(findings: Findings) -> Html:
    """Return a sentence for each primary metric, and the table."""
    results = {arm.name: primaries(findings, arm.name) for arm in findings.arms[1:]}
    if not any(results.values()):
        return tag(
            "p", "No block could be analysed, so there are no conclusions; the section on validity says why."
        )
    sentences = [sentence(findings, one) for found in results.values() for one in found] + reactions(findings)
    base = findings.arms[0].name
    single = len(results) == 1
    other = next(iter(results)) if single else "Variant"
    bodies = []
    for variant, found in results.items():
        rows = [_row(findings, one) for one in found]
        if not single and rows:
            rows.insert(0, tag("tr", tag("th", variant, colspan="8", scope="rowgroup"), cls="group"))
        bodies.append(rows)
    level = f"{100 * (1 - findings.spec.alpha):.0f}\u00a0%"
    head = (
        "Metric",
        base,
        other,
        inside("Difference ", tag("small", f"{level} interval")),
        "Effect",
        "Adjusted p",
        "Margin",
        "Verdict",
    )
    caption = (
        f"Primary metrics: {'variants' if not single else other} compared with {base}, means over blocks"
    )
    return inside(
        tag("ul", [tag("li", one) for one in sentences], cls="lead"),
        table(caption, head, *bodies, cls="verdicts"),
        tag("p", _how(findings), cls="note"),
    )


def _row(findings: Findings, one: Result) -> Html:
    scale = Scale.fitting(metric_of(findings, one.metric), one)
    between = scale.between(one.low, one.high)
    effect = f"{few(one.effect, 2)} SD" if one.effect is not None else NOTHING
    base = findings.arms[0].name
    second = f"odds ratio {few(one.odds_ratio, 2)}" if one.odds_ratio is not None else ""
    more = (
        f"{one.variant} higher in {share(one.superiority)} of blocks"
        if math.isfinite(one.superiority)
        else ""
    )
    return row(
        scale.named(),
        scale.value(one.base_mean),
        scale.value(one.variant_mean),
        inside(tag("b", scale.change(one.difference)), " ", tag("i", between)),
        inside(effect, [[tag("br"), tag("small", text)] for text in (second, more) if text]),
        probability(one.adjusted),
        f"\u00b1{stated(one.margin * scale.factor)}" if one.margin is not None else NOTHING,
        word(one),
        labels=(base, one.variant, "Difference", "Effect", "Adjusted p", "Margin", "Verdict"),
    )


def _how(findings: Findings) -> str:
    arms = len(findings.arms) - 1
    tests = len(findings.spec.primary) * arms
    text = "The unit is the block: games of one block are averaged first. "
    text += "The effect is the difference divided by the standard deviation of block differences. "
    if tests > 1:
        text += f"p is corrected for {tests} primary tests (Holm). "
    text += (
        "A metric is called equivalent only if a margin was stated before the run and the 90\u00a0% interval "
        "lies inside it."
    )
    if any(
        findings.table.metrics[n].kind != "mean" for n in findings.spec.primary if n in findings.table.metrics
    ):
        text += " Differences of rates are in percentage points (pp)."
    return text
