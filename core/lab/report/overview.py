"""Many variants at a glance: one line each, the largest changes first, on one screen."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..stats.block_table import MetricResult
from ..study.findings import Findings
from .number_text import Scale, count, few, share
from .verdicts import SIGNS, metric_of, primaries

MANY = 3
"""With more rulesets than this, the terminal lists details only with `--verbose`."""
ROWS = 12
"""Variants, and terms of a factorial run, on the first screen."""


def wanted(findings: Findings) -> bool:
    """True if there are so many variants that a full list would hide what matters."""
    return len(findings.arms) > MANY and any(size(first) for first, *_ in ranked(findings))


def size(result: MetricResult) -> float:
    """Return the size of a difference in standard deviations; unknown ones are smallest, constant ones largest."""
    if not math.isfinite(result.difference):
        return -1.0
    if result.effect is None or not math.isfinite(result.effect):
        return math.inf if result.difference else 0.0
    return abs(result.effect)


def ranked(findings: Findings) -> list[list[MetricResult]]:
    """Return the primary results of each variant, the largest effect on the first metric first."""
    found = [primaries(findings, arm.name) for arm in findings.arms[1:]]
    return sorted((one for one in found if one), key=lambda one: (-size(one[0]), one[0].adjusted))


def heads(findings: Findings) -> list[str]:
    """Return column heads: the variant, the first primary metric with interval and verdict, then the others."""
    names = [metric_of(findings, one.metric) for one in ranked(findings)[0]]
    titles = [f"{one.title} ({'pp' if one.kind == 'rate' else one.unit})".replace(" ()", "") for one in names]
    return ["variant", titles[0], "interval", "verdict", *titles[1:]]


def rows(findings: Findings) -> Iterator[tuple[str, str, str, MetricResult, list[str]]]:
    """Yield (variant, difference, interval, result, other primary differences), the largest effect first."""
    for found in ranked(findings)[:ROWS]:
        first, scales = found[0], [Scale.fitting(metric_of(findings, one.metric), one) for one in found]
        changes = [scale.change(one.difference) for one, scale in zip(found, scales, strict=True)]
        others = [
            f"{change} {SIGNS[one.verdict]}" for one, change in zip(found[1:], changes[1:], strict=True)
        ]
        yield first.variant, changes[0], scales[0].between(first.low, first.high), first, others


def tally(findings: Findings) -> Iterator[str]:
    """Yield a summary of all variants."""
    found = ranked(findings)
    verdicts = [one[0].verdict for one in found]
    title = metric_of(findings, found[0][0].metric).title
    counts = [f"{verdicts.count(word)} {word}" for word in SIGNS if word in verdicts]
    left = f" ({ROWS} listed)" if len(found) > ROWS else ""
    yield f"{count(len(found), 'variant')} by effect on {title} in SD{left}: {', '.join(counts)}"


def validity(findings: Findings) -> Iterator[str]:
    """Yield lines on pairing and divergence over all variants."""
    gains = [one.gain for found in ranked(findings) for one in found if one.gain is not None]
    gains = [gain for gain in gains if math.isfinite(gain)]
    if gains:
        yield f"gain by pairing: {few(min(gains), 2)} to {few(max(gains), 2)}"
    never = [one.never for one in findings.divergences]
    if never:
        yield f"games with the same decisions and points as under the base: {share(min(never))} to {share(max(never))}"
