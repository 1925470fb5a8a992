"""A module of somebody else's distribution works without any change in the project (tests/toys/causeway_dist).

It is found by its entry point, and adds a step, a price line, a join of roads, a scoring tile and landscape tiles.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.cli.author.game_list import listing
from tilewright.core.rules import plugins
from tilewright.core.rules.events import Log
from tilewright.core.simulation import games
from tilewright.core.simulation.games import SimulationPlan

from ...dists import installed, its_own_tests_pass, only_public_names, unknown_here
from .folders import ROOT

DIST = ROOT / "tests" / "toys" / "causeway_dist"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with installed(DIST, "causeway", tmp_path, monkeypatch) as folder:
        yield folder


def test_it_is_found_by_its_entry_point_and_described(site: Path) -> None:
    found = plugins.found("module")["isleofskye.causeway"]
    assert found.source == "tilewright-causeway 0.1.0" and "causeway" not in sys.modules
    [game], broken = listing(["isleofskye"])
    [module] = [module for module in game["modules"] if module["name"] == "causeway"]
    assert not broken and module["source"] == found.source
    assert {"insert_steps", "price_lines", "joined_roads", "landscape_tiles"} <= set(module["hooks"])
    assert [option["name"] for option in module["options"]] == ["causeway.toll"]


def test_without_its_distribution_it_is_not_there() -> None:
    with pytest.raises(tw.TilewrightError, match="there is no module of isleofskye 'causeway'"):
        tw.load("isleofskye", modules=["causeway"])


def test_it_adds_a_step_tiles_and_a_scoring_tile(site: Path) -> None:
    rules = tw.load("isleofskye", modules=["causeway"])
    names = [node.name for node in rules.nodes]
    assert names.index("tide") == names.index("income") + 1
    assert rules.pieces["tile"][-3:] == ("K1", "K2", "K3") and "landings" in rules.pieces["scoring"]
    assert rules.words.name("landings", "de") == "Landestellen" and "CW-ROAD-1" in rules.rule_texts()


def story(modules: tuple[str, ...]) -> list[object]:
    """All that happens in one game."""
    rules = tw.load("isleofskye", modules=modules)
    state, stream, told = rules.new(3, seed=4), Stream(4, "causeway"), []
    while not state.over:
        log = Log()
        state.apply(stream.pick(state.legal(state.to_act[0])), log)
        told.append((log.events, log.outcomes, state.digest()))
    return [*told, state.score_lines()]


def test_it_plays_with_the_modules_of_the_box_in_any_order(site: Path) -> None:
    """IS-TUN-2 and the causeways' join hold together: roads meet in mountains and at waters."""
    stories = [story(order) for order in permutations(("causeway", "tunnel", "bonus"))]
    assert all(told == stories[0] for told in stories)


def test_workers_find_it_too(site: Path) -> None:
    plan = SimulationPlan(
        game="isleofskye", modules=("causeway",), bots=("random", "random"), seed=3, games=2
    )
    alone = list(games.run(plan))
    assert list(games.run(plan, workers=2)) == alone and not any("error" in row for row in alone)


def test_its_own_tests_pass(tmp_path: Path) -> None:
    its_own_tests_pass(DIST, tmp_path, 4)


# -- from outside ----------------------------------------------------------------------------------------------------


def test_nobody_in_the_project_knows_it() -> None:
    unknown_here("causeway")


def test_it_uses_public_names_only() -> None:
    only_public_names(DIST / "causeway")
