"""Options that note when code of the rules reads them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attr
import attrs

from ..rules.assembly import declaration
from ..rules.game import Game, Module
from ..rules.hooks import PROJECT, hook

ATTRS = str(Path(attr.__file__).parent)
GENERATED = "<attrs generated"
"""The file of the methods that attrs writes: `__eq__`, `__hash__`, `__repr__`."""
WHOLE = ("asdict", "astuple")
"""Functions of attrs that hand every value on. All others compare, hash, copy or print an object."""


def watched(plugin: Any, heard: Callable[[str], None]) -> Any:
    """Return a plugin that declares and does the same, with options that call `heard` with their names when read.

    The options of a module are named `MODULE.name`.
    """
    game = hasattr(plugin, "tilewright_game")
    part = declaration(str(plugin.__name__), plugin, "game" if game else "module")
    prefix = "" if game else f"{part.name}."
    if part.options is not None:
        part = attrs.evolve(part, options=_noting(part.options, lambda name: heard(prefix + name)))

    def declared() -> Game | Module:
        found: Game | Module = part
        return found

    kept = {name: getattr(plugin, name) for name in dir(plugin) if not name.startswith("__")}
    hooked = {name: one for name, one in kept.items() if hasattr(one, f"{PROJECT}_impl")}
    stated = {name: kept[name] for name in ("PRIORITY", f"{PROJECT}_api") if name in kept}
    hooked["tilewright_game" if game else "tilewright_module"] = hook(declared)
    return SimpleNamespace(__name__=plugin.__name__, **stated, **hooked)


def _noting(kind: type, heard: Callable[[str], None]) -> type:
    """Return a subclass of an options class. An object of it is equal to none of the class: no cache knows it."""
    names = frozenset(field.name for field in attrs.fields(kind))

    def read(self: Any, name: str) -> Any:
        if name in names:
            if _by_rules():
                heard(name)
        elif name == "__dict__":
            for each in names:
                heard(each)
        return object.__getattribute__(self, name)

    inside = {
        "__slots__": (),
        "__module__": kind.__module__,
        "__doc__": kind.__doc__,
        "__getattribute__": read,
    }
    return type(kind)(kind.__name__, (kind,), inside)


def _by_rules() -> bool:
    """Return whether code reads the value for what it is; attrs also reads to compare, hash, copy and print."""
    code = sys._getframe(2).f_code
    if code.co_filename.startswith(GENERATED):
        return False
    return not code.co_filename.startswith(ATTRS) or code.co_name in WHOLE
