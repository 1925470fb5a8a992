"""Positions to begin from: a record is told from a scene by how it begins."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.play.match import Match
from tilewright.core.play.start import begin, split

SCENE = "scene: one\ngame: rebirth\nplayers: [anna, bruno]\ngiven: {}\nthen: []\n"


def test_a_scene_scripts_what_comes_and_not_what_the_set_up_drew(tmp_path: Path) -> None:
    """A zone, and what is no source at all, which the match refuses; the start player is known already."""
    path = tmp_path / "one.yaml"
    path.write_text(SCENE + "draws: {supply.anna: [food], start: bruno, sky: [rain]}\n", "utf-8")
    assert begin(str(path), "rebirth").script == {"supply.anna": ["food"], "sky": ["rain"]}


def test_what_a_record_and_a_scene_give(tmp_path: Path) -> None:
    record, scene = tmp_path / "match.jsonl", tmp_path / "one@2.yaml"
    match = Match(tw.load("rebirth"), ["anna", "bruno"], seed=2, record=record)
    for _ in range(3):
        match.play(match.state.legal(match.state.to_act[0])[0])
    match.close()
    whole, second = begin(str(record), "rebirth"), begin(f"{record}@2", "rebirth")
    assert whole.state == match.state and whole.bots == {} == second.bots
    assert second.state.to_act[0] == match.played[2].seat and second.state != match.state
    scene.write_text(SCENE, "utf-8")
    assert begin(str(scene), "rebirth").bots is None and split(str(scene)) == (str(scene), None)
    for text, game, said in (
        (str(record), "glenmore", "is a position of rebirth, not of glenmore"),
        (f"{record}@4", "rebirth", "has only 3 decisions, so there is no decision 4"),
        (str(tmp_path / "no.yaml"), "rebirth", "there is no file"),
    ):
        with pytest.raises(UsageError, match=said):
            begin(text, game)
