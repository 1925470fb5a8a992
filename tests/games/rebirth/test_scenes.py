"""Rebirth's rule scenes, each of them run; any position as a scene and back; and what is said of scenes that are wrong.

The scenes themselves are tests/scenes/rebirth/*.yaml, docs/scenes.md says how to write one.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.core import scene as scenes
from tilewright.core.chance import Stream
from tilewright.core.errors import InvalidFile
from tilewright.core.position import CORE
from tilewright.core.rules import Rules
from tilewright.core.scene import Scene
from tilewright.core.sentences import holds
from tilewright.core.state import State

from ...oracle.rebirth_map import crowded

ROOT = Path(__file__).parents[3]
FILES = sorted((ROOT / "tests" / "scenes" / "rebirth").glob("*.yaml"))


def read(file: Path) -> list[Scene]:
    return scenes.read(file, file.relative_to(ROOT).as_posix())


CASES = [(scene, under) for file in FILES for scene in read(file) for under in scene.expectations]


def case_id(value: object) -> str:
    if isinstance(value, Scene):
        return f"{Path(value.document.file).stem}: {value.title}"
    return str(value) if value is not None else ""


@pytest.mark.parametrize(("scene", "under"), CASES, ids=case_id)
def test_scene(scene: Scene, under: str | None) -> None:
    outcome = scenes.run(scene, under)
    assert not outcome.problems, "\n".join(map(str, outcome.problems))
    assert outcome.told, "the scene expects nothing"


def test_scenes_say_what_they_pin() -> None:
    """Each has a title of its own, the rules that it pins, and where these stand."""
    known = tw.load("rebirth").rule_texts()
    every = [scene for file in FILES for scene in read(file)]
    for scene in every:
        assert scene.content["scene"] and scene.content["source"], scene.title
        assert scene.cites and set(scene.cites) <= set(known), scene.title
    twice = [title for title, count in Counter(scene.title for scene in every).items() if count > 1]
    assert not twice


# A map on which one field touches two cathedrals; ours have none

CHOICES = """
- scene: A tile beside two cathedral fields brings a card for each, or for one of the player's choice
  game: rebirth
  players: [anna, bruno]
  given:
    hand: {anna: energy}
    deck: [ports, coast]
  variants:
    each: {several_neighbours: each}
    one: {several_neighbours: one}
  moves:
    - place energy HEX
  expect:
    each:
      - cathedral C3 is anna
      - cathedral C5 is anna
      - anna's missions are ports, coast
      - deck is empty
      - "to act: bruno"
    one:
      - anna has 0 missions
      - "to act: anna"
      - anna may cathedral C3
      - anna may cathedral C5
      - anna may not decline (RB-CATH-1)
      - anna has 2 moves
- scene: The cathedral chosen is placed, and no other one
  game: rebirth
  players: [anna, bruno]
  given:
    hand: {anna: energy}
  variants:
    one: {several_neighbours: one}
    optional: {several_neighbours: one, cathedral_choice: optional}
  moves:
    - place energy HEX
    - cathedral C5
  expect:
    - cathedral C3 is nobody
    - cathedral C5 is anna
    - anna has 1 mission
    - "to act: bruno"
- scene: Where it is optional, one cathedral after the other is chosen, and the rest declined
  game: rebirth
  players: [anna, bruno]
  options: {cathedral_choice: optional}
  given:
    hand: {anna: energy}
  moves:
    - place energy HEX
  expect:
    - anna has 3 moves
  then:
    - moves:
        - cathedral C5
      expect:
        - anna has 2 moves
        - anna may not cathedral C5 (RB-CATH-1)
        - anna may cathedral C3
    - moves:
        - decline
      expect:
        - cathedral C3 is nobody
        - anna has 1 mission
        - "to act: bruno"
"""


def test_two_cathedrals(tmp_path: Path) -> None:
    """RB-AMB-8, RB-AMB-7: on a map where the energy field 3,7 touches the cathedrals C3 and C5."""
    data = crowded(tmp_path)
    for scene in scenes.read(CHOICES.replace("HEX", "3,7"), "choices.yaml"):
        for under in scene.expectations:
            own = dict(scene.content.get("options", {})) | dict(
                scene.content.get("variants", {}).get(under, {})
            )
            outcome = scenes.run(scene, under, tw.load("rebirth", options=own, data=data))
            assert not outcome.problems, "\n".join(map(str, outcome.problems))


# Any position as a scene, and back

NAMES = ["anna", "bruno", "clara", "dan"]
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("default", {}),
    ("optional", {"cathedral_choice": "optional"}),
    ("one", {"several_neighbours": "one", "cathedral_choice": "optional", "no_place": "out"}),
    ("third", {"neutral": "third_player", "set_aside": 5, "data:missions.cards.ports.points": 9}),
    ("alternative", {"map": "alternative", "sea": "drawn", "farm_tile": 2}),
]


def walk(rules: Rules, players: int, seed: int) -> list[State]:
    """Positions of a random game: the first, some on the way, some amid a turn (castles: all), the last."""
    chance = Stream(seed, "walk")
    state = rules.new(NAMES[:players], seed)
    found = [state.clone()]
    while not state.over:
        state.apply(chance.pick(state.legal(state.to_act[0])))
        step = state.step.name if state.step is not None else "over"
        if step in ("over", "castle") or chance.below(3 if step == "cathedral" else 12) == 0:
            found.append(state.clone())
    return found


def back(text: str, rules: Rules | None = None) -> State:
    """The state that an exported scene stands for."""
    (scene,) = scenes.read(text, "exported.yaml")
    return scenes.begin(scene, rules=rules)[1]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("name", "options"), OPTIONS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_export_reads_back(players: int, name: str, options: dict[str, Any]) -> None:
    """Equal in everything, the order of piles and the state of chance included; and written again, the same text."""
    rules = tw.load("rebirth", options=options)
    positions = walk(rules, players, seed=players)
    for state in positions:
        text = scenes.export(state, title="a position")
        again = back(text)
        assert again == state
        assert again.digest() == state.digest()
        assert scenes.export(again, title="a position") == text
    steps = {state.step.name for state in positions if state.step is not None}
    assert positions[-1].over
    if name == "optional":
        assert "cathedral" in steps
        assert sum(1 for s in positions if s.step is not None and s.step.name == "cathedral") >= 2
    if name == "one":
        assert {"castle", "cathedral"} <= steps


def test_export_names_edition_and_goes_on_alike() -> None:
    """A game goes on from an exported position as it would have gone on."""
    state = tw.load("rebirth", edition="en").new(NAMES[:3], seed=4)
    for _ in range(20):
        state.apply(state.legal(state.to_act[0])[0])
    again = back(scenes.export(state))
    assert again.rules.edition == "en"
    for _ in range(30):
        for one in (state, again):
            one.apply(one.legal(one.to_act[0])[-1])
    assert again == state


def test_export_of_a_position_set_up_by_hand() -> None:
    """What no game leads to is written and read back as well: castles without tiles, points, tiles laid aside."""
    text = """
    scene: by hand
    game: rebirth
    players: [anna, bruno]
    options: {no_place: out}
    given:
      neutral: [all settlement, "7,0"]
      tiles: {"8,0": anna food}
      castles: {KE: bruno, Ka: nobody}
      cathedrals: {C1: bruno anna}
      missions: {bruno: [bonus, coast]}
      deck: empty
      laid aside: [anna settlement-2]
      out: [anna]
      hand: {anna: empty}
      start: bruno
      points: {anna: 12, bruno: -3}
      to act: bruno
      turns: 9
    """
    state = back(text)
    again = back(scenes.export(state))
    assert again == state
    assert (state.turns, state.scores, state.to_act) == (9, [12, -3], (1,))


# Scenes that are wrong

WRONG: dict[str, tuple[str, str]] = {
    "field of a scene": (
        "game: rebirth\nplayers: [anna, bruno]\nmove: [place 3,4]",
        "3:1: move: a scene has no field 'move'; it has scene, rules, game, players, modules, edition, options, "
        "variants, given, draws, moves, expect, then, note, source",
    ),
    "no players": ("game: rebirth\nplayers: []", "2:1: players: nobody plays"),
    "no game": ("scene: what\nplayers: [anna, bruno]", "1:1: 'game' is missing"),
    "game": (
        "game: rebrith\nplayers: [anna, bruno]",
        "1:7: game: there is no game 'rebrith'; did you mean 'rebirth'?",
    ),
    "one player": (
        "game: rebirth\nplayers: [anna]",
        "1:1: Rebirth (Scotland) is for 2 to 4 players, not 1",
    ),
    "name of a player": (
        "game: rebirth\nplayers: [anna, 'b c']",
        "2:17: players.1: 'b c' cannot be a player's name; use letters, digits, - and _",
    ),
    "option": (
        "game: rebirth\nplayers: [anna, bruno]\noptions: {castel: 5}",
        "3:19: options.castel: there is no option 'castel'; did you mean 'castle'?",
    ),
    "value of an option": (
        "game: rebirth\nplayers: [anna, bruno]\nvariants:\n  low: {castle: 5}\n  high: {castle: 500}",
        "5:18: variants.high.castle: option castle: '500' is not allowed; a whole number from 0 to 99 (default 5)",
    ),
    "edition": (
        "game: rebirth\nplayers: [anna, bruno]\nexpect:\n  de: []\n  fr: ['to act: anna']",
        "5:3: expect.fr: there is no edition 'fr'; known: de, en",
    ),
    "four players in the English edition": (
        "game: rebirth\nplayers: [anna, bruno, clara, dan]\nedition: en",
        "1:1: with four players this reading of the set-up (RB-EV-1, removal_with=3) needs 136 places, and the map "
        "has 112; play it with 2 or 3, or use removal_with=4",
    ),
    "variant without expectations": (
        "game: rebirth\nplayers: [anna, bruno]\nvariants: {a: {}, b: {}}\nexpect:\n  a: ['to act: anna']",
        "4:1: expect: nothing is expected of variant 'b'",
    ),
    "stage": (
        "game: rebirth\nplayers: [anna, bruno]\nthen:\n  - expects: ['to act: anna']",
        "4:5: then.0.expects: a stage has no field 'expects'; it has draws, moves, expect, note",
    ),
    "sentences": (
        "game: rebirth\nplayers: [anna, bruno]\nexpect: the game is over",
        "3:9: expect: expected a list of sentences",
    ),
    "noun": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven:\n  castels: {KE: anna}",
        "4:3: given.castels: nothing is called 'castels' here; known: points, to act, neutral, tiles, castles, "
        "cathedrals, laid aside, out, start, hand, supply, aside, missions, deck",
    ),
    "hex of a tile": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven:\n  tiles:\n    7,0: anna food\n    2,13: anna food",
        "6:11: given.tiles.2,13: 2,13 is castle, no place for tiles",
    ),
    "tile on a neutral one": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven: {tiles: {'6,0': anna food}}",
        "3:24: given.tiles.6,0: there is a neutral tile here (name the neutral ones: `neutral: []`)",
    ),
    "more tiles than there are": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven:\n  hand: {anna: settlement-4}\n  aside:\n    anna:\n"
        "      - settlement-4\n      - settlement-4\n      - settlement-4",
        "9:9: given.aside.anna.2: there is no further settlement-4 to put here",
    ),
    "more tiles of a kind on the map than there are": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven:\n  hand: {anna: settlement-4}\n  tiles:\n"
        "    3,2: anna settlement-4\n    5,7: anna settlement-4\n    4,14: anna settlement-4",
        "8:11: given.tiles.4,14: anna has no further settlement-4",
    ),
    "card named twice": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven:\n  missions:\n    anna: [ports]\n    bruno: [coast, ports]",
        "6:20: given.missions.bruno.1: there is no further ports to put here",
    ),
    "two tiles in hand": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven: {hand: {anna: [food, energy]}}",
        "3:16: given.hand.anna: a hand holds one tile (RB-SETUP-8, RB-DRAW-1)",
    ),
    "neutral tiles": (
        "game: rebirth\nplayers: [anna, bruno, clara]\ngiven:\n  neutral:\n    - all food\n    - all open",
        "4:3: given.neutral: 50 neutral tiles; the colours that nobody plays have 36",
    ),
    "player": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven:\n  castles: {KE: anne}",
        "4:17: given.castles.KE: 'anne' is no player; playing: anna, bruno",
    ),
    "zone of a player": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven:\n  hand: food",
        "4:9: given.hand: expected a mapping from player to pieces, or empty for all players",
    ),
    "stack": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven:\n  stack:\n    - [place, 0]",
        "5:7: given.stack.0: expected [phase NAME, seat, next step]",
    ),
    "draw in the set-up": (
        "game: rebirth\nplayers: [anna, bruno]\ndraws: {supply.0: [food]}",
        "3:9: draws.supply.0: 'food' was never drawn from supply.0 in the set-up",
    ),
    "draws that never come": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven: {hand: {anna: food}}\ndraws: {deck: [coast]}\n"
        "moves: ['place food 0,15']",
        "4:9: draws.deck: 'coast' was never drawn from deck",
    ),
    "draws that cannot come": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven: {hand: {anna: food}}\ndraws: {supply.anna: [cake]}\n"
        "moves: ['place food 0,15']",
        "5:9: moves.0: the script wants 'cake' from supply.anna, which does not hold it",
    ),
    "illegal move": (
        "game: rebirth\nplayers: [anna, bruno, clara]\ngiven:\n  hand: {anna: food, bruno: food}\nmoves:\n"
        "  - place food 0,15\n  - place food 0,15",
        "7:5: moves.1: place food 0,15: there is a tile on 0,15 already (RB-PLACE-2)",
    ),
    "move out of turn": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven: {hand: {bruno: food}}\nmoves:\n  - bruno: place food 0,15",
        "5:5: moves.0: place food 0,15: it is not your turn (RB-TURN-1)",
    ),
    "move that nobody can read": (
        "game: rebirth\nplayers: [anna, bruno]\nmoves:\n  - put food 0,15",
        "4:5: moves.0: 'put' begins no move",
    ),
    "player who moves": (
        "game: rebirth\nplayers: [anna, bruno]\nmoves:\n  - clara: place food 0,15",
        "4:5: moves.0: 'clara' is no player; playing: anna, bruno",
    ),
    "sentence that nobody can read": (
        "game: rebirth\nplayers: [anna, bruno]\nexpect:\n  - anna feels lucky",
        "4:5: expect.0: anna feels lucky: this is no sentence that scenes know; see docs/scenes.md",
    ),
    "sentence that is not true": (
        "game: rebirth\nplayers: [anna, bruno]\nexpect:\n  - 'to act: anna'\n  - castle KE is anna",
        "5:5: expect.1: castle KE is anna: castle KE is nobody",
    ),
}


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=WRONG)
def test_wrong_scene(text: str, message: str) -> None:
    """Everything wrong is named with file, line and column; nothing is raised but InvalidFile."""
    try:
        (scene,) = scenes.read(text, "wrong.yaml")
        said = [str(p) for under in scene.expectations for p in scenes.run(scene, under).problems]
    except InvalidFile as error:
        said = [str(problem) for problem in error.problems]
    assert said == [f"wrong.yaml:{message}"]


WORDS = [
    "anna",
    "bruno",
    "empty",
    "nobody",
    "food",
    "settlement-1",
    "KE",
    "C1",
    "7,0",
    "6,0",
    "all open",
    "ports",
]
WORDS += ["0", "-1", "x"]
ANYTHING = st.recursive(
    st.none() | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4),
    max_leaves=6,
)
GIVEN = [
    *CORE,
    *("neutral", "tiles", "castles", "cathedrals", "laid aside", "out", "start", "mission"),
    *("hand", "supply", "aside", "missions", "deck"),
]


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(st.sampled_from(GIVEN), ANYTHING, min_size=1, max_size=3))
def test_nothing_given_breaks_the_reader(position: dict[str, Any]) -> None:
    """Whatever stands under `given`, it is a position or is refused with a line."""
    document = scenes.read("game: rebirth\nplayers: [anna, bruno]\ngiven: {}", "any.yaml")[0].document
    document.content["given"] = position
    try:
        rules, state = scenes.begin(Scene(document))
    except InvalidFile as error:
        assert all(problem.line for problem in error.problems)
        return
    assert state.over or state.legal(state.to_act[0]) is not None
    assert back(scenes.export(state), rules) == state


# Sentences

TABLE = """
game: rebirth
players: [anna, bruno, clara]
given:
  tiles: {"8,5": anna settlement-2, "0,15": anna food, "8,1": bruno energy}
  missions: {anna: [ports]}
  points: {anna: 7}
  hand: {anna: settlement-4}
  deck: [coast, bonus]
  laid aside: [bruno food]
"""
UNKNOWN = (
    "nothing in it is called so; words of this game: neutral, tiles, castles, cathedrals, laid aside, out, start, "
    "mission, hand, supply, aside, missions, deck"
)
SENTENCES: dict[str, str | None] = {
    "anna has 7 points": None,
    "anna has 8 points": "anna has 7 points",
    "anna has 1 castle": "anna has 0 castle",
    "bruno has 1 castle": None,
    "anna has 2 tiles": None,
    "anna has 36 moves": "anna has 35 moves",
    "anna has 2 cakes": UNKNOWN,
    "dora has 7 points": "'dora' is no player; playing: anna, bruno, clara",
    "anna scored nothing": "anna scored 7 for carried over",
    "anna scored 7 for carried over": None,
    "anna scored 7 for port": "anna scored 7 for carried over",
    "anna scored 1 for cake": "nothing scores for 'cake'; reasons: carried over, castle, cathedral bonus, "
    "energy group, food group, large settlement, medium settlement, mission, port, small settlement, "
    "unfinished settlement",
    "anna scored 7 for carried over, then 1 for port": "anna scored 7 for carried over",
    "anna scored 7, then 1 for port": "'7' is not said as '5 for medium settlement'",
    "anna may place settlement 9,5": None,
    "anna may place settlement 8,5": "place settlement-4 8,5: there is a tile on 8,5 already (RB-PLACE-2)",
    "anna may not place settlement 9,5": "the move is legal",
    "anna may not place settlement 8,5 (RB-PLACE-2)": None,
    "anna may not place settlement 8,5 (RB-PLACE-8)": "refused, but not for RB-PLACE-8: place settlement-4 8,5: "
    "there is a tile on 8,5 already (RB-PLACE-2)",
    "anna may place settlement 9,5 (RB-PLACE-8)": "a rule in parentheses says why something may not be done",
    "anna may fly": "'fly' cannot be read: 'fly' begins no move",
    "castle Ka is bruno": None,
    "castle Ka is anna": "castle Ka is bruno",
    "castle XX is anna": "there is no 'XX'; known: KE, KS, Ka, Kb, Kc, Kd, Ke, Kf, Kg, Kh, Ki, Kj",
    "cathedral C4 is anna": None,
    "tile 0,15 is anna food": None,
    "tile 0,16 is anna food": "tile 0,16 is free",
    "tile 2,13 is free": "2,13 is castle, no place for tiles",
    "mission ports is met by anna": None,
    "mission coast is met by anna": "mission coast is met by anna and bruno",
    "anna's hand is settlement-4": None,
    "anna's hand is food": "it is settlement-4",
    "anna's nose is red": UNKNOWN,
    "deck is coast, bonus": None,
    "deck is bonus, coast": "it is coast, bonus",
    "deck is empty": "it is coast, bonus",
    "deck holds 1 bonus": None,
    "deck holds 2 bonus": "it is 1",
    "the deck holds 2 missions": None,
    "anna's hand and aside hold 3 tiles": None,
    "anna's hand holds 1 food": "it is 0",
    "anna's hand holds 1 card": "no tile is called 'card'; known: tiles, food, energy, settlement-1, settlement-2, "
    "settlement-3, settlement-4",
    "laid aside is bruno food": None,
    "laid aside is empty": "it is bruno food",
    "out is empty": None,
    "start is anna": None,
    "start is bruno": "it is anna",
    "bruno sees anna's hand": "bruno does not see it",
    "bruno does not see anna's hand": None,
    "anna does not see anna's hand": "anna sees it",
    "nobody sees the deck": None,
    "nobody sees anna's hand": "anna sees it",
    "everybody sees anna's hand": "bruno does not see it",
    "to act: anna": None,
    "to act: bruno": "to act: anna",
    "the game is not over": None,
    "the game is over": "the game is not over; to act: anna",
    "anna wins": "the game is not over",
}


@pytest.mark.parametrize(("sentence", "said"), SENTENCES.items())
def test_sentence(sentence: str, said: str | None) -> None:
    """A sentence that is true says nothing, one that is not says what is the case."""
    assert holds(sentence, back(TABLE)) == said


# The page for rules authors

PAGE = (ROOT / "docs" / "scenes.md").read_text("utf-8")


@pytest.mark.parametrize("text", re.findall(r"^```yaml\n(.*?)^```", PAGE, re.M | re.S))
def test_the_examples_of_the_page(text: str) -> None:
    for scene in scenes.read(text, "docs/scenes.md"):
        for under in scene.expectations:
            outcome = scenes.run(scene, under)
            assert not outcome.problems, "\n".join(map(str, outcome.problems))
            assert outcome.told


def test_the_page_names_every_word() -> None:
    """Fields of a scene, words of a position and every form of sentence stand on the page."""
    state = back(TABLE)
    nouns = [noun.name for noun in state.rules.game.nouns if noun.put is not None and noun.name]
    for word in [
        *scenes.FIELDS,
        *scenes.STAGE,
        *CORE,
        *nouns,
        *(place.name for place in state.rules.places_of(state)),
    ]:
        assert f"`{word}`" in PAGE or f"{word}:" in PAGE, word
    shown = "\n".join(re.findall(r"^```text\n(.*?)^```", PAGE, re.M | re.S))
    sentences = [part.strip() for part in re.split(r"\n|  +", shown) if part.strip()]
    assert len(sentences) > 25
    for sentence in sentences:
        assert "no sentence" not in str(holds(sentence, state)), sentence
