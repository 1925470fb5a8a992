"""Metrics by round: their course over a game under two rulesets, with bands."""

from __future__ import annotations

import attrs
import numpy as np
from scipy import special

from ...base.html import Html, inside, tag
from ..stats.block_table import Floats
from ..study.findings import Arm, Findings
from ..texts import text
from .number_text import count
from .page_frame import by_variant
from .small_chart import Plot, key, span

LEAST = 0.1
"""A round is drawn if at least this share of blocks (and two of them) reached it."""


@attrs.frozen
class Band:
    """A curve: the mean over blocks for each round from 1, with a pointwise 95 % interval."""

    rounds: tuple[int, ...]
    mean: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    blocks: tuple[int, ...]
    """Number of blocks that reached each round."""


def band(values: Floats) -> Band:
    """Return the curve of block means, shape (blocks, rounds), NaN after a game's end."""
    if values.ndim != 2 or not values.size:
        return Band((), (), (), (), ())
    counts = np.isfinite(values).sum(axis=0)
    kept = np.flatnonzero(counts >= max(2, LEAST * len(values)))
    known = values[:, kept]
    n = counts[kept]
    means = np.nanmean(known, axis=0) if kept.size else np.zeros(0)
    deviations = np.nanstd(known, axis=0, ddof=1) if kept.size else np.zeros(0)
    reach = special.stdtrit(np.maximum(n - 1, 1), 0.975) * deviations / np.sqrt(np.maximum(n, 1))
    return Band(
        tuple(int(at) + 1 for at in kept),
        tuple(map(float, means)),
        tuple(map(float, means - reach)),
        tuple(map(float, means + reach)),
        tuple(map(int, n)),
    )


def section(findings: Findings) -> Html:
    """Return the curves of each variant with those of the base."""
    base = findings.arms[0].name

    def curves(_: int, arm: Arm) -> Html | None:
        drawn = [
            course(findings, name, base, arm.name)
            for name, metric in findings.table.metrics.items()
            if metric.by == "round"
        ]
        figures = [one.figure() for one in drawn if one is not None]
        return inside(key(base, arm.name), tag("div", figures, cls="plots")) if figures else None

    return by_variant(findings, curves, text("rounds"))


def course(findings: Findings, name: str, base: str, variant: str) -> Plot | None:
    """Return the curves of one metric under two rulesets in one chart; None if either has none."""
    metric = findings.table.metrics[name]
    curves = findings.table.curves
    if (base, name) not in curves or (variant, name) not in curves:
        return None
    bands = [band(curves[base, name]), band(curves[variant, name])]
    if not all(one.rounds for one in bands):
        return None
    last = max(one.rounds[-1] for one in bands)
    low, high = span([value for one in bands for value in (*one.low, *one.high)], zero=True)
    title = f"{metric.title.removesuffix(' by round')} by round" + (
        f" ({metric.unit})" if metric.unit else ""
    )
    ends = [f"{arm} ends at {one.mean[-1]:.2f}" for arm, one in zip((base, variant), bands)]
    plot = Plot(title, f"{count(last, 'round')}; {', '.join(ends)}.", (1, max(last, 2)), (low, high))
    plot.axes("round", whole=True)
    for one, look in zip(bands, "ab"):
        edge = [*zip(one.rounds, one.high), *reversed([*zip(one.rounds, one.low)])]
        plot.line(edge, f"band {look}")
    for one, look in zip(bands, "ab"):
        points = [*zip(one.rounds, one.mean)]
        plot.line(points, f"curve {look}")
        plot.marks(points[:: max(1, len(points) // 6)], look)
    return plot
