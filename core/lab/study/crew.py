"""Settings for playing the games of a study: the engine, the folder, the callbacks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

import attrs

from ..games.store import RunFolder
from .forecast import Forecast
from .requests import StudyRequest

F = TypeVar("F", bound=RunFolder)


class Declined(Exception):
    """The forecast was declined."""


@attrs.frozen(kw_only=True)
class Crew(Generic[F]):
    """The engine that plays a plan, the folder, and the callbacks."""

    engine: str = "local"
    workers: int = 1
    store: F | None = None
    """New blocks are written there; blocks that it holds are not played again."""
    failed: str = "."
    """A folder for records of games that fail."""
    kept: Path | None = None
    """The folder of games that were played before, from which they are taken; None to play all and keep nothing."""
    note: Callable[[str], None] = lambda text: None
    """Called with what is wrong in that folder."""
    progress: Callable[[int], None] = lambda blocks: None
    """Called with the number of newly finished blocks."""
    agreed: Callable[[Forecast], bool] = lambda promise: True
    """Called with the forecast after a pilot; False ends the run with `Declined`."""

    @classmethod
    def of(
        cls,
        asked: StudyRequest,
        store: F | None,
        home: Path,
        progress: Callable[[int], None],
        agreed: Callable[[Forecast], bool] = lambda promise: True,
        kept: Path | None = None,
        note: Callable[[str], None] = lambda text: None,
    ) -> Crew[F]:
        """Return the crew that a request asks for; without a folder of its own, failed games go to `home`.

        `kept` is the folder of games played before, for comparisons that do not play everything anew.
        """
        return cls(
            engine=asked.engine or "local",
            workers=asked.workers or 1,
            store=store,
            failed=str((Path(asked.out) if asked.out is not None else home).resolve() / "failed"),
            progress=progress,
            agreed=agreed,
            kept=kept if not getattr(asked, "anew", True) else None,
            note=note,
        )
