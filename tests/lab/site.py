"""Other people's packages for the laboratory's tests, found by entry point in worker processes too."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..cases import cases

IDLE: str = cases(__file__, "idle")

EAGER: str = cases(__file__, "eager")

STUCK: str = cases(__file__, "stuck")


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packages with the modules `idle` and `eager` of Rebirth."""
    folder = tmp_path_factory.mktemp("site")
    info = folder / "toys-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1.0\n")
    points = "[tilewright.modules]\nrebirth.idle = toy_idle\nrebirth.eager = toy_eager\n"
    (info / "entry_points.txt").write_text(points)
    (folder / "toy_idle.py").write_text(IDLE)
    (folder / "toy_eager.py").write_text(EAGER)
    (folder / "toy_data").mkdir()
    (folder / "toy_data" / "messages.yaml").write_text("eager: {en: eagerness}\n")
    monkeypatch.syspath_prepend(str(folder))
    yield folder
    for name in ("toy_idle", "toy_eager"):
        sys.modules.pop(name, None)
