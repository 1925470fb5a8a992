"""Changes in how the game is played: the explored metrics that survive correction, in their own words."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from ...base.html import Html, inside, tag
from ...bots import levels
from ..stats.block_table import Floats, MetricResult
from ..study.findings import Findings
from ..texts import text
from .answer import means, moved, names
from .number_text import Scale, count, listed, number, share
from .small_chart import capital
from .verdicts import apart, metric_of, primaries

MOST = 5
"""Most changes listed for a variant."""
EACH = {"sources": 2, "content": 2}
"""Most among them of these topics, which have many metrics each."""
VARIANTS = 6
"""Most variants, or groups of variants that change alike."""
SLIGHT = 0.01
"""A change smaller than this share of the base's mean is not listed, however certain it is."""
ALIKE = 0.9
"""Two metrics whose block differences are correlated this much count as one change; the larger one is listed."""


def changes(findings: Findings, variant: str) -> list[MetricResult]:
    """Return the exploratory results of a variant that are worth saying, the largest in standard deviations first.

    A difference that is the same in every block comes last: it is arithmetic rather than play.
    """
    found = [
        one
        for one in findings.analysis.whole(variant, "exploratory")
        if one.adjusted < findings.spec.alpha
        and math.isfinite(one.difference)
        and abs(one.difference) > SLIGHT * abs(one.base_mean)
    ]
    found.sort(key=lambda one: (-_size(one), one.p, one.metric))
    kept: list[MetricResult] = []
    said = [apart(findings, one) for one in primaries(findings, variant) if one.verdict == "differs"]
    left = dict(EACH)
    for one in found:
        group, differences = metric_of(findings, one.metric).group, apart(findings, one)
        if not left.get(group, 1) or any(alike(differences, other) for other in said):
            continue
        left[group] = left.get(group, MOST + 1) - 1
        kept.append(one)
        said.append(differences)
        if len(kept) == MOST:
            break
    return kept


def _size(one: MetricResult) -> float:
    """Return the size in standard deviations; 0 if there is none, since the difference is the same in every block."""
    return abs(one.effect) if one.effect is not None and math.isfinite(one.effect) else 0.0


def alike(one: Floats, other: Floats) -> bool:
    """True if two columns of differences rise and fall together, so nearly all that one says the other says too."""
    if one.shape != other.shape:
        return False
    both = np.isfinite(one) & np.isfinite(other)
    if both.sum() < 3:
        return False
    x, y = one[both] - one[both].mean(), other[both] - other[both].mean()
    scale = math.sqrt(float(x @ x) * float(y @ y))
    return bool(scale > 1e-18 and abs(float(x @ y)) > ALIKE * scale)


def lines(findings: Findings) -> Iterator[str]:
    """Yield a sentence for each variant, or each group of them that change alike, the largest changes first."""
    unmoved = [one.variant for one in findings.divergences if one.arithmetic or one.never == 1]
    groups: dict[tuple[tuple[str, bool], ...], list[list[MetricResult]]] = {}
    for arm in findings.arms[1:]:
        if arm.name not in unmoved and (found := changes(findings, arm.name)):
            key = tuple(sorted((one.metric, one.difference > 0) for one in found))
            groups.setdefault(key, []).append(found)
    order = sorted(groups.values(), key=lambda group: -max(_size(one) for one in group[0]))
    for group in order[:VARIANTS]:
        by = [{one.metric: one for one in found} for found in group]
        clauses = [
            f"{moved(findings, one)} ({means(findings, [mine[one.metric] for mine in by])})"
            for one in group[0]
        ]
        variants = [found[0].variant for found in group]
        yield f"With {names(findings, variants)}, {listed(clauses)}."
    if len(order) > VARIANTS:
        yield f"{capital(count(len(order) - VARIANTS, 'variant'))} with smaller changes: see all metrics."
    if unmoved:
        yield f"With {names(findings, unmoved)}, bots played exactly as under {findings.arms[0].name}."


def reactions(findings: Findings) -> Iterator[str]:
    """Yield a sentence on which bots were the first to decide otherwise, and in how many games only scores differ."""
    found = []
    for one in findings.divergences[:VARIANTS]:
        firsts = [
            f"{levels.spoken(bot)} in {share(often)} of its games"
            for bot, often in one.reacted.items()
            if often
        ]
        if one.scores_only and firsts:
            firsts.append(f"nobody in {share(one.scores_only)}, where only scores differ")
        who = f"with {one.variant}, " if len(findings.divergences) > 1 else ""
        if firsts:
            found.append(f"{who}{', '.join(firsts)}")
    if found:
        yield f"Who was the first to decide otherwise: {'; '.join(found)}."


def at_table(findings: Findings) -> Iterator[str]:
    """Yield how long a game takes people, of the first variants, unless that was asked for."""
    results = findings.analysis.results
    found = [
        one for one in results if one.metric == "minutes" and not one.part and one.family == "exploratory"
    ]
    said = [
        f"{number(one.variant_mean, 1)} under {one.variant} "
        f"({Scale.fitting(metric_of(findings, one.metric), one).ranged(one.difference, one.low, one.high)})"
        for one in found[:VARIANTS]
        if math.isfinite(one.variant_mean)
    ]
    if said:
        base = f"{number(found[0].base_mean, 1)} under {findings.arms[0].name}"
        yield text("at_table", minutes=", ".join([base, *said]))


def explored(findings: Findings) -> str:
    """Return how many metrics were explored and how far to trust the differences; "" without such metrics."""
    others = findings.analysis.whole(family="exploratory")
    if not others:
        return ""
    alpha = findings.spec.alpha
    low = sum(1 for one in others if one.adjusted < alpha)
    tests = count(len(others), "explored difference")
    if not low:
        return text("explored.none", tests=tests)
    arithmetic = findings.divergences and all(one.arithmetic for one in findings.divergences)
    key = "explored.arithmetic" if arithmetic else "explored.some"
    return text(key, low=low, tests=tests, alpha=f"{alpha:g}", share=f"{100 * alpha:.0f}")


def section(findings: Findings) -> Html:
    """Return the sentences, and how much to trust them."""
    said = [tag("li", line) for line in lines(findings)]
    notes = [
        tag("p", line, cls="note")
        for line in (*reactions(findings), *at_table(findings), explored(findings))
        if line
    ]
    return inside(tag("ul", said, cls="lead") if said else None, notes)
