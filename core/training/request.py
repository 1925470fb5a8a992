"""The training that a comparison requests: for how long, and where its players are kept."""

from __future__ import annotations

from pathlib import Path

from ..base import limits
from ..base.errors import UsageError
from ..lab.games.store import planned_there
from ..lab.study.adaptation import adapted
from ..lab.study.plan import ComparisonPlan
from ..lab.study.settings import ComparisonRequest
from .adapt import School, budget, files
from .budget import Budget
from .train import games_of

TRAINED = "trained"
"""The folder of a run (`--out`) with the players that were trained for it."""


def wanted(asked: ComparisonRequest) -> bool:
    """True if players are to be trained."""
    return asked.adapt is not None or asked.adapt_budget is not None


def once(said: ComparisonRequest, asked: ComparisonRequest) -> None:
    """Raise UsageError if both minutes and a budget say how long to train; `said` is what a plan file does not say.

    A budget goes with the minutes of a plan file: so a run with this plan is repeated exactly.
    """
    if asked.adapt is None or asked.adapt_budget is None:
        return
    if said.adapt is not None or said.adapt_budget is None:
        raise UsageError(
            f"--adapt {asked.adapt:g} and --adapt-budget {asked.adapt_budget} both say how long to train; leave "
            "--adapt out to train exactly this budget, or --adapt-budget to train for minutes"
        )


def planned(asked: ComparisonRequest, plan: ComparisonPlan, school: School) -> ComparisonPlan:
    """Return the plan with players that will be trained; their files need not be there yet.

    The budget is the one given, else that of the run in the folder, else what the minutes come to on this machine.
    """
    out = Path(asked.out) if asked.out is not None else None
    said = asked.adapt_budget or (planned_there(out).get("adapt") if out is not None else None)
    if said is not None:
        length = Budget.read(str(said), "--adapt-budget")
    else:
        assert asked.adapt is not None
        if not 0 < asked.adapt <= 10_000:
            raise UsageError(f"--adapt {asked.adapt:g}: write the minutes of training for each ruleset")
        length = budget(plan, asked.adapt, school)
    limits.within(f"--adapt-budget {length}, in games", games_of(plan.rules[0], length), limits.GAMES)
    # Beside the run the path is left as it was given: commands in the report name these files, and are typed there.
    folder = school.kept if out is None else out / TRAINED
    if "!" in str(folder):
        raise UsageError(f"{folder}: no bot can be named whose path has a '!'; choose another --out")
    return adapted(plan, str(length), plan.seed, files(plan, length, folder))
