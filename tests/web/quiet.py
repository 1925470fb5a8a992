"""A registry whose open matches only lie there, short records to fill it with, and another process that holds one."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tilewright.core.table.match_setup import MatchSetup, SeatSetup
from tilewright.core.web.live_match import LiveMatch
from tilewright.core.web.matches import MatchRegistry

GAME = "rebirth"
PLAN = MatchSetup(
    game=GAME, players=(SeatSetup(name="anna"), SeatSetup(name="bruno"), SeatSetup(name="bot", level="easy"))
)


def registry(folder: Path, **more: Any) -> MatchRegistry:
    """The registry of this folder, as a server that has just been started has it."""
    return MatchRegistry(folder / "web.json", folder / "games", LiveMatch, **more)


@contextmanager
def held(record: Path) -> Iterator[None]:
    """Somebody else has the record open meanwhile: a lock belongs to the opened file, not to the process."""
    with open(record, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
