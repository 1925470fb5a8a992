"""Rules for other processes: `pickle` and `copy` write what `load` was asked for, and it is loaded again there.

So whatever holds rules (states, views, environments) can be handed over, and a state is its rules and `to_dict`. What
is installed there must be the same; Incompatible says what differs. tilewright reads no file as a pickle.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import EntryPoint
from inspect import ismodule
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import attrs

from ..base import plugin_errors
from ..base.errors import Incompatible, InvalidFile, PluginError, UsageError
from ..base.version import __version__
from . import plugins
from .packing import state_schema

if TYPE_CHECKING:
    from .game import Game, Module
    from .ruleset import Rules
    from .state import State


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
