"""`exec:PROGRAM`: a third-party program in a process of its own. A program that misbehaves loses its game.

A program *forfeits* at a decision if it crashes there, gives no answer in time, floods us, uses too much memory, or
answers with an illegal action or with anything but an answer. Then the game goes on, and `random` plays the seat to its
end, so that the others have a whole game. In the rows of many games, seats that forfeited come after all others, those
that forfeited later before those that forfeited earlier. The next game starts the program anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..base.chance import Stream
from ..base.errors import PluginError, UsageError
from ..outside.bot_program import BotProcess
from ..outside.faults import Fault
from ..outside.program_name import ProgramName
from ..play.guests import hashed
from ..play.lifecycle import Forfeit
from ..rules.actions import Action
from ..rules.ruleset import Rules
from ..rules.views import View
from .random import Random


class Program:
    """Plays every seat that it is given with a process of its own, so that seats share no knowledge."""

    def __init__(self, text: str, rules: Rules) -> None:
        """Start the program once, to hear its options. UsageError for a wrong setting, PluginError for a Fault."""
        self.text = text
        self.named = ProgramName.read(text)
        self.named.check()
        self.seconds = self.named.seconds
        self.forfeits: list[Forfeit] = []
        """Of the current game, in order."""
        self._random = Random(rules)
        self._games = 0
        self._decisions: dict[int, int] = {}
        self._strangers: dict[int, BotProcess] = {}
        self._playing: set[int] = set()
        self._spare: BotProcess | None = None
        try:
            self._spare = BotProcess.started(self.named)
        except Fault as fault:
            said = f"\nthe end of its stderr:\n{fault.stderr.rstrip()}" if fault.stderr.strip() else ""
            raise PluginError(f"bot {text}: {fault}{said}") from fault

    def __reduce__(self) -> tuple[Any, ...]:
        raise UsageError(
            f"bot {self.text} is a program that this process has started, and cannot be handed over; make the bot, or "
            "the environment in which it plays, anew where it is to play"
        )

    def choose(self, view: View, stream: Stream) -> Action:
        """Return the program's choice; that of `random` after it has forfeited."""
        seat = view.seat
        assert seat is not None
        decision = self._decisions[seat] = self._decisions.get(seat, 0) + 1
        if all(lost.seat != seat for lost in self.forfeits):
            try:
                return self._seated(view, seat).choose(decision, view, self.seconds, hashed(stream).bits())
            except Fault as fault:
                self._drop(seat)
                self.forfeits.append(Forfeit(seat, decision, fault.word, str(fault), fault.stderr))
        return self._random.choose(view, stream)

    def _seated(self, view: View, seat: int) -> BotProcess:
        """Return the program in this seat, which knows of the game."""
        stranger = self._strangers.get(seat)
        if stranger is None:
            stranger, self._spare = self._spare or BotProcess.started(self.named), None
            self._strangers[seat] = stranger
        if seat not in self._playing:
            self._games += 1
            stranger.game(self._games, view.rules, view.seats, seat)
            self._playing.add(seat)
        return stranger

    def _drop(self, seat: int) -> None:
        stranger = self._strangers.pop(seat, None)
        if stranger is not None:
            stranger.close()

    def begin(self, seats: Sequence[str]) -> None:
        """Forget the game before, and who forfeited it."""
        self.forfeits = []
        self._decisions.clear()
        self._playing.clear()

    def ended(self, result: Mapping[str, Any]) -> None:
        """Send the programs the result; one that has died since then is started again in the next game."""
        for seat in self._playing & set(self._strangers):
            try:
                self._strangers[seat].over(result)
            except Fault:
                self._drop(seat)
        self._playing.clear()

    def close(self) -> None:
        """End all its processes."""
        for stranger in (*self._strangers.values(), *filter(None, (self._spare,))):
            stranger.close()
        self._strangers.clear()
        self._playing.clear()
        self._spare = None
