"""The steps of training: what is compared with what, on which games, and what values are learned from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import attrs
import pytest

from tilewright.core.bots.learned_moves import Lesson
from tilewright.core.lab.games.variants import Variant
from tilewright.core.rules.views import View
from tilewright.core.rules.weights import weight
from tilewright.core.training import lookahead
from tilewright.core.training.arena import Contest, Player, Plays, crew
from tilewright.core.training.budget import Budget
from tilewright.core.training.journal import Journal
from tilewright.core.training.train import TrainingCourse, games_of, train

from ..toys.harvest_dist import harvest
from ..toys.paper import plugin


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
    rules, asked = under.rules(), Budget.read(budget)
    with crew("local", under, 1) as engine:
        course = TrainingCourse(
            rules=rules,
            players=2,
            budget=asked,
            seed=3,
            begin=begin,
            plays=Plays(engine, under, 2, played.append),
            journal=Journal(None, {}, lambda said: None),
        )
        return train(course).lesson, sum(played), games_of(rules, asked, begin)


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
    lesson, played, foreseen = learned(variant(weights=kind), "0x0,0x0,20,8", begin)
    assert lesson.weights.get("closing", 1.0) == 1.0
    # Each of those compared plays 40 games, the measurements 8 each; the first of these ends the curve.
    assert played == foreseen == compared * 40 + 2 * 8


def test_what_was_tuned_is_compared_with_the_defaults_too() -> None:
    """One generation near a bad beginning leaves it bad."""
    lesson, _, _ = learned(variant(weights=Misled), "1x2,0x0,10,8", Lesson())
    assert lesson.weights.get("closing", 1.0) > 0.5


def test_each_stage_of_a_comparison_plays_games_that_none_before_has_played() -> None:
    """The best of the first stage would else be the luckiest, and stay it."""
    contests: list[Contest] = []

    class Watched(Plays):
        def rows(self, contest: Contest) -> list[dict[str, Any]]:
            contests.append(contest)
            return super().rows(contest)

    under = variant()
    lessons = [Lesson(weights={"closing": n / 2}) for n in range(5)]
    with crew("local", under, 1) as engine:
        plays, journal = Watched(engine, under, 2), Journal(None, {}, lambda said: None)
        lookahead.best("it", lessons, ["greedy"], 2, 99, plays, journal)
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
