"""The search: a sampler asks for settings, blocks answer, and rounds are thinned out so that the best play most.

Nothing here is kept between runs. A run that goes on asks the same questions again, and blocks that were played answer
at once.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, Literal, TypeAlias

import attrs
import optuna

from ...base.errors import TilewrightError
from .block_cache import Blocks
from .candidates import Candidate
from .plan import SearchPlan
from .ranking import Tried, judged, measured, ordered, scale

Kind: TypeAlias = Literal["search", "random"]
STALE = 5
"""Settings in a row that were asked for before, after which one that was not is drawn."""


@attrs.frozen(kw_only=True)
class Searched:
    """A search that has spent its budget."""

    kind: Kind
    tried: tuple[Tried, ...]
    """Every setting that was played, in the order in which it was asked for, each with all its blocks."""
    refused: tuple[tuple[str, str], ...]
    """Settings that cannot be played, and why."""
    blocks: int
    """The blocks that it has spent, those included that another search had played before."""
    rounds: int
    scale: Mapping[str, float]

    def best(self) -> list[Tried]:
        """Return the settings, the best first."""
        return best_of(self.tried)


def best_of(tried: Sequence[Tried]) -> list[Tried]:
    """Return the settings, the best first: those that have played most blocks come before all others."""
    rungs = sorted({one.blocks for one in tried}, reverse=True)
    return [one for rung in rungs for one in ordered(each for each in tried if each.blocks == rung)]


class SearchHalted(KeyboardInterrupt):
    """The person has ended a search; it says what it had found."""

    def __init__(self, stage: str, best: Sequence[Tried]) -> None:
        self.stage, self.best = stage, best
        super().__init__(stage, best)


class _Asking:
    """One study of optuna, and the settings that it has asked for."""

    def __init__(self, plan: SearchPlan, kind: Kind, note: Callable[[Mapping[str, Any]], None]) -> None:
        self.plan, self.kind, self.note = plan, kind, note
        seed = plan.seed % 2**32
        self.chance = Random(seed)
        self.seen: dict[str, Candidate] = {}
        self.values: set[tuple[str, ...]] = set()
        self.refused: dict[str, str] = {}
        self.waiting: list[tuple[optuna.trial.Trial, str]] = []
        with quiet():
            sampler: optuna.samplers.BaseSampler = optuna.samplers.RandomSampler(seed=seed)
            if kind == "search":
                sampler = optuna.samplers.TPESampler(
                    seed=seed,
                    n_startup_trials=plan.width,
                    multivariate=True,
                    constant_liar=True,
                )
            ways = ["minimize"] * max(1, len(plan.goals))
            self.study = optuna.create_study(directions=ways, sampler=sampler)

    def ask(self, number: int, first: tuple[str, ...] | None = None) -> Candidate | None:
        """Return a setting that was not asked for before; None if there is none. `number` is that of the round."""
        stale = 0
        if first is not None:
            self._enqueue(first)
        while len(self.values) < self.plan.space.size:
            if stale >= STALE and (drawn := self._untried()) is not None:
                self._enqueue(drawn)
            with quiet():
                trial = self.study.ask()
                at = [self._index(trial, n) for n in range(len(self.plan.space.factors))]
            values = tuple(one.values[k] for one, k in zip(self.plan.space.factors, at, strict=True))
            old = values in self.values
            self.values.add(values)
            stale = stale + 1 if old else 0
            try:
                found = self.plan.space.candidate(values)
            except TilewrightError as error:
                if not old:
                    told = self.plan.space.told(values)
                    self.refused[told] = str(error)
                    self.note({"search": self.kind, "round": number, "values": values, "refused": str(error)})
                self.study.tell(trial, state=optuna.trial.TrialState.FAIL)
                continue
            self.waiting.append((trial, found.key))
            if found.key in self.seen:
                continue
            self.seen[found.key] = found
            self.note({"search": self.kind, "round": number, "values": values, "setting": found.key})
            return found
        return None

    def tell(self, known: Mapping[str, Tried]) -> None:
        """Report the results of the settings that the study has asked for since the last report."""
        for trial, key in self.waiting:
            one = known[key]
            with quiet():
                if not one.known:
                    self.study.tell(trial, state=optuna.trial.TrialState.FAIL)
                    continue
                if self.plan.goals:
                    for target, miss in zip(self.plan.targets, one.misses, strict=True):
                        trial.set_constraint(target.text, miss)
                self.study.tell(trial, list(one.losses) or [one.loss])
        self.waiting.clear()

    def _index(self, trial: optuna.trial.Trial, number: int) -> int:
        factor = self.plan.space.factors[number]
        last = len(factor.values) - 1
        if factor.ordered:
            return int(trial.suggest_int(factor.name, 0, last))
        return int(trial.suggest_categorical(factor.name, range(last + 1)))

    def _enqueue(self, values: tuple[str, ...]) -> None:
        factors = self.plan.space.factors
        at = {one.name: one.values.index(value) for one, value in zip(factors, values, strict=True)}
        with quiet():
            self.study.enqueue_trial(at)

    def _untried(self) -> tuple[str, ...] | None:
        """Draw a setting that was not asked for; None only if there is none."""
        factors = self.plan.space.factors
        for _ in range(100):
            drawn = tuple(self.chance.choice(one.values) for one in factors)
            if drawn not in self.values:
                return drawn
        return next((values for values in self.plan.space.all() if values not in self.values), None)


class _Race:
    """The settings of one search, with the values measured so far."""

    def __init__(self, plan: SearchPlan, blocks: Blocks, units: Mapping[str, float] | None) -> None:
        self.plan, self.blocks, self.units = plan, blocks, units
        self.candidates: dict[str, Candidate] = {}
        self.played: dict[str, int] = {}
        self.values: dict[str, dict[str, float]] = {}
        self.spent = 0

    def play(self, candidates: Sequence[Candidate], rung: int) -> None:
        """Let these play up to the rung. The first ones set the scale, if there is none."""
        self.blocks.play(candidates, range(rung))
        for one in candidates:
            self.spent += rung - self.played.get(one.key, 0)
            self.candidates[one.key], self.played[one.key] = one, rung
            self.values[one.key] = measured(self.plan, self.blocks.rows(one, range(rung)))
        self.units = self.units or scale(self.plan, [self.values[one.key] for one in candidates])

    def tried(self) -> list[Tried]:
        """Return every setting that has played, in the order in which they began."""
        units = self.units
        if units is None:
            return []
        return [
            judged(self.plan, self.candidates[key], values, self.played[key], units)
            for key, values in self.values.items()
        ]

    def waiting(self, rung: int) -> list[Candidate]:
        """Return those that have played up to this rung and no further, the best first."""
        return [one.candidate for one in ordered(one for one in self.tried() if one.blocks == rung)]


def search(
    plan: SearchPlan, blocks: Blocks, kind: Kind, units: Mapping[str, float] | None = None
) -> Searched:
    """Search until the budget is spent or every setting was tried.

    `units` is the scale of another search, with which this one shall be compared.
    """
    asking, race = _Asking(plan, kind, blocks.asked), _Race(plan, blocks, units)
    usual, factors = plan.space.usual(), plan.space.factors
    inside = all(value in one.values for one, value in zip(factors, usual, strict=True))
    begin = usual if kind == "search" and inside else None
    rounds = 0
    try:
        while True:
            width = min(plan.width, plan.space.size - len(asking.values))
            if width < 1 or race.spent + plan.cost(width) > plan.budget:
                break
            new: list[Candidate] = []
            while len(new) < width and (found := asking.ask(rounds + 1, begin)) is not None:
                new.append(found)
                begin = None
            if not new:
                break
            rounds += 1
            race.play(new, plan.rungs[0])
            for count, last, rung in zip(plan.kept(len(new))[1:], plan.rungs, plan.rungs[1:]):
                # Of earlier rounds, too: who was second there may be better than the first here.
                race.play(race.waiting(last)[:count], rung)
            asking.tell({one.candidate.key: one for one in race.tried()})
        for rung in reversed(plan.rungs[:-1]):  # what is left of the budget
            for one in race.waiting(rung):
                if race.spent + plan.rungs[-1] - rung <= plan.budget:
                    race.play([one], plan.rungs[-1])
    except KeyboardInterrupt as stop:
        raise SearchHalted(kind, best_of(race.tried())) from stop
    return Searched(
        kind=kind,
        tried=tuple(race.tried()),
        refused=tuple(asking.refused.items()),
        blocks=race.spent,
        rounds=rounds,
        scale=dict(race.units or {}),
    )


@contextmanager
def quiet() -> Iterator[None]:
    """Keep optuna from printing, and from warning of what it calls experimental: a plan names its version."""
    before = optuna.logging.get_verbosity()
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            yield
    finally:
        optuna.logging.set_verbosity(before)
