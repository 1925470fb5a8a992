"""Text of foreign plugins drives no terminal: their titles, errors and what they print."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .shell import GAME, Ran, run
from .test_hostile_text import EVIL, TWO, clear, harmless, shown

LOUD = f'''
from tilewright.core.rules.game import Module
from tilewright.core.rules.hooks import hook
EVIL = {EVIL!r}

@hook
def tilewright_module():
    return Module(name="loud", game="{GAME}", title=EVIL)

@hook
def tile_placed(state, seat, cell, log):
    raise ValueError(EVIL)
'''


@pytest.fixture
def shop(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    info = home / "shop-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shop\nVersion: 1.0\n")
    points = (
        f"[tilewright.modules]\n{GAME}.loud = loud\n{GAME}.dead = dead\n[tilewright.bots]\ntold = told:Bot\n"
    )
    (info / "entry_points.txt").write_text(points)
    (home / "loud.py").write_text(LOUD, "utf-8")
    (home / "dead.py").write_text(f"raise ValueError({EVIL!r})\n", "utf-8")
    told = f"EVIL = {EVIL!r}\nclass Bot:\n    def __init__(self, rules): print(EVIL)\n"
    told += "    def choose(self, view, stream):\n        print(EVIL)\n        raise SystemExit(EVIL)\n"
    (home / "told.py").write_text(told, "utf-8")
    monkeypatch.setattr(sys, "path", [str(home), *sys.path])
    monkeypatch.chdir(home)
    yield home
    for name in {"loud", "dead", "told"} & set(sys.modules):
        del sys.modules[name]


def lined(ran: Ran) -> Ran:
    """As `clear`, for strangers' own prints, whose lines are theirs (on stderr only)."""
    harmless(ran.out)
    harmless(ran.err.replace("\nFAKED", ""))
    return ran


def test_plugins(shop: Path) -> None:
    shown(clear(run("games"), 0))
    shown(clear(run("games", "--lang", "de"), 0))
    told = json.loads(clear(run("games", "--json"), 0).out)
    [rebirth] = [game for game in told["games"] if game["name"] == GAME]
    assert EVIL in [module["title"] for module in rebirth["modules"]]
    shown(clear(run("play", GAME, *TWO, "--with", "dead"), 3))
    ran = run("play", GAME, *TWO, "--with", "dead", "--debug")
    assert (
        "Traceback" in ran.err and "Traceback" not in clear(Ran(3, "", ran.err.replace("Traceback", ""))).err
    )
    shown(lined(run("play", GAME, "-p", "a:told", "-p", "b:random", "--seed", "1")))
    for workers in ("1", "2"):
        ran = lined(run("simulate", GAME, "-n", "2", "--bots", "told", "--seed", "1", "--workers", workers))
        assert ran.code == 1, ran
        shown(ran)
