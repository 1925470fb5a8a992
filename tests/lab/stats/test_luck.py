"""The influence of seats and seeds: numbers that can be counted by hand, and what is expected by lot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from tilewright.core.lab.stats.seed_share import (
    Bundle,
    bundle,
    entropy,
    in_order,
    lead,
    luck,
    outliers,
    trimmed,
)

ONE, TWO = (10, 4), (3, 8)
"""Scores with which seat 1, or seat 2, wins."""


def game(scores: Sequence[int]) -> dict[str, Any]:
    best = max(scores)
    winners = [n for n, points in enumerate(scores) if points == best]
    return {"scores": list(scores), "winners": winners, "first": 0}


def seeds(*games: Sequence[Sequence[int]]) -> list[Bundle]:
    return [bundle(n, ("a", "b"), [game(scores) for scores in seed]) for n, seed in enumerate(games)]


def test_entropy_in_bits() -> None:
    assert entropy(np.array([[1.0, 0], [0, 1]])) == 1
    assert entropy(np.array([[1.0, 0], [1, 0], [1, 0]])) == 0
    assert entropy(np.array([[0.5, 0.5], [0.5, 0.5]])) == 1, "shared victories count in parts"
    assert entropy(np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]])) == pytest.approx(np.log2(3))
    assert entropy(np.array([[1.0, 0], [1, 0], [1, 0], [0, 1]])) == pytest.approx(0.811278)


def test_the_lead_is_over_the_mean_of_the_others() -> None:
    assert lead([10, 4, 8]) == 4 and lead([10, 4, 8], 1) == -5 and lead([7]) == 7


def test_the_trimmed_span_leaves_out_a_tenth_at_either_end() -> None:
    assert trimmed(np.arange(20.0)) == 15  # of 0 to 19, 2 to 17 are left
    assert trimmed(np.array([3.0, -50, 7, 100])) == 150, "of fewer than ten all stay"


def test_seats_are_counted_from_the_one_that_begins() -> None:
    """The player who begins wins each game here, from any chair; if no player decided alone, the first one begins."""
    wins = [
        game(scores) | {"first": first} for scores, first in (((9, 1, 5), 0), ((1, 9, 5), 1), ((1, 5, 9), 2))
    ]
    assert bundle(1, ("a",) * 3, wins).wins.tolist() == [[1, 0, 0]] * 3
    assert in_order(game((5, 9, 9)) | {"first": 2}) == [0.5, 0, 0.5]
    assert in_order(game((5, 9, 1)) | {"first": -1}) == [0, 1, 0]


def test_outliers_are_far_from_the_median_by_its_own_measure() -> None:
    """Median 2.5, distances 2.5 1.5 0.5 0.5 1.5 97.5, their median 1.5."""
    [found] = outliers(range(10, 16), np.array([0.0, 1, 2, 3, 4, 100]))
    assert (found.seed, found.lead) == (15, 100)
    assert found.distance == pytest.approx(0.6745 * 97.5 / 1.5)


def test_outliers_where_most_seeds_are_alike() -> None:
    """The median distance is 0, so the mean one (1) stands for it; where all are equal nothing is far."""
    values = np.array([0.0] * 9 + [10])
    [found] = outliers(range(10), values)
    assert found.seed == 9 and found.distance == pytest.approx(10 / 1.253314)
    assert outliers(range(3), np.array([2.0, 2, 2])) == ()


def test_the_gap_between_seats() -> None:
    """Seat 1 wins three of four seeds. Of the 16 ways in which the seats might have fallen, 2 give a gap of 1, 8 one of
    1/2 and 6 none: 3/8 on the average, and as much as 1/2 in 10 of 16."""
    found = luck("A", seeds([ONE], [ONE], [ONE], [TWO]), resamples=4000)
    assert found is not None
    assert found.shares == (0.75, 0.25) and found.gap == 0.5
    assert found.gap_by_lot == pytest.approx(3 / 8, abs=0.02) and found.gap_p == pytest.approx(
        10 / 16, abs=0.03
    )
    assert found.gap_low == 0 and 0.95 < found.gap_high <= 1
    assert found.entropy is None and found.span_by_lot is None, "every seed was played once"
    assert found.span == 11 and found.trimmed == 11  # 10 - 4 against 3 - 8


def test_the_gap_of_a_seat_that_always_wins_is_certain() -> None:
    found = luck("A", seeds(*[[ONE]] * 30))
    assert found is not None
    # What thirty seeds did not show may still happen in one of ten (0.9 ** 30 = 0.04).
    assert found.gap == found.gap_high == 1 and 0.75 < found.gap_low < 1 and found.gap_p < 0.01
    assert found.span == 0 and found.outliers == ()


def test_the_interval_holds_where_many_seeds_say_the_same() -> None:
    """Two of three hundred seeds in three: the difference of the shares, 1/3, with about twice its standard error."""
    found = luck("A", seeds(*[[ONE], [ONE], [TWO]] * 100))
    assert found is not None
    error = 2 * (2 / 3 * 1 / 3 / 300) ** 0.5
    assert found.gap_low == pytest.approx(1 / 3 - 1.96 * error, abs=0.02)
    assert found.gap_high == pytest.approx(1 / 3 + 1.96 * error, abs=0.02)


def test_a_seed_that_settles_the_game_and_one_that_does_not() -> None:
    """Where seeds settle all, their entropy is 0, and by lot it would be one bit in half of the pairs."""
    settled = luck("A", seeds(*[[ONE, ONE], [TWO, TWO]] * 20))
    assert settled is not None
    assert settled.entropy == 0 and settled.games == 80 and settled.seeds == 40
    assert settled.entropy_by_lot == pytest.approx(0.5, abs=0.1)
    assert settled.span == 11 == settled.trimmed and settled.span_by_lot == pytest.approx(11)
    loose = luck("A", seeds(*[[ONE, TWO]] * 40))
    assert loose is not None
    assert loose.entropy == loose.entropy_high == loose.entropy_by_lot == 1
    # Even if all seeds seen are alike: Clopper and Pearson's bound for 40 of 40.
    assert loose.entropy_low == pytest.approx(0.025 ** (1 / 40))
    assert settled.entropy_low == 0 and settled.entropy_high == pytest.approx(1 - 0.025 ** (1 / 40))
    assert loose.span == 0 and loose.gap == 0


def test_games_by_lot_stay_with_their_cast_and_place() -> None:
    """Two casts, each with one outcome: whatever is dealt, everything stays as it is."""
    mine = [Bundle(n, ("a", "a"), np.array([[1.0, 0]] * 2), np.array([5.0, 5])) for n in range(6)]
    other = [Bundle(n, ("b", "b"), np.array([[0.0, 1]] * 2), np.array([-5.0, -5])) for n in range(6, 12)]
    found = luck("A", [*mine, *other])
    assert found is not None
    assert found.entropy_by_lot == 0 and found.span_by_lot == found.span == 10


def test_little_and_nothing() -> None:
    assert luck("A", []) is None
    found = luck("A", seeds([ONE, TWO]))
    assert found is not None and found.entropy == 1 and found.entropy_low is None
    assert found.gap_low == 0 and found.gap_high > 0.95 and found.entropy_by_lot is None
    alone = luck("A", [bundle(n, ("a",), [game([n])]) for n in range(3)])
    assert alone is not None and alone.gap == 0 and alone.span == 2
