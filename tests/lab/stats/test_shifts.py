"""Deciles, energy distance and spread."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from tilewright.core.lab.stats.analysis import analyse
from tilewright.core.lab.stats.block_table import Floats, Shift
from tilewright.core.lab.stats.quantile_shifts import _counts, _energy, _grid, shifts

from ..tables import pair, spec, table

pytestmark = pytest.mark.filterwarnings("error")


def shift(base: Floats, other: Floats, **given: int) -> Shift:
    """Of games in blocks, shape (blocks, games in a block)."""
    means = {"A": {"m": base.mean(axis=1)}, "B": {"m": other.mean(axis=1)}}
    return shifts(table(means, games={("A", "m"): base, ("B", "m"): other}), spec(**given))[0]


def test_deciles_are_values_that_occurred() -> None:
    base = np.arange(1.0, 101).reshape(50, 2)
    found = shift(base, base * 2)
    assert found.base == tuple(range(10, 100, 10))
    assert found.other == tuple(range(20, 200, 20))
    assert all(
        low <= b - a <= high for a, b, low, high in zip(found.base, found.other, found.low, found.high)
    )
    assert found.spread == pytest.approx(2)
    assert found.p < 0.05


def test_nothing_moves() -> None:
    base = np.random.default_rng(1).normal(size=(40, 3))
    found = shift(base, base.copy())
    assert (found.p, found.spread, found.spread_low, found.spread_high) == (1, 1, 1, 1)
    assert set(found.low) == set(found.high) == {0}


def test_a_wider_distribution_with_the_same_mean_is_seen() -> None:
    chance = np.random.default_rng(2)
    found = shift(chance.normal(size=(150, 4)), chance.normal(0, 1.5, size=(150, 4)))
    assert found.p < 0.01
    assert found.spread_low < 1.5 < found.spread_high
    assert found.spread_low > 1.2
    assert found.high[0] < 0 < found.low[8]
    assert found.low[4] < 0 < found.high[4]


def test_the_distance_is_scipys_energy_distance() -> None:
    """Equal p: over all arrangements of six blocks counted with scipy's own distance."""
    chance = np.random.default_rng(3)
    base, other = chance.poisson(3, size=(6, 4)).astype(float), chance.poisson(4, size=(6, 4)).astype(float)
    distances = []
    for number in range(64):
        swapped = (number >> np.arange(6) & 1).astype(bool)[:, None]
        one, two = np.where(swapped, other, base), np.where(swapped, base, other)
        distances.append(stats.energy_distance(one.ravel(), two.ravel()))
    grid = _grid(np.concatenate([base, other]))
    p = _energy(_counts(base, grid), _counts(other, grid), grid, spec())
    assert p == pytest.approx((np.array(distances) >= distances[0] - 1e-12).mean())


def test_bands_hold_the_shift_about_as_often_as_they_say() -> None:
    """The fifth decile of both arms is the median; B's lies 0.5 higher. 80 runs, bounds of four standard errors
    below and the discreteness of bands above."""
    chance = np.random.default_rng(4)
    held = 0
    for seed in range(80):
        luck = chance.normal(size=(50, 1))
        base, other = luck + chance.normal(size=(50, 2)), luck + chance.normal(0.5, size=(50, 2))
        found = shift(base, other, seed=seed, resamples=200)
        held += found.low[4] <= 0.5 <= found.high[4]
    assert 80 * 0.95 - 4 * np.sqrt(80 * 0.95 * 0.05) < held <= 80


def test_holes_and_constants_are_safe() -> None:
    base = np.array([[1.0, np.nan], [2.0, 3.0], [np.nan, np.nan], [2.0, 2.0]])
    found = shift(base, np.array([[1.0, 1.0], [1.0, 1.0], [1.0, 1.0], [np.nan, 1.0]]))
    assert found.base[4] == 2 and found.other[4] == 1
    assert np.isnan(found.spread)
    assert analyse(pair([0, 1] * 10, [1, 0] * 10, "rate"), spec()).shifts == []
