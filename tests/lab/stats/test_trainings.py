"""Trainings as a random effect: Student over their means, never surer than the blocks, and the errors as stated."""

from __future__ import annotations

import attrs
import numpy as np
import pytest
from scipy import stats

from tilewright.core.lab.stats import trainings
from tilewright.core.lab.stats.analysis import analyse
from tilewright.core.lab.stats.block_table import Analysis, BlockTable, Floats

from ..tables import many, spec


def table(base: Floats, other: Floats, count: int) -> BlockTable:
    """Each column is a metric; block N is of training N modulo the count."""
    return attrs.evolve(many(base, other), trainings=tuple(n % count for n in range(len(base))))


def found(one: BlockTable, **margins: float) -> Analysis:
    return analyse(one, spec(primary=(), margins=margins, resamples=500))


def test_the_error_is_that_of_the_means_of_trainings() -> None:
    chance = np.random.default_rng(1)
    values, which = chance.normal(size=24), np.arange(24) % 4
    spread, free = trainings.error(values, which)
    assert free == 3
    assert spread == pytest.approx(stats.sem([values[which == n].mean() for n in range(4)]))
    assert np.isnan(trainings.error(values, np.zeros(24, int))[0])
    # A training with twice the blocks has twice the weight, as in the mean of all blocks.
    uneven = np.repeat([0, 1, 2], [12, 6, 6])
    parts = np.array([values[uneven == n].mean() for n in range(3)])
    weights = np.array([0.5, 0.25, 0.25])
    expected = np.sqrt(3 / 2 * (weights**2 * (parts - values.mean()) ** 2).sum())
    assert trainings.error(values, uneven)[0] == pytest.approx(expected)


@pytest.mark.parametrize("spread", [0.0, 0.5])
def test_nothing_is_surer_than_blocks_or_trainings_alone(spread: float) -> None:
    chance = np.random.default_rng(2)
    base, luck = chance.normal(size=(2, 40, 20))
    other = base + luck + spread * chance.normal(size=(4, 20))[np.arange(40) % 4] + 0.3
    mine = found(table(base, other, 4))
    alone = found(attrs.evolve(table(base, other, 4), trainings=()))
    for one, two in zip(mine.results, alone.results, strict=True):
        apart = other[:, int(one.metric[1:])] - base[:, int(one.metric[1:])]
        t = stats.ttest_1samp([apart[n::4].mean() for n in range(4)], 0)
        ends = t.confidence_interval(0.95)
        assert one.low == pytest.approx(min(two.low, ends.low)) and one.high == pytest.approx(
            max(two.high, ends.high)
        )
        assert one.p == pytest.approx(max(two.p, t.pvalue)) and one.difference == two.difference
        assert (one.interval == "training") == (ends.low < two.low or ends.high > two.high)
        assert (one.p < 0.05) == (not one.low <= 0 <= one.high)


def test_alarms_are_false_as_often_as_stated() -> None:
    """The same rules; trainings differ by 0.5 SD of the blocks. Blocks alone would call most of them."""
    chance = np.random.default_rng(3)
    base, luck = chance.normal(size=(2, 80, 600))
    other = base + luck + 0.5 * chance.normal(size=(4, 600))[np.arange(80) % 4]
    called = np.mean([one.p < 0.05 for one in found(table(base, other, 4)).results])
    alone = attrs.evolve(table(base, other, 4), trainings=())
    assert 0.02 < called < 0.08 < 0.3 < np.mean([one.p < 0.05 for one in found(alone).results])


def test_equivalence_rests_on_all_trainings() -> None:
    chance = np.random.default_rng(4)
    base, luck = chance.normal(size=(2, 400, 1))
    shifts = np.array([-0.4, 0.4, -0.4, 0.4])[np.arange(400) % 4][:, None]
    [one] = found(table(base, base + luck + shifts, 4), m0=0.3).results
    assert one.verdict == "not resolved" and one.p_equivalent is not None and one.p_equivalent >= 0.05
    [two] = found(attrs.evolve(table(base, base + luck + shifts, 4), trainings=()), m0=0.3).results
    assert two.verdict == "equivalent", "blocks alone do not see it"


def test_one_training_leaves_no_verdict_and_no_effect() -> None:
    base, other = np.random.default_rng(5).normal(size=(2, 40, 3))
    one = table(base, other, 1)
    judged = trainings.judged(found(one), one)
    assert {each.verdict for each in judged.results} == {"not resolved"} and not judged.effects
    assert all(np.isnan([each.p, each.adjusted, each.low, each.high90]).all() for each in judged.results)
    averaged = trainings.averaged(table(base, other, 4))
    assert all(len(values) == 4 for values in averaged.means.values())
