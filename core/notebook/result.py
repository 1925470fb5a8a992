"""Results of the functions for notebooks: a study that was played, with its report, its charts, and its tables.

A table is columns of equal length, which pandas, polars and other libraries for tables read.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from ..base import files
from ..base.errors import UsageError, install
from ..base.html import Html, row, table


class StudyResult(ABC):
    """Base of the three results. A notebook shows the answer; `print` shows what the command prints."""

    @abstractmethod
    def page(self) -> str:
        """Return the report as one self-contained HTML file."""

    def save(self, path: str | Path) -> Path:
        """Write the report; return its path. UsageError if it cannot be written."""
        files.put(path, self.page())
        return Path(path)


@attrs.frozen
class Picture:
    """A chart, which a notebook shows."""

    svg: str = attrs.field(repr=False)
    """A complete SVG document."""

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> Path:
        """Write the SVG file; return its path. UsageError if it cannot be written."""
        files.put(path, self.svg + "\n")
        return Path(path)


SHOWN = 20
"""Most rows of a notebook's picture of a table."""


@attrs.frozen(eq=False, repr=False)
class Frame:
    """A table to be read by other libraries.

    `pandas.DataFrame.from_arrow(frame)`, `polars.DataFrame(frame)` and `pyarrow.table(frame)` read it through Arrow,
    which needs pyarrow; others through the dataframe interchange protocol, or from `columns`, which needs nothing.
    """

    columns: Mapping[str, Sequence[Any]]
    """Name to values: numbers, texts, booleans; None where there is none."""

    @classmethod
    def of_rows(cls, rows: Sequence[Mapping[str, Any]]) -> Frame:
        """Make a table of rows that have the same keys; without rows it has no columns."""
        return cls({name: [row[name] for row in rows] for name in rows[0]} if rows else {})

    def __len__(self) -> int:
        """The number of rows."""
        return len(next(iter(self.columns.values()), ()))

    def __repr__(self) -> str:
        return f"<Frame: {len(self)} rows of {', '.join(self.columns)}>"

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        """The Arrow PyCapsule interface."""
        return self._arrow().__arrow_c_stream__(requested_schema)

    def __dataframe__(self, nan_as_null: bool = False, allow_copy: bool = True) -> Any:
        """The dataframe interchange protocol."""
        return self._arrow().__dataframe__(nan_as_null, allow_copy)

    def _arrow(self) -> Any:
        try:
            import pyarrow
        except ImportError as error:
            raise UsageError(
                "`columns` has the same values as plain lists; "
                f"tables for other libraries need pyarrow:{install('parquet')}"
            ) from error
        return pyarrow.table({name: list(values) for name, values in self.columns.items()})

    def _repr_html_(self) -> str:
        """The first rows."""
        shown = [
            row(*(_written(values[n]) for values in self.columns.values()))
            for n in range(min(len(self), SHOWN))
        ]
        left = len(self) - len(shown)
        caption = f"{len(self)} rows" + (f", the first {SHOWN} of them" if left else "")
        return table(Html(caption), tuple(self.columns), shown)


def _written(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)
