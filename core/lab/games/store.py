"""A run's folder: its plan, the blocks as they are finished, and the reports.

`blocks.jsonl` holds one block a line, in order, with the same bytes on any machine; `timing.jsonl` holds which process
played it and how long it took. Both grow by whole lines that the system has before the next block is accepted, so that
a killed process loses none; at the latest with the first block a second later they are on the disk.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Protocol

from ...base import files, strict_json
from ...base.errors import InvalidFile, Problem, UsageError
from ...record.writer import held
from ..stats.block_table import BlockTable
from .tabulate import long

PLAN = "plan.json"
BLOCKS = "blocks.jsonl"
TIMING = "timing.jsonl"
PAUSE = 1.0
"""Seconds between two waits for the disk. It takes longer to take a block than a quick game does."""
TIMED = ("worker", "seconds")
"""The keys of a row that depend on the machine; they go to `timing.jsonl`."""


class Unkept(UsageError):
    """The disk is full or gone; what was written before is intact."""


class Stated(Protocol):
    """A plan that can be written down."""

    @property
    def hash(self) -> str: ...

    def stated(self) -> Mapping[str, Any]: ...


class RunFolder:
    """The folder of any run: its plan, its blocks, and a second file that grows with them."""

    SECOND: ClassVar[str]
    """The name of the second file."""

    def __init__(self, folder: Path, plan: Stated, note: Callable[[str], None]) -> None:
        """Create the folder, or open one that holds the same plan; UsageError says how another plan differs.

        `note` is called with a message if a last line was unfinished and has been dropped.
        """
        self.folder = folder
        self.rows: list[dict[str, Any]] = []
        """The blocks that it holds."""
        stated = plan.stated()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            before = folder / PLAN
            if os.path.lexists(before):
                same(before, stated, plan.hash)
            else:
                text = json.dumps({"hash": plan.hash, "plan": stated}, indent=1, ensure_ascii=False) + "\n"
                replace(before, lambda path: path.write_text(text, "utf-8"))
            self._blocks = Lines(folder / BLOCKS, note)
            self._second = Lines(folder / self.SECOND, note)
        except OSError as error:
            raise UsageError(f"--out {folder} cannot be written: {error.strerror or error}") from error
        self._flushed = float("-inf")

    def flush(self) -> None:
        """Wait until everything is on the disk; `Unkept` says what is lost, and why."""
        for lines in (self._blocks, self._second):
            with self._writing(lines, self._safe()):
                lines.flush()
        self._flushed = time.monotonic()

    def _safe(self) -> str:
        """Return what is kept if the disk takes no more."""
        return "what was written before is kept"

    @contextmanager
    def _writing(self, lines: Lines, kept: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise Unkept(f"{lines.path} cannot be written: {error.strerror or error}; {kept}") from error

    def _paused(self) -> None:
        """Wait for the disk, unless that was a moment ago."""
        if time.monotonic() - self._flushed >= PAUSE:
            self.flush()

    def close(self) -> None:
        """Close the files, with everything on the disk; `Unkept` as for `flush`."""
        try:
            self.flush()
        finally:
            self._blocks.close()
            self._second.close()

    def write(self, name: str, content: str | Callable[[Path], object]) -> Path:
        """Replace a file of the folder as a whole, by a text or by what is written at the path that `content` is given.

        Raises `Unkept` if that fails; the file is then unchanged.
        """
        path = self.folder / name
        try:
            replace(path, content if callable(content) else lambda new: new.write_text(content, "utf-8"))
        except OSError as error:
            raise Unkept(
                f"{path} cannot be written: {error.strerror or error}; all blocks are kept"
            ) from error
        return path


class BlockStore(RunFolder):
    """The folder of a run whose blocks are played in order."""

    SECOND = TIMING

    def __init__(self, folder: Path, plan: Stated, note: Callable[[str], None]) -> None:
        super().__init__(folder, plan, note)
        stated = plan.stated()
        self._read(stated.get("bots"), stated.get("duels", {}))
        self._certain = len(self.rows)
        """The blocks that are on the disk for certain."""

    def _read(
        self, casts: Sequence[Sequence[str]] | None, own: Mapping[str, Sequence[Sequence[str]]]
    ) -> None:
        """Read the blocks; InvalidFile for one that other bots than those of the plan have played.

        `own` has the casts of the arms that have others than `casts`.
        """
        rows, timing = self._blocks.content(), self._second.content()
        for number, row in enumerate(rows):
            if row.get("block") != number or not isinstance(row.get("arms"), dict):
                said = f"expected block {number} here"
                raise InvalidFile([Problem(str(self._blocks.path), number + 1, 1, "", said)])
            if casts and not all(
                _cast(games, (mine := own.get(arm, casts))[number % len(mine)])
                for arm, games in row["arms"].items()
            ):
                said = f"block {number} was not played by the bots of the plan"
                raise InvalidFile([Problem(str(self._blocks.path), number + 1, 1, "", said)])
            # The line in the other file may be missing: it is written second.
            timed = timing[number] if number < len(timing) else {}
            self.rows.append({**row, "worker": timed.get("worker", ""), "seconds": timed.get("seconds", 0.0)})
        self._second.cut(min(len(timing), len(rows)))
        for row in self.rows[len(timing) :]:
            self._second.append({"block": row["block"], "worker": "", "seconds": 0.0})

    def add(self, row: Mapping[str, Any]) -> None:
        """Write the block; `Unkept` says why it could not be written."""
        with self._writing(self._blocks, f"the blocks before block {row['block']} are kept"):
            self._blocks.append({key: value for key, value in row.items() if key not in TIMED})
            self._second.append({"block": row["block"], **{key: row[key] for key in TIMED}})
        self.rows.append(dict(row))
        self._paused()

    def flush(self) -> None:
        super().flush()
        self._certain = len(self.rows)

    def _safe(self) -> str:
        return f"the blocks before block {self._certain} are kept"


def _cast(games: Sequence[Mapping[str, Any]], cast: Sequence[str]) -> bool:
    """Return whether each of these games was played by these bots, in any seats."""
    try:
        return all(sorted(game["bots"]) == sorted(cast) for game in games)
    except (KeyError, TypeError, AttributeError):
        return False


class Lines:
    """A file of JSON objects that grows by whole lines."""

    def __init__(self, path: Path, note: Callable[[str], None]) -> None:
        self.path = path
        # Unbuffered: data that could not be written must not appear later, after another line.
        if os.path.lexists(path):
            files.beginning(path, 0)
        self._file = open(path, "a+b", buffering=0)  # noqa: SIM115
        held(self._file, path)
        self._file.seek(0)
        data = self._file.read()
        end = data.rfind(b"\n") + 1
        if end < len(data):
            note(f"{path}: the last line was not finished and has been dropped")
            self._file.truncate(end)
        self._pieces = data[:end].split(b"\n")[:-1]
        self._end = self._safe = end
        """The bytes that were written, and those of them that are on the disk for certain."""

    def content(self) -> list[dict[str, Any]]:
        """Return every line; InvalidFile names a damaged one."""
        found = []
        for number, piece in enumerate(self._pieces, 1):
            try:
                row = strict_json.read(piece)
            except strict_json.NotJson as error:
                said = f"damaged line, not a JSON object: {error}"
                raise InvalidFile([Problem(str(self.path), number, 1, "", said)]) from error
            if not isinstance(row, dict):
                raise InvalidFile(
                    [Problem(str(self.path), number, 1, "", "damaged line: expected a JSON object")]
                )
            found.append(row)
        return found

    def append(self, row: Mapping[str, Any]) -> None:
        data = json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        try:
            written = 0
            while written < len(data):
                written += self._file.write(data[written:])
        except OSError:
            self._file.truncate(self._end)
            raise
        self._end += len(data)

    def flush(self) -> None:
        """Wait until all lines are on the disk. OSError if it does not take them; they are cut off again."""
        if self._safe == self._end:
            return
        try:
            os.fsync(self._file.fileno())
        except OSError:
            self._end = self._safe
            self._file.truncate(self._end)
            raise
        self._safe = self._end

    def cut(self, lines: int) -> None:
        """Keep only this many lines."""
        self._end = self._safe = sum(len(piece) + 1 for piece in self._pieces[:lines])
        self._file.truncate(self._end)

    def close(self) -> None:
        self._file.close()


def seed_of(folder: Path) -> int | None:
    """Return the seed of the run in the folder; None if there is none."""
    try:
        return int(_planned(folder)["seed"])
    except (UsageError, ValueError, KeyError, TypeError):
        return None


def budget_of(folder: Path) -> str | None:
    """Return the budget of the training (`--adapt`) of the run in the folder; None if there is none."""
    try:
        return str(_planned(folder)["adapt"])
    except (UsageError, ValueError, KeyError, TypeError):
        return None


def _planned(folder: Path) -> Any:
    return strict_json.read(files.content(folder / PLAN))["plan"]


def same(path: Path, plan: Mapping[str, Any], plan_hash: str) -> None:
    """Check that this file holds the plan; UsageError says how it differs."""
    try:
        before = strict_json.read(files.content(path))
        kept, text = before["plan"], before["hash"]
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidFile(
            [Problem(str(path), 1, 1, "", f"this is not the plan of a run: {error!r}")]
        ) from error
    if text == plan_hash:
        return
    now = json.loads(json.dumps(plan))
    changed = [
        "{} was {}, now {}".format(key, *_short(kept.get(key), now.get(key)))
        for key in {**kept, **now}
        if kept.get(key) != now.get(key)
    ]
    said = "; ".join(changed) or "its hash does not match its plan"
    raise UsageError(
        f"--out {path.parent} holds another run: {said}; choose another folder, or repeat its plan"
    )


def _short(*values: object) -> list[str]:
    """Write different values in at most 60 letters each, from a little before the place where they begin to differ."""
    texts = [json.dumps(value, ensure_ascii=False) for value in values]
    apart = next((n for n, letters in enumerate(zip(*texts, strict=False)) if len(set(letters)) > 1), 0)
    first = max(0, apart - 20) if max(map(len, texts)) > 60 else 0
    shown = [("..." if first else "") + text[first:] for text in texts]
    return [text if len(text) <= 60 else text[:57] + "..." for text in shown]


def replace(path: Path, content: Callable[[Path], object]) -> None:
    """Replace the file as a whole; `content` writes it at the path that it is given."""
    new = path.with_name(f".{path.name}.new")
    try:
        content(new)
        os.replace(new, path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def write_parquet(table: BlockTable, path: Path) -> None:
    """Write the block means as one long Parquet table; ImportError without pyarrow."""
    import pyarrow
    from pyarrow import parquet

    parquet.write_table(pyarrow.table(long(table)), path)
