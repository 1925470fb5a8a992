"""What a module of somebody else's distribution adds: a step, a price line, a join of roads, a scoring tile and tiles.

That it is found and keeps to public names: tests/games/test_dists.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.rules.events import Log

from ...dists import ROOT, installed

DIST = ROOT / "tests" / "toys" / "causeway_dist"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with installed(DIST, "causeway", tmp_path, monkeypatch) as folder:
        yield folder


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
