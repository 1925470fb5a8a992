"""Positions as text: `given` of a scene becomes a state, and any state can be written as `given`.

Each zone that is named is replaced as a whole: the pieces named are moved there from wherever the set-up had them, and
pieces that lay there return to the pile of their family. A pile is written in the order in which it will be drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic

import attrs
from cattrs import BaseValidationError

from ..text.strict import near
from .nouns import EMPTY, Given, listing, mapping, seat_of, whole_number
from .packing import structured, structured_field
from .schedule import Phase, S, advance, name_of
from .state import State
from .zones import Place, Zone, declared

CORE = (
    "points",
    "to act",
    "step",
    "stack",
    "lines",
    "streams",
    "sealed",
    "seen",
    "turns",
    "over",
    "fields",
    "modules",
)
RAW = ("stack", "fields", "modules")
"""Words that set the state as it is saved; their mistakes show only when the game goes on."""


def place(state: State, given: Mapping[str, Any]) -> None:
    """Turn a state, fresh from set-up, into the position. If it raises `Given`, the state is unusable."""
    known = {noun.name: noun for noun in state.rules.nouns if noun.name and noun.put is not None}
    zones: dict[str, list[Place]] = {}
    for spot in state.rules.places_of(state):
        zones.setdefault(_zone_name(spot), []).append(spot)
    for name in given:
        if name not in known and name not in zones and name not in CORE:
            raise Given(f"unknown word '{name}'{near(name, [*CORE[:3], *known, *zones])}", name)
    position = Position(state, set(), _whole(state, given), frozenset(given))
    for name, spots in zones.items():
        if name in given:
            position.named |= _zone(position, name, spots, given[name])
    for noun in state.rules.nouns:
        name = noun.name
        if name and noun.put is not None and (name in given or noun.write is None):
            try:
                noun.put(position, given.get(name))
            except Given as error:
                raise Given(error.message, name, *error.path) from error
    _core(state, given)
    for noun in state.rules.nouns:
        if not noun.name and noun.put is not None:
            noun.put(position, None)
    for _, _, lacking in position.missing:
        raise lacking
    try:
        advance(state, None)
    except (AssertionError, ValueError, LookupError, TypeError, AttributeError) as error:
        raw = [name for name in RAW if name in given]
        if not raw:
            raise
        raise Given(f"the game cannot go on from this position: {error!r}", raw[0]) from error


def _whole(state: State, given: Mapping[str, Any]) -> frozenset[str]:
    if "fields" not in given:
        return frozenset()
    spots = state.rules.places_of(state)
    parts = mapping(given.get("modules"), "a mapping from module to its part", "modules")
    partly = {s.family for s in spots if _zone_name(s) not in given and s.holder not in parts}
    return frozenset(s.family for s in spots) - partly


@attrs.define
class Position(Generic[S]):
    """A state while `given` is being read into it."""

    state: S
    named: set[Place]
    """The zones that `given` names: no more pieces are taken from them."""
    whole: frozenset[str] = frozenset()
    """Families of which every zone is named, in an export (packed `fields` show that): it is trusted."""
    words: frozenset[str] = frozenset()
    """The words that `given` uses."""
    loose: dict[str, list[int]] = attrs.field(factory=dict)
    """By family, pieces that a named zone no longer holds and that no pile could take."""
    missing: list[tuple[str, int, Given]] = attrs.field(factory=list)
    """Pieces that a named zone needs and no zone had, each with the error to raise unless a noun puts it back."""

    def trusted(self, family: str) -> bool:
        """True if an export lists all pieces of this family, so that none need to be taken from elsewhere."""
        return family in self.whole

    def take(self, family: str, piece: int) -> bool:
        """Take one such piece from the family's pile, else from the loose ones, else from a zone that is not named.

        Returns False if there is none left.
        """
        spots = [
            s for s in self.state.rules.places_of(self.state) if s.family == family and s not in self.named
        ]
        piles = [spot.pieces(self.state) for spot in spots if spot.zone.order == "pile" and not spot.holder]
        # A module may set pieces apart in a pile of its own, which stays whole as long as there are others.
        theirs = [spot.pieces(self.state) for spot in spots if spot.zone.order == "pile" and spot.holder]
        others = [spot.pieces(self.state) for spot in spots if spot.zone.order != "pile"]
        for pieces in (*piles, self.loose.get(family, []), *theirs, *others):
            if piece in pieces:
                pieces.remove(piece)
                return True
        return False

    def put_back(self, family: str, piece: int, *, below: bool = True, holder: str = "") -> None:
        """Put a removed piece into the zone that misses it, if there is one, otherwise below its family's pile.

        If that pile is named itself, or without `below`, the piece is out of the game but can still be taken. `holder`
        is the module whose pile it is; "" for the game's own.
        """
        for n, (wanted, kind, _) in enumerate(self.missing):
            if (wanted, kind) == (family, piece):
                del self.missing[n]
                return
        spot = self.pile(family, holder) if below else None
        if spot is not None:
            spot.pieces(self.state).insert(0, piece)
        else:
            self.loose.setdefault(family, []).append(piece)

    def pile(self, family: str, holder: str) -> Place | None:
        """The family's pile that belongs to the game ("") or to this module; None if it is named itself.

        A module without such a pile uses the game's. Pieces of different holders stay apart: an unused tile of the bag
        must not end up in a module's stack.
        """
        piles = [
            spot
            for spot in self.state.rules.places_of(self.state)
            if spot.family == family and spot.zone.order == "pile"
        ]
        own = [spot for spot in piles if spot.holder == holder] or [spot for spot in piles if not spot.holder]
        return next((spot for spot in own if spot not in self.named), None)


def _zone(position: Position[Any], name: str, spots: list[Place], wanted: Any) -> set[Place]:
    state = position.state
    by_owner: dict[int, Any] = {}
    if spots[0].owner < 0:
        by_owner[-1] = wanted
    elif wanted == EMPTY:
        by_owner = dict.fromkeys(range(len(state.seats)), EMPTY)
    else:
        said = "a mapping from player to pieces, or empty for all players"
        for player, pieces in mapping(wanted, said, name).items():
            by_owner[seat_of(state, player, name, player)] = pieces
    done: set[Place] = set()
    for spot in spots:
        if spot.owner not in by_owner:
            continue
        path = (name,) if spot.owner < 0 else (name, state.seats[spot.owner])
        listed = [] if by_owner[spot.owner] == EMPTY else by_owner[spot.owner]
        texts = [listed] if isinstance(listed, str) else listing(listed, "a list of pieces, or empty", *path)
        names = state.rules.pieces[spot.zone.family]
        fresh = []
        done.add(spot)
        position.named.add(spot)
        _back(position, spot)
        for n, text in enumerate(texts):
            at = path if isinstance(listed, str) else (*path, n)
            if text not in names:
                raise Given(f"there is no {spot.zone.family} '{text}'{near(text, names)}", *at)
            piece = names.index(text)
            if not position.take(spot.family, piece) and not position.trusted(spot.family):
                position.missing.append(
                    (spot.family, piece, Given(f"there is no {text} left to put here", *at))
                )
            fresh.append(piece)
        spot.pieces(state)[:] = fresh[::-1] if spot.zone.order == "pile" else fresh
        if spot.zone.order == "none":
            spot.pieces(state).sort()
    return done


def _back(position: Position[Any], spot: Place) -> None:
    """Empty the zone: its pieces go below the pile of its family and holder, or are loose if that pile is named."""
    pieces = spot.pieces(position.state).copy()
    spot.pieces(position.state).clear()
    pile = position.pile(spot.family, spot.holder)
    if pile is not None:
        pile.pieces(position.state)[:0] = pieces
    else:
        position.loose.setdefault(spot.family, []).extend(pieces)


def _zone_name(spot: Place) -> str:
    return f"{spot.holder}.{spot.name}" if spot.holder else spot.name


def _core(state: State, given: Mapping[str, Any]) -> None:
    rules = state.rules
    if "turns" in given:
        state.turns = whole_number(given["turns"], "turns")
    if "lines" in given:
        state.ledger.clear()
        state.scores[:] = [0] * len(state.seats)
        for n, line in enumerate(listing(given["lines"], "a list of lines", "lines")):
            try:
                player, amount, reason, source, turn = line
                points, at, when = (whole_number(one, "lines", n) for one in (amount, source, turn))
                entry = (state.seat(player), points, rules.reason[reason], at, when)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise Given("expected [player, amount, reason, source number, turn]", "lines", n) from error
            state.ledger.append(entry)
            state.scores[entry[0]] += entry[1]
    for player, amount in mapping(given.get("points"), "a mapping from player to points", "points").items():
        seat = seat_of(state, player, "points", player)
        state.ledger[:] = [line for line in state.ledger if line[0] != seat]
        state.scores[seat] = 0
        state.gain(seat, whole_number(amount, "points", player), rules.reason["carried_over"])
    for name, text in mapping(given.get("streams"), "a mapping from stream to KEY+COUNT", "streams").items():
        if name not in state.streams:
            raise Given(f"there is no stream '{name}'{near(name, state.streams)}", "streams", name)
        key, _, count = str(text).partition("+")
        state.streams[name] = (whole_number(key, "streams", name), whole_number(count or 0, "streams", name))
    for player, codes in mapping(given.get("sealed"), "a mapping from player to numbers", "sealed").items():
        numbers = listing(codes, "a list of numbers", "sealed", player)
        seat = seat_of(state, player, "sealed", player)
        state.sealed[seat] = tuple(whole_number(code, "sealed", player) for code in numbers)
    if "seen" in given:
        state.seen.clear()
        for n, entry in enumerate(listing(given["seen"], "a list of what was seen", "seen")):
            if not isinstance(entry, (list, tuple)) or len(entry) != 3:
                raise Given("expected [place, piece number, seats as a number]", "seen", n)
            state.seen.append(
                (str(entry[0]), whole_number(entry[1], "seen", n), whole_number(entry[2], "seen", n))
            )
    for name, value in mapping(given.get("fields"), "a mapping from field to value", "fields").items():
        _field(state, name, value)
    for name, value in mapping(given.get("modules"), "a mapping from module to its part", "modules").items():
        if name not in state.slices:
            raise Given(f"module '{name}' is not in play", "modules", name)
        try:
            state.slices[name] = structured(rules, value, type(state.slices[name]))
        except (TypeError, ValueError, KeyError, AttributeError, BaseValidationError) as error:
            raise Given(f"cannot be read: {error}", "modules", name) from error
    _stack(state, given)
    if "over" in given:
        state.over = given["over"] in (True, "true")


def _stack(state: State, given: Mapping[str, Any]) -> None:
    rules = state.rules
    if "stack" in given:
        frames = []
        for n, frame in enumerate(listing(given["stack"], "a list of steps, the phase first", "stack")):
            said = "[phase NAME, seat, next step]" if n == 0 else "[step, seat, further numbers]"
            if not isinstance(frame, (list, tuple)) or len(frame) < 2 + (n == 0):
                raise Given(f"expected {said}", "stack", n)
            node = rules.by_name.get(frame[0]) if isinstance(frame[0], str) else None
            if node is None or isinstance(node, Phase) != (n == 0):
                raise Given(f"'{frame[0]}' cannot stand here; expected {said}", "stack", n)
            numbers = [whole_number(value, "stack", n) for value in frame[1:]]
            if not 0 <= numbers[0] < len(state.seats):
                raise Given(f"there is no seat {numbers[0]}", "stack", n)
            frames.append((node.index, *numbers))
        if not frames:
            raise Given("the stack has no phase", "stack")
        state.stack[:] = frames
    elif "step" in given:
        state.stack[:] = _step(state, str(given["step"]))
    if "to act" in given:
        seat = seat_of(state, given["to act"], "to act")
        state.stack[:] = [(frame[0], seat, *frame[2:]) for frame in state.stack]


def _step(state: State, name: str) -> list[tuple[int, int, int] | tuple[int, int]]:
    """The stack just before this step of a phase, for the seat that begins the phase."""
    for phase in state.rules.phases:
        for at, step in enumerate(phase.steps):
            if step.name == name:
                seat = max(0, phase.who(state, -1))
                return [(phase.index, seat, at + 1), (step.index, seat)]
    known = [step.name for phase in state.rules.phases for step in phase.steps]
    raise Given(f"no phase has a step '{name}'{near(name, known)}", "step")


def _field(state: State, name: str, value: Any) -> None:
    if name not in declared(type(state)):
        raise Given(f"the state has no field '{name}'", "fields", name)
    try:
        setattr(state, name, structured_field(state.rules, type(state), name, value))
    except (TypeError, ValueError, KeyError, AttributeError, BaseValidationError) as error:
        raise Given(f"cannot be read: {error}", "fields", name) from error


def _uncovered(holder: str, part: Any, covered: set[str]) -> list[str]:
    """The fields of a module's part that are neither zones nor covered by a noun that is written."""
    return [
        name
        for name, what in declared(type(part)).items()
        if not isinstance(what, Zone) and f"{holder}.{name}" not in covered
    ]


def written(state: State) -> dict[str, Any]:
    """The position in full, as `given` reads it: zones with hidden contents, stack, sealed decisions, streams."""
    rules = state.rules
    packed = state.to_dict()
    given: dict[str, Any] = {}
    covered = {"seats", "streams", "stack", "ledger", "scores", "sealed", "seen", "slices", "turns", "over"}
    covered.update(
        name for noun in rules.nouns if noun.name and noun.write is not None for name in noun.fields
    )
    # A module's part is written in its words if they cover it, and otherwise as it is saved.
    whole = {name for name, part in state.slices.items() if not _uncovered(name, part, covered)}
    for noun in rules.nouns:
        holder = noun.name.rpartition(".")[0]
        if noun.name and noun.write is not None and (not holder or holder in whole):
            given[noun.name] = noun.write(state)
    for spot in rules.places_of(state):
        if spot.holder and spot.holder not in whole:
            continue
        name = _zone_name(spot)
        covered.add(name)
        names = rules.pieces[spot.zone.family]
        pieces = spot.pieces(state)
        texts = [names[p] for p in (reversed(pieces) if spot.zone.order == "pile" else pieces)]
        if spot.owner < 0:
            given[name] = texts
        else:
            given.setdefault(name, {})[state.seats[spot.owner]] = texts
    rest = {n: packed[n] for n in declared(type(state)) if n not in covered}
    if rest:
        given["fields"] = rest
    parts = {name: part for name, part in packed["slices"].items() if name not in whole}
    if parts:
        given["modules"] = parts
    given["lines"] = [[state.seats[line[0]], *packed["ledger"][n][1:]] for n, line in enumerate(state.ledger)]
    given["streams"] = {name: f"{key}+{count}" for name, (key, count) in state.streams.items()}
    if any(state.sealed):
        given["sealed"] = {state.seats[n]: list(codes) for n, codes in enumerate(state.sealed) if codes}
    if state.seen:
        given["seen"] = packed["seen"]
    given["turns"] = state.turns
    given["stack"] = [[name_of(rules.nodes[frame[0]]), *frame[1:]] for frame in state.stack]
    if state.over:
        given["over"] = "true"
    return given
