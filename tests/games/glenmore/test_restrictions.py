"""What bots can be forbidden in Glen More never happens while something else is legal."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.bots.restrictions import read
from tilewright.core.rules.actions import Action
from tilewright.games.glenmore.actions import Promote, Take
from tilewright.games.glenmore.state import GlenMoreState, figure

from ..forbidden import Forbidden, watched


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
    most = 60 if text.startswith("search") else 10_000
    kept, _, state = watched(tw.load("glenmore"), text, forbidden, 4, most=most)
    assert kept > 2
    if text == "greedy!no-contest":
        # Nothing else brings whisky.
        assert state.barrels[0] == 0 < state.barrels[1]


def test_kinds_of_tile() -> None:
    rules = tw.load("glenmore")
    assert read("no-tile=tavern", rules) and read(f"no-tile={rules.data.kinds[3].id}", rules)
    with pytest.raises(UsageError, match="did you mean 'tavern'"):
        read("no-tile=tavren", rules)
