"""A bot thinks in a thread, and leaves the program as it was."""

from __future__ import annotations

import sys
import threading
from typing import Any

import pytest

from tilewright.core.screen.bot_thread import SWITCH, Thinker, Thought

SOON = 60.0
"""Seconds within which a thread must be done."""


def test_threads_change_often_only_as_long_as_a_bot_thinks() -> None:
    """Also if a bot is still thinking when the next one begins, since a thread cannot be stopped."""
    usual = 0.004  # whatever other tests have left
    sys.setswitchinterval(usual)
    told: list[Thought] = []
    first, second, began = threading.Event(), threading.Event(), threading.Semaphore(0)

    def think(until: threading.Event) -> Any:
        began.release()
        until.wait(SOON)
        return None

    thinker = Thinker(told.append)
    thinker.begin(lambda: think(first))
    assert began.acquire(timeout=SOON)
    assert abs(sys.getswitchinterval() - SWITCH) < SWITCH / 2
    thinker.drop()
    earlier = {one for one in threading.enumerate() if one.name == "thinking"}
    thinker.begin(lambda: think(second))
    assert began.acquire(timeout=SOON)
    threads = [one for one in threading.enumerate() if one.name == "thinking"]
    first.set()
    for thread in earlier:
        thread.join(SOON)
    assert abs(sys.getswitchinterval() - SWITCH) < SWITCH / 2, "the other one still thinks"
    second.set()
    for thread in threads:
        thread.join(SOON)
    assert sys.getswitchinterval() == pytest.approx(usual)
    assert [thinker.wanted(thought) for thought in told] == [True], "what was dropped is not told"
