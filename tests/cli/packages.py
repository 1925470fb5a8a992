"""Packages of other people for tests of the command line: a game that works, modules of it that do not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..cases import cases
from ..toys.harvest_dist import harvest

HARVEST = Path(harvest.__file__).resolve().parents[1]
GENEROUS: str = cases(__file__, "generous")
LATE = GENEROUS.replace("generous", "late").replace("> 2:", "> 0 and seat == 1:").replace("+= 1", "//= 0")
"""Divides by zero when the second seat places a tile after its first points."""
BLIND = GENEROUS.split("@hook\ndef tile_placed")[0].replace("generous", "blind")
BLIND += "@hook\ndef extend_show(show):\n    return 1 / 0\n"
LOUD = GENEROUS.replace("generous", "loud").replace(
    "    if state.scores[seat] > 2:\n        state.scores[seat] += 1", '    print("a tile!")'
)
HASTY = GENEROUS + "\n\n1 / 0\n"
AGED = "tilewright_api = 7\n" + GENEROUS


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A current folder for packages, and Harvest installed with a module that cannot be imported."""
    info = tmp_path / "tilewright_harvest-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tilewright-harvest\nVersion: 1.0\n")
    modules = (
        "harvest.storm = harvest.storm\nharvest.hasty = hasty\nharvest.late = late\nharvest.blind = blind\n"
        "harvest.loud = loud\n"
    )
    points = f"[tilewright.games]\nharvest = harvest\n\n[tilewright.modules]\n{modules}"
    (info / "entry_points.txt").write_text(points)
    texts = {
        "generous": GENEROUS,
        "hasty": HASTY,
        "rash": HASTY,
        "late": LATE,
        "blind": BLIND,
        "loud": LOUD,
        "aged": AGED,
        "nothing": "x = 1\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(HARVEST), *sys.path])
    monkeypatch.chdir(tmp_path)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.split(".")[0] in ("harvest", *texts):
            del sys.modules[name]
