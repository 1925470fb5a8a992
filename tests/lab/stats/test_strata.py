"""Casts as strata: against Welch's interval of two samples, and what a comparison makes of casts that differ."""

from __future__ import annotations

import attrs
import numpy as np
import pytest
from scipy import stats

from tilewright.core.lab.stats.analysis import analyse
from tilewright.core.lab.stats.block_table import Floats, MetricResult
from tilewright.core.lab.stats.intervals import student
from tilewright.core.lab.stats.power import pilot
from tilewright.core.lab.stats.strata import freedom, levelled

from ..tables import pair, spec

pytestmark = pytest.mark.filterwarnings("error")
CHANCE = np.random.default_rng(31)


def compared(differences: Floats, casts: list[int]) -> MetricResult:
    both = attrs.evolve(pair(np.zeros(len(differences)), differences), casts=tuple(casts))
    return analyse(both, spec()).of("B", "m")


@pytest.mark.parametrize("counts", [(9, 9), (12, 12)])
def test_two_casts_have_welchs_interval(counts: tuple[int, int]) -> None:
    """The mean of two casts errs like half their difference."""
    one, two = CHANCE.normal(3, 1, counts[0]), CHANCE.normal(-8, 4, counts[1])
    casts = np.repeat([0, 1], counts)
    values = levelled(np.concatenate([one, two])[:, None], casts)
    low, high = student(values, 0.95, freedom(values, casts))
    welch = stats.ttest_ind(one, two, equal_var=False)
    ends = welch.confidence_interval(0.95)
    assert freedom(values, casts)[0] == pytest.approx(welch.df)
    assert high[0] - low[0] == pytest.approx((ends.high - ends.low) / 2)
    assert (low[0] + high[0]) / 2 == pytest.approx((one.mean() + two.mean()) / 2)


def test_casts_of_unequal_number_have_the_sum_of_their_variances() -> None:
    counts = np.array([7, 11, 20])
    parts = [CHANCE.normal(5 * n, n + 1, count) for n, count in enumerate(counts)]
    values, casts = np.concatenate(parts), np.repeat(np.arange(3), counts)
    found = levelled(values[:, None], casts)[:, 0]
    own = sum(count * part.var(ddof=1) for count, part in zip(counts, parts, strict=True)) / 38
    assert found.mean() == pytest.approx(values.mean())
    assert found.var(ddof=1) == pytest.approx(own)
    assert (levelled(values[:, None], np.zeros(38, int))[:, 0] == values).all()


def test_what_differs_between_casts_does_not_widen_the_interval() -> None:
    noise, casts = CHANCE.normal(size=90), [0, 1, 2] * 30
    far = noise + np.tile([-10.0, 0, 10], 30)
    plain, apart, pooled = compared(noise, casts), compared(far, casts), compared(far, [0] * 90)
    assert apart.difference == pytest.approx(plain.difference) == pytest.approx(noise.mean())
    assert (apart.low, apart.high, apart.p) == pytest.approx((plain.low, plain.high, plain.p))
    assert pooled.high - pooled.low > 5 * (apart.high - apart.low)
    assert apart.superiority == pooled.superiority, "which rule had more is not moved"
    # The forecast has the same variance, so as many blocks are needed.
    both = attrs.evolve(pair(np.zeros(90), far), casts=tuple(casts))
    same = attrs.evolve(pair(np.zeros(90), noise), casts=tuple(casts))
    settings = spec(smallest={"m": 0.3}, pilot=90)
    assert pilot(both, settings)[0].needed == pilot(same, settings)[0].needed
    assert apart.needed == plain.needed


def test_casts_of_few_blocks_count_as_one_sample() -> None:
    far = CHANCE.normal(size=12) + np.tile([-5.0, 0, 5], 4)
    few, pooled = compared(far, [0, 1, 2] * 4), compared(far, [0] * 12)
    assert (few.low, few.high, few.p, few.effect) == (pooled.low, pooled.high, pooled.p, pooled.effect)
    # And where few blocks differ, in whichever cast: what was not seen counts for more than how casts differ.
    rare = np.array([4.0, 0, 0] * 3 + [0.0, 0, 0] * 7)
    few, pooled = compared(rare, [0, 1, 2] * 10), compared(rare, [0] * 30)
    assert few.interval == "gaffke" and (few.low, few.high, few.p) == (pooled.low, pooled.high, pooled.p)


def test_equal_rules_stay_equal_and_constants_constant() -> None:
    luck, casts = CHANCE.normal(size=30) + np.tile([0.0, 7], 15), tuple([0, 1] * 15)
    same = analyse(attrs.evolve(pair(luck, luck.copy()), casts=casts), spec()).of("B", "m")
    assert (same.difference, same.p, same.differing) == (0, 1, 0)
    assert same.low < 0 < same.high
    more = analyse(attrs.evolve(pair(luck, luck + 0.1), casts=casts), spec()).of("B", "m")
    assert more.verdict == "differs" and (more.low, more.high) == pytest.approx((0.1, 0.1))


def test_the_spread_of_a_wide_cast_is_as_uncertain_as_its_blocks_are_few() -> None:
    """Five blocks of a cast ten times as wide: Welch's interval, at the level of ten blocks."""
    wide = CHANCE.normal(size=(2, 40, 5)) * np.array([10.0, 1.0])[:, None, None]
    for one, two in zip(*wide, strict=True):
        found = compared(np.concatenate([one, two]), [0] * 5 + [1] * 5)
        ends = stats.ttest_ind(one, two, equal_var=False).confidence_interval(1 - 0.05 * 0.3)
        assert found.high - found.low >= (ends.high - ends.low) / 2 - 1e-9
