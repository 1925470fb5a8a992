"""Isle of Skye's rule scenes, each of them run: tests/scenes/isleofskye/*.yaml; see docs/scenes.md."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.core.scenes.scene import Scene

from ..scenery import each, played, run, say_what_they_pin, scenes_in

EVERY = scenes_in("isleofskye")


@pytest.mark.quick
@each(EVERY)
def test_scene(scene: Scene, under: str | None) -> None:
    run(scene, under)


def test_scenes_say_what_they_pin() -> None:
    say_what_they_pin(EVERY, "source")


def test_scenes_cover_both_readings() -> None:
    """Each value of each option that names a ruling is played by some scene."""
    for option in tw.load("isleofskye").declared:
        if option.rule.startswith("IS-AMB-"):
            values = option.values or (() if option.type == "text" else (False, True))
            assert {str(value).lower() for value in values} <= played(EVERY)[option.name], option.name
