"""A journal of training: the outcome of every costly step, so that a run that was stopped goes on where it was.

Training is a program without chance of its own: the same plan and seed ask for the same steps in the same order. What
stands in the journal is not played again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..errors import InvalidFile, Problem, UsageError
from ..lab.store import Lines


class Journal:
    """The steps of one run; without a file they are kept nowhere."""

    def __init__(self, path: Path | None, plan: Mapping[str, Any], note: Callable[[str], None]) -> None:
        """Begin a journal, or continue one of the same plan. UsageError if it is of another plan."""
        self._lines: Lines | None = None
        self._known: list[dict[str, Any]] = []
        if path is None:
            return
        try:
            self._lines = Lines(path, note)
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {error.strerror or error}") from error
        self._path = path
        rows = self._lines.content()
        plan = json.loads(json.dumps(plan))
        if not rows:
            self._lines.append({"plan": plan})
            return
        before = rows[0].get("plan")
        if before != plan:
            differs = sorted(
                key
                for key in {*plan, *(before if isinstance(before, dict) else {})}
                if not isinstance(before, dict) or before.get(key) != plan.get(key)
            )
            raise UsageError(
                f"{path} is the journal of another training ({', '.join(differs)} differ); "
                "repeat its plan, choose another --out, or remove the file"
            )
        self._known = rows[1:]

    def step(self, name: str, work: Callable[[], Any]) -> Any:
        """Return the outcome of this step: as the journal has it, else what `work` returns, as plain data."""
        if self._known:
            row = self._known.pop(0)
            if row.get("step") != name or "outcome" not in row:
                said = f"expected the step '{name}' here; remove the file to begin anew"
                raise InvalidFile([Problem(str(self._path), 0, 0, "", said)])
            return row["outcome"]
        outcome = json.loads(json.dumps(work()))
        if self._lines is not None:
            self._lines.append({"step": name, "outcome": outcome})
        return outcome

    @property
    def going_on(self) -> bool:
        """True while steps come from the journal."""
        return bool(self._known)

    def close(self) -> None:
        if self._lines is not None:
            self._lines.close()
