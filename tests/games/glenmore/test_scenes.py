"""Glen More's rule scenes, each of them run; any position as a scene and back; positions that are wrong.

The scenes themselves are tests/scenes/glenmore/*.yaml, docs/scenes.md says how to write one.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import InvalidFile
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.state import State
from tilewright.core.scenes import scene as scenes
from tilewright.core.scenes.position import CORE
from tilewright.core.scenes.scene import Scene
from tilewright.core.scenes.sentences import holds
from tilewright.games.glenmore.state import GlenMoreState

ROOT = Path(__file__).parents[3]
FILES = sorted((ROOT / "tests" / "scenes" / "glenmore").glob("*.yaml"))


def read(file: Path) -> list[Scene]:
    return scenes.read(file, file.relative_to(ROOT).as_posix())


CASES = [(scene, under) for file in FILES for scene in read(file) for under in scene.expectations]


def case_id(value: object) -> str:
    if isinstance(value, Scene):
        return f"{Path(value.document.file).stem}: {value.title}"
    return str(value) if value is not None else ""


@pytest.mark.quick
@pytest.mark.parametrize(("scene", "under"), CASES, ids=case_id)
def test_scene(scene: Scene, under: str | None) -> None:
    outcome = scenes.run(scene, under)
    assert not outcome.problems, "\n".join(map(str, outcome.problems))
    assert outcome.verdicts, "the scene expects nothing"


@pytest.mark.parametrize("edition", tw.load("glenmore").editions)
def test_what_is_said_of_no_edition_holds_in_all(edition: str) -> None:
    """A scene with one list of expectations may be run under any edition, side by side with others."""
    rules = tw.load("glenmore", edition=edition)
    for file in FILES:
        for scene in read(file):
            if scene.expectations == (None,):
                outcome = scenes.run(scene, edition, None if scene.content.get("options") else rules)
                assert not outcome.problems, "\n".join(map(str, outcome.problems))


def test_scenes_say_what_they_pin() -> None:
    """Each has a title of its own, the rules that it pins, and where these stand."""
    known = tw.load("glenmore").rule_texts()
    every = [scene for file in FILES for scene in read(file)]
    for scene in every:
        assert scene.content["scene"] and scene.content["source"], scene.title
        assert scene.cites and set(scene.cites) <= set(known), scene.title
    twice = [title for title, count in Counter(scene.title for scene in every).items() if count > 1]
    assert not twice


def test_scenes_cover_editions_and_readings() -> None:
    """Each edition is expected something, and each value of each option that names a ruling is played by some scene."""
    rules = tw.load("glenmore")
    played: dict[str, set[object]] = {}
    editions = set()
    for file in FILES:
        for scene in read(file):
            editions |= set(scene.expectations) & set(rules.editions)
            for options in [scene.content.get("options", {}), *scene.content.get("variants", {}).values()]:
                for name, value in options.items():
                    played.setdefault(name, set()).add(str(value))
    assert editions == set(rules.editions)
    for option in rules.declared:
        if option.rule.startswith("GM-AMB-"):
            values = option.values or (False, True)
            assert {str(value).lower() for value in values} == played[option.name], option.name


# Any position as a scene, and back

NAMES = ["anna", "bruno", "clara", "dan", "eve"]
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("default", {}),
    ("literal", {"lochy_cubes": "any_tile", "iona_production": "once", "lochy_compulsory": False}),
    ("pass", {"no_tile": "pass", "ness_payment": "before_payment", "members_per_tile": "one"}),
    ("after", {"movement_after_refill": True, "scoring_time": "end_of_phase", "die_removal": "landed"}),
    (
        "early",
        {"ness_time": "any_time", "ness_on_discard": True, "spend_gained": False, "exchange": "forced"},
    ),
    ("late", {"trade_after_refill": True, "ness_after_movement": True, "scoring_time": "end_of_phase"}),
    ("data", {"oich_movement": "lost", "tile_capacity": 5, "data:tiles.s2_tavern.each.vp": 4}),
]


def walk(rules: Rules, players: int, seed: int) -> list[State]:
    """Positions of a random game: the first, some on the way, more where something is half done, the last."""
    chance = Stream(seed, "walk")
    state = rules.new(NAMES[:players], seed)
    found, steps = [state.clone()], set[str]()
    while not state.over:
        state.apply(chance.pick(state.legal(state.to_act[0])))
        step = state.step.name if state.step is not None else "over"
        rare = step in ("over", "benefit") or step not in steps
        if rare or chance.below(5 if step in ("pay", "deal", "move") else 12) == 0:
            steps.add(step)
            found.append(state.clone())
    return found


def back(text: str, rules: Rules | None = None) -> State:
    """The state that an exported scene stands for."""
    (scene,) = scenes.read(text, "exported.yaml")
    return scenes.begin(scene, rules=rules)[1]


@pytest.mark.parametrize(
    ("name", "options", "players"),
    [
        (*one, players)
        for n, one in enumerate(OPTIONS)
        for players in ((3, 2, 4, 5) if n == 0 else (2 + n % 4,))
    ],
    ids=lambda value: "" if isinstance(value, dict) else str(value),
)
def test_export_reads_back(name: str, options: dict[str, Any], players: int) -> None:
    """The usual game with any number of players, others with one number each.

    Equal in everything, the order of piles and the state of chance included; and written again, the same text."""
    rules = tw.load("glenmore", options=options)
    positions = walk(rules, players, seed=players)
    for state in positions:
        text = scenes.export(state, title="a position")
        again = back(text, rules)
        assert again == state
        assert again.digest() == state.digest()
        assert scenes.export(again, title="a position") == text
    assert positions[-1].over
    assert back(scenes.export(positions[-1])) == positions[-1]


def test_every_step_of_a_turn_was_exported() -> None:
    """Among the positions written and read back are half-paid tiles, open deals and one-time benefits."""
    rules = tw.load("glenmore")
    steps = {s.step.name for n in (2, 3, 4, 5) for s in walk(rules, n, seed=n) if s.step is not None}
    assert steps == {"take", "pay", "place", "benefit", "activate", "deal", "move"}


def test_export_names_edition_and_goes_on_alike() -> None:
    """A game goes on from an exported position as it would have gone on."""
    state = tw.load("glenmore", edition="polish").new(NAMES[:3], seed=4)
    for _ in range(25):
        state.apply(state.legal(state.to_act[0])[0])
    again = back(scenes.export(state))
    assert again.rules.edition == "polish"
    for _ in range(40):
        for one in (state, again):
            one.apply(one.legal(one.to_act[0])[-1])
    assert again == state


def test_export_of_a_position_set_up_by_hand() -> None:
    """What no game leads to is written and read back as well: chieftains, cards without tiles, a turn in hand."""
    text = """
    scene: by hand
    game: glenmore
    players: [anna, bruno]
    options: {iona_production: once, no_tile: pass}
    given:
      circuit: [bruno, s1_meadow, anna, die, s3_forest]
      displays:
        anna: {"1,0": s0_forest_road, "2,0": iona_abbey}
        bruno: {"0,1": loch_lochy}
      cubes: {anna: {"2,0": stone stone}, bruno: {"0,1": [wood, grain]}}
      members: {anna: {"0,0": 2, "1,0": 1}, bruno: {}}
      barrels: {anna: 2}
      chieftains: {bruno: 4}
      coins: {anna: 0}
      cards: {anna: [loch_ness, iona_abbey]}
      warehouse: {wood: 3, grain: 1}
      iona: produced
      stack1: [s1_forest, s1_quarry]
      to act: anna
      points: {anna: 12, bruno: -3}
      turn:
        advanced: 2
        tile: castle_of_mey
        owed: {stone: 1, cattle: 1, different: 1, given: [wood], members: 1}
        marks: [stepped]
      turns: 9
    """
    state = back(text)
    again = back(scenes.export(state))
    assert again == state
    assert (state.turns, state.scores, state.to_act) == (9, [12, -3], (0,))
    assert state.step is not None and state.step.name == "pay"


def test_players_may_be_called_like_tiles() -> None:
    """A figure whose player has the name of a tile or of the die is still told from them."""
    state = tw.load("glenmore").new(["die", "s1_forest", "anna"], seed=1)
    text = scenes.export(state)
    assert "player:die" in text and "player:s1_forest" in text
    assert back(text) == state


# What a position leaves unsaid


def begun(given: str) -> GlenMoreState:
    state = back(f"game: glenmore\nplayers: [anna, bruno, clara, dan]\ngiven: {given}\n")
    assert isinstance(state, GlenMoreState)
    return state


def test_a_tile_named_elsewhere_leaves_the_circuit() -> None:
    """The circuit keeps 13 spaces: the next tile of stack 1 stands at its head."""
    fresh = begun("{}")
    state = begun('{displays: {anna: {"1,0": s0_forest_road}}}')
    forest = fresh.rules.data.kind_number["s0_forest_road"]
    assert forest in fresh.chain and forest not in state.chain
    assert len(state.chain) == 13
    assert state.chain[:-1] == [item for item in fresh.chain if item != forest]
    assert state.chain[-1] == fresh.stack1[-1]
    assert state.stack1 == fresh.stack1[:-1]


def test_a_stack_takes_what_it_names_from_the_circuit() -> None:
    fresh = begun("{}")
    head = fresh.rules.data.kinds[fresh.chain[-1]].id
    state = begun(f"{{stack1: [{head}]}}")
    assert [state.rules.data.kinds[kind].id for kind in state.stack1] == [head]
    assert fresh.chain[-1] not in state.chain
    assert len(state.chain) == 13


def test_no_tile_is_there_twice() -> None:
    """Circuit, displays, stacks and the tile in hand never hold more of a tile than the box does."""
    state = begun(
        "{circuit: [anna, s1_forest, bruno, clara, dan, s0_quarry_road], "
        'displays: {anna: {"1,0": s0_forest_road, "1,1": s1_forest}}, turn: {tile: loch_oich}}'
    )
    kinds = state.rules.data.kinds
    held = Counter(item for item in state.chain if item >= 0) + Counter([state.tile])
    for display in state.displays:
        held.update(display.values())
    for stack in state.stacks():
        held.update(stack)
    assert all(count <= kinds[kind].count for kind, count in held.items())
    assert not state.stack0
    assert len(state.stack1) == 21 and len(state.stack3) == 16


def test_scorings_follow_the_stacks_and_the_step_follows_the_turn() -> None:
    assert begun("{}").scorings == 0
    assert begun("{stack1: empty}").scorings == 1
    assert begun("{stack1: empty, stack2: empty}").scorings == 2
    for turn, step in [
        ("{}", "take"),
        ("{advanced: 1, tile: s1_distillery_road, owed: {stone: 1}}", "pay"),
        ("{advanced: 1, tile: s1_grain_road}", "place"),
        ("{advanced: 1, placed: ['0,0'], benefit: 2}", "benefit"),
        ("{advanced: 1, placed: ['0,0'], benefit: fill}", "benefit"),
        ("{advanced: 1, placed: ['0,0'], active: ['0,0']}", "activate"),
        ("{advanced: 1, points: 2}", "move"),
    ]:
        found = begun(f"{{turn: {turn}}}").step
        assert found is not None and found.name == step


# Positions that are wrong: (what stands under `given`, what is said)

WRONG: dict[str, tuple[str, str]] = {
    "noun": (
        "display: {}",
        "4:3: given.display: unknown word 'display'; did you mean 'displays'?",
    ),
    "tile": (
        "displays: {anna: {'1,0': s0_forrest_road}}",
        "4:28: given.displays.anna.1,0: there is no tile 's0_forrest_road'; did you mean 's0_forest_road'?",
    ),
    "player": (
        "coins: {anne: 3}",
        "4:17: given.coins.anne: there is no player 'anne'; playing: anna, bruno, clara, dan",
    ),
    "cell": (
        "displays: {anna: {north: s0_forest_road}}",
        "4:28: given.displays.anna.north: 'north' is not a cell: write x,y, two whole numbers such as 2,-1",
    ),
    "tile named twice": (
        "displays:\n    anna: {'1,0': s0_forest_road}\n    bruno: {'1,0': s0_forest_road}",
        "6:20: given.displays.bruno.1,0: there is no s0_forest_road left",
    ),
    "tile on circuit and display": (
        "displays: {anna: {'1,1': s1_forest, '1,2': s1_forest}}\n"
        "  circuit: [anna, s1_forest, bruno, clara, dan]",
        "4:46: given.displays.anna.1,2: there is no s1_forest left",
    ),
    "tile in a stack and on a display": (
        "stack1: [s1_forest, s1_meadow, s1_forest]\n  displays: {anna: {'1,1': s1_forest}}",
        "5:28: given.displays.anna.1,1: there is no s1_forest left",
    ),
    "tile of another stack": (
        "stack1: [s1_forest, s2_quarry]",
        "4:23: given.stack1.1: there is no s2_quarry left to put here",
    ),
    "start village elsewhere": (
        "displays: {anna: {'1,0': start_village}}",
        "4:28: given.displays.anna.1,0: start villages lie at 0,0 of each display and nowhere else",
    ),
    "tile on the start village": (
        "displays: {anna: {'0,0': s1_forest}}",
        "4:28: given.displays.anna.0,0: another tile lies at 0,0",
    ),
    "figure": (
        "circuit: [anna, s1_forest, bruno, clara, don]",
        "4:44: given.circuit.4: there is no player 'don'; playing: anna, bruno, clara, dan",
    ),
    "figure twice": (
        "circuit: [anna, s1_forest, bruno, anna]",
        "4:37: given.circuit.3: anna stands on the circuit already",
    ),
    "figure missing": (
        "circuit: [anna, s1_forest, bruno, clara]",
        "4:3: given.circuit: dan does not stand on the circuit",
    ),
    "die": (
        "circuit: [anna, s1_forest, bruno, clara, dan, die]",
        "4:3: given.circuit: with 4 players the die does not play along (GM-SETUP-5)",
    ),
    "no gap": (
        "circuit: [anna, bruno, clara, dan, s0_forest_road, s0_forest_river, s0_quarry_road, s0_quarry_river,\n"
        "    s0_meadow_river, s0_pasture_river, s0_grain_road, s0_village_road, s1_quarry, s1_meadow]",
        "4:3: given.circuit: one of the 14 spaces stays empty (GM-SETUP-11)",
    ),
    "circuit without tiles": (
        "circuit: [anna, bruno, clara, dan]",
        "4:3: given.circuit: anna can do nothing here",
    ),
    "tiles behind the last figure": (
        "circuit: [s1_forest, anna, s0_forest_road, bruno, clara, dan]",
        "4:3: given.circuit: tiles behind the last figure have left the game (GM-TURN-11)",
    ),
    "out of turn": (
        "to act: bruno",
        "4:11: given.to act: bruno is to act, but anna stands last (GM-TURN-2)",
    ),
    "cubes without a tile": (
        "cubes: {anna: {'1,0': wood}}",
        "4:25: given.cubes.anna.1,0: anna has no tile at 1,0",
    ),
    "cubes on a village": (
        "cubes: {anna: {'0,0': wood}}",
        "4:25: given.cubes.anna.0,0: no cubes lie on start_village",
    ),
    "four cubes": (
        "displays: {anna: {'1,0': s0_forest_road}}\n  cubes: {anna: {'1,0': wood wood wood wood}}",
        "5:25: given.cubes.anna.1,0: s0_forest_road holds 3 cubes",
    ),
    "whisky": (
        "displays: {anna: {'1,0': s0_forest_road}}\n  cubes: {anna: {'1,0': [wood, whisky]}}",
        "5:32: given.cubes.anna.1,0.1: there is no resource 'whisky'; known: wood, stone, sheep, cattle, grain",
    ),
    "number": (
        "members: {anna: {'0,0': two}}",
        "4:27: given.members.anna.0,0: expected a whole number, got 'two'",
    ),
    "fewer than none": ("coins: {anna: -1}", "4:17: given.coins.anna: expected a whole number, got '-1'"),
    "card of two players": (
        "cards: {anna: [loch_ness], bruno: [loch_ness]}",
        "4:3: given.cards: anna and bruno cannot both have loch_ness",
    ),
    "card": (
        "cards: {anna: [loch_nes]}",
        "4:18: given.cards.anna.0: there is no card 'loch_nes'; did you mean 'loch_ness'?",
    ),
    "space of the warehouse": (
        "warehouse: {wood: 4}",
        "4:21: given.warehouse.wood: expected a whole number up to 3, got '4'",
    ),
    "the end": (
        "{stack1: empty, stack2: empty, stack3: empty}",
        "4:42: given.stack3: once stack 3 has ended the game is over (GM-FINAL-1)",
    ),
    "stack that ends early": (
        "stack2: empty",
        "4:11: given.stack2: stack 2 does not end before stack 1 (GM-TURN-10)",
    ),
    "scorings": (
        "stack1: empty\n  scorings: 2",
        "5:13: given.scorings: 1 of the stacks 1 to 3 have ended, so it is 1 (GM-SCORE-1)",
    ),
    "full circuit amid a turn": (
        "turn: {advanced: 1, points: 1}\n"
        "  circuit: [anna, bruno, clara, dan, s0_forest_road, s0_forest_river, s0_quarry_road, s0_quarry_river,\n"
        "    s0_meadow_river, s0_pasture_river, s0_grain_road, s0_village_road, s1_quarry]",
        "5:3: given.circuit: during a turn two spaces of the circuit are empty (GM-TURN-9)",
    ),
    "tile without a place": (
        "turn: {tile: s1_forest}",
        "4:16: given.turn.tile: s1_forest has no place in the display of anna",
    ),
    "word of a turn": (
        "turn: {movement: 2}",
        "4:20: given.turn.movement: there is no 'movement' in a turn; it has advanced, tile, owed, spots, placed, "
        "active, activated, gained, benefit, ness, points, marks",
    ),
    "turn without a decision": (
        "turn: {advanced: 2}",
        "4:3: given.turn: nothing is left to be decided in this turn",
    ),
    "debt without a tile": (
        "turn: {owed: {stone: 1}}",
        "4:10: given.turn.owed: nothing is owed without a tile",
    ),
    "debt that cannot be paid": (
        "turn: {tile: s1_distillery_road, owed: {stone: 9}}",
        "4:3: given.turn: anna can do nothing here",
    ),
    "gain that does not lie there": (
        "turn: {placed: ['0,0'], active: ['0,0'], gained: {'0,0': wood}}",
        "4:44: given.turn.gained: 0,0 does not hold these cubes",
    ),
    "gain that is no list": (
        "turn: {placed: ['0,0'], gained: wood}",
        "4:35: given.turn.gained: expected a mapping from cell to list of cubes: {'1,0': [wood, wood]}",
    ),
    "too many cubes for a pile": (
        "cubes: {anna: {'0,0': " + " ".join(["wood"] * 16) + "}}",
        "4:25: given.cubes.anna.0,0: a tile holds up to 15 cubes of one kind",
    ),
    "cell of a turn": (
        "turn: {active: ['3,3']}",
        "4:10: given.turn.active: anna has no tile at 3,3",
    ),
}


@pytest.mark.parametrize(("given", "message"), WRONG.values(), ids=WRONG)
def test_wrong_position(given: str, message: str) -> None:
    """What is wrong is named with its line, column and field."""
    text = f"game: glenmore\nplayers: [anna, bruno, clara, dan]\ngiven:\n  {given}\n"
    (scene,) = scenes.read(text, "wrong.yaml")
    assert [str(problem) for problem in scenes.run(scene).problems] == [f"wrong.yaml:{message}"]


WORDS = [
    "anna",
    "bruno",
    "die",
    "empty",
    "wood",
    "0,0",
    "1,0",
    "s0_forest_road",
    "s1_forest",
    "loch_ness",
    "0",
    "2",
    "-1",
    "x",
]
INNER = [
    *WORDS,
    "advanced",
    "tile",
    "owed",
    "placed",
    "active",
    "points",
    "benefit",
    "marks",
    "ness",
    "given",
    "stone",
]
ANYTHING = st.recursive(
    st.none() | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(INNER), inner, max_size=4),
    max_leaves=6,
)
RULES = tw.load("glenmore")
GIVEN = [*CORE, *(noun.name for noun in RULES.nouns if noun.put is not None and noun.name)]
GIVEN += [f"stack{n}" for n in range(4)]


@settings(max_examples=120)
@given(st.dictionaries(st.sampled_from(GIVEN), ANYTHING, min_size=1, max_size=3))
def test_nothing_given_breaks_the_reader(position: dict[str, Any]) -> None:
    """Whatever stands under `given`, it is a position or is refused with a line."""
    document = scenes.read("game: glenmore\nplayers: [anna, bruno]\ngiven: {}", "any.yaml")[0].document
    document.content["given"] = position
    try:
        rules, state = scenes.begin(Scene(document), rules=RULES)
    except InvalidFile as error:
        assert all(problem.line for problem in error.problems)
        return
    assert state.over or state.legal(state.to_act[0]) is not None
    assert back(scenes.export(state), rules) == state


# Sentences in Glen More's words

SENTENCES: dict[str, str | None] = {
    "anna has 3 coins": None,
    "anna has 2 barrels": None,
    "bruno has 1 chieftain": None,
    "anna has 3 tiles": None,
    "anna has 2 members": None,
    "anna has 3 cubes": None,
    "anna has 2 wood": None,
    "anna has 1 wood": "anna has 2 wood",
    "anna has 1 card": None,
    "anna's cards are iona_abbey": None,
    "bruno's cards are empty": None,
    "anna's tile 1,0 is s0_forest_road": None,
    "anna's tile 1,0 is s1_forest": "it is s0_forest_road",
    "anna's tile 5,5 is free": None,
    "anna's tile north is free": "'north' is not a cell: write x,y, two whole numbers such as 2,-1",
    "tile 1,0 is s0_forest_road": "there is no player '1,0'; playing: anna, bruno, clara, dan",
    "anna's cubes 1,0 are wood, wood": None,
    "anna's cubes 2,0 are grain": None,
    "anna's cubes 0,0 are empty": None,
    "anna's members 0,0 are 2": None,
    "circuit rear is anna": None,
    "circuit 1 is s1_forest": None,
    "circuit head is dan": None,
    "circuit length is 5": None,
    "circuit 9 is anna": "say rear, head, length, or a number of spaces up to 4",
    "circuit is anna, s1_forest, bruno, clara, dan": None,
    "circuit is s1_forest, anna, bruno, clara, dan": "it is anna, s1_forest, bruno, clara, dan",
    "warehouse wood is 2": None,
    "warehouse gold is 2": "there is no resource 'gold'; known: wood, stone, sheep, cattle, grain",
    "scorings is 0": None,
    "iona is fresh": None,
    "passed is empty": None,
    "turn points is 0": None,
    "stack3 holds 17 pieces": None,
    "nobody sees the stack1": None,
}


@pytest.mark.parametrize(("sentence", "said"), SENTENCES.items())
def test_sentence(sentence: str, said: str | None) -> None:
    state = begun(
        "{circuit: [anna, s1_forest, bruno, clara, dan], "
        'displays: {anna: {"1,0": s0_forest_road, "2,0": iona_abbey}}, '
        'cubes: {anna: {"1,0": wood wood, "2,0": grain}}, members: {anna: {"0,0": 2}}, '
        "coins: {anna: 3}, barrels: {anna: 2}, chieftains: {bruno: 1}, warehouse: {wood: 2}}"
    )
    assert holds(sentence, state) == said
