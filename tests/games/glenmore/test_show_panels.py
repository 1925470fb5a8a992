"""The panels beside Glen More's drawings: what is owed, gained, for sale and still to come."""

from __future__ import annotations

import re

import pytest

from tilewright.core.land.grid import unpack
from tilewright.games.glenmore import placing_rules as land
from tilewright.games.glenmore.actions import Activate, Take
from tilewright.games.glenmore.files import RESOURCES
from tilewright.games.glenmore.show import show
from tilewright.games.glenmore.show.tiles import Wording
from tilewright.games.glenmore.state import GlenMoreState, held
from tilewright.games.glenmore.trade import key

from .showing import drawn, game, panel, seen, step

# -- panels --------------------------------------------------------------------------------------------------------


def test_what_activating_gives_is_what_it_gives() -> None:
    checked = {"cube": 0, "full": 0, "point": 0, "deal": 0, "none": 0}
    for seed in range(24):
        for state in game(2, 70 + seed):
            if step(state) != "activate" or not state.active:
                continue
            preview = panel(seen(state), "Activating gives")
            assert preview is not None
            seat = state.to_act[0]
            said = {row[0].text: row[-1].text for row in preview.rows}
            assert sorted(said) == sorted(f"{x},{y}" for x, y in map(unpack, state.active))
            for action in state.legal(seat):
                if not isinstance(action, Activate) or action.cube:
                    continue
                text = said[str(action.cell)]
                after = state.clone()
                after.apply(action)
                kind = state.printed.kinds[state.displays[seat][key(action.cell)]]
                if kind.each.does == "produce":
                    gained = sum(held(after, seat)) - sum(held(state, seat))
                    assert text == (f"1 {RESOURCES[kind.each.cube]}" if gained else "nothing, it is full")
                    checked["cube" if gained else "full"] += 1
                elif kind.each.does in ("score", "move"):
                    assert text.split()[0] in ("3", "4", "1")
                    assert after.scores[seat] - state.scores[seat] in (0, 3, 4)
                    checked["point"] += 1
                elif kind.each.deals:
                    best = reachable(after, seat)
                    if best == (0, 0):
                        assert text == "nothing: cubes are missing"
                        checked["none"] += 1
                    else:
                        points, barrels = best
                        assert text.startswith(f"{points} point" if points else f"{barrels} barrel"), text
                        checked["deal"] += 1
        if all(checked.values()):
            return
    raise AssertionError(f"something does not come up: {checked}")


def earned(state: GlenMoreState, seat: int) -> tuple[int, int]:
    """Points for deals so far, and barrels."""
    lines = [
        line for line in state.score_lines(seat) if line.reason in ("butcher", "fair", "grocer", "bridge")
    ]
    return sum(line.amount for line in lines), state.barrels[seat]


def reachable(state: GlenMoreState, seat: int) -> tuple[int, int]:
    """The most points, or barrels, that the deal on the stack can bring; everything is tried."""
    points, barrels = earned(state, seat)
    best = (0, 0)
    known: set[tuple[object, ...]] = set()
    waiting = [state]
    while waiting:
        here = waiting.pop()
        for action in here.legal(seat):
            after = here.clone()
            after.apply(action)
            if step(after) == "deal":
                mark = (after.stack[-1][3], after.coins[seat], *after.warehouse, *held(after, seat))
                if mark not in known:
                    known.add(mark)
                    waiting.append(after)
            else:
                more, full = earned(after, seat)
                best = max(best, (more - points, full - barrels))
    return best


def test_placing_names_every_spot_and_what_is_around() -> None:
    for state in game(3, 81):
        if step(state) != "place":
            continue
        seat = state.to_act[0]
        shown = panel(seen(state), "Placing activates")
        assert shown is not None
        kind = state.printed.kinds[state.tile]
        at = [unpack(cell) for cell in land.spots(state, seat, kind)]
        assert [row[0].text for row in shown.rows] == [f"{x},{y}" for x, y in at]


def test_what_is_owed_is_shown() -> None:
    paid = 0
    for state in game(4, 82):
        if step(state) == "pay":
            text = drawn(seen(state))
            words = Wording(state.rules, "en")
            kind = state.printed.kinds[state.tile]
            assert f"taken: {words.label(kind)}" in [ink.text for ink in seen(state).status]
            assert f"taken: {words.name(kind.id)}" in drawn(show(state.view(None)))
            if any(state.owed[:5]):
                assert f"to pay: {words.cubes(state.owed[:5])}" in text
                paid += 1
        elif step(state) == "move":
            assert f"movement points: {state.points}" in [ink.text for ink in seen(state).status]
            assert f"movement points: {state.points}" in drawn(show(state.view(None)))
    assert paid


def test_the_warehouse_says_what_buying_costs_and_selling_brings() -> None:
    state = next(game(4, 1))
    state.warehouse = [0, 1, 2, 3, 0]
    shown = panel(show(state.view(0)), "Warehouse")
    assert shown is not None and shown.now
    assert [ink.text for ink in shown.rows[0]] == ["buy/sell", "1/-", "2/1", "3/2", "-/3", "1/-"]
    state.apply(next(action for action in state.legal(0) if isinstance(action, Take)))
    shown = panel(show(state.view(0)), "Warehouse")
    assert shown is not None and not shown.now
    assert [[ink.text for ink in row] for row in shown.rows] == [
        ["paid in", "1 2 3", "$ 2 3", "$ $ 3", "$ $ $", "1 2 3"],
        ["buy", "1", "2", "3", "-", "1"],
        ["sell", "-", "1", "2", "3", "-"],
    ]
    assert [ink.text for ink in shown.head[1:]] == ["wood", "stone", "sheep", "cattle", "grain"]
    sheep = [(ink.role, ink.text) for ink in shown.rows[0][3].inks]
    assert sheep == [("coin", "1"), ("coin", "2"), ("space", "3")]


def test_the_players_table_counts_as_the_scorings_do() -> None:
    """GM-SP-12: Castle of Mey doubles chieftains, bonnets stay single; GM-SP-13: Cawdor adds three bonnets."""
    state = next(game(3, 1))
    cards = state.printed.card_number
    state.cards[0] = 1 << cards["castle_of_mey"] | 1 << cards["cawdor_castle"]
    state.chieftains = [2, 1, 0]
    what = show(state.view(0))
    shown = panel(what, "Players")
    assert shown is not None
    table = [
        dict(zip([ink.text for ink in shown.head], [ink.text for ink in row], strict=True))
        for row in shown.rows
    ]
    assert [(row["chieftains"], row["scoring"], row["cards"]) for row in table] == [
        ("2+6", "10", "2"), ("1", "1", "0"), ("0", "0", "0")
    ]  # fmt: skip
    coming = panel(what, "Scoring 1")
    assert coming is not None
    assert [[ink.text for ink in row] for row in coming.rows] == [
        ["A", "0", "8", "2", "10"],
        ["B", "0", "1", "0", "1"],
        ["C", "0", "0", "0", "0"],
    ]


@pytest.mark.parametrize(("secrecy", "others"), [("hidden", "?"), ("open", "7")])
def test_points_of_others_are_hidden_unless_they_are_open(secrecy: str, others: str) -> None:
    """GM-EV-3: points may be kept hidden, or are open information."""
    state = next(game(2, 1, vp_secrecy=secrecy))
    state.gain(0, 7, state.rules.reason["tavern"], 0)
    state.gain(1, 7, state.rules.reason["tavern"], 0)
    for viewer in (0, 1, None):
        shown = panel(show(state.view(viewer)), "Players")
        assert shown is not None
        assert [row[2].text for row in shown.rows] == ["7" if seat == viewer else others for seat in range(2)]


def test_points_are_shown_when_the_game_is_over() -> None:
    *_, state = game(2, 3)
    what = show(state.view(None))
    assert what.title == "Glen More: the game is over"
    shown = panel(what, "Players")
    assert shown is not None
    assert [row[2].text for row in shown.rows] == [str(points) for points in state.scores]
    assert not what.offers


def test_what_is_to_come_is_counted_and_named_while_a_tile_is_taken() -> None:
    named = 0
    for number, state in enumerate(game(4, 90)):
        if number % 5:
            continue
        shown = panel(show(state.view(1)), "Tiles to come")
        stacks = {n: stack for n, stack in enumerate(state.stacks()) if stack}
        if not stacks:
            assert shown is None
            continue
        assert shown is not None
        if step(state) != "take":
            assert shown.rows[0][0].text == ", ".join(
                f"stack {n}: {len(stack)}" for n, stack in stacks.items()
            )
            continue
        assert [int(row[1].text) for row in shown.rows] == [len(stack) for stack in stacks.values()]
        for row, (n, stack) in zip(shown.rows, stacks.items(), strict=True):
            assert row[0].text == f"stack {n}"
            assert sum(int(copies) for copies in re.findall(r"(\d+) ", row[2].text)) == len(stack)
            named += 1
    assert named
