"""Scoring tiles as cards, what a tile could bring, places in words: what pages show of Isle of Skye beside boards."""

from __future__ import annotations

from itertools import islice, takewhile

import pytest

import tilewright as tw
from tilewright.core.draw.model import Goal, Show
from tilewright.core.land.grid import pack
from tilewright.games.isleofskye.show import show
from tilewright.games.isleofskye.show.goals import picture
from tilewright.games.isleofskye.show.prospects import brings, place_said
from tilewright.games.isleofskye.show.sight import Sight
from tilewright.games.isleofskye.show.tiles import Wording
from tilewright.games.isleofskye.state import IsleOfSkyeState

from ...cases import cases
from .showing import NAMES, game, lay, new, step

ALL = ["druids", "tunnel", "bonus", "outskirts"]


def goals(what: Show) -> list[Goal]:
    return [goal for panel in what.panels for goal in panel.goals]


def scored(state: IsleOfSkyeState, *ids: str) -> IsleOfSkyeState:
    state.scoring = [state.rules.pieces["scoring"].index(id) for id in ids]
    return state


def test_every_scoring_tile_of_the_big_box_has_a_picture_with_marks_that_are_symbols() -> None:
    every = tw.load("isleofskye", ALL)
    wording = Wording(every, "en")
    for scoring in every.assembled.scorings:
        drawn = picture(wording, scoring)
        assert drawn is not None, scoring.id
        for spot in drawn.spots:
            assert sorted(side for area in spot.areas for side in area.sides) == sorted("nesw")
            for mark in (mark for area in spot.areas for mark in area.marks):
                assert wording.looks[mark.role].icon, mark


def test_every_mark_of_every_tile_is_a_symbol() -> None:
    every = tw.load("isleofskye", ALL)
    wording = Wording(every, "en")
    for tile in every.assembled.tiles:
        for number in range(len(tile.face.areas)):
            for mark in wording.marks(tile, tile.face, number):
                looks = [wording.looks[role].icon for role in (mark.role, mark.on) if role]
                assert looks and all(looks), (tile.id, mark)


def test_roads_of_tunnels_lead_into_the_mountains_that_they_enter() -> None:
    every = tw.load("isleofskye", ["tunnel"])
    wording = Wording(every, "en")
    tile = next(tile for tile in every.assembled.tiles if tile.id == "T02")
    roads = {way.sides: way.into for way in wording.roads(tile, tile.face)}
    entered = {sides: [tile.face.areas[number].sides for number in into] for sides, into in roads.items()}
    assert entered == {("n",): [(1,)], ("s",): [(3,)]}


def test_cards_say_what_is_scored_now_and_how_often_still() -> None:
    """The front of the board scores A, B, A C, B D, A C D, B C D."""
    state = scored(new(), "squares", "most_ships", "mountain_brochs", "all_sheep")
    state.round = 3
    lay(state, 0, "L27 1,0 r3")
    a, b, c, d = goals(show(state.view(0)))
    assert [goal.now for goal in (a, b, c, d)] == [False, True, False, True]
    assert [goal.note for goal in (a, b, c, d)] == [
        "once more",
        "now, once more",
        "twice more",
        "now, twice more",
    ]
    assert [goal.worth for goal in (a, b, c, d)] == ["2 each", "5 and 2", "1, 3, 6", "1 each"]
    assert d.points == {0: 3, 1: 0} and not d.amounts  # three sheep on L27
    assert b.amounts == {0: 0, 1: 0} and b.points == {0: 0, 1: 0}
    rounds = next(panel.rounds for panel in show(state.view(0)).panels if panel.rounds)
    assert [one.goals for one in rounds] == [(0,), (1,), (0, 2), (1, 3), (0, 2, 3), (1, 2, 3)]
    assert [one.now for one in rounds].index(True) == 3 and [one.over for one in rounds] == [True] * 3 + [
        False
    ] * 3


def test_gold_that_is_hidden_is_on_no_card() -> None:
    state = scored(new(gold_secrecy="hidden"), "most_gold", "squares", "all_sheep", "most_ships")
    state.gold = [3, 8]
    card = goals(show(state.view(0)))[0]
    assert card.amounts == {0: 3} and not card.points
    assert not goals(show(state.view(None)))[0].amounts


def test_a_tile_could_bring_what_its_best_place_brings() -> None:
    """L16 has three sheep and fits beside the castle; L49 has none."""
    state = scored(new(), "all_sheep", "squares", "most_ships", "most_gold")
    tiles = state.rules.pieces["tile"]
    sight = Sight(state.view(0), "en")
    assert brings(sight, 0, tiles.index("L16")) == 3
    assert brings(sight, 0, tiles.index("L49")) == 0


@pytest.mark.parametrize(("cell", "said"), cases(__file__, "places_are_said_as_seen_from_the_castle"))
def test_places_are_said_as_seen_from_the_castle(cell: tuple[int, int], said: str) -> None:
    assert place_said(Sight(new().view(0), "en"), pack(*cell)) == said


def test_choices_are_sentences() -> None:
    found = set()
    for state in takewhile(lambda state: not state.over, islice(game(2, 3), 0, None, 2)):
        for offer in show(state.view(state.to_act[0])).offers:
            assert offer.said, offer.action
            found.add((step(state), offer.said.split(" ")[0]))
    assert {("price", "Price"), ("price", "It"), ("buy", "Buy"), ("build", "north")} <= found


def test_the_page_knows_players_steps_and_progress() -> None:
    state = next(state for state in game(3, 12) if step(state) == "build")
    what = show(state.view(state.to_act[0]))
    assert [ink.role for ink in what.players] == ["seat 0", "seat 1", "seat 2"]
    assert [ink.text for ink in what.steps if ink.role == "strong"] == ["build"]
    count = len(state.waiting[state.to_act[0]])
    assert what.progress == f"round 1 of 6, {count} {'tile' if count == 1 else 'tiles'} to build"
    assert {board.seat for board in what.boards if board.grid == "square4"} == {0, 1, 2}
    assert [board.kind for board in what.boards].count("hand") == 1
    [players] = [panel for panel in what.panels if panel.players]
    assert len(players.rows) == len(NAMES[:3])
