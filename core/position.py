"""Positions as text: `given` of a scene becomes a state, and any state can be written as `given`.

Each zone that is named is replaced as a whole, and every piece named is moved there from wherever the set-up had it; a
piece crowded out goes back to the pile of its family. A pile is written in the order in which it will be drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from .nouns import Given, Noun
from .schedule import advance, name_of
from .zones import Place, declared

if TYPE_CHECKING:
    from .state import State

CORE = ("points", "to act", "stack", "lines", "streams", "sealed", "seen", "turns", "over", "fields", "modules")


def nouns(state: State) -> list[Noun]:
    """The game's words and its modules'."""
    return [*state.rules.game.nouns, *(noun for module in state.rules.modules for noun in module.nouns)]


def place(state: State, given: Mapping[str, Any]) -> None:
    """The state, fresh from its set-up, becomes the position. Raises `Given`; the state is then of no use."""
    known = {noun.name: noun for noun in nouns(state)}
    zones: dict[str, list[Place]] = {}
    for spot in state.rules.places_of(state):
        zones.setdefault(_zone_name(spot), []).append(spot)
    for name in given:
        if name not in known and name not in zones and name not in CORE:
            words = ", ".join([*CORE[:2], *known, *zones])
            raise Given(f"nothing is called '{name}' here; known: {words}", name)
    position = Position(state, set())
    for name, spots in zones.items():
        if name in given:
            position.named |= _zone(position, name, spots, given[name])
    for name, noun in known.items():
        if noun.put is not None and (name in given or noun.write is None):
            try:
                noun.put(position, given.get(name))
            except Given as error:
                raise Given(error.message, name, *error.path) from error
    _core(state, given)
    advance(state, None)


@attrs.define
class Position:
    """A state while `given` is being read into it."""

    state: State
    named: set[Place]
    """The zones that `given` names: nothing is taken from them any more."""
    loose: dict[str, list[int]] = attrs.field(factory=dict)
    """By family, pieces that a named zone does not hold any more and no pile could take."""

    def take(self, family: str, piece: int) -> bool:
        """One such piece is taken from the family's pile, or else from a zone that is not named; False: none left."""
        spots = [s for s in self.state.rules.places_of(self.state) if s.family == family and s not in self.named]
        for spot in sorted(spots, key=lambda s: s.zone.order != "pile"):
            pieces = spot.pieces(self.state)
            if piece in pieces:
                pieces.remove(piece)
                return True
        loose = self.loose.get(family, [])
        if piece in loose:
            loose.remove(piece)
            return True
        return False


def _zone(position: Position, name: str, spots: list[Place], wanted: Any) -> set[Place]:
    state = position.state
    by_owner: dict[int, Any] = {}
    if spots[0].owner < 0:
        by_owner[-1] = wanted
    elif isinstance(wanted, dict):
        for player, pieces in wanted.items():
            try:
                by_owner[state.seat(player)] = pieces
            except ValueError as error:
                raise Given(str(error), name, player) from error
    else:
        raise Given(f"'{name}' is said for each player: a mapping from name to pieces", name)
    done: set[Place] = set()
    for spot in spots:
        if spot.owner not in by_owner:
            continue
        path = (name,) if spot.owner < 0 else (name, state.seats[spot.owner])
        listed = by_owner[spot.owner]
        texts = [listed] if isinstance(listed, str) else list(listed or ())
        names = state.rules.pieces[spot.zone.family]
        fresh = []
        done.add(spot)
        position.named.add(spot)
        _back(position, spot)
        for n, text in enumerate(texts):
            at = path if isinstance(listed, str) else (*path, n)
            if text not in names:
                raise Given(f"'{text}' is no {spot.zone.family}; known: {', '.join(names)}", *at)
            piece = names.index(text)
            if not position.take(spot.family, piece):
                raise Given(f"there is no further {text} to put here", *at)
            fresh.append(piece)
        spot.pieces(state)[:] = fresh[::-1] if spot.zone.order == "pile" else fresh
        if spot.zone.order == "none":
            spot.pieces(state).sort()
    return done


def _back(position: Position, spot: Place) -> None:
    """The zone is empty; what it held lies below its family's pile, or loose where that is named itself."""
    state = position.state
    pieces = spot.pieces(state).copy()
    spot.pieces(state).clear()
    for other in state.rules.places_of(state):
        if other.family == spot.family and other.zone.order == "pile" and other not in position.named:
            other.pieces(state)[:0] = pieces
            return
    position.loose.setdefault(spot.family, []).extend(pieces)


def _zone_name(spot: Place) -> str:
    return f"{spot.holder}.{spot.name}" if spot.holder else spot.name


def _number(value: Any, *path: str | int) -> int:
    try:
        return int(value)
    except (TypeError, ValueError) as error:
        raise Given(f"expected a whole number, got '{value}'", *path) from error


def _core(state: State, given: Mapping[str, Any]) -> None:
    rules = state.rules
    if "turns" in given:
        state.turns = _number(given["turns"], "turns")
    if "lines" in given:
        state.ledger.clear()
        state.scores[:] = [0] * len(state.seats)
        for n, line in enumerate(given["lines"]):
            try:
                player, amount, reason, source, turn = line
                entry = (state.seat(player), int(amount), rules.reason[reason], int(source), int(turn))
            except (ValueError, KeyError, TypeError) as error:
                raise Given("expected [player, amount, reason, source number, turn]", "lines", n) from error
            state.ledger.append(entry)
            state.scores[entry[0]] += entry[1]
    for player, amount in dict(given.get("points") or {}).items():
        try:
            seat = state.seat(player)
        except ValueError as error:
            raise Given(str(error), "points", player) from error
        state.ledger[:] = [line for line in state.ledger if line[0] != seat]
        state.scores[seat] = 0
        state.gain(seat, _number(amount, "points", player), rules.reason["carried_over"])
    for name, text in dict(given.get("streams") or {}).items():
        if name not in state.streams:
            raise Given(f"there is no stream '{name}'; streams: {', '.join(state.streams)}", "streams", name)
        key, _, count = str(text).partition("+")
        state.streams[name] = (_number(key, "streams", name), _number(count or 0, "streams", name))
    for player, codes in dict(given.get("sealed") or {}).items():
        state.sealed[state.seat(player)] = tuple(_number(code, "sealed", player) for code in codes)
    if "seen" in given:
        state.seen[:] = [(str(where), int(piece), int(seats)) for where, piece, seats in given["seen"]]
    for name, value in dict(given.get("fields") or {}).items():
        _field(state, name, value)
    if "modules" in given:
        for name, value in dict(given["modules"]).items():
            if name not in state.slices:
                raise Given(f"module '{name}' is not in play", "modules", name)
            from .pack import structured

            state.slices[name] = structured(value, type(state.slices[name]))
    _stack(state, given)
    if "over" in given:
        state.over = given["over"] in (True, "true")


def _stack(state: State, given: Mapping[str, Any]) -> None:
    rules = state.rules
    if "stack" in given:
        frames = []
        for n, frame in enumerate(given["stack"]):
            if not frame or frame[0] not in rules.by_name:
                raise Given(f"no step is called '{frame[0] if frame else ''}'", "stack", n)
            frames.append((rules.by_name[frame[0]].index, *(_number(value, "stack", n) for value in frame[1:])))
        state.stack[:] = frames
    if "to act" in given:
        try:
            seat = state.seat(given["to act"])
        except ValueError as error:
            raise Given(str(error), "to act") from error
        state.stack[:] = [(frame[0], seat, *frame[2:]) for frame in state.stack]


def _field(state: State, name: str, value: Any) -> None:
    from .pack import structured_field

    if name not in {f.name for f in attrs.fields(type(state))}:
        raise Given(f"the state has no field '{name}'", "fields", name)
    try:
        setattr(state, name, structured_field(type(state), name, value))
    except (TypeError, ValueError, KeyError) as error:
        raise Given(f"cannot be read: {error}", "fields", name) from error


def written(state: State) -> dict[str, Any]:
    """The position in full, as `given` reads it: zones with hidden contents, stack, sealed decisions, streams."""
    rules = state.rules
    packed = state.to_dict()
    given: dict[str, Any] = {}
    covered = {"seats", "streams", "stack", "ledger", "scores", "sealed", "seen", "slices", "turns", "over"}
    for noun in nouns(state):
        if noun.write is not None:
            given[noun.name] = noun.write(state)
            covered.update(noun.fields)
    for spot in rules.places_of(state):
        if spot.holder:
            continue
        covered.add(spot.name)
        names = rules.pieces[spot.zone.family]
        pieces = spot.pieces(state)
        texts = [names[p] for p in (reversed(pieces) if spot.zone.order == "pile" else pieces)]
        if spot.owner < 0:
            given[spot.name] = texts
        else:
            given.setdefault(spot.name, {})[state.seats[spot.owner]] = texts
    rest = {n: packed[n] for n in declared(type(state)) if n not in covered}
    if rest:
        given["fields"] = rest
    if state.slices:
        given["modules"] = packed["slices"]
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
