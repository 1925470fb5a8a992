"""A program that knows the rules of a game, behind a channel. Everything that it says is checked before it is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn, TypeVar

import attrs

from ..base.version import __version__
from ..rules.ruleset import Rules
from . import messages
from .channel import Channel
from .faults import Fault, Garbled
from .implementations import GameStart, Move, StatedPosition
from .messages import PROTOCOL, ROLE, Fields
from .program_name import MEMORY

T = TypeVar("T")
SECONDS = 60.0
"""Seconds that a program has for one answer unless the caller says something else."""


@attrs.frozen(kw_only=True)
class RulesRequest:
    """The rules that a program is asked to play by."""

    game: str
    ruleset: str = ""
    """The version of our rules."""
    modules: Mapping[str, str] = attrs.field(factory=dict)
    """Module to the version of its rules."""
    edition: str | None = None
    options: Mapping[str, object] = attrs.field(factory=dict)
    """Every option with its value, and values of the data that were changed (`data:FILE.PATH`)."""
    data: str = ""
    """The digest of our data files, for programs that read the same ones."""

    @classmethod
    def of(cls, rules: Rules) -> RulesRequest:
        """Describe these rules."""
        return cls(
            game=rules.game.name,
            ruleset=rules.game.version,
            modules={module.name: module.version for module in rules.modules},
            edition=rules.edition,
            options={**rules.option_values, **rules.overridden},
            data=rules.data_digest,
        )


class ProgramReferee:
    """A program in a process of its own as a referee. Its methods raise the Fault that it commits."""

    def __init__(
        self,
        command: Sequence[str],
        asked: RulesRequest,
        title: str,
        *,
        seconds: float = SECONDS,
        memory: int | None = MEMORY,
    ) -> None:
        """Start the program and greet it. `seconds` and `memory` (MB) limit each answer and the process."""
        self.title = title
        self.seconds = seconds
        self.asked = asked
        self._seats = 0
        self._listed: Mapping[int, Sequence[str]] = {}
        self.channel = Channel(command, memory=memory)
        try:
            self._greet()
        except BaseException:
            self.channel.close()
            raise

    def _greet(self) -> None:
        hello = {"type": "hello", "protocol": PROTOCOL, "tilewright": __version__, "role": ROLE}
        answer = self._ask(hello, "hello")
        if answer.whole("protocol", 0, 1_000_000) != PROTOCOL:
            self._fail(answer.wrong("protocol", f"this version of tilewright speaks protocol {PROTOCOL}"))
        if ROLE not in answer.texts("roles"):
            self._fail(answer.wrong("roles", f"the program does not have the role '{ROLE}'"))
        games = answer.texts("games")
        if self.asked.game not in games:
            self._fail(
                Garbled(f"the program does not know {self.asked.game}; it knows {messages.names(games)}")
            )
        self.hashing: str = answer.take("hash", str, "text", "")
        self.counting: bool = answer.take("count", bool, "true or false", False)

    def new(self, start: GameStart, moves: Sequence[Move] = ()) -> StatedPosition:
        self._seats = len(start.seats)
        more = {"seats": start.seats, "seed": str(start.seed), "moves": moves}
        return self._position({"type": "new", **attrs.asdict(self.asked), **more})

    def play(self, move: Move) -> StatedPosition:
        return self._position({"type": "play", "seat": move.seat, "action": move.action})

    def count(self, depth: int) -> dict[Move, int]:
        answer = self._ask({"type": "count", "depth": depth}, "counted")
        found = self._checked(lambda: messages.counts(answer.message))
        listed = {Move(seat, action) for seat, actions in self._listed.items() for action in actions}
        if found.keys() != listed:
            odd = min(found.keys() ^ listed)
            have, lack = ("count", "position") if odd in found else ("position", "count")
            self._fail(Garbled(f"its {have} has {messages.names([odd.action])}, and its {lack} does not"))
        return found

    def close(self) -> None:
        """End the program."""
        self.channel.close()

    # -- one question ----------------------------------------------------------------------------------------------

    def _ask(self, message: Mapping[str, Any], kind: str) -> Fields:
        answer = self.channel.ask(message, self.seconds)
        return self._checked(lambda: Fields(answer, kind))

    def _position(self, message: Mapping[str, Any]) -> StatedPosition:
        answer = self._ask(message, "position")
        found = self._checked(lambda: messages.position(answer.message, self._seats))
        if self.hashing and not found.hash:
            self._fail(Garbled("position: hash: it is missing, although the program announced hashes"))
        self._listed = found.legal
        return found

    def _checked(self, read: Callable[[], T]) -> T:
        try:
            return read()
        except Garbled as fault:
            self._fail(fault)

    def _fail(self, fault: Fault) -> NoReturn:
        self.channel.fail(fault)
