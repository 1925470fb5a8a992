"""Tables of test cases: they stand in a YAML file of the same name beside the tests that go through them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml


@cache
def _tables(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.load(file.read_text("utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return found


def cases(test: str, table: str) -> Any:
    """Return a table of the file beside this one: `cases(__file__, "mistakes")`."""
    return _tables(Path(test).with_suffix(".yaml"))[table]


def soaked(*values: Any) -> list[Any]:
    """Return values of a parameter that are left to the soak, since another one shows the same every day.

    A tuple holds those of several parameters.
    """
    return [
        pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.soak)
        for value in values
    ]
