"""What bots can be forbidden in Rebirth never happens while something else is legal."""

from __future__ import annotations

from typing import cast

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import UsageError
from tilewright.core.bots.restrictions import Narrowed, read
from tilewright.core.rules.actions import Action
from tilewright.core.rules.events import Log
from tilewright.core.rules.state import State
from tilewright.games.rebirth.actions import PlaceTile
from tilewright.games.rebirth.files import KINDS
from tilewright.games.rebirth.printed import Printed
from tilewright.games.rebirth.state import FREE, RebirthState

from ..forbidden import Forbidden, watched


def owners(state: RebirthState, cells: tuple[int, ...]) -> set[int]:
    """The seats that have a tile on these cells; neutral tiles are nobody's."""
    found = {state.tiles[cell] >> 3 for cell in cells if state.tiles[cell] != FREE}
    return found & set(range(len(state.seats)))


def contested(state: RebirthState, action: Action) -> bool:
    if not isinstance(action, PlaceTile):
        return False
    printed: Printed = state.printed
    cell = printed.cell_at[action.cell]
    rivals = set(range(len(state.seats))) - {action.seat}
    settlement = printed.settlement_of[cell]
    places = [printed.castle_cells[castle] for castle in printed.castles_at[cell]]
    if settlement >= 0:
        places.append(printed.settlements[settlement])
    return any(owners(state, tuple(place)) & rivals for place in places)


def built_on_food(state: RebirthState, action: Action) -> bool:
    if not isinstance(action, PlaceTile) or action.tile != "food":
        return False
    printed: Printed = state.printed
    own = action.seat << 3 | KINDS.index("food")
    cell = printed.cell_at[action.cell]
    return any(state.tiles[other] == own for other in printed.neighbours[cell])


@pytest.mark.parametrize("bot", ["random", "greedy", "search:4"])
@pytest.mark.parametrize(("text", "forbidden"), [("no-contest", contested), ("no-tile=food", built_on_food)])
def test_what_is_forbidden_never_happens(bot: str, text: str, forbidden: Forbidden) -> None:
    kept, *_ = watched(tw.load("rebirth"), f"{bot}!{text}", forbidden, 3, rival="random")
    assert kept > 3


def test_search_thinks_of_nothing_forbidden_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """In its simulations the seat keeps to its restrictions, and the others do as they like."""
    rules = tw.load("rebirth")
    bot = bots.make("search:12:3!no-contest", rules)
    seen = {"me": 0, "others": 0}
    apply, me = State.apply, 0

    def watching(self: State, action: Action, log: Log | None = None) -> None:
        here = cast(RebirthState, self)
        if contested(here, action) and not all(contested(here, other) for other in self.legal(action.seat)):
            seen["me" if action.seat == me else "others"] += 1
        apply(self, action, log)

    for seed in range(3):
        state = rules.new(2, seed)
        for n in range(16):
            apply(state, Stream(n).pick(state.legal(state.to_act[0])))
        me = state.to_act[0]
        with monkeypatch.context() as patch:
            patch.setattr(State, "apply", watching)
            bot.choose(state.view(me), Stream(1))
    assert seen["me"] == 0 < seen["others"]


def test_two_restrictions_hold_together() -> None:
    kept, *_ = watched(
        tw.load("rebirth"),
        "greedy!no-tile=food,no-contest",
        lambda state, action: contested(state, action) and built_on_food(state, action),
        5,
        rival="random",
    )
    assert kept


def test_a_bot_without_the_restriction_does_it() -> None:
    with pytest.raises(AssertionError):
        watched(tw.load("rebirth"), "greedy", contested, 3, rival="random")


def test_one_step_takes_what_is_worth_most_right_after() -> None:
    rules = tw.load("rebirth", options={"zero_missions": "met"})
    bot = bots.make("greedy!one-step", rules)
    state = rules.new(2, 11)
    for n in range(30):
        seat = state.to_act[0]
        view = state.view(seat)
        action = bot.choose(view, Stream(n, "bot"))
        world = view.determinize(Stream(0, "one-step"))

        def lead(move: Action, world: State = world, seat: int = seat) -> float:
            after = world.clone()
            after.apply(move)
            worth = [sum(p for _, p in rules.appraise(after.view(s), s)) for s in (0, 1)]
            return worth[seat] - worth[1 - seat]

        assert lead(action) == pytest.approx(max(lead(move) for move in view.legal()))
        state.apply(action)


def test_choices_rate_what_a_narrowed_view_leaves() -> None:
    rules = tw.load("rebirth")
    state = rules.new(2, 3)
    keeps = read("no-contest", rules)
    narrowed = 0
    for n in range(40):
        seat = state.to_act[0]
        view = Narrowed.of(state.view(seat), keeps)
        assert [choice.action for choice in rules.choices(view)] == list(view.legal())
        assert set(view.legal()) <= set(state.legal(seat))
        narrowed += len(view.legal()) < len(state.legal(seat))
        # Only the seat's own moves are narrowed, on other states as here.
        assert list(view.like(state, seat).legal()) == list(view.legal())
        other = state.clone()
        assert list(view.like(other, 1 - seat).legal()) == list(other.legal(1 - seat))
        state.apply(Stream(n).pick(view.legal()))
    assert narrowed


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(UsageError, match="did you mean 'energy'"):
        read("no-tile=enrgy", tw.load("rebirth"))
    with pytest.raises(UsageError, match="write it as no-tile=KIND"):
        read("no-tile", tw.load("rebirth"))
    with pytest.raises(UsageError, match="did you mean 'no-contest'"):
        read("no-contests", tw.load("rebirth"))
