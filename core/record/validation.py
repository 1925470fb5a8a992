"""A position from outside, checked before it is played: types, then sizes and numbers, then whether it works.

Positions of our own go through `rules.restore`, which trusts them and is fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import attrs

from ..base import plugin_errors
from ..base.chance import Stream
from ..base.cloning import hints
from ..base.errors import TilewrightError
from ..base.limits import FRAMES
from ..rules.containers import By
from ..rules.meanings import Meaning
from ..rules.nouns import Given
from ..rules.packing import PACKED, has_own, structured_field, unpack
from ..rules.ruleset import Rules
from ..rules.schedule import Decision, Phase, Sealed
from ..rules.state import State
from ..rules.zones import KEY, MEANS, READ, Kept, Zone
from ..text.strict import WORDS, Slip, Slips, converter, exact, exact_shape, near, structure

TRIED = 50
"""Decisions that are played on a copy, to see whether the position can be played."""


def admitted(rules: Rules, packed: object, seats: Sequence[str] | None = None) -> State:
    """Return the state that `to_dict` would have packed so, of these players if they are given.

    Raises Slips with the field of each mistake. A position that these checks pass can still be one that no game
    reaches.
    """
    _all(_types(rules, packed))
    assert isinstance(packed, dict)
    state: State = _tried(lambda: unpack(rules, packed), rules, "it cannot be read")
    if seats is not None and state.seats != tuple(seats):
        raise Slips([Slip(("seats",), f"expected {', '.join(seats)}, as in the header")])
    _all(_frame(state))
    _all(_sizes(state))
    again = _tried(state.to_dict, rules, "it cannot be written again")
    _all(Slip((name,), "it would be saved in another way") for name in again if again[name] != packed[name])
    _tried(lambda: _works(state), rules, "it cannot be played")
    return state


def _all(slips: Iterator[Slip]) -> None:
    found = list(slips)
    if found:
        raise Slips(found)


def _tried(step: Callable[[], Any], rules: Rules, said: str) -> Any:
    """Return what the step returns; Slips if it fails, since the rules do not expect what no game reaches."""
    try:
        return step()
    except Slips:
        raise
    except Exception as error:
        raise Slips([Slip((), f"{said}: {plugin_errors.describe(error, rules.plugins)}")]) from error


# -- types ---------------------------------------------------------------------------------------------------------


def _types(rules: Rules, packed: object) -> Iterator[Slip]:
    kind = rules.game.state
    wrong = list(_fields(rules, kind, packed, (), skip=("rules", "slices")))
    yield from wrong
    if not isinstance(packed, dict) or not packed.keys() >= {"stack", "ledger", "slices"} or wrong:
        return
    for n, frame in enumerate(packed["stack"]):
        step, *data = frame or [""]
        if step not in rules.by_name or not all(type(one) is int for one in data):
            yield Slip(
                ("stack", n), f"expected the name of a step and whole numbers{near(step, rules.by_name)}"
            )
    for n, line in enumerate(packed["ledger"]):
        if line[2] not in rules.reason:
            yield Slip(("ledger", n), f"there is no reason {line[2]!r}{near(line[2], rules.reason)}")
    parts = {module.name: module.slice_type for module in rules.modules if module.slice_type is not None}
    yield from _keys(packed["slices"], list(parts), ("slices",))
    for module, part in parts.items():
        if isinstance(packed["slices"], dict) and module in packed["slices"]:
            value = packed["slices"][module]
            if has_own(part):
                yield from _typed(partial(_own, value, part), ("slices", module))
            else:
                yield from _fields(rules, part, value, ("slices", module))


def _fields(
    rules: Rules, kind: type, value: object, path: tuple[str, ...], skip: tuple[str, ...] = ()
) -> Iterator[Slip]:
    """Mistakes in the types of a class's fields."""
    names = [field.name for field in attrs.fields(kind) if field.name != "rules"]
    yield from _keys(value, names, path)
    for field in attrs.fields(kind):
        name = field.name
        if name in skip or not isinstance(value, dict) or name not in value:
            continue
        if field.metadata.get(READ) is not None:
            yield from _typed(partial(structured_field, rules, kind, name, value[name]), (*path, name))
            continue
        wanted = hints(kind)[name] if path or name not in PACKED else PACKED[name]
        try:
            structure(value[name], wanted, CHECKED)
        except Slips as slips:
            yield from (attrs.evolve(slip, path=(*path, name, *slip.path)) for slip in slips.slips)


def _keys(value: object, names: Sequence[str], path: tuple[str, ...]) -> Iterator[Slip]:
    if not isinstance(value, dict):
        yield Slip(path, f"expected {WORDS[dict]}")
        return
    yield from (Slip((*path, name), "is missing") for name in names if name not in value)
    yield from (Slip((*path, key), f"unknown field{near(key, names)}") for key in value if key not in names)


def _typed(read: Callable[[], object], path: tuple[str, ...]) -> Iterator[Slip]:
    """Yield a mistake if reading fails; any error, since a module's own class is not written for data of others."""
    try:
        read()
    except Exception as error:
        yield Slip(path, f"it cannot be read: {type(error).__name__}: {error}")


def _own(value: Any, kind: Any) -> Any:
    try:
        return kind.from_dict(value)
    except Exception as error:
        raise ValueError(f"it cannot be read: {type(error).__name__}: {error}") from error


CHECKED = converter(exact, exact_shape)
"""As for headers, but classes of a game may read themselves."""
CHECKED.register_structure_hook_func(has_own, _own)


# -- numbers -------------------------------------------------------------------------------------------------------


def _frame(state: State) -> Iterator[Slip]:
    """Mistakes in the fields that every state has."""
    rules, count = state.rules, len(state.seats)
    if set(state.streams) != set(rules.streams):
        yield Slip(("streams",), f"expected {', '.join(sorted(rules.streams))}")
    for name, (key, given) in state.streams.items():
        if not (0 <= key < 1 << 64 and 0 <= given < 1 << 64):
            yield Slip(("streams", name), "a key or a number of values that is out of range")
    yield from _stack(state)
    for name in ("scores", "sealed"):
        if len(getattr(state, name)) != count:
            yield Slip((name,), f"expected one for each of {count} seats")
    if not 0 <= state.turns < 1 << 32:
        yield Slip(("turns",), "out of range")
    sums = [0] * count
    for n, (seat, amount, _, _, turn) in enumerate(state.ledger):
        if not (0 <= seat < count and 0 <= turn <= state.turns):
            yield Slip(("ledger", n), "a seat or turn that does not exist")
        else:
            sums[seat] += amount
    if state.scores != sums:
        yield Slip(("scores",), f"expected the sums of the ledger, {sums}")
    if any(state.sealed) and not (not state.over and isinstance(rules.nodes[state.stack[-1][0]], Sealed)):
        yield Slip(("sealed",), "no sealed decision is open")
    labels = {place.label(state.seats): place.zone.family for place in rules.places_of(state)}
    for n, (label, piece, seats) in enumerate(state.seen):
        known = label in labels and 0 <= piece < len(rules.pieces[labels[label]])
        if not known or not -1 <= seats < 1 << count:
            yield Slip(("seen", n), "a place, piece or seats that do not exist")


def _stack(state: State) -> Iterator[Slip]:
    """Mistakes in the stack: a phase at the bottom, steps above it, and on top one that waits for a decision."""
    if state.over:
        return
    nodes = state.rules.nodes
    if not 0 < len(state.stack) <= FRAMES:
        yield Slip(("stack",), f"expected 1 to {FRAMES} steps, got {len(state.stack)}")
        return
    for n, frame in enumerate(state.stack):
        node = nodes[frame[0]]
        fits = isinstance(node, Phase) == (n == 0) and len(frame) >= 2 and 0 <= frame[1] < len(state.seats)
        if fits and isinstance(node, Phase):
            fits = len(frame) == 3 and 0 <= frame[2] <= len(node.steps)
        if not fits:
            yield Slip(("stack", n), "expected a phase with its seat and step, then steps with their seats")
    if not isinstance(nodes[state.stack[-1][0]], Decision):
        yield Slip(("stack",), "the last step must be one in which a seat decides")


def _sizes(state: State) -> Iterator[Slip]:
    """Mistakes in zones and in fields whose meaning is declared: one value for each seat, numbers that exist."""
    rules = state.rules
    holders: list[tuple[tuple[str, ...], Any]] = [((), state)]
    holders += [(("slices", name), part) for name, part in state.slices.items() if attrs.has(type(part))]
    for path, holder in holders:
        for field in attrs.fields(type(holder)):
            what, means = field.metadata.get(KEY), field.metadata.get(MEANS)
            where = (*path, field.name)
            value: Any = None if field.name == "rules" else getattr(holder, field.name)
            if isinstance(what, Zone):
                yield from _zone(state, what, value, where)
            elif isinstance(what, Kept) and len(value) != len(state.seats):
                yield Slip(where, f"expected one for each of {len(state.seats)} seats")
            elif isinstance(means, Meaning):
                yield from _meant(state, means, value, where, rules)


def _zone(state: State, what: Zone, value: Any, where: tuple[str, ...]) -> Iterator[Slip]:
    if what.per_seat and len(value) != len(state.seats):
        yield Slip(where, f"expected one for each of {len(state.seats)} seats")
        return
    known = len(state.rules.pieces[what.family])
    for n, pieces in enumerate(value if what.per_seat else (value,)):
        wrong = next((piece for piece in pieces if not 0 <= piece < known), None)
        if wrong is not None:
            path: tuple[str | int, ...] = (*where, n) if what.per_seat else where
            yield Slip(path, f"there is no piece {wrong}; the pieces are 0 to {known - 1}")


def _meant(state: State, means: Meaning, value: Any, where: tuple[str, ...], rules: Rules) -> Iterator[Slip]:
    """Yield a mistake if the value, written as in a scene, does not read back."""
    try:
        if isinstance(means, By) and len(value) != len(list(means.keys.values(state))):
            yield Slip(where, f"expected {len(list(means.keys.values(state)))} values, got {len(value)}")
            return
        written = means.write(state, value)
        if _ours(means) and means.read(state, _said(written), now=value) != value:
            yield Slip(where, f"expected {means.what}")
    except Given as error:
        yield Slip((*where, *map(str, error.path)), error.message)
    except Exception as error:
        yield Slip(where, f"expected {means.what} ({plugin_errors.describe(error, rules.plugins)})")


def _ours(means: Meaning) -> bool:
    """Return True if the engine declares the meaning and all within it; a game's own may write more than it reads."""
    kind: Any = type(means)
    inner = [getattr(means, field.name) for field in attrs.fields(kind)] if attrs.has(kind) else []
    own = kind.__module__ in (Meaning.__module__, By.__module__)
    return own and all(_ours(one) for one in inner if isinstance(one, Meaning))


def _said(written: Any) -> Any:
    """Return the value as a scene holds it: every number as text."""
    if isinstance(written, dict):
        return {str(key): _said(value) for key, value in written.items()}
    if isinstance(written, (list, tuple)):
        return [_said(value) for value in written]
    return str(written)


# -- playing -------------------------------------------------------------------------------------------------------


def _works(state: State) -> None:
    """Ask the position everything that is asked of one, and play on from a copy of it."""
    state.score_lines()
    state.ranking()
    twin, stream = state.clone(), Stream(0, "foreign")
    for seat in (*range(len(state.seats)), None):
        view = state.view(seat)
        if seat is not None:
            view.legal()
            view.determinize(stream)
        if state.rules.game.show is not None:
            state.rules.show(view)
    for _ in range(TRIED):
        if twin.over:
            return
        seat = stream.pick(twin.to_act)
        if not 0 <= seat < len(twin.seats):
            raise TilewrightError(f"there is no seat {seat} to act")
        legal = twin.legal(seat)
        if not legal:
            raise TilewrightError(f"{twin.seats[seat]} has no legal move")
        twin.play(stream.pick(legal))
