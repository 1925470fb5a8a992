"""A search's folder: its plan, the blocks as they are finished, what the search asked for, and the reports.

`blocks.jsonl` has one block of one setting a line, `asks.jsonl` one line for each setting that the search asked for,
both in the order of the search, with the same bytes on any machine. They grow by whole lines.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..games.store import RunFolder

ASKS = "asks.jsonl"


class SearchFolder(RunFolder):
    """The folder of a search, opened to go on with it."""

    SECOND = ASKS

    def _read_second(self) -> None:
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
            with self._writing(self._second):
                self._second.append(line)
        elif self._asked[at] != json.loads(json.dumps(line)):
            said = "the search now asks for another setting here; begin again in another folder"
            raise self._second.wrong(at + 1, said)
