"""A module of somebody else's distribution works without any change in the project (tests/toys/smiths_dist).

It is found by its entry point, and adds tiles, a special place, a brown tile with an effect of its own, a way of
paying, and a line at the end.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import PluginError
from tilewright.core.cli.author.games import listing
from tilewright.core.rules import plugins
from tilewright.core.rules.hooks import hook
from tilewright.core.simulation import games
from tilewright.core.simulation.games import SimulationPlan

from ..dists import ROOT, install, only_public_names, own_tests

DIST = ROOT / "tests" / "toys" / "smiths_dist"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for packages, the distribution beside it."""
    install(DIST, tmp_path)
    monkeypatch.syspath_prepend(str(DIST))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in [name for name in sys.modules if name.split(".")[0] == "smiths"]:
        del sys.modules[name]


def test_it_is_found_by_its_entry_point_and_described(site: Path) -> None:
    found = plugins.found("module")["glenmore.smiths"]
    assert found.source == "tilewright-smiths 0.1.0" and "smiths" not in sys.modules
    [game], broken = listing(["glenmore"])
    [module] = [module for module in game["modules"] if module["name"] == "smiths"]
    assert not broken
    assert {"tile_placed", "tile_activated", "stand_ins", "final_lines"} <= set(module["hooks"])


def test_its_tiles_and_its_card_are_put_behind_those_of_the_box(site: Path) -> None:
    rules = tw.load("glenmore", modules=["smiths"])
    box, printed = rules.data, rules.assembled
    assert [kind.id for kind in printed.kinds[len(box.kinds) :]] == ["smithy", "smithy_road", "gretna_green"]
    assert [card.id for card in printed.cards[len(box.cards) :]] == ["gretna_green"]
    assert printed.kinds[: len(box.kinds)] == box.kinds
    assert all(rules.pieces[f"stack{n}"] == tuple(kind.id for kind in printed.kinds) for n in range(4))
    assert rules.words.name("smithy", "de") == "Schmiede"


def test_without_modules_the_box_is_all_there_is() -> None:
    rules = tw.load("glenmore")
    assert rules.assembled is rules.data


def test_every_effect_comes_up_in_play(site: Path) -> None:
    """Players take smithies, pay with horseshoes and score for them: none of it is out of reach."""
    plan = SimulationPlan(game="glenmore", modules=("smiths",), bots=("greedy",) * 3, seed=3, games=6)
    alone = list(games.run(plan))
    assert list(games.run(plan, workers=2)) == alone and not any("error" in row for row in alone)
    rules, played, scored = tw.load("glenmore", modules=["smiths"]), Counter[str](), 0
    for seed in range(20):
        state: Any = rules.new(3, seed)
        stream = Stream(seed, "smiths")
        while not state.over:
            action = stream.pick(state.legal(state.to_act[0]))
            played[type(action).__name__] += 1
            state.apply(action)
        scored += sum(line.amount for line in state.score_lines() if line.rule == "SM-FINAL-1")
    assert played["Shoe"] > 10 and scored > 0


def test_two_modules_that_add_the_same_tile_are_refused(site: Path) -> None:
    smiths = import_module("smiths")
    other = SimpleNamespace(__name__="others")

    @hook
    def tilewright_module() -> Any:
        return attrs.evolve(
            smiths.tilewright_module(), name="others", options=None, reasons=(), slice=None, slice_type=None
        )

    other.tilewright_module = tilewright_module
    with pytest.raises(PluginError, match="smithy"):
        tw.load("glenmore", modules=[smiths, other])


def test_its_own_tests_pass(tmp_path: Path) -> None:
    """As its author runs them, with the distribution installed; without it they are skipped."""
    install(DIST, tmp_path)
    ran = own_tests(DIST, tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "10 passed" in ran.stdout and "skipped" not in ran.stdout


def test_nobody_in_the_project_knows_it() -> None:
    for folder in ("core", "games", "data"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".yaml", ".md", ".toml") and path.is_file():
                said = path.read_text("utf-8").lower()
                assert "gretna" not in said and "smithy" not in said, path


def test_it_uses_public_names_only() -> None:
    only_public_names(DIST / "smiths")
