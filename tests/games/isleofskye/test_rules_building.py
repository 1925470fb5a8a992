"""Isle of Skye's rules by their ids: building, tiles without a place, closed regions, roads.

What a scene says more plainly stands in tests/scenes/isleofskye (building, regions).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.land.grid import SQUARE4, Cell
from tilewright.core.rules.actions import Illegal
from tilewright.core.rules.events import Log
from tilewright.core.rules.placing import Rotation
from tilewright.core.rules.ruleset import Rules
from tilewright.core.scenes import scene as scenes
from tilewright.games.isleofskye.actions import Build, Done, PassTurn
from tilewright.games.isleofskye.state import IsleOfSkyeState

from .facts import CASTLES, FACTS

NAMES = ["anna", "bruno"]
ANNA, BRUNO = range(2)
AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""East and north of the neighbours in the north, east, south and west."""
WATERS = "'0,1': L44, '0,-1': L53, '-1,0': L49 r3"
"""Around the castle: what these leave open are water sides alone."""


@lru_cache
def ruleset(**options: Any) -> Rules:
    return tw.load("isleofskye", options=options)


def building(given: str, **options: Any) -> IsleOfSkyeState:
    text = f"{{game: isleofskye, players: [{', '.join(NAMES)}], given: {{step: build, {given}}}}}"
    (scene,) = scenes.read(text, "given")
    return cast(IsleOfSkyeState, scenes.begin(scene, rules=ruleset(**options))[1])


def say(state: IsleOfSkyeState, text: str, log: Log | None = None) -> None:
    state.play(state.rules.read(text, state, state.to_act[0]), log)


def waiting(state: IsleOfSkyeState, seat: int = ANNA) -> list[str]:
    return [state.rules.pieces["tile"][tile] for tile in state.waiting[seat]]


def bag(state: IsleOfSkyeState) -> list[str]:
    return [state.rules.pieces["tile"][tile] for tile in state.bag]


def sides(tile: str, rotation: int = 0) -> str:
    """The edges from north clockwise, by what is known of the tiles."""
    printed = (FACTS | CASTLES)[tile].split()[0]
    return "".join(printed[side - rotation] for side in range(4))


# Where a tile may lie


TERRITORIES: dict[str, dict[tuple[int, int], str]] = {
    "castle": {},
    "unturned": {(0, 1): "L44 r0", (0, -1): "L14 r0"},
    "four": {(0, 1): "L44 r0", (1, 0): "L72 r3", (-1, 0): "L26 r0"},
    "five": {(0, 1): "L31 r0", (0, 2): "L41 r0", (0, -1): "L37 r1", (-1, 0): "L26 r0"},
    "gap": {
        (0, 1): "L44 r0", (1, 1): "L41 r0", (2, 1): "L53 r0", (2, 0): "L48 r3",
        (0, -1): "L14 r0", (1, -1): "L63 r3", (2, -1): "L29 r0",
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "rotation"),
    [*((name, "free") for name in TERRITORIES), ("castle", "none"), ("unturned", "none")],
)
def test_every_placement_that_could_be_thought_of(name: str, rotation: str) -> None:
    """IS-BUILD-2, IS-BUILD-3, IS-AMB-13: each cell and rotation, by the sides of its neighbours; and why not."""
    tiles = TERRITORIES[name]
    lies = {(0, 0): sides("C_blue")} | {
        at: sides(said.split()[0], int(said[-1])) for at, said in tiles.items()
    }
    written = ", ".join(f"'{x},{y}': {said}" for (x, y), said in tiles.items())
    taken = {said.split()[0] for said in tiles.values()}
    for tile in ("L01", "L16", "L19", "L33", "L42", "L58", "L60", "L69"):
        assert tile not in taken
        state = building(
            f"waiting: {{anna: [{tile}, L70]}}, territories: {{anna: {{{written}}}}}", rotation=rotation
        )
        for x in range(-3, 5):
            for y in range(-3, 5):
                beside = [(side, (x + dx, y + dy)) for side, (dx, dy) in enumerate(AROUND)]
                near = [(side, lies[at][(side + 2) % 4]) for side, at in beside if at in lies]
                for turn in range(4):
                    shown = sides(tile, turn)
                    if (x, y) in lies or not near:
                        wanted = {"IS-BUILD-2"}
                    else:
                        wanted = {"IS-BUILD-3"} if any(shown[side] != land for side, land in near) else set()
                        wanted |= {"IS-AMB-13"} if rotation == "none" and turn else set()
                    refusal = state.check(Build(ANNA, tile, Cell(x, y), Rotation(turn)))
                    assert set(refusal.rules if refusal else ()) == wanted, (tile, x, y, turn)


def test_refusals_are_said() -> None:
    """IS-BUILD-1, IS-BUILD-2, IS-BUILD-3: with the side where the land differs."""
    state = building("waiting: {anna: [L31], bruno: [L24]}")
    for text, said in (
        ("build L24 0,1 r0", "L24 is not among the tiles that anna still has to build (IS-BUILD-1)"),
        ("build L31 0,0 r0", "there is a tile on 0,0 already (IS-BUILD-2)"),
        ("build L31 2,0 r0", "2,0 shares no side with your territory (IS-BUILD-2)"),
        (
            "build L31 0,1 r1",
            "0,1: the side to the south has to be pasture, but the tile shows water (IS-BUILD-3)",
        ),
    ):
        with pytest.raises(Illegal) as refused:
            say(state, text)
        assert str(refused.value) == f"{text}: {said}"
    for action in (Build(BRUNO, "L24", Cell(0, 1), Rotation(0)), PassTurn(ANNA)):
        refusal = state.check(action)
        assert refusal is not None and refusal.rules == ("IS-ROUND-2",)


def test_every_tile_fits_at_a_castle() -> None:
    """IS-BUILD-6: each shows pasture, mountain or water somewhere, so a first tile has a place and must be built."""
    for tile in ruleset().pieces["tile"]:
        state = building(f"waiting: {{anna: [{tile}]}}")
        assert waiting(state) == [tile] and state.to_act == (ANNA,)
        refusal = state.check(Done(ANNA))
        assert refusal is not None and refusal.rules == ("IS-BUILD-6",)
        assert all(isinstance(action, Build) for action in state.legal(ANNA))


def test_roads_do_not_matter_for_building() -> None:
    """IS-BUILD-4: L19 has roads at all its pastures; each fits at the castle's road and beside it."""
    state = building("waiting: {anna: [L19]}, territories: {anna: {'0,1': L41}}")
    places = {str(action) for action in state.legal(ANNA)}
    # North of L41, where no road leaves, and south of the castle, where one does: with each of its three pastures. West
    # of the castle, where a road leaves, with the mountain, where none does.
    assert places == {
        "build L19 0,2 r0", "build L19 0,2 r2", "build L19 0,2 r3",
        "build L19 0,-1 r0", "build L19 0,-1 r1", "build L19 0,-1 r2",
        "build L19 -1,0 r0",
    }  # fmt: skip


# The order, and tiles without a place


def test_the_own_order_is_free_and_players_build_in_turn() -> None:
    """IS-BUILD-1, IS-BUILD-8: three tiles in all six orders; bruno's territory stays as it was."""
    state = building("start: bruno, waiting: {anna: [L31, L07, L24], bruno: [L44]}")
    assert state.to_act == (BRUNO,)
    say(state, "build L44 0,1 r0")
    before = state.territories[BRUNO].to_dict()
    ends = set()
    for order in ("abc", "acb", "bac", "bca", "cab", "cba"):
        here = state.clone()
        for letter in order:
            assert here.to_act == (ANNA,)
            say(here, {"a": "build L31 0,1 r0", "b": "build L07 1,0 r1", "c": "build L24 0,-1 r0"}[letter])
        board = here.territories[ANNA]
        ends.add(tuple(sorted((SQUARE4.text(key), board.face(key).name) for key in board)))
        assert here.territories[BRUNO].to_dict() == before
        assert here.round == 1
    assert ends == {(("0,-1", "L24"), ("0,0", "C_blue"), ("0,1", "L31"), ("1,0", "L07"))}


def test_a_tile_without_a_place_goes_back() -> None:
    """IS-BUILD-5, IS-BUILD-7: it lies in the bag before the next draw, and no gold comes back."""
    log = Log()
    given = (
        f"waiting: {{anna: [L19, L66]}}, territories: {{anna: {{{WATERS}}}}}, gold: {{anna: 2, bruno: 0}}, "
        "bag: [L01, L02, L03, L04, L05, L06]"
    )
    state = building(given)
    assert waiting(state) == ["L19", "L66"]
    # With its mountain to the north L66 leaves at 1,1 a place between mountain and water, and L19 has no water.
    say(state, "build L66 1,0 r1", log)
    told = [state.rules.say_event(event, NAMES, None) for event in log.events]
    assert "L19 does not fit in anna's territory and goes back to the bag" in told
    # In the next round the castle brings 5 and the barrels of L53 another 1.
    assert state.round == 1 and state.gold == [2 + 5 + 1, 5]
    offered = [state.rules.pieces["tile"][tile] for tiles in state.offers for tile in tiles]
    assert sorted([*offered, *bag(state)]) == ["L01", "L02", "L03", "L04", "L05", "L06", "L19"]


def test_returned_tiles_lie_anywhere_in_the_bag() -> None:
    """IS-BUILD-7: of seven tiles six are drawn, so the returned one is left about once in seven times."""
    left = 0
    for seed in range(210):
        state = building(
            f"waiting: {{anna: [L19]}}, territories: {{anna: {{{WATERS}}}}}, "
            f"bag: [L01, L02, L03, L04, L05, L06], streams: {{bag: {seed * 7919}+0}}"
        )
        left += bag(state) == ["L19"]
    assert 14 <= left <= 52


@pytest.mark.parametrize(
    ("option", "at_once", "after"),
    [("none_fits", ["L19", "L69"], ["L19"]), ("alone", ["L69"], [])],
)
def test_when_a_tile_goes_back(option: str, at_once: list[str], after: list[str]) -> None:
    """IS-AMB-12: L19 has no water. It waits for L69, which makes a place; or goes back though L69 is still to come."""
    state = building(
        f"waiting: {{anna: [L19, L69]}}, territories: {{anna: {{{WATERS}}}}}", return_tile=option
    )
    assert waiting(state) == at_once
    assert ("L19" in bag(state)) == (option == "alone")
    state.play(Build(ANNA, "L69", Cell(1, 0), Rotation(2)))
    assert waiting(state) == after
    assert state.round == (0 if after else 1)


@pytest.mark.parametrize("option", ["none_fits", "alone"])
def test_the_order_may_take_a_tiles_place(option: str) -> None:
    """IS-AMB-12, IS-BUILD-8: L19 fits east of L69 alone. Whoever lays L14 there first has no place for it any more."""
    state = building(
        f"waiting: {{anna: [L19, L14]}}, territories: {{anna: {{{WATERS}, '1,0': L69 r2}}}}",
        return_tile=option,
    )
    places = {str(action) for action in state.legal(ANNA) if "L19" in str(action)}
    assert places == {"build L19 2,0 r0", "build L19 2,0 r1", "build L19 2,0 r3"}
    say(state, "build L14 2,0 r3")
    assert state.round == 1 and not waiting(state)
    assert len(state.territories[ANNA]) == 6


# Regions and roads


def test_closed_regions_stay_closed() -> None:
    """IS-AREA-3, IS-AREA-1: through whole games, whatever is built beside them; and closed means no side is free."""
    for seed in range(6):
        state = cast(IsleOfSkyeState, ruleset().new(4, seed))
        chance = Stream(seed, "closed")
        closed: list[set[tuple[int, ...]]] = [set() for _ in range(4)]
        while not state.over:
            state.apply(chance.pick(state.legal(state.to_act[0])))
            for seat, board in enumerate(state.territories):
                cells = list(board)
                now = {region.areas for region in board.regions.partition() if not region.open_edges}
                assert closed[seat] <= now
                closed[seat] = now
                for region in board.regions.partition():
                    free = 0
                    for tile in region.tiles:
                        face = board.face(cells[tile])
                        for side, offset in enumerate(SQUARE4.offsets):
                            mine = board.area(cells[tile], face.area_at[side]) in region.areas
                            free += mine and cells[tile] + offset not in board
                    assert free == region.open_edges
        assert any(closed)


def test_size_counts_different_tiles() -> None:
    """IS-AREA-4: L36's pasture has three sides; with the castle's it is one region on two tiles."""
    state = building("waiting: {anna: [L36]}")
    say(state, "build L36 0,1 r0")
    board = state.territories[ANNA]
    region = next(r for r in board.regions.partition() if r.kind == "P")
    assert len(region.tiles) == 2 and region.open_edges == 1 + 2


def test_roads_join_only_where_both_tiles_have_one() -> None:
    """IS-ROAD-1, IS-ROAD-2: a road of every castle leaves at three sides and is one network."""
    state = cast(IsleOfSkyeState, ruleset().new(5, 0))
    for seat, leaves in enumerate(["nsw", "nsw", "nsw", "nes", "nes"]):
        (road,) = state.territories[seat].face(0).roads
        assert "".join("nesw"[side] for side in road) == leaves
