"""Views as rows of numbers: they contain all that a seat knows, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from tilewright.core.adapters.field_numbers import LIMIT, Cells, NumberList, TileBoard  # noqa: E402
from tilewright.core.adapters.observations import Observer  # noqa: E402
from tilewright.core.base.chance import Stream  # noqa: E402
from tilewright.core.land.board import Board  # noqa: E402
from tilewright.core.land.faces import read_face  # noqa: E402
from tilewright.core.land.grid import SQUARE4, pack  # noqa: E402

from .rulesets import ALL, RULESETS, rules_of, walk  # noqa: E402


@pytest.mark.parametrize(("name", "how"), RULESETS)
def test_what_a_seat_cannot_tell_apart_gives_equal_rows(name: str, how: str) -> None:
    rules = rules_of(name, how)
    observer = Observer(rules, 3)
    stream, changed = Stream(5, "worlds"), 0
    for state in walk(rules, 3, seed=11, every=6):
        for seat in (0, 1, 2, None):
            view = state.view(seat)
            world = view.determinize(stream)
            assert np.array_equal(observer.row(view), observer.row(world.view(seat)))
            changed += world.to_dict() != state.to_dict()
    assert changed > 5, "no hidden thing was dealt anew: the test looked at nothing"


@pytest.mark.parametrize(("name", "how"), RULESETS)
def test_what_a_seat_can_tell_apart_gives_different_rows(name: str, how: str) -> None:
    """Save for what `left_out` names, and for the order of points, of which the row has the sum."""
    rules = rules_of(name, how)
    observer = Observer(rules, 3)
    rows: dict[bytes, str] = {}
    for seed in (1, 2):
        for state in walk(rules, 3, seed, every=3):
            for seat in range(3):
                view = state.view(seat)
                shown = view.to_dict()
                for gone in ("ledger", "stack", *observer.left_out):
                    shown.pop(gone, None)
                text = json.dumps(shown, sort_keys=True)
                assert rows.setdefault(observer.row(view).tobytes(), text) == text
    assert len(rows) > 20


@pytest.mark.parametrize(("name", "how"), RULESETS)
def test_rows_have_one_length_and_stay_within_bounds(name: str, how: str) -> None:
    rules = rules_of(name, how)
    low, high = rules.game.seats
    for players in {low, high}:
        observer = Observer(rules, players)
        end = 0
        for section in observer.sections.values():
            assert section.start == end
            end += section.size
        assert end == observer.size
        for state in walk(rules, players, seed=2, every=25):
            row = observer.row(state.view(0))
            assert row.shape == (observer.size,) and row.dtype == np.float32
            assert np.isfinite(row).all() and (abs(row) <= LIMIT).all()


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    rules = rules_of("rebirth")
    observer = Observer(rules, 2)
    state: Any = rules.new(2, 4)
    other = state.clone()
    other.hand[0], other.supply[0][0] = [other.supply[0][0]], other.hand[0][0]
    assert other.hand != state.hand, "choose another seed: both tiles are of one kind"
    part = observer.sections["hand"]
    inside = slice(part.start, part.start + part.size)
    assert not np.array_equal(observer.row(state.view(0))[inside], observer.row(other.view(0))[inside])
    assert np.array_equal(observer.row(state.view(1)), observer.row(other.view(1)))


def test_sections_say_what_stands_where() -> None:
    rules = rules_of("isleofskye", ALL)
    observer = Observer(rules, 2)
    state: Any = next(iter(walk(rules, 2, 3)))
    row = observer.row(state.view(1))
    read = {name: row[s.start : s.start + s.size] for name, s in observer.sections.items()}
    assert list(read["seat"]) == [0, 1]
    assert [seat for seat in range(2) if read["to act"][seat]] == list(state.to_act)
    assert list(read["scores"]) == state.scores
    assert list(read["gold"]) == [0, 0, 1, state.gold[1]]
    assert read["bag"][0] == len(state.bag)


def test_cells_beyond_the_window_are_counted_and_not_told() -> None:
    cells = Cells(2)
    row = np.zeros(cells.size, np.float32)
    cells.write({pack(0, 0): 7, pack(-2, 2): 0, pack(3, 0): 9}, row)
    assert row[0] == 3
    pairs = row[1:].reshape(5, 5, 2)
    assert list(pairs[2, 2]) == [1, 7] and list(pairs[4, 0]) == [1, 0]
    assert pairs[..., 0].sum() == 2


def test_a_tile_is_told_by_its_lands_areas_roads_and_what_lies_within() -> None:
    board = Board(SQUARE4)
    tiles = TileBoard(board, 1)
    board.place(pack(0, 0), read_face("shore", ".P. PWP MMM", roads=[(0, 3)]))
    row = np.zeros(tiles.size, np.float32)
    tiles.write(board, row)
    assert row[0] == 1
    told = row[1:].reshape(3, 3, 13)
    lands, areas, roads, within = told[1, 1, :4], told[1, 1, 4:8], told[1, 1, 8:12], told[1, 1, 12]
    face = board.face(pack(0, 0))
    assert [chr(64 + int(land)) for land in lands] == list(face.edges)
    assert list(areas) == [n + 1 for n in face.area_at] and list(roads) == [1, 0, 0, 1]
    assert within == ord("W") - 64
    assert told.sum() == told[1, 1].sum()


def test_a_longer_list_is_cut_and_its_length_told() -> None:
    numbers = NumberList(3)
    row = np.zeros(numbers.size, np.float32)
    numbers.write([5, 0, 2, 9], row)
    assert list(row) == [4, 5, 0, 2]
