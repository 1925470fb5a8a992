"""The request for a search, from a plan file and the command line; the two must not contradict each other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from ...text.folder import Document
from ..study.request import agreed, here, read_as, trusted
from .targets import BEATS


@attrs.frozen(kw_only=True)
class Asked:
    """One field for each setting; None where it was not given. Those that have a flag are described there."""

    question: str | None = None
    """Your question; it becomes the title of the page."""
    game: str | None = None
    with_: list[str] | None = None
    """Modules that are in play in every setting."""
    edition: str | None = None
    """A named set of options."""
    set_: dict[str, str] | None = None
    """Options that are the same in every setting."""
    data: str | None = None
    """A folder with files that replace the game's files of the same name."""
    factors: dict[str, str | list[str]] | None = None
    targets: list[str] | None = None
    goals: list[str] | None = None
    bots: str | None = None
    players: int | None = None
    budget: int | None = None
    rungs: list[int] | None = None
    """Blocks after which only the best settings of a round go on (12, 36, 108)."""
    width: int | None = None
    """New settings in each round (9)."""
    finalists: int | None = None
    """Settings that are confirmed (3)."""
    confirm: int | None = None
    alpha: float | None = None
    """The error of all intervals together (0.05)."""
    margins: dict[str, float] | None = None
    """By quantity, the difference that does not matter between neighbours (0.03 for shares, else 0.2 SD of a block)."""
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
