"""Views: the part of a state that one seat may know: public fields, zones that it sees, its own sealed decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import attrs

from ..base.chance import Stream, key_of
from ..text.strict import near
from .actions import NONE, Legal
from .frozen import FrozenDict
from .schedule import Sealed
from .zones import PUBLIC, Kept, Place, Unknown, Zone, declared, known, unseen

if TYPE_CHECKING:
    from .ruleset import Rules
    from .state import ScoreLine, State
    from .weights import Weights


class View:
    """A window on a state for one seat (None: the spectator). Nothing is copied until it is read.

    Public fields are read by their own names; a zone's name gives a tuple of pieces where the seat sees them and
    None where it does not (by seat, for zones that each seat has); a kept field gives a list by seat in the same way.
    A view is for reading. What it returns belongs to the state; guests (`play/guests`) get a state of their own.
    """

    __slots__ = ("_seat", "_state", "_weights")
    _plain: type[View]
    """The class of which a class of views on one kind of state is made."""

    def __init__(self, state: State, seat: int | None, weights: Weights | None = None) -> None:
        self._state = state
        self._seat = seat
        self._weights = weights

    # Bots read these in every position, so that no Python function is called for them.
    seat: int | None = property(attrgetter("_seat"))  # type: ignore[assignment]
    """The seat whose view it is; None for the spectator."""
    rules: Rules = property(attrgetter("_state.rules"))  # type: ignore[assignment]
    """The ruleset of the match."""
    options: Any = property(attrgetter("_state.rules.options"))
    """The options in force."""

    def __getattr__(self, name: str) -> Any:
        state = self._state
        kind = _visible(state.__class__).get(name)
        if kind == PUBLIC:
            return getattr(state, name)
        if isinstance(kind, Zone):
            return self._zone(name, "")
        if isinstance(kind, Kept):
            return kind.shown(getattr(state, name), self._seat, state)
        raise AttributeError(f"a view does not show '{name}'")

    def __reduce__(self) -> tuple[Any, ...]:
        """Hand the view over with its state, which holds more than its seat may know."""
        return _handed, (getattr(type(self), "_plain", type(self)), self._state, *self._made_of())

    def _made_of(self) -> tuple[Any, ...]:
        """Return what the view is made of, besides its state."""
        return self._seat, self._weights

    @property
    def weights(self) -> Any:
        """The weights by which moves are rated for this view, an instance of `Game.weights`."""
        return (self._weights or self._state.rules.weights).game

    def weights_of(self, module: str) -> Any:
        """The weights of a module, an instance of `Module.weights`."""
        return (self._weights or self._state.rules.weights).modules[module]

    @property
    def to_act(self) -> tuple[int, ...]:
        return self._state.to_act

    def like(self, state: State, seat: int) -> View:
        """A view of this kind on another state, such as one that is determinized from this view or follows from it.

        Restrictions of a seat's moves in this view hold in the other one as well, and so do its weights.
        """
        view: View = window(View, state.__class__)(state, seat, self._weights)
        return view

    def weighed(self, weights: Weights) -> View:
        """This view with other weights, by which moves and positions are rated."""
        found = self.like(self._state, self._seat) if self._seat is not None else View(self._state, None)
        found._weights = weights
        return found

    def legal(self) -> Legal:
        """The actions that this seat may take now."""
        return NONE if self._seat is None else self._state.legal(self._seat)

    def score_lines(self, seat: int | None = None) -> list[ScoreLine]:
        """The lines of one seat or of all; points are public in every game so far."""
        return self._state.score_lines(seat)

    def standing(self) -> Sequence[int]:
        """Return `State.standing`, which is public."""
        return self._state.standing()

    def count(self, name: str, owner: int = -1, module: str = "") -> int:
        """Return the number of pieces in a zone, seen or not. KeyError if there is no such zone."""
        holder: Any = self._state.slices[module] if module else self._state
        per_seat, pieces = _owned(holder.__class__)[name], getattr(holder, name)
        if per_seat:
            if 0 <= owner < len(pieces):
                return len(pieces[owner])
        elif owner == -1:
            return len(pieces)
        whose = f"is of each seat: name one of 0 to {len(pieces) - 1}" if per_seat else "belongs to no seat"
        raise KeyError(f"the zone '{name}' {whose}, not {owner}")

    def own_zone(self, name: str, module: str = "") -> tuple[int, ...]:
        """Return the pieces in the seat's own zone of this name, as `view.NAME[view.seat]` shows them, but quickly.

        For bots, which read their hand in every position that they rate. KeyError if the seat has no such zone, or
        does not see what lies in it.
        """
        holder: Any = self._state.slices[module] if module else self._state
        in_order = _own_zones(holder.__class__)[name]
        try:
            pieces = getattr(holder, name)[self._seat]
        except TypeError:  # the spectator
            raise KeyError(f"the spectator has no zone '{name}'") from None
        return tuple(pieces if in_order or len(pieces) < 2 else sorted(pieces))

    def known(self, name: str, owner: int = -1, module: str = "") -> tuple[int, ...]:
        """The pieces that the seat remembers in a zone whose contents it does not see. KeyError as for `count`."""
        place = self.rules.place(self._state, name, owner, module)
        return tuple(sorted(known(self._state, place, self._seat)))

    def recall(self, name: str) -> list[Any]:
        """The values of a kept field by seat, for bots that count along: every change to it is public."""
        kinds = _visible(type(self._state))
        if not isinstance(kinds.get(name), Kept):
            kept = [field for field, kind in kinds.items() if isinstance(kind, Kept)]
            raise KeyError(f"there is no kept field '{name}'{near(name, kept)}")
        return list(getattr(self._state, name))

    def unseen(self, family: str) -> Counter[int]:
        """The pieces of a family whose place this seat cannot know, given everything that it has seen."""
        return unseen(self._state, self._seat).get(family, Counter())

    def module_part(self, module: str) -> PartView:
        """Return a window on a module's part of the state, whose fields are read by name. KeyError without one."""
        part = self._state.slices[module]
        view: PartView = window(PartView, part.__class__, "_part")(self, module, part)
        return view

    def slice(self, module: str) -> dict[str, Any]:
        """The public fields and zones of a module's part by name; zones that the seat does not see are None."""
        part = self.module_part(module)
        kinds = _visible(type(self._state.slices[module]))
        return {
            name: getattr(part, name)
            for name, kind in kinds.items()
            if kind == PUBLIC or isinstance(kind, Zone)
        }

    @property
    def sealed(self) -> tuple[int, ...]:
        """The numbers that this seat has committed in the open sealed decision."""
        return () if self._seat is None else self._state.sealed[self._seat]

    def unknown(self) -> Unknown:
        """What this seat cannot know now: for `determinize`, if it is called many times in the same position."""
        return Unknown(self._state, self._seat)

    def determinize(self, stream: Stream, unknown: Unknown | None = None) -> State:
        """A complete state that this seat could be in: everything that it cannot know is drawn anew from the stream."""
        copy = self._state.clone()
        seed = stream.bits()
        copy.streams = {name: (key_of(seed, name), 0) for name in sorted(copy.streams)}
        (unknown or self.unknown()).deal(copy, stream)
        copy.seen = [entry for entry in copy.seen if self._seat is not None and entry[2] >> self._seat & 1]
        step = copy.step
        if isinstance(step, Sealed):
            waiting = step.to_act(copy, copy.stack[-1])
            for seat in range(len(copy.seats)):
                if seat != self._seat and copy.sealed[seat]:
                    copy.sealed[seat] = ()
                    if seat not in waiting:
                        seal_at_random(copy, seat, stream)
        return copy

    def to_dict(self) -> dict[str, Any]:
        """Everything that the seat may know, as plain data: states that it cannot distinguish give equal dicts."""
        state = self._state
        packed = state.to_dict()
        shown: dict[str, Any] = {
            name: packed[name] for name, kind in _visible(type(state)).items() if kind == PUBLIC
        }
        for name, kind in _visible(type(state)).items():
            if isinstance(kind, Kept):
                shown[name] = kind.shown(packed[name], self._seat, state)
        shown["modules"] = {}
        for module, part in state.slices.items():
            shown["modules"][module] = {
                name: packed["slices"][module][name]
                for name, kind in declared(type(part)).items()
                if kind == PUBLIC
            }
        shown["zones"] = {}
        for place in self.rules.places_of(state):
            names = self.rules.pieces[place.zone.family]
            pieces = place.pieces(state)
            entry: dict[str, Any] = {"count": len(pieces)}
            if place.seen_by(self._seat, state):
                seen = [names[p] for p in pieces]
                entry["pieces"] = seen if place.zone.order == "row" else sorted(seen)
            else:
                remembered = known(state, place, self._seat)
                if remembered:
                    entry["known"] = sorted(names[p] for p in remembered)
            shown["zones"][place.label(state.seats)] = entry
        shown["unseen"] = {
            family: dict(sorted((self.rules.pieces[family.split(".")[0]][p], n) for p, n in pool.items()))
            for family, pool in sorted(unseen(state, self._seat).items())
        }
        shown["sealed"] = list(self.sealed)
        shown["to_act"] = list(self.to_act)
        shown["seat"] = self._seat
        return shown

    def _zone(self, name: str, module: str) -> Any:
        state = self._state
        spots, count = state.rules.spots, len(state.seats)
        shared = spots.get((count, name, -1, module))
        if shared is not None:
            return self._pieces(shared)
        return tuple([self._pieces(spots[count, name, owner, module]) for owner in range(count)])

    def _pieces(self, place: Place) -> tuple[int, ...] | None:
        if not place.seen_by(self._seat, self._state):
            return None
        pieces = place.pieces(self._state)
        return tuple(pieces) if place.zone.order == "row" else tuple(sorted(pieces))


class PartView:
    """A window on a module's part of a state: what the view's seat may know of it, as `View` shows the game's own."""

    __slots__ = ("_module", "_part", "_view")

    def __init__(self, view: View, module: str, part: object) -> None:
        self._view, self._module, self._part = view, module, part

    def __reduce__(self) -> tuple[Any, ...]:
        return View.module_part, (self._view, self._module)

    def __getattr__(self, name: str) -> Any:
        kind = _visible(type(self._part)).get(name)
        if kind == PUBLIC:
            return getattr(self._part, name)
        if isinstance(kind, Zone):
            return self._view._zone(name, self._module)
        raise AttributeError(f"a view does not show '{name}' of {self._module}")


def seal_at_random(state: State, seat: int, stream: Stream) -> None:
    """Take the rest of the seat's part in the open sealed decision at random; nothing is revealed."""
    step = state.step
    while isinstance(step, Sealed) and step.awaits(state, state.stack[-1], seat):
        step.all_play(state, stream.pick(state.legal(seat)), None)


def state_behind(view: View) -> State:
    """Return the state behind a view, which holds more than the seat may know.

    It is for the engine alone: for worlds that were determinized, and for checks.
    """
    return view._state


class Listed(View):
    """A seat's view for one decision whose legal actions are known already, and are not computed again."""

    __slots__ = ("_legal", "_whole")

    def __init__(self, state: State, seat: int | None, legal: Legal, whole: View | None = None) -> None:
        """Make the seat's view of the state, or that of `whole`."""
        self._state, self._seat = state, seat
        self._weights = None if whole is None else whole._weights
        self._whole = whole
        self._legal = legal

    @classmethod
    def of(cls, view: View, legal: Legal) -> Listed:
        """Return the view with these legal actions."""
        state = view._state
        found: Listed = window(cls, state.__class__)(state, view._seat, legal, view)
        return found

    def _made_of(self) -> tuple[Any, ...]:
        return self._seat, self._legal, self._whole

    def like(self, state: State, seat: int) -> View:
        return super().like(state, seat) if self._whole is None else self._whole.like(state, seat)

    def legal(self) -> Legal:
        return self._legal


class Opened(View):
    """The referee's view, for looking back: every zone and every kept field is shown as its owner sees it.

    What no seat sees stays hidden. The choices and the sealed decision are those of the view's seat. No bot gets one.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        kind = _visible(type(self._state)).get(name)
        return list(getattr(self._state, name)) if isinstance(kind, Kept) else super().__getattr__(name)

    def _pieces(self, place: Place) -> tuple[int, ...] | None:
        owner = place.owner if place.owner >= 0 else self._seat
        return View(self._state, owner)._pieces(place)


_KINDS: dict[type, dict[str, Any]] = {}


def _visible(kind: type) -> dict[str, Any]:
    # A cache of declarations, which never change; not match state.
    found = _KINDS.get(kind)
    if found is None:
        assert attrs.has(kind)
        found = _KINDS[kind] = declared(kind)
    return found


@cache
def _owned(kind: type) -> dict[str, bool]:
    """Return the zones of a class by name: True if each seat has one of its own."""
    zones = {name: zone for name, zone in _visible(kind).items() if isinstance(zone, Zone)}
    return FrozenDict({name: zone.per_seat for name, zone in zones.items()})


@cache
def _own_zones(kind: type) -> dict[str, bool]:
    """Return the zones that each seat has and sees, by name: True if the order in them means something."""
    zones = {name: zone for name, zone in _visible(kind).items() if isinstance(zone, Zone)}
    own = {n: zone.order == "row" for n, zone in zones.items() if zone.per_seat and zone.sees != "none"}
    return FrozenDict(own)


def _window(base: type, shown: type, held: str = "_state") -> type:
    """Return the class of views on this class, with a property for each public field and for each zone that everyone
    sees; `held` is where views hold the object.

    A view of the plain class shows the same. But fields are read hundreds of thousands of times in a search, and
    a property of this kind needs no call of a Python function, or only one.
    """
    fields: dict[str, Any] = {}
    for name, kind in _visible(shown).items():
        read = attrgetter(f"{held}.{name}")
        if hasattr(base, name):
            continue
        if kind == PUBLIC:
            fields[name] = property(read)
        elif isinstance(kind, Zone) and kind.sees == "all" and not kind.per_seat:
            fields[name] = property(_in_row(read) if kind.order == "row" else _sorted(read))
    fields["_plain"] = base
    names = {"__slots__": (), "__module__": base.__module__, "__qualname__": base.__qualname__}
    return type(base.__name__, (base,), {**names, **fields})


window: Callable[..., Any] = cache(_window)
"""`_window`, once for each pair of classes."""


def _handed(kind: type[View], state: State, *made_of: Any) -> View:
    """Return the view of this kind that another process had."""
    view: View = window(kind, state.__class__)(state, *made_of)
    return view


def _in_row(read: Callable[[Any], list[int]]) -> Callable[[Any], tuple[int, ...]]:
    return lambda view: tuple(read(view))


def _sorted(read: Callable[[Any], list[int]]) -> Callable[[Any], tuple[int, ...]]:
    return lambda view: tuple(sorted(read(view)))
