"""A run's folder: its plan, the blocks as they are finished, and the reports.

`blocks.jsonl` holds one block a line, in order, with the same bytes on any machine; `timing.jsonl` holds which process
played it and how long it took. Both grow by whole lines that the system has before the next block is accepted, so that
a killed process loses none; at the latest with the first block a second later they are on the disk.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from ...base import files, strict_json
from ...base.errors import InvalidFile, Problem, UsageError
from ...base.limits import RECORD
from .lines import Lines, digest, some

if TYPE_CHECKING:
    from ..stats.block_table import BlockTable

PLAN = "plan.json"
BLOCKS = "blocks.jsonl"
TIMING = "timing.jsonl"
REPORT, CHANGED = "report.json", "was changed after it was written"
REQUEST = "request.yaml"
"""The request as a plan file, from which the run can be planned again."""
PAUSE = 1.0
"""Seconds between two waits for the disk. It takes longer to take a block than a quick game does."""
WHOLE = ("scores", "winners", "decisions", "values")
"""What a game has that has not failed."""
TIMED = ("worker", "seconds")
"""The keys of a row that depend on the machine; they go to `timing.jsonl`."""


class Unkept(UsageError):
    """The disk is full or gone; what was written before is intact."""


class Stated(Protocol):
    """A plan that can be written down."""

    @property
    def hash(self) -> str: ...

    @property
    def option_values(self) -> Mapping[str, Mapping[str, Any]]:
        """By ruleset; they tell which one another version has added."""
        ...

    def stated(self) -> Mapping[str, Any]: ...


class RunFolder:
    """The folder of any run: its plan, its blocks, and a second file that grows with them."""

    SECOND: ClassVar[str]
    """The name of the second file."""

    def __init__(self, folder: Path, plan: Stated, note: Callable[[str], None], request: str = "") -> None:
        """Create the folder, or open one that holds the same plan; UsageError says how another plan differs.

        `request` is the plan file that is kept beside it. `note` is called with a message if a last line was unfinished
        and has been dropped.
        """
        self.folder = folder
        self.rows: list[dict[str, Any]] = []
        """The blocks that it holds."""
        self.old = False
        """True if a version began it that wrote no digests."""
        stated = plan.stated()
        try:
            files.folder(folder)  # it holds the seed
            before = folder / PLAN
            if os.path.lexists(before):
                stated, self.old = same(before, stated, plan.option_values)
            else:
                whole = {"hash": plan.hash, "plan": stated, "options": plan.option_values}
                text = json.dumps(whole, indent=1, ensure_ascii=False) + "\n"
                files.replace(before, text, private=True)
            if request and not os.path.lexists(folder / REQUEST):
                files.replace(folder / REQUEST, request, private=True)
            self._blocks = Lines(folder / BLOCKS, note, stated, old=self.old)
            self._second = Lines(folder / self.SECOND, note, stated, old=self.old)
        except OSError as error:
            raise UsageError(f"--out {folder} cannot be written: {error.strerror or error}") from error
        self._flushed = float("-inf")

    @property
    def seal(self) -> str:
        """The digest of the plan and all blocks."""
        return self._blocks.seal

    @property
    def count(self) -> int:
        """The number of blocks that are written."""
        return len(self._blocks)

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

    def write(self, name: str, content: str | bytes) -> Path:
        """Replace a file of the folder as a whole. `Unkept` if that fails; the file is then unchanged."""
        path = self.folder / name
        try:
            files.replace(path, content, private=name == REPORT)  # pages are for readers
        except UsageError as error:
            raise Unkept(f"{error}; all blocks are kept") from error
        return path


class BlockStore(RunFolder):
    """The folder of a run whose blocks are played in order."""

    SECOND = TIMING

    def __init__(self, folder: Path, plan: Stated, note: Callable[[str], None], request: str = "") -> None:
        super().__init__(folder, plan, note, request)
        self._read(plan.stated(), note)
        self._certain = len(self.rows)
        """The blocks that are on the disk for certain."""

    def _read(self, stated: Mapping[str, Any], note: Callable[[str], None]) -> None:
        """Read the blocks; InvalidFile for one that the plan does not play."""
        rows = self._blocks.content(lambda row, number: _wrong(row, number, stated))
        timing = self._second.content(most=len(rows))
        for number, row in enumerate(rows):
            # The line in the other file may be missing: it is written second.
            timed = timing[number] if number < len(timing) else {}
            self.rows.append({**row, "worker": timed.get("worker", ""), "seconds": timed.get("seconds", 0.0)})
        self._second.cut(len(timing))
        for row in self.rows[len(timing) :]:
            self._second.append({"block": row["block"], "worker": "", "seconds": 0.0})
        if self._blocks.unsealed:
            many = self._blocks.unsealed
            note(f"{self._blocks.path}: an older version wrote the first {many} blocks without digests")

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


def _wrong(row: Mapping[str, Any], number: int, stated: Mapping[str, Any]) -> str:
    """Return why this row is not the block of this number in the plan; "" if it is."""
    if row.get("block") != number or not isinstance(row.get("arms"), dict):
        return f"expected block {number} here"
    own, casts = stated.get("duels", {}), stated.get("bots", ())
    base = next(iter(stated.get("variants", ())), None)
    try:
        for arm in {**stated.get("variants", {}), **own, **row["arms"]}:
            games, mine = row["arms"][arm], own.get(arm, casts)
            for game in games:
                if mine and sorted(game["bots"]) != sorted(mine[number % len(mine)]):
                    return f"block {number} was not played by the bots of the plan"
                parted = () if arm in own or arm == base else ("parted",)
                wanted = ("seed", "players", *(() if "error" in game else (*WHOLE, *parted)))
                if absent := [key for key in wanted if key not in game]:
                    return f"block {number} has a game without {', '.join(absent)}"
        if "seed" in stated and row["seed"] != stated["seed"] + number:
            return f"block {number} was not played with the seed of the plan"
        if list(row["cast"]) != list(casts[number % len(casts)] if casts else row["cast"]):
            return f"block {number} was not played by the cast of the plan"
    except (KeyError, TypeError, AttributeError) as error:
        return f"block {number} is damaged: {error!r}"
    return ""


def seed_of(folder: Path) -> int | None:
    """Return the seed of the run in the folder; None if there is none."""
    found = planned_there(folder).get("seed")
    return found if isinstance(found, int) else None


def reported(store: RunFolder) -> str:
    """Return what is wrong with the report in the folder, if it is that of its blocks; "" if nothing is."""
    path, seal = store.folder / REPORT, store.seal
    if not os.path.lexists(path):
        return ""
    try:
        report = dict(json.loads(files.content(path, most=RECORD)))
        if store.old and "digests" not in report:
            return ""
        said = report.pop("digests")
        if said["report"] != sealed(report, seal)["digests"]["report"]:
            return f"{path} {CHANGED}"
        return "" if said["blocks"] == seal else f"{path} is a report of other blocks"
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        return f"{path} is no report with digests: {error!r}"


def sealed(report: Mapping[str, Any], seal: str | None) -> dict[str, Any]:
    """Return the report with the digest of its blocks and its own, which is not of the command and the time it took."""
    lasting = {key: value for key, value in report.items() if key not in ("command", "seconds")}
    return {**report, "digests": {"blocks": seal, "report": digest(json.loads(json.dumps(lasting)))}}


def planned_there(folder: Path) -> Mapping[str, Any]:
    """Return the plan of the run in the folder; an empty one if there is none."""
    try:
        found = strict_json.read(files.content(folder / PLAN))["plan"]
    except (UsageError, ValueError, KeyError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}


def same(
    path: Path, plan: Mapping[str, Any], options: Mapping[str, Mapping[str, Any]]
) -> tuple[Mapping[str, Any], bool]:
    """Return the plan that this file holds, and whether it is of an older version, without the options.

    UsageError says how the other plan differs from it, InvalidFile if it was edited after the run began.
    A setting that an older version did not have makes no difference as long as it is not used.
    """
    try:
        before = strict_json.read(files.content(path))
        kept, text = dict(before["plan"]), before["hash"]
        known = dict(before.get("options", {}))
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidFile(
            [Problem(str(path), 1, 1, "", f"this is not the plan of a run: {error!r}")]
        ) from error
    now = json.loads(json.dumps(plan))
    differing = [*differences(kept, now)]
    new = [
        f"the option {name} of {ruleset} is new"
        for ruleset, values in options.items()
        for name in values
        if ruleset in known and name not in known[ruleset]
    ]
    differing = (new and differing and new) or differing
    edited = digest(kept) != text or (not differing and known and known != json.loads(json.dumps(options)))
    if edited:
        seen = f": {'; '.join(differing)}" if differing else ""
        said = f"the plan was changed after the run began{seen}"
        raise InvalidFile(
            [Problem(str(path), 1, 1, "", f"{said}; put the file back as it was, or choose another folder")]
        )
    if differing:
        raise UsageError(
            f"--out {path.parent} holds another run: {'; '.join(differing)}; choose another folder, or repeat its plan"
        )
    return kept, "options" not in before


def differences(kept: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """Yield in words how a plan differs from the one that is kept."""
    for key in {**kept, **now}:
        mine, theirs = kept.get(key), now.get(key)
        if mine == theirs or (key not in kept and not theirs):
            continue
        if key == "tilewright":
            yield f"it was begun with tilewright {mine}, and this is {theirs}"
        elif key == "metrics" and isinstance(mine, list) and isinstance(theirs, list):
            new = [one for one in theirs if one not in mine]
            gone = [one for one in mine if one not in theirs]
            yield f"not measured there: {some(new)}" if new else "metrics in another order"
            if gone:
                yield f"not measured now: {some([*map(str, gone)])}"
        elif key not in kept:
            yield f"{key} is new, {_short(theirs, theirs)[0]}"
        else:
            yield "{} was {}, now {}".format(key, *_short(mine, theirs))


def _short(*values: object) -> list[str]:
    """Write different values in at most 60 letters each, from a little before the place where they begin to differ."""
    texts = [json.dumps(value, ensure_ascii=False) for value in values]
    apart = next((n for n, letters in enumerate(zip(*texts, strict=False)) if len(set(letters)) > 1), 0)
    first = max(0, apart - 20) if max(map(len, texts)) > 60 else 0
    shown = [("..." if first else "") + text[first:] for text in texts]
    return [text if len(text) <= 60 else text[:57] + "..." for text in shown]


def parquet_of(table: BlockTable) -> bytes:
    """Return the block means as a file with one long Parquet table; ImportError without pyarrow."""
    import pyarrow
    from pyarrow import parquet

    from .tabulate import long

    parquet.write_table(pyarrow.table(long(table)), file := BytesIO())
    return file.getvalue()
