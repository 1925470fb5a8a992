"""What happened in one move, for whoever asked: events, chance outcomes, and the script that feeds outcomes back.

A state keeps none of this. `apply(action, log)` fills the log it is given, and nothing when given none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence

import attrs


@attrs.frozen
class Event:
    """A fact: a message key with its arguments, never a finished sentence.

    What only one seat may read (the card it drew) stands in `secret`, under a message key of its own.
    """

    key: str
    args: Mapping[str, object]
    owner: int = -1
    """The seat that may read `secret`; -1 where there is none."""
    secret_key: str = ""
    secret: Mapping[str, object] = attrs.field(factory=dict)

    def told_to(self, seat: int | None) -> tuple[str, Mapping[str, object]]:
        """Key and arguments as `seat` may know them (None: the spectator)."""
        if self.secret_key and seat == self.owner:
            return self.secret_key, {**self.args, **self.secret}
        return self.key, self.args


@attrs.frozen
class Outcome:
    """What chance gave: `source` names the stream or zone (`die`, `supply.anna`), `value` the number or piece."""

    source: str
    value: str
    to: int = -1
    """The one seat that saw it; -1 when everybody did."""


class Log:
    """Collects events and outcomes; a script of outcomes may be put in, and is used up source by source."""

    __slots__ = ("barrier", "events", "outcomes", "revealed", "script")

    def __init__(self, script: Mapping[str, list[str]] | None = None) -> None:
        self.events: list[Event] = []
        self.outcomes: list[Outcome] = []
        self.revealed = False
        self.barrier = False
        """True once somebody learnt something new, so that undo must not reach behind this move; set by the match."""
        self.script: dict[str, deque[str]] = {k: deque(v) for k, v in (script or {}).items()}

    def add(self, key: str, **args: object) -> None:
        """A public fact."""
        self.events.append(Event(key, args))

    def scripted(self, source: str, among: Callable[[], Sequence[str]]) -> str | None:
        """The next scripted outcome of `source`, taken from the script; None when chance decides.

        `among` tells what chance could give, each entry as likely; it is asked only by logs that want to know.
        """
        waiting = self.script.get(source)
        return waiting.popleft() if waiting else None

    def reveal(self) -> None:
        """Something hidden has become known that no stream and no zone tells of: a bid, the larger of two hands."""
        self.revealed = True
        self.barrier = True

    def outcome(self, source: str, value: str, to: int = -1) -> None:
        """Chance gave `value`, which only the seat `to` has seen (-1: everybody)."""
        self.outcomes.append(Outcome(source, value, to))
        self.barrier = True

    def left(self) -> dict[str, list[str]]:
        """What of the script has not been used."""
        return {k: list(v) for k, v in self.script.items() if v}
