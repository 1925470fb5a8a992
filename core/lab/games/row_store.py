"""The folder of a command that plays games or blocks one after the other: each is kept as it is finished."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from ...base.version import __version__
from ...rules.ruleset import Rules
from .lines import digest
from .store import TIMING, RunFolder


@attrs.frozen
class RowPlan:
    """What decides every row, so that a folder is continued by the same command alone."""

    command: str
    rules: Rules
    seed: int
    settings: Mapping[str, Any]

    def stated(self) -> dict[str, Any]:
        rules = self.rules
        return {
            "tilewright": __version__,
            "command": self.command,
            "game": f"{rules.game.name} {rules.game.version}",
            "modules": {module.name: module.version for module in rules.modules},
            "edition": rules.edition,
            "options": rules.option_hash,
            "data": rules.data_digest,
            **self.settings,
            "seed": self.seed,
        }

    @property
    def option_values(self) -> dict[str, dict[str, Any]]:
        return {"rules": dict(self.rules.option_values)}

    @property
    def hash(self) -> str:
        return digest(self.stated())


class RowStore(RunFolder):
    """The folder, opened to go on with it: `rows` holds what is finished."""

    SECOND = TIMING

    def __init__(
        self, folder: Path, plan: RowPlan, note: Callable[[str], None], timed: Sequence[str] = ()
    ) -> None:
        """Open it. `timed` are keys of rows that depend on the machine; they go to `timing.jsonl`."""
        super().__init__(folder, plan, note)
        self.timed = timed
        self.seconds = 0.0
        """Wall time of its rows."""
        rows, timing = self._blocks.content(), self._second.content()
        if self._blocks.unsealed:
            raise self._blocks.wrong(1, "this line has no digest; begin again in another folder")
        # The line in the other file may be missing: it is written second.
        self._second.cut(min(len(timing), len(rows)))
        for number, row in enumerate(rows):
            if number == len(timing):
                timing.append({"seconds": 0.0, **{name: [[0, 0.0]] * len(row["bots"]) for name in timed}})
                self._second.append(timing[number])
            times = dict(timing[number])
            self.seconds += times.pop("seconds")
            self.rows.append({**row, **times})

    def add(self, row: Mapping[str, Any], seconds: float) -> None:
        """Write a row, and how long it took; `Unkept` says why it could not be written."""
        times = {"seconds": seconds, **{name: row[name] for name in self.timed}}
        with self._writing(self._blocks, self._safe()):
            self._blocks.append({key: value for key, value in row.items() if key not in times})
            self._second.append(times)
        self.rows.append(dict(row))
        self._paused()
