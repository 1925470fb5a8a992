"""In whose code something failed: a plugin's, by the traceback. Asked only when it has failed; nothing is wrapped."""

from __future__ import annotations

import traceback
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pluggy


def told(error: BaseException, plugins: pluggy.PluginManager) -> str:
    """`KIND: text`, after the plugin in whose code it was raised, its hook and the place, if it was in a plugin's.

    A module comes before its game: what a game raises when a module has called it, the module has asked for.
    """
    said = f"{type(error).__name__}: {error}"
    found = culprit(error, plugins)
    return f"{found}: {said}" if found else said


def culprit(error: BaseException, plugins: pluggy.PluginManager) -> str:
    """`plugin storm, hook set_up (storm.py:31)`; "" where no plugin's code was running."""
    hooks = _hooks(plugins)
    homes = [(name, str(getattr(plugin, "__name__", ""))) for name, plugin in plugins.list_name_plugin()]
    running: list[tuple[str, str, str]] = []
    for frame, line in traceback.walk_tb(error.__traceback__):
        place = f"{Path(frame.f_code.co_filename).name}:{line}"
        plugin, hook = hooks.get(frame.f_code, (_home(frame.f_globals.get("__name__", ""), homes), ""))
        if plugin:
            running.append((plugin, hook, place))
    if not running:
        return ""
    games = [name for name, plugin in plugins.list_name_plugin() if hasattr(plugin, "tilewright_game")]
    others = [each for each in running if each[0] not in games]
    plugin, _, place = (others or running)[-1]
    hook = next((hook for name, hook, _ in reversed(running) if name == plugin and hook), "")
    return f"plugin {plugin}{f', hook {hook}' if hook else ''} ({place})"


def _hooks(plugins: pluggy.PluginManager) -> dict[CodeType, tuple[str, str]]:
    """The code of each hook function to (plugin, hook)."""
    found: dict[CodeType, tuple[str, str]] = {}
    for name, plugin in plugins.list_name_plugin():
        for caller in plugins.get_hookcallers(plugin) or ():
            for impl in caller.get_hookimpls():
                code: Any = getattr(impl.function, "__code__", None)
                if impl.plugin_name == name and code is not None:
                    found[code] = (name, caller.name)
    return found


def _home(module: str, homes: list[tuple[str, str]]) -> str:
    """The plugin in whose package a Python module lies: the innermost, since a module may lie within its game."""
    # The rooms of a plugin `NAME` may lie in a folder `_NAME` beside it.
    place = module.replace("._", ".")
    fitting = [(len(home), name) for name, home in homes if home and f"{place}.".startswith(f"{home}.")]
    return max(fitting)[1] if fitting else ""
