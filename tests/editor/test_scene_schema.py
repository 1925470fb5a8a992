"""Schemas of scenes, options and plans: what runs is accepted, what is flagged does not run."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.editor import scene_schema
from tilewright.core.editor.option_schema import option as schema_of
from tilewright.core.editor.option_schema import plan
from tilewright.core.lab.study.requests import ComparisonRequest
from tilewright.core.lab.study.settings import key_of, settings_of
from tilewright.core.rules import position
from tilewright.core.scenes import scene as running
from tilewright.core.testing import Subject, moments
from tilewright.core.text.options import Option

from ..cases import cases
from ..house.sources import GAMES
from .eyes import flagged, of_game, seen, single, wrong

HEADS = {
    "rebirth": "scene: x\ngame: rebirth\nplayers: [anna, bruno]\n",
    "glenmore": "scene: x\ngame: glenmore\nplayers: [anna, bruno, clara]\n",
    "isleofskye": "scene: x\ngame: isleofskye\nplayers: [anna, bruno]\n",
    "": "",
}


@cache
def schema(game: str) -> dict[str, Any]:
    return scene_schema.scenes(of_game(game))


def runs(text: str) -> bool:
    """Whether the scene can be read and set up, its moves can be played and its sentences are understood."""
    try:
        [scene] = running.read(text, "try.yaml")
    except InvalidFile:
        return False
    return all(not run.problems for run in (running.run(scene, under) for under in scene.expectations))


@pytest.mark.parametrize(("game", "rest"), cases(__file__, "right"))
def test_a_scene_that_runs_is_accepted(game: str, rest: str) -> None:
    text = f"{HEADS[game]}{rest}\n"
    assert runs(text)
    assert not wrong(schema(game), text) and not wrong(scene_schema.scenes(), text)


@pytest.mark.parametrize(("head", "rest", "said"), cases(__file__, "wrong"))
def test_a_planted_mistake_is_flagged_and_does_not_run(head: str, rest: str, said: str) -> None:
    """Each is flagged in its place, and running the scene finds it as well."""
    text = f"{HEADS[head]}{rest}\n"
    content = seen(text)
    game = (content[0] if isinstance(content, list) else content)["game"]
    found = wrong(schema(game), text)
    assert any(said in one for one in found), found
    assert not runs(text)


def test_a_scene_of_another_game_is_flagged() -> None:
    assert wrong(schema("rebirth"), HEADS["glenmore"]) == ["game: 'rebirth' was expected"]


def test_the_words_of_every_game_are_those_that_positions_have() -> None:
    assert {*scene_schema.CORE} == {*position.CORE}


@pytest.mark.parametrize("game", GAMES)
def test_the_words_are_those_of_the_game(game: str) -> None:
    """With all modules: what may stand under `given` is what the schema lists, and each word says what it is."""
    rules = of_game(game).rulesets[-1]
    words = {noun.name for noun in rules.nouns if noun.name and noun.put is not None}
    words |= {f"{spot.holder}.{spot.name}".lstrip(".") for spots in rules.places.values() for spot in spots}
    listed = schema(game)["definitions"]["scene"]["properties"]["given"]["properties"]
    assert {*listed} == words | {*position.CORE}
    assert all(one.get("description") for one in listed.values())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("whole", [False, True], ids=["alone", "modules"])
def test_positions_of_random_games_are_accepted(game: str, whole: bool) -> None:
    """An export has everything that a position can have."""
    rules = of_game(game).rulesets[-1 if whole else 0]
    subject = Subject(rules=rules, games=1, seats=(2, 4), seed=3)
    every = [moment.state for moment in moments(subject)]
    for state in every[:: max(1, len(every) // 12)]:
        text = running.export(state)
        assert not flagged(schema(game), seen(text)), text


# -- options and plans -------------------------------------------------------------------------------------------------


@cache
def options() -> list[Option]:
    return [option for game in GAMES for option in of_game(game).options]


VALUES = st.one_of(
    st.sampled_from(["true", "True", "tRUE", "false", "yes", "~", "", "x", "+3", "1_0", "1e1", "0x3", "3.0", "' 3 '"]),
    st.integers(-2, 120).map(str),
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.deferred(lambda: st.sampled_from(options())), VALUES)
def test_a_value_of_an_option_is_flagged_only_if_it_is_refused(option: Option, typed: str) -> None:
    quoted = typed.startswith("'")
    try:
        option.read(typed.strip("'"))
    except UsageError:
        return
    assert not flagged(schema_of(option), typed.strip("'") if quoted else single(typed)), option


def test_an_option_takes_its_values_and_no_others() -> None:
    for option in options():
        made = schema_of(option)
        for value in (option.default, *option.values, *option.known):
            assert not flagged(made, single(str(value)) if str(value) else ""), option
        if option.ranged:
            low, high = map(int, option.values)
            assert flagged(made, low - 1) and flagged(made, high + 1) and flagged(made, "some"), option
        elif option.values:
            assert flagged(made, "no such value"), option
        assert flagged(made, [option.default]) and option.doc in made["description"], option
        assert option.rule in made["description"], option


def test_a_plan_knows_its_settings_and_those_of_a_game() -> None:
    about = {key_of(name): one.help for name, one in settings_of(ComparisonRequest).items()} | {"": "All."}
    made = plan(ComparisonRequest, "plans", about, of_game("isleofskye"))
    assert {name: one["description"] for name, one in made["properties"].items()} | {"": "All."} == about
    assert not wrong(made, "{game: isleofskye, with: [druids], set: {coins: unlimited}, blocks: 3}")
    assert not wrong(made, "{game: , with: , set: , edition: , blocks: , primary: [score], adapt: 5}")
    for text in ("{game: rebirth}", "{with: [tunel]}", "{set: {coin: limited}}", "{set: {coins: none}}", "{block: 3}",
                 "{blocks: many}", "{primary: score}"):  # fmt: skip
        assert wrong(made, text), text
