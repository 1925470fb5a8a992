"""The folder of a large run: its blocks in parts (`core/lab/games/parts.py`), and in lines the part in progress.

A run of more than `MANY` blocks is kept so. Its report is made from sums (`core/lab/study/sums.py`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Self

from ...base import files, strict_json
from ...base.errors import InvalidFile, UsageError
from ...simulation.workers import late_interrupts
from .game_columns import Chunk
from .kept_plan import PLAN, same
from .parts import ENDING, MANY, PART, Part, columns, damaged, needed, odd, results, rows_of, written
from .store import RunFolder, Stated, Unkept

if TYPE_CHECKING:
    from ..study.plan import ComparisonPlan

PARTS, SHARDS = "parts", "shard-*"
KEY = "games"
"""Where the file of the plan names the key of the parts."""


def in_parts(plan: ComparisonPlan) -> bool:
    """True if the blocks of the plan are kept in parts: what needs all rows at once is left out."""
    return plan.blocks > MANY and not (
        plan.sequential
        or plan.covariates
        or any(one is not None for one in (plan.adaptation, plan.content, plan.screen))
    )


def opener(plan: ComparisonPlan, others: Sequence[str] = ()) -> Callable[..., RunFolder | None]:
    """Return what opens the folder of this run; parts are also looked for in the folders of others.

    UsageError if one of these is not there, or the run has no parts.
    """
    for one in others:
        if not os.path.isdir(one):
            raise UsageError(f"--parts: there is no folder {one}")
    if others and not in_parts(plan):
        raise UsageError(
            f"--parts is for runs of more than {MANY} blocks, without --adapt, --covariates and --sequential"
        )
    return partial(PartFolder.of, others=[Path(one) for one in others]) if in_parts(plan) else RunFolder.of


class PartFolder(RunFolder):
    """The folder of a large run, opened to go on with it. `rows` are those of the part in progress."""

    def __init__(
        self,
        folder: Path,
        plan: Stated,
        note: Callable[[str], None],
        request: str = "",
        *,
        writes: bool = True,
        others: Sequence[Path] = (),
    ) -> None:
        """As `RunFolder`; parts are also looked for in the folders of other runs, which stay as they are."""
        needed()
        made: Any = plan
        self._plan: Any = made
        self.key: str = made.games_key
        self.total: int = made.blocks
        self.parts: dict[int, Part] = {}
        """By number of their first block, all that are there."""
        self._scratch: TemporaryDirectory[str] | None = None
        self._rows = lru_cache(maxsize=2)(lambda first: rows_of(self.table(first)))
        """The rows of a part; the last parts that were read are kept."""
        self._first = 0
        """The number of the first block of the part in progress."""
        self.other = 0
        """Parts that were seen and are of other games."""
        for place in (folder, *sorted(folder.glob(SHARDS)), *others):
            for below in dict.fromkeys((place, *sorted(place.glob(SHARDS)))):
                self._found(below / PARTS)
        if self.other:
            note(f"{self.other} parts there are of other games or another version, and are not used")
        super().__init__(folder, plan, note, request, writes=writes)
        if writes:
            self._settle()

    @classmethod
    def of(
        cls, folder: Path | None, plan: Any, note: Callable[[str], None], request: str = "", **more: Any
    ) -> Self:
        """Open the folder of a run; one without a folder has one as long as it is open."""
        if folder is not None:
            return cls(folder, plan, note, request, **more)
        scratch = TemporaryDirectory()
        opened = cls(Path(scratch.name), plan, note, request, **more)
        opened._scratch = scratch
        return opened

    def close(self) -> None:
        try:
            super().close()
        finally:
            if self._scratch is not None:
                self._scratch.cleanup()

    def _beside(self) -> dict[str, str]:
        return {KEY: self.key}

    def _begun_there(self, folder: Path) -> str:
        """Return the key under which this very run was begun there, perhaps by another version; "" if another was."""
        path = folder / PLAN
        try:
            same(path, self._plan.stated(), self._plan.option_values)
            key = strict_json.read(files.content(path)).get(KEY)
        except (UsageError, InvalidFile, ValueError):
            return ""
        return key if isinstance(key, str) else ""

    def _found(self, folder: Path) -> None:
        keys = {self.key, self._begun_there(folder.parent)}
        for path in sorted(folder.glob(f"*{ENDING}")):
            part = Part.of(path)
            if part.key not in keys or part.first not in range(0, self.total, PART):
                self.other += 1
            elif part.blocks >= self._length(part.first):
                self.parts.setdefault(part.first, part)

    def _length(self, first: int) -> int:
        """Return how many blocks the part from this one on has in this run."""
        return max(min(PART, self.total - first), 0)

    def _wrong(self, row: Mapping[str, Any], number: int, plan: Stated, kept: Mapping[str, Any]) -> str:
        if number == 0:
            block = row.get("block")
            self._first = block if isinstance(block, int) and block > 0 and block % PART == 0 else 0
        return super()._wrong(row, self._first + number, plan, kept)

    @property
    def blocks(self) -> int:
        """Number of blocks that are there."""
        return sum(self._length(first) for first in self.parts) + len(self.rows)

    @property
    def seal(self) -> str:
        """The digest of the plan and all blocks."""
        known = [f"{first} {self.parts[first].content}" for first in sorted(self.parts)]
        return sha256("\n".join([self.key, *known, super().seal if self.rows else ""]).encode()).hexdigest()

    def add(self, row: Mapping[str, Any]) -> None:
        if not self.rows:
            self._first = int(row["block"])
        with late_interrupts():
            super().add(row)
            self._settle()

    def _settle(self) -> None:
        """Make files of the lines that are whole parts."""
        if not self.rows or len(self.rows) < self._length(self._first):
            return
        left = self.rows
        while left and len(left) >= self._length(self._first):
            done, left = left[: self._length(self._first)], left[self._length(self._first) :]
            if self._first not in self.parts:
                path = self.folder / PARTS / f"{self._first:08}{ENDING}"
                try:
                    files.folder(path.parent)
                    self.parts[self._first] = written(path, self.key, done)
                except UsageError as error:
                    raise Unkept(f"{error}; what was played before is kept") from error
            self._first += len(done)
        self._emptied()
        for row in left:
            RunFolder.add(self, row)

    def missing(self, shard: tuple[int, int] = (1, 1)) -> Iterator[tuple[int, int]]:
        """Yield the spans of blocks still to be played (first, behind the last), for one of several shards.

        A part in progress comes first.
        """
        begun = self._first if self.rows else None
        if begun is not None:
            yield begun + len(self.rows), begun + self._length(begun)
        every = range(0, self.total, PART)
        which, of = shard
        mine = every[len(every) * (which - 1) // of : len(every) * which // of]
        spans: list[list[int]] = []
        for first in mine:
            if first in self.parts or first == begun:
                continue
            if spans and spans[-1][1] == first:
                spans[-1][1] = first + self._length(first)
            else:
                spans.append([first, first + self._length(first)])
        yield from ((first, end) for first, end in spans)

    def tables(self) -> Iterator[Any]:
        """Yield the blocks part by part, in order, each as a table; all must be there."""
        for first in range(0, self.total, PART):
            yield self.table(first)

    def table(self, first: int) -> Any:
        """Return the blocks of the part from this one on as a table; InvalidFile if they are not those of the plan."""
        part = self.parts[first]
        found = columns(part, self._length(first))
        if said := odd(self._plan, found, first):
            raise damaged(part.path, said)
        return found

    def results(self, blocks: int) -> Iterator[Mapping[str, Any]]:
        """Yield the first so many rows without the values that were measured."""
        for first in range(0, min(blocks, self.total), PART):
            yield from results(self.parts[first], min(self._length(first), blocks - first))

    def chunks(self) -> Iterator[Chunk]:
        """Yield the blocks part by part, in order."""
        for table in self.tables():
            yield Chunk.of_columns(table)

    def row(self, place: int) -> Mapping[str, Any]:
        for first in sorted(self.parts):
            if place < (length := self._length(first)):
                return self._rows(first)[place]
            place -= length
        return self.rows[place]
