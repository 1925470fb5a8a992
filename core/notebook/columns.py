"""Named columns of equal length, which pandas, polars and other libraries for tables read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from ..base.errors import UsageError, install
from ..base.html import Html, row, table

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
                f"tables for other libraries need pyarrow: {install('parquet')}; "
                "without it, `columns` has the same values as plain lists"
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
