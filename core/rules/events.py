"""The log of one move: events, outcomes of chance, and the script that feeds outcomes back.

A state keeps none of this. `apply(action, log)` fills the log if it is given one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs

NOTHING: Mapping[str, object] = {}
"""The secret of most events. All share this one, since a match keeps every event."""


@attrs.frozen
class Event:
    """A fact: a message key with its arguments, never a finished sentence.

    Facts that only one seat may read (the card it drew) are in `secret`, with a message key of their own.
    """

    key: str
    args: Mapping[str, object]
    owner: int = -1
    """The seat that may read `secret`; -1 if there is no secret."""
    secret_key: str = ""
    secret: Mapping[str, object] = NOTHING

    def told_to(self, seat: int | None) -> tuple[str, Mapping[str, object]]:
        """Key and arguments as `seat` may know them (None: the spectator)."""
        if self.secret_key and seat == self.owner:
            return self.secret_key, {**self.args, **self.secret}
        return self.key, self.args


UNSEEN = -2
"""Used as `to` when no seat saw the outcome."""


@attrs.frozen
class Outcome:
    """An outcome of chance: `source` names the stream or zone (`die`, `supply.anna`), `value` the number or piece."""

    source: str
    value: str
    to: int = -1
    """The only seat that saw it; -1 if all seats did, UNSEEN if none did."""


def script_of(outcomes: Iterable[Outcome]) -> dict[str, list[str]]:
    """Return the script that brings these outcomes again."""
    script: dict[str, list[str]] = {}
    for outcome in outcomes:
        script.setdefault(outcome.source, []).append(outcome.value)
    return script


class Log:
    """Collects events and outcomes. Outcomes in its script are used, source by source, instead of chance."""

    __slots__ = ("barrier", "events", "outcomes", "own", "revealed", "script", "step")

    def __init__(self, script: Mapping[str, list[str]] | None = None) -> None:
        self.events: list[Event] = []
        self.outcomes: list[Outcome] = []
        self.revealed = False
        self.barrier = False
        """True once a seat has learnt something new, so that undo must not reach behind this move; set by the match."""
        self.script: dict[str, deque[str]] = {k: deque(v) for k, v in (script or {}).items()}
        self.own: int | None = None
        """So many of the events came before the seat that moved was done; the others came by themselves. None: all."""
        self.step = 0
        """So many of the events came in the step of the decision itself."""

    def __getstate__(self) -> tuple[object, ...]:
        return self.events, self.outcomes, self.revealed, self.barrier, self.script, self.own, self.step

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        self.events, self.outcomes, self.revealed, self.barrier, self.script, self.own, self.step = kept

    def done(self) -> None:
        """Note that the seat that moved is done: what follows happens by itself."""
        if self.own is None:
            self.own = len(self.events)

    def add(self, key: str, **args: object) -> None:
        """Add a public fact."""
        self.events.append(Event(key, args))

    def add_private(
        self, key: str, seat: int, own: str, secret: Mapping[str, object], /, **args: object
    ) -> None:
        """Add a fact that the seat reads with its secret, under the message key `own`: "you draw t07".

        All others read `key` with `args` alone, which the seat's message may use, too.
        """
        self.events.append(Event(key, args, seat, own, secret))

    def scripted(self, source: str, among: Callable[[], Sequence[str]]) -> str | None:
        """Take the next outcome of `source` from the script; None if chance decides.

        `among` returns the possible outcomes, all equally likely; this log does not call it, subclasses may.
        """
        waiting = self.script.get(source)
        return waiting.popleft() if waiting else None

    def reveal(self) -> None:
        """Note that something hidden became known without a draw: a bid, the larger of two hands."""
        self.revealed = True
        self.barrier = True

    def outcome(self, source: str, value: str, to: int = -1) -> None:
        """Note that chance gave `value`, which only the seat `to` has seen (-1: all seats, UNSEEN: none)."""
        self.outcomes.append(Outcome(source, value, to))
        self.barrier = True

    def left(self) -> dict[str, list[str]]:
        """The part of the script that has not been used."""
        return {k: list(v) for k, v in self.script.items() if v}
