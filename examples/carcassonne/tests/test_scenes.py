"""The rules as scenes, and every rule of the game pinned by one."""

from __future__ import annotations

import re
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


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("drawn: [A, B]", "one tile is drawn when it is to be placed"),
        ("meeples: {'5,5': anna n}", "no tile lies here"),
        ("meeples: {'0,0': anna cloister}", "the tile has nothing at 'cloister'; it has n, e, w"),
        ("meeples: {'0,0': anna q}", "'q' is not one of n, e, s, w"),
        ("meeples: {'0,0': anna n, '0,1': anna ne}, tiles: {'0,1': E r2}", "anna has too few meeples"),
        ("step: meeple", "say which tile has just been placed"),
        ("latest: '4,4'", "no tile lies here"),
        ("tiles: {'0,0': B}, drawn: [C]", r"the drawn tile has no place; .*CA-TURN-2"),
        ("tiles: {'0,1': E}", "the sides that meet differ"),
        ("tiles: {'0,1': C, '0,2': C}", "there is no C left"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_line(given: str, said: str) -> None:
    scene = f"scene: Wrong\ngame: carcassonne\nplayers: [anna, bruno]\noptions: {{meeples: 1}}\ngiven: {{{given}}}"
    [wrong] = scenes.read(f"{scene}\nexpect: [anna has 1 meeples]", "wrong.yaml")
    [problem] = scenes.run(wrong).problems
    assert problem.line == 5 and re.search(said, problem.message)


def test_every_rule_has_a_scene() -> None:
    cited = {rule for scene in SCENES for rule in scene.cites}
    editions = (tw.load("carcassonne", edition=name) for name in ("current", "first"))
    assert cited == {rule for rules in editions for rule in rules.rule_texts()}
