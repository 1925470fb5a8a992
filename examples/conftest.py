"""Tests of the examples find their games by name, whether they are installed or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright import testing


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the owner of a box has put in place on this machine changes no test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


for project in sorted(Path(__file__).parent.glob("*/pyproject.toml")):
    testing.register(project.parent)
