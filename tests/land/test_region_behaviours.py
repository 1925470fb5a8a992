"""Regions, one behaviour each: joining, linking, marks, visitors, saving."""

from __future__ import annotations

import doctest
import json
from contextlib import nullcontext
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.core.land import regions as module
from tilewright.core.land.grid import SQUARE4
from tilewright.core.land.regions import Groups, Regions

from .test_regions import joined, random_tiles

pytestmark = pytest.mark.quick


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


def test_numbers_below_zero_are_named() -> None:
    for change, said in (
        ({"seats": -3}, "^-1 counts for each region"),
        ({"tiles": [[0], [-1]]}, "a tile that no board has"),
    ):
        with pytest.raises(ValueError, match=said):
            Regions.from_dict(two_meadows().to_dict() | change)


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
