"""Intervals against reference implementations, and how often they hold the truth."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from tilewright.core.lab.stats import intervals
from tilewright.core.lab.stats.intervals import bca, newcombe, of_means, student, weights, welch

pytestmark = [pytest.mark.quick, pytest.mark.filterwarnings("error")]


def test_resamples_are_weights_that_depend_on_seed_and_blocks_alone() -> None:
    drawn = weights(7, 50, 3)
    assert drawn.shape == (50, 7)
    assert np.allclose(drawn.sum(axis=1), 1)
    assert np.array_equal(drawn, weights(7, 50, 3))
    assert not np.array_equal(drawn, weights(7, 50, 4))


def test_student_and_welch_are_scipys() -> None:
    chance = np.random.default_rng(1)
    base, other = chance.normal(size=(15, 3)), chance.normal(1, 3, size=(12, 3))
    alone, two = stats.ttest_1samp(base, 0), stats.ttest_ind(other, base, equal_var=False)
    assert np.allclose(student(base, 0.95), alone.confidence_interval(0.95))
    assert np.allclose(welch(base, other, 0.9), two.confidence_interval(0.9))


@pytest.mark.parametrize(
    ("other", "base", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0),
        ((10, 10), (0, 10), 0.6075, 1.0),
    ],
)
def test_newcombe_has_published_its_interval(
    other: tuple[int, int], base: tuple[int, int], low: float, high: float
) -> None:
    """Table II of his paper, method 10."""
    one, two = (np.repeat([1.0, 0.0], [won, games - won])[:, None] for won, games in (base, other))
    found = newcombe(one, two, 0.95)
    assert (found[0][0], found[1][0]) == pytest.approx((low, high), abs=5.1e-5)


def test_bca_is_scipys_but_for_the_draw() -> None:
    """Both with many resamples, on skewed data; the ends agree within the error of the draw, once scipy is asked for
    the level to which Student's t widens ours."""
    values = np.random.default_rng(4).exponential(size=40)
    drawn = weights(40, 40_000, 1)
    [(low, high)] = bca(values[:, None], drawn, (0.95,))
    reference = stats.bootstrap(
        (values,),
        np.mean,
        n_resamples=40_000,
        method="BCa",
        batch=1000,
        confidence_level=1 - 2 * stats.norm.sf(stats.t.ppf(0.975, 39) * (40 / 39) ** 0.5),
        rng=np.random.default_rng(2),
    ).confidence_interval
    width = reference.high - reference.low
    assert low[0] == pytest.approx(reference.low, abs=0.01 * width)
    assert high[0] == pytest.approx(reference.high, abs=0.01 * width)
    # Bent towards the long tail, as the plain percentiles are not.
    assert high[0] - values.mean() > 1.2 * (values.mean() - low[0])


@pytest.mark.parametrize("name", ["normal", "skewed", "discrete"])
def test_bca_holds_the_mean_about_as_often_as_it_says(name: str) -> None:
    """1,500 samples of 25 blocks at once; the bounds are the nominal 95 % less what BCa is known to lose on skewed
    data at this size, with four binomial standard errors."""
    chance = np.random.default_rng(8)
    shape = (25, 1500)
    if name == "normal":
        values = chance.normal(size=shape)
    elif name == "skewed":
        values = chance.exponential(size=shape) - 1
    else:
        values = chance.choice([-1.0, 0.0, 1.0], size=shape, p=[0.15, 0.7, 0.15])
    [(low, high)] = bca(values, weights(25, 1000, 5), (0.95,))
    held = ((low <= 0) & (high >= 0)).mean()
    assert 0.945 - (0.015 if name == "skewed" else 0.005) - 4 * 0.0056 < held < 0.95 + 4 * 0.0056


def test_intervals_of_what_does_not_vary_are_points() -> None:
    values = np.full((30, 2), 0.1)
    values[:, 1] = 0
    for low, high in (student(values, 0.95), *bca(values, weights(30, 200, 0), (0.95,))):
        assert low == pytest.approx([0.1, 0])
        assert np.array_equal(low, high)


def test_values_that_are_alike_leave_room_for_others() -> None:
    """What 30 equal values of at most 1 leave is Clopper and Pearson's bound for 0 of 30; without a limit nothing."""
    values = np.tile([0.0, 1.0, -0.5], (30, 1))
    room = 1 - 0.025 ** (1 / 30)
    [(low, high)] = of_means(values, weights(30, 200, 0), (0.95,), 1.0)
    assert low == pytest.approx([-room, 1 - 2 * room, -0.5 - 0.5 * room])
    assert high == pytest.approx([room, 1, -0.5 + 1.5 * room])
    [(low, high)] = of_means(values, weights(30, 200, 0), (0.95,))
    assert np.isneginf(low).all() and np.isposinf(high).all()


@pytest.mark.parametrize(("up", "down", "blocks"), [(0, 0, 150), (3, 0, 150), (2, 5, 250), (9, 1, 150)])
def test_counts_give_the_bound_of_the_blocks_that_they_count(up: int, down: int, blocks: int) -> None:
    """One-sided it is Clopper and Pearson's, if no block goes the other way."""
    values = np.array([1.0] * up + [-1.0] * down + [0.0] * (blocks - up - down))[:, None]
    [(low, high)], _ = intervals.gaffke(values, np.ones(1), intervals.spacings(blocks, 20_000, 3), (0.95,))
    [(least, most)], p = intervals.gaffke_of_counts(up - down, up + down, blocks, 3, 20_000, (0.95,))
    width = high[0] - low[0]
    assert abs(least - low[0]) < 0.04 * width and abs(most - high[0]) < 0.04 * width
    assert (p < 0.05) == (least > 0 or most < 0)
    if not down:
        exact = stats.binomtest(up, blocks).proportion_ci(0.95, "exact").high
        assert abs(most - exact) < 0.03 * exact


def test_counts_of_parts_are_not_narrower_than_their_values() -> None:
    chance = np.random.default_rng(2)
    values = np.where(chance.random(600) < 0.02, chance.choice([-0.5, 0.5, 1.0], 600), 0.0)[:, None]
    [(low, high)], _ = intervals.gaffke(values, np.ones(1), intervals.spacings(600, 20_000, 3), (0.95,))
    total, many = float(values.sum()), int((values != 0).sum())
    [(least, most)], _ = intervals.gaffke_of_counts(total, many, 600, 3, 20_000, (0.95,))
    assert least < low[0] * (1 - 0.02 * np.sign(low[0])) + 1e-4 and most > high[0] - 1e-4
