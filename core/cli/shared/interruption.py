"""Ctrl-C and SIGTERM during long work: the first ends the work, which says what is finished; the second leaves."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

SIGNALS = signal.SIGINT, signal.SIGTERM


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise KeyboardInterrupt in the body at the first Ctrl-C or SIGTERM; the next one ends the process at once.

    What is ignored stays ignored, as in the background of a script.
    """
    before = {number: signal.getsignal(number) for number in SIGNALS}
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
