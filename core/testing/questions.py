"""Asks a game all that faces and bots ask: of the ruleset, and of a position."""

from __future__ import annotations

from ..rules.actions import Action
from ..rules.ruleset import Rules
from .random_games import Moment

REFUSED = 4
"""So many actions that were legal at other times are tried at a position, to hear why they are refused."""


def asked(rules: Rules) -> None:
    """Ask what needs no position."""
    rules.provenance()
    rules.game.levels(rules)
    rules.game.meters(rules)
    for name in rules.game.sheets:
        rules.sheet(name)


def looked_at(moment: Moment, pool: list[Action]) -> None:
    """Ask everything that faces and bots ask of a position."""
    state, rules = moment.state, moment.state.rules
    for _ in range(min(REFUSED, len(pool))):
        state.check(moment.stream.pick(pool))
    state.ranking()
    state.standing()
    if rules.game.ended is not None:
        rules.ended(state)
    views = [state.view(seat) for seat in range(len(state.seats))]
    for view in [*views, state.view(None)]:
        if rules.game.show is not None:
            rules.show(view)
    for seat, view in enumerate(views):
        if rules.game.choices is not None and len(view.legal()):
            rules.choices(view)
        if rules.game.appraise is not None:
            rules.appraise(view, seat)
    rules.features(views[0])
