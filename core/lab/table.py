"""What was seen and what follows from it: the table of block means that is analysed, and the types of its results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from ..metrics import Metric

Floats: TypeAlias = NDArray[np.float64]


@attrs.frozen(kw_only=True, eq=False)
class Table:
    """Block means of every metric under every variant, in the order of blocks."""

    variants: tuple[str, ...]
    """Names; the first is the base that the others are compared with."""
    metrics: Mapping[str, Metric]
    blocks: tuple[int, ...]
    means: Mapping[tuple[str, str, str], Floats]
    """(variant, metric, part) to one mean for each block, NaN where it is not defined. Part "" is the whole; `seat 1`,
    `bot greedy` are its parts for metrics by seat."""
    games: Mapping[tuple[str, str], Floats]
    """(variant, metric) to the values of single games (or seats), shape (blocks, values in a block), NaN for none."""
    curves: Mapping[tuple[str, str], Floats]
    """(variant, metric) for metrics by round: block means, shape (blocks, rounds), NaN beyond a game's end."""
    diverged: Mapping[str, Floats]
    """Variant to the share of a block's games, one for each block, that went otherwise than the base's."""


@attrs.frozen(kw_only=True)
class Spec:
    """How a table is to be analysed; stated in the plan before any game is played."""

    primary: tuple[str, ...]
    """At most three metrics, for which the verdicts are held together by Holm's correction."""
    margins: Mapping[str, float] = attrs.field(factory=dict)
    """Metric to the difference that would not matter; equivalence is tested only where one is stated."""
    alpha: float = 0.05
    power: float = 0.9
    pilot: int = 30
    """Blocks that decide whether a metric is analysed in pairs, and how many blocks are needed."""
    smallest: Mapping[str, float] = attrs.field(factory=dict)
    """Metric to the smallest difference of interest; without one it is its margin, else 0.2 SD of the differences."""
    seed: int = 0
    """Of the resampling (bootstrap, permutations)."""
    resamples: int = 2000


Verdict: TypeAlias = Literal["differs", "equivalent", "not resolved"]


@attrs.frozen(kw_only=True)
class Result:
    """One metric of one variant beside the base. Differences are variant minus base, over blocks."""

    variant: str
    metric: str
    part: str
    family: Literal["primary", "exploratory"]
    blocks: int
    base_mean: float
    variant_mean: float
    difference: float
    low: float
    high: float
    """The 95 % (1 - alpha) interval of the difference."""
    interval: Literal["bca", "t", "newcombe", "none"]
    """How it was found; `none` where nothing varies (the interval is the difference) or there are fewer than two
    blocks (it is NaN)."""
    paired: bool
    correlation: float | None
    """Between the two variants' block means."""
    gain: float | None
    """Variance if unpaired divided by variance paired: above 1, pairing helps."""
    effect: float | None
    """The difference divided by the SD of block differences."""
    superiority: float
    """The share of blocks in which the variant has more, equal ones counted half."""
    superiority_low: float = float("nan")
    superiority_high: float = float("nan")
    """Its bootstrap interval."""
    odds_ratio: float | None
    """For rates."""
    p: float
    """Sign-flip permutation test (paired) or Welch's by permutation (unpaired)."""
    p_rank: float | None = None
    """Wilcoxon's signed-rank test, for what has an order but no distance; stands beside, decides nothing."""
    adjusted: float
    """p after the family's correction: Holm (primary), Benjamini-Hochberg (exploratory)."""
    margin: float | None
    low90: float
    high90: float
    """The interval that must lie inside the margin to call it equivalent (two one-sided tests)."""
    p_equivalent: float | None
    verdict: Verdict
    needed: int | None
    """Blocks that would resolve it with the stated power, where it is not resolved."""


@attrs.frozen(kw_only=True)
class Shift:
    """How a whole distribution moves: its nine deciles under both variants, and their differences with bands."""

    variant: str
    metric: str
    base: tuple[float, ...]
    other: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    """Of the differences other - base, by bootstrap over blocks."""
    p: float
    """Of the energy distance, by permutation of arms within blocks."""
    spread: float
    """SD of the variant divided by the base's."""
    spread_low: float
    spread_high: float


@attrs.frozen(kw_only=True)
class Interaction:
    """Whether a metric's difference depends on the part: the seat, or the bot."""

    variant: str
    metric: str
    over: Literal["seat", "bot"]
    parts: tuple[str, ...]
    p: float


@attrs.frozen(kw_only=True)
class Effect:
    """A term of a factorial run: a module (or option) alone, or two together beyond the sum of both."""

    metric: str
    term: tuple[str, ...]
    estimate: float
    low: float
    high: float
    p: float
    adjusted: float


@attrs.frozen(kw_only=True)
class Path:
    """How a sequential test went."""

    metric: str
    variant: str
    looks: tuple[tuple[int, float], ...]
    """(blocks, log likelihood ratio) at each look."""
    lower: float
    upper: float
    decision: Literal["differs", "equivalent", "not resolved"]
    """`not resolved` at the cap."""
    cap: int
    estimate: float
    low: float
    high: float
    """An estimate and interval that stay valid after stopping."""


@attrs.frozen(kw_only=True)
class Analysis:
    """All that follows from a table under a spec."""

    variants: tuple[str, ...]
    blocks: int
    results: Sequence[Result]
    shifts: Sequence[Shift]
    interactions: Sequence[Interaction]
    effects: Sequence[Effect] = ()
    paths: Sequence[Path] = ()

    def of(self, variant: str, metric: str, part: str = "") -> Result:
        """The one result; KeyError if there is none."""
        for one in self.results:
            if (one.variant, one.metric, one.part) == (variant, metric, part):
                return one
        raise KeyError((variant, metric, part))
