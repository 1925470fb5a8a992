"""`compare --adapt`: the players of a comparison are trained before it is played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .. import limits
from . import common

if TYPE_CHECKING:
    from ..lab.asked import Asked
    from ..lab.plan import Plan
    from ..learn.adapt import School

MINUTES = 5.0
"""Of training for each ruleset, if `--adapt` does not say how many."""
TRAINED = "trained"
"""The folder of a run (`--out`) with the players that were trained for it."""


def adapting(asked: Asked) -> bool:
    """True if the players are to be trained."""
    return asked.adapt is not None or asked.adapt_budget is not None


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


def once(said: Asked, asked: Asked) -> None:
    """Raise UsageError if both minutes and a budget say how long to train; `said` is the command line's part.

    The budget on the command line goes with the minutes of a plan file: so a run with this plan is repeated exactly.
    """
    if asked.adapt is None or asked.adapt_budget is None:
        return
    if said.adapt is not None or said.adapt_budget is None:
        raise common.usage(
            f"--adapt {asked.adapt:g} and --adapt-budget {asked.adapt_budget} both say how long to train; leave "
            "--adapt out to train exactly this budget, or --adapt-budget to train for minutes"
        )


def planned(asked: Asked, plan: Plan) -> Plan:
    """Return the plan with players that will be trained; their files need not be there yet.

    The budget is the one given, else that of the run in the folder, else what the minutes come to on this machine.
    """
    from ..lab.adaptation import adapted
    from ..lab.store import budget_of
    from ..learn import adapt
    from ..learn.budget import Budget
    from ..learn.training import games_of

    out = Path(asked.out) if asked.out is not None else None
    said = asked.adapt_budget or (budget_of(out) if out is not None else None)
    if said is not None:
        budget = Budget.read(said, "--adapt-budget")
    else:
        assert asked.adapt is not None
        if not 0 < asked.adapt <= 10_000:
            raise common.usage(f"--adapt {asked.adapt:g}: write the minutes of training for each ruleset")
        budget = adapt.budget(plan, asked.adapt, school(asked))
    limits.within(f"--adapt-budget {budget}, in games", games_of(plan.rules[0], budget), limits.GAMES)
    folder = common.learned() if out is None else out / TRAINED
    if "!" in str(folder):
        raise common.usage(f"{folder}: no bot can be named whose path has a '!'; choose another --out")
    # As it was given: commands in the report name these files, and are typed where this one was.
    files = adapt.files(plan, budget, folder)
    return adapted(plan, str(budget), plan.seed, files)


def train(asked: Asked, plan: Plan, yes: bool) -> None:
    """Train the players that are not there yet. Raises `Declined` if a person does not want to wait for it."""
    from ..lab.run import Declined
    from ..learn import adapt
    from .comparing import PATIENCE, willing

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


def school(asked: Asked) -> School:
    """Return where and how the players are trained: as the comparison is played."""
    from ..learn.adapt import School
    from .terminal import progress

    return School(
        engine=asked.engine or "local",
        workers=asked.workers or 1,
        kept=common.learned().resolve(),
        note=common.note,
        progress=progress,
    )
