"""Scoring tiles, scrolls and the end of the game, where a table of cases says more than a scene.

Scenes hold one territory for each tile (tests/scenes/isleofskye/scoring_*, scroll_*, final_*). Here: all ways to be
first and second, the numbers in effect, what options change, and where points come from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any, cast

import pytest

import tilewright as tw
from tilewright.core.land.grid import SQUARE4
from tilewright.core.rules.ruleset import Rules
from tilewright.core.scenes import scene as scenes
from tilewright.games.isleofskye.round_end import scored
from tilewright.games.isleofskye.scrolls import scrolls
from tilewright.games.isleofskye.state import HOME, IsleOfSkyeState, catalogue
from tilewright.games.isleofskye.territory import homes, territory
from tilewright.games.isleofskye.tiles import empty_territory

Land = Mapping[str, str]
NAMES = ["anna", "bruno", "clara", "danny", "emil"]

POINTS: dict[str, tuple[int, ...]] = {
    "squares": (2,),
    "closed_regions": (1,),
    "all_sheep": (1,),
    "large_regions": (3,),
    "mountain_brochs": (1, 3, 6),
    "building_sets": (5,),
    "most_barrels": (5, 2),
    "most_ships": (5, 2),
    "farm_animals": (1,),
    "most_gold": (5, 2),
    "cattle_on_road": (2,),
    "harbours": (3,),
    "road_tiles": (1,),
    "columns": (3,),
    "largest_lake": (2,),
    "closed_mountains": (2,),
}
"""From the rulebook, Wertungsplättchen: for each, for 1, 2 and 3 brochs, or for the most and the second most."""


def position(
    lands: Sequence[Land] = (),
    gold: Sequence[int] = (),
    seats: int = 2,
    rules: Rules | None = None,
    **options: Any,
) -> IsleOfSkyeState:
    """A game in which these tiles lie in the territories and players have so much gold."""
    rules = rules or tw.load("isleofskye", options=options)
    state = cast(IsleOfSkyeState, rules.new(max(seats, len(lands), len(gold)), 0))
    for seat, land in enumerate(lands):
        board = empty_territory()
        board.place(HOME, catalogue(state).castles[seat].face)
        for cell, said in land.items():
            name, _, turned = said.partition(" ")
            face, quarters = catalogue(state).faces[name], int(turned[1:] or 0)
            key = SQUARE4.read(cell)
            assert quarters in board.fits(key, face), f"{said} does not fit at {cell}"
            board.place(key, face, quarters)
        state.territories[seat] = board
    state.gold = [*gold, *[0] * len(state.seats)][: len(state.seats)]
    return state


def points(state: IsleOfSkyeState, tile: str) -> list[int]:
    """What a scoring tile would bring everybody."""
    state.scoring[0] = state.rules.pieces["scoring"].index(tile)
    return scored(state, 0, homes(state))


# -- first and second ----------------------------------------------------------------------------------------------

PRIZES: list[tuple[list[int], list[int]]] = [
    ([2, 1], [5, 2]),
    ([1, 1], [5, 5]),
    ([1, 0], [5, 0]),
    ([0, 0], [0, 0]),
    ([3, 2, 1], [5, 2, 0]),
    ([3, 1, 1], [5, 2, 2]),
    ([2, 2, 1], [5, 5, 0]),
    ([2, 2, 2], [5, 5, 5]),
    ([1, 0, 0], [5, 0, 0]),
    ([0, 0, 0], [0, 0, 0]),
    ([4, 3, 2, 1], [5, 2, 0, 0]),
    ([4, 3, 3, 3], [5, 2, 2, 2]),
    ([4, 4, 3, 3], [5, 5, 0, 0]),
    ([2, 1, 0, 0], [5, 2, 0, 0]),
    ([5, 4, 4, 2, 2], [5, 2, 2, 0, 0]),
    ([5, 5, 5, 1, 0], [5, 5, 5, 0, 0]),
    ([1, 1, 1, 1, 1], [5, 5, 5, 5, 5]),
]
"""Amounts and prizes: all who are first, else all who are second, in full; nothing for nothing."""


@pytest.mark.parametrize(("amounts", "prizes"), PRIZES)
def test_most_and_second_most(amounts: list[int], prizes: list[int]) -> None:
    """IS-ST-MAJ, IS-AMB-4, IS-ST-10: whichever seat has how much, for 2 to 5 players."""
    rules = tw.load("isleofskye")
    for order in set(permutations(range(len(amounts)))):
        state = position(gold=[amounts[n] for n in order], rules=rules)
        assert points(state, "most_gold") == [prizes[n] for n in order]


# Tiles in a row north of the castle: so many with barrels, and so many ships, in each.
ROWS: dict[tuple[str, int], list[str]] = {
    ("most_barrels", 0): ["L41", "L68"],
    ("most_barrels", 1): ["L31", "L41"],
    ("most_barrels", 2): ["L24", "L12"],
    ("most_ships", 0): ["L19", "L31"],
    ("most_ships", 1): ["L71", "L12"],
    ("most_ships", 2): ["L57", "L68"],
}


@pytest.mark.parametrize("tile", ["most_barrels", "most_ships"])
def test_most_barrels_and_ships(tile: str) -> None:
    """IS-ST-7, IS-ST-8, IS-ST-MAJ: two, one and none, in every order of seats."""
    rules = tw.load("isleofskye")
    for order in permutations(range(3)):
        lands = [{f"0,{n}": said for n, said in enumerate(ROWS[tile, count], 1)} for count in order]
        found = points(position(lands, rules=rules), tile)
        assert found == [{0: 0, 1: 2, 2: 5}[count] for count in order]


# -- numbers in effect ---------------------------------------------------------------------------------------------


def test_points_are_those_of_the_rulebook() -> None:
    """IS-ST-1 to IS-ST-16: in their order."""
    found = catalogue(position()).scorings
    assert {one.id: one.points for one in found} == POINTS
    assert [one.id for one in found] == [*POINTS]


VALLEY: Land = {
    "0,1": "L44",
    "0,-1": "L53",
    "-1,0": "L49 r3",
    "1,0": "L07 r1",
    "1,1": "L47 r2",
    "2,0": "L69 r1",
    "2,1": "L17 r1",
}
"""Four regions are closed: pastures on 3 and 4 tiles, a mountain on 2 and one on 1. See scoring_regions.yaml."""


def test_a_territory_under_all_scoring_tiles() -> None:
    """IS-ST-1 to IS-ST-16, IS-ST-17: one territory, beside a castle by itself.

    Blocks: castle, L44, L47, L07 and L07, L47, L17, L69. Sheep: L47, L17. Broch: within L07. Lighthouses: L44, L49,
    L47; no farm, so no set and no animals at one. Barrels: L53, L07. Ships: L53 two, L69 one. No cattle. The water of
    L44 and L47 has lighthouses and that of the castle, L07 and L69 a ship: no harbour. Roads: the castle's to L53 in
    the south; L07's leads north to L47, which has none. Column 0: L44, castle, L53. No water is closed.
    """
    state = position([VALLEY], gold=[2, 0])
    found = {tile: points(state, tile) for tile in POINTS}
    assert found == {
        "squares": [4, 0],
        "closed_regions": [4, 0],
        "all_sheep": [2, 0],
        "large_regions": [6, 0],
        "mountain_brochs": [1, 0],
        "building_sets": [0, 0],
        "most_barrels": [5, 0],
        "most_ships": [5, 0],
        "farm_animals": [0, 0],
        "most_gold": [5, 0],
        "cattle_on_road": [0, 0],
        "harbours": [0, 0],
        "road_tiles": [2, 1],
        "columns": [3, 0],
        "largest_lake": [0, 0],
        "closed_mountains": [4, 0],
    }


@pytest.mark.parametrize(
    ("setting", "value", "tile", "expected"),
    [
        ("squares.points", 7, "squares", [14, 0]),
        ("large_regions.least", 4, "large_regions", [3, 0]),
        ("large_regions.least", 1, "large_regions", [12, 0]),
        ("columns.least", 2, "columns", [9, 0]),
        ("most_ships.least", 4, "most_ships", [0, 0]),
        ("most_ships.points.0", 9, "most_ships", [9, 0]),
        ("mountain_brochs.points.0", 4, "mountain_brochs", [4, 0]),
    ],
)
def test_numbers_on_scoring_tiles_can_be_changed(
    setting: str, value: int, tile: str, expected: list[int]
) -> None:
    """IS-ST-1, IS-ST-4, IS-ST-5, IS-ST-8, IS-ST-14: with two tiles as a column, each of the valley's three is one."""
    rules = tw.load("isleofskye", options={f"data:scoring.{setting}": value})
    assert points(position([VALLEY], rules=rules), tile) == expected


# -- scrolls and the end -------------------------------------------------------------------------------------------

FOLD: Land = {"0,1": "L34", "0,-1": "L16 r3", "1,1": "L69", "2,1": "L73"}
"""The sheep scroll of L34 lies in a closed pasture, and there are 5 sheep. See scroll_kinds.yaml."""


@pytest.mark.parametrize(
    ("times", "rounding", "expected"),
    [
        (1, "round_first", 2),
        (1, "double_first", 2),
        (2, "round_first", 4),
        (2, "double_first", 5),
        (3, "round_first", 6),
        (3, "double_first", 7),
    ],
)
def test_how_often_a_scroll_in_a_closed_region_scores(times: int, rounding: str, expected: int) -> None:
    """IS-SCR-9, IS-AMB-2, IS-SCR-8: 5 sheep are 2 full pairs, or five halves for each time."""
    state = position([FOLD], closed_scroll=times, scroll_rounding=rounding)
    [line] = scrolls(state, 0)
    assert (line.kind, line.cell, line.closed, line.points) == (
        "per_sheep",
        SQUARE4.read("0,1"),
        True,
        expected,
    )


def test_tiles_with_barrels_count_and_not_barrels() -> None:
    """IS-SCR-2, IS-ST-7: three tiles, one of which shows three barrels here."""
    rules = tw.load("isleofskye", options={"data:landscape.L31.has.1": "3 barrel P"})
    three = {"-1,0": "L23 r1", "0,1": "L31", "0,2": "L19", "0,-1": "L53"}
    four = {"0,1": "L24", "0,2": "L12", "0,3": "L32", "0,-1": "L14"}
    state = position([three, four], rules=rules)
    assert [(line.kind, line.points) for line in scrolls(state, 0)] == [("per_barrel", 1)]
    assert points(state, "most_barrels") == [2, 5]


@pytest.mark.parametrize(
    ("gold", "rate", "expected"), [(14, 5, 2), (15, 5, 3), (4, 5, 0), (7, 1, 7), (9, 99, 0)]
)
def test_gold_is_exchanged(gold: int, rate: int, expected: int) -> None:
    """IS-FINAL-2, IS-FINAL-3: full amounts only; what is left stays."""
    state = finished([0, 0], [gold, 0], gold_for_vp=rate)
    assert [line.amount for line in state.score_lines(0) if line.reason == "gold"] == [expected] * (
        expected > 0
    )
    assert state.gold == [gold - expected * rate, 0]


@pytest.mark.parametrize(
    ("tie", "scores", "gold", "expected"),
    [
        ("left_over", [12, 12], [1, 3], [(1,), (0,)]),
        ("left_over", [12, 12], [6, 3], [(0,), (1,)]),  # 13 to 12
        ("left_over", [12, 13], [7, 2], [(0, 1)]),
        ("all", [12, 13], [7, 2], [(0,), (1,)]),
        ("all", [12, 12, 12], [4, 4, 3], [(0, 1), (2,)]),
        ("left_over", [9, 9, 9, 9], [0, 0, 0, 0], [(0, 1, 2, 3)]),
        ("left_over", [12, 11, 12], [0, 9, 0], [(1,), (0, 2)]),
        ("all", [12, 11, 11], [0, 5, 9], [(2,), (1,), (0,)]),
    ],
)
def test_ties(tie: str, scores: list[int], gold: list[int], expected: list[tuple[int, ...]]) -> None:
    """IS-FINAL-3, IS-AMB-1: points, then gold, then together; every place, not only the first."""
    state = finished(scores, gold, tie_gold=tie)
    assert state.ranking() == expected
    assert tuple(state.winners) == expected[0]


def finished(points: Sequence[int], gold: Sequence[int], **options: Any) -> IsleOfSkyeState:
    """A game that ended with so many points and so much gold before the exchange."""
    players = NAMES[: len(gold)]
    given = {
        "step": "buy",
        "to act": players[-1],
        "round": 6,
        "points": dict(zip(players, points)),
        "gold": dict(zip(players, gold)),
        "scoring": ["squares", "closed_mountains", "harbours", "columns"],
    }
    told = {"game": "isleofskye", "players": players, "options": options, "given": given}
    _, state = scenes.begin(scenes.read(json.dumps(told), "any.yaml")[0])
    state.play(state.rules.read("pass", state, state.to_act[0]))
    assert state.over
    return cast(IsleOfSkyeState, state)


# -- where points come from ----------------------------------------------------------------------------------------


def test_sources_name_the_cells_and_add_up() -> None:
    """IS-ST-1 to IS-ST-17: what a preview shows of each tile is what it scores."""
    state = position([VALLEY, FOLD], gold=[3, 1])
    for seat in range(2):
        home = territory(state, seat)
        for tile in catalogue(state).scorings:
            sources = list(tile.sources(home))
            assert sum(tile.worth(source) for source in sources) == tile.total(home)
            for _, cells in sources:
                assert len(set(cells)) == len(cells) and all(cell in home.board for cell in cells)
    home = territory(state, 0)
    [squares, *_, lake, _] = catalogue(state).scorings
    assert [sorted(map(SQUARE4.text, cells)) for _, cells in squares.sources(home)] == [
        ["0,0", "0,1", "1,0", "1,1"],
        ["1,0", "1,1", "2,0", "2,1"],
    ]
    assert not list(lake.sources(home))


def test_a_view_scores_what_it_sees() -> None:
    """IS-AMB-23, IS-ST-10: the gold of others is not known; open, or of the own, it is."""
    for secrecy, expected in (("hidden", [5, 0]), ("open", [2, 5])):
        state = position(gold=[3, 8], gold_secrecy=secrecy)
        state.scoring[0] = state.rules.pieces["scoring"].index("most_gold")
        view = state.view(0)
        assert scored(view, 0, homes(view)) == expected
        assert scored(state, 0, homes(state)) == [2, 5]
