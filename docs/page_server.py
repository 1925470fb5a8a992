"""A server for pictures of pages, a window to look at it, and what pictures wait for."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tilewright.core.web.server import Server, base, listen

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tilewright.core.web.middleware import AccessMiddleware

DESK, WIDE, SMALL, PHONE, TALL = (1280, 800), (1360, 800), (1000, 700), (390, 844), (1280, 1150)
SETTLED = 250
"""Milliseconds after a key until everything stands where it belongs."""
DONE_ALL = "async () => { if (typeof line !== 'undefined') await line; }"
"""Waits until the server has done what was pressed: a hint takes a while. A replay asks no server."""
TOKEN = "q7VfX2mTzLr0aWc9yKdE4g"
"""Stands in pictures for the addresses, which are new each time."""


@contextmanager
def running(app: AccessMiddleware) -> Iterator[str]:
    """The address at which a server has this application."""
    sock = listen("127.0.0.1", 0)
    server = Server(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]})
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield base(sock, "127.0.0.1")
    finally:
        server.should_exit = True
        thread.join()


@contextmanager
def window(browser: Browser, size: tuple[int, int]) -> Iterator[Page]:
    """An empty window of this size, not used before."""
    wide, high = size
    context = browser.new_context(
        viewport={"width": wide, "height": high},
        is_mobile=size == PHONE,
        has_touch=size == PHONE,
        reduced_motion="reduce",
    )
    try:
        yield context.new_page()
    finally:
        context.close()
