"""A band around several means, against quantiles that are known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ndtri

from tilewright.core.lab.stats.band import together

ONE = np.zeros(2000, np.intp)


def reach(values: np.ndarray) -> float:
    """Return how far the band goes from the mean of the first column, in standard errors."""
    low, high = together(values, ONE[: len(values)], 0.95, 1, 4000)
    error = values[:, 0].std(ddof=1) / np.sqrt(len(values))
    return float((high[0] - low[0]) / 2 / error)


def test_the_band_of_independent_columns_is_that_of_sidak() -> None:
    values = np.random.default_rng(1).normal(size=(2000, 12))
    assert reach(values) == pytest.approx(float(ndtri((1 + 0.95 ** (1 / 12)) / 2)), abs=0.06)


def test_columns_that_go_together_cost_nothing() -> None:
    one = np.random.default_rng(2).normal(size=(2000, 1))
    assert reach(np.hstack([one + n for n in range(12)])) == pytest.approx(float(ndtri(0.975)), abs=0.06)


def test_equal_blocks_have_no_width_and_one_block_no_band() -> None:
    values = np.array([[1.0, 2.0], [1.0, 4.0], [1.0, 3.0]])
    low, high = together(values, ONE[:3], 0.95, 1, 500)
    assert low[0] == high[0] == 1 and low[1] < 3 < high[1]
    assert np.isnan(together(values[:1], ONE[:1], 0.95, 1, 500)).all()


def test_casts_are_no_noise() -> None:
    casts = np.arange(400) % 2
    noise = np.random.default_rng(3).normal(size=(400, 3))
    low, high = together(noise + 50 * casts[:, None], casts, 0.95, 1, 2000)
    alone = together(noise, ONE[:400], 0.95, 1, 2000)
    assert (high - low) == pytest.approx(alone[1] - alone[0], rel=0.15)


def test_of_skewed_blocks_more_room_is_left_where_large_values_may_be_missing() -> None:
    values = np.random.default_rng(4).exponential(size=(60, 4))
    low, high = together(values, ONE[:60], 0.95, 1, 2000)
    assert (high - values.mean(axis=0) > values.mean(axis=0) - low).all()
