"""Walks the fields of a state: compares what they hold, finds what can change, and changes each part a little."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_origin

import attrs

from ..base.cloning import hints
from ..rules.state import State

PLAIN = (int, float, str, bytes, type(None))
ENGINE = frozenset(field.name for field in attrs.fields(State))
"""Fields of every state."""
SHOWN = 80
"""Characters of a value that a message repeats."""


def frozen(value: object) -> bool:
    """Return whether the object can never change, so that it may be shared."""
    if isinstance(value, (*PLAIN, tuple, frozenset, type)) or callable(value):
        return True
    kind = type(value)
    return attrs.has(kind) and attrs.inspect(kind).is_frozen


def parts(value: object) -> list[tuple[str, Any]]:
    """Return the named parts of an object that is not a plain container: attrs fields, slots, or its dictionary."""
    kind: Any = type(value)
    if attrs.has(kind):
        names = [f.name for f in attrs.fields(kind)]
    else:
        names = [n for base in kind.__mro__ for n in getattr(base, "__slots__", ())]
        names += list(getattr(value, "__dict__", {}))
    if isinstance(value, State):
        names.remove("rules")  # all matches share them
    return [(name, getattr(value, name)) for name in names if hasattr(value, name)]


def snapshot(value: Any) -> Any:
    """Return the value's content, to be compared later: independent of it, down to every part that can change.

    What an object only remembers, in fields that do not count when it is compared, is left out.
    """
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, (list, tuple)):
        return (type(value).__name__, [snapshot(item) for item in value])
    if isinstance(value, dict):
        return ("dict", [(snapshot(key), snapshot(item)) for key, item in value.items()])
    if isinstance(value, (set, frozenset)):
        return ("set", sorted(map(repr, value)))
    if frozen(value):
        return value
    remembered = (
        {field.name for field in attrs.fields(type(value)) if not field.eq} if attrs.has(type(value)) else ()
    )
    return (
        type(value).__name__,
        [(name, snapshot(part)) for name, part in parts(value) if name not in remembered],
    )


def alike(one: Any, other: Any) -> bool:
    """Return whether two values are equal, and each mapping and set within them iterates in the same order.

    (`==` does not see that order, but the code of a player does.)
    """
    return bool(one == other) and _in_order(one, other)


def _in_order(one: Any, other: Any) -> bool:
    """Return whether two equal values iterate in the same order, as far as they are compared field by field."""
    if one is other or isinstance(one, PLAIN):
        return True
    if isinstance(one, Mapping):
        return _in_order(list(one.items()), list(other.items()))
    if isinstance(one, (list, tuple, set, frozenset)):
        pairs = list(zip(one, other, strict=True))
        return all(a == b for a, b in pairs) and all(_in_order(a, b) for a, b in pairs)
    if attrs.has(type(one)) and attrs.inspect(type(one)).added_eq:
        compared = [field.name for field in attrs.fields(type(one)) if field.eq]
        return all(_in_order(getattr(one, name), getattr(other, name)) for name in compared)
    return True


def values(state: State) -> dict[str, Any]:
    """Return all fields of a state with what they hold, those of a module's part as `module.field`."""
    found = {name: part for name, part in parts(state) if name != "slices"}
    for module, part in state.slices.items():
        found |= {f"{module}.{name}": value for name, value in parts(part)}
    return found


def line_totals(state: State) -> list[int]:
    """Return by seat what its score lines add up to."""
    totals = [0] * len(state.seats)
    for seat, amount, *_ in state.ledger:
        totals[seat] += amount
    return totals


def differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Return the fields in which two positions differ; the engine's own and what is legal only if no others do."""
    names = [
        name for name in {**one, **other} if name not in one or name not in other or one[name] != other[name]
    ]
    own = [name for name in names if name not in ENGINE and not name.startswith("legal.")]
    return own or names


def apart(name: str, one: Any, other: Any) -> str:
    """Return the innermost part in which two values of a field differ, with both."""
    while True:
        keys: list[Any] = []
        if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
            keys = [key for key in one if one[key] != other[key]]
        elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
            keys = [n for n in range(len(one)) if one[n] != other[n]]
        inner = len(keys) == 1 or (keys and isinstance(one[keys[0]], (dict, list)))
        if not inner:
            break
        name = f"{name}.{keys[0]}" if isinstance(keys[0], str) else f"{name}[{keys[0]}]"
        one, other = one[keys[0]], other[keys[0]]
    values = [json.dumps(value, default=repr) for value in (one, other)]
    here, there = (text if len(text) <= SHOWN else f"{text[:SHOWN]}..." for text in values)
    return f"{name} is {here} here and {there} there"


def changeable(value: Any, path: str, found: dict[int, str]) -> dict[int, str]:
    """Add the identity of every object within that can change, with the path to it, to `found`, and return it."""
    if isinstance(value, PLAIN) or id(value) in found:
        return found
    if isinstance(value, (tuple, frozenset)):
        for n, item in enumerate(value):
            changeable(item, f"{path}[{n}]", found)
        return found
    if isinstance(value, dict):
        found[id(value)] = path
        for key, item in value.items():
            changeable(item, f"{path}[{key!r}]", found)
    elif isinstance(value, (list, set)):
        found[id(value)] = path
        for n, item in enumerate(value):
            changeable(item, f"{path}[{n}]", found)
    elif not frozen(value):
        found[id(value)] = path
        for name, part in parts(value):
            changeable(part, f"{path}.{name}", found)
    return found


def held(state: Any) -> dict[int, str]:
    """Return every object of a state that can change, without the rules, which all matches share."""
    found: dict[int, str] = {}
    for name, part in parts(state):
        changeable(part, name, found)
    return found


def variants(value: Any, hint: Any) -> Iterator[tuple[str, Any]]:
    """Yield (path, copy of the value with one small change); the value itself stays as it is.

    Objects that pack themselves are left out: a blind change could break their internal order.
    """
    if isinstance(value, bool):
        yield "", not value
    elif isinstance(value, (int, float)):
        yield "", value + 1
    elif isinstance(value, str):
        yield "", value + "x"
    elif (
        isinstance(value, tuple) and value and ... not in get_args(hint) and len(get_args(hint)) == len(value)
    ):
        for path, changed in variants(value[-1], get_args(hint)[-1]):
            yield f"[{len(value) - 1}]{path}", (*value[:-1], changed)
    elif isinstance(value, (list, tuple)):
        inner = _inner(hint, 0)
        yield "", type(value)([*value, value[-1] if value else sample(inner)])
        if value and not isinstance(value[-1], PLAIN):
            for path, changed in variants(value[-1], inner):
                yield f"[{len(value) - 1}]{path}", type(value)([*value[:-1], changed])
    elif isinstance(value, dict):
        example = next(iter(value.values())) if value else sample(_inner(hint, 1))
        keys = list(value)
        fresh: Any = max(keys) + 1 if keys and isinstance(keys[0], int) else sample(_inner(hint, 0))
        yield "", {**value, "xx" if isinstance(fresh, str) else fresh: example}
        if value and not isinstance(value[keys[-1]], PLAIN):
            for path, changed in variants(value[keys[-1]], _inner(hint, 1)):
                yield f"[{keys[-1]!r}]{path}", {**value, keys[-1]: changed}
    elif value is not None and not frozen(value) and not hasattr(value, "to_dict"):
        known = hints(type(value)) if attrs.has(type(value)) else {}
        for name, part in parts(value):
            for path, changed in variants(part, known.get(name, Any)):
                twin = copy.copy(value)
                setattr(twin, name, changed)
                yield f".{name}{path}", twin


def sample(hint: Any) -> Any:
    """Return some value of the type that a field states."""
    origin, args = get_origin(hint) or hint, get_args(hint)
    if origin is tuple:
        return tuple(sample(a) for a in args if a is not ...) or (0,)
    if origin in (list, dict, set):
        return origin()
    return {str: "x", bool: True, float: 1.0}.get(origin, 1)


def _inner(hint: Any, index: int) -> Any:
    args = [a for a in get_args(hint) if a is not ...]
    return args[min(index, len(args) - 1)] if args else Any
