"""The search: a sampler asks for settings, blocks answer, and rounds are thinned out so that the best play most.

Nothing here is kept between runs. A run that goes on asks the same questions again, and blocks that were played answer
at once.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import Any, Literal, TypeAlias

import attrs
import optuna

from ...errors import TilewrightError
from .candidates import Candidate
from .plan import Design
from .playing import Blocks
from .ranking import Tried, judged, measured, ordered, scale

Kind: TypeAlias = Literal["search", "random"]
STALE = 5
"""Settings in a row that were asked for before, after which one that was not is drawn."""
MISSES = "misses"


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

    def best(self, rung: int) -> list[Tried]:
        """Return the settings that have played up to this rung, the best first."""
        return ordered(one for one in self.tried if one.blocks >= rung)


class _Asking:
    """One study of optuna, and the settings that it has asked for."""

    def __init__(self, plan: Design, kind: Kind, note: Callable[[Mapping[str, Any]], None]) -> None:
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
                    constraints_func=_misses if plan.goals and plan.targets else None,
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
        """Tell the study what became of all that it asked for since."""
        for trial, key in self.waiting:
            one = known[key]
            with quiet():
                if not one.known:
                    self.study.tell(trial, state=optuna.trial.TrialState.FAIL)
                    continue
                trial.set_user_attr(MISSES, one.misses)
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


def search(
    plan: Design,
    blocks: Blocks,
    kind: Kind,
    note: Callable[[Mapping[str, Any]], None],
    units: Mapping[str, float] | None = None,
) -> Searched:
    """Search until the budget is spent or every setting was tried. `note` is called with each setting asked for.

    `units` is the scale of another search, with which this one shall be compared.
    """
    asking = _Asking(plan, kind, note)
    played: dict[str, int] = {}
    values: dict[str, dict[str, float]] = {}
    spent = number = 0
    while True:
        width = min(plan.width, plan.space.size - len(asking.values))
        if width < 1 or spent + plan.cost(width) > plan.budget:
            break
        number += 1
        usual = plan.space.usual()
        inside = all(value in one.values for one, value in zip(plan.space.factors, usual, strict=True))
        begin = usual if kind == "search" and number == 1 and inside else None
        round_: list[Candidate] = []
        while len(round_) < width:
            found = asking.ask(number, begin if not round_ else None)
            if found is None:
                break
            round_.append(found)
        if not round_:
            break
        spent += plan.cost(len(round_))
        left, last = round_, 0
        for count, rung in zip(plan.kept(len(round_)), plan.rungs, strict=True):
            if units is not None and last:
                now = [judged(plan, one, values[one.key], last, units) for one in left]
                left = [one.candidate for one in ordered(now)][:count]
            blocks.play(left, range(rung))
            for one in left:
                played[one.key] = rung
                values[one.key] = measured(plan, blocks.rows(one, range(rung)))
            if units is None:
                units = scale(plan, [values[one.key] for one in round_])
            last = rung
        asking.tell(_all(plan, asking.seen, values, played, units or {}))
    found_ = _all(plan, asking.seen, values, played, units or {})
    return Searched(
        kind=kind,
        tried=tuple(found_[key] for key in asking.seen if key in found_),
        refused=tuple(asking.refused.items()),
        blocks=spent,
        rounds=number,
        scale=dict(units or {}),
    )


def _all(
    plan: Design,
    seen: Mapping[str, Candidate],
    values: Mapping[str, Mapping[str, float]],
    played: Mapping[str, int],
    units: Mapping[str, float],
) -> dict[str, Tried]:
    return {key: judged(plan, seen[key], values[key], played[key], units) for key in values}


def _misses(trial: optuna.trial.FrozenTrial) -> list[float]:
    return list(trial.user_attrs[MISSES])


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
