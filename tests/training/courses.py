"""A training of Harvest or a toy in this process, kept in no journal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tilewright.core.lab.games.variants import Variant
from tilewright.core.training.arena import Plays, crew
from tilewright.core.training.budget import Budget
from tilewright.core.training.course import TrainingCourse
from tilewright.core.training.journal import Journal


def unkept() -> Journal:
    return Journal(None, {}, lambda said: None)


@contextmanager
def course(
    under: Variant, budget: str, players: int = 2, plays: type[Plays] = Plays, **more: Any
) -> Iterator[TrainingCourse]:
    """A course under these rules with this budget, which can be run meanwhile."""
    with crew("local", under, 1, more.get("against", "")) as engine:
        given = {"seed": 3, "journal": unkept(), "plays": plays(engine, under, players), **more}
        yield TrainingCourse(rules=under.rules(), players=players, budget=Budget.read(budget), **given)
