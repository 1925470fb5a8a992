"""Blocks of a large run as files of columns: `parts/00000500.parquet` holds 500 blocks, from block 500 on.

A run of more than `MANY` blocks keeps only the part in progress as lines, as `core/lab/games/store.py` says; a part
that is whole becomes a file, which holds its rows without loss and a digest of everything in them but which process
played them and how long it took. Parts are named after what decides them, the key: rules, data, code, bots, seed. So
they are found again by every run that needs the same blocks, whatever it asks of them, and however many it plays.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from ...base import files
from ...base.errors import InvalidFile, Problem, UsageError, install
from ...base.limits import RECORD
from .game_columns import Chunk

if TYPE_CHECKING:
    from ..study.plan import ComparisonPlan

MANY = 2000
"""With more blocks than this they are kept in parts, and added up in bundles (`core/lab/study/sums.py`)."""
PART = 500
"""Blocks of a part."""
ENDING = ".parquet"
HEAD = b"tilewright"
"""Where a file says what it holds."""
OF_MACHINE = ("worker", "seconds")
"""Columns that do not count: they differ from machine to machine."""
SELDOM = ("error", "record", "values", "forfeits", "shares")
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
            raise damaged(path, error) from error


def damaged(path: Path, error: object) -> InvalidFile:
    said = f"this is no part of a run, or it is damaged: {error}; remove it, and its blocks are played again"
    return InvalidFile([Problem(str(path), 1, 1, "", said)])


def needed() -> None:
    """UsageError if files of columns cannot be written."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        said = f"a run of more than {MANY} blocks keeps them in files of columns, which need"
        raise UsageError(f"{said}:{install('parquet')}") from error


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
        raise damaged(part.path, error) from error
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
