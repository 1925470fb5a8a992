"""Other people's packages for the laboratory's tests, found by entry point in worker processes too."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

IDLE = '''
"""A module of Rebirth that draws a number which nobody uses."""
from tilewright.core.rules.game import Module
from tilewright.core.rules.hooks import hook
from tilewright.core.rules.zones import roll

@hook
def tilewright_module():
    return Module(name="idle", game="rebirth", title="Idle", streams=("module:idle",))

@hook
def set_up(state, log):
    roll(state, "module:idle", ["0", "1", "2"], log)
'''

EAGER = '''
"""A module of Rebirth that gives the first seat a point at once."""
from pathlib import Path

from tilewright.core.rules.game import Module, ScoreReason
from tilewright.core.rules.hooks import hook

@hook
def tilewright_module():
    return Module(
        name="eager",
        game="rebirth",
        title="Eager",
        folder=lambda: Path(__file__).parent / "toy_data",
        reasons=(ScoreReason("eager", "RB-END-1"),),
    )

@hook
def set_up(state, log):
    state.gain(0, 1, state.rules.reason["eager"])
'''

STUCK = '''
"""Bots that give up in some games: under all rules, or where castles are worth 8."""

class Stuck:
    def __init__(self, rules):
        self.rules = rules

    def choose(self, view, stream):
        if view.turns in (6, 7) and stream.key % 2 == 0:
            raise RuntimeError("no idea")
        return view.legal()[0]

class Picky(Stuck):
    def choose(self, view, stream):
        if self.rules.options.castle == 8:
            return super().choose(view, stream)
        return view.legal()[0]
'''


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
