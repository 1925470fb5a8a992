"""Finds games, modules, bots and metrics: those shipped with tilewright, then those of other packages by entry point.

Each is loaded separately, inside a guard, and only when it is named or listed. A broken one is listed with its error
and does not affect the others.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
import time
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec
from pathlib import Path
from typing import Any

import attrs

from ..base import plugin_errors
from ..base.errors import PluginError, UsageError
from ..base.plugin_errors import located, place, said
from ..text.options import unknown

BEGAN = time.time()
"""When this process could first load a plugin."""
GROUPS = {
    "game": "tilewright.games",
    "module": "tilewright.modules",
    "bot": "tilewright.bots",
    "metric": "tilewright.metrics",
}

OURS = "tilewright"
"""Where the plugins that are shipped come from."""


@attrs.frozen
class Found:
    """An installed plugin, not loaded yet."""

    kind: str
    name: str
    """`rebirth`; a module is named `GAME.MODULE`."""
    source: str
    """`tilewright` or the distribution with its version."""
    point: EntryPoint

    @property
    def homes(self) -> set[str]:
        """The package that it comes in, and the distribution if that is known."""
        dist = self.point.dist
        return {self.point.module.partition(".")[0], *([dist.name] if dist is not None else [])}

    def load(self) -> Any:
        """The plugin object. PluginError names the plugin and the error."""
        with plugin_errors.running(f"{self.kind} {self.name} ({self.source})", (), _missing):
            _uncover(self.point.module.partition(".")[0])
            loaded = self.point.load()
        hiding = [*getattr(loaded, "__path__", ())]
        if hiding and getattr(loaded, "__file__", None) is None:
            raise PluginError(
                f"{self.kind} {self.name} ({self.source}): the folder {hiding[0]}, which has no __init__.py, hides "
                f"the module {loaded.__name__}; run Python elsewhere, or name folder and module differently"
            )
        return loaded


def _uncover(name: str) -> None:
    """Import the package or module of an installed plugin, even if a folder of the same name comes first.

    To Python a folder without `__init__.py` is a package too, and one where Python was started comes before whatever
    the finder of an editable installation knows.
    """
    if getattr(sys.modules.get(name), "__file__", None) is not None:
        return
    finders = [finder for finder in sys.meta_path if hasattr(finder, "find_spec")]
    specs = [spec for finder in finders if (spec := finder.find_spec(name, None)) is not None]
    real = next((spec for spec in specs if spec.origin is not None and spec.loader is not None), None)
    if real is None or real is specs[0] or real.loader is None:
        return
    sys.modules[name] = module_from_spec(real)
    try:
        real.loader.exec_module(sys.modules[name])
    except BaseException:
        del sys.modules[name]
        raise


def _missing(error: BaseException) -> str:
    """The error and its place, or the new name of what was imported by an old one."""
    if not isinstance(error, ImportError):
        return located(error)
    from .renamed import hint  # only a plugin that fails needs it

    return said(error) + (hint(error) or place(error))


def found(kind: str) -> dict[str, Found]:
    """Name to plugin, the shipped ones first. Of several plugins with one name, the first has it."""
    plugins = {f.name: f for f in _shipped(kind)}
    for point in _points(kind):
        if point.name not in plugins:
            plugins[point.name] = Found(kind, point.name, _distribution(point), point)
    return plugins


def _points(kind: str) -> tuple[EntryPoint, ...]:
    """The entry points of other packages, sorted."""
    # Called for every bot that is made, so the entry points are kept until a folder of packages changes.
    folders = tuple((path, os.stat(path).st_mtime_ns if os.path.exists(path) else 0) for path in sys.path)
    return _scanned(entry_points, GROUPS[kind], (folders, *map(id, sys.meta_path)))


@lru_cache(maxsize=64)
def _scanned(
    scan: Callable[..., Iterable[EntryPoint]], group: str, installed: object
) -> tuple[EntryPoint, ...]:
    return tuple(sorted(scan(group=group), key=lambda point: (point.name, point.value)))


def clashes(kind: str) -> list[tuple[str, str]]:
    """Plugins left out because their name was taken: (name and source, why)."""
    plugins = found(kind)
    return [
        (f"{point.name} ({_distribution(point)})", f"the name is taken by {plugins[point.name].source}")
        for point in _points(kind)
        if plugins[point.name].point != point
    ]


def game(name: str) -> Any:
    """The plugin of the game with this name."""
    return _named("game", name)


def module(game_name: str, name: str) -> Any:
    """The plugin of a game's module."""
    full = f"{game_name}.{name}"
    plugin = find("module", full)
    if plugin is None:
        prefix = f"{game_name}."
        own = [n.removeprefix(prefix) for n in found("module") if n.startswith(prefix)]
        if not own:
            raise UsageError(f"there is no module '{name}'; {game_name} has no modules")
        raise unknown(f"module of {game_name}", name, own)
    return plugin.load()


def _named(kind: str, name: str) -> Any:
    plugin = find(kind, name)
    if plugin is None:
        raise unknown(kind, name, found(kind))
    return plugin.load()


def find(kind: str, name: str) -> Found | None:
    """The plugin of this name. Entry points take milliseconds and are searched only if it is not shipped."""
    shipped = next((plugin for plugin in _shipped(kind) if plugin.name == name), None)
    return shipped or found(kind).get(name)


BOTS = {
    **{level: f"tilewright.core.bots:{level}" for level in ("easy", "normal", "hard", "expert", "master")},
    "random": "tilewright.core.bots.random:Random",
    "novice": "tilewright.core.bots.greedy:Novice",
    "casual": "tilewright.core.bots.human_error:Casual",
    "greedy": "tilewright.core.bots.greedy:Greedy",
    "learned": "tilewright.core.bots.learned:LearnedBot",
    "search": "tilewright.core.bots.search:Search",
}
"""Our bots: name to the place of the class. They stand here, so that listing plugins does not import them."""


def _shipped(kind: str) -> list[Found]:
    if kind == "metric":
        return []  # ours come with core, the games and their modules
    games = importlib.import_module("tilewright.games")
    names = _packages(*games.__path__)
    if kind == "game":
        return [_own(kind, name, f"{games.__name__}.{name}") for name in names]
    if kind == "bot":
        return [_own(kind, name, value) for name, value in BOTS.items()]
    own = []
    for name in names:
        # The files are listed: the import system would load every game, and stop at a broken one.
        folders = [str(Path(folder) / name / "modules") for folder in games.__path__]
        for found_module in pkgutil.iter_modules(folders):
            if found_module.name.startswith("_"):
                continue  # `_NAME` holds more files of the module NAME
            value = f"{games.__name__}.{name}.modules.{found_module.name}"
            own.append(_own(kind, f"{name}.{found_module.name}", value))
    return own


@lru_cache
def _packages(*folders: str) -> list[str]:
    """The packages in these folders, listed once: nothing is added to what is shipped while a process runs."""
    return [one.name for one in pkgutil.iter_modules(folders) if one.ispkg]


def _own(kind: str, name: str, value: str) -> Found:
    return Found(kind, name, OURS, EntryPoint(name, value, GROUPS[kind]))


def _distribution(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist is not None else "unknown distribution"
