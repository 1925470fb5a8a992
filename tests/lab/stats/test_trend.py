"""Blocks that are not alike over time are noticed, and chance alone is not taken for a trend."""

from __future__ import annotations

import attrs
import numpy as np
import pytest

from tilewright.core.lab.stats.sequential import Sequential
from tilewright.core.lab.stats.trend import drift, trends

from ..tables import pair, spec


def test_all_orders_of_a_step_have_the_p_of_the_step() -> None:
    """Of 10 zeros and 10 ones in order the largest partial sum is 5, the SD of a bridge 0.5 * (20 * 20 / 19) ** 0.5."""
    from scipy.special import kolmogorov

    step = np.repeat([0.0, 1.0], 10)
    p, after = drift(step)
    assert after == 10 and p == pytest.approx(float(kolmogorov(5 / (0.5 * np.sqrt(400 / 19)))), rel=0.05)
    assert drift(step[::-1])[0] == p and drift(-3 * step)[0] == p
    assert drift(np.tile([0.0, 1.0], 10))[0] > 0.99
    assert drift(np.full(50, 36.0)) == (1.0, 0)


def test_chance_is_taken_for_a_trend_in_one_run_of_a_hundred_at_most() -> None:
    chance = np.random.default_rng(1)
    alarms = sum(bool(trends(pair(*chance.lognormal(0, 1, (2, 200))), spec())) for _ in range(500))
    assert alarms <= 10


def test_a_jump_of_both_levels_is_no_jump_of_the_difference() -> None:
    """Another version from block 120 on: both rules have 2 SD more there, and the difference stays."""
    chance = np.random.default_rng(2)
    level = chance.normal(size=300) + np.where(np.arange(300) < 120, 0.0, 2.0)
    found = trends(pair(level, level + 0.1 * chance.normal(size=300)), spec())
    assert {(one.variant, one.difference) for one in found} == {("A", False), ("B", False)}
    assert abs(found[0].after - 120) < 5 and found[0].after_mean - found[0].before_mean == pytest.approx(
        2, abs=0.4
    )


def test_casts_that_take_turns_are_no_trend_and_missing_blocks_no_harm() -> None:
    chance = np.random.default_rng(3)
    values = chance.normal(size=100) + np.tile([0.0, 20.0], 50)
    values[5] = np.nan
    turns = (0, 1) * 50
    assert trends(attrs.evolve(pair(values, values), casts=turns), spec()) == []
    climbing = values + np.linspace(0, 4, 100)
    assert trends(attrs.evolve(pair(climbing, climbing), casts=turns), spec())
    assert trends(pair(climbing, climbing), spec()) == []


def test_a_trend_leaves_a_sequential_test_undecided() -> None:
    """The variant is ahead by 2 SD in 60 blocks and behind by 1 afterwards: what comes next is not what was seen."""
    chance = np.random.default_rng(4)
    values = chance.normal(size=300) + np.where(np.arange(300) < 60, 2.0, -1.0)
    test = Sequential(metric="m", variant="B", effect=0.5, cap=300)
    test.add(values)
    assert test.decision == "not resolved" and test.path().drifting
    still = Sequential(metric="m", variant="B", effect=0.5, cap=300)
    still.add(chance.permutation(values) + 1)
    assert still.decision == "differs" and not still.path().drifting
