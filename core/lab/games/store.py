"""A run's folder: its plan, its rows as they are finished, and the reports.

`blocks.jsonl` holds one row a line, a block or a game, in order, with the same bytes on any machine; `timing.jsonl`
holds which process played it and how long it took. Both grow by whole lines that the system has before the next row is
accepted, so that a killed process loses none; at the latest with the first row a second later they are on the disk.
What people read is written last, with the digest of the rows that it was made of.
"""

from __future__ import annotations

import json
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, Self

from ...base import files
from ...base.errors import InvalidFile, UsageError
from ...base.limits import RECORD
from ...base.sanitize import json_text
from ...base.version import __version__
from ...rules.ruleset import Rules
from ...simulation.workers import late_interrupts
from .kept_plan import PLAN, VERSION, planned_there, same
from .lines import Lines, digest

BLOCKS = "blocks.jsonl"
TIMING = "timing.jsonl"
REPORT, CHANGED = "report.json", "was changed after it was written"
OUTPUTS = PAGE, PARQUET = "report.html", "blocks.parquet"
"""What people and other programs read, and we do not."""
REQUEST = "request.yaml"
"""The request as a plan file, from which the run can be planned again."""
PAUSE = 1.0
"""Seconds between two waits for the disk. It takes longer to take a row than a quick game does."""


class Unkept(UsageError):
    """The disk is full or gone; what was written before is intact."""


class Stated(ABC):
    """A plan that can be written down."""

    seed: int

    @property
    def timed(self) -> Mapping[str, Any]:
        """The keys of a row that depend on the machine, each with its value if that was lost; for `timing.jsonl`."""
        return {}

    @property
    def hash(self) -> str:
        """16 hex digits that depend on everything in `stated`."""
        return digest(self.stated())

    @property
    @abstractmethod
    def option_values(self) -> Mapping[str, Mapping[str, Any]]:
        """By ruleset; they tell which one another version has added."""

    @abstractmethod
    def stated(self) -> Mapping[str, Any]:
        """Return the plan as plain data, with the hashes of the rules."""

    @abstractmethod
    def wrong(self, row: Mapping[str, Any], number: int, kept: Mapping[str, Any]) -> str:
        """Return why this is not the row of this number in the plan that was kept; "" if it is."""


def ruleset(rules: Rules) -> dict[str, Any]:
    """Return the rules as plans state them."""
    return {
        "game": f"{rules.game.name} {rules.game.version}",
        "modules": {module.name: module.version for module in rules.modules},
        "edition": rules.edition,
        "options": rules.option_hash,
        "data": rules.data_digest,
    }


class RunFolder:
    """The folder of any run, opened to go on with it: its plan, its rows, and a second file that grows with them."""

    SECOND: ClassVar[str] = TIMING
    """The name of the second file."""

    def __init__(
        self,
        folder: Path,
        plan: Stated,
        note: Callable[[str], None],
        request: str = "",
        *,
        writes: bool = True,
    ) -> None:
        """Create the folder, or open one that holds the same plan; UsageError says how another plan differs.

        `request` is the plan file that is kept beside it. `note` is called with a message if a last line was unfinished
        and has been dropped. Without `writes` the folder must be there, and nothing in it changes.
        """
        self.folder, self._note = folder, note
        self.rows: list[dict[str, Any]] = []
        """The rows that it holds, in order."""
        self.old = False
        """True if a version began it that wrote no digests."""
        stated = plan.stated()
        try:
            if writes:
                files.folder(folder)  # it holds the seed
            before = folder / PLAN
            if os.path.lexists(before):
                stated, self.old = same(before, stated, plan.option_values)
                if (begun := stated.get(VERSION)) != __version__:
                    note(
                        f"{folder} was begun with tilewright {begun}, and {__version__} goes on: bots may decide "
                        "otherwise in what it plays; --verify tells"
                    )
            else:
                whole = {"hash": plan.hash, "plan": stated, "options": plan.option_values, **self._beside()}
                text = json.dumps(whole, indent=1, ensure_ascii=False) + "\n"
                files.replace(before, text, private=True)
            if request and writes and not os.path.lexists(folder / REQUEST):
                files.replace(folder / REQUEST, request, private=True)
            self._blocks, self._second = (
                Lines(folder / name, note, stated, old=self.old, writes=writes)
                for name in (BLOCKS, self.SECOND)
            )
        except OSError as error:
            done = f"--out {folder} cannot be written" if writes else f"{folder} cannot be read"
            raise UsageError(f"{done}: {error.strerror or error}") from error
        self._writes = writes
        self._timed = plan.timed
        self._flushed = float("-inf")
        try:
            self.rows = self._blocks.content(lambda row, number: self._wrong(row, number, plan, stated))
        except InvalidFile:
            self._blocks.close()
            self._second.close()
            raise
        if self._blocks.unsealed:
            many = self._blocks.unsealed
            note(f"{self._blocks.path}: an older version wrote the first {many} blocks without digests")
        self._certain = len(self.rows)
        """The rows that are on the disk for certain."""
        with self._writing(self._second):
            self._read_second()

    def _beside(self) -> dict[str, str]:
        """What is written into the file of the plan, apart from the plan."""
        return {}

    @classmethod
    def of(
        cls, folder: Path | None, plan: Any, note: Callable[[str], None], request: str = "", **more: Any
    ) -> Self | None:
        """Open the folder of a run, if it has one."""
        return cls(folder, plan, note, request, **more) if folder is not None else None

    def _wrong(self, row: Mapping[str, Any], number: int, plan: Stated, kept: Mapping[str, Any]) -> str:
        """Return why this cannot be the line of this number, counted from 0; "" if it can."""
        return plan.wrong(row, number, kept)

    def _emptied(self) -> None:
        """Take all rows out of the files; they are kept elsewhere."""
        for lines in (self._blocks, self._second):
            with self._writing(lines):
                lines.cut(0)
        self.rows, self._certain = [], 0

    @property
    def blocks(self) -> int:
        """Number of rows that are there."""
        return len(self.rows)

    def row(self, place: int) -> Mapping[str, Any]:
        """Return one of the rows that are there."""
        return self.rows[place]

    def _read_second(self) -> None:
        """Read how long each row took. Its line may be missing: it is written second."""
        if not self._timed:
            return
        timing = self._second.content(most=len(self.rows))
        if self._writes:
            self._second.cut(len(timing))
        for number, row in enumerate(self.rows):
            if number == len(timing):
                timing.append(self._of_machine(row))
                if self._writes:
                    self._second.append(timing[number])
            row |= {key: timing[number].get(key, value) for key, value in self._timed.items()}

    def _of_machine(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return the line of the second file for this row."""
        return {key: row[key] for key in ("block",) if key in row} | {
            key: row.get(key, value) for key, value in self._timed.items()
        }

    def add(self, row: Mapping[str, Any]) -> None:
        """Write the row; `Unkept` says why it could not be written."""
        with late_interrupts(), self._writing(self._blocks):
            self._blocks.append({key: value for key, value in row.items() if key not in self._timed})
            if self._timed:
                self._second.append(self._of_machine(row))
            self.rows.append(dict(row))
        if time.monotonic() - self._flushed >= PAUSE:
            self.flush()

    @property
    def seal(self) -> str:
        """The digest of the plan and all blocks."""
        return self._blocks.seal

    def flush(self) -> None:
        """Wait until everything is on the disk; `Unkept` says what is lost, and why."""
        for lines in (self._blocks, self._second):
            with self._writing(lines):
                lines.flush()
        self._flushed, self._certain = time.monotonic(), len(self.rows)

    @contextmanager
    def _writing(self, lines: Lines) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            many = self._certain
            kept = "the first line is kept" if many == 1 else f"the first {many} lines are kept"
            raise Unkept(f"{lines.path} cannot be written: {error.strerror or error}; {kept}") from error

    def close(self) -> None:
        """Close the files, with everything on the disk; `Unkept` as for `flush`."""
        try:
            self.flush()
        finally:
            self._blocks.close()
            self._second.close()

    @property
    def state(self) -> str:
        """The rows that an output was made of, in words."""
        return f"{self.blocks} {'row' if self.blocks == 1 else 'rows'} with digest {self.seal[:16]}"

    def report(
        self, report: Mapping[str, Any], outputs: Mapping[str, str | bytes]
    ) -> tuple[dict[str, Any], list[Path]]:
        """Write what people read, then the report, which has the digests of the rows and of all that was written.

        Returns the report and the paths of the others. `Unkept` if one of them cannot be written; that is unchanged.
        """
        if CHANGED in (before := reported(self)):
            self._note(f"{before}; it is written anew")
        found = sealed(report, self.seal, {name: _sha(content) for name, content in outputs.items()})
        try:
            for name, content in outputs.items():
                files.replace(self.folder / name, content)  # pages are for readers
            files.replace(self.folder / REPORT, json_text(found, indent=1) + "\n", private=True)
        except UsageError as error:
            raise Unkept(f"{error}; everything that was played is kept") from error
        return found, [self.folder / name for name in outputs]


def seed_of(folder: Path) -> int | None:
    """Return the seed of the run in the folder; None if there is none."""
    found = planned_there(folder).get("seed")
    return found if isinstance(found, int) else None


def reported(store: RunFolder) -> str:
    """Return what is wrong with the report and the pages in the folder, as far as there are any; "" if nothing is."""
    path, seal = store.folder / REPORT, store.seal
    there = [name for name in OUTPUTS if os.path.lexists(store.folder / name)]
    if not os.path.lexists(path):
        return "; ".join(
            f"{store.folder / name} has no {REPORT} that says what it was made of" for name in there
        )
    try:
        report = dict(json.loads(files.content(path, most=RECORD)))
        if store.old and "digests" not in report:
            return ""
        said = report.pop("digests")
        of = said.get("files")
        if said["report"] != sealed(report, seal, of)["digests"]["report"]:
            return f"{path} {CHANGED}"
        if said["blocks"] != seal:
            return f"{path} is a report of other blocks"
        now = {name: _sha(files.content(store.folder / name, most=RECORD)) for name in there}
        changed = [name for name in there if of is not None and of.get(name) != now[name]]
        return "; ".join(f"{store.folder / name} {CHANGED}, or made of other blocks" for name in changed)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        return f"{path} is no report with digests: {error!r}"


def _sha(content: str | bytes) -> str:
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return sha256(data).hexdigest()


def sealed(
    report: Mapping[str, Any], seal: str | None, of: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Return the report with the digests of its blocks, of the files written beside it, and its own.

    Its own is not of the command, the time it took, and what was played before.
    """
    lasting = {key: value for key, value in report.items() if key not in ("command", "seconds", "reused")}
    mine = {} if of is None else {"files": dict(of)}
    return {
        **report,
        "digests": {"blocks": seal, **mine, "report": digest(json.loads(json.dumps(lasting | mine)))},
    }
