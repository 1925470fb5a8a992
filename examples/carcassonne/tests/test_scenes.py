"""The rules as scenes, and every rule of the game pinned by one."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright as tw
from tilewright.testing import scenes

FILES = sorted((Path(__file__).parent / "scenes").glob("*.yaml"))
SCENES = [scene for file in FILES for scene in scenes.read(file, file.name)]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: str(scene.title))
def test_scene(scene: scenes.Scene) -> None:
    for under in scene.expectations:
        outcome = scenes.run(scene, under)
        assert not outcome.problems
        assert outcome.verdicts


def test_every_rule_has_a_scene() -> None:
    cited = {rule for scene in SCENES for rule in scene.cites}
    assert cited == {*tw.load("carcassonne").rule_texts()}
