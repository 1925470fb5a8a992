"""Permutation tests against exact and reference calculations, and their false alarms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

from tilewright.core.lab.stats import permutation
from tilewright.core.lab.stats.permutation import depends, inverted, sign_flip, signs, two_sample

pytestmark = pytest.mark.filterwarnings("error")


@pytest.mark.parametrize("blocks", [1, 8, 21])
def test_signs_that_are_kept_are_those_that_are_drawn(blocks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [np.concatenate([*signs(blocks, 2500, 7)]) for _ in range(2)]
    monkeypatch.setattr(permutation, "MANY", 0)
    drawn = np.concatenate([*signs(blocks, 4500, 7)])
    assert drawn.shape == (4500, blocks) and {*drawn.flat} == {-1.0, 1.0}
    for one in kept:
        assert (one == drawn[:2500]).all()
    assert abs(drawn.mean()) < 4 / drawn.size**0.5
    assert not (np.concatenate([*signs(blocks, 2500, 8)]) == kept[0]).all()


def test_few_blocks_are_counted_out() -> None:
    values = np.random.default_rng(1).normal(0.4, size=(9, 4)).round(1)
    permutation_test: Any = stats.permutation_test
    reference = [
        permutation_test((column,), np.mean, permutation_type="samples", n_resamples=512).pvalue
        for column in values.T
    ]
    assert sign_flip(values, 0, 100) == pytest.approx(reference)


def test_many_blocks_agree_with_mcnemar() -> None:
    """Differences of -1, 0, 1: flipping signs is McNemar's exact test, which is a binomial's."""
    differences = np.repeat([1.0, -1.0, 0.0], [40, 22, 38])[:, None]
    exact = stats.binomtest(22, 62).pvalue
    p = sign_flip(differences, 3, 20_000)[0]
    assert p == pytest.approx(exact, abs=4 * np.sqrt(exact / 20_000))
    # The data themselves count among the draws.
    assert p * 20_001 == pytest.approx(round(p * 20_001))
    assert p * 20_000 != pytest.approx(round(p * 20_000))


def test_p_is_never_zero_and_small_ones_are_drawn_finely() -> None:
    differences = np.ones((50, 1))
    assert sign_flip(differences, 0, 1000)[0] == pytest.approx(1 / 10_001)


@pytest.mark.parametrize("blocks", [6, 9, 30])
def test_the_interval_is_the_tests_inversion(blocks: int) -> None:
    """Just inside an end the test does not reject, just outside it does."""
    values = np.random.default_rng(blocks).normal(size=(blocks, 1)) ** 3
    [(low, high)] = inverted(values, 4, 999, (0.95,))
    assert low[0] < values.mean() < high[0]
    for end, way in ((low, -1), (high, 1)):
        inside, outside = end - way * 1e-6, end + way * 1e-6
        assert sign_flip(values - inside, 4, 999)[0] >= 0.05 > sign_flip(values - outside, 4, 999)[0]


def test_five_blocks_reject_nothing() -> None:
    [(low, high)] = inverted(np.full((5, 1), 3.0), 0, 999, (0.95,))
    assert (low[0], high[0]) == (-np.inf, np.inf)


@pytest.mark.parametrize("blocks", [0, 1, 2])
def test_too_few_blocks_prove_nothing(blocks: int) -> None:
    p = sign_flip(np.ones((blocks, 1)), 0, 100)
    assert p == pytest.approx([1 if blocks < 2 else 0.5])
    assert two_sample(np.ones((blocks, 1)), np.zeros((blocks, 1)), 0, 100)[0] > 0.2


def test_no_difference_at_all_is_p_1() -> None:
    zero = np.zeros((40, 2))
    assert np.array_equal(sign_flip(zero, 0, 100), [1, 1])
    assert np.array_equal(two_sample(zero, zero, 0, 100), [1, 1])
    assert depends(zero, 0, 100) == 1


def test_two_samples_agree_with_scipys_permutations() -> None:
    chance = np.random.default_rng(5)
    base, other = chance.normal(size=(14, 1)), chance.normal(0.6, 2, size=(18, 1))
    reference = stats.ttest_ind(
        base[:, 0],
        other[:, 0],
        equal_var=False,
        method=stats.PermutationMethod(n_resamples=5000, rng=np.random.default_rng(1)),
    ).pvalue
    assert two_sample(base, other, 1, 5000)[0] == pytest.approx(reference, abs=0.03)


def test_false_alarms_are_as_rare_as_they_should_be() -> None:
    """1,000 metrics of skewless noise: 5 % below 0.05, within four standard errors, and no fewer than half of it."""
    chance = np.random.default_rng(6)
    base, other = chance.poisson(2, size=(2, 40, 1000)).astype(float)
    for p in (sign_flip(other - base, 1, 600), two_sample(base, other, 1, 600)):
        assert 0.03 < (p < 0.05).mean() < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 1000)


def test_an_effect_on_one_seat_alone_is_seen_whether_seats_share_blocks_or_not() -> None:
    chance = np.random.default_rng(9)
    seats = chance.normal(size=(100, 1)) + 0.5 * chance.normal(size=(100, 3))
    assert depends(seats, 0, 1000) > 0.05
    assert depends(seats + [0.5, 0, 0], 0, 1000) < 0.01
    bots = np.where(np.arange(100)[:, None] % 3 == np.arange(3), seats + [2.0, 0, 0], np.nan)
    assert depends(bots, 0, 1000) < 0.01
    assert depends(bots - [2.0, 0, 0], 0, 1000) > 0.05
    # The same difference for all of them, however far from 0 and however many blocks each has.
    bots[(bots[:, 1:] == bots[:, 1:]).any(axis=1) & (np.arange(100) > 40)] = np.nan
    assert depends(bots + [3.0, 5.0, 5.0], 0, 1000) > 0.05


def test_interactions_raise_few_false_alarms() -> None:
    """Seats of one block hang together, differ in spread and add up to nothing, as wins do."""
    chance = np.random.default_rng(10)
    false = 0
    for seed in range(200):
        seats = chance.normal(size=(40, 4)) * [1, 1, 2, 3]
        false += depends(seats - seats.mean(axis=1, keepdims=True), seed, 200) < 0.05
    assert 2 <= false <= stats.binom.ppf(0.9999, 200, 0.05)
