"""Content: things of which chance puts only some into play. A study deals them by design instead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ..base.errors import UsageError
from ..text.strict import near

if TYPE_CHECKING:
    from .game import Game, Module
    from .ruleset import Rules
    from .state import State


@attrs.frozen(kw_only=True)
class Content:
    """One kind of content: scoring tiles, missions."""

    name: str
    """Its name on the command line: `scoring`."""
    title: str
    """The words for one of its items: `scoring tile`."""
    items: Callable[[Rules], Sequence[str]]
    """The ids of all items of a ruleset; `Words.names` has their names."""
    number: Callable[[Rules, int], int]
    """How many different items are in play in a match with so many players."""
    deal: Callable[[Any, Sequence[str]], None]
    """Puts exactly these items into play, in this order where it matters, in a state in which no decision has been made
    yet. Everything else stays as chance made it, as far as possible."""
    scored: bool = False
    """True if each item has a score reason of its id: reports then show the points that the item itself gives."""


def contents(rules: Rules) -> dict[str, Content]:
    """Return by name the contents of the game and its modules that have any items under these rules."""
    parts: list[Game | Module] = [rules.game, *rules.modules]
    return {one.name: one for part in parts for one in part.contents if one.items(rules)}


def dealt(state: State) -> dict[str, float]:
    """Return numbers by name that describe the deal of a state in which no decision has been made yet."""
    found: dict[str, float] = {}
    parts: list[Game | Module] = [state.rules.game, *state.rules.modules]
    for part in parts:
        found |= part.dealt(state)
    return found


def content(rules: Rules, name: str) -> Content:
    """Return the ruleset's content of this name; UsageError lists those that exist."""
    known = contents(rules)
    if name in known:
        return known[name]
    if not known:
        raise UsageError(f"{rules.game.title} has no content that chance deals")
    raise UsageError(
        f"{rules.game.title} has no content '{name}'{near(name, known)}; there is {', '.join(known)}"
    )
