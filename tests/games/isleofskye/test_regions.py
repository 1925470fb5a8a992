"""Territories of all shapes: regions, roads, places for a tile and every scoring against the oracle.

The oracle draws a territory as one picture and asks networkx what hangs together; it finds places by trying every
cell and rotation. Hypothesis makes the territories and shrinks those that differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, cast

import attrs
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.core.land.board import Board, spot
from tilewright.core.land.grid import pack, unpack
from tilewright.core.rules.ruleset import Rules
from tilewright.games.isleofskye.income import income
from tilewright.games.isleofskye.round_end import scored
from tilewright.games.isleofskye.scrolls import scrolls
from tilewright.games.isleofskye.state import IsleOfSkyeState
from tilewright.games.isleofskye.territory import homes
from tilewright.games.isleofskye.tiles import MARKS, empty_territory

from ...cases import cases
from ...oracle import isleofskye_scoring as scoring
from ...oracle.isleofskye import DEFAULTS, Territory
from ...oracle.isleofskye_board import board_of, castle, grown
from ...oracle.isleofskye_tiles import facts

READINGS: list[dict[str, Any]] = cases(__file__, "readings")


@attrs.frozen
class Sample:
    """A territory, and under which options it is looked at."""

    land: Territory
    options: dict[str, Any]

    @property
    def rules(self) -> Rules:
        return tw.load("isleofskye", options=self.options)


@st.composite
def samples(draw: st.DrawFn) -> Sample:
    """A castle with up to 40 tiles."""
    options = draw(st.sampled_from(READINGS))
    count = draw(st.integers(0, 40))
    pick = st.tuples(st.integers(0, 72), st.integers(0, 1 << 12))
    picks = draw(st.lists(pick, min_size=count, max_size=count))
    reading = {name: value for name, value in options.items() if name.startswith("disputed")}
    return Sample(grown(castle(draw(st.integers(0, 4)), **reading), picks), options)


# -- what hangs together -------------------------------------------------------------------------------------------


def regions_are_equal(sample: Sample) -> None:
    """IS-AREA-1 to IS-AREA-4: terrain, cells, pieces, closedness and marks of every region."""
    board = board_of(sample.rules, sample.land)
    cells = [unpack(key) for key in board]
    found = Counter(
        (region.kind, frozenset(cells[n] for n in region.tiles), len(region.areas), region.open_edges == 0,
         region.marks)
        for region in board.regions.partition()
    )  # fmt: skip
    assert found == Counter(
        (
            region.terrain,
            region.cells,
            region.areas,
            region.closed,
            tuple(region.marks.get(m, 0) for m in MARKS),
        )
        for region in sample.land.regions
    )


def roads_are_equal(sample: Sample) -> None:
    """IS-ROAD-1, IS-ROAD-2: the tiles of every road network, and how many roads they have in it."""
    board = board_of(sample.rules, sample.land)
    cells = [unpack(key) for key in board]
    found = Counter(
        (frozenset(cells[n] for n in network.tiles), len(network.areas))
        for network in board.roads.partition()
    )
    assert found == Counter((frozenset(cell for cell, _ in road), len(road)) for road in sample.land.networks)


def places_are_equal(sample: Sample) -> None:
    """IS-BUILD-2, IS-BUILD-3, IS-AMB-13: every place of some tiles, turned or not, each listed once."""
    land = sample.land
    for rotation in ("free", "none"):
        rules = tw.load("isleofskye", options=sample.options | {"rotation": rotation})
        board = board_of(rules, land)
        for tile in Random(len(land)).sample(rules.assembled.tiles, 6):
            listed = [spot(place) for place in board.placements(tile.face)]
            assert len(listed) == len(set(listed))
            expected = land.places(tile.id, range(4) if rotation == "free" else [0])
            assert {(unpack(key), turn) for key, turn in listed} == expected


def the_order_of_building_does_not_matter(sample: Sample) -> None:
    """The same tiles laid in another order are the same regions and networks."""
    order = Random(len(sample.land)).sample([*sample.land.laid.items()], len(sample.land))
    other = Territory(dict(order), sample.land.tiles)
    assert content(board_of(sample.rules, sample.land)) == content(board_of(sample.rules, other))


def content(board: Board) -> list[Counter[Any]]:
    """Regions and networks of a board by their cells."""
    cells = list(board)
    return [
        Counter(
            (r.kind, frozenset(cells[n] for n in r.tiles), len(r.areas), r.open_edges, r.marks)
            for r in kept.partition()
        )
        for kept in (board.regions, board.roads)
    ]


def what_is_closed_stays_closed(sample: Sample) -> None:
    """IS-AREA-3: a region once closed never changes again."""
    board, closed = empty_territory(), set[tuple[int, ...]]()
    for (x, y), (name, quarters) in sample.land.laid.items():
        board.place(pack(x, y), sample.rules.assembled.faces[name], quarters)
        now = {region.areas for region in board.regions.partition() if region.open_edges == 0}
        assert closed <= now
        closed = now


# -- what it scores ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _fresh(rules: Rules) -> IsleOfSkyeState:
    state = cast(IsleOfSkyeState, rules.new(3, 0))
    state.scoring = list(range(len(scoring.SCORING)))  # all of them at once
    return state


def table(rules: Rules, lands: list[Territory], gold: list[int]) -> IsleOfSkyeState:
    """A position with these territories and all sixteen scoring tiles."""
    state = _fresh(rules).clone()
    state.territories = [board_of(rules, land) for land in lands]
    state.gold = list(gold)
    return state


def points(state: IsleOfSkyeState) -> dict[str, list[int]]:
    """What each scoring tile would bring everybody."""
    return {name: scored(state, place, homes(state)) for place, name in enumerate(scoring.SCORING)}


def half(land: Territory, tiles: int) -> Territory:
    """The territory as it was with so many tiles."""
    return Territory(dict([*land.laid.items()][: max(1, tiles)]), land.tiles)


def three(sample: Sample) -> tuple[list[Territory], list[int]]:
    """The territory, what it was before, and one of the two again; gold that is often equal."""
    random = Random(len(sample.land))
    before = half(sample.land, random.randint(1, len(sample.land)))
    lands = [sample.land, before, random.choice([sample.land, before])]
    return lands, [random.choice([0, 0, 3, 3, 7]) for _ in lands]


def scorings_are_equal(sample: Sample) -> None:
    """IS-ST-1 to IS-ST-18, IS-ST-MAJ: all scoring tiles, for three territories side by side."""
    lands, gold = three(sample)
    options = DEFAULTS | sample.options
    state = table(sample.rules, lands, gold)
    expected = {name: scoring.scored(name, lands, gold, options) for name in scoring.SCORING}
    assert points(state) == expected


def scrolls_are_equal(sample: Sample) -> None:
    """IS-SCR-1 to IS-SCR-10, IS-AMB-2: every scroll with its cell, doubled or not; and the barrels on the road."""
    state = table(sample.rules, [sample.land] * 3, [0] * 3)
    options = DEFAULTS | sample.options
    found = [
        scoring.Line(0, line.points, line.kind, "{},{}".format(*unpack(line.cell)))
        for line in scrolls(state, 0)
    ]
    assert Counter(found) == Counter(scoring.scrolls(sample.land, 0, options))
    assert sum(income(state, 0).values()) == scoring.income(sample.land, 0, 0, options)


def turning_the_territory_changes_nothing(sample: Sample) -> None:
    """Seen from the other end of the table it scores the same; from the side all but its columns, which are rows."""
    lands, gold = three(sample)
    state = table(sample.rules, lands, gold)
    expected, lines = points(state), worth(state)
    for quarters in (1, 2, 3):
        around = table(sample.rules, [land.around(quarters) for land in lands], gold)
        found = points(around)
        if quarters % 2:
            found["columns"] = expected["columns"]
        assert (found, worth(around)) == (expected, lines)


def worth(state: IsleOfSkyeState) -> list[Counter[tuple[str, bool, int]]]:
    """Everybody's scrolls, wherever they lie; and the income."""
    seats = range(len(state.seats))
    return [
        Counter(
            [
                *((line.kind, line.closed, line.points) for line in scrolls(state, seat)),
                ("income", False, sum(income(state, seat).values())),
            ]
        )
        for seat in seats
    ]


PROPERTIES: list[Callable[[Sample], None]] = [
    regions_are_equal,
    roads_are_equal,
    places_are_equal,
    the_order_of_building_does_not_matter,
    what_is_closed_stays_closed,
    scorings_are_equal,
    scrolls_are_equal,
    turning_the_territory_changes_nothing,
]


@settings(max_examples=12)
@given(sample=samples())
def test_any_territory(sample: Sample) -> None:
    for holds in PROPERTIES:
        holds(sample)


@pytest.mark.soak
@pytest.mark.parametrize("holds", PROPERTIES, ids=lambda holds: holds.__name__)
@settings(max_examples=2_000, database=None)
@given(sample=samples())
def test_thousands_of_territories(holds: Callable[[Sample], None], sample: Sample) -> None:
    holds(sample)


# -- the same tiles drawn turned -----------------------------------------------------------------------------------

NEXT = {"n": "e", "e": "s", "s": "w", "w": "n"}


def redrawn(record: dict[str, Any]) -> dict[str, Any]:
    """The record of a tile as somebody would have drawn it who held it a quarter clockwise."""
    rows = record["face"].split()
    found = {**record, "face": "\n".join("".join(rows[2 - c][r] for c in range(3)) for r in range(3))}
    if "road" in record:
        sides = [{NEXT[side] for side in road} for road in record["road"]]
        found["road"] = ["".join(side for side in "nesw" if side in road) for road in sides]
    if "has" in record:
        words = [text.rsplit(" ", 1) for text in record["has"]]
        found["has"] = [f"{mark} {NEXT.get(where, where)}" for mark, where in words]
    if "alternative" in record:
        found["alternative"] = redrawn(record["alternative"])
    return found


@pytest.fixture(scope="module")
def turned_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder in which every landscape tile is drawn a quarter clockwise."""
    folder = tmp_path_factory.mktemp("turned")
    records = [redrawn(record) for record in facts("landscape")]
    (folder / "landscape.yaml").write_text(yaml.safe_dump(records), "utf-8")
    return folder


@settings(max_examples=20)
@given(sample=samples())
def test_how_a_tile_is_drawn_does_not_matter(turned_data: Path, sample: Sample) -> None:
    """Tiles drawn a quarter clockwise and laid a quarter less have the same places and score the same."""
    other = _turned_rules(turned_data, tuple(sorted(sample.options.items())))
    pairs = [*zip(sample.rules.assembled.tiles, other.assembled.tiles)]
    assert all(one.face.turned(1).edges == two.face.edges for one, two in pairs)
    lands, gold = three(sample)
    less = [
        Territory(
            {cell: (name, quarters if name.startswith("C_") else (quarters - 1) % 4)
             for cell, (name, quarters) in land.laid.items()},
            land.tiles,
        )
        for land in lands
    ]  # fmt: skip
    mine, theirs = table(sample.rules, lands, gold), table(other, less, gold)
    assert (points(mine), worth(mine)) == (points(theirs), worth(theirs))
    board, same = mine.territories[0], theirs.territories[0]
    assert content(board) == content(same) and board.frontier == same.frontier
    for one, two in Random(len(lands[0])).sample(pairs, 6):
        listed = {(key, (turn - 1) % 4) for key, turn in map(spot, board.placements(one.face))}
        assert listed == set(map(spot, same.placements(two.face)))


@lru_cache(maxsize=16)
def _turned_rules(folder: Path, options: tuple[tuple[str, Any], ...]) -> Rules:
    return tw.load("isleofskye", options=dict(options), data=folder)


# -- that the samples are worth something --------------------------------------------------------------------------


def test_the_samples_hold_what_matters() -> None:
    """Closed regions, also large ones and waters, regions that meet a tile twice, roads apart, doubled scrolls."""
    random, found = Random(5), Counter[str]()
    for n in range(15):
        land = grown(castle(n % 5), [(random.randrange(73), random.randrange(1 << 12)) for _ in range(35)])
        closed = [region for region in land.regions if region.closed]
        found["closed"] += len(closed)
        found["large"] += sum(len(region.cells) >= 3 for region in closed)
        found["twice"] += sum(region.areas > len(region.cells) for region in land.regions)
        found["lakes"] += sum(region.terrain == "W" and len(region.cells) >= 2 for region in closed)
        found["roads apart"] += len(land.networks) > 1
        found["doubled"] += sum(
            land.region_at(cell, at).closed for cell in land.laid for _, at in land.at(cell).scrolls
        )
        found["largest"] = max(found["largest"], len(land))
    assert found["largest"] >= 30 and min(found.values()) >= 1, found
