"""A view as one row of numbers of a fixed length, with nothing that the seat could not know.

Everything is read from the view, never from the state. The length depends only on the rules and the number of seats;
`Observer.sections` names the parts of the row. docs/adapters.md explains how each kind of field is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from ..base.cloning import hints
from ..rules.ruleset import Rules
from ..rules.schedule import Decision
from ..rules.views import View
from ..rules.zones import PUBLIC, Kept, Place, declared
from .field_numbers import LIMIT, ROOM, FieldNumbers, NumberList, field_of

Row = NDArray[np.float32]

WRITTEN_OTHERWISE = {"seats", "stack", "ledger", "scores", "turns", "over"}
"""Fields of every state that the row has in another form, or (ledger) as their sum."""


@attrs.frozen
class Section:
    """One part of the row."""

    name: str
    start: int
    size: int
    write: Callable[[View, Row], None] = attrs.field(repr=False)
    """Writes this part of the row, which is all zeros before."""


class Observer:
    """Makes rows for these rules and so many players; boards are visible up to `radius` cells from 0,0."""

    def __init__(self, rules: Rules, players: int, radius: int = 7) -> None:
        self.rules = rules
        self.players = players
        self.radius = radius
        self.left_out: list[str] = []
        """Public fields that are not in the row: texts, and structures that follow from other fields."""
        self.sections: dict[str, Section] = {}
        self.size = 0
        for name, size, write in self._parts():
            if size:
                self.sections[name] = Section(name, self.size, size, write)
                self.size += size

    def __reduce__(self) -> tuple[Any, ...]:
        return Observer, (self.rules, self.players, self.radius)

    def row(self, view: View) -> Row:
        """Return what the view's seat (or the spectator) knows, as `size` numbers between -LIMIT and LIMIT."""
        row: Row = np.zeros(self.size, np.float32)
        for section in self.sections.values():
            section.write(view, row[section.start : section.start + section.size])
        np.clip(row, -LIMIT, LIMIT, out=row)
        return row

    def _parts(self) -> Iterator[tuple[str, int, Callable[[View, Row], None]]]:
        seats, game = self.players, self.rules.game
        yield "seat", seats, _own_seat
        yield "to act", seats, _to_act
        steps = {n: at for at, n in enumerate(self._decisions())}

        def step(view: View, row: Row) -> None:
            if not view.over:
                row[steps[view.stack[-1][0]]] = 1

        yield "step", len(steps), step
        yield "course", 3, _course
        yield "scores", seats, _scores
        frame = NumberList(4)
        yield (
            "frame",
            frame.size,
            lambda view, row: frame.write(view.stack[-1][1:] if view.stack else (), row),
        )
        sealed = NumberList(ROOM)
        yield "sealed", sealed.size, lambda view, row: sealed.write(view.sealed, row)
        sample = self.rules.new(seats, 0).view(None)
        types = hints(game.state)
        for name, kind in declared(game.state).items():
            if kind == PUBLIC and name not in WRITTEN_OTHERWISE:
                field = self._field(name, types[name], getattr(sample, name))
                yield name, field.size, _reading(name, field)
            elif isinstance(kind, Kept):
                yield name, 2 * seats, _keeping(name)
        for module in self.rules.modules:
            if module.slice_type is None:
                continue
            types, shown = hints(module.slice_type), sample.slice(module.name)
            for name, kind in declared(module.slice_type).items():
                if kind == PUBLIC:
                    field = self._field(f"{module.name}.{name}", types[name], shown[name])
                    yield f"{module.name}.{name}", field.size, _reading(name, field, module.name)
        yield from self._pieces()

    def _field(self, name: str, hint: Any, sample: Any) -> FieldNumbers:
        field = field_of(hint, sample, self.radius)
        if not field.size:
            self.left_out.append(name)
        return field

    def _decisions(self) -> list[int]:
        return [node.index for node in self.rules.nodes if isinstance(node, Decision)]

    def _pieces(self) -> Iterator[tuple[str, int, Callable[[View, Row], None]]]:
        zones: dict[tuple[str, str], list[Place]] = {}
        unseen: dict[str, int] = {}
        for place in self.rules.places[self.players]:
            zones.setdefault((place.holder, place.name), []).append(place)
            if place.zone.sees != "all":
                unseen[place.family] = len(self.rules.pieces[place.zone.family])
        for (holder, name), places in zones.items():
            kinds = len(self.rules.pieces[places[0].zone.family])
            width = 2 + kinds + (ROOM if places[0].zone.order == "row" else 0)
            write = _lying(places, kinds, width)
            yield f"{holder}.{name}" if holder else name, width * len(places), write
        for family, kinds in unseen.items():
            yield f"unseen {family}", kinds, _unseen(family)


def _own_seat(view: View, row: Row) -> None:
    if view.seat is not None:
        row[view.seat] = 1


def _to_act(view: View, row: Row) -> None:
    row[list(view.to_act)] = 1


def _course(view: View, row: Row) -> None:
    row[:] = view.turns, view.over, len(view.stack)


def _scores(view: View, row: Row) -> None:
    row[:] = view.scores


def _reading(name: str, field: FieldNumbers, module: str = "") -> Callable[[View, Row], None]:
    def write(view: View, row: Row) -> None:
        field.write(view.slice(module)[name] if module else getattr(view, name), row)

    return write


def _keeping(name: str) -> Callable[[View, Row], None]:
    """Return a function that writes for each seat whether its value is shown, and the value."""

    def write(view: View, row: Row) -> None:
        for seat, value in enumerate(getattr(view, name)):
            if value is not None:
                row[2 * seat : 2 * seat + 2] = 1, value

    return write


def _lying(places: Sequence[Place], kinds: int, width: int) -> Callable[[View, Row], None]:
    """Return a function that writes a zone, owner after owner.

    The numbers are: how many pieces lie there, 1 if they are visible, how many of each kind are known to be there, and
    for ordered zones the kind at each position (0: nothing, 1: kind 0).
    """
    name, holder = places[0].name, places[0].holder

    def write(view: View, row: Row) -> None:
        found = view.slice(holder)[name] if holder else getattr(view, name)
        for n, place in enumerate(places):
            pieces = found if place.owner < 0 else found[place.owner]
            own = row[n * width : (n + 1) * width]
            if pieces is None:
                own[0] = view.count(name, place.owner, holder)
                pieces = view.known(name, place.owner, holder)
            else:
                own[:2] = len(pieces), 1
                for at, piece in enumerate(pieces[: width - 2 - kinds]):
                    own[2 + kinds + at] = piece + 1
            for piece in pieces:
                own[2 + piece] += 1

    return write


def _unseen(family: str) -> Callable[[View, Row], None]:
    def write(view: View, row: Row) -> None:
        for piece, number in view.unseen(family).items():
            row[piece] = number

    return write
