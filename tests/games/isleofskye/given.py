"""Positions of Isle of Skye laid out by hand."""

from __future__ import annotations

from typing import cast

from tilewright.core.rules.actions import Action
from tilewright.core.rules.ruleset import Rules
from tilewright.games.isleofskye.appraise.sales import Table
from tilewright.games.isleofskye.state import IsleOfSkyeState

from ..scenery import back


def position(
    given: str, players: str = "anna, bruno", rules: Rules | None = None, modules: str = ""
) -> IsleOfSkyeState:
    """What these words give these players."""
    text = f"{{game: isleofskye, modules: [{modules}], players: [{players}], given: {{{given}}}}}"
    return cast(IsleOfSkyeState, back(text, rules))


def table_of(state: IsleOfSkyeState) -> Table:
    """What lies on the table while seats buy."""
    parts = (state.offers, state.stakes, state.waiting)
    offers, stakes, hands = (tuple(map(tuple, part)) for part in parts)
    return Table(offers, stakes, tuple(state.gold), hands)


def following(state: IsleOfSkyeState, action: Action) -> IsleOfSkyeState:
    """A copy after the action."""
    after = state.clone()
    after.apply(action)
    return after
