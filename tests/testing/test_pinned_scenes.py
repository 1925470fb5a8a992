"""testing.pinned: scenes of a folder hold, and every rule is cited by one; testing.play_out with bots by name."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.testing import pinned, play_out

from ..cases import cases

SCENE = """
- scene: Anna begins
  rules: [RB-TURN]
  game: rebirth
  players: [anna, bruno]
  expect: ["to act: anna"]
"""
TEXTS = {
    "RB-TURN": '{text: "Turns.", source: own}',
    "RB-QUIET": '{text: "Quietly.", source: own, untested: "nobody can hear it"}',
}


def wrong(folder: Path, scenes: str, **more: str) -> list[str]:
    """What is said of these scenes, for a game of these rules alone."""
    texts = {**TEXTS, **more}
    (folder / "data").mkdir()
    (folder / "data" / "rules.yaml").write_text(
        "".join(f"{name}: {text}\n" for name, text in texts.items()), "utf-8"
    )
    (folder / "scenes" / "deep").mkdir(parents=True)
    if scenes:
        (folder / "scenes" / "deep" / "one.yaml").write_text(scenes, "utf-8")
    try:
        pinned(tw.load("rebirth", data=folder / "data"), folder / "scenes")
    except AssertionError as error:
        return str(error).splitlines()
    return []


def test_scenes_that_hold_and_cite_every_rule_pass(tmp_path: Path) -> None:
    assert wrong(tmp_path, SCENE) == []


def test_the_folder_may_be_a_text(tmp_path: Path) -> None:
    assert wrong(tmp_path, SCENE) == []
    pinned(tw.load("rebirth", data=tmp_path / "data"), str(tmp_path / "scenes"))
    with pytest.raises(AssertionError, match="there are no scenes in"):
        pinned(tw.load("rebirth"), str(tmp_path / "data" / "none"))


def test_a_rule_that_no_scene_cites_is_named(tmp_path: Path) -> None:
    assert wrong(tmp_path, SCENE, LONELY='{text: "Alone.", source: own}') == ["no scene cites LONELY"]


def test_a_rule_that_does_not_exist_is_named(tmp_path: Path) -> None:
    said = wrong(tmp_path, SCENE.replace("[RB-TURN]", "[RB-TURN, RB-TRUN]"))
    assert said == ["RB-TRUN is cited and is not a rule"]


@pytest.mark.parametrize(
    ("old", "new", "ending"), cases(__file__, "a_scene_that_does_not_hold_is_named_with_its_line")
)
def test_a_scene_that_does_not_hold_is_named_with_its_line(
    old: str, new: str, ending: str, tmp_path: Path
) -> None:
    [said] = wrong(tmp_path, SCENE.replace(old, new))
    assert said.startswith("Anna begins: ") and said.endswith(ending)


def test_a_folder_without_scenes_is_named(tmp_path: Path) -> None:
    assert wrong(tmp_path, "") == [f"there are no scenes in {tmp_path / 'scenes'}", "no scene cites RB-TURN"]


def test_a_module_pins_its_own_rules_alone(tmp_path: Path) -> None:
    rules = tw.load("isleofskye", ["tunnel"])
    own = rules.rule_texts("tunnel")
    assert own and not own.keys() & rules.rule_texts("isleofskye").keys()
    assert {**rules.rule_texts("isleofskye"), **own} == rules.rule_texts()
    scene = SCENE.replace("RB-TURN", next(iter(own))).replace("rebirth", "isleofskye\n  modules: [tunnel]")
    (tmp_path / "one.yaml").write_text(scene.replace('"to act: anna"', "the game is not over"), "utf-8")
    with pytest.raises(AssertionError) as caught:
        pinned(rules, tmp_path, of="tunnel")
    missing = [line for line in str(caught.value).splitlines() if line.startswith("no scene cites ")]
    assert {line.removeprefix("no scene cites ") for line in missing} == {
        name for name, rule in list(own.items())[1:] if not rule.untested
    }


def test_bots_play_by_their_names() -> None:
    rules = tw.load("rebirth")
    one, other = rules.new(2, 5), rules.new(2, 5)
    assert play_out(rules, one, ["greedy", "random"], 5) == play_out(
        rules, other, [bots.make("greedy", rules), bots.make("random", rules)], 5
    )
    assert one == other and one.over and one.scores[0] > one.scores[1]
