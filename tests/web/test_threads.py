"""Threads of a server: none waits for another, and the end waits for none."""

from __future__ import annotations

import asyncio
import threading

import anyio
import pytest
from anyio import CapacityLimiter

from tilewright.core.web.threads import aside


def test_a_thread_aside_counts_until_it_has_ended() -> None:
    limiter, going = CapacityLimiter(1), threading.Event()

    async def abandoned() -> None:
        with anyio.move_on_after(0.05) as waited:
            await aside(going.wait, limiter)
        assert waited.cancelled_caught and limiter.borrowed_tokens == 1
        going.set()
        async with limiter:  # only when the thread is done
            pass
        assert limiter.borrowed_tokens == 0
        with pytest.raises(StopIteration):
            try:
                await aside(lambda: next(iter(())), limiter)
            except RuntimeError as error:
                raise error.__cause__ or error from None
        assert limiter.borrowed_tokens == 0

    asyncio.run(abandoned())
