"""Ireland: what players see and are told, and what they are not."""

from __future__ import annotations

from typing import cast

import pytest

from tilewright.core.base.chance import Stream
from tilewright.core.rules.events import Log
from tilewright.games.rebirth.files import KINDS
from tilewright.games.rebirth.modules._ireland.state import NAME
from tilewright.games.rebirth.state import RebirthState

from .folders import ENERGY, FOOD, FOUR, SECRETS, THREE, after, begun, loaded, part_of

# -- what players see ------------------------------------------------------------------------------------------------


def test_owners_know_what_lies_apart_but_not_its_order() -> None:
    """RI-AMB-1: the same for every order; others know nothing."""
    state = begun(SECRETS)
    other = begun(SECRETS.replace("[settlement-3, food, energy, food]", "[food, food, energy, settlement-3]"))
    view = state.view(0)
    assert view.known("apart", 0, NAME) == (FOOD, FOOD, ENERGY, THREE)
    assert view.slice(NAME)["apart"] == (None, None, None)
    assert view.to_dict() == other.view(0).to_dict()
    assert state.view(1).known("apart", 0, NAME) == state.view(2).known("apart", 0, NAME) == ()
    drawn = {view.determinize(Stream(n)).slices[NAME].apart[0][-1] for n in range(30)}
    assert drawn == {FOOD, ENERGY, THREE}
    for n in range(5):
        assert sorted(part_of(cast(RebirthState, view.determinize(Stream(n)))).apart[0]) == [0, 0, 1, 4]


def test_they_may_not_look_again_in_the_other_reading() -> None:
    """RI-AMB-1: then the tiles could be any that the owner has not seen elsewhere."""
    view = begun(SECRETS, ireland__aside="hidden").view(0)
    assert view.known("apart", 0, NAME) == ()
    found = {tuple(sorted(view.determinize(Stream(n)).slices[NAME].apart[0])) for n in range(8)}
    assert len(found) > 4


def test_the_second_tile_is_known_to_its_owner_alone() -> None:
    """RI-TOW-2: the hand is secret, and what is left apart is known without it."""
    state = after(begun(SECRETS), "place food 8,5")
    assert state.view(0).hand[0] == (THREE,)
    assert state.view(0).known("apart", 0, NAME) == (FOOD, FOOD, ENERGY)
    assert state.view(1).hand[0] is None and state.view(None).hand[0] is None
    other = after(
        begun(SECRETS.replace("[settlement-3, food, energy, food]", "[energy, food, settlement-3, food]")),
        "place food 8,5",
    )
    assert state.view(1).to_dict() == other.view(1).to_dict()
    assert state.view(0).to_dict() != other.view(0).to_dict()


def test_private_missions_are_seen_by_their_owner_alone_and_shown_at_the_end() -> None:
    """RI-TOW-5, RI-TOW-6"""
    state = begun(SECRETS)
    card = state.rules.pieces["card"].index("castle_ring_4")
    assert state.view(0).slice(NAME)["private"] == ((card,), None, None)
    for seat in (1, 2, None):
        assert state.view(seat).slice(NAME)["private"][0] is None
    assert state.view(1).slice(NAME)["deck"] is None
    over = after(
        begun(
            "hand: {anna: energy, bruno: empty, clara: empty}\nsupply: empty\n"
            "ireland.private: {anna: [castle_ring_4]}"
        ),
        "place energy 7,7",
    )
    assert over.over and over.view(None).slice(NAME)["private"][0] == (card,)


def test_tiles_drawn_are_secret_and_the_tile_chosen_is_told() -> None:
    """RI-TOW-4: it is placed at once; what went back, others do not learn."""
    views = []
    for drawn, below in (("food, energy", "settlement-1"), ("settlement-1, energy", "food")):
        state = begun(f"hand: {{bruno: [{drawn}]}}\nto act: bruno\nsupply: {{bruno: [{below}]}}")
        assert state.view(0).hand[1] is None
        assert state.view(1).hand[1] == tuple(sorted(KINDS.index(tile) for tile in drawn.split(", ")))
        action, log = state.rules.read("choose energy", state, 1), Log()
        assert state.rules.say_move(action, 0) == "choose energy"
        state.apply(action, log)
        views.append(state.view(0).to_dict())
        assert state.view(1).hand[1] == (ENERGY,) and state.view(0).hand[1] is None
        texts = {state.rules.say_event(event, state.seats, seat) for event in log.events for seat in (0, 1)}
        assert len(texts) == 1 and "energy" in texts.pop()
    assert views[0] == views[1]


@pytest.mark.parametrize("aside", ["known", "hidden"])
def test_what_went_back_into_the_supply_is_known_to_lie_there(aside: str) -> None:
    """RI-TOW-4, RI-AMB-1: its owner has just seen it; with tiles apart unknown it could else be among them."""
    state = begun(
        "hand: {anna: [food, settlement-4, settlement-4]}\nsupply: {anna: [food, energy]}",
        ireland__aside=aside,
    )
    after(state, "choose food")
    for n in range(12):
        world = cast(RebirthState, state.view(0).determinize(Stream(n)))
        assert world.supply[0].count(FOUR) >= 2


def test_it_goes_back_at_random() -> None:
    """RI-TOW-4: the tiles that were not chosen are shuffled in."""
    found = set()
    for seed in range(12):
        state = begun("hand: {anna: [food, settlement-4]}\nsupply: {anna: [food, energy, food]}")
        state.streams[f"module:{NAME}"] = (seed, 0)
        after(state, "choose food")
        found.add(state.supply[0].index(FOUR))
    assert len(found) == 4


def test_a_tile_that_goes_back_apart_lies_there_at_random() -> None:
    """RI-AMB-11: its owner, who has just seen it, knows that it does, also where the other tiles are not known."""
    given = """
    neutral: [all settlement]
    hand: {anna: food}
    towers: {Tc: second_tile}
    ireland.apart: {anna: [settlement-3, food, energy]}
    """
    found = set()
    for seed in range(12):
        state = begun("\n".join(map(str.strip, given.splitlines())), 2, ireland__second_no_place="back")
        state.streams[f"module:{NAME}"] = (seed, 0)
        after(state, "place food 8,5")
        found.add(part_of(state).apart[0].index(THREE))
        assert state.view(0).known("apart", 0, NAME) == (FOOD, ENERGY, THREE)
        assert state.view(1).known("apart", 0, NAME) == ()
    assert len(found) == 3
    state = begun(
        "\n".join(map(str.strip, given.splitlines())),
        2,
        ireland__second_no_place="back",
        ireland__aside="hidden",
    )
    assert after(state, "place food 8,5").view(0).known("apart", 0, NAME) == (THREE,)


def test_the_sheet_of_tiles_lists_missions_and_bonuses() -> None:
    rules = loaded()
    cards, bonuses = rules.sheet("tiles").panels[-2:]
    assert [row[0].text + row[1].text for row in cards.rows].count("128") == 2 and len(cards.rows) == 12
    assert sum(int(row[0].text) for row in bonuses.rows) == 14
    assert len(rules.sheet("map").panels) == len(rules.game.sheets["map"](rules).panels)


def test_the_log_tells_what_happens() -> None:
    """Others read that a tile or card was drawn, its owner which."""
    state = begun(
        """
hand: {anna: food, bruno: energy}
tiles: {"9,2": anna food, "-1,5": anna food}
towers: {Tc: second_tile, TT: mission_card, Td: doubling, Th: doubling, Te: draw_three, Tf: second_tile}
ireland.apart: {anna: [energy, food]}
ireland.deck: [energy_5]
ireland.display: [food_5]
supply: {anna: [food, food, food, food]}
"""
    )

    def said(move: str, seat: int | None) -> list[str]:
        log, world = Log(), state.clone()
        world.apply(world.rules.read(move, world, world.to_act[0]), log)
        return [world.rules.say_event(event, world.seats, seat) for event in log.events]

    own, others = said("place food 6,5", 0), said("place food 6,5", 1)
    assert "anna touches Hill of Tara: mission card" in own and "anna touches Nendrum: second tile" in own
    assert "anna draws a private mission: energy group of five" in own
    assert "anna draws energy as a second tile from those set aside" in own
    assert "anna draws a private mission" in others
    assert "anna draws a second tile from those set aside" in others
    assert not [text for text in others if "energy" in text]
    after(state, "place food 6,5")
    assert "anna draws 2 more tiles to choose from" in said("place energy 3,4", 1)
    after(state, "place energy 3,9")
    assert "anna puts the doubling marker on a card: food group of five" in said("double food_5", 2)


def test_a_second_tile_that_fits_nowhere_resolves_nothing_again() -> None:
    """RI-AMB-11: the tile before it has been resolved; its towers are not touched once more."""
    given = """
neutral: [all settlement]
hand: {anna: food}
towers: {Tc: second_tile, TT: second_tile}
ireland.apart: {anna: [settlement-3, food]}
"""
    state, log = after(begun(given, 2, ireland__ignored_bonus="kept"), "place food 6,5"), Log()
    state.apply(state.rules.read("lay-aside", state, 0), log)
    assert [event.key for event in log.events if event.key.startswith(("tower", "second"))] == []
