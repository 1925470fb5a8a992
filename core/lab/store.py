"""A run's folder: its plan, whole blocks as they are finished, and what was made of them.

`blocks.jsonl` holds one block a line, in order, the same bytes whoever played them; `timing.jsonl` beside it who did
and how long it took. Both grow by whole lines that are on the disk before the next block is taken.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..errors import InvalidFile, Problem, UsageError
from ..record import held
from .table import Table
from .tabulate import long

PLAN = "plan.json"
BLOCKS = "blocks.jsonl"
TIMING = "timing.jsonl"
BESIDE = ("worker", "seconds")
"""What of a row depends on the machine, and stands in the file beside."""


class Unkept(UsageError):
    """The disk is full, or has gone; what was written before is whole."""


class Store:
    """One run's folder, opened to go on with it; `rows` are the blocks that it holds."""

    def __init__(
        self, folder: Path, plan: Mapping[str, Any], plan_hash: str, told: Callable[[str], None]
    ) -> None:
        """The folder is made, or holds the same plan already; UsageError says what of another plan differs.

        `told` hears of an unfinished last line, which is dropped.
        """
        self.folder = folder
        self.rows: list[dict[str, Any]] = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
            before = folder / PLAN
            if before.exists():
                _same(before, plan, plan_hash)
            else:
                text = json.dumps({"hash": plan_hash, "plan": plan}, indent=1, ensure_ascii=False) + "\n"
                _replace(before, lambda path: path.write_text(text, "utf-8"))
            self._blocks = _Lines(folder / BLOCKS, told)
            self._timing = _Lines(folder / TIMING, told)
        except OSError as error:
            raise UsageError(f"--out {folder} cannot be written: {error.strerror or error}") from error
        self._read()

    def _read(self) -> None:
        rows, timing = self._blocks.content(), self._timing.content()
        for number, row in enumerate(rows):
            if row.get("block") != number or not isinstance(row.get("arms"), dict):
                said = f"block {number} is due here"
                raise InvalidFile([Problem(str(self._blocks.path), number + 1, 1, "", said)])
            # The line beside may be lacking: it is written second.
            beside = timing[number] if number < len(timing) else {}
            self.rows.append(
                {**row, "worker": beside.get("worker", ""), "seconds": beside.get("seconds", 0.0)}
            )
        self._timing.cut(min(len(timing), len(rows)))
        for row in self.rows[len(timing) :]:
            self._timing.append({"block": row["block"], "worker": "", "seconds": 0.0})

    def add(self, row: Mapping[str, Any]) -> None:
        """The block is on the disk, or `Unkept` says why not."""
        try:
            self._blocks.append({key: value for key, value in row.items() if key not in BESIDE})
            self._timing.append({"block": row["block"], **{key: row[key] for key in BESIDE}})
        except OSError as error:
            said = f"{self._blocks.path} cannot be written: {error.strerror or error}"
            raise Unkept(f"{said}; the blocks before block {row['block']} are kept") from error
        self.rows.append(dict(row))

    def close(self) -> None:
        self._blocks.close()
        self._timing.close()

    def write(self, name: str, content: Callable[[Path], object]) -> Path:
        """A file of the folder is replaced as a whole by what `content` writes at the path that it is given.

        `Unkept` where that cannot be; the file is then as it was.
        """
        path = self.folder / name
        try:
            _replace(path, content)
        except OSError as error:
            raise Unkept(
                f"{path} cannot be written: {error.strerror or error}; all blocks are kept"
            ) from error
        return path


class _Lines:
    """A file of JSON objects that grows by whole lines."""

    def __init__(self, path: Path, told: Callable[[str], None]) -> None:
        self.path = path
        # Unbuffered: what could not be written must not come out later, behind another line.
        self._file = open(path, "a+b", buffering=0)  # noqa: SIM115
        held(self._file, path)
        self._file.seek(0)
        data = self._file.read()
        end = data.rfind(b"\n") + 1
        if end < len(data):
            told(f"{path}: the last line was not finished and has been dropped")
            self._file.truncate(end)
        self._pieces = data[:end].split(b"\n")[:-1]
        self._end = end

    def content(self) -> list[dict[str, Any]]:
        """Every line; InvalidFile names the one that is damaged."""
        found = []
        for number, piece in enumerate(self._pieces, 1):
            try:
                row = json.loads(piece.decode("utf-8"))
            except (UnicodeDecodeError, json.JSONDecodeError) as error:
                said = f"damaged line, no JSON object: {error}"
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
            os.fsync(self._file.fileno())
        except OSError:
            self._file.truncate(self._end)
            raise
        self._end += len(data)

    def cut(self, lines: int) -> None:
        """Only the first so many lines stay."""
        self._end = sum(len(piece) + 1 for piece in self._pieces[:lines])
        self._file.truncate(self._end)

    def close(self) -> None:
        self._file.close()


def seed_of(folder: Path) -> int | None:
    """The seed of the run that the folder holds; None where it holds none."""
    try:
        return int(json.loads((folder / PLAN).read_text("utf-8"))["plan"]["seed"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _same(path: Path, plan: Mapping[str, Any], plan_hash: str) -> None:
    try:
        before = json.loads(path.read_text("utf-8"))
        kept, text = before["plan"], before["hash"]
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidFile(
            [Problem(str(path), 1, 1, "", f"this is no plan of a comparison: {error!r}")]
        ) from error
    if text == plan_hash:
        return
    now = json.loads(json.dumps(plan))
    changed = [
        f"{key} was {_short(kept.get(key))}, now {_short(now.get(key))}"
        for key in {**kept, **now}
        if kept.get(key) != now.get(key)
    ]
    said = "; ".join(changed) or "its hash is not that of its plan"
    raise UsageError(
        f"--out {path.parent} holds another run: {said}; choose another folder, or repeat its plan"
    )


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


def _replace(path: Path, content: Callable[[Path], object]) -> None:
    beside = path.with_name(f".{path.name}.new")
    try:
        content(beside)
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def write_parquet(table: Table, path: Path) -> None:
    """The block means as one long Parquet table; ImportError without pyarrow."""
    import pyarrow
    from pyarrow import parquet

    parquet.write_table(pyarrow.table(long(table)), path)
