"""Fixed draws: outcomes of chance that follow from a seed alone, by a rule that every program can carry out.

The n-th outcome of a source (n from 0) is the entry `number % len(pool)` of what the source can give now, in order of
their names, where `number` is the first 8 hex digits of the SHA-256 of `SEED:SOURCE:N`. So all branches of a game are
determined, and two programs that agree about the rules agree about every draw. docs/protocol.md says it in full.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256

from ..rules.events import Log


class FixedDraws:
    """The chance of one branch of a game: the seed, and how often each source was asked."""

    __slots__ = ("asked", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.asked: dict[str, int] = {}

    def take(self, source: str, pool: Sequence[str]) -> str:
        """Draw the next outcome of the source; `pool` names all that it can give now, alike pieces repeated."""
        n = self.asked.get(source, 0)
        self.asked[source] = n + 1
        return sorted(pool)[number(self.seed, source, n) % len(pool)]

    def copy(self) -> FixedDraws:
        """Return the same chance for another branch from here."""
        twin = FixedDraws(self.seed)
        twin.asked = self.asked.copy()
        return twin


def number(seed: int, source: str, n: int) -> int:
    """Return the number behind the n-th outcome of a source, from 0 to 2**32 - 1."""
    return int(sha256(f"{seed}:{source}:{n}".encode()).hexdigest()[:8], 16)


class FixedLog(Log):
    """The log of a move whose outcomes are fixed draws."""

    __slots__ = ("draws",)

    def __init__(self, draws: FixedDraws) -> None:
        super().__init__()
        self.draws = draws

    def scripted(self, source: str, among: Callable[[], Sequence[str]]) -> str | None:
        return self.draws.take(source, among())
