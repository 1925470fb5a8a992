"""Runs code of strangers (plugins, bots) so that nothing it raises takes the caller down or hides the error."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .culprits import said
from .errors import PluginError, TilewrightError


@contextmanager
def running(
    what: str,
    passes: tuple[type[Exception], ...] = (TilewrightError,),
    describe: Callable[[BaseException], str] = said,
) -> Iterator[None]:
    """Turn whatever the code inside raises into a PluginError `WHAT: KIND: text`, `SystemExit` included.

    Errors in `passes` go through as they are. If the person presses Ctrl-C meanwhile, KeyboardInterrupt is raised,
    whatever the code has made of it; one that the code raises itself is a failure like any other.
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
    """Give a list that has an entry for every Ctrl-C of the person; only the main thread receives them."""
    pressed: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield pressed
        return

    def note(number: int, frame: object) -> None:
        pressed.append(number)
        before(number, frame)  # type: ignore[arg-type]

    signal.signal(signal.SIGINT, note)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)
