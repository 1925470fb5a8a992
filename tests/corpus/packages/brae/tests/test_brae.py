"""The conformance kit over the game with the module; the rules as scenes; and what scenes cannot say."""

from __future__ import annotations

from pathlib import Path

import pytest
import tilewright as tw
from tilewright import testing
from tilewright.testing import scenes

GAME, MODULE = "glenmore", "brae"
FILES = sorted((Path(__file__).parent / "scenes").glob("*.yaml"))
SCENES = [scene for path in FILES for scene in scenes.read(path)]


@pytest.mark.parametrize("check", testing.CHECKS)
def test_the_kit_holds(check: str) -> None:
    testing.conforms(tw.load(GAME, [MODULE]), [check], games=1, seats=[2], every=24)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.title)
def test_scenes(scene: scenes.Scene) -> None:
    for under in scene.expectations:
        outcome = scenes.run(scene, under)
        assert not outcome.problems, "\n".join(map(str, outcome.problems))


def test_every_rule_is_cited_by_a_scene() -> None:
    cited = {rule for scene in SCENES for rule in scene.cites}
    assert set(tw.load(GAME, [MODULE]).rule_texts()) - set(tw.load(GAME).rule_texts()) <= cited


def test_the_tiles_are_mixed_with_those_of_the_box() -> None:
    box, rules = tw.load(GAME), tw.load(GAME, [MODULE])
    added = set(rules.pieces["stack1"]) - set(box.pieces["stack1"])
    assert added == {f"{MODULE}_weaver", f"{MODULE}_hall"}
    for lang in ("en", "de", "pl"):
        assert all(lang in rules.words.texts(f"name.{tile}") for tile in added)
