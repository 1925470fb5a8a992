"""Groups and regions, against networkx and a flood fill that starts from scratch."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

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


@pytest.mark.parametrize("links", [[0], [1, 0], [-2], [1], [1, -1], [1, 2, -3]])
def test_a_number_that_hangs_on_no_root_is_refused(links: list[int]) -> None:
    with pytest.raises(ValueError, match="the links are not those of groups"):
        Groups.from_dict({"links": links})


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
