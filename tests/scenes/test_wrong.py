"""What is said of scenes that are wrong: always file, line, column and what to do, whatever stands there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.core.base.errors import InvalidFile
from tilewright.core.play.match import Match
from tilewright.core.scenes import scene as scenes
from tilewright.core.scenes.position import CORE
from tilewright.core.scenes.scene import Scene

WRONG: dict[str, tuple[str, str]] = {
    "field of a scene": (
        "game: rebirth\nplayers: [anna, bruno]\nmove: [place 3,4]",
        "3:1: move: a scene has no field 'move'; it has scene, rules, game, players, modules, edition, options, "
        "variants, given, draws, moves, expect, then, note, source",
    ),
    "no players": ("game: rebirth\nplayers: []", "2:1: players: there are no players"),
    "no game": ("scene: what\nplayers: [anna, bruno]", "1:1: 'game' is missing"),
    "game": (
        "game: rebrith\nplayers: [anna, bruno]",
        "1:7: game: there is no game 'rebrith'; did you mean 'rebirth'?",
    ),
    "one player": (
        "game: rebirth\nplayers: [anna]",
        "1:1: Rebirth is for 2 to 4 players, not 1",
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
        "4:1: expect: no expectations for variant 'b'",
    ),
    "number that is none": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven: {lines: [[anna, 1.5, port, -1, 0]]}",
        "3:17: given.lines.0: expected a whole number, got '1.5'",
    ),
    "score with two signs": (
        "game: rebirth\nplayers: [anna, bruno]\nexpect: ['anna scored --5 for port, then 3 for port']",
        "3:10: expect.0: anna scored --5 for port, then 3 for port: '--5 for port' is not of the form "
        "'5 for medium settlement'",
    ),
    "stage": (
        "game: rebirth\nplayers: [anna, bruno]\nthen:\n  - expects: ['to act: anna']",
        "4:5: then.0.expects: a stage has no field 'expects'; it has draws, moves, expect, note",
    ),
    "sentences": (
        "game: rebirth\nplayers: [anna, bruno]\nexpect: the game is over",
        "3:9: expect: expected a list of sentences",
    ),
    "sentence with a colon and without quotes": (
        "game: rebirth\nplayers: [anna, bruno]\nexpect:\n  - the game is not over\n  - to act: anna",
        "5:5: expect.1: a sentence with a colon needs quotes: 'to act: anna'",
    ),
    "sentence with a colon and without quotes, of an edition": (
        "game: rebirth\nplayers: [anna, bruno]\nexpect:\n  de:\n    - to act: [anna]",
        "5:7: expect.de.0: a sentence with a colon needs quotes: 'to act: ...'",
    ),
    "list as a sentence": (
        "game: rebirth\nplayers: [anna, bruno]\nexpect: [[the game is over]]",
        "3:10: expect.0: expected a sentence",
    ),
    "noun": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven:\n  castels: {KE: anna}",
        "4:3: given.castels: unknown word 'castels'; did you mean 'castles'?",
    ),
    "noun like no other": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven:\n  zzz: {KE: anna}",
        "4:3: given.zzz: unknown word 'zzz'; known: points, to act, step, neutral, tiles, laid aside, "
        "castles, cathedrals, out, start, hand, supply, aside, missions, deck",
    ),
    "step": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven:\n  step: plaze",
        "4:9: given.step: no phase has a step 'plaze'; did you mean 'place'?",
    ),
    "tile in a hand": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven:\n  hand: {anna: fod}",
        "4:16: given.hand.anna: there is no tile 'fod'; did you mean 'food'?",
    ),
    "stream": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven:\n  streams: {mission: 1+0}",
        "4:22: given.streams.mission: there is no stream 'mission'; did you mean 'missions'?",
    ),
    "hex of a tile": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven:\n  tiles:\n    7,0: anna food\n    2,13: anna food",
        "6:11: given.tiles.2,13: 2,13 is a castle field, not a place for tiles",
    ),
    "tile on a neutral one": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven: {tiles: {'6,0': anna food}}",
        "3:24: given.tiles.6,0: there is a neutral tile here (name the neutral ones: `neutral: []`)",
    ),
    "more tiles than there are": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven:\n  hand: {anna: settlement-4}\n  aside:\n    anna:\n"
        "      - settlement-4\n      - settlement-4\n      - settlement-4",
        "9:9: given.aside.anna.2: there is no settlement-4 left to put here",
    ),
    "more tiles of a kind on the map than there are": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven:\n  hand: {anna: settlement-4}\n  tiles:\n"
        "    3,2: anna settlement-4\n    5,7: anna settlement-4\n    4,14: anna settlement-4",
        "8:11: given.tiles.4,14: anna has no settlement-4 left",
    ),
    "card named twice": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven:\n  missions:\n    anna: [ports]\n    bruno: [coast, ports]",
        "6:20: given.missions.bruno.1: there is no ports left to put here",
    ),
    "two tiles in hand": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven: {hand: {anna: [food, energy]}}",
        "3:16: given.hand.anna: a hand holds one tile (RB-SETUP-8, RB-DRAW-1)",
    ),
    "neutral tiles": (
        "game: rebirth\nplayers: [anna, bruno, clara]\ngiven:\n  neutral:\n    - all food\n    - all open",
        "4:3: given.neutral: 50 neutral tiles; the colours without a player have 36",
    ),
    "player": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven:\n  castles: {KE: anne}",
        "4:17: given.castles.KE: there is no player 'anne'; playing: anna, bruno",
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
        "3:9: draws.supply.0: 'food' was never drawn from supply.0 during set-up",
    ),
    "draws that never come": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven: {hand: {anna: food}}\ndraws: {deck: [coast]}\n"
        "moves: ['place food 0,15']",
        "4:9: draws.deck: 'coast' was never drawn from deck",
    ),
    "draws that cannot come": (
        "game: rebirth\nplayers: [anna, bruno]\ngiven: {hand: {anna: food}}\ndraws: {supply.anna: [cake]}\n"
        "moves: ['place food 0,15']",
        "5:9: moves.0: the script wants 'cake' from supply.anna, which does not contain it",
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
        "4:5: moves.0: 'put' is not a move",
    ),
    "player who moves": (
        "game: rebirth\nplayers: [anna, bruno]\nmoves:\n  - clara: place food 0,15",
        "4:5: moves.0: there is no player 'clara'; playing: anna, bruno",
    ),
    "sentence that nobody can read": (
        "game: rebirth\nplayers: [anna, bruno]\nexpect:\n  - anna feels lucky",
        "4:5: expect.0: anna feels lucky: unknown sentence; see docs/scenes.md",
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


def test_a_record_is_not_a_scene(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    Match(tw.load("rebirth"), ["anna", "bruno"], record=path)
    with pytest.raises(InvalidFile) as error:
        scenes.read(path)
    file = path.as_posix()
    assert [str(problem) for problem in error.value.problems] == [
        f"{file}:1:1: this is the record of a game, not a scene; see it with: tilewright replay {file}; go on with it: "
        f"tilewright resume {file}"
    ]


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


@settings(max_examples=120)
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
    (again,) = scenes.read(scenes.export(state), "exported.yaml")
    assert scenes.begin(again, rules=rules)[1] == state
