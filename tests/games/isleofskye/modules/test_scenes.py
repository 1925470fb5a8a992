"""The rule scenes of Isle of Skye's modules, each of them run: tests/scenes/isleofskye/modules/*.yaml."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tilewright.core.scenes import scene as scenes
from tilewright.core.scenes.scene import Scene

from .folders import ROOT

FILES = sorted((ROOT / "tests" / "scenes" / "isleofskye" / "modules").glob("*.yaml"))
EVERY = [scene for file in FILES for scene in scenes.read(file, file.relative_to(ROOT).as_posix())]
CASES = [(scene, under) for scene in EVERY for under in scene.expectations]


def case_id(value: object) -> str:
    if isinstance(value, Scene):
        return f"{Path(value.document.file).stem}: {value.title}"
    return str(value) if value is not None else ""


@pytest.mark.parametrize(("scene", "under"), CASES, ids=case_id)
def test_scene(scene: Scene, under: str | None) -> None:
    outcome = scenes.run(scene, under)
    assert not outcome.problems, "\n".join(map(str, outcome.problems))
    assert outcome.verdicts, "the scene expects nothing"


def test_scenes_say_what_they_pin() -> None:
    """Each names modules, and rules that exist with these; no title is there twice."""
    for scene in EVERY:
        assert scene.content["modules"], scene.title
        assert scene.cites and set(scene.cites) <= set(scenes.rules_for(scene).rule_texts()), scene.title
    assert not [title for title, count in Counter(scene.title for scene in EVERY).items() if count > 1]
