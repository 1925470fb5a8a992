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
from tilewright.core.cli.author.game_list import listing
from tilewright.core.rules import plugins
from tilewright.core.rules.hooks import hook
from tilewright.core.simulation import games
from tilewright.core.simulation.games import SimulationPlan

from ..dists import ROOT, installed, its_own_tests_pass, only_public_names, unknown_here

DIST = ROOT / "tests" / "toys" / "smiths_dist"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with installed(DIST, "smiths", tmp_path, monkeypatch) as folder:
        yield folder


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


@pytest.mark.soak  # the kit as another module's author runs it: isleofskye/modules/test_causeway.py
def test_its_own_tests_pass(tmp_path: Path) -> None:
    its_own_tests_pass(DIST, tmp_path, 10)


def test_nobody_in_the_project_knows_it() -> None:
    unknown_here("gretna", "smithy")


def test_it_uses_public_names_only() -> None:
    only_public_names(DIST / "smiths")
