"""A search's folder: its plan, the blocks as they are finished, what the search asked for, and the reports.

`blocks.jsonl` has one block of one setting a line, `asks.jsonl` one line for each setting that the search asked for,
both in the order of the search, with the same bytes on any machine. They grow by whole lines.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ...base.errors import InvalidFile, Problem, UsageError
from ..games.store import BLOCKS, PAUSE, PLAN, Lines, Unkept, replace, same
from .plan import Design

ASKS = "asks.jsonl"


class Kept:
    """The folder, opened to go on with the search; `rows` are the blocks that it holds."""

    def __init__(self, folder: Path, plan: Design, note: Callable[[str], None]) -> None:
        """Create the folder, or open one that holds the same plan; UsageError says how another plan differs.

        `note` is called with a message if a last line was unfinished and has been dropped.
        """
        self.folder = folder
        stated = plan.stated()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            before = folder / PLAN
            if before.exists():
                same(before, stated, plan.hash)
            else:
                text = json.dumps({"hash": plan.hash, "plan": stated}, indent=1, ensure_ascii=False) + "\n"
                replace(before, lambda path: path.write_text(text, "utf-8"))
            self._blocks = Lines(folder / BLOCKS, note)
            self._asks = Lines(folder / ASKS, note)
        except OSError as error:
            raise UsageError(f"--out {folder} cannot be written: {error.strerror or error}") from error
        self.rows = self._blocks.content()
        for number, row in enumerate(self.rows, 1):
            if said := _wrong(row, plan):
                raise InvalidFile([Problem(str(self._blocks.path), number, 1, "", said)])
        self._asked = self._asks.content()
        self._at = 0
        self._flushed = float("-inf")

    def ask(self, line: Mapping[str, Any]) -> None:
        """Note what the search asks for; InvalidFile if it asked for something else before."""
        at, self._at = self._at, self._at + 1
        if at >= len(self._asked):
            self._written(self._asks, line)
        elif self._asked[at] != json.loads(json.dumps(line)):
            said = "the search now asks for another setting here; begin again in another folder"
            raise InvalidFile([Problem(str(self._asks.path), at + 1, 1, "", said)])

    def add(self, row: Mapping[str, Any]) -> None:
        """Write the block; `Unkept` says why it could not be written."""
        self._written(self._blocks, row)
        if time.monotonic() - self._flushed >= PAUSE:
            self.flush()

    def flush(self) -> None:
        """Wait until everything is on the disk."""
        for lines in (self._asks, self._blocks):
            try:
                lines.flush()
            except OSError as error:
                raise Unkept(f"{lines.path} cannot be written: {error.strerror or error}") from error
        self._flushed = time.monotonic()

    def close(self) -> None:
        """Close the files, with everything on the disk."""
        try:
            self.flush()
        finally:
            self._blocks.close()
            self._asks.close()

    def write(self, name: str, text: str) -> Path:
        """Replace a file of the folder as a whole; `Unkept` if that fails."""
        path = self.folder / name
        try:
            replace(path, lambda new: new.write_text(text, "utf-8"))
        except OSError as error:
            raise Unkept(
                f"{path} cannot be written: {error.strerror or error}; all blocks are kept"
            ) from error
        return path

    def _written(self, lines: Lines, line: Mapping[str, Any]) -> None:
        try:
            lines.append(line)
        except OSError as error:
            said = f"{lines.path} cannot be written: {error.strerror or error}"
            raise Unkept(f"{said}; what was written before is kept") from error


def _wrong(row: Mapping[str, Any], plan: Design) -> str:
    """Say why this is no block of the plan; "" if it is one."""
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
