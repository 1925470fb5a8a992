"""Weights tuned by CMA-ES (Hansen 2016): generations of sets of weights play against a pool of champions.

All sets of a generation play the same seeds, seats and rivals. The pool holds the usual bot, and the centroid after
every third of the generations. What is kept is the centroid of the last generation, not its luckiest set.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import tanh
from typing import TYPE_CHECKING, Any

import attrs

from ..base.chance import mix
from ..base.errors import UsageError, install
from ..bots.learned_moves import Lesson
from ..rules.ruleset import Rules
from ..rules.weights import Weight
from .arena import Player, shares
from .budget import population
from .journal import numbers

if TYPE_CHECKING:
    from .course import TrainingCourse

SIGMA = 0.5
"""The first spread of the sets, in steps."""
STEP = 1 / 6
"""A step of a weight, as a part of the way from its lowest to its highest value."""
THIRDS = 3
VICTORY = 0.7
"""The part of victory in what is maximised; the rest is the margin, which tells good sets apart with fewer games."""
WIDE = 12.0
"""A margin of so many points is worth 0.76 of the most."""


def tuned(
    course: TrainingCourse, hold: Callable[[Lesson], None], enough: Callable[[int], bool]
) -> list[Lesson]:
    """Return the champions, the last of which is the centroid at the end; none if the game declares no weights.

    The search begins with the weights of the course, near them if there are any, else where each says (`Weight.begin`).
    `hold` is called with the centroid after each generation. It ends early if that is `enough` after so many. Who is to
    beat one bot alone plays against no champions.
    """
    rules, budget, seed = course.rules, course.budget, course.key(1)
    weights = rules.weights.declared()
    if not weights or not budget.tuned:
        return []
    try:
        import numpy as np
        from cmaes import CMA
    except ImportError as error:
        raise UsageError(f"training needs numpy and cmaes:{install('lab')}") from error
    steps = np.array([(one.high - one.low) * STEP for one in weights])
    start = np.array([one.default for one in weights])
    began = first(rules, course.begin)
    known = began.weights
    bounds = np.array([[one.low, one.high] for one in weights])
    bounds = (bounds - start[:, None]) / steps[:, None]
    mean = (np.array([known.get(one.name, one.default) for one in weights]) - start) / steps
    if len(weights) == 1:  # the search needs a plane; the second number says nothing
        mean, bounds = np.append(mean, 0.0), np.append(bounds, [[-1.0, 1.0]], axis=0)
    search = CMA(
        mean=mean,
        sigma=SIGMA / 2 if known else SIGMA,
        bounds=bounds,
        seed=mix(seed, 1) % (1 << 32),
        population_size=population(len(weights)),
    )
    champions: list[Lesson] = []
    pool: list[Player] = [began] if known and not course.against else []
    for generation in range(budget.tuned):
        sets = [search.ask() for _ in range(search.population_size)]
        heroes = [lesson(began, weights, start + steps * one[: len(weights)]) for one in sets]
        rivals: list[Player] = [course.usual] * max(1, len(champions)) + pool

        def play(
            heroes: Sequence[Lesson] = heroes, rivals: Sequence[Player] = rivals, at: int = generation
        ) -> Any:
            contest = course.plays.contest(heroes, rivals, budget.games, mix(seed, 1000 + at))
            return [fitness(rows) for rows in shares(contest, course.plays.rows(contest))]

        many = len(heroes)
        found = course.journal.step(f"weights {generation}", play, many * budget.games, numbers(many))
        search.tell([(one, -value) for one, value in zip(sets, found, strict=True)])
        done, centroid = generation + 1, lesson(began, weights, start + steps * search.mean[: len(weights)])
        hold(centroid)
        last = enough(done) or done == budget.tuned
        if done % max(1, budget.generations // THIRDS) == 0 or last:
            champions.append(centroid)
            pool += [] if course.against else [centroid]
        if last:
            break
    return champions


def first(rules: Rules, begin: Lesson) -> Lesson:
    """Return what is known before any game: `begin`, or the weights with which the weights say to begin."""
    weights = rules.weights.declared()
    known = {one.name: begin.weights[one.name] for one in weights if one.name in begin.weights}
    if not begin.weights:
        known = {one.name: one.begin for one in weights if one.begin != one.default}
    return attrs.evolve(begin, weights=known)


def lesson(began: Lesson, weights: Sequence[Weight], values: Sequence[float]) -> Lesson:
    """Return a lesson with these weights as a file holds them: within their bounds, with four digits."""
    found = {
        one.name: min(one.high, max(one.low, round(float(value), 4)))
        for one, value in zip(weights, values, strict=True)
    }
    return attrs.evolve(began, weights=found)


def fitness(rows: Sequence[dict[str, Any]]) -> float:
    """Return how well a set of weights does, from -0.3 to 1."""
    whole: float = sum(VICTORY * row["share"] + (1 - VICTORY) * tanh(row["margin"] / WIDE) for row in rows)
    return whole / len(rows)
