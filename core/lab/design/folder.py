"""A search's folder: its plan, the blocks as they are finished, what the search asked for, and the reports.

`blocks.jsonl` has one block of one setting a line, `asks.jsonl` one line for each setting that the search asked for,
both in the order of the search, with the same bytes on any machine. They grow by whole lines.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..games.store import RunFolder
from .plan import SearchPlan

ASKS = "asks.jsonl"


class SearchFolder(RunFolder):
    """The folder of a search, opened to go on with it."""

    SECOND = ASKS

    def __init__(
        self, folder: Path, plan: SearchPlan, note: Callable[[str], None], request: str = ""
    ) -> None:
        super().__init__(folder, plan, note, request)
        self.rows = self._blocks.content(lambda row, at: _wrong(row, plan))
        self._asked = self._second.content(
            lambda row, at: "" if "search" in row else "expected a setting that the search asked for"
        )
        self._at = 0

    @property
    def settings(self) -> dict[str, tuple[str, ...]]:
        """The values by setting that the search asked for."""
        return {line["setting"]: tuple(line["values"]) for line in self._asked if "setting" in line}

    def ask(self, line: Mapping[str, Any]) -> None:
        """Note what the search asks for; InvalidFile if it asked for something else before."""
        at, self._at = self._at, self._at + 1
        if at >= len(self._asked):
            with self._writing(self._second, self._safe()):
                self._second.append(line)
        elif self._asked[at] != json.loads(json.dumps(line)):
            said = "the search now asks for another setting here; begin again in another folder"
            raise self._second.wrong(at + 1, said)

    def add(self, row: Mapping[str, Any]) -> None:
        """Write the block; `Unkept` says why it could not be written."""
        with self._writing(self._blocks, self._safe()):
            self._blocks.append(row)
        self._paused()


def _wrong(row: Mapping[str, Any], plan: SearchPlan) -> str:
    """Return why this row is not a block of the plan; "" if it is one."""
    try:
        block, arms = row["block"], row["arms"]
        if row["seed"] != plan.seed + block or not isinstance(row["setting"], str):
            return "this block does not belong to the plan"
        if {name: sorted(cast) for name, cast in plan.arms.items()} != {
            name: sorted(games[0]["bots"]) for name, games in arms.items()
        }:
            return f"block {block} was not played by the bots of the plan"
    except (KeyError, TypeError, AttributeError, IndexError):
        return "expected a block: block, seed, setting, arms"
    return ""
