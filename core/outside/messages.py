"""Messages of the rules half of the protocol: what both sides write, and the check of everything that is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .faults import Garbled
from .implementations import Move, StatedPosition
from .json_lines import shown

PROTOCOL = 1
ROLE = "rules"
MOST_MOVES = 100_000
LONGEST_COUNT = 20
"""Largest depth of a count."""
MOST_COUNTED = 1_000_000
"""Positions that we look at in one count for another program: it takes a minute or two."""


class Fields:
    """One message, from which fields are taken with their types; Garbled names the field that is wrong."""

    def __init__(self, message: Mapping[str, Any], kind: str | None = None) -> None:
        self.message = message
        self.kind = str(message.get("type"))
        if kind is not None and self.kind != kind:
            raise Garbled(f"the answer has the type {shown(self.kind)}, expected '{kind}'")

    def take(self, name: str, kind: type, wanted: str, *default: Any) -> Any:
        """Return the field, which must be of this type; the default, if one is given, if it is missing."""
        if default and name not in self.message:
            return default[0]
        value = self.message.get(name)
        if type(value) is not kind:
            raise self.wrong(name, f"expected {wanted}")
        return value

    def wrong(self, name: str, said: str) -> Garbled:
        value = f", got {shown(str(self.message[name]))}" if name in self.message else "; it is missing"
        return Garbled(f"{self.kind}: {name}: {said}{value}")

    def whole(self, name: str, low: int, high: int) -> int:
        found: int = self.take(name, int, wanted := f"a whole number from {low} to {high}")
        if not low <= found <= high:
            raise self.wrong(name, f"expected {wanted}")
        return found

    def texts(self, name: str, *default: Any) -> tuple[str, ...]:
        found = self.take(name, list, wanted := "a list of texts", *default)
        if not all(type(one) is str for one in found):
            raise self.wrong(name, f"expected {wanted}")
        return tuple(found)

    def seats(self, name: str, value: Any, count: int) -> tuple[int, ...]:
        """Seats, each at most once."""
        if type(value) is not list or not all(type(one) is int and 0 <= one < count for one in value):
            raise self.wrong(name, f"expected seats from 0 to {count - 1}")
        if len(set(value)) < len(value):
            raise self.wrong(name, "names a seat twice")
        return tuple(value)

    def pairs(self, name: str, first: type, second: type, wanted: str) -> list[Any]:
        """Return a list of lists of two."""
        found: list[Any] = self.take(name, list, f"a list of {wanted}", [])
        for one in found:
            if type(one) is not list or [type(part) for part in one] != [first, second]:
                raise self.wrong(name, f"expected a list of {wanted}")
        return found

    def moves(self, name: str) -> list[Move]:
        found = self.pairs(name, int, str, "[seat, action]")
        if len(found) > MOST_MOVES:
            raise Garbled(f"{self.kind}: {name}: {len(found)} moves; {MOST_MOVES} are the most")
        return [Move(seat, action) for seat, action in found]


def written(position: StatedPosition) -> dict[str, Any]:
    """Return the position as a message."""
    return {
        "type": "position",
        "to_act": position.to_act,
        "legal": {str(seat): actions for seat, actions in position.legal.items()},
        "scores": position.scores,
        "over": position.over,
        "ranking": position.ranking,
        "draws": position.draws,
        **({"hash": position.hash} if position.hash else {}),
    }


def position(message: Mapping[str, Any], seats: int) -> StatedPosition:
    """Return the position that a program has written, for so many seats; Garbled says what is wrong with it."""
    fields = Fields(message, "position")
    to_act = fields.seats("to_act", message.get("to_act"), seats)
    listed: dict[str, Any] = fields.take("legal", dict, "an object from seat to a list of actions")
    if set(listed) != set(map(str, to_act)):
        raise fields.wrong("legal", f"expected a list for each seat of to_act, {list(to_act)}, and no other")
    legal = {seat: _actions(fields, seat, listed[str(seat)]) for seat in to_act}
    scores: list[Any] = fields.take("scores", list, wanted := f"{seats} whole numbers")
    if len(scores) != seats or not all(type(one) is int for one in scores):
        raise fields.wrong("scores", f"expected {wanted}")
    over: bool = fields.take("over", bool, "true or false")
    if over == bool(to_act):
        raise fields.wrong("to_act", "expected a seat while the game is not over, and none when it is")
    places = [fields.seats("ranking", one, seats) for one in fields.take("ranking", list, "a list", [])]
    placed = sorted(seat for place in places for seat in place)
    if placed != (list(range(seats)) if over else []) or not all(places[1:]):
        raise fields.wrong("ranking", "expected every seat once when the game is over, and nothing before")
    return StatedPosition(
        to_act=tuple(sorted(to_act)),
        legal=legal,
        scores=tuple(scores),
        over=over,
        ranking=tuple(tuple(sorted(place)) for place in places),
        draws=tuple(
            (source, value) for source, value in fields.pairs("draws", str, str, "[source, outcome]")
        ),
        hash=fields.take("hash", str, "text", ""),
    )


def _actions(fields: Fields, seat: int, value: Any) -> tuple[str, ...]:
    if type(value) is not list or not value or not all(type(one) is str for one in value):
        raise fields.wrong("legal", f"expected a list of actions for seat {seat}, at least one of them")
    if len(set(value)) < len(value):
        twice = next(one for one in value if value.count(one) > 1)
        raise Garbled(f"position: legal: seat {seat} has {shown(twice)} twice")
    return tuple(value)


def counted(found: Mapping[Move, int]) -> dict[str, Any]:
    """Return a count as a message."""
    return {
        "type": "counted",
        "count": sum(found.values()),
        "moves": [[seat, action, count] for (seat, action), count in found.items()],
    }


def counts(message: Mapping[str, Any]) -> dict[Move, int]:
    """Return the count that a program has written."""
    fields = Fields(message, "counted")
    found: dict[Move, int] = {}
    for one in fields.take("moves", list, wanted := "a list of [seat, action, count]"):
        if type(one) is not list or [type(part) for part in one] != [int, str, int] or one[2] < 0:
            raise fields.wrong("moves", f"expected {wanted}")
        if Move(one[0], one[1]) in found:
            raise Garbled(f"counted: moves: seat {one[0]} has {shown(one[1])} twice")
        found[Move(one[0], one[1])] = one[2]
    total = fields.take("count", int, "a whole number")
    if total != sum(found.values()):
        raise Garbled(
            f"counted: count is {total}, but the numbers of its moves add up to {sum(found.values())}"
        )
    return found


def names(texts: Sequence[str]) -> str:
    """Foreign names in a sentence."""
    return ", ".join(map(shown, texts)) or "none"
