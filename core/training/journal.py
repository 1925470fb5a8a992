"""A journal of training: the outcome of every costly step, so that a run that was stopped goes on where it was.

Training is a program without chance of its own: the same plan and seed ask for the same steps in the same order. What
stands in the journal is not played again. Its first line is the plan, and each further line a step.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..base import files, strict_json
from ..base.errors import InvalidFile, Problem, UsageError
from ..bots.learned_file import LARGEST
from ..lab.games.kept_plan import differences
from ..lab.games.lines import Lines
from ..lab.games.store import Unkept

HEAD = 1 << 20
"""Bytes of the first line, at most."""


class Journal:
    """The steps of one run; without a file they are kept nowhere."""

    def __init__(
        self,
        path: Path | None,
        plan: Mapping[str, Any],
        note: Callable[[str], None],
        skipped: Callable[[int], None] = lambda games: None,
    ) -> None:
        """Begin a journal, or continue one of the same plan. UsageError if it is of another plan, InUse if another
        process writes it now.

        `skipped` is called with the games of each step that need not be played again.
        """
        self._lines: Lines | None = None
        self._known: list[dict[str, Any]] = []
        self._skipped = skipped
        self._line = 1
        self.games = 0
        """Games from which something was learned, in all steps so far; those of measurements are not among them."""
        if path is None:
            return
        try:
            self._lines = Lines(path, note)
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {error.strerror or error}") from error
        self._path = path
        rows = self._lines.content(_misplaced)
        plan = json.loads(json.dumps(plan))
        if not rows:
            self._lines.append({"plan": plan})
            return
        same(path, rows[0].get("plan"), plan)
        self._known = rows[1:]

    def step(
        self,
        name: str,
        work: Callable[[], Any],
        games: int = 0,
        fits: Callable[[Any], bool] | None = None,
        *,
        measures: bool = False,
    ) -> Any:
        """Return the outcome of this step: as the journal has it, else what `work` returns, as plain data.

        InvalidFile if the journal has another step here, or an outcome that does not fit; `Unkept` if it cannot be
        written. `games` are those that `work` plays; if it only `measures`, nothing is learned from them.
        """
        self.games += 0 if measures else games
        if self._known:
            row = self._known.pop(0)
            self._line += 1
            outcome = row.get("outcome")
            if row.get("step") != name or "outcome" not in row or not (fits is None or fits(outcome)):
                said = f"expected the outcome of the step '{name}' here; remove the file to begin anew"
                raise InvalidFile([Problem(str(self._path), self._line, 1, "", said)])
            self._skipped(games)
            return outcome
        outcome = json.loads(json.dumps(work()))
        if self._lines is not None:
            try:
                self._lines.append({"step": name, "outcome": outcome})
                self._lines.flush()
            except OSError as error:
                said = f"{self._path} cannot be written: {error.strerror or error}"
                raise Unkept(f"{said}; the steps before '{name}' are kept") from error
        return outcome

    @property
    def left(self) -> int:
        """Number of steps that are known from the journal and still to come."""
        return len(self._known)

    def close(self) -> None:
        if self._lines is not None:
            self._lines.close()


def _misplaced(row: Mapping[str, Any], at: int) -> str:
    """Return why the row cannot stand there; "" if it can."""
    if at == 0 or row.keys() >= {"step", "outcome"}:
        return ""
    return "expected the outcome of a step here; remove the file to begin anew"


def same(path: Path, before: Any, plan: Mapping[str, Any]) -> None:
    """Raise UsageError unless this is the plan of the journal at this path."""
    if not isinstance(before, dict):
        raise InvalidFile([Problem(str(path), 1, 1, "", "this is not the journal of a training")])
    if said := "; ".join(differences(before, plan)):
        raise UsageError(
            f"{path} is the journal of another training ({said}); repeat its command, choose another --out, or "
            "remove the file"
        )


def planned(path: Path) -> dict[str, Any] | None:
    """Return the plan of the journal at this path; None if it is missing or has not begun."""
    if not os.path.isfile(path):
        return None
    line, feed, _ = files.opening(path, HEAD).partition(b"\n")
    try:
        plan = strict_json.read(line).get("plan") if feed else None
    except (ValueError, AttributeError):
        plan = None
    if feed and not isinstance(plan, dict):
        raise InvalidFile([Problem(str(path), 1, 1, "", "this is not the journal of a training")])
    return plan


def numbers(*shape: int) -> Callable[[Any], bool]:
    """Return a check that an outcome is a number, or lists of numbers of this shape."""

    def fits(outcome: Any) -> bool:
        if not shape:
            number = isinstance(outcome, (int, float)) and not isinstance(outcome, bool)
            return number and -LARGEST <= outcome <= LARGEST
        inner = numbers(*shape[1:])
        return isinstance(outcome, list) and len(outcome) == shape[0] and all(map(inner, outcome))

    return fits
