"""What is measured of Rebirth, on positions laid out by hand; fields are rows and columns of the map's picture."""

from __future__ import annotations

import json
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.meters.metrics import Watch
from tilewright.core.meters.registry import meters_of
from tilewright.core.rules.state import State
from tilewright.games.rebirth.missions import meeting
from tilewright.games.rebirth.state import FREE

from ...meters.watched import ordered, played
from ..scenery import back

SEATS = ["pink", "blue"]
PINK, BLUE = SEATS
FOOD, ENERGY, ONE, TWO = "food", "energy", "settlement-1", "settlement-2"
SMALL = (7, 8)
MEDIUM = [(13, 7), (14, 7)]
LARGE = [(12, 5), (12, 6), (12, 7)]
FIELDS, SETTLEMENT_FIELDS, SETTLEMENTS, CASTLES = 112, 36, 18, 12


def c(row: int, column: int) -> str:
    """The field at a row and column of the picture, as orders name it."""
    return f"{column - row // 2},{row}"


def scene(
    hands: list[str], board: dict[tuple[int, int], tuple[str, str]] | None = None, **given: Any
) -> State:
    """Pink is to act; each player has the tile in hand as the last one, and castles are nobody's if not named."""
    castles = {castle.code: "nobody" for castle in tw.load("rebirth").data.castles} | given.pop("castles", {})
    tiles = {c(*at): f"{seat} {kind}" for at, (seat, kind) in (board or {}).items()}
    own = {"hand": dict(zip(SEATS, hands, strict=True)), "supply": "empty", "neutral": []}
    position = own | {"tiles": tiles, "castles": castles} | given
    return back(json.dumps({"game": "rebirth", "players": SEATS, "given": position}))


def test_settlements_and_room() -> None:
    """Pink finishes a medium settlement, one symbol each; two blue symbols lie in a large one with free hexes."""
    state = scene([ONE, FOOD], {MEDIUM[0]: (BLUE, ONE), LARGE[0]: (BLUE, TWO)})
    values = ordered(state, [f"place {c(*MEDIUM[1])}", f"place {c(13, 10)}"])
    assert values["settlements_finished"] == pytest.approx(1 / SETTLEMENTS)
    assert values["contested_settlements"] == values["tied_settlements"] == 1
    assert values["unfinished_symbols"] == [0, 2]
    assert values["dead_spots"] == FIELDS - 4 and values["tiles"] == [1, 3]
    # After one of two turns; the order of pink comes first.
    assert values["settlement_time"] == 0.5
    # Pink: settlement fields; blue: the 26 of food and the 24 open ones.
    assert values["spots"] == ((SETTLEMENT_FIELDS - 2) + 50) / 2
    assert values["fit_rate"] == pytest.approx((34 + 50) / ((FIELDS - 2) + (FIELDS - 3)))
    assert values["discard_rate"] == 0


def test_majorities_without_a_tie_or_without_a_rival() -> None:
    state = scene([TWO, FOOD], {MEDIUM[0]: (BLUE, ONE)})
    values = ordered(state, [f"place {c(*MEDIUM[1])}"])
    assert (values["contested_settlements"], values["tied_settlements"]) == (1, 0)
    state = scene([TWO, FOOD], {MEDIUM[0]: (PINK, ONE)})
    values = ordered(state, [f"place {c(*MEDIUM[1])}"])
    assert (values["contested_settlements"], values["tied_settlements"]) == (0, 0)
    # A small settlement has no majority.
    values = ordered(scene([TWO, FOOD]), [f"place {c(*SMALL)}"])
    assert values["settlements_finished"] == 1 / SETTLEMENTS and values["contested_settlements"] is None
    values = ordered(scene([TWO, FOOD]), [f"place {c(*MEDIUM[1])}"])
    assert values["contested_settlements"] is None and values["settlement_time"] is None


def test_a_castle_is_stolen() -> None:
    """Blue holds Kf with one farm beside it; pink comes with its second."""
    state = scene([FOOD, FOOD], {(14, 9): (BLUE, FOOD), (15, 9): (PINK, ENERGY)}, castles={"Kf": BLUE})
    values = ordered(state, [f"place {c(13, 10)}"])
    assert values["castles"] == [1, 0] and values["castles_stolen"] == [1, 0]
    assert values["value_stolen"] == [5, 0]
    # 14,9 touches another castle too, where blue is alone.
    assert values["contested_castles"] == pytest.approx(1 / CASTLES)
    state = scene([FOOD, FOOD], {(15, 9): (PINK, ENERGY)})
    values = ordered(state, [f"place {c(13, 10)}"])  # of nobody
    assert values["castles"] == [1, 0] and values["castles_stolen"] == [0, 0]


def test_farm_groups() -> None:
    """Two food farms side by side and one energy farm beside them, and a food farm far away."""
    board = {(13, 9): (PINK, FOOD), (13, 10): (PINK, FOOD), (14, 9): (PINK, ENERGY), (0, 7): (PINK, FOOD)}
    values = ordered(scene([FOOD, FOOD], board), [])
    assert values["farm_groups"] == [3, 0] and values["largest_farm_group"] == [2, 0]
    assert values["farm_group_size"] == [4 / 3, None]


def test_a_tile_without_a_place() -> None:
    """All settlement fields are taken: the tile is laid aside."""
    values = ordered(scene([ONE, FOOD], neutral=["all settlement"]), ["lay-aside", f"place {c(13, 10)}"])
    assert values["discard_rate"] == 0.5 and values["spots"] == 50 / 2
    assert values["settlements_finished"] == 1 and values["tied_settlements"] == 0


def test_the_shape_of_what_a_seat_has_laid() -> None:
    """Two in a row of the picture, the third below the first touches that one alone: two pairs of three."""
    board = {field: (PINK, FOOD) for field in ((13, 9), (13, 10), (14, 9))}
    values = ordered(scene([FOOD, FOOD], board), [])
    assert values["tiles"] == [3, 0] and values["compactness"] == [2 / 3, 1]
    assert values["box"] == [3 * 2, 0]


def test_the_frontier_is_what_a_look_at_the_map_finds() -> None:
    state: Any = tw.load("rebirth").new(2, 4)
    watch, sizes, turns = Watch(meters_of(state.rules, ["frontier", "frontier_mean"]), state), [], 0
    while not state.over:
        action = watch.deciding(state, state.to_act[0]).legal()[turns % 3 % len(state.legal(state.to_act[0]))]
        state.apply(action)
        watch.decided(state, action)
        turns += 1
        if turns % 2 == 0:
            near = state.printed.neighbours
            sizes.append(
                sum(
                    tile == FREE and any(state.tiles[other] != FREE for other in near[cell])
                    for cell, tile in enumerate(state.tiles)
                )
            )
    values = watch.values(state)
    assert values["frontier"] == sizes and values["frontier_mean"] == pytest.approx(sum(sizes) / len(sizes))


def test_missions_are_those_that_the_rules_find_met() -> None:
    seen: set[float | None] = set()
    for seed in range(6):
        state: Any = tw.load("rebirth").new(3, seed)
        values = played(state, seed=seed)
        cards = state.printed.missions
        for seat, mine in enumerate(state.missions):
            met = [meeting(state, cards[kind])[seat] for kind in mine]
            assert values["missions"][seat] == len(mine)
            assert values["missions_met"][seat] == (sum(met) / len(met) if mine else None)
        for number, card in enumerate(cards):
            held = [seat for seat, mine in enumerate(state.missions) for kind in mine if kind == number]
            if card.kind == "unconditional":
                assert f"content.met.{card.id}" not in values
                continue
            share = values[f"content.met.{card.id}"]
            met = [meeting(state, card)[seat] for seat in held]
            assert share == (sum(met) / len(met) if held else None)
            seen.add(share)
    assert seen == {None, 0, 1}
