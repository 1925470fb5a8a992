"""Schemas of scenes, options and plans: what runs is accepted, what is flagged does not run."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.editor import scene_schema
from tilewright.core.editor.option_schema import option as schema_of
from tilewright.core.editor.plan_schema import plan
from tilewright.core.editor.ruleset_schema import Known, known
from tilewright.core.lab.study.settings import ComparisonRequest, key_of, settings_of
from tilewright.core.rules import plugins
from tilewright.core.scenes import position
from tilewright.core.scenes import scene as running
from tilewright.core.testing import Subject, moments
from tilewright.core.text.options import Option

from ..house.sources import GAMES
from .eyes import flagged, seen, single, wrong

REBIRTH = "scene: x\ngame: rebirth\nplayers: [anna, bruno]\n"
GLENMORE = "scene: x\ngame: glenmore\nplayers: [anna, bruno, clara]\n"
SKYE = "scene: x\ngame: isleofskye\nplayers: [anna, bruno]\n"


def modules(game: str) -> list[str]:
    prefix = f"{game}."
    return sorted(n.removeprefix(prefix) for n in plugins.found("module") if n.startswith(prefix))


@cache
def of_game(game: str) -> Known:
    return known(game, modules(game))


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


def game_of(text: str) -> str:
    return str(seen(text)["game"])


RIGHT = [
    REBIRTH + "given: {tiles: {'5,1': anna food, ' +7 , 0': bruno energy}}\n",
    REBIRTH + "given: {castles: {EDINBURGH-castle: nobody, stirling  Castle: ANNA}}\n",
    REBIRTH + "given: {cathedrals: {C1: [anna], c2: anna bruno}}\n",
    REBIRTH + "given: {castles: , laid aside: [anna food], out: nobody, points: {anna: '3'}, 'turns': 04}\n",
    REBIRTH + "given: {supply: empty, hand: {anna: food, bruno: [energy]}}\n",
    REBIRTH + "options: {map: alternative, castle: +7, port: ' 2 ', settlement_tie: friendly}\n",
    REBIRTH + "options: {map: alternative}\ngiven: {castles: {KE: anna}}\n",
    REBIRTH + "edition: de\nnote: [anything]\nsource: ~\nrules: [RB-END-3, RB-NEW]\n",
    REBIRTH + "options: {'data:missions.cards.ports.points': 9}\nvariants: {a: {}, b: {port: 3}}\n",
    GLENMORE + "given: {circuit: [anna, die, s0_forest_road, s1_quarry, bruno, clara]}\n",
    GLENMORE
    + "given: {coins: {anna: 3}, chieftains: {anna: 0}, cards: {anna: [], bruno: empty}, scorings: 0}\n",
    GLENMORE + "given: {passed: [], barrels: , members: {anna: {'0,0': 2}}}\n",
    SKYE
    + "given: {step: build, start: Anna, waiting: {anna: [L07]}, territories: {anna: {'0,1': L29 r0}}}\n",
    SKYE + "given: {step: score, territories: {anna: , bruno: }, gold: {anna: 3}}\nmodules: []\n",
    SKYE
    + "modules: [druids]\ngiven: {step: dolmen, start: anna, druids.dolmen: [D02, D09, D10, D17, D36]}\n",
    SKYE
    + "moves:\n- price L07=4\n".replace(
        "moves:\n- price L07=4\n", "moves: []\nexpect: []\nthen: [{expect: []}]\n"
    ),
]


@pytest.mark.parametrize("text", RIGHT)
def test_a_scene_that_runs_is_accepted(text: str) -> None:
    assert runs(text)
    assert not wrong(schema(game_of(text)), text) and not wrong(scene_schema.scenes(), text)


WRONG = [
    ("scene: x\ngame: rebirth\n", "'players' is a required property"),
    ("scene: x\ngame: rebirth\nplayers: []\n", "players: "),
    ("scene: x\ngame: rebirth\nplayers: anna\n", "players: "),
    (REBIRTH + "gven: {}\n", "'gven' was unexpected"),
    (REBIRTH + "given: [tiles]\n", "given: "),
    (REBIRTH + "given: {castels: {KE: anna}}\n", "'castels' was unexpected"),
    (REBIRTH + "given: {castles: {KX: anna}}\n", "given.castles"),
    (REBIRTH + "given: {castles: {KE: [anna]}}\n", "given.castles"),
    (REBIRTH + "given: {tiles: {here: anna food}}\n", "given.tiles"),
    (REBIRTH + "given: {tiles: {'5,1': anna fod}}\n", "given.tiles"),
    (REBIRTH + "given: {hand: {anna: fod}}\n", "given.hand"),
    (REBIRTH + "given: {hand: food}\n", "given.hand"),
    (REBIRTH + "given: {points: {anna: many}}\n", "given.points"),
    (REBIRTH + "given: {turns: }\n", "given.turns"),
    (REBIRTH + "options: {castel: 7}\n", "'castel' does not match"),
    (REBIRTH + "options: {castle: 100}\n", "options.castle: 100 is greater than the maximum of 99"),
    (REBIRTH + "options: {castle: x}\n", "options.castle"),
    (REBIRTH + "options: {settlement_tie: nobody}\n", "options.settlement_tie"),
    (REBIRTH + "variants: {a: {castel: 7}}\n", "'castel' does not match"),
    (REBIRTH + "variants: {a: 7}\n", "variants.a"),
    (REBIRTH + "edition: polish\n", "edition: 'polish' is not one of ['de', 'en']"),
    (REBIRTH + "modules: [druids]\n", "modules.0"),
    (REBIRTH + "moves: place food\n", "moves: "),
    (REBIRTH + "expect: anna has 0 points\n", "expect: "),
    (REBIRTH + "expect: [to act: anna]\n", "expect"),
    (REBIRTH + "expect: {a: anna wins}\n", "expect"),
    (REBIRTH + "then: [{move: []}]\n", "'move' was unexpected"),
    (REBIRTH + "rules: RB-END-3\n", "rules: "),
    (REBIRTH + "rules: [[RB-END-3]]\n", "rules.0: "),
    (GLENMORE + "given: {coins: {anna: -1}}\n", "given.coins"),
    (GLENMORE + "given: {scorings: 4}\n", "given.scorings: 4 is greater than the maximum of 3"),
    (GLENMORE + "given: {cards: {anna: [iona]}}\n", "given.cards"),
    (GLENMORE + "given: {displays: {anna: {'1,0': s9_none}}}\n", "given.displays"),
    (GLENMORE + "given: {turn: {plcaed: []}}\n", "given.turn"),
    (GLENMORE + "given: {iona: stale}\n", "given.iona"),
    (GLENMORE + "edition: de\n", "edition"),
    (SKYE + "given: {stakes: {anna: {L07: some}}}\n", "given.stakes"),
    (SKYE + "modules: [druids]\ngiven: {druids.dolmen: [L999]}\n", "given.druids.dolmen"),
    (SKYE + "modules: [druid]\n", "modules.0: 'druid' is not one of"),
    (SKYE + "given: {step: build, round: 0}\n", "given.round: 0 is less than the minimum of 1"),
    (SKYE + "edition: first\n", "edition: "),
    (SKYE + "options: {druids.none: 1}\n", "'druids.none' does not match"),
    ("- scene: x\n  game: isleofskye\n  players: [a, b]\n- x\n", "1: "),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_a_planted_mistake_is_flagged_and_does_not_run(text: str, said: str) -> None:
    """Each is flagged in its place, and running the scene finds it as well."""
    content = seen(text)
    game = (content[0] if isinstance(content, list) else content)["game"]
    found = wrong(schema(game), text)
    assert any(said in one for one in found), found
    assert not runs(text)


def test_a_scene_of_another_game_is_flagged() -> None:
    assert wrong(schema("rebirth"), GLENMORE) == ["game: 'rebirth' was expected"]


def test_the_fields_are_those_that_scenes_have() -> None:
    assert tuple(scene_schema.FIELDS) == running.FIELDS
    assert tuple(schema(GAMES[0])["definitions"]["stage"]["properties"]) == running.STAGE
    assert {*scene_schema.CORE} == {*position.CORE}


@pytest.mark.parametrize("game", GAMES)
def test_the_words_are_those_of_the_game(game: str) -> None:
    """With all modules: what may stand under `given` is what the schema lists, and each word says what it is."""
    rules = tw.load(game, modules(game))
    words = {noun.name for noun in rules.nouns if noun.name and noun.put is not None}
    words |= {f"{spot.holder}.{spot.name}".lstrip(".") for spots in rules.places.values() for spot in spots}
    listed = schema(game)["definitions"]["scene"]["properties"]["given"]["properties"]
    assert {*listed} == words | {*position.CORE}
    assert all(one.get("description") for one in listed.values())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("whole", [False, True], ids=["alone", "modules"])
def test_positions_of_random_games_are_accepted(game: str, whole: bool) -> None:
    """An export has everything that a position can have."""
    rules = tw.load(game, modules(game) if whole else ())
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
