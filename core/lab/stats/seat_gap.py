"""The gap between seats: the largest minus the smallest win share, with bounds that hold even if all seats are equal.

A gap is the largest of the differences between two seats, each a mean over blocks of values from -1 to 1. So an upper
bound of the gap is the largest upper bound of a pair, and its lower bound must allow for the pair having been picked.
The bounds of a pair are Gaffke's (core/lab/stats/intervals.py). Seats are counted in the order of play, from the one
that begins.
"""

from __future__ import annotations

import math
from itertools import permutations

import attrs
import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from .block_table import NAN, Floats, Verdict
from .intervals import Spacings, spacings
from .permutation import signs
from .power import MOST

RESAMPLES = 2000
ALPHA, POWER = 0.05, 0.9
"""Of the verdict on the seats of one ruleset."""
SURE = 0.999
"""The certainty required that a pair of seats was not picked by chance."""


@attrs.frozen(kw_only=True)
class Gap:
    """The gap between the seats of one ruleset, in shares of wins (0 to 1). NaN without blocks."""

    blocks: int
    """Blocks in which every seat has a share."""
    seats: tuple[float, ...] = ()
    """The win share of each seat."""
    seen: float = NAN
    """The largest share minus the smallest: too large on average, since chance alone makes seats differ."""
    estimate: float = NAN
    """The same, less what the bootstrap adds to it once more; never below 0."""
    low: float = NAN
    high: float = NAN
    """The 95 % (1 - alpha) interval. It begins at 0 unless the seats differ for certain."""
    highest: float = NAN
    """The one-sided 95 % (1 - alpha) upper bound: seats are equal within a margin if it lies below."""

    def within(self, margin: float) -> bool:
        """True if the seats are shown to be equal within this margin."""
        return self.highest < margin


@attrs.frozen(kw_only=True)
class GapChange:
    """The gaps between seats under two rulesets on the same blocks, and their difference."""

    base: Gap
    other: Gap
    difference: float = NAN
    """The seen gap of the other less that of the base: their biases mostly cancel."""
    low: float = NAN
    high: float = NAN
    """The 95 % (1 - alpha) interval. It includes 0 if and only if p is alpha or more."""
    low90: float = NAN
    high90: float = NAN
    """The 90 % (1 - 2 alpha) interval, which must lie inside the margin for equivalence."""
    differing: int = 0
    """Number of blocks in which some seat has another share."""
    p: float = 1.0
    """p of "both rulesets give the same results", by exchange of the arms within blocks."""


@attrs.frozen(kw_only=True)
class Seats:
    """The win shares of the seats of one ruleset, the gap between them, and its verdict."""

    gap: Gap
    intervals: tuple[tuple[float, float], ...]
    """Of the win share of each seat; they hold together with 95 %, and have the fair share in them unless the gap is
    shown not to be 0. Empty without blocks."""
    margin: float | None
    """A gap below this share of wins does not matter."""
    verdict: Verdict
    """`equivalent` if the gap is shown to be below the margin, else `differs` if it is shown not to be 0."""
    needed: int | None
    """If the verdict is `not resolved`, about how many blocks would resolve it with 90 % power if the gap is as
    estimated; None if that is out of reach."""


def gap(shares: Floats, alpha: float = 0.05, seed: int = 0, resamples: int = RESAMPLES) -> Gap:
    """Return the gap from win shares of shape (blocks, seats), whose rows sum to 1; rows with NaN are left out."""
    kept = shares[np.isfinite(shares).all(axis=1)]
    if not len(kept):
        return Gap(blocks=0)
    drawn = spacings(len(kept), resamples, seed)
    means = kept.mean(axis=0)
    seen = float(np.ptp(means))
    moved = drawn.inner @ kept
    high, highest = (_highest(moved, drawn, level) for level in (1 - alpha / 2, 1 - alpha))
    off = _picked(kept, drawn) + drawn.end * (1 + seen)
    low = _zero(max(seen - float(np.quantile(off, 1 - alpha / 2)), 0.0))
    again = float((np.ptp(moved, axis=1) / (1 - drawn.end)).mean())
    estimate = max(min(2 * seen - again, seen), low)
    return Gap(
        blocks=len(kept),
        seats=tuple(map(float, means)),
        seen=seen,
        estimate=_zero(estimate),
        low=low,
        high=high,
        highest=highest,
    )


def compare(
    base: Floats, other: Floats, alpha: float = 0.05, seed: int = 0, resamples: int = RESAMPLES
) -> GapChange:
    """Compare the gaps of two rulesets from the win shares of the same blocks, both of shape (blocks, seats). A block
    counts if it is whole under both."""
    both = np.isfinite(base).all(axis=1) & np.isfinite(other).all(axis=1)
    one, two = base[both], other[both]
    gaps = [gap(shares, alpha, seed, resamples) for shares in (one, two)]
    if not len(one):
        return GapChange(base=gaps[0], other=gaps[1])
    drawn = spacings(len(one), resamples, seed)
    (low, high), (low90, high90) = (
        (-_more(two, one, drawn, level), _more(one, two, drawn, level))
        for level in (1 - alpha / 2, 1 - alpha)
    )
    p = _exchanged(one, two, seed, 5 * resamples)
    # What the test does not show the interval must not show, and the other way round.
    if p >= alpha:
        low, high = min(low, 0.0), max(high, 0.0)
    elif low <= 0 <= high:
        p = alpha
    return GapChange(
        base=gaps[0],
        other=gaps[1],
        difference=gaps[1].seen - gaps[0].seen,
        low=low,
        high=high,
        low90=low90,
        high90=high90,
        differing=int((one != two).any(axis=1).sum()),
        p=p,
    )


def _pairs(shares: Floats) -> Floats:
    """Return the difference of each ordered pair of seats; the last axis is seats, then pairs."""
    first, second = np.array(list(permutations(range(shares.shape[-1]), 2)), int).reshape(-1, 2).T
    return np.asarray(shares[..., first] - shares[..., second])


def _highest(moved: Floats, drawn: Spacings, level: float) -> float:
    """Return the largest of the pairs' upper bounds. One of the pairs is the gap, so its own bound holds."""
    pairs = _pairs(moved) + drawn.end[:, None]
    return min(float(np.quantile(pairs, level, axis=0).max(initial=0.0)), 1.0)


def _more(one: Floats, two: Floats, drawn: Spacings, level: float) -> float:
    """Return an upper bound of how much larger the gap of `two` is than that of `one`.

    Whichever pair of seats is the gap of `two`, that of `one` is at least the difference of the same pair, and of the
    pair with the largest one seen, whose error may be that of any that may have been picked. Both are taken from the
    same blocks, so what a block adds to both gaps cancels. The better of the two bounds counts, for each pair.
    """
    room = (2 * drawn.end)[:, None]
    (here, moved), (there, risen) = (
        (_pairs(arm.mean(axis=0)), _pairs(drawn.inner @ arm)) for arm in (one, two)
    )
    lowest = (moved - here)[:, _near(here, moved - here)].min(axis=1, initial=np.inf)[:, None]
    same = np.quantile(risen + room - moved, level, axis=0)
    picked = np.quantile(risen + room - lowest, level, axis=0) - here.max(initial=0.0)
    best = np.minimum(same, picked)[_near(there, risen - there)]
    return min(float(best.max(initial=-1.0)), 1.0)


def _picked(shares: Floats, drawn: Spacings) -> Floats:
    """Return for each resample the largest error among the pairs that may have been picked as the gap."""
    pairs = _pairs(shares.mean(axis=0))
    errors = _pairs(drawn.inner @ shares) - pairs
    return np.asarray(errors[:, _near(pairs, errors)].max(axis=1, initial=0.0))


def _near(pairs: Floats, errors: Floats) -> NDArray[np.bool_]:
    """Return which pairs may be the gap, if these are their errors in resamples."""
    far = 2 * np.quantile(errors.max(axis=1, initial=0.0), SURE)
    return np.asarray(pairs >= pairs.max(initial=0.0) - far)


def _exchanged(one: Floats, two: Floats, seed: int, draws: int) -> float:
    """Return p of the difference of the gaps when the arms of each block are exchanged at random."""
    middle, half = ((one + two) / 2).mean(axis=0), (two - one) / 2
    seen = abs(np.ptp(two.mean(axis=0)) - np.ptp(one.mean(axis=0))) - 1e-9
    hits, total = 0, 0
    for drawn in signs(len(one), draws, seed):
        moved = drawn @ half / len(one)
        hits += int((np.abs(np.ptp(middle + moved, axis=1) - np.ptp(middle - moved, axis=1)) >= seen).sum())
        total += len(drawn)
    return (hits + 1) / (total + 1)


def _zero(value: float) -> float:
    return 0.0 if abs(value) < 1e-12 else value


def judged(wins: Floats, margin: float | None = None) -> Seats:
    """Judge win shares of shape (blocks, seats), whose rows sum to 1. Blocks must be independent of each other."""
    found = gap(wins, ALPHA)
    verdict: Verdict = "not resolved"
    if margin is not None and found.within(margin):
        verdict = "equivalent"
    elif found.low > 0:
        verdict = "differs"
    return Seats(
        gap=found,
        intervals=tuple(
            # One test decides whether seats differ: that of the gap.
            (low, high) if found.low > 0 else (min(low, 1 / wins.shape[1]), max(high, 1 / wins.shape[1]))
            for low, high in _intervals(wins)
        ),
        margin=margin,
        verdict=verdict,
        needed=_needed(found, margin or 0.0) if verdict == "not resolved" else None,
    )


def _intervals(wins: Floats) -> tuple[tuple[float, float], ...]:
    """Return Gaffke's interval of each seat, with the error divided among the seats (Bonferroni)."""
    blocks, seats = wins.shape
    if not blocks:
        return ()
    drawn = spacings(blocks, RESAMPLES, 0)
    moved = drawn.inner @ wins
    error = ALPHA / 2 / seats
    low = np.quantile(moved, error, axis=0)
    high = np.quantile(moved + drawn.end[:, None], 1 - error, axis=0)
    return tuple((float(one), float(two)) for one, two in zip(low, high, strict=True))


def _needed(found: Gap, margin: float) -> int | None:
    """Return how many blocks would show that the gap is below the margin, or if it is estimated above, that it is not
    0."""
    # A bound approaches the estimate by the root of the blocks. To lie on the right side nine times in ten, and not
    # only every other time, it must be nearer than the room that there is.
    if found.estimate < margin:
        room, half, error = margin - found.estimate, found.highest - found.estimate, ALPHA
    else:
        room, half, error = found.estimate, found.high - found.estimate, ALPHA / 2
    if not (room > 0 and half > 0):
        return None
    wanted = found.blocks * (half / room * (1 + ndtri(POWER) / ndtri(1 - error))) ** 2
    return max(math.ceil(wanted), found.blocks + 1) if wanted < MOST else None
