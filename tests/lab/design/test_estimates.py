"""Estimates of one setting hold as often as they say, whatever is rare, equal or between seats."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest

from tilewright.core.lab.design.estimates import difference, estimate
from tilewright.core.lab.design.targets import Quantity

GAP = Quantity(name="seat_gap", title="gap", kind="gap", share=True)
RATE = Quantity(name="ties", title="ties", kind="metric", share=True)
SKILL = Quantity(name="a beats b", title="a beats b", kind="skill", share=True, duel=("a", "b"))


def row(block: int, *games: dict[str, Any], arm: str = "panel 1") -> dict[str, Any]:
    return {"block": block, "arms": {arm: list(games)}}


def won(block: int, winner: int, seats: int = 3, first: int = 0) -> dict[str, Any]:
    game = {"bots": ["x"] * seats, "scores": [0] * seats, "winners": [winner], "first": first, "values": {}}
    return row(block, game)


def rated(block: int, *values: float | None) -> dict[str, Any]:
    return row(block, *({"values": {"ties": value}} for value in values))


@pytest.mark.parametrize("wins", [0, 1, 7, 30])
def test_a_share_of_single_games_has_the_exact_interval(wins: int) -> None:
    """That of Clopper and Pearson where nothing varies; elsewhere of one trial less, and Student's tails."""
    seen = estimate(RATE, [rated(n, float(n < wins)) for n in range(30)], 0.05)
    low, high = binomtest(wins, 30).proportion_ci(0.95)
    assert seen.value == pytest.approx(wins / 30)
    if wins in (0, 30):
        assert (seen.low, seen.high) == pytest.approx((low, high))
    else:
        assert seen.low < low and seen.high > high and seen.high - seen.low < 1.1 * (high - low)


def test_seats_that_are_equal_have_a_gap_of_nothing_as_often_as_said() -> None:
    """Of 300 series of three equal seats, the interval leaves 0 out in about 10, for 5 % at most in 25."""
    chance = np.random.default_rng(1)
    missed = 0
    for _ in range(300):
        seen = estimate(GAP, [won(n, winner) for n, winner in enumerate(chance.integers(0, 3, 30))], 0.05)
        missed += not seen.low <= 0 <= seen.high
        assert seen.low <= seen.value <= seen.high
    assert 0 < missed <= 25


def test_seats_are_counted_from_the_one_that_begins() -> None:
    """The chair that begins is drawn and always wins: each chair wins as often as the others, each place does not."""
    chairs = [won(n, n % 3, first=n % 3) for n in range(60)]
    assert estimate(GAP, chairs, 0.05).value == 1
    assert estimate(GAP, [won(n, n % 3) for n in range(60)], 0.05).value == 0


def test_a_skill_counts_pairs_of_seats() -> None:
    """Of four pairs `a` is ahead in one, behind in two and level in one; a tie that is broken counts whole."""
    games: dict[str, Any] = {"bots": ["a", "b", "a", "b"], "scores": [5, 5, 2, 4], "winners": [0, 1]}
    assert estimate(SKILL, [row(0, games, arm="a beats b")], 0.05).value == pytest.approx((0.5 + 1) / 4)
    broken = games | {"winners": [0]}
    assert estimate(SKILL, [row(0, broken, arm="a beats b")], 0.05).value == pytest.approx(2 / 4)


def test_differences_are_taken_in_pairs_and_without_failed_games() -> None:
    """A block in which a game failed on one side counts on neither, so that the pairs stay pairs."""
    base = [rated(n, float(n % 2)) for n in range(20)]
    other = [*base[:3], row(3, {"error": "it broke"}), *base[4:]]
    seen = difference(RATE, base, other, 0.05)
    assert (seen.value, seen.blocks) == (0, 19) and seen.low < 0 < seen.high
    assert estimate(RATE, other, 0.05).blocks == 19
    assert math.isnan(estimate(RATE, [rated(0, None)], 0.05).value)


def test_a_change_of_gaps_is_open_while_it_is_not_known_who_is_ahead() -> None:
    """Of equal seats the second wins some games more by luck: to favour the first one then looks better, and is not."""
    base = [won(n, 0 if n % 40 < 18 else 1, seats=2) for n in range(200)]
    other = [won(n, 0 if n % 40 < 19 else 1, seats=2) for n in range(200)]
    seen = difference(GAP, base, other, 0.05)
    assert seen.value == pytest.approx(-0.05) and seen.low < -0.1 < 0.1 < seen.high
    clear = [won(n, int(n % 20 == 0), seats=2) for n in range(200)]
    assert difference(GAP, base, clear, 0.05).low > 0.6
