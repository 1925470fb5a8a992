"""`compare --adapt`: the players of a comparison are trained before it is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..shared import common

if TYPE_CHECKING:
    from ...lab.study.plan import ComparisonPlan
    from ...lab.study.settings import ComparisonRequest
    from ...training.adapt import School

MINUTES = 5.0
"""Of training for each ruleset, if `--adapt` does not say how many."""


def number(word: str) -> bool:
    """True if the word after `--adapt` is its minutes."""
    try:
        float(word)
    except ValueError:
        return False
    return True


def without(words: Sequence[str]) -> list[str]:
    """Return the words of a command line without `--adapt` and its minutes, where a budget says how long."""
    return [
        word
        for before, word in zip(["", *words], words)
        if word != "--adapt"
        and not word.startswith("--adapt=")
        and not (before == "--adapt" and number(word))
    ]


def planned(asked: ComparisonRequest, plan: ComparisonPlan) -> ComparisonPlan:
    """Return the plan with players that will be trained here; their files need not be there yet."""
    from ...training import adapt as training

    return training.planned(asked, plan, school(asked))


def train(asked: ComparisonRequest, plan: ComparisonPlan, yes: bool) -> None:
    """Train the players that are not there yet. Raises `Declined` if a person does not want to wait for it."""
    from ...lab.study.crew import Declined
    from ...training import adapt
    from .study_run import PATIENCE, willing

    assert plan.adaptation is not None
    made = school(asked)
    lots = adapt.missing(plan, made)
    if not lots:
        common.note("all players are trained")
        return
    names = ", ".join(lot.name for lot in lots)
    minutes = (asked.adapt or 0) * len(lots)
    long = f", about {minutes:.0f} minutes" if minutes >= 1 and asked.adapt_budget is None else ""
    common.note(f"training players for {names}: {plan.adaptation.budget} each{long}")
    if minutes > PATIENCE and not willing(yes):
        raise Declined
    adapt.teach(plan, lots, made)


def school(asked: ComparisonRequest) -> School:
    """Return where and how the players are trained: as the comparison is played."""
    from ...training.adapt import School
    from ..shared.terminal import progress

    return School(
        engine=asked.engine or "local",
        workers=asked.workers or 1,
        kept=common.learned().resolve(),
        note=common.note,
        progress=progress,
    )
