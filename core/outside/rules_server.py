"""Our rules as a program that speaks the protocol and answers any question about them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import IO, Any

from ..base.errors import TilewrightError
from ..base.version import __version__
from . import json_lines, messages
from .faults import Garbled
from .implementations import EngineReferee, GameStart, Move
from .messages import LONGEST_COUNT, PROTOCOL, ROLE, Fields
from .rules_program import RulesRequest

MOST_SEATS = 100
_SEED = re.compile("0|-?[1-9][0-9]{0,99}", re.ASCII)


def serve(ours: EngineReferee, asked: IO[bytes], answers: IO[bytes], name: str) -> None:
    """Answer each line of `asked` with one line, until `quit` or the end; a mistake is answered with an error."""
    server = _Server(ours, name)
    while line := asked.readline(json_lines.LONGEST + 1):
        if len(line) > json_lines.LONGEST:
            while line and not line.endswith(b"\n"):
                line = asked.readline(json_lines.LONGEST)
            answer: dict[str, Any] | None = _error(f"a line of more than {json_lines.LONGEST >> 20} MB")
        else:
            answer = server.answer(line)
        if answer is None:
            return
        answers.write(json_lines.written(answer))
        answers.flush()


def _error(said: str) -> dict[str, Any]:
    return {"type": "error", "message": said}


class _Server:
    def __init__(self, ours: EngineReferee, name: str) -> None:
        self.ours = ours
        self.name = name
        self.begun = False
        self.answers: dict[str, Callable[[Fields], Mapping[str, Any]]] = {
            "hello": self._hello,
            "new": self._new,
            "play": self._play,
            "count": self._count,
        }

    def answer(self, line: bytes) -> dict[str, Any] | None:
        """Return the answer to a line, with its id; None to `quit`."""
        number: dict[str, Any] = {}
        try:
            message = json_lines.read(line)
            if type(message.get("id")) in (int, str):
                number = {"id": message["id"]}
            kind = message.get("type")
            if kind == "quit":
                return None
            if type(kind) is not str or kind not in self.answers:
                known = ", ".join([*self.answers, "quit"])
                raise Garbled(
                    f"there is no message of the type {json_lines.shown(str(kind))}; known: {known}"
                )
            return {**self.answers[kind](Fields(message)), **number}
        except TilewrightError as error:
            return {**_error(str(error)), **number}
        except Exception as error:  # the code of a game or of a module has failed, perhaps in mid-move
            self.begun = False
            return {**_error(str(self.ours.failed(error))), **number}

    def _hello(self, message: Fields) -> Mapping[str, Any]:
        if message.whole("protocol", 0, 1_000_000) != PROTOCOL:
            raise message.wrong("protocol", f"this program speaks protocol {PROTOCOL}")
        if message.take("role", str, "text") != ROLE:
            raise message.wrong("role", f"this program has the role '{ROLE}'")
        return {
            "type": "hello",
            "protocol": PROTOCOL,
            "name": self.name,
            "version": __version__,
            "roles": [ROLE],
            "games": [self.ours.rules.game.name],
            "hash": self.ours.hashing,
            "count": True,
        }

    def _new(self, message: Fields) -> Mapping[str, Any]:
        self._same_rules(message)
        seats = message.texts("seats")
        if len(seats) > MOST_SEATS:
            raise message.wrong("seats", f"{MOST_SEATS} are the most")
        seed = message.take("seed", str, "a whole number as text")
        if not _SEED.fullmatch(seed):
            raise message.wrong("seed", "expected a whole number as text, without leading zeros")
        moves = message.moves("moves")
        self.begun = False
        found = self.ours.new(GameStart(seats, int(seed)), moves)
        self.begun = True
        return messages.written(found)

    def _same_rules(self, message: Fields) -> None:
        """Raise Garbled unless the rules asked for are those that this program was started with."""
        mine = RulesRequest.of(self.ours.rules)
        if message.take("game", str, "text") != mine.game:
            raise message.wrong("game", f"this program was started for {mine.game}")
        if message.take("ruleset", str, "text", "") not in ("", mine.ruleset):
            raise message.wrong("ruleset", f"this program has version {mine.ruleset} of the rules")
        if message.take("modules", dict, "an object", {}) not in (
            mine.modules,
            dict.fromkeys(mine.modules, ""),
        ):
            having = ", ".join(f"{name} {version}" for name, version in mine.modules.items()) or "none"
            raise message.wrong("modules", f"this program was started with {having}")
        options = message.take("options", dict, "an object", {})
        for name, value in options.items():
            if name not in mine.options:
                raise Garbled(f"new: options: this program has no option {json_lines.shown(name)}")
            if str(mine.options[name]) != str(value):
                said = f"this program was started with {json_lines.shown(str(mine.options[name]))}"
                raise Garbled(f"new: options: {name}: {said}, not {json_lines.shown(str(value))}")
        if message.take("data", str, "text", mine.data) not in ("", mine.data):
            raise message.wrong("data", "this program was started with other data files")

    def _play(self, message: Fields) -> Mapping[str, Any]:
        self._playing()
        move = Move(message.take("seat", int, "a seat"), message.take("action", str, "text"))
        return messages.written(self.ours.play(move))

    def _count(self, message: Fields) -> Mapping[str, Any]:
        self._playing()
        return messages.counted(self.ours.count(message.whole("depth", 1, LONGEST_COUNT)))

    def _playing(self) -> None:
        if not self.begun:
            raise Garbled("no game has begun; send 'new' first")
