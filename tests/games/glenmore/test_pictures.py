"""Glen More's tiles as pictures say what the box says, and what cannot be taken says what is missing."""

from __future__ import annotations

from collections import Counter
from typing import cast

from tilewright.core.land.grid import pack
from tilewright.games.glenmore import placing_rules
from tilewright.games.glenmore.actions import Discard, PlaceTile, Take
from tilewright.games.glenmore.files import RESOURCES
from tilewright.games.glenmore.printed import Printed
from tilewright.games.glenmore.show import show
from tilewright.games.glenmore.show.tile_pictures import picture
from tilewright.games.glenmore.show.tiles import LOOKS, Wording
from tilewright.games.glenmore.trade import key

from .showing import game, rules, seen, step


def test_every_kind_of_tile_says_what_it_costs_and_gives_in_symbols() -> None:
    words = Wording(rules(), "en")
    for kind in cast(Printed, rules().data).kinds:
        market, laid = picture(words, kind), picture(words, kind, placed=True)
        assert LOOKS[market.what].icon
        inks = [ink for plate in market.plates for ink in (*plate.get, *plate.pay)]
        assert all(LOOKS[ink.role].icon for ink in inks)
        cost = Counter(ink.role for plate in market.plates if plate.corner == "sw" for ink in plate.pay)
        owed: Counter[str] = Counter(dict[str, int](zip(RESOURCES, kind.cost.cubes, strict=True)))
        owed += Counter(any=kind.cost.different, barrel=kind.cost.whisky, member=kind.cost.member)
        assert cost == +owed
        assert [plate for plate in market.plates if plate.corner == "se"] == list(laid.plates)
        points = [int(ink.text) for plate in laid.plates for ink in plate.get if ink.role == "vp"]
        deals = {sum(deal.give): deal.vp for deal in kind.each.deals if deal.vp}
        assert sorted(points) == sorted(deals.values() or filter(None, [kind.each.vp]))
        assert market.title == ("" if kind.card is None else words.name(kind.id))


def test_what_a_tile_lacks_is_what_the_rules_refuse() -> None:
    """Whoever acts sees it; a spectator has nothing to choose."""
    missing: Counter[str] = Counter()
    for state in game(4, 82):
        if step(state) != "take":
            continue
        legal = {
            action.space for action in state.legal(state.to_act[0]) if isinstance(action, Take | Discard)
        }
        ring = seen(state).boards[0]
        for spot in ring.spots:
            if spot.picture is not None and spot.picture.badge:
                assert bool(spot.picture.lacks) == (int(spot.picture.badge) not in legal)
                missing.update(ink.role for ink in spot.picture.lacks)
        assert not any(spot.picture and spot.picture.lacks for spot in show(state.view(None)).boards[0].spots)
    assert missing["tile"] and missing.keys() & {*RESOURCES, "coin"}


def test_a_free_place_says_what_could_be_activated_there() -> None:
    for state in game(3, 60):
        if state.over or step(state) not in ("take", "place"):
            continue
        seat = state.to_act[0]
        spots = {spot.at: spot for spot in seen(state).boards[1].spots}
        if step(state) == "place":
            free = {key(one.cell) for one in state.legal(seat) if isinstance(one, PlaceTile)}
        else:
            free = {at for found in placing_rules.places(state, seat).values() for at in found}
        shown = {pack(*at) for at in spots if pack(*at) not in state.displays[seat]}
        assert shown == free
        for at, spot in spots.items():
            if pack(*at) in free and spot.picture is not None:
                near = [pack(*at) + off in state.displays[seat] for off in placing_rules.AROUND]
                assert len(spot.picture.plates) <= sum(near) + (step(state) == "place")


def test_the_steps_of_a_turn_and_how_far_the_game_is() -> None:
    found = set()
    for number, state in enumerate(game(3, 60)):
        if number % 3:
            continue
        what = seen(state)
        now = [ink.text for ink in what.steps if ink.role == "strong"]
        assert len(now) == (not state.over)
        found.update(now)
        left = len(state.stack0) + len(state.stack1)
        if state.scorings == 0:
            tiles = "tile" if left == 1 else "tiles"
            assert what.progress == f"turn {state.turns}, {left} {tiles} to scoring 1"
    assert found == {"take", "place", "activate", "move"}
