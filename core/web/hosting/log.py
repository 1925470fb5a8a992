"""What the server does, a line for each: start, stop, matches, refusals. No line holds a secret.

The logger is `tilewright.web` of the standard library, so that a program that embeds the server chooses what becomes
of it.
"""

from __future__ import annotations

import logging
import re
from typing import Any

LOG = logging.getLogger("tilewright.web")
LOG.addHandler(logging.NullHandler())  # without it, warnings would be printed by themselves
_PLAIN = re.compile(r"[a-z]{1,10}")
_LONGEST = 300


def to_stderr(everything: bool) -> None:
    """Write lines to stderr from now on: everything with its time, or only what the person who serves must mend."""
    handler = logging.StreamHandler()
    if everything:
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%dT%H:%M:%S%z"))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO if everything else logging.WARNING)


def masked(path: str) -> str:
    """The path with a star for each part that could be a secret: all but short words of small letters."""
    parts = path[:_LONGEST].split("/")
    return "/".join(one if not one or _PLAIN.fullmatch(one) else "*" for one in parts)


def refused(why: str, status: int, scope: Any) -> None:
    """Say that this request was refused, to whom, and why."""
    client = (scope.get("client") or ("unknown",))[0]
    host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
    asked = f"{scope['method'][:10]} {masked(scope['path'])} at {plain(host)[:60]}"
    LOG.info("refused (%s) for %s: %s: %s", status, client, asked, plain(why))


def plain(text: str) -> str:
    """The text on one line, without signs that a terminal would obey."""
    return "".join(one if one.isprintable() else "?" for one in text)[:_LONGEST]
