"""Are seats equal? Verdicts where the answer is known, and intervals that others compute as well."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest

from tilewright.core.lab.stats.seat_gap import judged

from ..tables import won


def test_the_share_of_a_seat_has_the_exact_interval_of_a_share() -> None:
    """Clopper's and Pearson's, with the error divided among the seats."""
    found = judged(won(30, 50, 20))
    for wins, (low, high) in zip((30, 50, 20), found.intervals, strict=True):
        exact = binomtest(wins, 100).proportion_ci(1 - 0.05 / 3, "exact")
        assert (low, high) == pytest.approx((exact.low, exact.high), abs=0.015)


def test_a_seat_is_not_said_to_differ_while_the_gap_is_not_told_from_noise() -> None:
    """Alone the first seat's interval would begin at 0.256; the gap may be 0, so a fair share must be in it."""
    found = judged(won(181, 140, 136, 143))
    assert found.gap.low == 0 and all(low <= 0.25 <= high for low, high in found.intervals)
    assert all(low < high for low, high in found.intervals) and found.intervals[0][1] > 0.33


def test_a_seat_that_always_wins_differs_and_no_margin_helps() -> None:
    found = judged(won(60, 0), 0.05)
    assert found.verdict == "differs" and found.gap.low > 0.85 and found.needed is None


def test_a_small_difference_is_both_certain_and_without_importance() -> None:
    """54 of a hundred in two thousand games: not equal, but equal within fifteen points of percentage."""
    wins = won(1080, 920)
    assert judged(wins).verdict == "differs" and judged(wins).gap.low > 0
    assert judged(wins, 0.15).verdict == "equivalent"
    assert judged(wins, 0.02).verdict == "differs", "the gap is about 0.08"


def test_the_blocks_still_needed_are_enough() -> None:
    """A hundred games do not resolve it; as many as are asked for do, and an eighth of them do not."""
    few = judged(won(21, 19, 20, 20, 20), 0.05)
    assert few.verdict == "not resolved" and few.needed is not None and few.needed > 1000
    fifth = few.needed // 5
    assert judged(won(*[fifth] * 5), 0.05).verdict == "equivalent"
    assert judged(won(*[fifth // 8] * 5), 0.05).verdict == "not resolved"


def test_a_gap_beyond_the_margin_asks_for_blocks_that_show_it() -> None:
    few = judged(won(13, 7), 0.05)
    assert few.gap.estimate > 0.05 and few.verdict == "not resolved" and few.needed is not None
    times = few.needed // 20 + 1
    assert judged(won(13 * times, 7 * times), 0.05).verdict == "differs"


def test_nothing_was_played() -> None:
    found = judged(np.empty((0, 3)), 0.05)
    assert found.verdict == "not resolved" and found.intervals == () and found.needed is None
