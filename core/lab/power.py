"""How many blocks it takes, and what the first ones decide: the pilot."""

from __future__ import annotations

import math

import attrs
import numpy as np
from scipy.special import ndtr, ndtri, stdtr

from .table import Floats, Spec, Table

MOST = 10_000_000
"""More blocks than this are out of reach: no number is told."""


def blocks_needed(sd: float, effect: float, alpha: float, power: float) -> int | None:
    """Blocks in which a mean difference of `effect` is found with this power by a two-sided test; None if out of reach.

    The normal approximation with Guenther's correction (1981) for Student's t: within a block of the exact number.
    """
    if not (sd > 0 and effect > 0):
        return None
    z = ndtri(1 - alpha / 2)
    return _whole((z + ndtri(power)) ** 2 * (sd / effect) ** 2 + z**2 / 2)


def blocks_equivalent(sd: float, margin: float, alpha: float, power: float) -> int | None:
    """Blocks in which no difference at all is shown to lie within the margin with this power by two one-sided tests."""
    if not (sd > 0 and margin > 0):
        return None
    z = ndtri(1 - alpha)
    return _whole((z + ndtri((1 + power) / 2)) ** 2 * (sd / margin) ** 2 + z**2 / 2)


def power_of(blocks: int, sd: float, effect: float, alpha: float) -> float:
    """The chance that so many blocks find a mean difference of `effect`."""
    z = ndtri(1 - alpha / 2)
    seen = effect / sd * math.sqrt(max(blocks - z**2 / 2, 0))
    return float(ndtr(seen - z) + ndtr(-seen - z))


def _whole(blocks: float) -> int | None:
    return max(math.ceil(blocks), 2) if blocks < MOST else None


def gain(base: Floats, other: Floats) -> Floats:
    """Variance of the difference of means if unpaired divided by that in pairs, for each column; NaN where nothing
    varies or below three rows. Infinite where the differences are all the same."""
    if len(base) < 3:
        return np.full(base.shape[1], np.nan)
    alone = base.var(axis=0, ddof=1) + other.var(axis=0, ddof=1)
    paired = (other - base).var(axis=0, ddof=1)
    paired = np.where(paired <= 1e-20 * alone, 0.0, paired)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(alone > 0, alone / paired, np.nan)


def in_pairs(base: Floats, other: Floats) -> bool:
    """Whether a pilot speaks for pairs: unless they vary more than two independent samples would. NaN is dropped."""
    both = np.isfinite(base) & np.isfinite(other)
    return not gain(base[both][:, None], other[both][:, None])[0] < 1


def smallest(spec: Spec, metric: str, sd: float) -> float:
    """The smallest difference of interest: as stated, else the margin, else 0.2 SD of the differences."""
    stated = spec.smallest.get(metric, spec.margins.get(metric))
    return stated if stated is not None else 0.2 * sd


def planned(spec: Spec, metric: str, sd: float, tests: int) -> int | None:
    """Blocks that resolve the metric with the stated power, whichever way the truth lies, among so many primary tests.

    Holm's correction never asks for more than Bonferroni's share of alpha, which is taken here.
    """
    wanted = blocks_needed(sd, smallest(spec, metric, sd), spec.alpha / tests, spec.power)
    margin = spec.margins.get(metric)
    if margin is None or wanted is None:
        return wanted
    equal = blocks_equivalent(sd, margin, spec.alpha, spec.power)
    return None if equal is None else max(wanted, equal)


def still_needed(
    spec: Spec, metric: str, blocks: int, sd: float, difference: float, tests: int
) -> int | None:
    """Blocks that would resolve what so many did not; None where no number in reach would.

    For the smallest difference of interest; where there were blocks enough for that, for the difference that was seen.
    """
    if not sd > 0:
        return None
    wanted = planned(spec, metric, sd, tests)
    if wanted is not None and wanted > blocks:
        return wanted
    margin = spec.margins.get(metric)
    ways = [blocks_needed(sd, abs(difference), spec.alpha / tests, spec.power)]
    if margin is not None and abs(difference) < margin:
        # One of the two one-sided tests: that at the further end of the margin is as good as passed.
        ways.append(blocks_needed(sd, margin - abs(difference), 2 * spec.alpha, spec.power))
    counts = [one for one in ways if one is not None]
    return max(min(counts), blocks + 1) if counts else None


def equivalence(blocks: int, sd: float, difference: float, margin: float, rate: bool = False) -> float:
    """p of two one-sided t tests that the true difference lies outside the margin.

    Where all blocks gave the same difference there is no spread to go by. Then it is the chance that so many blocks
    show nothing though one in ten would, or for a rate, though as many would as it takes to leave the margin.
    """
    room = margin - abs(difference)
    if sd == 0 and room > 0:
        return float((1 - _unseen(room, rate)) ** blocks)
    return float(stdtr(blocks - 1, -room * math.sqrt(blocks) / sd)) if sd > 0 else 1.0


def _unseen(room: float, rate: bool) -> float:
    """The share of blocks that would differ if the difference left the margin, though none has been seen to."""
    return min(room, 1.0) if rate else 0.1


def blocks_alike(difference: float, margin: float | None, alpha: float, rate: bool) -> int | None:
    """Blocks that would show equivalence where all give the same difference; None where it lies outside the margin."""
    if margin is None or abs(difference) >= margin:
        return None
    share = _unseen(margin - abs(difference), rate)
    return max(math.ceil(math.log(alpha) / math.log1p(-share)), 2) if share < 1 else 2


@attrs.frozen(kw_only=True)
class Pilot:
    """What the first blocks say of a primary metric of one variant."""

    variant: str
    metric: str
    blocks: int
    """Blocks of the pilot in which both have the metric."""
    paired: bool
    """Whether the metric will be analysed in pairs."""
    gain: float | None
    """Variance if unpaired divided by variance paired."""
    sd: float | None
    """Of the block differences; None below two blocks."""
    smallest: float | None
    """The difference that `needed` is for."""
    needed: int | None
    """Blocks for it with the stated power; None if the pilot cannot tell, as when nothing differed."""


def pilot(table: Table, spec: Spec) -> list[Pilot]:
    """What the first `spec.pilot` blocks say of each variant and primary metric: in pairs or not, and how many blocks
    it takes."""
    base, *others = table.variants
    found = []
    tests = max(len(others) * len(spec.primary), 1)
    for variant in others:
        for metric in spec.primary:
            one = table.means[base, metric, ""][: spec.pilot]
            two = table.means[variant, metric, ""][: spec.pilot]
            both = np.isfinite(one) & np.isfinite(two)
            differences = (two - one)[both]
            ratio = gain(one[both][:, None], two[both][:, None])[0]
            sd = float(differences.std(ddof=1)) if len(differences) > 1 else None
            found.append(
                Pilot(
                    variant=variant,
                    metric=metric,
                    blocks=len(differences),
                    paired=in_pairs(one, two),
                    gain=float(ratio) if np.isfinite(ratio) else None,
                    sd=sd,
                    smallest=smallest(spec, metric, sd) if sd is not None else None,
                    needed=planned(spec, metric, sd, tests) if sd is not None else None,
                )
            )
    return found
