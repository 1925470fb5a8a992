"""The sentences of scenes, true and false."""

from __future__ import annotations

import pytest

from tilewright.core.rules.state import State
from tilewright.core.scenes import scene as scenes
from tilewright.core.scenes.sentences import holds

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


def table() -> State:
    (scene,) = scenes.read(TABLE, "table.yaml")
    return scenes.begin(scene)[1]


KNOWN = (
    "known: neutral, tiles, laid aside, mission, castles, cathedrals, out, "
    "start, hand, supply, aside, missions, deck"
)
SENTENCES: dict[str, str | None] = {
    "anna has 7 points": None,
    "anna has 8 points": "anna has 7 points",
    "anna has 1 castle": "anna has 0 castle",
    "bruno has 1 castle": None,
    "anna has 2 tiles": None,
    "anna has 36 moves": "anna has 35 moves",
    "anna has 2 puddings": f"unknown word 'puddings'; {KNOWN}",
    "anna has 2 cakes": "unknown word 'cakes'; did you mean 'castles'?",
    "anna has 2 castels": "unknown word 'castels'; did you mean 'castles'?",
    "castel KE is anna": "unknown word 'castel KE'; did you mean 'castles'?",
    "castles are anna": "castles holds one value for each key; name a key: 'castles KE is anna'",
    "dora has 7 points": "there is no player 'dora'; playing: anna, bruno, clara",
    "anna scored nothing": "anna scored 7 for carried over",
    "anna scored 7 for carried over": None,
    "anna scored 7 for port": "anna scored 7 for carried over",
    "anna scored 1 for cake": "there is no score reason 'cake'; did you mean 'castle'?",
    "anna scored 1 for pudding": "there is no score reason 'pudding'; known: carried over, castle, cathedral bonus, "
    "energy group, food group, large settlement, medium settlement, mission, port, small settlement, "
    "unfinished settlement",
    "anna scored 1 for prot": "there is no score reason 'prot'; did you mean 'port'?",
    "anna scored 7 for carried over, then 1 for port": "anna scored 7 for carried over",
    "anna scored 7, then 1 for port": "'7' is not of the form '5 for medium settlement'",
    "anna may place settlement 9,5": None,
    "anna may place settlement 8,5": "place settlement-4 8,5: there is a tile on 8,5 already (RB-PLACE-2)",
    "anna may not place settlement 9,5": "the move is legal",
    "anna may not place settlement 8,5 (RB-PLACE-2)": None,
    "anna may not place settlement 8,5 (RB-PLACE-8)": "refused, but not for RB-PLACE-8: place settlement-4 8,5: "
    "there is a tile on 8,5 already (RB-PLACE-2)",
    "anna may place settlement 9,5 (RB-PLACE-8)": "a rule in parentheses may only follow 'may not'",
    "anna may fly": "'fly' cannot be read: 'fly' is not a move",
    "castle Ka is bruno": None,
    "castle Ka is anna": "castle Ka is bruno",
    "castle XX is anna": "there is no castle 'XX'; known: KE, KS, Ka, Kb, Kc, Kd, Ke, Kf, Kg, Kh, Ki, Kj",
    "cathedral C4 is anna": None,
    "tile 0,15 is anna food": None,
    "tile 0,16 is anna food": "tile 0,16 is free",
    "tile 2,13 is free": "2,13 is a castle field, not a place for tiles",
    "mission ports is met by anna": None,
    "mission coast is met by anna": "mission coast is met by anna and bruno",
    "anna's hand is settlement-4": None,
    "anna's hand is food": "it is settlement-4",
    "anna's nose is red": f"unknown word 'nose'; {KNOWN}",
    "anna's hnad is food": "unknown word 'hnad'; did you mean 'hand'?",
    "deck is coast, bonus": None,
    "deck is bonus, coast": "it is coast, bonus",
    "deck is empty": "it is coast, bonus",
    "deck holds 1 bonus": None,
    "deck holds 2 bonus": "it is 1",
    "the deck holds 2 missions": None,
    "anna's hand and aside hold 3 tiles": None,
    "anna's hand holds 1 food": "it is 0",
    "anna's hand holds 1 card": "there is no tile 'card'; known: tiles, food, energy, settlement-1, settlement-2, "
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
    assert holds(sentence, table()) == said
