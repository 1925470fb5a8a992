"""Ireland: positions written and read, and records."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest

from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import InvalidFile
from tilewright.core.draw.model import Ink
from tilewright.core.play.match import Match
from tilewright.core.play.replay import replay, resume
from tilewright.core.record import format as record
from tilewright.core.scenes import scene as scenes
from tilewright.games.rebirth.modules._ireland.state import NAME
from tilewright.games.rebirth.state import RebirthState

from ....cases import cases
from ...scenery import back
from .folders import BONUS, DOUBLE, FOOD, NAMES, OTHER, PLAIN, SECRETS, after, begun, loaded, part_of

# -- positions -------------------------------------------------------------------------------------------------------


def test_an_export_says_its_modules_and_options() -> None:
    state = OTHER.new(2, seed=1)
    again = back(scenes.export(state))
    assert again == state and again.rules.module_options[NAME].bonuses == "optional"


def test_what_a_position_does_not_name_follows_from_its_tiles() -> None:
    """Towers are touched and cards fulfilled as the tiles lie; nobody has a private mission, and no marker lies."""
    state = begun(
        """
tiles: {"6,5": anna food, "6,6": anna food, "5,7": anna energy, "8,5": bruno food}
neutral: []
""",
        2,
    )
    here, codes = part_of(state), state.rules.things["tower"].codes
    touched = {code: seats for code, seats in zip(codes, here.touched, strict=True) if seats}
    assert touched == {"TT": 1, "Tc": 3, "Th": 1}
    cards = {state.rules.pieces["card"][n]: seats for n, seats in enumerate(here.fulfilled) if seats}
    assert cards == {"link_3_towers": 1, "tower_ring_3": 1}
    assert not any(here.private) and not any(here.doubled) and len(here.display) == 8


def test_a_supply_that_is_named_leaves_the_tiles_apart() -> None:
    """Its tiles come from the rest of the supply, and not from what its owner has set aside."""
    plain, state = PLAIN.new(3, 0), begun("supply: {anna: [settlement-1, settlement-2, food, food]}")
    assert part_of(state).apart == part_of(cast(RebirthState, plain)).apart
    assert begun("supply: {anna: [food]}\nireland.apart: {anna: [food]}").supply[0] == [FOOD]


WRONG = cases(__file__, "wrong")


@pytest.mark.parametrize("name", WRONG)
def test_wrong_positions(name: str) -> None:
    given, said = WRONG[name]
    with pytest.raises(InvalidFile) as caught:
        begun(given)
    assert str(caught.value).partition(": ")[2].startswith(said), str(caught.value)


@pytest.mark.parametrize(
    ("most", "options"),
    [(3, {}), (5, {"ireland__two_draws": "five"}), (4, {"ireland__drawn": 4}), (1, {"ireland__drawn": 1})],
)
def test_how_many_tiles_a_hand_may_hold(most: int, options: dict[str, Any]) -> None:
    """RI-TOW-4, RI-AMB-4: as many as bonuses can bring, and not one more."""
    tiles = ", ".join(["food"] * most)
    assert len(begun(f"hand: {{anna: [{tiles}]}}", **options).hand[0]) == most
    with pytest.raises(InvalidFile):
        begun(f"hand: {{anna: [{tiles}, food]}}", **options)


# -- records ---------------------------------------------------------------------------------------------------------

AMID = {
    "second": (SECRETS, ["place food 8,5"], "place", {}),
    "choose": ("hand: {anna: [food, energy]}", [], "choose", {}),
    "double": (DOUBLE, ["place food 6,5"], "double", {}),
    "bonus": (BONUS, ["place food 8,5"], "bonus", {"ireland__bonuses": "optional"}),
}


@pytest.mark.parametrize("name", AMID)
def test_a_record_is_resumed_amid_a_turn(name: str, tmp_path: Path) -> None:
    """The decision that was open is open again, and the game goes on as it would have gone on."""
    given, moves, step, options = AMID[name]
    rules = loaded(**options)
    start = begun(given, rules=rules)
    path = tmp_path / "record.jsonl"
    match = Match(rules, list(start.seats), seed=3, start=start, record=path)
    for move in moves:
        match.play(match.read(move)[0])
    open_ = match.state.clone()
    match.close()
    again, _ = resume(path, lambda text, rules: bots.make(text, rules))
    assert again.state == open_ and again.state.step is not None and again.state.step.name == step
    chance = Stream(1)
    for _ in range(12):
        action = chance.pick(open_.legal(open_.to_act[0]))
        open_.apply(action)
        again.play(action)
    assert again.state == open_
    again.close()
    assert replay(record.read(path)).state == open_


def test_records_of_whole_games_with_undo_are_replayed(tmp_path: Path) -> None:
    """Decisions are taken back amid turns where nothing has been learnt since."""
    undone = Counter[str]()
    for seed in range(4):
        path = tmp_path / f"{seed}.jsonl"
        match = Match(OTHER, 3, seed=seed, record=path)
        chance = Stream(seed, "test")
        while not match.over:
            seat = match.state.to_act[0]
            match.play(chance.pick(match.state.legal(seat)))
            if match.can_undo(seat) and chance.below(3) == 0:
                match.undo(seat)
                assert match.state.step is not None
                undone[match.state.step.name] += 1
        match.close()
        assert replay(record.read(path)).state == match.state
    assert undone["bonus"] > 3


def test_undo_gives_back_what_a_choice_did() -> None:
    """RI-TOW-7: the marker is taken up again, and the same card may be chosen; nothing was drawn after it."""
    given = f"{DOUBLE}supply: {{anna: []}}"
    state = after(begun(given, ireland__own_mission="double"), "place food 6,5")
    match = Match(state.rules, list(state.seats), seed=1, start=state)
    before = match.state.clone()
    match.play(match.read("double link_3_towers")[0])
    assert part_of(cast(RebirthState, match.state)).doubled != part_of(cast(RebirthState, before)).doubled
    match.undo(0)
    assert match.state == before
    match.play(match.read("double link_3_towers")[0])


def test_the_drawing_says_what_a_card_would_score_now() -> None:
    """RI-MIS-2: the higher number as long as nobody has fulfilled it, then the lower one."""
    for more, points in (("", "8"), ("ireland.fulfilled: {food_5: bruno}", "5")):
        state = begun(f"hand: {{anna: food}}\nireland.display: [food_5]\n{more}")
        [panel] = [one for one in state.rules.show(state.view(0)).panels if one.title == "Public missions"]
        assert panel.rows[0][0] == Ink(points)


@pytest.mark.parametrize(("players", "wanted"), [(2, ["sAB"]), (3, ["sAB", "s*"]), (4, ["sAB", "s-C", "s*"])])
def test_the_legend_says_who_has_touched_a_tower(players: int, wanted: list[str]) -> None:
    state = PLAIN.new(NAMES[:players], 1)
    legend = {ink.text: said for ink, said in PLAIN.show(state.view(0)).legend}
    assert [sign for sign, said in legend.items() if said.startswith("touched by")] == wanted
    assert legend["sAB"] == "touched by A, B"


def test_without_cards_on_display_no_panel_is_drawn() -> None:
    """RI-SETUP-1, option displayed"""
    rules = loaded(ireland__displayed=0)
    titles = [panel.title for panel in rules.show(rules.new(NAMES[:2], 1).view(0)).panels]
    assert "Public missions" not in titles
