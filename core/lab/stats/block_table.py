"""The table of block means that is analysed, and the types of the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from ...meters.metrics import Metric

Floats: TypeAlias = NDArray[np.float64]
NAN = float("nan")

MOST_PRIMARY = 3
"""Most metrics that may be declared primary; with more of them the verdicts would be worth less."""


def mean_of(values: Floats) -> float:
    """Return the mean of what is known; NaN if nothing is."""
    known = values[np.isfinite(values)]
    return float(known.mean()) if known.size else NAN


@attrs.frozen(kw_only=True, eq=False)
class BlockTable:
    """Block means of every metric under every variant, in the order of blocks."""

    variants: tuple[str, ...]
    """Names; the first is the base with which the others are compared."""
    metrics: Mapping[str, Metric]
    blocks: tuple[int, ...]
    means: Mapping[tuple[str, str, str], Floats]
    """(variant, metric, part) to one mean for each block, NaN if it is not defined. Part "" is the whole; metrics by
    seat also have parts such as `seat 1` and `bot greedy`. Of a gap, the parts are the seats' shares, and the whole is
    that of the best seat of all blocks minus that of the worst."""
    games: Mapping[tuple[str, str], Floats]
    """(variant, metric) to the values of single games (or seats), shape (blocks, values in a block), NaN if missing."""
    curves: Mapping[tuple[str, str], Floats]
    """(variant, metric) for metrics by round: block means, shape (blocks, rounds), NaN beyond a game's end."""
    diverged: Mapping[str, Floats]
    """Variant to the share of each block's games that went differently from the base's."""
    casts: tuple[int, ...] = ()
    """By block the number of its cast; empty if all blocks have the same."""
    trainings: tuple[int, ...] = ()
    """By block the number of the training that its players come from; empty if none were trained for the table."""
    size: float = 1.0
    """Blocks in a row: above 1 each row is the mean of a bundle of blocks (`core/lab/study/sums.py`)."""
    above: Mapping[tuple[str, str], Floats] = attrs.field(factory=dict)
    """Of bundles, by (variant, metric) the share of its blocks in which the variant has more; ties count half."""
    differing: Mapping[tuple[str, str], int] = attrs.field(factory=dict)
    """Of bundles, by (variant, metric) how many blocks differ from the base's."""


@attrs.frozen(kw_only=True)
class Spec:
    """The method of analysis, stated in the plan before any game is played."""

    primary: tuple[str, ...]
    """At most three metrics, whose verdicts are corrected jointly by Holm's method."""
    margins: Mapping[str, float] = attrs.field(factory=dict)
    """Metric to the largest difference that does not matter; equivalence is tested only if one is stated."""
    alpha: float = 0.05
    power: float = 0.9
    pilot: int = 30
    """Number of blocks that decide if a metric is analysed in pairs, and how many blocks are needed."""
    smallest: Mapping[str, float] = attrs.field(factory=dict)
    """Metric to the smallest difference of interest; the default is the margin, else 0.2 SD of the differences."""
    seed: int = 0
    """Seed of the resampling (bootstrap, permutations)."""
    resamples: int = 2000


Decision: TypeAlias = Literal["differs", "equivalent", "not resolved"]
Verdict: TypeAlias = Decision | Literal["the same"]
"""`the same` if no block differs, and there are enough of them to have shown what happens in one of twenty."""


@attrs.frozen(kw_only=True)
class MetricEstimate:
    """The statistics of one metric or part of one variant, compared with the base, over blocks; uncorrected.

    Differences are variant minus base. What is not known without blocks is left out.
    """

    variant: str
    metric: str
    part: str
    base_mean: float = NAN
    variant_mean: float = NAN
    difference: float = NAN
    low: float = NAN
    high: float = NAN
    """The 95 % (1 - alpha) interval of the difference. It includes 0 if and only if p is alpha or more."""
    interval: Literal["test", "gaffke", "gap", "t", "newcombe", "training", "none"]
    """Method: `test` is the wider of the sign-flip test's inversion and the bootstrap-t interval; `gaffke` is Gaffke's,
    for rates of single games or of few blocks that differ, and for other metrics where few blocks differ; `gap` is
    that of `seat_gap`; `t` is Welch's and `newcombe` Newcombe's, if they are wider and the metric is analysed unpaired;
    `training` is Student's over the means of trainings, where it is wider than that of the blocks. `none` if all blocks
    differ by the same (the interval is the difference) or there are fewer than two (it is NaN)."""
    paired: bool
    correlation: float | None = None
    """Between the two variants' block means, inside casts."""
    gain: float | None = None
    """Unpaired variance divided by paired variance, inside casts: above 1, pairing helps."""
    effect: float | None = None
    """The difference divided by the SD of block differences inside casts."""
    superiority: float = NAN
    """The share of blocks in which the variant has more; ties count half."""
    superiority_low: float = NAN
    superiority_high: float = NAN
    """Its bootstrap interval."""
    odds_ratio: float | None = None
    """For rates."""
    p: float = 1.0
    """p of a sign-flip permutation test and, if unpaired, of Welch's by permutation: the larger of all, and never below
    alpha if the interval includes 0. If few blocks are tested more strictly, it is multiplied accordingly."""
    p_rank: float | None = None
    """p of Wilcoxon's signed-rank test, for ordinal metrics; reported in addition, it decides nothing."""
    low90: float = NAN
    high90: float = NAN
    """The interval that must lie inside the margin for equivalence (two one-sided tests): that of 90 %, or of 95 % if
    the differences are too skewed for so few blocks."""
    differing: int | None = None
    """Number of blocks that differ at all; None if that was not counted."""


@attrs.frozen(kw_only=True)
class MetricResult(MetricEstimate):
    """An estimate with its verdict, corrected for its family of tests."""

    family: Literal["primary", "exploratory"]
    blocks: int
    adjusted: float
    """p after the family's correction: Holm (primary), Benjamini-Hochberg (exploratory)."""
    margin: float | None
    p_equivalent: float | None
    verdict: Verdict
    needed: int | None
    """If not resolved, the number of blocks that would resolve it with the stated power."""
    bounded: bool = False
    """True if it cannot be `equivalent`, because there are so few blocks, or so few that differ, that what differs may
    not have been seen. Rates and metrics with bounds are never bounded: what they can differ by is known."""
    uncorrected: bool = False
    """True if the interval excludes 0 and the correction for several tests takes the verdict `differs` away: the
    interval is that of a single test."""
    skewed: int | None = None
    """Number of blocks that errors as stated take, if the differences are so skewed that these are too few."""

    @property
    def same(self) -> bool:
        """True if no block differs."""
        if self.differing is not None:
            return self.differing == 0 and self.difference == 0
        return self.low == self.high == self.difference == 0


@attrs.frozen(kw_only=True)
class Shift:
    """The shift of a whole distribution: its nine deciles under both variants, and their differences with bands."""

    variant: str
    metric: str
    base: tuple[float, ...]
    other: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    """Bands of the differences other - base, by bootstrap over blocks."""
    p: float
    """p of the energy distance, by permutation of arms within blocks."""
    spread: float
    """SD of the variant divided by the base's."""
    spread_low: float
    spread_high: float


@attrs.frozen(kw_only=True)
class Interaction:
    """A test of whether a metric's difference depends on the part: the seat or the bot."""

    variant: str
    metric: str
    over: Literal["seat", "bot"]
    parts: tuple[str, ...]
    p: float


@attrs.frozen(kw_only=True)
class Effect:
    """A term of a factorial run: the main effect of a module (or option), or the interaction of two."""

    metric: str
    term: tuple[str, ...]
    estimate: float = NAN
    low: float = NAN
    high: float = NAN
    p: float = 1.0
    adjusted: float = 1.0

    @classmethod
    def of(
        cls, metric: str, terms: Sequence[tuple[str, ...]], estimates: Floats, half: Floats, p: Floats
    ) -> list[Effect]:
        """Return the effects with these estimates, half widths of their intervals, and uncorrected p."""
        ends = (each.tolist() for each in (estimates, estimates - half, estimates + half, p))
        return [
            cls(metric=metric, term=term, estimate=estimate, low=low, high=high, p=single, adjusted=single)
            for term, estimate, low, high, single in zip(terms, *ends, strict=True)
        ]


@attrs.frozen(kw_only=True)
class SequentialResult:
    """The outcome of a sequential test."""

    metric: str
    variant: str
    looks: tuple[tuple[int, float], ...]
    """(blocks, log likelihood ratio) at each look."""
    lower: float
    upper: float
    decision: Decision
    """`not resolved` if the cap was reached."""
    cap: int
    estimate: float
    low: float
    high: float
    """The interval, valid after early stopping."""
    least: int = 0
    """Blocks that the skew of the differences asks for before a look; more than the cap if there was none."""
    drifting: bool = False
    """True if the test ended undecided because the differences have a trend."""


@attrs.frozen(kw_only=True)
class Analysis:
    """The results for a table under a spec."""

    variants: tuple[str, ...]
    blocks: int
    results: Sequence[MetricResult]
    shifts: Sequence[Shift]
    interactions: Sequence[Interaction]
    effects: Sequence[Effect] = ()
    paths: Sequence[SequentialResult] = ()

    def whole(self, variant: str | None = None, family: str | None = None) -> list[MetricResult]:
        """Return the results of whole metrics, of one variant or one family if they are named."""
        return [
            one
            for one in self.results
            if not one.part and variant in (None, one.variant) and family in (None, one.family)
        ]

    def asked(self, variant: str, metric: str) -> list[MetricResult]:
        """Return the results that answer for a metric: its own, or those of the parts that stand for it."""
        parts = [one for one in self.whole(variant, "primary") if one.metric.startswith(f"{metric}.")]
        own = self.of(variant, metric)
        return parts if parts and own.family != "primary" else [own]

    def of(self, variant: str, metric: str, part: str = "") -> MetricResult:
        """Return the one result; KeyError if there is none."""
        for one in self.results:
            if (one.variant, one.metric, one.part) == (variant, metric, part):
                return one
        raise KeyError((variant, metric, part))
