"""What bots can be forbidden in Glen More never happens while something else is legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import UsageError
from tilewright.core.bots.restrictions import read
from tilewright.core.play.lifecycle import Bot
from tilewright.core.rules.actions import Action
from tilewright.games.glenmore.actions import Promote, Take
from tilewright.games.glenmore.state import GlenMoreState, figure

Forbidden = Callable[[GlenMoreState, Action], bool]


def taken(state: GlenMoreState, action: Take) -> str:
    """The sort of tile that is taken."""
    return state.printed.kinds[state.chain[state.chain.index(figure(action.seat)) + action.space]].kind


def tavern(state: GlenMoreState, action: Action) -> bool:
    return isinstance(action, Take) and taken(state, action) == "tavern"


def production(state: GlenMoreState, action: Action) -> bool:
    return isinstance(action, Take) and taken(state, action) == "production"


def comparing(state: GlenMoreState, action: Action) -> bool:
    return isinstance(action, Promote) or (
        isinstance(action, Take) and taken(state, action) in ("distillery", "castle", "loch")
    )


@pytest.mark.parametrize(
    ("text", "forbidden"),
    [
        ("random!no-contest", comparing),
        ("greedy!no-contest", comparing),
        ("greedy!no-tile=tavern", tavern),
        ("search:2!no-tile=production", production),
    ],
)
def test_what_is_forbidden_never_happens(text: str, forbidden: Forbidden) -> None:
    rules = tw.load("glenmore")
    players: list[Bot] = [bots.make(text, rules), bots.make("greedy", rules)]
    state = rules.new(2, 4)
    kept = n = 0
    while not state.over and (n < 60 or not text.startswith("search")):
        seat = state.to_act[0]
        action = players[seat].choose(state.view(seat), Stream(4, f"bot:{n}"))
        here = cast(GlenMoreState, state)
        bad = [forbidden(here, other) for other in state.legal(seat)] if seat == 0 else []
        if seat == 0 and forbidden(here, action):
            assert all(bad), str(action)
        kept += any(bad) and not all(bad)
        state.apply(action)
        n += 1
    assert kept > 2
    if text == "greedy!no-contest":
        # Nothing else brings whisky.
        assert cast(GlenMoreState, state).barrels[0] == 0 < cast(GlenMoreState, state).barrels[1]


def test_kinds_of_tile() -> None:
    rules = tw.load("glenmore")
    assert read("no-tile=tavern", rules) and read(f"no-tile={rules.data.kinds[3].id}", rules)
    with pytest.raises(UsageError, match="did you mean 'tavern'"):
        read("no-tile=tavren", rules)
