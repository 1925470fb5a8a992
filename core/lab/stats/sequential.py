"""Stopping as soon as the evidence is sufficient: a generalised sequential probability ratio test on block differences.

The method of fishtest, Stockfish's testing framework. A hypothesis fixes the mean difference in SD of the block
differences (0, or `effect`). For the rest it gets the distribution on the observed values that satisfies it and makes
them likeliest: the empirical likelihood (Owen 2001) with the mean / SD as its parameter (M. Van den Bergh, "Comments on
normalized Elo", 2020). The test looks after every `batch` blocks, once there are enough for their skew, and its bounds
are corrected for the overshoot of the ratio (Siegmund, "Sequential Analysis", 1985, corollary 8.33).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import attrs
import numpy as np

from ...base.errors import UsageError
from .block_table import Decision, Floats, SequentialResult, Spec
from .intervals import skewness
from .power import blocks_needed, strict
from .trend import drifts

SKEWED = 25
"""Times the squared skewness of the differences: with fewer blocks than this the test does not look (Cochran's rule,
"Sampling Techniques", 1977), since a skewed sample that lacks its tail looks certain."""
FIRST = 80
"""Blocks before the first look: with fewer, rare large values may all be missing, and the skew with them."""
LARGEST = 5.0
"""In SD: a larger mean is obvious after two or three blocks, without a test."""
PSEUDO = 1e-3
"""Weight, in blocks, of a pseudo-observation at either end, so that a likelihood exists from the first block on."""
ROUNDS = 100
"""Most iterations; a few are enough."""


@attrs.define(kw_only=True, eq=False)
class Sequential:
    """A test of one metric of one variant while it is played.

    It distinguishes effects of 0 and of `effect` SD: an effect of 0 is called different with chance alpha at most, an
    effect of that size or more is called equivalent with chance beta at most. Each direction has half of alpha. After
    the decision nothing changes, whatever is added, so the result does not depend on how blocks are batched.
    """

    metric: str
    variant: str
    effect: float = 0.1
    """In SD of the block differences."""
    alpha: float = 0.05
    beta: float = 0.05
    batch: int = 10
    """Blocks between looks."""
    cap: int = 2000
    """Number of blocks after which the test ends unresolved."""
    decision: Decision | None = attrs.field(default=None, init=False)
    """`equivalent` means smaller than `effect`. None while the test goes on."""
    drifting: bool = attrs.field(default=False, init=False)
    """True if it ended undecided because the differences have a trend."""
    looks: list[tuple[int, float]] = attrs.field(factory=list, init=False)
    """(blocks, log likelihood ratio) at each look: the larger ratio among the sides still open."""
    _values: list[float] = attrs.field(factory=list, init=False)
    _open: list[_Side] = attrs.field(factory=lambda: [_Side(1), _Side(-1)], init=False)
    _last: _Side = attrs.field(default=attrs.Factory(lambda self: self._open[0], takes_self=True), init=False)
    """The side that closed last or, while the test goes on, has the larger ratio."""
    _least: int = attrs.field(default=FIRST, init=False)
    """Blocks that the skew of the differences so far asks for before a look."""

    @property
    def lower(self) -> float:
        """The bound below which the hypothesis of no difference is accepted, before the correction for overshoot."""
        return math.log(self.beta / (1 - self.alpha / 2))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / (self.alpha / 2))

    @property
    def blocks(self) -> int:
        """Number of blocks used: all while the test goes on, afterwards those up to the last look."""
        return len(self._values)

    def add(self, differences: Sequence[float] | Floats) -> None:
        """Add the differences of the next blocks, in order; NaN (a block without the metric) is skipped."""
        for value in np.asarray(differences, float).ravel().tolist():
            if self.decision is not None:
                return
            if math.isfinite(value):
                self._values.append(value)
                if len(self._values) % self.batch == 0 or len(self._values) == self.cap:
                    self._look()

    def _look(self) -> None:
        values = np.array(self._values)
        self._least = max(FIRST, self._for_skew(values))
        if len(values) < min(self._least, self.cap):
            return
        for side in self._open:
            side.see(llr(side.sign * values, self.effect))
        self._last = max(self._open, key=lambda side: side.ratio)
        self.looks.append((len(values), self._last.ratio))
        if len(values) < self._least:
            self.decision = "not resolved"
            return
        if self._last.ratio >= self.upper - self._last.rising.expected:
            self._decided("differs")
            return
        # A closed side stays closed; the other one is tested further.
        self._open = [one for one in self._open if one.ratio > self.lower + one.falling.expected]
        if not self._open:
            self._decided("equivalent")
        elif len(values) >= self.cap:
            self.decision = "not resolved"

    def _decided(self, found: Decision) -> None:
        """End the test; undecided if the blocks have a trend, since those to come would differ from those it saw."""
        self.drifting = drifts(self._values)
        self.decision = "not resolved" if self.drifting else found

    @staticmethod
    def _for_skew(values: Floats) -> int:
        """Return how many blocks their skew asks for; none if the mean is further from 0 than skew could move it."""
        if abs(values.mean()) > LARGEST * values.std():
            return 0
        return math.ceil(SKEWED * float(skewness(values[:, None])[0]) ** 2)

    def path(self) -> SequentialResult:
        """Return the outcome so far. `lower` and `upper` are the bounds at the last look. The interval from `low` to
        `high` covers the true difference with chance 1 - alpha whenever one stops; the estimate is biased outwards
        after early stopping."""
        low, high = confidence_sequence(self._values, self.alpha, self._expected_blocks())
        return SequentialResult(
            metric=self.metric,
            variant=self.variant,
            looks=tuple(self.looks),
            lower=self.lower + self._last.falling.expected,
            upper=self.upper - self._last.rising.expected,
            decision=self.decision or "not resolved",
            cap=self.cap,
            estimate=float(np.mean(self._values)) if self._values else math.nan,
            low=low,
            high=high,
            least=self._least,
            drifting=self.drifting,
        )

    def _expected_blocks(self) -> float:
        """Return the approximate number of blocks if nothing differs (Wald)."""
        wrong = self.alpha / 2
        return -2 * ((1 - wrong) * self.lower + wrong * self.upper) / self.effect**2


@attrs.define
class _Side:
    """A one-sided test: one direction in which the variant may differ."""

    sign: int
    ratio: float = 0.0
    rising: _Jumps = attrs.field(factory=lambda: _Jumps(1))
    falling: _Jumps = attrs.field(factory=lambda: _Jumps(-1))

    def see(self, ratio: float) -> None:
        self.ratio = ratio
        self.rising.see(ratio)
        self.falling.see(ratio)


@attrs.define
class _Jumps:
    """The jumps to new records in one direction, from which the mean overshoot of a bound is estimated. The first is
    none: it is that of all blocks before the first look, where the others are those of a batch."""

    sign: int
    begun: bool = False
    record: float = 0.0
    total: float = 0.0
    squares: float = 0.0

    def see(self, ratio: float) -> None:
        jump = self.sign * ratio - self.record
        if jump > 0:
            self.record += jump
            self.total += jump * self.begun
            self.squares += jump**2 * self.begun
        self.begun = True

    @property
    def expected(self) -> float:
        """E[jump²] / 2 E[jump]."""
        return self.squares / (2 * self.total) if self.total > 0 else 0.0


def confidence_sequence(values: Sequence[float], alpha: float, tightest: float) -> tuple[float, float]:
    """Return an interval for the mean that is valid at all times at once with chance 1 - alpha, narrowest at about
    `tightest` values; NaN with fewer than two.

    Robbins' normal mixture with the SD so far (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central
    limit theory and asymptotic confidence sequences", Annals of Statistics 2024, theorem 2.2).
    """
    count = len(values)
    if count < 2:
        return math.nan, math.nan
    bound = -2 * math.log(alpha)
    scale = (bound + math.log(bound + 1)) / max(tightest, 2)
    mean, sd = float(np.mean(values)), float(np.std(values, ddof=1))
    inner = count * scale + 1
    half = sd * math.sqrt(2 * inner / (count**2 * scale) * math.log(math.sqrt(inner) / alpha))
    return mean - half, mean + half


def check(effect: float, spec: Spec, cap: int) -> None:
    """Raise UsageError if a fixed plan finds the effect before such a test looks, or the cap ends it before."""
    wanted = strict(lambda level: blocks_needed(1.0, effect, level * spec.alpha, spec.power))
    if wanted is not None and wanted <= FIRST:
        raise UsageError(
            f"--effect {effect:g}: {wanted} blocks fixed beforehand find it (--blocks {wanted} without --sequential); "
            f"a sequential test looks for the first time after {FIRST}, since fewer may lack rare large values"
        )
    if cap < FIRST:
        raise UsageError(
            f"--blocks {cap}: a sequential test looks for the first time after {FIRST} blocks, since fewer may lack "
            "rare large values"
        )


def llr(differences: Floats, effect: float) -> float:
    """Return the log of the maximum likelihood under "the mean is `effect` SD" over that under "the mean is 0".

    It never falls when the mean rises: far beyond both hypotheses neither is likely and their ratio tends to 1, so a
    mean beyond the one that speaks loudest counts as that one.
    """
    mean, sd = float(differences.mean()), float(differences.std())
    root = math.sqrt(effect**2 + 4)
    # Where the ratio of two normal likelihoods is smallest and largest.
    far = mean - sd * min(max(mean / sd, (effect - root) / 2), (effect + root) / 2) if sd > 0 else 0.0
    values, counts = np.unique(differences - far, return_counts=True)
    end = max(float(np.abs(values).max()), 1e-300) if values.any() else 1.0
    # Once at each end of the range, so that every condition can be met.
    values = np.append(values / end, (-1.0, 1.0))
    counts = np.append(counts, (PSEUDO, PSEUDO))
    shares = counts / counts.sum()
    none = some = _likeliest(values, shares, shares, 0.0)
    # A large effect is approached in steps, since the iteration converges only from nearby.
    for step in range(1, (steps := math.ceil(effect / 0.25)) + 1):
        some = _likeliest(values, shares, shares if step == 1 else some, effect * step / steps)
    return float(counts @ (np.log(some) - np.log(none)))


def _likeliest(values: Floats, shares: Floats, start: Floats, t: float) -> Floats:
    """Return the distribution on these values with mean / SD = t under which the observed shares are likeliest.

    Linearised around the last mean and SD, the condition is that the mean of `gap` is 0; a few rounds converge.
    """
    found = start
    for _ in range(ROUNDS):
        mean = found @ values
        sd = math.sqrt(found @ (values - mean) ** 2)
        gap = values - t * sd * (1 + ((values - mean) / sd) ** 2) / 2
        if not gap.min() < 0 < gap.max():
            # Too narrow to start from: nearly all blocks alike.
            found = (found + 1 / len(found)) / 2
            continue
        last, found = found, _tilted(gap, shares)
        if t == 0 or np.abs(found - last).max() < 1e-10:
            break
    return found


def _tilted(gap: Floats, shares: Floats) -> Floats:
    """Return shares / (1 + x * gap) with the x for which the mean of `gap` is 0: the likeliest under that condition."""
    low, high = -1 / float(gap.max()), -1 / float(gap.min())
    x = 0.0
    for _ in range(ROUNDS):
        part = gap / (1 + x * gap)
        slope = float(shares @ part**2)
        rest = float(shares @ part)
        if rest > 0:
            low = x
        else:
            high = x
        step = rest / slope
        if abs(step) <= 1e-12 * (1 + abs(x)):
            break
        x = x + step if low < x + step < high else (low + high) / 2
    found = shares / (1 + x * gap)
    return np.asarray(found / found.sum())
