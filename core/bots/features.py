"""The named numbers by seat from which bots learn what a position is worth, for any ruleset.

A game and its modules say what matters (`Rules.features`). Where a game declares nothing, the declarations of its state
do: what the end of the game would bring now, by score reason, and public fields that hold something for each seat.
"""

from __future__ import annotations

from collections.abc import Sequence, Sized
from functools import lru_cache
from typing import Any

import attrs

from ..rules.ruleset import Rules
from ..rules.state import State
from ..rules.views import View, state_behind
from ..rules.zones import MEANS, PUBLIC, Kept, Zone, declared

Features = dict[str, Sequence[float]]
"""Numbers by seat, by name."""
OURS = ("scores", "seats", "ledger", "stack", "sealed", "streams")
"""Fields of every state, which tell nothing that the points so far do not."""


def features(rules: Rules, view: View) -> Features:
    """Return the features of the position behind the view, by what the view's seat can know.

    The view must be of a position that may be looked into: one that was determinized, or one of a training game.
    """
    found: Features = dict(rules.features(view))
    if rules.game.features is None:
        found |= _end(rules, view)
        found |= _fields(view)
    return found


def _end(rules: Rules, view: View) -> Features:
    """Return what the end of the game would bring now: `end REASON`."""
    state = state_behind(view)
    if rules.game.ended is None or state.over:
        return {}
    copy = state.concluded()
    seats, found = len(copy.seats), dict[str, Any]()
    for seat, amount, reason, *_ in copy.ledger[len(state.ledger) :]:
        found.setdefault(end(rules.reasons[reason].key), [0.0] * seats)[seat] += amount
    return found


def end(reason: str) -> str:
    """Return the name of the feature that counts what the end would bring for this score reason now."""
    return f"end {reason}"


def _fields(view: View) -> Features:
    """Return what public and kept fields and zones hold for each seat: numbers, how much lies there, things owned."""
    told = _held_by_seat(state_behind(view))
    return {name: told[name] for name in _seated(view.rules) if name in told}


@lru_cache(maxsize=16)
def _seated(rules: Rules) -> tuple[str, ...]:
    """Return the fields that hold something for each seat at the beginning, with few players as with many.

    A list of other things can be as long as there are seats by chance.
    """
    told = [_held_by_seat(rules.new(players, 0)) for players in sorted(set(rules.game.seats))]
    return tuple(name for name in told[0] if all(name in each for each in told))


def _held_by_seat(state: State) -> Features:
    found = dict[str, Any]()
    parts = [("", state, type(state))]
    parts += [(f"{name}.", part, type(part)) for name, part in state.slices.items()]
    seats = len(state.seats)
    for before, part, kind in parts:
        meanings = {field.name: field.metadata.get(MEANS) for field in attrs.fields(kind)}
        for name, said in declared(kind).items():
            if name in OURS or not (said == PUBLIC or isinstance(said, (Kept, Zone))):
                continue
            held = _held(getattr(part, name), state, meanings.get(name), isinstance(said, Zone))
            if held is not None and len(held) == seats:
                found[f"field {before}{name}"] = held
    return found


def _held(value: Any, state: State, meaning: Any, zone: bool) -> list[float] | None:
    """By seat, the number that a field holds for it; None if it holds nothing for seats."""
    seats = range(len(state.seats))
    if zone:
        by_seat = isinstance(value, list) and len(value) == len(seats) and isinstance(value[0], list)
        return [float(len(pieces)) for pieces in value] if by_seat else None
    if meaning is not None and meaning.owned and isinstance(value, (list, dict)):
        owners = value.values() if isinstance(value, dict) else value
        return [float(sum(1 for owner in owners if meaning.belongs(owner, seat))) for seat in seats]
    if not isinstance(value, (list, tuple)) or len(value) != len(seats):
        return None
    if all(isinstance(one, (int, float)) for one in value):
        return [float(one) for one in value]
    if all(isinstance(one, Sized) for one in value):
        return [float(len(one)) for one in value]
    return None
