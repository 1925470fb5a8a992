"""Stopping as soon as the evidence suffices: a generalised sequential probability ratio test on block differences.

The method of fishtest, the testing ground of Stockfish. A hypothesis fixes the mean difference in SD of the block
differences (0, or `effect`); everything else about their distribution is replaced by what is likeliest
(core/lab/likelihood.py). It looks after every `batch` blocks, and the bounds make room for the jump with which the
ratio passes them (Siegmund, "Sequential Analysis", 1985, corollary 8.33).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import attrs
import numpy as np
from scipy.special import ndtri

from ..errors import UsageError
from .likelihood import llr
from .table import Floats, Path, Verdict

LARGEST = 5.0
"""SD: what is larger is seen in two or three blocks, without a test."""


@attrs.define(kw_only=True, eq=False)
class Sequential:
    """One metric of one variant, tested while it is played.

    Effects of 0 and of `effect` SD are told apart: 0 is called different with chance alpha at most, an effect of that
    size (or more) is called equivalent with chance beta at most. After `decision` nothing changes any more, whatever
    is added: the answer does not depend on how blocks are handed over.
    """

    metric: str
    variant: str
    effect: float = 0.1
    """In SD of the block differences."""
    alpha: float = 0.05
    beta: float = 0.05
    sides: Literal[1, 2] = 2
    """2: a difference in either direction, with alpha / 2 for each; 1: the variant has more."""
    batch: int = 10
    """Blocks between looks."""
    cap: int = 2000
    """Blocks at which it ends unresolved."""
    decision: Verdict | None = attrs.field(default=None, init=False)
    """`equivalent` means: smaller than `effect`. None while it goes on."""
    looks: list[tuple[int, float]] = attrs.field(factory=list, init=False)
    """(blocks, log likelihood ratio) at each look; with two sides, of the likelier one among those not given up."""
    _values: list[float] = attrs.field(factory=list, init=False)
    _open: list[_Side] = attrs.field(factory=list, init=False)
    _last: _Side = attrs.field(init=False)
    """The side that ended last or, while it goes on, is the likelier."""

    def __attrs_post_init__(self) -> None:
        if not 0 < self.effect <= LARGEST:
            raise UsageError(
                f"the effect to be found is {self.effect} SD; it must be above 0, at most {LARGEST}"
            )
        for what, share in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < share < 0.5:
                raise UsageError(f"{what} is {share}; it must lie between 0 and 0.5")
        if self.batch < 1 or self.cap < self.batch:
            raise UsageError(
                f"a cap of {self.cap} blocks does not hold a batch of {self.batch}; batches count from 1, "
                "and the cap is at least one of them"
            )
        self._open = [_Side(1), _Side(-1)][: self.sides]
        self._last = self._open[0]

    @property
    def lower(self) -> float:
        """The bound below which the hypothesis of no difference is accepted, before room is made for jumps."""
        return math.log(self.beta / (1 - self.alpha / self.sides))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / (self.alpha / self.sides))

    @property
    def blocks(self) -> int:
        """Blocks that count: all of them while it goes on, those of the last look afterwards."""
        return len(self._values)

    def add(self, differences: Sequence[float] | Floats) -> None:
        """The next blocks' differences, in order; NaN (a block without the metric) is left out."""
        for value in np.asarray(differences, float).ravel().tolist():
            if self.decision is not None:
                return
            if math.isfinite(value):
                self._values.append(value)
                if len(self._values) % self.batch == 0 or len(self._values) == self.cap:
                    self._look()

    def _look(self) -> None:
        values = np.array(self._values)
        for side in self._open:
            side.see(llr(side.sign * values, self.effect))
        self._last = max(self._open, key=lambda side: side.ratio)
        self.looks.append((len(values), self._last.ratio))
        if self._last.ratio >= self.upper - self._last.rising.expected:
            self.decision = "differs"
            return
        # A side that has been given up stays so; what is left is tested on.
        self._open = [one for one in self._open if one.ratio > self.lower + one.falling.expected]
        if not self._open:
            self.decision = "equivalent"
        elif len(values) >= self.cap:
            self.decision = "not resolved"

    def path(self) -> Path:
        """How it went so far. `lower` and `upper` are the bounds in force at the last look; `low` to `high` holds the
        true difference with chance 1 - alpha whenever one stops, while the estimate leans outwards if it stopped
        early."""
        low, high = confidence_sequence(self._values, self.alpha, self._expected_blocks())
        return Path(
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
        )

    def _expected_blocks(self) -> float:
        """About how many blocks it takes where there is no difference (Wald's approximation)."""
        wrong = self.alpha / self.sides
        return -2 * ((1 - wrong) * self.lower + wrong * self.upper) / self.effect**2


@attrs.define
class _Side:
    """One direction in which the variant may differ, as a test of its own."""

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
    """The jumps to new records in one direction, and how far one of them passes a bound on average."""

    sign: int
    record: float = 0.0
    total: float = 0.0
    squares: float = 0.0

    def see(self, ratio: float) -> None:
        jump = self.sign * ratio - self.record
        if jump > 0:
            self.record += jump
            self.total += jump
            self.squares += jump**2

    @property
    def expected(self) -> float:
        """E[jump²] / 2 E[jump]."""
        return self.squares / (2 * self.total) if self.total > 0 else 0.0


def confidence_sequence(values: Sequence[float], alpha: float, tightest: float) -> tuple[float, float]:
    """An interval for the mean that holds at all times at once with chance 1 - alpha, narrowest at about `tightest`.

    Robbins' normal mixture with the SD seen so far (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform
    central limit theory and asymptotic confidence sequences", Annals of Statistics 2024, theorem 2.2). NaN below two.
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


def fixed_blocks(effect: float, alpha: float, beta: float, sides: Literal[1, 2] = 2) -> int:
    """Blocks that a fixed plan with the same errors would take, for comparison."""
    return math.ceil(((float(ndtri(1 - alpha / sides)) + float(ndtri(1 - beta))) / effect) ** 2)
