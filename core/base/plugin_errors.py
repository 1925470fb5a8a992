"""Runs third-party code so that its exceptions never crash the caller, and finds the plugin that raised one."""

from __future__ import annotations

import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

from .errors import PluginError, TilewrightError

if TYPE_CHECKING:
    import pluggy

OURS = ("tilewright.core.", "attr")
"""Beginnings of the names of modules in which no author declares anything."""

ENDING = tuple(signal.Signals[name] for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that end work: Ctrl-C, the request to end, and the end of the terminal."""


def said(error: BaseException) -> str:
    """The error as `KIND: text`, even if its text cannot be had; `KIND` alone if it has none."""
    try:
        text = str(error)
    except BaseException as another:
        text = f"its text cannot be had ({type(another).__name__})"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


@contextmanager
def running(
    what: str,
    passes: tuple[type[Exception], ...] = (TilewrightError,),
    describe: Callable[[BaseException], str] = said,
) -> Iterator[None]:
    """Turn whatever the code inside raises into a PluginError `WHAT: KIND: text`, `SystemExit` included.

    Errors in `passes` go through as they are. If a signal of `ENDING` comes and is heard, KeyboardInterrupt is
    raised, whatever the code has turned it into; one that the code raises itself is a failure like any other.
    """
    with _interrupts() as pressed:
        try:
            yield
        except passes:
            if not pressed:
                raise
        except BaseException as error:
            if not pressed:
                raise PluginError(f"{what}: {describe(error)}") from error
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def _interrupts() -> Iterator[list[int]]:
    """Give a list that has an entry for each signal that ends work; only the main thread receives them."""
    pressed: list[int] = []
    before = {number: handler for number in ENDING if callable(handler := signal.getsignal(number))}
    if threading.current_thread() is not threading.main_thread():
        before = {}

    def note(number: int, frame: FrameType | None) -> None:
        pressed.append(number)
        before[signal.Signals(number)](number, frame)

    for number in before:
        signal.signal(number, note)
    try:
        yield pressed
    finally:
        for number, handler in before.items():
            # Where it is another one, work has ended, and the next signal ends the process.
            if signal.getsignal(number) is note:
                signal.signal(number, handler)


def place(error: BaseException) -> str:
    """The file and line of an author's code that raised the error, as ` (orchard.py:12)`; "" if none did."""
    for frame, line in reversed([*traceback.walk_tb(error.__traceback__)]):
        file, module = frame.f_code.co_filename, frame.f_globals.get("__name__", "")
        if not file.startswith("<") and not module.startswith((*OURS, "importlib")):
            return f" ({Path(file).name}:{line})"
    return ""


def located(error: BaseException) -> str:
    """The error as `KIND: text`, and the author's file and line, unless it is one of ours, which names them itself."""
    return said(error) if isinstance(error, TilewrightError) else said(error) + place(error)


def misdeclared(said: str) -> PluginError:
    """Make the error for a wrong declaration: what is said, and the author's file and line that are running."""
    frame = sys._getframe()
    while frame.f_back is not None and (
        frame.f_code.co_filename.startswith("<") or frame.f_globals.get("__name__", "").startswith(OURS)
    ):
        frame = frame.f_back
    return PluginError(f"{said} ({Path(frame.f_code.co_filename).name}:{frame.f_lineno})")


def declares(what: str, expected: str, value: object, right: bool) -> None:
    """Raise PluginError with the author's file and line if the value of a declaration is not right."""
    if not right:
        raise misdeclared(f"{what}: expected {expected}, got {value!r}")


def origin(error: BaseException) -> str:
    """The file and line that raised the error, as ` (chance.py:12)`; "" for one of our own errors."""
    if isinstance(error, TilewrightError) or error.__traceback__ is None:
        return ""
    frame, line = [*traceback.walk_tb(error.__traceback__)][-1]
    return f" ({Path(frame.f_code.co_filename).name}:{line})"


def describe(error: BaseException, plugins: pluggy.PluginManager) -> str:
    """The error as `KIND: text`, preceded by plugin, hook and place if a plugin's code was running.

    A module is named before its game: if the game raises because a module has called it, the mistake is the module's.
    """
    found = culprit(error, plugins)
    return f"{found}: {said(error)}" if found else said(error)


def culprit(error: BaseException, plugins: pluggy.PluginManager) -> str:
    """`plugin storm, hook set_up (storm.py:31)`; "" if no plugin's code was running."""
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
    """The plugin whose package contains a Python module: the innermost, since a module may lie within its game."""
    # The rooms of a plugin `NAME` may lie in a folder `_NAME` next to it.
    place = module.replace("._", ".")
    fitting = [(len(home), name) for name, home in homes if home and f"{place}.".startswith(f"{home}.")]
    return max(fitting)[1] if fitting else ""
