"""`exec:PROGRAM`: a program of somebody else, in a process of its own. What it does wrong costs it the game.

A program that crashes, is silent, floods us, uses too much memory, or answers with an illegal action or with something
that is no answer *forfeits* at that decision: the game goes on, and `random` plays the seat to its end, so that the
others have a whole game. In the rows of many games, seats that forfeited come after all others, those that forfeited
later before those that forfeited earlier. The next game starts the program anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

import attrs

from ..base.errors import PluginError, UsageError
from ..outside import announced_options
from ..outside.bot_program import Stranger
from ..outside.faults import Fault
from ..outside.program_name import Named
from ..play.guests import hashed
from .random import Random

if TYPE_CHECKING:
    from ..base.chance import Stream
    from ..play.match import Match, Played
    from ..rules.actions import Action
    from ..rules.ruleset import Rules
    from ..rules.state import State
    from ..rules.views import View


HERE = f"{__package__}."


@attrs.frozen
class Forfeit:
    """What cost a seat the game."""

    seat: int
    decision: int
    """Which one of the seat's decisions it was, from 1."""
    kind: str
    """The word of the fault: `silent`, `illegal`, ...; see docs/protocol.md."""
    why: str
    """The fault as a sentence."""
    stderr: str = attrs.field(repr=False)
    """The end of what the program wrote there."""
    order: int = attrs.field(factory=count().__next__, eq=False, repr=False)
    """Later forfeits have higher numbers."""


class Program:
    """Plays every seat that it is given with a process of its own, so that seats share no knowledge.

    It does not see where games begin and end: call `begin` before each game but the first, and `over` after it.
    """

    def __init__(self, text: str, rules: Rules) -> None:
        """Start the program once, to hear its options. UsageError for a wrong setting, PluginError for a Fault."""
        self.text = text
        self.named = Named.read(text)
        self.named.check()
        self.seconds, self.memory = self.named.seconds, self.named.memory
        self.forfeits: list[Forfeit] = []
        """Of the current game, in order."""
        self._random = Random(rules)
        self._games = 0
        self._decisions: dict[int, int] = {}
        self._strangers: dict[int, Stranger] = {}
        self._playing: set[int] = set()
        self._spare: Stranger | None = None
        try:
            self._spare = self._started()
        except Fault as fault:
            said = f"\nthe end of its stderr:\n{fault.stderr.rstrip()}" if fault.stderr.strip() else ""
            raise PluginError(f"bot {text}: {fault}{said}") from fault

    def _started(self) -> Stranger:
        stranger = Stranger(self.named.command, self.memory)
        try:
            stranger.set(announced_options.values(stranger.options, self.named.own))
        except (Fault, UsageError):
            stranger.close()
            raise
        return stranger

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

    def _seated(self, view: View, seat: int) -> Stranger:
        """The program in this seat, which has been told of the game."""
        stranger = self._strangers.get(seat)
        if stranger is None:
            stranger, self._spare = self._spare or self._started(), None
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

    def begin(self) -> None:
        """From now on a new game is played."""
        self.forfeits = []
        self._decisions.clear()
        self._playing.clear()

    def decided(self, seat: int) -> int:
        """How many decisions the seat has had in this game."""
        return self._decisions.get(seat, 0)

    def over(self, result: Mapping[str, Any]) -> None:
        """Tell the programs how the game ended; one that has died since then is started again in the next game."""
        for seat in self._playing & set(self._strangers):
            try:
                self._strangers[seat].over(result)
            except Fault:
                self._drop(seat)

    def close(self) -> None:
        """End all its processes."""
        for stranger in (*self._strangers.values(), *filter(None, (self._spare,))):
            stranger.close()
        self._strangers.clear()
        self._spare = None


def programs(players: Iterable[Any]) -> list[Program]:
    """The programs among the players, each once, also behind restrictions and clocks."""
    found: dict[int, Program] = {}
    for player in players:
        # Only wrappers of ours are opened: what a bot of somebody else calls `bot` is its own business.
        while type(player).__module__.startswith(HERE) and hasattr(player, "bot"):
            player = player.bot
        if isinstance(player, Program):
            found[id(player)] = player
    return list(found.values())


def begin(players: Iterable[Any]) -> None:
    """Tell the programs among the players that a new game begins."""
    for one in programs(players):
        one.begin()


def over(players: Iterable[Any], state: State) -> None:
    """Tell the programs among the players how the game ended."""
    from ..play.match import result

    for one in programs(players):
        one.over(result(state))


def forfeits(players: Iterable[Any]) -> list[Forfeit]:
    """Who has forfeited the current game, first to last."""
    found = [lost for one in programs(players) for lost in one.forfeits]
    return sorted(found, key=lambda lost: lost.order)


def noted(match: Match, played: Played) -> list[str]:
    """Note in the record what has cost the seat of this decision the game, if that happened now; return the notes."""
    name = match.state.seats[played.seat]
    found = []
    for one in programs([match.bots.get(name)]):
        for lost in one.forfeits[-1:]:
            if lost.seat == played.seat and lost.decision == one.decided(lost.seat):
                found.append(f"{name} forfeits: {lost.why}; from now on the bot random plays for {name}")
                match.note(found[-1])
    return found


def placed(ranking: Sequence[Sequence[int]], lost: Sequence[int]) -> list[list[int]]:
    """The ranking with the seats that forfeited (in this order) behind all others, the last one first."""
    kept = [[seat for seat in place if seat not in lost] for place in ranking]
    return [place for place in kept if place] + [[seat] for seat in reversed(lost)]
