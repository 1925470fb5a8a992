"""The module's own tests, as its author runs them: `pip install . && pytest`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright import testing
from tilewright.core.base.errors import InvalidFile
from tilewright.core.rules.plugins import found
from tilewright.core.scenes import scene as scenes
from tilewright.games.isleofskye.state import conserved

if "isleofskye.causeway" not in found("module"):
    pytest.skip("tilewright-causeway is not installed", allow_module_level=True)

RULES = tw.load("isleofskye", modules=["causeway"])
SCENES = (Path(__file__).parent / "scenes" / "causeway.yaml").read_text("utf-8")


def test_scenes() -> None:
    for scene in scenes.read(SCENES, "causeway.yaml"):
        for under in scene.expectations:
            assert not scenes.run(scene, under).problems


def test_the_kit_holds() -> None:
    testing.conforms(RULES, games=1, seats=[2], every=60)


def test_the_tide_turns_and_nothing_else_is_drawn() -> None:
    """CW-TIDE-1, CW-TILE-1: the stream is the module's own, so the start player is the same without it."""
    plain = tw.load("isleofskye")
    tides = set()
    for seed in range(20):
        state: Any = RULES.new(3, seed=seed)
        assert state.start == plain.new(3, seed=seed).start  # type: ignore[attr-defined]
        tides.add(state.slices["causeway"].ebb)
        assert sum(conserved(state)["tile", id] for id in ("K1", "K2", "K3")) == 6
    assert tides == {True, False}


def test_a_tile_without_water_is_refused(tmp_path: Any) -> None:
    theirs = tmp_path / "modules" / "causeway"
    theirs.mkdir(parents=True)
    (theirs / "tiles.yaml").write_text("- {id: K1, face: 'PPP PPP PPP', road: [w]}\n", "utf-8")
    with pytest.raises(InvalidFile, match="there is no area 'W' on this tile"):
        tw.load("isleofskye", modules=["causeway"], data=tmp_path)
