"""The whole of training: weights, then values and ways to look ahead, then a measurement on seeds never seen before.

Of one number of players; what is learned with one says little about another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import Any
from zlib import crc32

import attrs

from ..base.errors import UsageError
from ..base.version import __version__
from ..bots.features import LearnedValue
from ..bots.learned_file import LearnedPlay, Point, WinShare, plain
from ..bots.learned_moves import DEFAULTS, RANDOM, Lesson, Lookahead
from ..rules.ruleset import Rules
from ..simulation.wilson import wilson
from . import cma_es, lookahead
from .arena import Player, shares
from .budget import CHECKS, Budget, even, parts, population
from .course import LEAST, TrainingCourse, TrainingPart, distinct
from .journal import numbers
from .ridge import fitted, mean

CHECKED = 1 << 50
"""Seeds from here on are played in measurements only."""
MOST_CHECKS = 2000
"""Games of a measurement, at most, however much time is left."""


def games_of(rules: Rules, budget: Budget, begin: Lesson = DEFAULTS, against: str = "") -> int:
    """About how many games a budget plays with one number of players, beginning with what is known."""
    weights = len(rules.weights.declared())
    tuned = budget.tuned * population(weights) * budget.games
    policies = 1 + bool(tuned)
    lessons = len(_ways(rules, budget, True)) + (rules.game.choices is not None)
    ways = lookahead.halving(lessons, budget.looks) if budget.rounds else 0
    learned = policies if budget.rounds else bool(tuned)
    whole = learned + len(distinct([cma_es.first(rules, begin), DEFAULTS]))
    compared = policies * ways + lookahead.halving(whole, 2 * budget.looks)
    points = (cma_es.THIRDS if tuned else 0) + policies * min(2, budget.rounds)
    rivals = 1 + (rules.game.choices is not None and not against)
    measured = points * (budget.checks // 4) + rivals * (budget.measured or budget.checks)
    return tuned + budget.rounds * budget.samples + compared + measured


def train(course: TrainingCourse) -> LearnedPlay:
    """Return what was learned of the course's rules, measured against the usual bot and against random moves."""
    curve: list[Point] = []
    began = course.journal.games
    rules, budget, clock, journal = course.rules, course.budget, course.clock, course.journal
    values, looks = parts(budget.generations) if budget.rounds else (0.0, CHECKS)
    clock.start(journal)
    generations = 0

    def play(lesson: Lesson, results: Sequence[WinShare], unfinished: str = "") -> LearnedPlay:
        return LearnedPlay(
            unfinished=unfinished,
            weights=lesson.weights,
            value=lesson.value,
            look=lesson.look,
            tilewright=__version__,
            command=course.command,
            budget=str(course.budget),
            seed=course.seed,
            games=course.journal.games - began,
            results=tuple(results),
            curve=tuple(curve),
        )

    def hold(lesson: Lesson) -> None:
        course.keep(play(lesson, (), "stopped before its end: the best so far, which was not measured"))

    def enough(done: int) -> bool:
        nonlocal generations
        generations = done
        return clock.short(journal, f"after {done} generations", CHECKS + values + looks)

    champions = cma_es.tuned(course, hold, enough)
    if 0 < generations < budget.tuned:
        course = attrs.evolve(course, budget=attrs.evolve(budget, stopped=generations))
    first = cma_es.first(rules, course.begin)
    tuned = champions[-1] if champions else first
    for number, champion in enumerate(champions, 1):
        played = (course.journal.games - began) * number // len(champions)
        curve.append(_point(course, champion, played, "weights", "weights"))
    policies = distinct([first, tuned])
    samples = budget.samples // len(policies)

    def measured(said: str, lesson: Lesson | None) -> None:
        played = course.journal.games - began
        if lesson is None:
            course.note(TrainingPart(f"no {said}: {samples} games tell too little", played, None))
        else:
            curve.append(_point(course, lesson, played, "value", said))

    said = (
        ["values, with the first weights", "values, with the tuned weights"] if policies[1:] else ["values"]
    )
    # Values of the usual play can be worth more than weights that were tuned to play without values.
    found = []
    for n, one in enumerate(policies):
        before = clock.left
        later = values * (len(policies) - 1) / len(policies) if not n else inf
        kept, rounds = _values(course, one, n, samples, partial(measured, said[n]), CHECKS + looks + later)
        if not n and rounds and clock.whole < inf:
            rest = clock.read(journal, "before ways to look ahead") - CHECKS * clock.whole
            rest -= (before - clock.left) * (len(policies) - 1)
            budget = attrs.evolve(course.budget, rounds=rounds)
            budget = budget.shortened(
                rest / (looks * clock.whole), course.players, len(_ways(rules, budget, True))
            )
            course = attrs.evolve(course, budget=budget)
        found.append(_valued_best(course, one, n, kept))
        hold(found[-1])
    known = distinct([*found, first, DEFAULTS])
    whole = lookahead.best(course, "whole", known, [course.usual], 2 * course.budget.looks)
    hold(whole)
    played = course.journal.games - began
    course = _timed_checks(course, whole)
    whole, results = _results(course, whole)
    curve.append(_pointed(course, results[0], played, "whole", "the best of all that was compared"))
    return play(whole, results)


def _timed_checks(course: TrainingCourse, whole: Lesson) -> TrainingCourse:
    """Return the course with as many games of final measurements as there is time for, if that is limited.

    At least half of what was planned, since it is decided by them whether the bot is better than the usual one.
    """
    clock, checks, journal = course.clock, course.budget.checks, course.journal
    if clock.whole == inf:
        return course
    some = even(checks // 8, course.players)
    before = clock.read(journal, "before measuring")
    _shares(course, whole, some)
    left = clock.read(journal, "after some games")
    # What turns out to be worse is measured, and then the better one in its place.
    part = 1.0 if course.against or whole == DEFAULTS else 0.5
    games = min(MOST_CHECKS, max(checks // 2, int(part * left / max(before - left, 1e-3) * some)))
    games = even(games, course.players)
    return attrs.evolve(course, budget=attrs.evolve(course.budget, measured=games))


def _results(course: TrainingCourse, whole: Lesson) -> tuple[Lesson, list[WinShare]]:
    """Return how well this plays; if that is no better than the usual bot, or than random moves, that and how well."""
    games = course.budget.measured or course.budget.checks
    equal = course.rules.game.sides(course.players).equal
    results = _shares(course, whole, games)
    if not course.against and whole != DEFAULTS and results[0].share < equal:
        whole, results = DEFAULTS, _shares(course, DEFAULTS, games)
    if not course.against and course.usual != LEAST and results[-1].share < equal:
        whole, results = RANDOM, _shares(course, RANDOM, games)
    return whole, results


def _shares(course: TrainingCourse, lesson: Lesson, games: int) -> list[WinShare]:
    """Return the shares of wins against the usual bot and, unless that alone is to be beaten, against random moves."""
    return [_share(course, f"against {rival}", lesson, rival, games) for rival in course.rivals(LEAST)]


def _values(
    course: TrainingCourse,
    policy: Lesson,
    number: int,
    samples: int,
    measured: Callable[[Lesson | None], None],
    kept: float,
) -> tuple[list[LearnedValue], int]:
    """Return what each round of games of this policy has taught, and the rounds for which there is time.

    `kept` is the part of the time that must be left, infinite if the number of rounds is settled. `measured` is called
    with what was learned in the first and in the last round, with None if that was nothing.
    """
    rounds = course.budget.rounds
    plain = next(lookahead.ways(course.rules, True))
    values: list[LearnedValue] = []
    found = policy
    for at in range(rounds):
        value = _value(course, found, course.rivals(policy), f"{number}.{at}", samples)
        if value is None:
            measured(None)
            return values, rounds
        values.append(value)
        found = attrs.evolve(policy, value=value, look=plain)
        if kept < inf and course.clock.short(course.journal, f"after {at + 1} rounds", kept):
            rounds = at + 1
        if at == 0 or at + 1 == rounds:
            measured(found)
        if at + 1 == rounds:
            break
    return values, rounds


def _valued_best(
    course: TrainingCourse, policy: Lesson, number: int, values: Sequence[LearnedValue]
) -> Lesson:
    """Return the best way to play with these values, or the policy as it is.

    Without rounds of values nothing is compared: the policy is what is returned.
    """
    rules, rounds = course.rules, course.budget.rounds
    if not rounds:
        return policy
    # The first rounds saw play that knew nothing of values yet.
    kept = values[rounds // 3 :]
    learned = attrs.evolve(policy, value=mean(kept)) if kept else policy
    ways = [attrs.evolve(learned, look=look) for look in _ways(rules, course.budget, bool(kept))]
    usual = [policy] if rules.game.choices is not None else []
    rivals = course.rivals(policy)
    return lookahead.best(course, f"looks {number}", distinct([*ways, *usual]), rivals, course.budget.looks)


def _ways(rules: Rules, budget: Budget, valued: bool) -> list[Lookahead]:
    """Return the ways to look ahead that are compared."""
    return list(lookahead.ways(rules, valued))[: budget.ways]


def _value(
    course: TrainingCourse, lesson: Lesson, rivals: Sequence[Player], name: str, samples: int
) -> LearnedValue | None:
    def learn() -> Any:
        games = course.plays.positions(lesson, rivals, samples, course.key(crc32(f"value {name}".encode())))
        value = fitted(games)
        return attrs.asdict(value) if value is not None else None

    outcome = course.journal.step(f"value {name}", learn, samples, _valued)
    if outcome is None:
        return None
    points = {
        reason: {name: (early, late) for name, (early, late) in parts.items()}
        for reason, parts in outcome["points"].items()
    }
    return LearnedValue(rounds=outcome["rounds"], points=points)


def _valued(outcome: Any) -> bool:
    """True if the outcome is a value, or None."""
    if outcome is None:
        return True
    try:
        parts = [pair for each in outcome["points"].values() for pair in each.values()]
        return numbers()(outcome["rounds"]) and all(map(numbers(2), parts))
    except (KeyError, TypeError, AttributeError):
        return False


def _point(course: TrainingCourse, lesson: Lesson, games: int, step: Any, said: str) -> Point:
    """Return a point of the curve, measured on a quarter of the games of a final measurement."""
    share = _share(course, f"{step} after {games}", lesson, course.usual, course.budget.checks // 4)
    return _pointed(course, share, games, step, said)


def _pointed(course: TrainingCourse, share: WinShare, games: int, step: Any, said: str) -> Point:
    course.note(TrainingPart(said, games, share))
    return Point(games=games, step=step, share=share.share, low=share.low, high=share.high)


def _share(course: TrainingCourse, name: str, lesson: Lesson, rival: Player, games: int) -> WinShare:
    games = max(course.players, games - games % course.players)
    # Every lesson is measured on seeds of its own, so that the best of several is not the luckiest.
    seed = CHECKED + course.key(crc32(f"{name} {plain(lesson)}".encode())) % CHECKED

    sides = course.rules.game.sides(course.players)
    kept = ("share",) if sides.rivals else ("share", "own", "its")

    def play() -> list[float]:
        contest = attrs.evolve(course.plays.contest([lesson], [rival], games, 0), seed=seed)
        rows = shares(contest, course.plays.rows(contest))[0]
        return [float(sum(row[name] for row in rows)) for name in kept]

    wins, *reached = course.journal.step(name, play, games, numbers(len(kept)), measures=True)
    if not 0 <= wins <= games:
        raise UsageError(f"the journal says that {wins} of {games} games were won; remove it to begin anew")
    low, high = wilson(wins, games)
    return WinShare(
        against=str(rival),
        games=games,
        wins=round(wins, 4),
        share=round(wins / games, 4),
        low=round(low, 4),
        high=round(high, 4),
        seed=seed,
        equal=None if sides.equal == 1 / course.players else sides.equal,
        **{name: round(total / games, 4) for name, total in zip(kept[1:], reached, strict=True)},
    )
