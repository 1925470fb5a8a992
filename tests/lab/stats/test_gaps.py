"""The gap between seats: its bounds against exact ones, and how often they hold."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from scipy import stats

from tilewright.core.lab.stats.block_table import Floats
from tilewright.core.lab.stats.intervals import spacings
from tilewright.core.lab.stats.seat_gap import compare, gap

from ..tables import won

pytestmark = pytest.mark.filterwarnings("error")


def dealt(chance: np.random.Generator, odds: Sequence[float], blocks: int) -> Floats:
    return np.asarray(chance.multinomial(1, odds, size=blocks), np.float64)


def test_the_bound_of_a_rate_is_clopper_and_pearsons() -> None:
    values = np.repeat([1.0, 0.0], [7, 43])
    drawn = spacings(50, 40_000, 1)
    exact = stats.binomtest(7, 50).proportion_ci(0.95)
    assert np.quantile(drawn.inner @ values + drawn.end, 0.975) == pytest.approx(exact.high, abs=0.002)
    assert np.quantile(drawn.inner @ values, 0.025) == pytest.approx(exact.low, abs=0.002)
    assert drawn.inner.sum(axis=1) + drawn.end == pytest.approx(1)
    # Nothing seen: one less the root of the error, which is nearly 3 in n.
    assert np.quantile(drawn.end, 0.95) == pytest.approx(1 - 0.05 ** (1 / 50), rel=1e-3)


def test_a_clear_gap_and_seats_that_are_always_equal() -> None:
    found = gap(won(70, 20, 10))
    assert found.seats == pytest.approx((0.7, 0.2, 0.1)) and found.seen == pytest.approx(0.6)
    assert 0.4 < found.low < found.estimate <= found.seen < found.high < 0.8
    same = gap(np.full((60, 2), 0.5))
    assert (same.seen, same.estimate, same.low) == (0, 0, 0)
    assert same.highest == pytest.approx(1 - 0.05 ** (1 / 60), rel=2e-3)
    assert same.within(0.05) and not same.within(0.04)


def test_chance_alone_makes_no_gap() -> None:
    """Equal seats: the naive gap is always above 0, the interval nearly always begins at 0."""
    chance = np.random.default_rng(3)
    found = [gap(dealt(chance, [0.25] * 4, 60), seed=n, resamples=400) for n in range(60)]
    assert all(one.seen > 0 for one in found)
    assert np.mean([one.estimate for one in found]) < 0.8 * np.mean([one.seen for one in found])
    assert sum(one.low > 0 for one in found) <= stats.binom.ppf(0.9999, 60, 0.025)


@pytest.mark.parametrize("chances", [(0.5, 0.5), (0.7, 0.3), (0.4, 0.3, 0.2, 0.1), (0.97, 0.02, 0.01)])
def test_the_interval_holds_the_true_gap(chances: tuple[float, ...]) -> None:
    chance = np.random.default_rng(4)
    missed = above = 0
    true = max(chances) - min(chances)
    for n in range(60):
        found = gap(dealt(chance, chances, 40), seed=n, resamples=400)
        missed += not found.low - 1e-9 <= true <= found.high + 1e-9
        above += found.within(true)
    assert max(missed, above) <= stats.binom.ppf(0.9999, 60, 0.05)


def test_two_rulesets_on_the_same_blocks() -> None:
    chance = np.random.default_rng(5)
    even = chance.permuted(won(100, 100), axis=0)
    skewed = chance.permuted(won(150, 50), axis=0)
    found = compare(even, skewed)
    assert found.difference == pytest.approx(0.5)
    assert 0.2 < found.low < 0.5 < found.high and found.p < 0.01
    back = compare(skewed, even)
    assert (back.low, back.high) == pytest.approx((-found.high, -found.low), abs=0.02)
    same = compare(skewed, skewed.copy())
    assert same.difference == 0 and same.p == 1 and -0.3 < same.low90 <= 0 <= same.high90 < 0.3
    assert compare(skewed, skewed[:, ::-1]).difference == pytest.approx(0)


@pytest.mark.parametrize("odds", [(0.6, 0.4), (0.25,) * 4])
def test_blocks_that_all_end_alike_bound_what_was_not_seen(odds: tuple[float, ...]) -> None:
    """As for rare events: so many of 60 blocks may differ, each by 2 (one seat's victory is another's)."""
    one = dealt(np.random.default_rng(7), odds, 60)
    found = compare(one, one.copy())
    assert (found.difference, found.differing, found.p) == (0, 0, 1)
    assert (-found.low, found.high) == pytest.approx([2 * (1 - 0.025 ** (1 / 60))] * 2, rel=5e-3)
    assert found.high90 == pytest.approx(2 * (1 - 0.05 ** (1 / 60)), rel=5e-3)


def test_what_a_block_adds_to_both_gaps_cancels() -> None:
    chance = np.random.default_rng(8)
    one = dealt(chance, (0.6, 0.4), 200)
    two = np.where(chance.random((200, 1)) < 0.05, one[:, ::-1], one)
    alone = compare(one, dealt(chance, (0.6, 0.4), 200))
    found = compare(one, two)
    assert found.differing == (one != two).any(axis=1).sum() > 0
    assert found.low <= found.difference <= found.high
    assert found.high - found.low < 0.5 * (alone.high - alone.low)
    # Seats that change places are as far apart as before: another pair, and as wide an interval as without pairs.
    swapped = compare(one, one[:, ::-1])
    assert swapped.difference == pytest.approx(0) and swapped.high - swapped.low < 0.7


def test_the_difference_of_two_gaps_is_held_on_the_same_luck() -> None:
    chance, missed = np.random.default_rng(9), 0
    for n in range(60):
        luck = chance.random((60, 1))
        one, two = (np.hstack([luck < share, luck >= share]).astype(np.float64) for share in (0.5, 0.6))
        found = compare(one, two, seed=n, resamples=400)
        missed += not found.low - 1e-9 <= 0.2 <= found.high + 1e-9
    assert missed <= stats.binom.ppf(0.9999, 60, 0.05)


def test_interval_and_p_say_the_same() -> None:
    chance = np.random.default_rng(6)
    certain = set()
    for n in range(20):
        one, two = (dealt(chance, odds, 80) for odds in ((0.5, 0.5), (0.7, 0.3)))
        found = compare(one, two, seed=n, resamples=300)
        assert (found.low <= 0 <= found.high) == (found.p >= 0.05)
        certain.add(found.p < 0.05)
    assert certain == {True, False}


def test_blocks_without_a_share_are_left_out() -> None:
    shares = won(12, 8)
    holed = np.concatenate([shares, [[np.nan, 1.0]]])
    assert gap(holed) == gap(shares)
    assert compare(holed, holed).base.blocks == 20
    nothing = gap(np.full((2, 3), np.nan))
    assert nothing.blocks == 0 and np.isnan(nothing.high) and not nothing.within(1.0)
    assert compare(holed[20:], holed[20:]).p == 1
