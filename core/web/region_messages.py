"""Messages for one page: only the regions that have changed since what it shows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .event_stream import message, packed

MESSAGES = 4
"""Messages that are kept for further pages that need the same."""


class RegionMessages:
    """The regions of a page, each with the serial number at which it changed last."""

    def __init__(self) -> None:
        self.serial = 0
        self._regions: dict[str, tuple[int, Any]] = {}
        self._bytes: dict[tuple[int, int, bool], bytes] = {}

    def update(self, made: Mapping[str, Any]) -> None:
        """Take these regions, and number those that differ."""
        changed = [name for name in made if self._regions.get(name, (0, None))[1] != made[name]]
        gone = [name for name in self._regions if name not in made]
        if changed or gone:
            self.serial += 1
            for name in gone:
                del self._regions[name]
            for name in changed:
                self._regions[name] = (self.serial, made[name])

    def known(self, serial: int, packs: bool) -> bytes | None:
        """Return the message with what is new since that serial number, if it has been made."""
        return self._bytes.get((serial, self.serial, packs))

    def since(self, serial: int, packs: bool) -> bytes:
        """Return the message with what is new since that serial number; `packs`: as a piece of a gzip stream."""
        key = (serial, self.serial, packs)
        if key not in self._bytes:
            # Many pages are behind by one message; others, which are slow to read, by any number.
            while len(self._bytes) >= MESSAGES:
                del self._bytes[next(iter(self._bytes))]
            new = {name: html for name, (at, html) in self._regions.items() if at > serial}
            text = message(json.dumps(new, ensure_ascii=False).encode())
            self._bytes[key] = packed(text) if packs else text
        return self._bytes[key]
