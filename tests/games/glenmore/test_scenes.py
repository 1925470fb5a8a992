"""Glen More's rule scenes, each of them run: tests/scenes/glenmore/*.yaml; docs/scenes.md says how to write one."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.core.scenes import scene as scenes
from tilewright.core.scenes.scene import Scene

from ..scenery import each, played, run, say_what_they_pin, scenes_in

EVERY = scenes_in("glenmore")


@pytest.mark.quick
@each(EVERY)
def test_scene(scene: Scene, under: str | None) -> None:
    run(scene, under)


def test_scenes_say_what_they_pin() -> None:
    say_what_they_pin(EVERY, "source")


@pytest.mark.parametrize("edition", tw.load("glenmore").editions)
def test_what_is_said_of_no_edition_holds_in_all(edition: str) -> None:
    """A scene with one list of expectations may be run under any edition, side by side with others."""
    rules = tw.load("glenmore", edition=edition)
    for scene in EVERY:
        if scene.expectations == (None,):
            outcome = scenes.run(scene, edition, None if scene.content.get("options") else rules)
            assert not outcome.problems, "\n".join(map(str, outcome.problems))


def test_scenes_cover_editions_and_readings() -> None:
    """Each edition is expected something, and each value of each option that names a ruling is played by some scene."""
    rules = tw.load("glenmore")
    assert {under for scene in EVERY for under in scene.expectations} >= set(rules.editions)
    for option in rules.declared:
        if option.rule.startswith("GM-AMB-"):
            values = option.values or (False, True)
            assert {str(value).lower() for value in values} == played(EVERY)[option.name], option.name
