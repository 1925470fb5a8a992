"""A program that speaks version 1 of the protocol of docs/protocol.md, in one seat: one method for each message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..base.errors import UsageError
from ..base.version import __version__
from ..rules.actions import Action
from ..rules.ruleset import Rules
from ..rules.views import View
from . import json_lines
from .announced_options import AnnouncedOption, announced, values
from .channel import Channel
from .faults import Fault, Garbled, Unlawful
from .program_name import ProgramName

PROTOCOL = 1
START = 10.0
"""Seconds for the answers to `hello`, `options` and `game`."""
SLACK = 0.2
"""Seconds that we wait longer than a decision may take, for the way through the pipes."""


class BotProcess:
    """One program in one seat. Every method raises the Fault that happened; after it the program is gone."""

    def __init__(self, command: Sequence[str], memory: int | None) -> None:
        """Start the program and hear its `hello`."""
        self.channel = Channel(command, memory=memory)
        self.name = self.author = ""
        self.options: tuple[AnnouncedOption, ...] = ()
        self.reproducible = True
        """False if the program says that it may decide differently on the same random numbers."""
        self.future: Mapping[str, Any] = {}
        """Keys that are added to every message, as a later version of the protocol may do."""
        try:
            self._hello()
        except Fault as fault:
            self.channel.fail(fault)

    @classmethod
    def started(cls, named: ProgramName) -> BotProcess:
        """Start the program and set its options as its name says. UsageError for one that it does not announce."""
        found = cls(named.command, named.memory)
        try:
            found.set(values(found.options, named.own))
        except (Fault, UsageError):
            found.close()
            raise
        return found

    def _hello(self) -> None:
        said = self._ask({"type": "hello", "protocol": PROTOCOL, "tilewright": __version__}, "hello", START)
        if type(said.get("protocol")) is not int:
            raise Garbled("the program's hello must have 'protocol' as a whole number")
        if said["protocol"] != PROTOCOL:
            raise Garbled(f"the program speaks protocol {said['protocol']}; we speak {PROTOCOL}")
        for key in ("name", "author"):
            text = said.get(key, "" if key == "author" else None)
            if not isinstance(text, str) or len(text) > 100 or (key == "name" and not text.strip()):
                raise Garbled(f"the program's hello must have '{key}' as a text of at most 100 characters")
        self.name, self.author = said["name"], said.get("author", "")
        self.reproducible = said.get("reproducible", True)
        if type(self.reproducible) is not bool:
            raise Garbled("the program's hello must have 'reproducible' as true or false, if at all")
        self.options = announced(said)

    def set(self, values: Mapping[str, Any]) -> None:
        """Send the values of all options."""
        self._ask({"type": "options", "values": values}, "ready", START)

    def game(self, number: int, rules: Rules, seats: Sequence[str], seat: int) -> None:
        """Begin a game, whether or not the one before is over."""
        message = {
            "type": "game",
            "number": number,
            "game": rules.game.name,
            "ruleset": rules.game.version,
            "modules": {module.name: module.version for module in rules.modules},
            "edition": rules.edition,
            "options": rules.option_values,
            "seats": list(seats),
            "seat": seat,
        }
        self._ask(message, "ready", START)

    def choose(self, decision: int, view: View, seconds: float, random: int) -> Action:
        """Return the program's choice among the legal actions of this view."""
        legal = list(view.legal())
        texts = list(map(str, legal))
        message = {
            "type": "choose",
            "decision": decision,
            "view": view.to_dict(),
            "legal": texts,
            "seconds": seconds,
            "random": str(random),
        }
        chosen = self._ask(message, "action", seconds, SLACK).get("action")
        if not isinstance(chosen, str):
            self.channel.fail(Garbled("the program's action must have 'action' as a text: one of 'legal'"))
        if chosen not in texts:
            said = f"the program chose {json_lines.shown(chosen)}, which is not one of the {len(texts)} legal actions"
            self.channel.fail(Unlawful(said))
        return legal[texts.index(chosen)]

    def over(self, result: Mapping[str, Any]) -> None:
        """Send the result of the game."""
        self.channel.tell({"type": "over", "result": result})

    def close(self) -> None:
        """Let the program quit."""
        self.channel.close()

    def _ask(self, message: Mapping[str, Any], kind: str, seconds: float, slack: float = 0) -> dict[str, Any]:
        answer = self.channel.ask({**message, **self.future}, seconds, slack)
        if answer["type"] != kind:
            said = f"the program answered '{message['type']}' with {json_lines.shown(answer['type'])}"
            self.channel.fail(Garbled(f"{said}; the answer to it is '{kind}'"))
        return answer
