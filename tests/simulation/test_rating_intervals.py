"""Intervals of shares and ratings hold the truth as often as they say, also where one bot wins all; ratings that do not
describe who beats whom are found out."""

from __future__ import annotations

import runpy
from collections.abc import Mapping, Sequence
from math import comb, inf, log, log10
from pathlib import Path

import pytest

from tilewright.core.simulation.fit_test import goodness_of_fit
from tilewright.core.simulation.rating import POINTS, Order, intervals
from tilewright.core.simulation.wilson import by_block, wilson

BENCHMARK = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "ratings.py"))
Block = Mapping[Order, float]
WON: Block = {("b", "a"): 2.0}
SPLIT: Block = {("a", "b"): 1.0, ("b", "a"): 1.0}
LOST: Block = {("a", "b"): 2.0}


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2535, 0.3682), (15, 148, 0.0598, 0.1644), (0, 20, 0, 0.2005), (1, 29, 0.0018, 0.1963)],
)
def test_independent_games_have_newcombes_interval(wins: int, games: int, low: float, high: float) -> None:
    """Newcombe 1998, table I, method 4."""
    found = by_block([(1, 1)] * wins + [(0, 1)] * (games - wins))
    assert found == pytest.approx((low, high), abs=6e-5)


def test_without_games_nothing_is_known() -> None:
    assert by_block([]) == (0, 1)
    assert wilson(0, 5)[0] == 0 and wilson(5, 5)[1] == 1 and 0 < wilson(0, 1)[1] < 1


@pytest.mark.parametrize("blocks", [1, 2, 10, 60])
def test_who_wins_all_has_no_upper_end(blocks: int) -> None:
    low, high = intervals(("a", "b"), [WON] * blocks)["b"]
    share = by_block([(2, 2)] * blocks)
    assert high == inf and share[1] == 1
    assert low == pytest.approx(400 * log10(share[0] / (1 - share[0])), abs=1)
    least, most = intervals(("a", "b"), [LOST] * blocks)["b"]
    assert least == -inf and most == pytest.approx(-low)


def test_one_block_of_two_games_that_split_bounds_nothing() -> None:
    assert intervals(("a", "b"), [SPLIT])["b"] == (-inf, inf) and by_block([(1, 2)]) == (0, 1)


def test_games_that_nobody_wins_leave_both_bots_uncertain() -> None:
    drawn: Block = {("a", "b"): 1.0, ("b", "a"): 1.0}
    for blocks in (5, 60):
        low, high = intervals(("a", "b"), [drawn] * blocks)["b"]
        assert -inf < low < -50 and high == pytest.approx(-low, abs=1)


def test_a_bot_between_two_others_is_bounded_by_both() -> None:
    """a always loses to b, and b to c: c is above a by some amount, and b has a lower end alone."""
    games: list[Block] = [{("b", "a"): 2.0}, {("c", "b"): 2.0}, {("c", "a"): 2.0}] * 20
    found = intervals(("a", "b", "c"), games)
    assert all(high == inf for _, high in found.values())
    assert 0 < found["b"][0] < found["c"][0]


@pytest.mark.parametrize("blocks", [2, 5, 10])
def test_intervals_cover_the_truth_whatever_it_is(blocks: int) -> None:
    """The exact coverage, for every strength, and for games of a block that share none, half or all of their luck."""
    states = [(two, one) for two in range(blocks + 1) for one in range(blocks + 1 - two)]
    ends = []
    for two, one in states:
        none = blocks - two - one
        low, high = intervals(("a", "b"), [WON] * two + [SPLIT] * one + [LOST] * none)["b"]
        ends.append((low, high, *by_block([(2, 2)] * two + [(1, 2)] * one + [(0, 2)] * none)))
    for share in (n / 100 for n in range(1, 100)):
        rating = POINTS * log(share / (1 - share))
        for alike in (0.0, 0.5, 1.0):
            won = alike * share + (1 - alike) * share**2
            lost = alike * (1 - share) + (1 - alike) * (1 - share) ** 2
            held = [0.0, 0.0]
            for (two, one), (low, high, least, most) in zip(states, ends, strict=True):
                ways = comb(blocks, two) * comb(blocks - two, one)
                chance = ways * won**two * (1 - won - lost) ** one * lost ** (blocks - two - one)
                held[0] += chance * (low <= rating <= high)
                held[1] += chance * (least <= share <= most)
            assert min(held) >= 0.945, (share, alike, held)


@pytest.mark.parametrize(
    ("bots", "players", "seeds", "spread", "alike"), [(3, 2, 5, 1, 0.5), (4, 4, 5, 1, 0.5), (3, 3, 10, 0, 1)]
)
def test_more_bots_and_players(bots: int, players: int, seeds: int, spread: float, alike: float) -> None:
    """Thirty ladders whose truth is known, with a fixed seed; docs/statistics.md has many more."""
    found = BENCHMARK["coverage"](bots, players, seeds, spread, alike, runs=30, seed=1)
    assert found.ratings >= 0.93 and found.shares >= 0.93 and found.alarms <= 0.1


def circle(blocks: int) -> Sequence[Block]:
    """a beats b, b beats c and c beats a, always."""
    beaten: list[Order] = [("a", "b"), ("b", "c"), ("c", "a")]
    return [dict[Order, float]({order: 2.0}) for order in beaten] * blocks


def test_bots_that_beat_each_other_in_a_circle_are_found_out() -> None:
    """Each of three pairs is off by half its n games, of variance n/4: X² is 3 n, and n is 20."""
    pairs, found = goodness_of_fit("abc", dict.fromkeys("abc", 0.0), circle(10), 1)
    assert [(one.bot, one.other, one.games, one.wins, one.expected) for one in pairs] == [
        ("a", "b", 20, 20, 0.5),
        ("a", "c", 20, 0, 0.5),
        ("b", "c", 20, 20, 0.5),
    ]
    assert found is not None and found.degrees == 1 and found.p <= 0.002
    assert found.statistic == pytest.approx(60)


def test_one_block_a_pair_proves_no_circle() -> None:
    """Three blocks have 2³ sets of signs, and two of them are a circle: p is about a quarter."""
    _, found = goodness_of_fit("abc", dict.fromkeys("abc", 0.0), circle(1), 1)
    assert found is not None and 0.2 < found.p < 0.3


def test_ratings_that_fit_raise_no_doubt() -> None:
    """b has odds of 2 against a, c of 2 against b and of 4 against a, exactly."""
    ratings = {"a": 0.0, "b": POINTS * log(2), "c": POINTS * log(4)}
    games: list[Block] = []
    for one, two, odds in (("a", "b", 2), ("b", "c", 2), ("a", "c", 4)):
        for order, times in (((two, one), 30 * odds), ((one, two), 30)):
            games += [dict[Order, float]({order: 1.0})] * times
    _, found = goodness_of_fit("abc", ratings, games, 1)
    assert found is not None and found.statistic == pytest.approx(0, abs=1e-9) and found.p == pytest.approx(1)


@pytest.mark.parametrize("met", [[("a", "b")], [("a", "b"), ("a", "c")]])
def test_pairs_that_any_ratings_fit_are_not_tested(met: Sequence[Order]) -> None:
    pairs, found = goodness_of_fit("abc", dict.fromkeys("abc", 0.0), [{order: 2.0} for order in met], 1)
    assert len(pairs) == len(met) and found is None
