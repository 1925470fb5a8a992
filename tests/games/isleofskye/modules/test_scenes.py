"""The rule scenes of Isle of Skye's modules, each of them run: tests/scenes/isleofskye/modules/*.yaml."""

from __future__ import annotations

from tilewright.core.scenes.scene import Scene

from ...scenery import each, run, say_what_they_pin, scenes_in

EVERY = scenes_in("isleofskye/modules")


@each(EVERY)
def test_scene(scene: Scene, under: str | None) -> None:
    run(scene, under)


def test_scenes_say_what_they_pin() -> None:
    say_what_they_pin(EVERY, "modules")
