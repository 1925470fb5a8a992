"""Turns states into plain lists, dicts, text and numbers, and back, by the types of their fields.

Stack frames name their steps and ledger lines their reasons, so that a saved state does not depend on how many
modules were assembled with it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from types import NoneType
from typing import TYPE_CHECKING, Any

import attrs
from cattrs import Converter

from ..base.cloning import hints
from .schedule import name_of
from .zones import READ

if TYPE_CHECKING:
    from .ruleset import Rules
    from .state import State


FLAT = frozenset((int, str, bool, float, NoneType))
"""Types whose values are plain as they are."""
NAMED = ("rules", "stack", "ledger")
"""Fields of a state that are not packed by their values alone."""


def _plain(value: Any) -> Any:
    # Every simulated game calls this. Most of a state is lists of numbers, so a list is tested as a whole.
    kind = type(value)
    if kind in FLAT:
        return value
    if isinstance(value, (list, tuple)):
        return list(value) if FLAT.issuperset(map(type, value)) else [_plain(one) for one in value]
    if isinstance(value, dict):
        if FLAT.issuperset(map(type, value.values())):
            return dict(zip(map(str, value), value.values(), strict=True))
        return {str(key): _plain(one) for key, one in value.items()}
    if hasattr(value, "to_dict"):
        return value.to_dict()
    return {name: _plain(getattr(value, name)) for name in _names(kind)} if attrs.has(kind) else value


_NAMES: dict[type, tuple[str, ...]] = {}


def _names(kind: type) -> tuple[str, ...]:
    # A cache of declarations, which never change; not match state.
    found = _NAMES.get(kind)
    if found is None:
        found = _NAMES[kind] = tuple(field.name for field in attrs.fields(kind))
    return found


def has_own(kind: Any) -> bool:
    """True if a class reads itself from its packed form."""
    return isinstance(kind, type) and hasattr(kind, "from_dict")


PACKED: dict[str, Any] = {"stack": list[list[str | int]], "ledger": list[tuple[int, int, str, int, int]]}
"""Types of the packed fields that name steps and reasons."""

_converter = Converter()
_converter.register_structure_hook(bool, lambda value, kind: value in (True, "true"))
_converter.register_structure_hook_func(has_own, lambda value, kind: kind.from_dict(value))


def pack(rules: Rules, state: State) -> dict[str, Any]:
    """The state's fields by name."""
    packed = {name: None if name in NAMED else _plain(getattr(state, name)) for name in _names(type(state))}
    del packed["rules"]
    packed["stack"] = [[name_of(rules.nodes[frame[0]]), *frame[1:]] for frame in state.stack]
    keys = [reason.key for reason in rules.reasons]
    packed["ledger"] = [
        [seat, amount, keys[reason], source, turn] for seat, amount, reason, source, turn in state.ledger
    ]
    return packed


def unpack(rules: Rules, packed: Mapping[str, Any]) -> State:
    """A state equal to the one that was packed. Raises KeyError or ValueError for data that `pack` did not write."""
    kind = rules.game.state
    given = dict(packed)
    given["stack"] = [[rules.by_name[frame[0]].index, *frame[1:]] for frame in packed["stack"]]
    given["ledger"] = [[line[0], line[1], rules.reason[line[2]], *line[3:]] for line in packed["ledger"]]
    state = kind(rules, ())
    for field in attrs.fields(kind):
        if field.name == "rules":
            continue
        if field.name == "slices":
            for module in rules.modules:
                if module.slice_type is not None:
                    state.slices[module.name] = structured(
                        rules, given["slices"][module.name], module.slice_type
                    )
            continue
        setattr(state, field.name, structured_field(rules, kind, field.name, given[field.name]))
    return state


def structured(rules: Rules, value: Any, kind: type) -> Any:
    """A module's slice from its packed form."""
    if has_own(kind):
        return kind.from_dict(value)  # type: ignore[attr-defined]
    fields = attrs.fields(kind)
    return kind(**{f.alias: structured_field(rules, kind, f.name, value[f.name]) for f in fields})


def structured_field(rules: Rules, kind: type, name: str, value: Any) -> Any:
    """One field of a state class, or of a slice, from its packed form."""
    read = attrs.fields_dict(kind)[name].metadata.get(READ)
    if read is not None:
        return read(rules, value)
    return _converter.structure(value, hints(kind)[name])


def state_schema(rules: Rules) -> str:
    """Return 8 hex digits that change with the fields of the state; hashes are compared only if it is the same."""
    kinds = [rules.game.state, *(m.slice_type for m in rules.modules if m.slice_type is not None)]
    fields = [(kind.__name__, field.name, str(field.type)) for kind in kinds for field in attrs.fields(kind)]
    return sha256(json.dumps(fields).encode()).hexdigest()[:8]
