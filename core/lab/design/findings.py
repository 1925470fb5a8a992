"""Findings of a search: everything that its reports say, and nothing that depends on the machine."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import attrs

from ..report.json import plain
from ..study.findings import FailedGame, Shown
from .confirmation import Confirmed
from .deviations import NeighbourSteps
from .plan import SearchPlan
from .ranking import Tried
from .search import Searched, SearchHalted
from .targets import SearchGoal, SearchTarget

SCHEMA = 1
STEP = ("factor", "before", "after", "changes", "words", "breaks")
"""What the report says of a step."""


@attrs.frozen(kw_only=True)
class SearchFindings:
    """One search, whole."""

    plan: SearchPlan
    question: str
    command: str
    """The command that repeats the run."""
    version: str
    searched: Searched
    random: Searched | None
    """Random search at equal cost; None if the plan leaves it out."""
    confirmed: Sequence[Confirmed]
    chosen: Confirmed
    """The finalist that is taken: a confirmed one, or the nearest if none is."""
    steps: NeighbourSteps
    watch: Sequence[Shown]
    failures: Sequence[FailedGame]
    played: int
    """Blocks that were played in all, each of one setting."""

    @property
    def base(self) -> Confirmed:
        """The rules as they are."""
        key = self.plan.rules.option_hash
        return next(one for one in self.confirmed if one.candidate.key == key)

    @property
    def shown(self) -> list[Confirmed]:
        """All confirmed settings, the one that is taken first."""
        return [self.chosen, *(one for one in self.confirmed if one is not self.chosen)]

    @property
    def rival(self) -> Confirmed | None:
        """The best of random search, which may be one of the finalists; None if there was none."""
        best = self.random.best()[:1] if self.random is not None else []
        keys = [one.candidate.key for one in best]
        return next((one for one in self.confirmed if one.candidate.key in keys), None)


def as_json(found: SearchFindings) -> dict[str, Any]:
    """Return the report as plain JSON types, without pictures; the order of the keys is always the same."""
    plan = found.plan
    return {
        "schema": SCHEMA,
        "question": plain(found.question),
        "answer": "confirmed" if found.chosen.holds else "not confirmed",
        "chosen": _setting(plan, found.chosen),
        "confirmed": [_setting(plan, one) for one in found.confirmed],
        "deviations": {
            "margins": plain(found.steps.margins),
            "alpha": plain(found.steps.alpha),
            "steps": [{key: plain(getattr(step, key)) for key in STEP} for step in found.steps.steps],
            "refused": plain(found.steps.refused),
        },
        "search": _searched(plan, found.searched),
        "random": _searched(plan, found.random) if found.random is not None else None,
        "watch": plain(found.watch),
        "failures": plain(found.failures),
        "played": found.played,
        "fresh": [plan.fresh.start, plan.fresh.stop],
        "wanted": [_wanted(one) for one in plan.wanted],
        "plan": plain(plan.stated()),
        "plan_hash": plan.hash,
        "seed": plan.seed,
        "command": plain(found.command),
        "version": found.version,
    }


def halted(plan: SearchPlan, stop: SearchHalted) -> dict[str, Any]:
    """Return what a search that was interrupted had found: its best settings, none of which is confirmed."""
    return {"stage": stop.stage, "best": [_tried(plan, one) for one in stop.best[: plan.finalists]]}


def setting(plan: SearchPlan, values: Sequence[str]) -> dict[str, str]:
    """Return a setting by factor."""
    return {factor.name: value for factor, value in zip(plan.space.factors, values, strict=True)}


def _setting(plan: SearchPlan, one: Confirmed) -> dict[str, Any]:
    return {
        "setting": setting(plan, one.candidate.values),
        "key": one.candidate.key,
        "role": one.role,
        "holds": one.holds,
        "targets": [plain(check) for check in one.checks],
        "goals": {name: plain(seen) for name, seen in one.goals.items()},
        "searched": plain(one.searched),
        "failed": one.failed,
    }


def _searched(plan: SearchPlan, found: Searched) -> dict[str, Any]:
    return {
        "blocks": found.blocks,
        "rounds": found.rounds,
        "scale": plain(found.scale),
        "tried": [_tried(plan, one) for one in found.tried],
        "refused": [{"setting": plain(told), "why": plain(why)} for told, why in found.refused],
    }


def _tried(plan: SearchPlan, one: Tried) -> dict[str, Any]:
    return {
        "setting": setting(plan, one.candidate.values),
        "key": one.candidate.key,
        "blocks": one.blocks,
        "values": plain(one.values),
        "misses": plain(one.misses),
    }


def _wanted(one: SearchTarget | SearchGoal) -> dict[str, Any]:
    bounds = (one.low, one.high) if isinstance(one, SearchTarget) else (-math.inf, math.inf)
    return {
        "text": plain(one.text),
        "quantity": plain(one.quantity.name),
        "title": plain(one.quantity.title),
        "low": plain(bounds[0]),
        "high": plain(bounds[1]),
        "better": one.better,
    }
