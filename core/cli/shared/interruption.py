"""Ctrl-C and SIGTERM during long work: the first ends the work, which says what is finished; the second leaves."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


@contextmanager
def interruptible(*, term: bool = True) -> Iterator[None]:
    """Raise KeyboardInterrupt in the body at the first Ctrl-C or, with `term`, SIGTERM or the end of the terminal.

    The next one ends the process. What is ignored stays ignored, as in the background of a script.
    """
    from ...base.plugin_errors import ENDING

    signals = ENDING if term else (signal.SIGINT,)
    before = {number: signal.getsignal(number) for number in signals}
    if current_thread() is not main_thread():
        yield
        return

    def first(number: int, frame: FrameType | None) -> None:
        for one in caught:
            signal.signal(one, signal.SIG_DFL)
        raise KeyboardInterrupt

    caught = [number for number, handler in before.items() if handler not in (signal.SIG_IGN, None)]
    for number in caught:
        signal.signal(number, first)
    try:
        yield
    finally:
        for number in caught:
            signal.signal(number, before[number])
