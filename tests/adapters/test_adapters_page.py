"""docs/adapters.md: its examples run, and the names in it exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")
pytest.importorskip("pyspiel")

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "adapters.md").read_text("utf-8")


def test_its_examples_run() -> None:
    names: dict[str, Any] = {}
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    for block in blocks:
        exec(compile(block, "docs/adapters.md", "exec"), names)
    assert len(blocks) == 5 and names["bot"] is not None


def test_its_extras_are_there() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    named = re.findall(r"^\| `(\w+)` \| `tilewright\.core\.adapters\.(\w+)`", PAGE, re.MULTILINE)
    assert len(named) == 3
    for extra, adapter in named:
        assert extra in extras and (ROOT / "core" / "adapters" / f"{adapter}.py").is_file()


def test_it_tells_of_every_part_of_a_row() -> None:
    from tilewright.core.adapters.observations import Observer

    from .rulesets import rules_of

    observer = Observer(rules_of("rebirth"), 2)
    for name in list(observer.sections)[:7]:
        assert f"`{name}`" in PAGE
