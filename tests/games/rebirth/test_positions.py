"""Any position of Rebirth as a scene and back, and one on a map where a field touches two cathedrals."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base.errors import Unreadable
from tilewright.core.scenes import scene as scenes

from ...cli.shell import run as command
from ...oracle.rebirth_map import crowded
from ..scenery import back, run

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
            run(scene, under, tw.load("rebirth", options=own, data=data))


# Any position as a scene, and back


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
      lines:
        - [anna, 4, port, -1, 3]
        - [bruno, 9, castle, 2, 5]
      points: {anna: 12}
      to act: bruno
      turns: 9
    """
    state = back(text)
    again = back(scenes.export(state))
    assert again == state
    assert (state.turns, state.scores, state.to_act) == (9, [12, 9], (1,))
    assert [(line.seat, line.reason) for line in state.score_lines()] == [(1, "castle"), (0, "carried_over")]


FOLLOWING = """
scene: What is not named follows the tiles
game: rebirth
players: [anna, bruno, clara]
given:
  tiles:
    7,0: anna food
    8,1: bruno energy
    5,2: anna food
    3,3: anna food
    3,2: bruno settlement-1
    3,13: clara food
    4,13: clara food
    1,13: bruno settlement-1
  castles: {Kf: bruno}
  cathedrals: {C1: clara}
  hand: {bruno: food}
  supply: {anna: [food, energy]}
expect:
  - castle Ka is nobody
  - castle Kb is anna
  - castle KE is clara
  - castle Kf is bruno
  - cathedral C7 is bruno
  - cathedral C1 is clara
  - anna has 0 missions
  - deck holds 32 missions
  - bruno's hand is food
  - anna's supply is food, energy
  - anna's aside holds 2 tiles
  - bruno's hand, aside and supply hold 33 tiles
"""


def test_what_a_position_does_not_name() -> None:
    """Castles go to whoever has most beside them, at a full tie to nobody; cathedrals to all; no missions are dealt."""
    (scene,) = scenes.read(FOLLOWING, "following.yaml")
    run(scene, None)


# -- castles and cathedrals as they are typed ----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["default", "alternative"])
def test_every_castle_and_cathedral_is_read_as_itself(name: str) -> None:
    """`Ke` is Fyvie and `KE` is Edinburgh: codes that differ in nothing but the case of a letter are told apart."""
    rules = tw.load("rebirth", options={"map": name, "several_neighbours": "one"})
    state = rules.new(2, seed=1)
    for verb, sites in (("castle", rules.data.castles), ("cathedral", rules.data.cathedrals)):
        for site in sites:
            for typed in (site.code, site.name.replace(" ", "-"), site.name.lower().replace(" ", "-")):
                assert str(rules.read(f"{verb} {typed}", state, 0)) == f"{verb} {site.code}"
    with pytest.raises(Unreadable, match="'ke' can be KE, Ke; write it exactly"):
        rules.read("castle ke", state, 0)


@pytest.mark.parametrize("code", ["KE", "Ke", "fyvie"])
def test_why_answers_about_the_castle_that_is_typed(tmp_path: Path, code: str) -> None:
    """At the terminal, where moves are typed."""
    words = ["play", "rebirth", "-p", "anna", "-p", "bruno", "--save", str(tmp_path / "game"), "--plain"]
    said = command(*words, typed=f"why castle {code}\n").out
    assert f"castle {'KE' if code == 'KE' else 'Ke'} is refused:" in said
