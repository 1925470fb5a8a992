"""The module's own tests, as its author runs them: `pip install . && pytest`."""

from __future__ import annotations

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
SCENES = """
- scene: Roads that end at the same water meet there
  rules: [CW-ROAD-1]
  game: isleofskye
  modules: [causeway]
  players: [anna, bruno]
  note: >-
    Anna's causeways end at the water of L49; the road of K1 leads to the castle, that of K2 nowhere else. Bruno's
    end at different waters.
  given:
    step: income
    gold: {anna: 0, bruno: 0}
    territories:
      anna: {"0,1": K1 r3, "0,2": L49 r2, "1,2": K2}
      bruno: {"0,1": K1 r3, "1,0": K2}
  expect:
    - anna has 3 connected tiles
    - bruno has 2 connected tiles
- scene: A landing scores 2
  rules: [CW-ST-1]
  game: isleofskye
  modules: [causeway]
  players: [anna, bruno]
  given:
    step: score
    scoring: [landings, columns, all_sheep, most_ships]
    territories:
      anna: {"0,1": K1 r3}
      bruno: {"0,-1": K1}
  expect:
    - anna has 2 points
    - bruno has 0 points
- scene: At ebb a tile costs 1 gold less over the sand, and the seller has the whole stake back
  rules: [CW-TIDE-2]
  game: isleofskye
  modules: [causeway]
  players: [anna, bruno]
  variants:
    ebb: {causeway.toll: 1}
    dear: {causeway.toll: 3}
    none: {causeway.toll: 0}
  given:
    step: buy
    to act: anna
    modules: {causeway: {ebb: true}}
    gold: {anna: 5, bruno: 5}
    offers: {anna: [L01, L02], bruno: [L03, L04]}
    stakes: {anna: {L01: 1, L02: 1}, bruno: {L03: 2, L04: 4}}
    territories:
      anna: {"0,1": K1 r3}
  moves: [buy L03]
  expect:
    ebb: [anna has 4 gold, bruno has 8 gold]
    dear: [anna has 5 gold, bruno has 7 gold]
    none: [anna has 3 gold, bruno has 9 gold]
"""


def test_scenes() -> None:
    for scene in scenes.read(SCENES, "causeway.yaml"):
        for under in scene.expectations:
            assert not scenes.run(scene, under).problems


def test_the_kit_holds() -> None:
    testing.conforms(RULES, games=1, seats=[2], every=24)


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
