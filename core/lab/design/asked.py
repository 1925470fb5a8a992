"""The request for a search, from a plan file and the command line; the two must not contradict each other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from ...data import Document
from ..asked import agreed, here, read_as, trusted
from .targets import BEATS


@attrs.frozen(kw_only=True)
class Asked:
    """One field for each setting; None where it was not given."""

    question: str | None = None
    game: str | None = None
    with_: list[str] | None = None
    edition: str | None = None
    set_: dict[str, str] | None = None
    data: str | None = None
    factors: dict[str, str | list[str]] | None = None
    targets: list[str] | None = None
    goals: list[str] | None = None
    bots: str | None = None
    players: int | None = None
    budget: int | None = None
    rungs: list[int] | None = None
    width: int | None = None
    finalists: int | None = None
    confirm: int | None = None
    alpha: float | None = None
    margins: dict[str, float] | None = None
    baseline: bool | None = None
    seed: int | None = None
    workers: int | None = None
    engine: str | None = None
    out: str | None = None


def read(path: Path) -> tuple[Asked, Document]:
    """Read the plan file of a search."""
    return read_as(Asked, path, "game, factors, targets, bots, budget")


FLAGS = {"set_": "--set", "factors": "--factor", "targets": "--target", "goals": "--goal"}


def merged(said: Asked, path: Path | None) -> tuple[Asked, Document | None]:
    """Merge the command line with the plan file. Raises UsageError where they give different values."""
    if path is None:
        return said, None
    planned, document = read(path)
    if said.bots is None:
        trusted((planned.bots or "").split(";"), document, "bots", ("--bots", str(planned.bots)))
    for key, flag in (("targets", "--target"), ("goals", "--goal")):
        if getattr(said, key) is None:
            texts = getattr(planned, key) or ()
            again = [word for text in texts for word in (flag, text)]
            trusted(rivals(texts), document, key, again)
    if said.engine is None:
        here(planned.engine, document)
    return agreed(said, planned, document, FLAGS), document


def rivals(texts: Sequence[str]) -> list[str]:
    """Return the bots that targets and goals set against each other."""
    found = []
    for text in texts:
        first, beats, second = text.partition(f" {BEATS} ")
        if beats:
            found += [first.split()[-1:], second.split()[:1]]
    return [bot for one in found for bot in one]
