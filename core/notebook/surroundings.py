"""Surroundings that every function for notebooks needs: folders, a seed, a log for notes."""

from __future__ import annotations

import logging
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from platformdirs import user_cache_path, user_data_path

from ..lab.games.store import RunFolder
from ..lab.study.crew import Crew
from ..lab.study.request import kept as kept_request
from ..lab.study.requests import StudyRequest

F = TypeVar("F", bound=RunFolder)
P = TypeVar("P")


def drawn() -> int:
    """Return a random seed."""
    return secrets.randbits(128)


def note(text: str) -> None:
    """Log a note, which is not part of any result. It appears on stderr unless the log `tilewright` is configured."""
    logging.getLogger("tilewright").warning(text)


@contextmanager
def crew(
    asked: StudyRequest,
    plan: P,
    opened: Callable[[Path | None, P, Callable[[str], None], str], F | None],
    progress: Callable[[int], None] | None,
) -> Iterator[Crew[F]]:
    """Give the crew that plays a plan, with its folder open, if one was asked for."""
    folder = Path(asked.out) if asked.out is not None else None
    store = opened(folder, plan, note, kept_request(asked, plan))
    try:
        home = user_data_path("tilewright", appauthor=False) / "games"
        # As the command reads it: what a pipeline plays is not to depend on what was played there before.
        games = None if os.environ.get("TILEWRIGHT_ANEW", "0") != "0" else kept().parent / "blocks"
        yield Crew.of(asked, store, home, progress or (lambda blocks: None), kept=games, note=note)
    finally:
        if store is not None:
            store.close()


def kept() -> Path:
    """Return the folder of players that were trained on this machine."""
    return (user_cache_path("tilewright", appauthor=False) / "learned").resolve()
