"""Rate limiting: one token bucket per client."""

from __future__ import annotations

import math
import time

import attrs

MOST = 4096
"""Buckets that are kept; full ones go first, since they say nothing."""


@attrs.frozen
class Rate:
    """So many a second in the long run, and `burst` at once."""

    second: float
    burst: float


@attrs.define
class RateLimiter:
    """The buckets of all clients. Used by one thread."""

    _left: dict[tuple[str, str], tuple[float, float, Rate]] = attrs.field(init=False, factory=dict)
    """What is left in a bucket, and since when."""

    def take(self, who: tuple[str, str], rate: Rate, now: float | None = None) -> int:
        """Take one. 0 if there was one; else nothing is taken, and the seconds say after how long there will be."""
        now = time.monotonic() if now is None else now
        left = self._now(who, rate, now)
        if left < 1:
            return max(1, math.ceil((1 - left) / rate.second))
        if who not in self._left and len(self._left) >= MOST:
            self._forget(now)
        self._left[who] = (left - 1, now, rate)
        return 0

    def _now(self, who: tuple[str, str], rate: Rate, now: float) -> float:
        left, since, _ = self._left.get(who, (rate.burst, now, rate))
        return min(rate.burst, left + max(0.0, now - since) * rate.second)

    def _forget(self, now: float) -> None:
        """Drop the buckets that are full again; if there are none, those that were used least lately."""
        full = [who for who, (_, _, rate) in self._left.items() if self._now(who, rate, now) >= rate.burst]
        oldest = sorted(self._left, key=lambda who: self._left[who][1])
        for who in full or oldest[: MOST // 4]:
            del self._left[who]
