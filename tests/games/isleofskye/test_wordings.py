"""What is said of positions of Isle of Skye that are wrong, and sentences in its words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.core.scenes import scene as scenes
from tilewright.core.scenes.position import CORE
from tilewright.core.scenes.sentences import holds
from tilewright.games.isleofskye.state import IsleOfSkyeState

from ..scenery import back, position_or_problem


def begun(text: str, **options: Any) -> IsleOfSkyeState:
    state = back(
        f"game: isleofskye\nplayers: [anna, bruno, clara]\ngiven: {text}\n",
        tw.load("isleofskye", options=options),
    )
    assert isinstance(state, IsleOfSkyeState)
    return state


# Positions that are wrong: (what stands under `given`, what is said)

WRONG: dict[str, tuple[str, str]] = {
    "noun": (
        "territory: {}",
        "4:3: given.territory: unknown word 'territory'; did you mean 'territories'?",
    ),
    "tile": (
        "territories: {anna: {'0,1': L74}}",
        "4:31: given.territories.anna.0,1: there is no tile 'L74'; did you mean",
    ),
    "player": (
        "gold: {anne: 3}",
        "4:16: given.gold.anne: there is no player 'anne'; playing: anna, bruno, clara",
    ),
    "cell": (
        "territories: {anna: {north: L31}}",
        "4:31: given.territories.anna.north: 'north' is not a cell: write x,y, two whole numbers such as 2,-1",
    ),
    "rotation": (
        "territories: {anna: {'0,1': L31 r5}}",
        "4:31: given.territories.anna.0,1: there is no rotation 'r5'",
    ),
    "sides differ": (
        "territories: {anna: {'0,1': L31 r1}}",
        "4:31: given.territories.anna.0,1: 0,1: the side to the south has to be pasture, but the tile shows water "
        "(IS-BUILD-3)",
    ),
    "not turned": (
        "territories: {anna: {'0,1': L14 r2}}",
        "4:31: given.territories.anna.0,1: L14 may not be turned (IS-AMB-13)",
    ),
    "gap": (
        "territories: {anna: {'0,2': L31}}",
        "4:31: given.territories.anna.0,2: it touches no tile that comes before it in this list (IS-BUILD-2)",
    ),
    "order": (
        "territories: {anna: {'0,2': L31, '0,1': L24}}",
        "4:31: given.territories.anna.0,2: it touches no tile that comes before it in this list (IS-BUILD-2)",
    ),
    "cell twice": (
        "territories: {anna: {'0,1': L31, '+0,1': L24}}",
        "4:44: given.territories.anna.+0,1: there is a tile on 0,1 already (IS-BUILD-2)",
    ),
    "castle of another": (
        "territories: {anna: {'0,0': C_red}}",
        "4:31: given.territories.anna.0,0: the castle of anna lies here, C_blue (IS-SETUP-6)",
    ),
    "tile on the castle": (
        "territories: {anna: {'0,0': L31}}",
        "4:31: given.territories.anna.0,0: the castle of anna lies here, C_blue (IS-SETUP-6)",
    ),
    "castle elsewhere": (
        "territories: {anna: {'0,1': C_blue}}",
        "4:31: given.territories.anna.0,1: there is no tile 'C_blue'",
    ),
    "tile twice": (
        "territories: {anna: {'0,1': L31}, bruno: {'0,1': L31}}",
        "4:52: given.territories.bruno.0,1: there is no L31 left",
    ),
    "tile in the bag and a territory": (
        "bag: [L31, L24]\n  territories: {anna: {'0,1': L31}}",
        "5:31: given.territories.anna.0,1: there is no L31 left",
    ),
    "tile offered twice": (
        "offers: {anna: [L31, L24, L31]}",
        "4:29: given.offers.anna.2: there is no L31 left to put here",
    ),
    "tile offered and waiting": (
        "step: buy\n  waiting: {anna: [L31]}\n  offers: {bruno: [L31]}\n  stakes: {bruno: {L31: 1}}",
        "5:20: given.waiting.anna.0: there is no L31 left to put here",
    ),
    "less than no gold": ("gold: {anna: -1}", "4:16: given.gold.anna: expected a whole number up to 9999, got '-1'"),
    "more gold than there is": (
        "gold: {anna: 200, bruno: 104}",
        "4:3: given.gold: the box has 303 gold (IS-AMB-17)",
    ),
    "round": ("round: 7", "4:10: given.round: expected a whole number up to 6, got '7'"),
    "round before the first": ("round: 0", "4:10: given.round: expected a whole number up to 6, got '0'"),
    "start": ("start: dora", "4:10: given.start: there is no player 'dora'; playing: anna, bruno, clara"),
    "three scoring tiles": (
        "scoring: [columns, squares, harbours]",
        "4:3: given.scoring: 4 scoring tiles lie on A, B, C, D (IS-SETUP-2)",
    ),
    "scoring tile twice": (
        "scoring: [columns, squares, harbours, squares]",
        "4:41: given.scoring.3: there is no squares left to put here",
    ),
    "step": (
        "step: sell",
        "4:9: given.step: no phase has a step 'sell'; known: income, draw, price, remove, buy, collect, build, score, "
        "scrolls, exchange, end, round",
    ),
    "everybody prices": (
        "to act: bruno",
        "4:11: given.to act: all players price at once (IS-PRICE-2); say a step for another moment",
    ),
    "two tiles to price": (
        "offers: {anna: [L31, L24]}",
        "4:12: given.offers.anna: anna draws 3 tiles (IS-PRICE-1)",
    ),
    "four tiles to price": (
        "offers: {anna: [L31, L24, L07, L12]}",
        "4:12: given.offers.anna: anna draws 3 tiles (IS-PRICE-1)",
    ),
    "too little gold for prices": (
        "gold: {anna: 1}",
        "4:16: given.gold.anna: 1 gold is laid on each of 2 tiles (IS-PRICE-3, IS-PRICE-7)",
    ),
    "stakes before all are done": (
        "offers: {anna: [L31, L24, L07]}\n  stakes: {anna: {L31: 1, L24: 2, L07: marked}}",
        "5:3: given.stakes: gold lies on tiles while they are bought (IS-PRICE-6, IS-BUY-6)",
    ),
    "tiles to build while pricing": (
        "waiting: {anna: [L31]}",
        "4:3: given.waiting: tiles wait while others buy and build: say step: buy or build (IS-BUY-4)",
    ),
    "stake for a tile not offered": (
        "step: buy\n  offers: {anna: [L31]}\n  stakes: {anna: {L31: 1, L24: 2}}",
        "6:32: given.stakes.anna.L24: anna does not offer L24",
    ),
    "offer without a stake": (
        "step: buy\n  offers: {anna: [L31, L24]}\n  stakes: {anna: {L31: 1}}",
        "6:12: given.stakes.anna: nothing lies on L24 (IS-PRICE-3)",
    ),
    "offers without stakes": (
        "step: buy\n  offers: {anna: [L31, L24]}",
        "a stake lies on each offer of anna (IS-PRICE-3)",
    ),
    "stake that is no number": (
        "step: buy\n  offers: {anna: [L31]}\n  stakes: {anna: {L31: dear}}",
        "6:24: given.stakes.anna.L31: expected a whole number up to 9999, got 'dear'",
    ),
    "stake of nothing": (
        "step: buy\n  offers: {anna: [L31]}\n  stakes: {anna: {L31: 0}}",
        "6:12: given.stakes.anna: at least 1 gold lies on each offer (IS-PRICE-3)",
    ),
    "marked tile in the market": (
        "step: buy\n  offers: {anna: [L31, L24]}\n  stakes: {anna: {L31: 1, L24: marked}}",
        "6:12: given.stakes.anna: the marked tile lies in the bag again (IS-DISC-1)",
    ),
    "two marked tiles": (
        "step: remove\n  offers: {anna: [L31, L24]}\n  stakes: {anna: {L31: marked, L24: marked}}",
        "6:12: given.stakes.anna: anna marks one tile only (IS-PRICE-2)",
    ),
    "offers while building": (
        "step: build\n  offers: {anna: [L31]}\n  waiting: {anna: [L24]}",
        "5:3: given.offers: tiles are offered until all have bought (IS-BUY-6)",
    ),
    "bought before the own turn": (
        "step: buy\n  waiting: {bruno: [L24]}",
        "5:13: given.waiting.bruno: bruno has not bought yet (IS-BUY-1)",
    ),
    "not built in the own turn": (
        "step: build\n  to act: bruno\n  waiting: {anna: [L24], bruno: [L31]}",
        "6:13: given.waiting.anna: anna has built already (IS-BUILD-8)",
    ),
    "nothing to build": (
        "step: build\n  to act: bruno\n  waiting: {clara: [L24]}",
        "5:11: given.to act: bruno has no tile to build",
    ),
    "tiles to build at the end of a round": (
        "step: score\n  waiting: {anna: [L24]}",
        "5:3: given.waiting: tiles wait while others buy and build: say step: buy or build (IS-BUY-4)",
    ),
    "secret decision in the market": (
        "step: buy\n  sealed: {anna: [3]}",
        "5:3: given.sealed: there are no secret decisions in this step",
    ),
    "secret decision that nobody could take": (
        "sealed: {anna: [8000]}",
        "4:19: given.sealed.anna.0: 8000 stands for no decision that is open",
    ),
}  # fmt: skip
WITH: dict[str, dict[str, Any]] = {
    "not turned": {"rotation": "none"},
    "more gold than there is": {"coins": "limited"},
}
"""Options with which a position is wrong."""


@pytest.mark.parametrize("name", WRONG)
def test_wrong_position(name: str) -> None:
    """What is wrong is named with its line, column and field."""
    inside, message = WRONG[name]
    text = f"game: isleofskye\nplayers: [anna, bruno, clara]\ngiven:\n  {inside}\n"
    (scene,) = scenes.read(text, "wrong.yaml")
    (problem,) = scenes.run(scene, rules=tw.load("isleofskye", options=WITH.get(name))).problems
    said = str(problem)
    assert said.startswith("wrong.yaml:") and message in said
    if message[0].isdecimal():
        assert said.startswith(f"wrong.yaml:{message}")


WORDS = [
    "anna",
    "bruno",
    "empty",
    "0,0",
    "1,0",
    "0,1",
    "L31",
    "L31 r2",
    "L07",
    "C_blue",
    "marked",
    "0",
    "2",
    "-1",
    "x",
]
ANYTHING = st.recursive(
    st.none() | st.sampled_from([*WORDS, "price", "buy", "build", "score", "phase buying", "columns"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4),
    max_leaves=6,
)
RULES = tw.load("isleofskye")
GIVEN = [*CORE, *(noun.name for noun in RULES.game.nouns if noun.put is not None and noun.name)]
GIVEN += ["bag", "offers", "waiting", "box", "scoring"]


@settings(max_examples=120)
@given(st.dictionaries(st.sampled_from(GIVEN), ANYTHING, min_size=1, max_size=4))
def test_nothing_given_breaks_the_reader(position: dict[str, Any]) -> None:
    position_or_problem(position, RULES)


# Sentences in Isle of Skye's words

SENTENCES: dict[str, str | None] = {
    "anna has 7 gold": None,
    "anna has 8 gold": "anna has 7 gold",
    "anna has 4 tiles": None,
    "bruno has 1 tile": None,
    "anna's territory 0,1 is L31 r0": None,
    "anna's territory -1,0 is L42 r3": None,
    "anna's territory -1,0 is L42 r1": "it is L42 r3",
    "anna's territory 0,0 is C_blue": None,
    "anna's territory 5,5 is empty": None,
    "anna's territory north is empty": "'north' is not a cell: write x,y, two whole numbers such as 2,-1",
    # the castle's pasture, water and mountain; L31's two waters; L42's two waters, pasture and other mountain; L71's
    # mountain and water. L31 and L71 go on with the castle's pasture, L42 with its mountain.
    "anna has 11 regions": None,
    "anna has 2 closed regions": None,
    "anna has 1 closed mountain": None,
    "anna has 1 closed pasture": None,
    "anna has 0 closed waters": None,
    "anna's region 0,0 w is closed mountain of 2 tiles": None,
    "anna's region -1,0 e is closed mountain of 2 tiles": None,
    "anna's region -1,0 P is closed pasture of 1 tile": None,
    "anna's region 0,-1 n is open pasture of 3 tiles": None,
    "anna's region 0,1 w is closed water of 1 tile": "it is open water of 1 tile",
    "anna's region 3,3 w is open water of 1 tile": "there is no tile on 3,3",
    "anna has 3 connected tiles": None,
    "anna has 2 barrel tiles": None,
    "anna has 1 connected barrel tile": None,
    "anna has 2 cattle": None,
    "anna has 1 lighthouse": None,
    "anna has 1 ship": None,
    "anna has 0 sheep": None,
    "anna has 0 brochs": None,
    "anna has 0 farms": None,
    "anna has 0 scrolls": None,
    "bruno's stake L07 is 4": None,
    "bruno's stake L12 is 5": None,
    "bruno's stake L31 is empty": None,
    "anna's offers are empty": None,
    "bruno's offers are L07, L12": None,
    "clara's waiting is L24": None,
    "round is 3": None,
    "round is 4": "it is 3",
    "start is clara": None,
    "bank gold is 277": None,
    "bank is 277": "'bank' cannot be used in this way; see docs/scenes.md",
    "bank silver is 3": "the bank holds gold: say 'bank gold is 293'",
    "everybody sees bruno's offers": None,
    "scoring is columns, squares, harbours, road_tiles": None,
    "scoring holds 1 columns": None,
}  # fmt: skip


@pytest.mark.parametrize(("sentence", "said"), SENTENCES.items())
def test_sentence(sentence: str, said: str | None) -> None:
    state = begun(
        "{step: buy, start: clara, to act: anna, round: 3, gold: {anna: 7, bruno: 0, clara: 10}, "
        "scoring: [columns, squares, harbours, road_tiles], "
        "territories: {anna: {'0,1': L31, '-1,0': L42 r3, '0,-1': L71}}, waiting: {clara: [L24]}, "
        "offers: {bruno: [L07, L12]}, stakes: {bruno: {L07: 4, L12: 5}}}"
    )
    found = holds(sentence, state)
    assert found == said or (said is not None and found is not None and found.startswith(said))
