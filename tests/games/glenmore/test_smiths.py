"""What a module of somebody else's distribution adds: tiles, a special place, a brown tile with an effect of its own,
a way of paying, and a line at the end.

That it is found and keeps to public names: tests/games/test_dists.py.
"""

from __future__ import annotations

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
from tilewright.core.rules.hooks import hook

from ..dists import ROOT, installed

DIST = ROOT / "tests" / "toys" / "smiths_dist"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with installed(DIST, "smiths", tmp_path, monkeypatch) as folder:
        yield folder


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
    rules, played, scored = tw.load("glenmore", modules=["smiths"]), Counter[str](), 0
    for seed in range(8):
        state: Any = rules.new(3, seed)
        stream = Stream(seed, "smiths")
        while not state.over:
            action = stream.pick(state.legal(state.to_act[0]))
            played[type(action).__name__] += 1
            state.apply(action)
        scored += sum(line.amount for line in state.score_lines() if line.rule == "SM-FINAL-1")
    assert played["Shoe"] > 4 and scored > 0


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
