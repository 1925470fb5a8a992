"""A comparison of players that are trained: its plan, its school, and files of players written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs

from tilewright.core.bots.learned_file import LearnedPlay, Ruleset, Trained, WinShare
from tilewright.core.bots.learned_moves import Lookahead
from tilewright.core.lab.study.adaptation import adapted, seeds
from tilewright.core.lab.study.plan import ComparisonPlan
from tilewright.core.lab.study.planning import made_of
from tilewright.core.lab.study.requests import ComparisonRequest
from tilewright.core.training import adapt
from tilewright.core.training.adapt import School
from tilewright.core.training.budget import Budget

GAME, CHANGE, TINY = "rebirth", "castle=0", "0x0,0x0,1,2"
ASKED = ComparisonRequest(
    game=GAME,
    b=CHANGE,
    adapt_budget=TINY,
    blocks=2,
    players=2,
    metrics=["score"],
    primary=["score"],
    trainings=2,
)


def school(kept: Path, told: list[str], stop: int = 10**9) -> School:
    """A school that is interrupted after so many games."""
    played = 0

    @contextmanager
    def progress(what: str, total: int) -> Iterator[Any]:
        def advance(games: int) -> None:
            nonlocal played
            played += games
            told.append(f"{games} played")
            if played >= stop:
                raise KeyboardInterrupt

        yield advance

    return School(engine="local", workers=1, kept=kept, note=told.append, progress=progress)


def plan(folder: Path, budget: str = TINY, trainings: int = 1, **more: Any) -> ComparisonPlan:
    made = made_of(attrs.evolve(ASKED, **more), 7)
    numbers = seeds(7, trainings)
    return adapted(made, budget, numbers, adapt.files(made, Budget.read(budget), folder, numbers))


def taught(made: ComparisonPlan, kept: Path) -> list[str]:
    """Train what is missing; return what was told."""
    told: list[str] = []
    made_here = school(kept, told)
    adapt.teach(made, adapt.missing(made, made_here), made_here)
    return told


def written(made: ComparisonPlan, looks: dict[str, Lookahead]) -> None:
    """Write the players' files by hand: they differ in how they look ahead."""
    assert made.adaptation is not None
    for lot in adapt._lots(made):
        learned = LearnedPlay(
            look=looks[lot.name],
            tilewright="1",
            command="",
            budget=made.adaptation.budget,
            seed=lot.seed,
            games=0,
            results=(WinShare(against="greedy", games=2, wins=1, share=0.5, low=0.1, high=0.9, seed=1),),
        )
        lot.file.parent.mkdir(parents=True, exist_ok=True)
        Trained(ruleset=Ruleset.of(lot.rules), players={"2": learned}).write(lot.file)
