"""The steps of training: what is compared with what, on which games, and what values are learned from."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import attrs
import pytest

from tilewright.core.base.chance import Stream
from tilewright.core.bots.learned_file import LearnedPlay
from tilewright.core.bots.learned_moves import DEFAULTS, RANDOM, Lesson, Mind
from tilewright.core.lab.games.variants import Variant
from tilewright.core.rules.game import Choice
from tilewright.core.rules.views import View
from tilewright.core.rules.weights import weight
from tilewright.core.training import lookahead, pace
from tilewright.core.training.arena import Contest, Player, Plays, crew
from tilewright.core.training.budget import Budget
from tilewright.core.training.explanation import outcome
from tilewright.core.training.journal import Journal
from tilewright.core.training.pace import Clock
from tilewright.core.training.train import _results, games_of, train

from ..toys.harvest_dist import harvest
from ..toys.paper import plugin
from .courses import course, unkept


def variant(**changes: Any) -> Variant:
    """Harvest with changes to its declaration."""
    return Variant(name="it", game=cast(str, plugin(attrs.evolve(harvest.GAME, **changes))))


@attrs.frozen(kw_only=True)
class Misled:
    """As Harvest's weights, but training begins where closed fields count for nothing."""

    closing: float = weight(1.0, 0, 3, "a point for a field that is closed", begin=0.0)


def learned(under: Variant, budget: str, begin: Lesson) -> tuple[Lesson, int, int]:
    """What is learned, with the games played and those that were foreseen."""
    played: list[int] = []

    class Counted(Plays):
        def rows(self, contest: Contest) -> list[dict[str, Any]]:
            found = super().rows(contest)
            played.append(len(found))
            return found

    with course(under, budget, plays=Counted, begin=begin) as given:
        return train(given).lesson, sum(played), games_of(given.rules, given.budget, begin)


@pytest.mark.parametrize(
    ("kind", "begin", "compared"),
    [
        (harvest.GAME.weights, Lesson(), 0),
        pytest.param(harvest.GAME.weights, Lesson(weights={"closing": 0.0}), 2, marks=pytest.mark.soak),
        (Misled, Lesson(), 2),
        (Misled, Lesson(weights={"closing": 1.0}), 2),
    ],
    ids=["nothing known", "from a file", "from the game", "a file that knows better"],
)
def test_what_is_known_is_kept_only_if_it_beats_the_defaults(
    kind: type, begin: Lesson, compared: int
) -> None:
    """Without the points of closed fields, a bot is much weaker; a budget of nothing but comparisons finds that out."""
    lesson, played, foreseen = learned(variant(weights=kind), "0x0,0x0,10,4", begin)
    assert lesson.weights.get("closing", 1.0) == 1.0
    # Each of those compared plays 20 games, the measurements 4 each; the first of these ends the curve.
    assert played == foreseen == compared * 20 + 2 * 4


def test_what_was_tuned_is_compared_with_the_defaults_too() -> None:
    """One generation near a bad beginning leaves it bad."""
    lesson, _, _ = learned(variant(weights=Misled), "1x2,0x0,6,4", Lesson())
    assert lesson.weights.get("closing", 1.0) > 0.5


# -- time ------------------------------------------------------------------------------------------------------------


def timed(under: Variant, budget: Budget, clock: Clock, journal: Journal) -> LearnedPlay:
    """What is learned within the time."""
    with course(under, str(budget), journal=journal, clock=clock) as given:
        return train(given)


class SlowGame:
    """Harvest, of whose ratings each takes five milliseconds, or longer; all else takes no time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, takes: float = 0.005) -> None:
        self.seconds, self.takes = 0.0, takes
        self.variant = variant(choices=self.choices)
        monkeypatch.setattr(pace, "time", SimpleNamespace(monotonic=self.clock, perf_counter=self.clock))

    def clock(self) -> float:
        return self.seconds

    def choices(self, view: View) -> Sequence[Choice]:
        self.seconds += self.takes
        assert harvest.GAME.choices is not None
        return harvest.GAME.choices(view)


def test_a_slow_game_is_trained_for_the_time_that_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its pace is measured first; looking ahead is dearer still."""
    slow = SlowGame(monkeypatch)
    with crew("local", slow.variant, 1) as engine:
        planned = pace.budget(Plays(engine, slow.variant, 2), "greedy", 0.1)
    one = timed(slow.variant, planned, Clock(6 - slow.seconds), unkept())
    assert 6 * 0.5 < slow.seconds < 6 * 1.5
    assert one.results[0].games == Budget.read(one.budget).measured


def test_minutes_that_are_too_short_say_how_many_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = SlowGame(monkeypatch, 0.25)
    with crew("local", slow.variant, 1) as engine:
        plays = Plays(engine, slow.variant, 2)
        short = pace.budget(plays, "greedy", 0.5)
        assert not short.learns and short.enough > 1 and str(short) == str(Budget.read(str(short)))
        assert not pace.budget(plays, "greedy", short.enough / 2).learns
        longer = pace.budget(plays, "greedy", short.enough)
    assert longer.learns and not longer.enough


def test_what_plays_to_the_end_is_priced_without_being_played() -> None:
    """A game that does not rate moves is looked into by whole games, 160 for a decision: trying that takes too long."""
    under, began = variant(choices=None, weights=None), time.monotonic()
    with crew("local", under, 1) as engine:
        after_move, after_turn, at_end = pace.added(Plays(engine, under, 2), "random", 1.0, 600)
    assert at_end > 100 > after_turn and after_move < 100
    assert time.monotonic() - began < 60


def test_a_budget_that_takes_too_long_is_shortened_and_what_was_played_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same is learned from what is written, and by who goes on with the journal, however fast the machine is."""
    path, budget = tmp_path / "journal", Budget.read("60x6,6x12,3x2,8")
    slow = SlowGame(monkeypatch)
    with closing(Journal(path, {}, print)) as journal:
        one = timed(slow.variant, budget, Clock(6), journal)
    assert slow.seconds < 6 * 1.5
    played = Budget.read(one.budget)
    assert played.stopped is not None and played.stopped < 60 and 0 < played.rounds < 6
    assert f"--budget {one.budget}" in one.command
    fast = variant()
    assert timed(fast, played, Clock(), unkept()) == one
    with closing(Journal(path, {}, print)) as journal:
        assert timed(fast, budget, Clock(1000), journal) == one


# -- what is no better -------------------------------------------------------------------------------------------------


def misled(view: View) -> Sequence[Choice]:
    """Harvest's ratings upside down."""
    assert harvest.GAME.choices is not None
    return [attrs.evolve(one, worth=-one.worth) for one in harvest.GAME.choices(view)]


@pytest.mark.parametrize(
    ("choices", "found", "best"),
    [
        (harvest.GAME.choices, Lesson(weights={"closing": 0.0}), DEFAULTS),
        (harvest.GAME.choices, RANDOM, DEFAULTS),
        (misled, Lesson(weights={"closing": 0.5}), RANDOM),
        (misled, DEFAULTS, RANDOM),
    ],
    ids=["worse weights", "random", "ratings that mislead", "defaults that mislead"],
)
def test_what_is_worse_than_greedy_or_random_is_not_what_the_file_plays(
    choices: Any, found: Lesson, best: Lesson
) -> None:
    under = variant(choices=choices)
    with course(under, "0x0,0x0,1,8") as given:
        lesson, results = _results(given, found)
        assert lesson == best
        assert [one.against for one in results] == ["greedy", "random"]
        one = train(given)
    assert one.lesson == (DEFAULTS if choices is not misled else RANDOM)
    plays = "greedy" if choices is not misled else "random"
    assert outcome(one, under.rules(), 2) == (
        f"nothing was learned that is better than {plays}; the file plays like {plays}"
    )


def test_a_bot_that_has_learned_that_ratings_mislead_makes_any_move(tmp_path: Path) -> None:
    rules = variant(choices=misled).rules()
    view, mind = rules.new(2, 1).view(0), Mind(rules, RANDOM)
    view = next(one for one in (rules.new(2, seed).view(0) for seed in range(9)) if len(one.legal()) > 2)
    legal = view.legal()
    assert len({mind.choose(view, Stream(n)) for n in range(99)}) == len(legal)
    assert {*mind.worths(view, legal, Stream(1))} == {0.0}


# -- games -------------------------------------------------------------------------------------------------------------


def test_each_stage_of_a_comparison_plays_games_that_none_before_has_played() -> None:
    """The best of the first stage would else be the luckiest, and stay it."""
    contests: list[Contest] = []

    class Watched(Plays):
        def rows(self, contest: Contest) -> list[dict[str, Any]]:
            contests.append(contest)
            return super().rows(contest)

    under = variant()
    lessons = [Lesson(weights={"closing": n / 2}) for n in range(5)]
    with course(under, "0x0,0x0,2,2", plays=Watched, seed=99) as given:
        lookahead.best(given, "it", lessons, ["greedy"], 2)
    assert [len(one.heroes) for one in contests] == [5, 3, 2] and [one.games for one in contests] == [2, 4, 8]
    seeds = {one.seed + game for one in contests for game in range(one.games)}
    assert len(seeds) == 2 + 4 + 8


def test_values_are_learned_from_features_that_its_own_weights_see() -> None:
    """A bot plays by its weights, and values positions by features that may read them: both have to be the same."""

    def features(view: View) -> dict[str, Sequence[float]]:
        return {"closing": [view.weights.closing] * len(view.seats)}

    under = variant(features=features)
    with crew("local", under, 1) as engine:
        plays = Plays(engine, under, 2)
        heroes: list[tuple[Player, float]] = [(Lesson(weights={"closing": 2.5}), 2.5), ("greedy", 1.0)]
        for hero, seen in heroes:
            rivals: list[Player] = [Lesson(weights={"closing": 0.5}), "random"]
            [game] = plays.positions(hero, rivals, 1, 7)
            assert game["positions"]
            assert {tuple(found["closing"]) for _, _, found, _ in game["positions"]} == {(seen, seen)}
