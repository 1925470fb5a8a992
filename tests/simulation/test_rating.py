"""Ratings against cases that can be worked out by hand, and who plays whom in a ladder."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import log, log10
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import TilewrightError, UsageError
from tilewright.core.simulation.games import SimulationPlan
from tilewright.core.simulation.ladder import Ladder, Timed, performances, play
from tilewright.core.simulation.rating import POINTS, evened, fit, orders
from tilewright.core.simulation.wilson import by_block


def ladder(bots: tuple[str, ...], players: int = 2, seeds: int = 1, seed: int = 1) -> Ladder:
    plan = attrs.evolve(SimulationPlan.of(tw.load("rebirth")), bots=bots, seed=seed)
    return Ladder(plan=plan, bots=bots, players=players, seeds=seeds)


def test_two_bots_are_rated_by_their_odds() -> None:
    found = fit(("a", "b"), {("a", "b"): 30.0, ("b", "a"): 10.0})
    assert found["a"] == 0 and found["b"] == pytest.approx(-400 * log10(3))


def test_three_that_share_places_are_equal() -> None:
    games: dict[tuple[str, ...], float] = {}
    for order, weight in orders([["a", "b", "c"]]):
        games[order] = weight
    assert len(games) == 6 and sum(games.values()) == pytest.approx(1)
    assert fit(("a", "b", "c"), games) == pytest.approx({"a": 0, "b": 0, "c": 0})


def test_known_strengths_are_found_again() -> None:
    """Each order as often as Plackett and Luce's model with strengths 1, 2 and 5 says."""
    strength = {"a": 1.0, "b": 2.0, "c": 5.0}
    games: dict[tuple[str, ...], float] = {}
    for order in permutations(strength):
        chance, left = 1.0, sum(strength.values())
        for name in order:
            chance *= strength[name] / left
            left -= strength[name]
        games[order] = chance
    found = fit(("a", "b", "c"), games)
    assert found == pytest.approx({"a": 0, "b": POINTS * log(2), "c": POINTS * log(5)}, abs=1e-4)


def test_a_bot_in_two_seats_counts_twice() -> None:
    """From a, a and b any is as likely to be first where all are equal."""
    games: dict[tuple[str, ...], float] = {("a", "a", "b"): 1.0, ("a", "b", "a"): 1.0, ("b", "a", "a"): 1.0}
    assert fit(("a", "b"), games)["b"] == pytest.approx(0, abs=1e-6)


def test_who_always_wins_is_rated_by_the_games_added() -> None:
    games = {**evened(("a", "b"), 1.0)}
    games["a", "b"] += 9
    assert fit(("a", "b"), games)["b"] == pytest.approx(-400 * log10(9.5 / 0.5))


@pytest.mark.parametrize(("players", "games"), [(2, 3 * 2 * 2), (3, 1 * 3 * 2), (4, 3 * 4 * 2)])
def test_every_bot_has_every_seat_under_every_seed(players: int, games: int) -> None:
    names = ("greedy", "random", "search:1")
    found = ladder(names, players, seeds=2).seatings
    assert len(found) == games and len(set(found)) == games
    for n in range(players):
        seats = Counter(seated[n] for _, _, seated in found)
        assert set(seats) == set(names) and len(set(seats.values())) == 1
    for block in {block for block, _, _ in found}:
        mine = [(seed, Counter(seated)) for other, seed, seated in found if other == block]
        assert len(mine) == players and all(one == mine[0] for one in mine)


def test_a_ladder_of_two_with_four_seats() -> None:
    found = ladder(("greedy", "random"), 4).seatings
    assert {frozenset(seated) for _, _, seated in found} == {frozenset({"greedy", "random"})}
    assert Counter(text for _, _, seated in found for text in seated) == {
        "greedy": len(found) * 2,
        "random": len(found) * 2,
    }


@pytest.mark.parametrize("names", [("greedy",), ("greedy", "random", "greedy")])
def test_a_ladder_needs_different_bots(names: tuple[str, ...]) -> None:
    with pytest.raises(UsageError, match="ladder needs"):
        ladder(names)


def test_the_better_bot_stands_higher() -> None:
    planned = ladder(("random", "greedy"), seeds=6)
    rows = play(planned)
    low, high = performances(planned, rows)
    assert (low.bot, high.bot) == ("random", "greedy") and low.rating == low.low == low.high == 0
    assert high.rating > 100 and high.low <= high.rating <= high.high
    assert low.games == high.games == 12 and low.wins + high.wins == pytest.approx(12)
    assert high.mean_score > low.mean_score and high.ms > low.ms > 0
    again = performances(planned, play(planned))
    assert [attrs.evolve(one, ms=0) for one in again] == [attrs.evolve(one, ms=0) for one in (low, high)]


def rows_of(planned: Ladder, first: dict[frozenset[str], int]) -> list[dict[str, Any]]:
    """The first bot wins all games of so many of every four seeds against each of the others."""
    found = []
    for number, (block, seed, seated) in enumerate(planned.seatings):
        other = frozenset(seated) - {planned.bots[0]}
        winner = planned.bots[0] if seed % 4 < first[other] else next(iter(other))
        seat = seated.index(winner)
        scores = [int(n == seat) for n in range(2)]
        row = {"block": block, "seed": seed, "bots": list(seated), "scores": scores, "winners": [seat]}
        found.append({**row, "game": number, "pace": [(1, 0.0)] * 2})
    return found


def test_a_gauntlet_is_rated_by_one_model() -> None:
    """The first bot wins 3 of 4 against b and 1 of 4 against c, who never meet: c is above b by both differences."""
    planned = attrs.evolve(ladder(("a", "b", "c"), seeds=400), gauntlet=True)
    assert planned.casts == [("a", "b"), ("a", "c")]
    a, b, c = performances(planned, rows_of(planned, {frozenset("b"): 3, frozenset("c"): 1}))
    assert a.rating == a.low == a.high == 0
    assert b.rating == pytest.approx(-400 * log10(3), abs=3) and c.rating == pytest.approx(
        -b.rating, abs=1e-3
    )
    assert b.low < b.rating < b.high < 0 < c.low < c.rating < c.high


def test_bots_that_have_not_played_yet_have_no_results() -> None:
    """The games of a and b come first: an interruption may leave c without any."""
    rows = rows_of(ladder(("a", "b"), seeds=4), {frozenset("b"): 3})
    found = performances(ladder(("a", "b", "c"), seeds=4), rows)
    assert [(one.bot, one.games) for one in found] == [("a", 8), ("b", 8)]


def test_intervals_count_blocks_and_not_games() -> None:
    """Both games of a block end alike, so they are worth one."""
    planned = ladder(("a", "b"), seeds=40)
    one, two = performances(planned, rows_of(planned, {frozenset("b"): 3}))
    assert (one.games, one.wins) == (80, 60)
    alone = by_block([(1, 1)] * 30 + [(0, 1)] * 10)
    assert (one.wins_low, one.wins_high) == pytest.approx(alone, abs=0.02)
    assert two.wins_low == pytest.approx(1 - one.wins_high)


def test_what_a_bot_chooses_is_checked() -> None:
    class Wrong:
        def choose(self, view: Any, stream: Stream) -> Any:
            return attrs.evolve(view.legal()[0], seat=1 - view.seat)

    state = tw.load("rebirth").new(2, 1)
    with pytest.raises(TilewrightError, match=r"it is not your turn \(RB-TURN-1\)"):
        Timed(Wrong()).choose(state.view(state.to_act[0]), Stream(1))
