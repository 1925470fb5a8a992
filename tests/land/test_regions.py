"""Groups and regions, against networkx and a flood fill that starts from scratch."""

from __future__ import annotations

import doctest
import json
from collections.abc import Iterator
from contextlib import nullcontext
from random import Random
from typing import Any

import attrs
import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.core.land import regions as module
from tilewright.core.land.grid import HEX, SQUARE4, Grid, pack
from tilewright.core.land.regions import Groups, Region, Regions

pytestmark = pytest.mark.quick

merges = st.lists(st.tuples(st.integers(0, 19), st.integers(0, 19)), max_size=30)


def merged(pairs: list[tuple[int, int]]) -> Groups:
    groups = Groups.of(20)
    for a, b in pairs:
        groups.merge(a, b)
    return groups


@given(merges)
def test_groups_are_the_components_of_the_merges(pairs: list[tuple[int, int]]) -> None:
    """Members, sizes and roots, against networkx."""
    groups = merged(pairs)
    graph = nx.Graph(pairs)
    graph.add_nodes_from(range(20))
    components = sorted(tuple(sorted(component)) for component in nx.connected_components(graph))

    assert tuple(components) == groups.partition()
    assert len(components) == len(groups.roots())
    for component in components:
        (root,) = set(component) & set(groups.roots())
        assert {(root, len(component))} == {(groups.find(n), groups.size(n)) for n in component}


@given(merges)
def test_merging_returns_the_root_and_searches_stay_short(pairs: list[tuple[int, int]]) -> None:
    """Union by size: nobody is more than log2 of the group's size away from the root."""
    groups = Groups.of(20)
    for a, b in pairs:
        assert groups.merge(a, b) == groups.find(a) == groups.find(b)
    for number in range(20):
        steps, size = 0, groups.size(number)
        while groups.links[number] >= 0:
            number, steps = groups.links[number], steps + 1
        assert 2**steps <= size


@given(merges, st.randoms(use_true_random=False))
def test_the_order_of_merging_makes_no_difference(pairs: list[tuple[int, int]], random: Random) -> None:
    """The same merges in any order are equal, and saved alike."""
    groups, again = merged(pairs), merged(pairs)
    shuffled = [(b, a) if random.random() < 0.5 else (a, b) for a, b in random.sample(pairs, len(pairs))]

    assert groups == again
    assert groups == Groups.from_dict(json.loads(json.dumps(groups.to_dict())))
    assert groups == merged(shuffled)
    assert groups.to_dict() == merged(shuffled).to_dict()
    assert groups.partition() == merged(shuffled).partition()


def test_equal_groups_may_have_other_roots_inside() -> None:
    """The links depend on the order of merging; equality and what is saved do not."""
    one, other = merged([(0, 1), (2, 3), (1, 3)]), merged([(2, 3), (3, 0), (3, 1)])

    assert one.links != other.links
    assert one == other
    assert one != merged([(0, 1), (2, 3)])


@given(merges)
def test_questions_change_nothing(pairs: list[tuple[int, int]]) -> None:
    """There is no path compression: asking does not even change the links inside."""
    groups = merged(pairs)
    before = groups.links.copy()
    for number in range(20):
        groups.find(number), groups.size(number)
    groups.partition(), groups.roots(), groups.to_dict()

    assert before == groups.links


def test_groups_grow() -> None:
    """An added number is alone; a clone does not see it."""
    groups = merged([(0, 1)])
    twin = groups.clone()

    assert groups.add() == 20
    assert len(twin) == 20
    assert (groups.size(20), len(groups)) == (1, 21)
    assert groups != twin == merged([(0, 1)])


# -- regions on random boards --------------------------------------------------------------------------------------

Tile = tuple[int, tuple[int, ...], tuple[tuple[int, ...], ...]]
"""A cell, the area at each side (-1 for none), and the marks of each area."""


def random_tiles(grid: Grid[Any], random: Random) -> list[Tile]:
    """A scatter of tiles in random order, each with its sides dealt to up to three areas or to none."""
    window = [pack(x, y) for x in range(4) for y in range(4)]
    tiles = []
    for cell in random.sample(window, random.randint(1, 16)):
        count = random.randint(1, 3)
        owners = tuple(random.randint(-1 if random.random() < 0.1 else 0, count - 1) for _ in grid.directions)
        marks = tuple(tuple(random.choice((0, 0, 1, 2)) for _ in range(3)) for _ in range(count))
        tiles.append((cell, owners, marks))
    return tiles


def joined(grid: Grid[Any], tiles: list[Tile]) -> Regions:
    """The regions of these tiles, joined tile by tile as a board does it."""
    regions = Regions(mark_kinds=3, seat_count=2)
    placed: dict[int, tuple[int, tuple[int, ...]]] = {}
    for number, (cell, owners, marks) in enumerate(tiles):
        first = len(regions)
        for area, counts in enumerate(marks):
            regions.add("P", owners.count(area), number, counts)
        for side, near in enumerate(grid.neighbours(cell)):
            there, their_owners = placed.get(near, (0, ()))
            back = grid.opposite[side]
            if their_owners and owners[side] >= 0 and their_owners[back] >= 0:
                regions.join(first + owners[side], there + their_owners[back])
        placed[cell] = first, owners
    return regions


def glued(grid: Grid[Any], tiles: list[Tile]) -> Iterator[tuple[int, int]]:
    """From scratch: every pair of areas (numbered through) that meet at a side, once for each of the two."""
    numbers: dict[tuple[int, int], int] = {}
    for cell, _, marks in tiles:
        for area in range(len(marks)):
            numbers[cell, area] = len(numbers)
    owners = {cell: owners for cell, owners, _ in tiles}
    for cell in owners:
        for side, near in enumerate(grid.neighbours(cell)):
            mine = owners[cell][side]
            yours = owners[near][grid.opposite[side]] if near in owners else -1
            if mine >= 0 and yours >= 0:
                yield numbers[cell, mine], numbers[near, yours]


def flooded(grid: Grid[Any], tiles: list[Tile]) -> tuple[Region, ...]:
    """From scratch: every region, by a flood fill over the areas that meet at a side."""
    areas = [(number, area) for number, (_, _, marks) in enumerate(tiles) for area in range(len(marks))]
    meets: dict[int, list[int]] = {n: [] for n in range(len(areas))}
    for a, b in glued(grid, tiles):
        meets[a].append(b)
    found: list[Region] = []
    dry = set(meets)
    for start in sorted(meets):
        if start not in dry:
            continue
        dry.discard(start)
        flood = [start]
        for wet in flood:
            reached = {n for n in meets[wet] if n in dry}
            dry -= reached
            flood.extend(sorted(reached))
        spots = [areas[n] for n in sorted(flood)]
        sides = sum(tiles[number][1].count(area) for number, area in spots)
        marks = [tiles[number][2][area] for number, area in spots]
        found.append(
            Region(
                "P",
                tuple(sorted(flood)),
                tuple(sorted({number for number, _ in spots})),
                sides - sum(len(meets[n]) for n in flood),
                tuple(sum(kind) for kind in zip(*marks, strict=True)),
                (0, 0),
            )
        )
    return tuple(found)


@pytest.mark.parametrize("grid", [SQUARE4, HEX], ids=["square", "hex"])
def test_regions_equal_a_flood_fill_on_random_boards(grid: Grid[Any]) -> None:
    """Kind, members, tiles, open edges and marks of every region, on 600 boards of each kind."""
    random = Random(20)
    for _ in range(600):
        tiles = random_tiles(grid, random)

        assert flooded(grid, tiles) == joined(grid, tiles).partition(), tiles


@pytest.mark.parametrize("grid", [SQUARE4, HEX], ids=["square", "hex"])
def test_areas_that_meet_are_open_there_no_more(grid: Grid[Any]) -> None:
    """Those of one kind are joined, others stay two regions: 200 boards of two kinds, counted from scratch."""
    random = Random(24)
    for _ in range(200):
        tiles = random_tiles(grid, random)
        regions = Regions()
        for number, (_, owners, marks) in enumerate(tiles):
            for area in range(len(marks)):
                regions.add(random.choice("PW"), owners.count(area), number)
        left = [regions.open_edges(area) for area in range(len(regions))]
        graph = nx.empty_graph(len(regions))
        for a, b in glued(grid, tiles):
            left[a] -= 1
            if a < b:
                regions.meet(*random.sample((a, b), 2))
                if regions.kind(a) == regions.kind(b):
                    graph.add_edge(a, b)

        for component in nx.connected_components(graph):
            region = regions.region(min(component))
            assert (set(region.areas), region.open_edges) == (component, sum(left[n] for n in component))


def test_questions_agree_with_the_partition() -> None:
    """Each question may be asked of any area, and the open edges add up to those of all sides."""
    random = Random(22)
    for _ in range(100):
        tiles = random_tiles(HEX, random)
        regions = joined(HEX, tiles)
        for region in regions.partition():
            for area in region.areas:
                assert region == regions.region(area)
                assert region.tiles == regions.tiles(area) and len(region.tiles) == regions.size(area)
                assert region.marks == regions.marks(area) and region.kind == regions.kind(area)
                assert region.open_edges == regions.open_edges(area)
                assert regions.closed(area) == (region.open_edges == 0)
                assert regions.find(area) in region.areas
        assert len(regions.roots()) == len(regions.partition())


def test_the_order_of_placing_changes_no_region() -> None:
    """With the tiles in another order every region has the same size, open edges and marks."""
    random = Random(23)
    for _ in range(200):
        tiles = random_tiles(SQUARE4, random)
        one, other = joined(SQUARE4, tiles), joined(SQUARE4, random.sample(tiles, len(tiles)))

        assert content(one) == content(other)


def content(regions: Regions) -> list[tuple[int, int, tuple[int, ...]]]:
    return sorted((len(region.tiles), region.open_edges, region.marks) for region in regions.partition())


# -- regions, one behaviour each -------------------------------------------------------------------------------


def two_meadows() -> Regions:
    regions = Regions(mark_kinds=2, seat_count=3)
    regions.add("P", 2, tile=0, marks=(1, 0))
    regions.add("P", 3, tile=1, marks=(0, 2))
    return regions


def test_joining_uses_two_open_edges() -> None:
    """Also when both areas were one region before, as where a ring closes."""
    regions = two_meadows()
    regions.join(0, 1)

    assert (regions.open_edges(0), regions.marks(0)) == (3, (1, 2))
    regions.join(0, 1)
    assert (regions.open_edges(1), regions.marks(1)) == (1, (1, 2))


def test_linking_uses_no_edge() -> None:
    """IS-TUN-2: what a tunnel joins is one network, and its ends stay as open as they were."""
    regions = two_meadows()

    assert 0 == regions.link(0, 1) == regions.find(1) == regions.link(1, 0)
    assert (regions.open_edges(1), regions.size(1), regions.marks(1)) == (5, 2, (1, 2))


def test_an_enclosed_area_is_closed_at_once() -> None:
    """IS-AREA-3: it has no side."""
    regions = Regions()

    assert regions.closed(regions.add("W", 0, tile=0))
    assert not regions.closed(regions.add("W", 1, tile=0))


def test_a_region_that_meets_a_tile_twice_counts_it_once() -> None:
    """IS-AMB-6: two pastures of tile 0, joined around over tile 1, lie on two tiles."""
    regions = Regions()
    for tile in (0, 0, 1):
        regions.add("P", 1, tile)
    regions.link(0, 2)
    regions.link(1, 2)

    assert (regions.size(0), regions.tiles(1), regions.groups.size(0)) == (2, (0, 1), 3)


def test_different_kinds_cannot_be_joined() -> None:
    """The regions are as before."""
    regions = two_meadows()
    regions.add("W", 1, tile=2)
    before = regions.clone()
    for attempt in (regions.join, regions.link):
        with pytest.raises(ValueError, match="areas 0 and 2 cannot be one region: 'P' is not 'W'"):
            attempt(0, 2)

    assert before == regions


def test_marks_must_be_counts_of_every_kind() -> None:
    """One count too few is refused, none at all means zeros."""
    regions = Regions(mark_kinds=2)
    with pytest.raises(ValueError, match="one count for each of 2 kinds"):
        regions.add("P", 1, 0, marks=(1,))

    assert len(regions) == 0
    assert regions.marks(regions.add("P", 1, 0)) == (0, 0)


def test_visitors_and_marks_are_added_up_by_joining() -> None:
    """Seats enter and leave areas before and after joining; marks stay apart from seats."""
    regions = two_meadows()
    regions.enter(0, seat=0)
    regions.enter(1, seat=0)
    regions.enter(1, seat=2)
    regions.join(0, 1)
    regions.enter(1, seat=1, amount=2)
    regions.enter(0, seat=2, amount=-1)
    regions.mark(1, kind=0, amount=3)

    assert (regions.marks(0), regions.seats(1)) == ((4, 2), (2, 2, 0))


def test_whoever_left_leaves_no_trace() -> None:
    """Entering and leaving again gives an equal state, not one with zeros kept."""
    regions = Regions(seat_count=2)
    regions.add("P", 1, 0)
    before = regions.clone()
    regions.enter(0, 1)
    assert before != regions
    regions.enter(0, 1, -1)

    assert before == regions
    assert regions.seats(0) == (0, 0)


@given(st.integers(0, 999))
def test_saved_regions_are_restored_equal(seed: int) -> None:
    """Through JSON, visitors included; and what is saved is plain lists."""
    random = Random(seed)
    regions = joined(SQUARE4, random_tiles(SQUARE4, random))
    regions.enter(random.randrange(len(regions)), random.randrange(2))
    restored = Regions.from_dict(json.loads(json.dumps(regions.to_dict())))

    assert regions == restored
    assert regions.partition() == restored.partition()


@pytest.mark.parametrize("field", [field.name for field in attrs.fields(Regions)])
def test_clone_equality_and_saving_forget_no_field(field: str) -> None:
    """Changing a clone in any one field leaves the original alone, is unequal, and survives saving."""
    regions = two_meadows()
    regions.enter(0, 1)
    root = regions.join(0, 1)
    alone = regions.add("P", 1, tile=2)
    twin = regions.clone()
    assert regions == twin
    before = regions.to_dict()
    value = getattr(twin, field)
    if isinstance(value, int):
        setattr(twin, field, value + 1)
    elif isinstance(value, Groups):
        value.merge(root, alone)
    else:
        other = {str: "M", int: 9, tuple: (5, 5, 5)}[type(value[root])]
        value[root] = other

    assert regions != twin
    assert before == regions.to_dict() != twin.to_dict()
    assert twin == Regions.from_dict(twin.to_dict())


def test_a_swallowed_root_is_emptied() -> None:
    """What is saved stands once, at the root, so that nobody can read what is no longer true."""
    regions = two_meadows()
    regions.join(0, 1)
    saved = regions.to_dict()

    assert [saved[name] for name in ("open", "tiles", "counts")] == [
        [3, 0],
        [[0, 1], []],
        [[1, 2, 0, 0, 0], []],
    ]


@pytest.mark.parametrize("name", ["kinds", "open", "tiles", "counts"])
def test_each_list_has_an_entry_for_each_area(name: str) -> None:
    saved = two_meadows().to_dict()
    saved[name].pop()
    with pytest.raises(ValueError, match="expected one entry for each of 2 areas"):
        Regions.from_dict(saved)


@pytest.mark.parametrize(
    ("change", "holds"),
    [
        ({"tiles": [[0], [module.MOST_TILES - 1]]}, True),
        ({"tiles": [[0], [module.MOST_TILES]]}, False),
        ({"tiles": [[0], [-1]]}, False),
        ({"seats": module.MOST_COUNTS - 2}, True),
        ({"seats": module.MOST_COUNTS - 1}, False),
        ({"seats": -3}, False),
        ({"mark_kinds": 0, "seats": 0}, True),
    ],
)
def test_numbers_beyond_reason_are_refused(change: dict[str, Any], holds: bool) -> None:
    saved = two_meadows().to_dict() | change
    with nullcontext() if holds else pytest.raises(ValueError):
        assert len(Regions.from_dict(saved)) == 2


def test_what_is_saved_is_a_copy() -> None:
    """It does not change with the regions, nor do restored regions change it."""
    regions = two_meadows()
    saved = regions.to_dict()
    text = json.dumps(saved)
    for changed in (regions, Regions.from_dict(saved)):
        changed.add("W", 1, tile=2)
        changed.join(0, 1)
        changed.enter(0, 0)

    assert json.dumps(saved) == text


def test_empty_regions_count_the_same() -> None:
    """For a board that is built anew."""
    empty = two_meadows().empty()

    assert (len(empty), empty.mark_kinds, empty.seat_count) == (0, 2, 3)


def test_the_examples_in_the_docstrings_hold() -> None:
    """They are run as they are printed."""

    assert doctest.testmod(module) == (0, 8)
