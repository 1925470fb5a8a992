"""Weights: judgements of a game or module about what moves are worth, by name, with a default and bounds.

They change no rule. A game declares them as fields of a frozen attrs class (`Game.weights`), reads them from the view
(`view.weights`), and training looks for better ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

import attrs

from ..base.errors import PluginError, UsageError
from ..text.options import unknown

KEY = "tilewright.weight"


@attrs.frozen
class Weight:
    """One weight as users see it."""

    name: str
    """With the module before it: `MODULE.NAME`."""
    default: float
    low: float
    high: float
    doc: str
    begin: float
    """Where training begins to look for a better one."""


def weight(default: float, low: float, high: float, doc: str, begin: float | None = None) -> Any:
    """A field of a class of weights. A weight that changes nothing unless training sets it has the default 0.

    Training begins with `begin` if a term is known to pay that the default leaves out.
    """
    if begin is not None and not low <= begin <= high:
        raise PluginError(f"training cannot begin with a weight of {begin} between {low} and {high}")
    if not (low <= default <= high and isfinite(low) and isfinite(high) and low < high):
        raise PluginError(f"a weight of {default} cannot lie between {low} and {high}")
    return attrs.field(default=default, metadata={KEY: (low, high, doc, begin)})


def declared(cls: type, module: str = "") -> list[Weight]:
    """The weights that a class declares; a module's are named `MODULE.name`."""
    found = []
    for field in attrs.fields(cls):
        if KEY not in field.metadata:
            raise PluginError(
                f"{cls.__name__}.{field.name} is not declared with tilewright.core.rules.weights.weight"
            )
        low, high, doc, begin = field.metadata[KEY]
        name = f"{module}.{field.name}" if module else field.name
        found.append(Weight(name, field.default, low, high, doc, field.default if begin is None else begin))
    return found


@attrs.frozen(eq=False)
class Weights:
    """One set of weights of a ruleset: those of its game and of its modules."""

    game: Any = None
    """An instance of `Game.weights`; None if the game declares none."""
    modules: Mapping[str, Any] = attrs.field(factory=dict)
    """By module, an instance of `Module.weights`."""

    @classmethod
    def usual(cls, game: type | None, modules: Mapping[str, type]) -> Weights:
        """The defaults."""
        return cls(game() if game is not None else None, {name: kind() for name, kind in modules.items()})

    def declared(self) -> list[Weight]:
        """All weights, the game's first."""
        found = declared(type(self.game)) if self.game is not None else []
        for name, part in self.modules.items():
            found += declared(type(part), name)
        return found

    def values(self) -> dict[str, float]:
        """The values by name."""
        parts = [("", self.game), *((f"{name}.", part) for name, part in self.modules.items())]
        return {
            f"{before}{field.name}": getattr(part, field.name)
            for before, part in parts
            if part is not None
            for field in attrs.fields(type(part))
        }

    def changed(self, values: Mapping[str, float]) -> Weights:
        """These weights with other values, by name. UsageError for a name or a value that is not allowed."""
        known = {one.name: one for one in self.declared()}
        parts: dict[str, dict[str, float]] = {}
        for name, value in values.items():
            if name not in known:
                raise unknown("weight", name, known)
            one = known[name]
            if not isinstance(value, (int, float)) or not one.low <= value <= one.high:
                raise UsageError(f"weight {name}: {value} is not a number from {one.low} to {one.high}")
            module, _, field = name.rpartition(".")
            parts.setdefault(module, {})[field] = float(value)
        game = attrs.evolve(self.game, **parts.pop("")) if "" in parts else self.game
        modules = {name: attrs.evolve(part, **parts.get(name, {})) for name, part in self.modules.items()}
        return Weights(game, modules)
