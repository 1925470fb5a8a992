"""A folder of its own for saved games, and Harvest installed, in worker processes too."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..cli.packages import site as site


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games are saved in this test."""
    for name in ("SEED", "PLAIN", "LANG", "DEBUG"):
        monkeypatch.delenv(f"TILEWRIGHT_{name}", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path
