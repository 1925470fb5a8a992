"""A game as it is recorded: its state, the decisions that stand, and the lines that the record gets for them.

It is the lower half of `Match`, for those that carry out what a file says: replays, resumed matches, shared records.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from ..base.errors import UsageError
from ..record.writer import Writer
from ..rules.actions import Action
from ..rules.events import UNSEEN, Log, Outcome, script_of
from ..rules.ruleset import Rules
from ..rules.schedule import Sealed
from ..rules.state import ScoreLine, State
from ..rules.teams import sides_of
from .guests import audit
from .seat_changes import SeatChanges


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
    note: str = ""
    """What the record says besides: that a program has lost the game here by a forfeit, and why."""
    deputy: bool = False
    """A bot has decided in place of the person of this seat."""


class RecordedGame:
    """One game, its decisions, and its record if it has one."""

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[str] | int,
        seed: int,
        script: Mapping[str, list[str]] | None,
        start: State | None,
    ) -> None:
        self.rules = rules
        self.seed = seed
        self.set_up = Log(script)
        """What chance has brought before the first decision."""
        self.script = self.set_up
        """What chance will bring, as far as that has been laid down."""
        self.state = start.clone() if start is not None else rules.new(seats, seed, self.set_up)
        self.start = start.to_dict() if start is not None else None
        self.begun_sealed = any(self.state.sealed)
        """True if sealed steps already wait for their reveal in the position at the beginning."""
        self.played: list[Played] = []
        """The decisions that stand."""
        self.decisions = 0
        self.left = SeatChanges(frozenset())
        """People who have left their seats."""
        self._past: list[tuple[State, Played]] = []
        self._undone: list[Played] = []
        self._writer: Writer | None = None

    # -- playing -------------------------------------------------------------------------------------------------

    def carry_out(self, action: Action, log: Log, note: str = "") -> Played:
        """Play an action with this log and record it; if it is Illegal or cannot be written, nothing changes."""
        if self.left.ended:
            raise UsageError("the match is over")
        before, left = self.state, self.left
        if action.seat in left.bots:
            left = attrs.evolve(left, decided={*left.decided, action.seat})
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
            note,
            action.seat in left.bots,
        )
        if self._writer is not None:
            noted = [{"n": played.number, "note": note}] if note else []
            move, *others = lines_of(played, after, left)
            self._writer.write(move, *self.beside(played), *others, *noted)
        self.state, self.left = after, left
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

    def beside(self, played: Played) -> list[dict[str, Any]]:
        """Return lines of the record that stand behind a decision which is about to be recorded."""
        return []

    def past(self) -> Iterator[tuple[State, Played]]:
        """Yield each decision that stands, with the state before it, which belongs to the caller.

        The match is played again from its beginning with the outcomes of chance that it has had. Sealed steps that were
        taken back before the reveal are left out, as in `played`.
        """
        set_up = Log(script_of(self.set_up.outcomes))
        seats = self.state.seats
        begun = self.start
        state = self.rules.restore(begun) if begun is not None else self.rules.new(seats, self.seed, set_up)
        for played in tuple(self.played):
            after = state.clone()
            after.apply(played.action, Log(script_of(played.log.outcomes)))
            yield state, played
            state = after

    def return_to(self, count: int, number: int, state: State, script: Log) -> tuple[Played, ...]:
        """Stand in this state after `count` decisions, the last of which has this number; return what was taken back.

        The record gets no line.
        """
        taken = tuple(self.played[count:])
        del self.played[count:]
        self.state, self.script, self.decisions = state, script, number
        self._past.clear()
        self._undone.clear()
        return taken

    # -- the record ----------------------------------------------------------------------------------------------

    def record_in(self, writer: Writer, *lines: Mapping[str, Any]) -> None:
        """Record the game with this writer from now on, beginning with these lines."""
        self._writer = writer
        writer.write(*lines)

    def _write(self, *lines: Mapping[str, Any]) -> None:
        if self._writer is not None:
            self._writer.write(*lines)

    def keep(self) -> None:
        """Make the record whole at its path, written anew if it was gone; UsageError if that is not possible."""
        self._write()

    def save(self, path: str | Path, *, fresh: bool = False) -> Path | None:
        """Write the record once more, to a new file; UsageError if that cannot be. Without a record, nothing happens.

        With `fresh`, another name is chosen if the path is taken. Returns the path of the new file if the match goes on
        there, since its own record can no longer be written.
        """
        if self._writer is None:
            return None
        new = self._writer.copy(path, fresh=fresh)
        try:
            lost = self._writer.failed
            self._writer.write()
        except UsageError:
            lost = True
        (self._writer if lost else new).close()
        if lost:
            self._writer = new
        return new.path if lost else None

    def close(self) -> None:
        """Close the record's file; the rest of the match is not recorded."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    @property
    def path(self) -> Path | None:
        """The record's file."""
        return self._writer.path if self._writer is not None else None


def lines_of(
    played: Played, after: State, left: SeatChanges | None = None, *, hashed: bool = True
) -> list[dict[str, Any]]:
    """Return the lines of the record for a decision that has led to this state; notes are not among them.

    Turns are without their hash unless `hashed`: computing it takes longer than a quick bot's turn.
    """
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
        state = {"hash": after.digest()} if hashed else {}
        lines.append({"n": n, "turn": after.turns, **state, "scores": list(after.scores)})
    if after.over:
        lines.append({"result": result(after, left)})
    return lines


def learnt(before: State, after: State) -> bool:
    """Return True if a seat knows more after a move than the move itself: undo must not reach behind it.

    That is so when a stream gave a value, a piece left or reached a place that not all seats see, such a place was
    opened, or a sealed decision was revealed.
    """
    if before.streams != after.streams or (any(before.sealed) and not any(after.sealed)):
        return True
    hidden = [place for place in before.rules.places_of(before) if place.zone.sees != "all"]
    opened = after.over and any(place.zone.shown for place in hidden)
    return opened or any(place.pieces(before) != place.pieces(after) for place in hidden)


def drawn(number: int, outcome: Outcome, state: State) -> dict[str, Any]:
    """Return the record's line for an outcome of chance; `to` names the only player who saw it, "" if none did."""
    line: dict[str, Any] = {"n": number, "draw": outcome.source, "value": outcome.value}
    if outcome.to != -1:
        line["to"] = state.seats[outcome.to] if outcome.to != UNSEEN else ""
    return line


def result(state: State, left: SeatChanges | None = None) -> dict[str, Any]:
    """Return the result of a finished match, as records and `simulate --json` hold it; seats that resigned are last."""
    game, sides = state.rules.game, sides_of(state)
    told = game.standing is not None or sides.teams
    return {
        "scores": list(state.scores),
        **({"standing": list(state.standing())} if told else {}),
        "ranking": [list(place) for place in state.ranking()],
        "winners": list(state.winners),
        "turns": state.turns_played,
        **({"sides": [list(side) for side in sides.groups]} if sides.teams else {}),
        **({"scored": True} if sides.scored else {}),
        **(left.result(state) if left is not None else {}),
    }
