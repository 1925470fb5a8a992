"""Blocks of a large run as files of columns: `parts/00000500.parquet` holds 500 blocks, from block 500 on.

A run of more than `MANY` blocks keeps only the part in progress as lines, as `core/lab/games/store.py` says; a part
that is whole becomes a file, which holds its rows without loss and a digest of everything in them but which process
played them and how long it took. Parts are named after what decides them, the key: rules, data, code, bots, seed. So
they are found again by every run that needs the same blocks, whatever it asks of them, and however many it plays.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Self, overload

import attrs
import numpy as np

from ...base import files
from ...base.errors import InvalidFile, Problem, UsageError, install
from ...base.limits import RECORD
from .game_columns import Chunk
from .store import RunFolder, Stated, Unkept

if TYPE_CHECKING:
    from ..study.plan import ComparisonPlan

MANY = 2000
"""With more blocks than this they are kept in parts, and added up in bundles (`core/lab/study/sums.py`)."""
PART = 500
"""Blocks of a part."""
PARTS, ENDING = "parts", ".parquet"
SHARDS = "shard-*"
HEAD = b"tilewright"
"""Where a file says what it holds."""
OF_MACHINE = ("worker", "seconds")
"""Columns that do not count: they differ from machine to machine."""
SELDOM = ("error", "record", "values", "forfeits")
"""What only some games have; the others must not have it as null."""


@attrs.frozen(kw_only=True)
class Part:
    """A file of blocks, as its head describes it."""

    path: Path
    key: str
    first: int
    """The number of its first block."""
    blocks: int
    content: str
    """The digest of its blocks."""

    @classmethod
    def of(cls, path: Path) -> Part:
        """Return what the file says of itself; InvalidFile if it is no part of a run."""
        from pyarrow import ArrowException, parquet

        try:
            files.beginning(path, 4)  # an ordinary file
            said = json.loads((parquet.read_schema(path).metadata or {})[HEAD])
            known = {one.name: one.type for one in attrs.fields(cls)}
            kinds = {"key": str, "first": int, "blocks": int, "content": str}
            if {*said} != {*known} - {"path"} or any(type(said[name]) is not kinds[name] for name in kinds):
                raise ValueError("its head is another one")
            return cls(path=path, **said)
        except (ArrowException, ValueError, KeyError, TypeError, OSError, RecursionError) as error:
            raise _damaged(path, error) from error


def _damaged(path: Path, error: object) -> InvalidFile:
    said = f"this is no part of a run, or it is damaged: {error}; remove it, and its blocks are played again"
    return InvalidFile([Problem(str(path), 1, 1, "", said)])


def needed() -> None:
    """UsageError if files of columns cannot be written."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        said = f"a run of more than {MANY} blocks keeps them in files of columns, which need"
        raise UsageError(f"{said}: {install('parquet')}") from error


def written(path: Path, key: str, rows: Sequence[Mapping[str, Any]]) -> Part:
    """Write the blocks of these rows as a file, on the disk at once."""
    import pyarrow
    from pyarrow import parquet

    table = pyarrow.Table.from_pylist([_seeds(row, str) for row in rows])
    head = {"key": key, "first": rows[0]["block"], "blocks": len(rows), "content": _content(table)}
    made = table.replace_schema_metadata({HEAD: json.dumps(head).encode()})
    parquet.write_table(made, file := BytesIO(), compression="zstd")
    files.replace(path, file.getvalue(), private=True)
    return Part(path=path, **head)


def _seeds(row: Mapping[str, Any], kind: type) -> dict[str, Any]:
    """Return the row with its seeds as text, as files have them, since they are wider than their numbers; or back."""
    arms = {
        name: [game | {"seed": kind(game["seed"])} for game in games] for name, games in row["arms"].items()
    }
    return {**row, "seed": kind(row["seed"]), "arms": arms}


def _content(table: Any) -> str:
    """Return a digest of what the blocks say, whoever played them, with whatever library they are read."""
    found = sha256()
    for name in table.column_names:
        if name not in OF_MACHINE:
            found.update(name.encode())
            _feed(found, table[name].combine_chunks())
    return found.hexdigest()


def _feed(found: Any, column: Any) -> None:
    """Feed the digest with a column: how long its lists are, what is null, and its values."""
    kind = str(column.type)
    if column.null_count:
        found.update(np.packbits(column.is_valid().to_numpy(zero_copy_only=False)).tobytes())
    if kind.startswith("struct"):
        names = [one.name for one in column.type]
        for name, inner in sorted(zip(names, column.flatten(), strict=True), key=lambda pair: pair[0]):
            found.update(name.encode("utf-8", "surrogatepass"))
            _feed(found, inner)
    elif kind.startswith("list"):
        found.update(np.diff(column.offsets.to_numpy()).astype(np.int64).tobytes())
        _feed(found, column.flatten())
    elif kind == "string":
        found.update(json.dumps(column.to_pylist()).encode())
    elif kind != "null":
        values = column.fill_null(0).to_numpy(zero_copy_only=False)
        found.update(values.astype(np.int64 if values.dtype.kind in "iub" else np.float64).tobytes())


def columns(part: Part, blocks: int | None = None) -> Any:
    """Return the blocks of a part as a table, the first so many; InvalidFile if they are not what its head says."""
    from pyarrow import ArrowException, parquet

    try:
        # Not `read_table`, which imports half a second of libraries that have no use here.
        found = parquet.ParquetFile(BytesIO(files.content(part.path, most=RECORD))).read()
        if len(found) != part.blocks or _content(found) != part.content:
            raise ValueError("its blocks were changed after they were written")
    except (ValueError, KeyError, ArrowException, OSError) as error:
        raise _damaged(part.path, error) from error
    return found if blocks is None else found.slice(0, blocks)


def results(part: Part, blocks: int) -> list[dict[str, Any]]:
    """Return the first so many rows of a part without the values that were measured, which take most of the memory."""
    from pyarrow import parquet

    file = parquet.ParquetFile(BytesIO(files.content(part.path, most=RECORD)))
    paths = [file.schema.column(n).path for n in range(len(file.schema))]
    return rows_of(file.read(columns=[path for path in paths if ".values." not in path]).slice(0, blocks))


def rows_of(table: Any) -> list[dict[str, Any]]:
    """Return the rows of such a table, as they were played."""
    found = [_seeds(row, int) for row in table.to_pylist()]
    for games in (games for row in found for games in row["arms"].values()):
        for n, game in enumerate(games):
            seldom = game if game.get("error") is not None else SELDOM  # a game that failed has no results
            games[n] = {key: value for key, value in game.items() if value is not None or key not in seldom}
    return found


def odd(plan: ComparisonPlan, table: Any, first: int) -> str:
    """Return why these are not the blocks of the plan from this one on, whatever their digest; "" if they are."""
    from pyarrow import ArrowException, types

    numbers = range(first, first + len(table))
    try:
        if table["block"].to_pylist() != [*numbers]:
            return "it has blocks of another place"
        if [*map(int, table["seed"].to_pylist())] != [plan.seed + n for n in numbers]:
            return "its blocks were played with other seeds"
        if table["cast"].to_pylist() != [[*plan.casts[n % len(plan.casts)]] for n in numbers]:
            return "its blocks were played by other bots"
        chunk = Chunk.of_columns(table)
        for name in (side.variant.name for side in plan.work("").sides):
            arm: Any = chunk.arms[name]
            played = arm.wins[~arm.failed]
            if (
                arm.bots.shape[1] != plan.players
                or not arm.counts.all()
                or not np.allclose(played.sum(axis=1), 1)
            ):
                return f"it has games of {name} that were not played to an end"
            for kind in arm.kinds():
                if not (types.is_integer(kind) or types.is_floating(kind) or types.is_null(kind)):
                    return f"it has values of {name} that are no numbers"
    except (ArrowException, KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
        return f"its columns are not those of blocks: {error!r}"
    return ""


def in_parts(plan: ComparisonPlan) -> bool:
    """True if the blocks of the plan are kept in parts: what needs all rows at once is left out."""
    return plan.blocks > MANY and not (
        plan.sequential
        or plan.covariates
        or any(one is not None for one in (plan.adaptation, plan.content, plan.screen))
    )


def opener(plan: ComparisonPlan, others: Sequence[str] = ()) -> Callable[..., RunFolder | None]:
    """Return what opens the folder of this run; parts are also looked for in the folders of others."""
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
        self._first = 0
        """The number of the first block of the part in progress."""
        self.other = 0
        """Parts that were seen and are of other games."""
        for place in (folder, *sorted(folder.glob(SHARDS)), *others):
            for below in dict.fromkeys((place, *sorted(place.glob(SHARDS)))):
                self._found(below / PARTS)
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

    def _found(self, folder: Path) -> None:
        for path in sorted(folder.glob(f"*{ENDING}")):
            part = Part.of(path)
            if part.key != self.key or part.first not in range(0, self.total, PART):
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
            raise _damaged(part.path, said)
        return found

    def results(self, blocks: int) -> Iterator[Mapping[str, Any]]:
        """Yield the first so many rows without the values that were measured."""
        for first in range(0, min(blocks, self.total), PART):
            yield from results(self.parts[first], min(self._length(first), blocks - first))

    def chunks(self) -> Iterator[Chunk]:
        """Yield the blocks part by part, in order."""
        for table in self.tables():
            yield Chunk.of_columns(table)

    @property
    def whole(self) -> Sequence[Mapping[str, Any]]:
        """All rows that are there, read when they are asked for: those of parts, then those in progress."""
        return PartRows(self)


class PartRows(Sequence[Mapping[str, Any]]):
    """The rows of a folder; the last parts that were read are kept."""

    def __init__(self, store: PartFolder) -> None:
        self._store = store
        self._firsts = sorted(store.parts)
        self._rows = lru_cache(maxsize=2)(self._of)

    def _of(self, first: int) -> list[dict[str, Any]]:
        return rows_of(self._store.table(first))

    def __len__(self) -> int:
        return self._store.blocks

    @overload
    def __getitem__(self, place: int) -> Mapping[str, Any]: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Mapping[str, Any]]: ...
    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return [self[n] for n in range(*place.indices(len(self)))]
        for first in self._firsts:
            if place < (length := self._store._length(first)):
                return self._rows(first)[place]
            place -= length
        return self._store.rows[place]
