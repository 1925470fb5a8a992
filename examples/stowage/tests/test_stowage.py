"""The conformance kit, the rules as scenes, an oracle that tries every place, and greedy play."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright import testing
from tilewright.authoring import InvalidFile

RULES = tw.load("stowage")
FILE = RULES.folder.document("ships.yaml").content
ROWS = FILE["hold"]
HOLD = {(x, len(ROWS) - 1 - n) for n, row in enumerate(ROWS) for x, sign in enumerate(row) if sign == "#"}


@pytest.mark.parametrize("check", testing.CHECKS)
def test_the_kit_holds(check: str) -> None:
    testing.conforms(RULES, [check], games=1)


def test_every_rule_holds_in_a_scene() -> None:
    testing.pinned(RULES, Path(__file__).parent / "scenes")


def lots(stowed: dict[tuple[int, int], str]) -> list[int]:
    """The sizes of the largest lots, by flood fill."""
    largest: dict[str, int] = {}
    left = dict(stowed)
    while left:
        cell, good = left.popitem()
        flood = [cell]
        for x, y in flood:
            near = [at for at in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if left.get(at) == good]
            flood += [at for at in near if left.pop(at)]
        largest[good] = max(largest.get(good, 0), len(flood))
    return [*largest.values()]


def ways(drawn: str) -> set[frozenset[tuple[int, int]]]:
    """The cells of a shape in all ways in which it can lie, each with its corner at 0,0."""
    rows, found = drawn.split(), set()
    shape = [(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"]
    for over, quarters in product((1, -1), range(4)):
        turned = [complex(over * x, y) * 1j**quarters for x, y in shape]
        low = min(at.real for at in turned), min(at.imag for at in turned)
        found.add(frozenset((round(at.real - low[0]), round(at.imag - low[1])) for at in turned))
    return found


def test_moves_and_points_are_those_of_an_oracle() -> None:
    """BT-STOW-1, BT-TIME-1, BT-TIME-2, BT-QUAY-2, BT-TURN-1, BT-END-2, BT-END-3: all ways and cells are tried."""
    stowed: list[dict[tuple[int, int], str]] = []
    for moment in testing.moments(testing.Subject(rules=RULES, games=3)):
        state: Any = moment.state
        if not moment.decision:
            stowed = [{} for _ in state.seats]
        for seat, full in enumerate(stowed):
            rows = [y for y in range(len(ROWS)) if {cell for cell in HOLD if cell[1] == y} <= full.keys()]
            assert state.standing()[seat] == sum(lots(full)) + 4 * len(rows)
        if state.over or moment.action is None:
            continue
        [seat] = state.to_act
        assert seat == state.clock.index(min(state.clock))
        wanted = set()
        for n, piece in enumerate(state.quay):
            name = RULES.pieces["tile"][piece]
            shape = FILE["shapes"][name[1:]]
            late = int(shape["hours"]) + n > 28 - state.clock[seat]
            for way, x, y in product(() if late else ways(shape["drawn"]), range(7), range(6)):
                cells = frozenset((x + a, y + b) for a, b in way)
                if cells <= HOLD - stowed[seat].keys():
                    wanted.add((name, cells))
        found = []
        for action in state.legal(seat):
            crate = RULES.data.crates[RULES.things["tile"].numbers[action.tile]]
            grid = state.holds[seat].grid
            cover = crate.cover(grid.key(action.cell), action.rotation)
            found.append((action.tile, frozenset(tuple(grid.at(key)) for key, _ in cover)))
            if action == moment.action:
                chosen = found[-1]
        assert len(found) == len(wanted) and {*found} == wanted
        stowed[seat] |= dict.fromkeys(chosen[1], chosen[0][0])


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(8):
        state = RULES.new(["greedy", "random"] if seed % 2 else ["random", "greedy"], seed)
        testing.play_out(RULES, state, state.seats, seed)
        wins += state.winners == (seed % 2 ^ 1,)
    assert wins >= 7


def test_a_shape_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "ships.yaml").write_text('hold: ["##"]\nshapes: {odd: {drawn: "#x", hours: 1}}\n', "utf-8")
    with pytest.raises(InvalidFile, match=r"rows of # and \. are expected"):
        tw.load("stowage", data=tmp_path)


def test_every_cell_of_the_hold_is_drawn() -> None:
    show = RULES.game.show(RULES.new(["anna", "bruno"], 2).view(0))
    assert {spot.at for spot in show.boards[1].spots} == HOLD
    assert {len(spot.tile) for spot in show.boards[0].spots} == {
        len(RULES.data.crates[RULES.things["tile"].numbers[spot.name]].cells) for spot in show.boards[0].spots
    }
