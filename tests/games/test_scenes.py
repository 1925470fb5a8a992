"""The rule scenes of our games and their modules in tests/scenes, each of them run; docs/scenes.md says how."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.core.scenes import scene as scenes
from tilewright.core.scenes.scene import Scene

from .scenery import back, each, played, run, say_what_they_pin, scenes_in

GAMES = {game: scenes_in(game) for game in ("glenmore", "isleofskye", "rebirth")}
MODULES = {folder: scenes_in(folder) for folder in ("isleofskye/modules", "rebirth/modules")}


@pytest.mark.quick
@each(scene for every in GAMES.values() for scene in every)
def test_scene(scene: Scene, under: str | None) -> None:
    run(scene, under)


@each(scene for every in MODULES.values() for scene in every)
def test_scene_of_a_module(scene: Scene, under: str | None) -> None:
    run(scene, under)


@pytest.mark.parametrize("folder", [*GAMES, *MODULES])
def test_scenes_say_what_they_pin(folder: str) -> None:
    every = (GAMES | MODULES)[folder]
    assert every
    say_what_they_pin(every, "source" if folder in GAMES else "modules")


@pytest.mark.parametrize("edition", ["polish", "yucata"])
def test_what_is_said_of_no_edition_holds_in_all(edition: str) -> None:
    """A scene with one list of expectations may be run under any edition, side by side with others; without one it is
    run as above under the German rules."""
    rules = tw.load("glenmore", edition=edition)
    for scene in GAMES["glenmore"]:
        if scene.expectations == (None,):
            outcome = scenes.run(scene, edition, None if scene.content.get("options") else rules)
            assert not outcome.problems, "\n".join(map(str, outcome.problems))


def test_each_edition_of_glen_more_is_expected_something() -> None:
    assert {under for scene in GAMES["glenmore"] for under in scene.expectations} >= set(
        tw.load("glenmore").editions
    )


@pytest.mark.parametrize(("game", "rulings"), [("glenmore", "GM-AMB-"), ("isleofskye", "IS-AMB-")])
def test_scenes_cover_all_readings(game: str, rulings: str) -> None:
    """Each value of each option that names a ruling is played by some scene."""
    by_option = played(GAMES[game])
    for option in tw.load(game).declared:
        if option.rule.startswith(rulings):
            values = option.values or (() if option.type == "text" else (False, True))
            found = by_option[option.name]
            assert found == {str(value).lower() for value in values} if values else found, option.name


@pytest.mark.parametrize(("game", "edition"), [("glenmore", "polish"), ("rebirth", "en")])
def test_export_names_edition_and_goes_on_alike(game: str, edition: str) -> None:
    """A game goes on from an exported position as it would have gone on."""
    state = tw.load(game, edition=edition).new(["anna", "bruno", "clara"], seed=4)
    for _ in range(25):
        state.apply(state.legal(state.to_act[0])[0])
    again = back(scenes.export(state))
    assert again.rules.edition == edition
    for _ in range(40):
        for one in (state, again):
            one.apply(one.legal(one.to_act[0])[-1])
    assert again == state
