"""Results as CSV, for spreadsheets: a row for each line of a command's table, with the keys of its JSON as columns."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from . import common, output

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What begins a formula in a spreadsheet; text that begins so gets an apostrophe before it."""


def ready(path: Path | None, json: bool) -> None:
    """Raise UsageError before anything is played if the table could not be written afterwards."""
    if path is None:
        return
    if str(path) in output.STDOUT:
        if json:
            raise common.usage(f"--csv {path}: --json prints there already; name a file")
    elif not path.parent.is_dir() or path.is_dir():
        wrong = "is a folder" if path.is_dir() else f"cannot be written: there is no folder {path.parent}"
        raise common.usage(f"--csv: {path} {wrong}")


def put(path: Path | None, rows: Iterable[Mapping[str, Any]]) -> bool:
    """Write the rows to the file, if one is named. True if that is stdout, which then holds nothing else."""
    if path is None:
        return False
    output.put(path, written(rows))
    return str(path) in output.STDOUT


def written(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return the rows as CSV (RFC 4180, but with line feeds), with all their columns, in the order they occur."""
    flat = [dict(flattened(row)) for row in rows]
    columns = list(dict.fromkeys(name for row in flat for name in row))
    file = StringIO()
    lines = csv.writer(file, lineterminator="\n")
    lines.writerow(columns)
    lines.writerows([[cell(row.get(name)) for name in columns] for row in flat])
    return file.getvalue()


def flattened(row: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the values of a row by column: objects within it as `target.low`, lists as `scores.1`, `scores.2`."""
    for key, value in row.items():
        name = f"{before}{key}"
        if isinstance(value, Mapping):
            yield from flattened(value, f"{name}.")
        elif isinstance(value, (list, tuple)):
            yield from flattened({str(n): one for n, one in enumerate(value, 1)}, f"{name}.")
        else:
            yield name, value


def cell(value: Any) -> str:
    """Return a value as it is written: nothing for what is not known, numbers in full."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"'{value}" if value.startswith(FORMULA) else value
    return repr(value) if isinstance(value, float) else str(value)
