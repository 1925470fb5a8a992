"""Messages for one page: only the regions that have changed since what it shows, and of a board only changed spots."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .event_stream import message, packed

MESSAGES = 4
"""Messages that are kept for further pages that need the same."""
PIECE = '<g class="spot'
"""Where a board is taken apart; `table.js` puts it together."""
LONG = 10_000
"""Letters of a region from which on parts of it are sent."""


class RegionMessages:
    """The regions of a page, each with the serial number at which it changed last."""

    def __init__(self) -> None:
        self.serial = 0
        self._regions: dict[str, tuple[int, Any]] = {}
        self._before: dict[str, tuple[int, Any]] = {}
        """What each region was before it changed last, and the serial number at which it became that."""
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
                self._before[name] = self._regions.get(name, (self.serial, ""))
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
            new = {name: self._new(name, serial) for name, (at, _) in self._regions.items() if at > serial}
            text = message(json.dumps(new, ensure_ascii=False).encode())
            self._bytes[key] = packed(text) if packs else text
        return self._bytes[key]

    def _new(self, name: str, serial: int) -> Any:
        """Return a region for a page that has what was there at that serial number: all of it, or what is new in it."""
        html, (begun, before) = self._regions[name][1], self._before[name]
        known = begun <= serial and isinstance(html, str) and len(html) > LONG
        return patch(before, html) if known else html


def patch(before: str, now: str) -> list[str | tuple[int, int]]:
    """Return what `now` is made of, joined by PIECE: new pieces, and numbers from and to of pieces that were before."""
    known = {piece: n for n, piece in enumerate(before.split(PIECE))}
    found: list[str | tuple[int, int]] = []
    for piece in now.split(PIECE):
        n, last = known.get(piece), found[-1] if found else ""
        if n is None:
            found.append(piece)
        elif isinstance(last, tuple) and last[1] == n:
            found[-1] = last[0], n + 1
        else:
            found.append((n, n + 1))
    return found
