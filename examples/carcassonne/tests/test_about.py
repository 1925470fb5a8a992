"""What is said of places on the land, and of the decision at hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import cast

from carcassonne.state import Carcassonne
from carcassonne.tiles import NAMES, sides

import tilewright as tw
from tilewright.authoring import Show, pack, unpack

RULES = tw.load("carcassonne")


def game(count: int, seed: int) -> Iterator[Carcassonne]:
    """Every position of a random game, without the end."""
    state, random = cast(Carcassonne, RULES.new(count, seed=seed)), Random(seed)
    while not state.over:
        yield state.clone()
        legal = state.legal(state.to_act[0])
        state.apply(legal[random.randrange(len(legal))])


def shown(state: Carcassonne, seat: int | None) -> Show:
    return RULES.show(state.view(seat))


def test_who_is_to_act_is_asked() -> None:
    for state in game(3, 1):
        for seat in (0, 1, 2, None):
            what = shown(state, seat)
            assert bool(what.asks) == (seat in state.to_act)
            assert bool(what.status) == (seat is not None)


def test_a_meeple_stands_in_its_feature_and_is_said_there() -> None:
    """In a city, a cloister or on a road by its area, on a field at a port of it: where no other feature ends."""
    seen = Counter[str]()
    for state in game(2, 4):
        what, lie = shown(state, 0), state.tiles
        for spot in what.boards[0].spots:
            for piece in spot.pieces:
                cell = pack(*spot.at)
                seat, where = state.meeples[cell]
                face = lie.face(cell)
                area = face.areas[RULES.data.numbers(face)[where]]
                name = NAMES[area.terrain]
                seen[name] += 1
                parts = [*spot.areas, *spot.ways]
                if name == "field":
                    port = "nesw".index(piece.port[0]) * 3 + int(piece.port[1]) - 1
                    assert piece.area == -1 and port in area.sides
                else:
                    assert parts[piece.area].role == name and piece.port == ""
                    assert parts[piece.area].sides == sides(area)
                assert f"({state.seats[seat]}'s meeple)" in spot.said
                assert re.search(rf"{name}[^;]*\({state.seats[seat]}'s meeple\)", spot.said)
    assert min(seen[name] for name in NAMES.values()) > 3


def test_features_say_what_they_are_worth() -> None:
    """CA-END-2 to CA-END-4, CA-FIELD-2: the holders and points are those of the end, if it came now."""
    compared = 0
    for number, state in enumerate(game(3, 2)):
        if number % 20:
            continue
        what = shown(state, 0)
        assert what.about is not None
        won = {(line.seat, line.reason.removeprefix("open_"), line.amount) for line in RULES.ended(state)}
        said = set()
        for cell in state.tiles:
            for region in what.about(0, unpack(cell)).regions:
                if region.holder is not None and region.points:
                    said.add((int(region.holder.role[5:]), region.name, region.points))
                assert region.name in ("city", "road", "field", "cloister")
                assert region.possible is None or region.points is not None
                assert region.possible is None or region.possible >= (region.points or 0)
        # Features that several players share have no holder; all others agree.
        assert said <= won
        compared += len(said)
    assert compared > 10


def test_the_only_player_with_the_most_meeples_holds_a_feature() -> None:
    tied = 0
    for state in (one for seed in range(8) for one in game(2, seed) if one.turns % 10 == 9):
        regions, what = state.tiles.regions, shown(state, 0)
        for cell in state.tiles:
            expected = Counter[tuple[str, str | None]]()
            for root in {regions.find(area) for area in state.tiles.areas(cell)}:
                here = [seat for at, (seat, where) in state.meeples.items()
                        if regions.find(state.area(at, where)) == root]  # fmt: skip
                name = {"C": "city", "R": "road", "F": "field", "M": "cloister"}[regions.kind(root)]
                more = here.count(1) > here.count(0)
                expected[name, None if here.count(0) == here.count(1) else f"seat {int(more)}"] += 1
                tied += bool(here) and here.count(0) == here.count(1)
            assert what.about is not None
            found = [
                (one.name, one.holder and one.holder.role) for one in what.about(0, unpack(cell)).regions
            ]
            assert Counter(found) == expected
    assert tied > 10


def test_an_open_cell_says_how_many_tiles_fit() -> None:
    for number, state in enumerate(game(2, 3)):
        if number % 25:
            continue
        what, board = shown(state, 1), state.tiles
        assert what.about is not None
        for cell in board.frontier:
            fit = sum(bool(board.fits(cell, RULES.data.tiles[kind].face)) for kind in state.bag)
            assert what.about(0, unpack(cell)).fits == (fit, len(state.bag))


def test_meeples_are_about_the_tile_just_placed() -> None:
    for state in game(2, 4):
        if state.drawn:
            continue
        for offer in shown(state, state.to_act[0]).offers:
            assert offer.at == (None if str(offer.action) == "pass" else unpack(state.latest))
