"""What is said of positions of Glen More that are wrong, and sentences in its words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.core.scenes import scene as scenes
from tilewright.core.scenes.position import CORE
from tilewright.core.scenes.sentences import holds
from tilewright.games.glenmore.state import GlenMoreState

from ..scenery import back, position_or_problem


def begun(given: str) -> GlenMoreState:
    state = back(f"game: glenmore\nplayers: [anna, bruno, clara, dan]\ngiven: {given}\n")
    assert isinstance(state, GlenMoreState)
    return state


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
    position_or_problem(position, RULES)


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
