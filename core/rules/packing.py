"""Turns states into plain lists, dicts, text and numbers, and back, by the types of their fields.

Stack frames name their steps and ledger lines their reasons, so that a saved state does not depend on how many
modules were assembled with it.

For other processes `pickle` and `copy` write what `load` was asked for, and the rules are loaded again there. So
whatever holds rules (states, views, environments) can be handed over, and a state is its rules and `to_dict`. What is
installed there must be the same; Incompatible says what differs. tilewright reads no file as a pickle.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from importlib.metadata import EntryPoint
from inspect import ismodule
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal

import attrs
from cattrs import Converter

from ..base import plugin_errors
from ..base.cloning import hints
from ..base.errors import Incompatible, InvalidFile, PluginError, UsageError
from ..base.version import __version__
from . import plugins
from .schedule import name_of
from .zones import READ

if TYPE_CHECKING:
    from .game import Game, Module
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


@attrs.frozen
class Part:
    """A game or module: by the name under which it is installed, or else the plugin itself."""

    name: str
    version: str
    source: str
    """The package that brings it: `tilewright 0.1.0`; "" if it is not installed."""
    plugin: Any
    """What `load` takes, unless there is an `address`."""
    address: str = ""
    """Where a plugin that is not installed can be imported: `orchard`, `orchard.game:PLUGIN`."""

    @classmethod
    def of(cls, kind: Literal["game", "module"], rules: Rules, part: Game | Module) -> Part:
        """Return this part of the rules."""
        full = part.name if kind == "game" else f"{rules.game.name}.{part.name}"
        plugin, known = rules.plugins.get_plugin(part.name), plugins.found(kind).get(full)
        if known is not None and known.load() is plugin:
            source = f"tilewright {__version__}" if known.source == "tilewright" else known.source
            return cls(part.name, part.version, source, part.name)
        address = plugin.__name__ if ismodule(plugin) else _address(plugin)
        return cls(part.name, part.version, "", None if address else plugin, address)

    def there(self) -> Any:
        """Return what `load` takes. PluginError if the plugin cannot be imported."""
        if not self.address:
            return self.plugin
        with plugin_errors.running(f"plugin {self.name}", (), plugin_errors.located):
            return EntryPoint(self.name, self.address, "").load()


def _address(plugin: object) -> str:
    """Return MODULE:NAME for an object that has a name in a module; "" in the file of a script, which has no name."""
    for module, held in tuple(sys.modules.items()):
        for name, value in tuple(getattr(held, "__dict__", {}).items()):
            if value is plugin and module != "__main__":
                return f"{module}:{name}"
    return ""


def packed_rules(rules: Rules) -> tuple[Any, ...]:
    """Return what makes the rules again, as `__reduce__` does."""
    parts = [Part.of("game", rules, rules.game), *(Part.of("module", rules, one) for one in rules.modules)]
    # Another process may have another current folder.
    data = None if rules.data_folder is None else str(Path(rules.data_folder).absolute())
    options, marks = {**rules.given, **rules.overridden}, (rules.data_digest, rules.option_hash)
    return rules_again, (rules.loader, parts, options, rules.edition, data, marks)


def rules_again(
    load: Callable[..., Rules],
    parts: Sequence[Part],
    options: Mapping[str, object],
    edition: str | None,
    data: str | None,
    marks: tuple[str, str],
) -> Rules:
    """Return the same rules. Incompatible says what is missing or differs here, and what to install."""
    handed = f"the rules of {'+'.join(part.name for part in parts)} were handed over, but"
    sources = ", ".join(dict.fromkeys(part.source for part in parts if part.source)) or "the same packages"
    needed = f"install {sources}" + (f", with the folder {data} as it was" if data else "")
    try:
        game, *modules = [part.there() for part in parts]
        rules = load(game, modules, options, edition, data)
    except (UsageError, PluginError, InvalidFile) as error:
        raise Incompatible(f"{handed} cannot be made here: {error}; {needed}") from error
    if (rules.data_digest, rules.option_hash) == marks:
        return rules
    here: list[Game | Module] = [rules.game, *rules.modules]
    differing = [
        f"{part.name} is version {part.version} there and {own.version} here"
        for part, own in zip(parts, here, strict=True)
        if part.version != own.version
    ]
    if rules.data_digest != marks[0]:
        differing.append("the data files differ")
    said = " and ".join(differing or ["options have other values"])
    raise Incompatible(f"{handed} are others here: {said}; {needed}")


def packed_state(state: State) -> tuple[Any, ...]:
    """Return what makes the state again, as `__reduce__` does."""
    return state_again, (state.rules, state.to_dict(), state_schema(state.rules))


def state_again(rules: Rules, packed: Mapping[str, Any], schema: str) -> State:
    """Return the state that was packed. Incompatible if states have other fields here."""
    if state_schema(rules) != schema:
        raise Incompatible(
            f"a state of {rules.game.name} was handed over, but states have other fields here; install the same "
            "version in both places"
        )
    return rules.restore(packed)
