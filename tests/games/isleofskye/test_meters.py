"""What is measured of Isle of Skye, on positions laid out by hand; where they come from scenes, these explain them."""

from __future__ import annotations

from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.land.grid import SQUARE4, Cell
from tilewright.core.meters.metrics import Watch
from tilewright.core.meters.registry import meters_of
from tilewright.core.rules.events import Log
from tilewright.core.rules.state import State

from ...cases import cases
from ...meters.watched import ordered, placed, played
from .facts import FACTS


def begun(given: str, seats: str = "anna, bruno") -> State:
    return placed(f"{{game: isleofskye, players: [{seats}], given: {{{given}}}}}")


def test_regions_that_are_closed() -> None:
    """L49 closes the castle's mountain in round 3; nothing else."""
    state = begun("step: build, round: 3, waiting: {anna: [L49, L60]}")
    values = ordered(state, ["build L49 -1,0 r3"])
    assert values["closed_regions"] == [1, 0] and values["closed_size"] == [2, None]
    assert values["closing_round"] == [3, None]
    # The castle shows pasture in the north and south, joined or not, and water in the east; L49 water beyond.
    board = state.territories[0]  # type: ignore[attr-defined]
    assert values["open_regions"][0] == len(board.regions.roots()) - 1 > 0
    assert values["tiles"] == [2, 1] and values["box"] == [2, 1] and values["holes"] == [0, 0]


def test_room_for_tiles() -> None:
    """Around the castle four cells are open, and what fits there follows from what the tiles show."""
    state: Any = begun("step: build, waiting: {anna: [L16]}")
    # L16 shows water, pasture, water, mountain; the castle pasture, water, pasture, mountain from the north.
    values = ordered(state, [str(state.legal(0)[0])])
    fitting = {action.cell for action in begun("step: build, waiting: {anna: [L16]}").legal(0)}  # type: ignore[attr-defined]
    assert len(fitting) == 4 and values["spots"] == 4 and values["fit_rate"] == 1
    state = begun("step: build, waiting: {anna: [L69]}")  # water on three sides, pasture on one
    values = ordered(state, [str(state.legal(0)[0])])
    assert values["spots"] == 3 and values["fit_rate"] == 3 / 4  # not in the west, at the mountain


def test_a_tile_that_goes_back() -> None:
    """As in the test of IS-BUILD-5: with its mountain to the north L66 leaves no place for L19."""
    waters = "territories: {anna: {'0,1': L44, '0,-1': L53, '-1,0': L49 r3}}"
    state = begun(
        f"step: build, waiting: {{anna: [L19, L66]}}, {waters}, bag: [L01, L02, L03, L04, L05, L06]"
    )
    values = ordered(state, ["build L66 1,0 r1"])
    assert values["rounds"] == 2 and values["discard_rate"] == 1 / 2


def test_a_purchase_that_ends_the_round() -> None:
    """The scene of IS-BUILD-5: bruno pays 3 for a tile without a place; anna gets 3 and her stake, and both 5."""
    state = begun(
        "step: buy, to act: bruno, gold: {anna: 0, bruno: 7}, offers: {anna: [L19]}, stakes: {anna: {L19: 3}}, "
        "territories: {bruno: {'0,1': L44, '0,-1': L65 r1, '-1,0': L49 r3}}, "
        "bag: [L01, L02, L03, L04, L05, L06, L07]"
    )
    values = ordered(state, ["buy L19"])
    assert values["price_paid"] == [None, 3] and values["income"] == [5, 5] and values["gold_left"] == [11, 9]
    assert values["discard_rate"] == 1


def test_buying() -> None:
    """The scene of rule IS-BUY-1: three purchases for 2, 3 and 1 of the six tiles."""
    state = begun(
        "step: buy, start: bruno, gold: {anna: 9, bruno: 9, clara: 9}, "
        "offers: {anna: [L07, L12], bruno: [L44, L45], clara: [L31, L30]}, "
        "stakes: {anna: {L07: 2, L12: 3}, bruno: {L44: 1, L45: 1}, clara: {L31: 4, L30: 1}}",
        "anna, bruno, clara",
    )
    values = ordered(state, ["buy L07", "pass", "buy L45"])
    assert values["price_paid"] == [1, 2, None] and values["pass_rate"] == [0, 0, 1]
    assert values["first_win"] == 0  # bruno began, and nobody has won yet


def test_what_a_tile_costs_against_its_worth() -> None:
    """L07 costs bruno 2; greedy's lines say what it adds for him, and what his gold is worth where none is compared."""
    state: Any = begun(
        "step: buy, start: bruno, round: 3, scoring: [columns, closed_mountains, harbours, squares], "
        "gold: {anna: 9, bruno: 9}, offers: {anna: [L07, L12], bruno: [L44, L45]}, "
        "stakes: {anna: {L07: 2, L12: 3}, bruno: {L44: 1, L45: 1}}"
    )
    [choice] = [one for one in state.rules.choices(state.view(1)) if str(one.action) == "buy L07"]
    lines = dict(choice.lines)
    values = ordered(state, ["buy L07", "pass"], names=["price_to_value", "price_paid"])
    assert values["price_paid"] == [None, 2] and values["price_to_value"][0] is None
    assert lines["price"] < 0 < lines["tile"]
    assert values["price_to_value"][1] == pytest.approx(-lines["price"] / lines["tile"])


def test_prices_and_what_is_bought() -> None:
    """Two tiles each are priced 1, 3, 2 and 2; one of them is bought."""
    state = begun(
        "step: price, start: anna, gold: {anna: 9, bruno: 9}, "
        "offers: {anna: [L07, L12, L01], bruno: [L44, L45, L31]}"
    )
    orders = cases(__file__, "orders")
    values = ordered(state, orders)
    assert values["price"] == 2 and values["price_spread"] == pytest.approx((2 / 4) ** 0.5)
    assert values["unsold"] == 3 / 4 and values["price_paid"] == [None, 1] and values["pass_rate"] == [1, 0]
    # L07: broch and barrel. L12: farm and barrel. L44: lighthouse and a scroll. L45: cattle, barrel, lighthouse.
    picked = {
        one: values[f"content.picked.{one}"] for one in ("broch", "barrel", "farm", "lighthouse", "scroll")
    }
    assert picked == {"broch": 1, "barrel": 1 / 3, "farm": 0, "lighthouse": 0, "scroll": 0}
    assert values["content.picked.sheep"] is None and values["content.picked.bare"] is None
    assert values["content.win.broch"] == [None, 0] and values["content.time.broch"] is not None


def test_income() -> None:
    """Fresh, everybody has had the castle's 5; later what the log says."""
    for seed in range(4):
        state: Any = tw.load("isleofskye").new(2, seed)
        assert state.gold == [5, 5]
        watch, stream = Watch(meters_of(state.rules, ["income"]), state), Stream(seed, "test")
        paid = [5, 5]
        while not state.over:
            action, log = stream.pick(watch.deciding(state, state.to_act[0]).legal()), Log()
            state.apply(action, log)
            watch.decided(state, action, log)
            for event in log.events:
                if event.key == "income":
                    args: Any = event.args
                    paid[args["seat"]] += args["gold"]
        values: Any = watch.values(state)
        assert values["income"] == [pytest.approx(gold / 6) for gold in paid]
        assert max(paid) > 30


def test_gold_left_is_that_before_it_is_exchanged() -> None:
    for seed in range(4):
        state: Any = tw.load("isleofskye").new(2, seed)
        values = played(state, seed=seed)
        points = [
            sum(line.amount for line in state.score_lines(seat) if line.reason == "gold") for seat in (0, 1)
        ]
        assert values["gold_left"] == [gold + 5 * won for gold, won in zip(state.gold, points)]


def test_discarded_tiles_are_those_of_the_log() -> None:
    """Over random games in which tiles are not turned: what the log says goes back for want of a place."""
    found = 0
    for seed in range(4):
        state: Any = tw.load("isleofskye", modules=["tunnel"], options={"rotation": "none"}).new(4, seed)
        watch, stream = Watch(meters_of(state.rules, ["discard_rate", "tiles"]), state), Stream(seed, "test")
        back = 0
        while not state.over:
            action, log = stream.pick(watch.deciding(state, state.to_act[0]).legal()), Log()
            state.apply(action, log)
            watch.decided(state, action, log)
            back += sum(event.key == "tile_returned" for event in log.events)
        values: Any = watch.values(state)
        built = sum(values["tiles"]) - 4
        assert values["discard_rate"] == pytest.approx(back / (built + back))
        found += back
    assert found


def test_majorities() -> None:
    """As in the scenes of IS-ST-7: most barrels 5, second most 2; then two who have the most."""
    seats = "anna, bruno, clara, dan"
    three = "'0,1': L31, '0,2': L19, '1,0': L62"
    given = (
        "step: buy, to act: dan, scoring: [most_barrels, squares, harbours, all_sheep], territories: "
        "{anna: {%s}, bruno: {'0,1': L24, '0,2': L12}, clara: {'0,1': L30, '0,-1': L14}, dan: {'0,1': L45}}"
    )
    values = ordered(begun(given % three, seats), ["pass"])
    assert values["source.most_barrels"] == [5, 2, 2, 0]
    assert (values["contested_majorities"], values["tied_majorities"]) == (1, 0)
    values = ordered(begun(given % "'0,1': L31, '0,2': L19", seats), ["pass"])
    assert values["source.most_barrels"] == [5, 5, 5, 0]
    assert (values["contested_majorities"], values["tied_majorities"]) == (1, 1)
    values = ordered(
        begun("step: buy, to act: bruno, scoring: [most_ships, squares, harbours, all_sheep]"), ["pass"]
    )
    assert values["contested_majorities"] is None and values["tied_majorities"] is None


def test_dead_spots() -> None:
    """Amid four sides of water nothing fits, since every tile has a side of land; elsewhere something does."""
    assert not [tile for tile, said in FACTS.items() if said.startswith("WWWW")]
    state: Any = begun("step: build, waiting: {anna: [L01]}")
    face = next(tile.face for tile in state.rules.assembled.tiles if tile.id == "L49")
    board = state.territories[0].clone()
    # Water all around but for the south, which looks away from 1,0.
    for cell, rotation in ((Cell(1, 1), 1), (Cell(2, 0), 0), (Cell(1, -1), 0)):
        board.place(SQUARE4.key(cell), face, rotation)
    state.territories[0] = board
    assert board.wanted(SQUARE4.key(Cell(1, 0))) == "WWWW"
    assert ordered(state, [], ["dead_spots"]) == {"dead_spots": [1, 0]}
