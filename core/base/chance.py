"""Named independent streams of chance: a 64-bit key and a counter, nothing else.

Value n of a stream is a mixing function of key and n (splitmix64, Steele, Lea and Flood 2014), so copying,
comparing and storing a stream costs nothing, and draws from one stream never change another.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


def key_of(seed: int, purpose: str) -> int:
    """The 64-bit key of the stream that serves `purpose` under `seed`; the same on every machine."""
    return int.from_bytes(blake2b(f"{seed}:{purpose}".encode(), digest_size=8).digest(), "big")


def mix(key: int, n: int) -> int:
    """Value `n` of the stream with this key, 0 to 2**64 - 1."""
    z = (key + (n + 1) * _GOLDEN) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


@lru_cache(maxsize=4096)
def salt(identity: str) -> int:
    """The number that stands for a piece's stable name when piles are ordered."""
    return key_of(0, identity)


def ordered(pieces: Iterable[tuple[str, T]], key: int, returned: int = 0) -> list[T]:
    """The values of `pieces` (stable name, value) in the order that the stream's key gives them, last one on top.

    Each piece's place depends on its own name (and how often it came back) alone: pieces that a module adds
    leave the order of the others as it was.
    """
    ranked = sorted((mix(key ^ salt(name), returned), name, value) for name, value in pieces)
    return [value for _, _, value in ranked]


class Stream:
    """A stream for use outside of states: by a bot, a test, a block of the laboratory."""

    __slots__ = ("count", "key")

    def __init__(self, seed: int, purpose: str = "", count: int = 0) -> None:
        self.key = key_of(seed, purpose)
        self.count = count

    @classmethod
    def of(cls, key: int, count: int = 0) -> Stream:
        """A stream with exactly this key."""
        stream = cls.__new__(cls)
        stream.key = key
        stream.count = count
        return stream

    def __reduce__(self) -> tuple[object, ...]:
        return Stream.of, (self.key, self.count)

    def bits(self) -> int:
        """The next 64-bit value."""
        n = self.count
        self.count = n + 1
        return mix(self.key, n)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, n at least 1."""
        return (self.bits() * n) >> 64

    def pick(self, items: Sequence[T]) -> T:
        """One of `items`, all equally likely."""
        n = self.count
        self.count = n + 1
        return items[(mix(self.key, n) * len(items)) >> 64]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put `items` into a random order (Fisher and Yates)."""
        # `below(i + 1)` each time, without its calls: drawing a world is mostly this.
        key, n = self.key, self.count
        for i in range(len(items) - 1, 0, -1):
            j = (mix(key, n) * (i + 1)) >> 64
            items[i], items[j] = items[j], items[i]
            n += 1
        self.count = n
