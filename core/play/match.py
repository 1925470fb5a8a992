"""A match: one state, its players, its record, undo and redo, scripts of chance. Every front end drives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, get_args

import attrs

from ..base.chance import Stream, key_of, mix
from ..base.errors import TilewrightError, Unreadable, UsageError
from ..record import format as records
from ..record.writer import Writer
from ..rules.actions import Action
from ..rules.events import UNSEEN, Log, Outcome
from ..rules.ruleset import Rules
from ..rules.schedule import Sealed
from ..rules.state import ScoreLine, State
from ..rules.views import View
from . import rewind
from .guests import audit, seated


class Bot(Protocol):
    """A player that chooses actions from a view, with a stream of chance of its own."""

    def choose(self, view: View, stream: Stream) -> Action:
        """Return one of `view.legal()`, which is not empty."""


@attrs.frozen
class Played:
    """One decision and its consequences."""

    number: int
    seat: int
    action: Action
    log: Log
    lines: tuple[ScoreLine, ...]
    """All points gained or lost in it."""
    turn: int
    """The number of the turn it was played in, from 0."""
    turn_ended: bool
    sealed: bool


def bot_key(seed: int, player: str) -> int:
    """The key of a player's bot in a match; its stream for decision n has the key `mix(key, n)`.

    So a bot draws the same numbers after a resume, no matter what was drawn before.
    """
    return key_of(seed, f"bot:{player}")


class Match:
    """Plays one match. `bots` maps players' names to bots; the caller plays for the others."""

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[str] | int = 2,
        *,
        seed: int = 0,
        bots: Mapping[str, Bot] | None = None,
        bot_names: Mapping[str, str] | None = None,
        record: str | Path | None = None,
        script: Mapping[str, list[str]] | None = None,
        start: State | None = None,
        help_level: records.Help = "full",
    ) -> None:
        """`script` feeds outcomes of chance (`supply.anna`: [food, ...]); `start` is a position to begin from.

        `help_level` is kept for tables, which obey it.
        """
        if help_level not in get_args(records.Help):
            raise UsageError(f"{help_level!r} is no help level: {', '.join(get_args(records.Help))}")
        self.rules = rules
        self.seed = seed
        self.help_level: records.Help = help_level
        self.bots = dict(bots or {})
        self.script = Log(script)
        self.state = start.clone() if start is not None else rules.new(seats, seed, self.script)
        unknown = set(self.bots) - set(self.state.seats)
        if unknown:
            raise UsageError(f"a bot is given for {', '.join(sorted(unknown))}, who is not playing")
        self.played: list[Played] = []
        self._past: list[tuple[State, Played]] = []
        self._undone: list[Played] = []
        self.decisions = 0
        self._writer: Writer | None = None
        self._start = start.to_dict() if start is not None else None
        self.bot_names = dict(bot_names or {})
        """Player to bot, as the record names it; a bot that was given without a text is not in it."""
        self._set_up = self.script
        self._begun_sealed = any(self.state.sealed)
        if record is not None:
            self._writer = Writer(record)
            head = records.header(rules, self.state.seats, seed, self.bot_names, self._start, help_level)
            self._writer.write(head, *(drawn(0, o, self.state) for o in self._set_up.outcomes))

    # -- playing -------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.state.over

    def read(self, text: str, seat: int | None = None) -> list[Action]:
        """The actions that a typed line stands for, for the seat to act (or the one given)."""
        who = seat if seat is not None else self.state.to_act[0] if self.state.to_act else 0
        return self.rules.read_line(text, self.state, who)

    def play(self, action: Action | str, seat: int | None = None) -> Played:
        """Check, play and record the action; the record is flushed. Nothing changes if it is Illegal or Unreadable."""
        if isinstance(action, str):
            actions = self.read(action, seat)
            if len(actions) > 1:
                raise Unreadable(f"'{action}' holds {len(actions)} moves; play them one by one")
            action = actions[0]
        return self._play(action, Log(self.script.left()))

    def preview(self, action: Action) -> tuple[State, Log]:
        """The state after the action, on a clone, and its log. Chance shows in both: filter what players may see."""
        copy = self.state.clone()
        log = Log(self.script.left())
        copy.play(action, log)
        log.barrier = log.barrier or learnt(self.state, copy)
        return copy, log

    def _play(self, action: Action, log: Log) -> Played:
        before = self.state
        after = before.clone()
        after.play(action, log)
        if after.over:
            audit(after)
        log.barrier = log.barrier or learnt(before, after)
        sealed = isinstance(before.step, Sealed)
        played = Played(
            self.decisions + 1,
            action.seat,
            action,
            log,
            tuple(self.rules.score_line(line, after) for line in after.ledger[len(before.ledger) :]),
            before.turns,
            after.turns != before.turns or after.over,
            sealed,
        )
        if self._writer is not None:
            self._write(*self._lines(played, after))
        self.state = after
        self.decisions += 1
        self.script = Log(log.left())
        log.script = {}  # every decision would keep all that is left of the script
        self.played.append(played)
        self._undone.clear()
        if self._past and self._past[-1][1].seat != action.seat:
            self._past.clear()
        if log.barrier or sealed:
            self._past.clear()
        else:
            self._past.append((before, played))
        return played

    def _lines(self, played: Played, after: State) -> list[dict[str, Any]]:
        n = played.number
        move: dict[str, Any] = {"n": n, "seat": played.seat, "move": str(played.action)}
        if played.action.secret:
            move["told"] = played.action.told_to(None)
        if played.sealed:
            move["sealed"] = True
        lines = [move]
        lines += [drawn(n, o, after) for o in played.log.outcomes]
        if played.sealed and not any(after.sealed):
            lines.append({"n": n, "reveal": True})
        if played.turn_ended:
            lines.append({"n": n, "turn": after.turns, "hash": after.digest()})
        if after.over:
            lines.append({"result": result(after)})
        return lines

    def play_bots(self, told: Callable[[Played], None] | None = None) -> None:
        """Let bots play until a seat without one must decide or the match ends; `told` is called for each decision."""
        while not self.over:
            seat = next((s for s in self.state.to_act if self.state.seats[s] in self.bots), None)
            if seat is None:
                return
            if self.decisions >= self.rules.game.turn_limit:
                raise TilewrightError(
                    f"the match has reached its limit of {self.rules.game.turn_limit} decisions"
                )
            played = self.play(self.choose(seat))
            if told is not None:
                told(played)

    def choose(self, seat: int, bot: Bot | None = None) -> Action:
        """The action that the seat's bot (or the bot given) chooses now."""
        name = self.state.seats[seat]
        chooser = seated(bot if bot is not None else self.bots[name])
        stream = Stream.of(mix(bot_key(self.seed, name), self.decisions))
        return chooser.choose(self.state.view(seat), stream)

    # -- looking back --------------------------------------------------------------------------------------------

    def past(self) -> Iterator[tuple[State, Played]]:
        """Each decision that stands, with the state before it, which belongs to the caller.

        The match is played again from its beginning with the outcomes of chance that it has had. Sealed steps that were
        taken back before the reveal are left out, as in `played`.
        """
        set_up = Log(_outcomes(self._set_up))
        seats = self.state.seats
        begun = self._start
        state = self.rules.restore(begun) if begun is not None else self.rules.new(seats, self.seed, set_up)
        for played in tuple(self.played):
            after = state.clone()
            after.apply(played.action, Log(_outcomes(played.log)))
            yield state, played
            state = after

    # -- taking back ---------------------------------------------------------------------------------------------

    def can_undo(self, seat: int | None = None) -> bool:
        """True if `undo` would take something back."""
        if isinstance(self.state.step, Sealed) and seat is not None and self.state.sealed[seat]:
            return True
        return bool(self._past) and (seat is None or self._past[-1][1].seat == seat)

    def undo(self, seat: int | None = None) -> Played | None:
        """Take back the last decision, but never new knowledge or another seat's decision (UsageError).

        In a sealed decision, take back the seat's own last sealed step and return None.
        """
        if isinstance(self.state.step, Sealed) and seat is not None and self.state.sealed[seat]:
            after = self.state.clone()
            after.retract(seat)
            self._write({"undo": seat})
            self.state = after
            self.decisions += 1
            last = next(n for n, played in enumerate(reversed(self.played), 1) if played.seat == seat)
            del self.played[-last]
            return None
        if not self.can_undo(seat):
            raise UsageError(
                "there is nothing to undo; undo reaches back to the start of your turn, but never behind a draw, "
                "a reveal or another player's decision"
            )
        before, played = self._past[-1]
        self._write({"undo": played.seat})
        self._past.pop()
        self.state = before
        self.decisions -= 1
        self.played.pop()
        self._undone.append(played)
        return played

    def back(self, number: int) -> tuple[Played, ...]:
        """Take back every decision after decision `number` (0: all), whoever took it; the caller has everyone's leave.

        It reaches over draws, reveals, turns and other seats, but never into the middle of a sealed decision, and not
        behind the end of the match (UsageError). Return what was taken back. Position and streams of chance are as they
        were then, so the same draws come again; the next decision has the number `number + 1`. Since the seats know
        more than they did then, `undo` reaches no further back than here.
        """
        count = rewind.kept(self, number)
        state, script = rewind.position(self, count), rewind.script(self, count)
        self._write({"back": number})
        return self._return(count, number, state, script)

    def _return(self, count: int, number: int, state: State, script: Log) -> tuple[Played, ...]:
        """Stand where `count` decisions were played; the last of them has this number."""
        taken = tuple(self.played[count:])
        del self.played[count:]
        self.state, self.script, self.decisions = state, script, number
        self._past.clear()
        self._undone.clear()
        return taken

    @property
    def undone(self) -> Played | None:
        """The decision that `redo` would play again; None if there is none."""
        return self._undone[-1] if self._undone else None

    def redo(self) -> Played:
        """Play the last decision that was taken back again."""
        if not self._undone:
            raise UsageError("there is nothing to redo")
        waiting = list(self._undone)
        played = self._play(waiting[-1].action, Log(self.script.left()))
        self._undone = waiting[:-1]
        return played

    def note(self, text: str) -> None:
        """Write a line into the record that people may read and that a replay ignores."""
        self._write({"n": self.decisions, "note": text})

    def _write(self, *lines: Mapping[str, Any]) -> None:
        if self._writer is not None:
            self._writer.write(*lines)

    def keep(self) -> None:
        """The record is whole at its path afterwards, written anew if it was gone; UsageError if it cannot be."""
        self._write()

    def save(self, path: str | Path) -> bool:
        """Write the record once more, to a new file; UsageError if that cannot be. Without a record, nothing happens.

        True if the match goes on in the new file, since its own record can no longer be written.
        """
        if self._writer is None:
            return False
        new = self._writer.copy(path)
        try:
            lost = self._writer.failed
            self._writer.write()
        except UsageError:
            lost = True
        (self._writer if lost else new).close()
        if lost:
            self._writer = new
        return lost

    def close(self) -> None:
        """Close the record's file; the rest of the match is not recorded."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    @property
    def path(self) -> Path | None:
        """The record's file."""
        return self._writer.path if self._writer is not None else None


def _outcomes(log: Log) -> dict[str, list[str]]:
    """The script that brings the outcomes of this log again."""
    script: dict[str, list[str]] = {}
    for outcome in log.outcomes:
        script.setdefault(outcome.source, []).append(outcome.value)
    return script


def learnt(before: State, after: State) -> bool:
    """True if a seat knows more after a move than the move itself: undo must not reach behind it.

    That is so when a stream gave a value, a piece left or reached a place that not all seats see, such a place was
    opened, or a sealed decision was revealed.
    """
    if before.streams != after.streams or (any(before.sealed) and not any(after.sealed)):
        return True
    hidden = [place for place in before.rules.places_of(before) if place.zone.sees != "all"]
    opened = after.over and any(place.zone.shown for place in hidden)
    return opened or any(place.pieces(before) != place.pieces(after) for place in hidden)


def drawn(number: int, outcome: Outcome, state: State) -> dict[str, Any]:
    """The record's line for an outcome of chance; `to` names the only player who saw it, "" says that nobody did."""
    line: dict[str, Any] = {"n": number, "draw": outcome.source, "value": outcome.value}
    if outcome.to != -1:
        line["to"] = state.seats[outcome.to] if outcome.to != UNSEEN else ""
    return line


def result(state: State) -> dict[str, Any]:
    """The result of a finished match, as records and `simulate --json` hold it."""
    standing = {} if state.rules.game.standing is None else {"standing": list(state.standing())}
    return {
        "scores": list(state.scores),
        **standing,
        "ranking": [list(place) for place in state.ranking()],
        "winners": list(state.winners),
        "turns": state.turns,
    }
