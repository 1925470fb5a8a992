"""Visibility: every field of a state declares that it is public, kept, secret, or a zone of hidden pieces.

Views, the log's filter, `determinize`, and the checks for leaks follow from these declarations. A field without a
declaration is seen by no seat, and the conformance kit refuses it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import attrs

from ..base.chance import Stream, mix, salt
from ..base.cloning import SHARED
from ..base.errors import Diverged, PluginError
from ..base.plugin_errors import declares
from ..text.strict import near
from .events import UNSEEN, Log

if TYPE_CHECKING:
    from .meanings import Meaning
    from .ruleset import Rules
    from .state import State

KEY = "tilewright"
READ = "tilewright.read"
MEANS = "tilewright.means"
PUBLIC = "public"
REFEREE = "referee"
NO_METADATA: Mapping[str, Any] = {}


def _declares_means(what: str, means: object) -> None:
    if means is not None:
        from .meanings import Meaning  # the command line imports zones when it starts, and needs no meanings

        declares(what, "a meaning, such as CELL", means, isinstance(means, Meaning))


def public(
    *,
    means: Meaning | None = None,
    read: Callable[[Rules, Any], Any] | None = None,
    shared: bool = False,
    more: Mapping[str, Any] = NO_METADATA,
    **given: Any,
) -> Any:
    """A field that every seat and the spectator see.

    `means` is the meaning of its numbers (`core/rules/meanings.py`), and gives scenes a noun of the field's name.
    `read(rules, packed)` makes the value again if its type alone is not enough: boards need their faces. Many clones
    share a `shared` value: to change it, put a changed copy in its place. `more` is further metadata.
    """
    _declares_means("public(means)", means)
    return attrs.field(metadata={KEY: PUBLIC, MEANS: means, READ: read, SHARED: shared, **more}, **given)


def referee(**given: Any) -> Any:
    """A field that no seat sees and that holds no pieces, such as the keys of streams."""
    return attrs.field(metadata={KEY: REFEREE}, **given)


@attrs.frozen
class Kept:
    """Declares a field with one value for each seat, hidden from the others although every change to it is public."""

    open: Callable[[Rules], bool]
    """True if these rules keep it open."""

    def shown(self, values: Sequence[Any], seat: int | None, state: State) -> list[Any]:
        """By seat, the values that this seat (None: the spectator) sees: those of others are None until the end."""
        if state.over or self.open(state.rules):
            return list(values)
        return [value if owner == seat else None for owner, value in enumerate(values)]


def kept(
    *, means: Meaning | None = None, open: Callable[[Rules], bool] = lambda rules: False, **given: Any
) -> Any:
    """A field with one value for each seat, hidden behind a screen, such as gold. `means` is as for `public`.

    A player who counts along knows it all the same, so `determinize` does not change it and `View.recall` returns it.
    """
    _declares_means("kept(means)", means)
    declares("kept(open)", "a function", open, callable(open))
    return attrs.field(metadata={KEY: Kept(open), MEANS: means}, **given)


@attrs.frozen
class Zone:
    """Declares a place for pieces; the field holds a list of ints, or one such list for each seat."""

    family: str
    """A seat may mistake hidden pieces of one family for each other. Per-seat zones have one family for each seat,
    unless they are `mixed`."""
    sees: Literal["all", "owner", "none"]
    """The seats that see the contents. All seats see how many there are."""
    order: Literal["none", "pile", "row"] = "none"
    """`none`: order means nothing; `pile`: the order is hidden, the last is on top; `row`: the order shows."""
    per_seat: bool = True
    mixed: bool = False
    """True if the zones of all seats hold pieces of one family: hands that are filled from a common pile."""
    shown: bool = False
    """True if all seats and the spectator see the contents once the game is over."""


def zone(
    family: str,
    sees: Literal["all", "owner", "none"],
    order: Literal["none", "pile", "row"] = "none",
    *,
    per_seat: bool = True,
    mixed: bool = False,
    shown: bool = False,
    **given: Any,
) -> Any:
    """A field that holds pieces which some seats may not see: a list of ints, by default one for each seat.

    `sees`, `order`, `mixed` and `shown` are as in `Zone`. `per_seat=False` is one list for all. A hand that is filled
    from a common pile is `zone("tile", "owner", "row", mixed=True, factory=list)`. One of order `none` is kept sorted.
    """
    declares("zone(family)", "the name of a family", family, isinstance(family, str))
    declares("zone(sees)", "all, owner or none", sees, sees in ("all", "owner", "none"))
    declares("zone(order)", "none, pile or row", order, order in ("none", "pile", "row"))
    declared = Zone(family, sees, order, per_seat, mixed, shown)
    return attrs.field(metadata={KEY: declared}, **given)


@attrs.frozen
class Place:
    """One list of pieces in a state: a zone's name, the slice it is in ("" for the game's own), and its owner."""

    name: str
    holder: str
    owner: int
    """The seat whose zone it is, -1 if it is shared."""
    zone: Zone

    @property
    def family(self) -> str:
        shared = self.owner < 0 or self.zone.mixed
        return self.zone.family if shared else f"{self.zone.family}.{self.owner}"

    def label(self, seats: Sequence[str]) -> str:
        """Its name in records and scripts: `deck`, `supply.anna`, `storm.sky` in a module's slice."""
        name = f"{self.holder}.{self.name}" if self.holder else self.name
        return name if self.owner < 0 else f"{name}.{seats[self.owner]}"

    def pieces(self, state: State) -> list[int]:
        holder: Any = state if not self.holder else state.slices[self.holder]
        found: Any = getattr(holder, self.name)
        if self.owner >= 0:
            found = found[self.owner]
        pieces: list[int] = found
        return pieces

    def seen_by(self, seat: int | None, state: State) -> bool:
        """True if this seat (None: the spectator) sees the pieces in this state."""
        zone = self.zone
        return (
            zone.sees == "all" or (zone.sees == "owner" and seat == self.owner) or (zone.shown and state.over)
        )


def declared(cls: type) -> dict[str, object]:
    """Field name to its declaration (PUBLIC, REFEREE, Kept or Zone), for the fields that have one."""
    return {f.name: f.metadata[KEY] for f in attrs.fields(cls) if KEY in f.metadata}


def places(cls: type, holder: str, seats: int) -> list[Place]:
    """Every list of pieces that a state class (or a module's slice) declares, for this number of seats."""
    found = []
    for name, what in declared(cls).items():
        if isinstance(what, Zone):
            owners = range(seats) if what.per_seat else (-1,)
            found += [Place(name, holder, owner, what) for owner in owners]
    return found


def lying(state: State) -> Counter[tuple[str, str]]:
    """Every piece that lies in a zone or is placed on a board, of the game or of a module, by family and name."""
    names = state.rules.pieces
    found = [
        (place.zone.family, piece) for place in state.rules.places_of(state) for piece in place.pieces(state)
    ]
    for part in (state, *state.slices.values()):
        for field in attrs.fields(type(part)):
            means = field.metadata.get(MEANS)
            if means is not None and means.holds:
                held = means.pieces(state, getattr(part, field.name))
                found += [(means.holds, piece) for piece, _ in held]
    return Counter((family, names[family][piece]) for family, piece in found)


def draw(
    state: State, place: Place | str, log: Log | None = None, to: int = -1, owner: int = -1, module: str = ""
) -> int:
    """Take the top piece of a pile, or the piece that the log's script names: an outcome of chance.

    A pile can be given by its name, with the seat that owns it and the module whose slice it is in, if any. `to` is
    the only seat that sees the piece, -1 if all do, UNSEEN if none does. Diverged if the pile does not contain a
    scripted piece, PluginError if there is no such pile.
    """
    if isinstance(place, str):
        place = _named(state, place, owner, module)
    pile = place.pieces(state)
    if log is None:
        piece = pile.pop()
    else:
        source = place.label(state.seats)
        names = state.rules.pieces[place.zone.family]
        wanted = log.scripted(source, lambda: [names[piece] for piece in pile])
        if wanted is None:
            piece = pile.pop()
        else:
            matching = [n for n in range(len(pile)) if names[pile[n]] == wanted]
            if not matching:
                raise Diverged(f"the script wants '{wanted}' from {source}, which does not contain it")
            piece = pile.pop(matching[-1])
        log.outcome(source, names[piece], to)
    if state.seen:
        forget(state, place, piece, {-1: EVERYBODY, UNSEEN: 0}.get(to, 1 << max(to, 0)))
    return piece


def set_aside(
    state: State, pile: Place | str, into: Place | str, log: Log | None = None, count: int = 1
) -> None:
    """Take pieces from the top of a pile and lay them, unseen, into a zone whose pieces no seat sees.

    Each is an outcome that no seat saw: a record keeps it, and a shared copy of the record hides it. PluginError if
    there is no such pile or zone, or if a seat sees the pieces of the zone.
    """
    pile, into = (_named(state, one, -1, "") if isinstance(one, str) else one for one in (pile, into))
    if into.zone.sees != "none":
        raise PluginError(
            f"pieces are set aside unseen, but '{into.label(state.seats)}' is a zone that seats see"
        )
    for _ in range(count):
        into.pieces(state).append(draw(state, pile, log, UNSEEN))
    if into.zone.order == "none":
        into.pieces(state).sort()


def _named(state: State, name: str, owner: int, module: str) -> Place:
    try:
        return state.rules.place(state, name, owner, module)
    except KeyError as error:
        raise PluginError(error.args[0]) from None


def no_zone(state: State, name: str, owner: int, module: str) -> NoReturn:
    """Raise KeyError with the zones that there are."""
    known = sorted({place.label(state.seats) for place in state.rules.places_of(state)})
    whose = f" of seat {owner}" if owner >= 0 else ""
    part = f" in the module {module}" if module else ""
    raise KeyError(f"there is no zone '{name}'{whose}{part}; the zones are {', '.join(known)}")


def roll(state: State, stream: str, outcomes: Sequence[str], log: Log | None = None) -> int:
    """The index of one of the named outcomes, all equally likely: by the stream's next value or the log's script."""
    if stream not in state.streams:
        said = near(stream, state.streams, "Game(streams=...) names them")
        raise PluginError(f"there is no stream '{stream}'{said}")
    key, count = state.streams[stream]
    state.streams[stream] = (key, count + 1)
    chosen = (mix(key, count) * len(outcomes)) >> 64
    if log is not None:
        wanted = log.scripted(stream, lambda: outcomes)
        if wanted is not None:
            if wanted not in outcomes:
                raise Diverged(
                    f"the script wants '{wanted}' from {stream}, which gives {', '.join(outcomes)}"
                )
            chosen = outcomes.index(wanted)
        log.outcome(stream, outcomes[chosen])
    return chosen


def put_back(state: State, place: Place | str, piece: int, stream: str) -> None:
    """Put the piece back into the pile, all heights equally likely, by its own name and the stream's next number.

    (A new sorting key would not do: those that are left in a pile are low, so the piece would come back too soon.) A
    pile that all share can be given by its name; PluginError if there is no such pile.
    """
    if isinstance(place, str):
        place = _named(state, place, -1, "")
    key, count = state.streams[stream]
    state.streams[stream] = (key, count + 1)
    pile = place.pieces(state)
    identity = state.rules.pieces[place.zone.family][piece]
    pile.insert((mix(key ^ salt(identity), count) * (len(pile) + 1)) >> 64, piece)


def known(state: State, place: Place, seat: int | None) -> list[int]:
    """The pieces that this seat knows to be in a hidden place although it cannot see them."""
    if seat is None or place.seen_by(seat, state):
        return []
    label = place.label(state.seats)
    return [piece for where, piece, seats in state.seen if where == label and seats >> seat & 1]


def remember(state: State, place: Place, piece: int, seats: int) -> None:
    """Note that the seats of the bit mask know that this piece went into the hidden place."""
    state.seen.append((place.label(state.seats), piece, seats))


EVERYBODY = -1
"""All seats as bits."""


def forget(state: State, place: Place, piece: int, seats: int = EVERYBODY) -> None:
    """Note that the piece has left the hidden place and that the seats of the bit mask saw it. `draw` does this itself.

    These seats remove it from their memory. The others know only that some piece left, so they lose their memory of the
    whole place: otherwise it would reveal whether that piece left.
    """
    label = place.label(state.seats)
    if label not in [where for where, _, _ in state.seen]:
        return
    kept = []
    waiting = seats
    for where, item, who in state.seen:
        if where == label:
            who &= seats
            if item == piece:
                who, waiting = who & ~waiting, waiting & ~who
        if who:
            kept.append((where, item, who))
    state.seen[:] = kept


def unseen(state: State, seat: int | None) -> dict[str, Counter[int]]:
    """By family, the pieces whose place this seat does not know, given everything that it has seen.

    The counters list pieces by number, since the order of a pile must not show in them.
    """
    pools: dict[str, Counter[int]] = {}
    for place in state.rules.places_of(state):
        if not place.seen_by(seat, state):
            pool = pools.setdefault(place.family, Counter())
            pool.update(place.pieces(state))
            pool.subtract(known(state, place, seat))
    return {
        family: Counter({piece: pool[piece] for piece in sorted(pool) if pool[piece] > 0})
        for family, pool in pools.items()
    }


class Unknown:
    """What a seat cannot know of a position. It is found once, and dealt anew in any number of copies."""

    def __init__(self, state: State, seat: int | None) -> None:
        places = state.rules.places_of(state)
        hidden = [place for place in places if not place.seen_by(seat, state)]
        pinned = [sorted(known(state, place, seat)) for place in hidden]
        self._hidden = [
            (place, fixed, len(place.pieces(state)) - len(fixed))
            for place, fixed in zip(hidden, pinned, strict=True)
        ]
        self._pools = {family: list(pool.elements()) for family, pool in unseen(state, seat).items()}
        # The order of a pile is hidden even from a seat that has seen its contents.
        self._piles = [place for place in places if place not in hidden and place.zone.order == "pile"]

    def deal(self, copy: State, stream: Stream) -> None:
        """Draw everything that the seat cannot know anew in this copy of the position; everything that it knows stays.

        The result depends only on the seat's knowledge and on the stream, never on the real order of hidden pieces.
        """
        pools = {family: pool.copy() for family, pool in self._pools.items()}
        for pool in pools.values():
            stream.shuffle(pool)
        for place, fixed, more in self._hidden:
            pool = pools[place.family]
            filled = fixed + [pool.pop() for _ in range(more)]
            if place.zone.order == "none":
                filled.sort()
            elif fixed:
                stream.shuffle(filled)
            place.pieces(copy)[:] = filled
        for place in self._piles:
            pieces = sorted(place.pieces(copy))
            stream.shuffle(pieces)
            place.pieces(copy)[:] = pieces
