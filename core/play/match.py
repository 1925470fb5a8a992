"""A match: one state, its players, its record, undo and redo, scripts of chance. Every front end drives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

import attrs

from ..base.chance import Stream, key_of, mix
from ..base.errors import TilewrightError, Unreadable, UsageError
from ..record import format as records
from ..record.changes import Comparison
from ..record.playtest_lines import ANSWERS, answered
from ..record.writer import Writer
from ..rules.actions import Action, Refusal
from ..rules.events import Log
from ..rules.ruleset import Rules
from ..rules.schedule import Sealed
from ..rules.state import State
from . import lifecycle, rewind, seat_changes
from .guests import seated
from .lifecycle import Bot
from .playtest import Playtest
from .recorded_game import Played, RecordedGame, drawn, learnt, result


def bot_key(seed: int, player: str) -> int:
    """Return the key of a player's bot in a match; its stream for decision n has the key `mix(key, n)`.

    So a bot draws the same numbers after a resume, no matter what was drawn before.
    """
    return key_of(seed, f"bot:{player}")


def forfeited(player: str, lost: lifecycle.Forfeit) -> str:
    """Return what the record says of a program that has lost the match."""
    return f"{player} forfeits: {lost.why}; from now on the bot random plays for {player}"


def names_of(count: int) -> tuple[str, ...]:
    """Return the names of the players of a game without people."""
    return tuple(f"player{n + 1}" for n in range(count))


class Match(RecordedGame):
    """Plays one match. `bots` maps players' names to bots; the caller plays for the others."""

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[str] | int = 2,
        *,
        seed: int = 0,
        bots: Mapping[str, Bot] | None = None,
        bot_names: Mapping[str, str] | None = None,
        record: str | Path | Writer | None = None,
        script: Mapping[str, list[str]] | None = None,
        start: State | None = None,
        help_level: records.Help = "full",
        playtest: bool = False,
    ) -> None:
        """`script` feeds outcomes of chance (`supply.anna`: [food, ...]); `start` is a position to begin from.

        `help_level` is kept for tables, which obey it. In a `playtest` the record also says how long people's decisions
        took, what was refused, and what people answered.
        """
        if help_level not in get_args(records.Help):
            known = ", ".join(get_args(records.Help))
            raise UsageError(f"unknown help level {help_level!r}; choose one of {known}")
        super().__init__(rules, seats, seed, script, start)
        self.help_level: records.Help = help_level
        self.playtest = Playtest() if playtest else None
        self.bots = dict(bots or {})
        unknown = set(self.bots) - set(self.state.seats)
        if unknown:
            raise UsageError(f"a bot is given for {', '.join(sorted(unknown))}, who is not playing")
        self.bot_names = dict(bot_names or {})
        """Player to bot, as the record names it; a bot that was given without a text is not in it."""
        self.left = seat_changes.SeatChanges(frozenset(map(self.state.seats.index, self.bot_names)))
        self.compared: Comparison | None = None
        """What of its record could be compared when it was played again."""
        self._begun = False
        """True once the bots have been told of the match, which is when the first of them must choose."""
        self._forfeited: dict[int, str] = {}
        """Why the programs in these seats have lost the match in decisions that are not recorded yet."""
        if record is not None:
            self.record_from_start(record if isinstance(record, Writer) else Writer(record))

    def record_from_start(self, writer: Writer, rematch: str = "") -> None:
        """Record the match, in which nothing has been decided yet, with this writer of a new file.

        `rematch` is the digest of the first line of the match after which these people play another one.
        """
        head = records.header(
            self.rules,
            self.state.seats,
            self.seed,
            self.bot_names,
            self.start,
            self.help_level,
            self.playtest is not None,
        )
        if rematch:
            head["rematch"] = rematch
        self.record_in(writer, head, *(drawn(0, o, self.state) for o in self.set_up.outcomes))

    def record_in(self, writer: Writer, *lines: Mapping[str, object]) -> None:
        super().record_in(writer, *lines)
        if self.playtest is not None:
            self.playtest.begin(self.state.to_act)

    # -- playing -------------------------------------------------------------------------------------------------

    @property
    def remark(self) -> str:
        """What has changed since the record of this match was written, in a sentence; "" if nothing has."""
        return self.compared.remark if self.compared is not None else ""

    @property
    def over(self) -> bool:
        return self.state.over or self.left.ended

    def read(self, text: str, seat: int | None = None) -> list[Action]:
        """Return the actions that a typed line stands for, for the seat to act (or the one given)."""
        who = seat if seat is not None else self.state.to_act[0] if self.state.to_act else 0
        return self.rules.read_line(text, self.state, who)

    def play(self, action: Action | str, seat: int | None = None) -> Played:
        """Check, play and record the action; the record is flushed. Nothing changes if it is Illegal or Unreadable."""
        if isinstance(action, str):
            actions = self.read(action, seat)
            if len(actions) > 1:
                raise Unreadable(f"'{action}' holds {len(actions)} moves; play them one by one")
            action = actions[0]
        return self.carry_out(action, Log(self.script.left()))

    def carry_out(self, action: Action, log: Log, note: str = "") -> Played:
        played = super().carry_out(action, log, note or self._forfeited.get(action.seat, ""))
        self._forfeited.pop(action.seat, None)
        if self.playtest is not None:
            self.playtest.decided(action.seat, self.state.to_act)
        if self.over and self._begun:
            lifecycle.end(self.bots.values(), self.result)
        return played

    def beside(self, played: Played) -> list[dict[str, object]]:
        if self.playtest is None or self.state.seats[played.seat] in self.bots:
            return []
        return [{"n": played.number, "took": self.playtest.took(played.seat)}]

    def preview(self, action: Action) -> tuple[State, Log]:
        """Play the action on a clone; return it and the log. Chance shows in both: filter what players may see."""
        copy = self.state.clone()
        log = Log(self.script.left())
        copy.play(action, log)
        log.barrier = log.barrier or learnt(self.state, copy)
        return copy, log

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
        """Return the action that the seat's bot (or the bot given) chooses now."""
        name = self.state.seats[seat]
        chooser = seated(bot if bot is not None else self.bots[name])
        stream = Stream.of(mix(bot_key(self.seed, name), self.decisions))
        if bot is not None:
            return chooser.choose(self.state.view(seat), stream)
        if not self._begun:
            self._begun = True
            lifecycle.begin(self.bots.values(), self.state.seats)
        before = len(lifecycle.forfeits([chooser]))
        action = chooser.choose(self.state.view(seat), stream)
        for lost in lifecycle.forfeits([chooser])[before:]:
            self._forfeited[lost.seat] = forfeited(name, lost)
        return action

    # -- taking back ---------------------------------------------------------------------------------------------

    def can_undo(self, seat: int | None = None) -> bool:
        """Return True if `undo` would take something back."""
        if self.left.ended:
            return False
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
            self._took_back(seat)
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
        self._took_back(played.seat)
        return played

    def _took_back(self, seat: int) -> None:
        if self.playtest is not None:
            self.playtest.took_back(seat, self.state.to_act)

    def back(self, number: int) -> tuple[Played, ...]:
        """Take back every decision after decision `number` (0: all), of all seats; everyone has agreed.

        It reaches over draws, reveals, turns and other seats, but never into the middle of a sealed decision, and not
        behind the end of the match (UsageError). Return what was taken back. Position and streams of chance are as they
        were then, so the same draws come again; the next decision has the number `number + 1`. Since the seats know
        more than they did then, `undo` reaches no further back than here.
        """
        count = rewind.kept(self, number)
        state, script = rewind.position(self, count), rewind.script(self, count)
        self._write({"back": number})
        taken = self.return_to(count, number, state, script)
        if self.playtest is not None:
            self.playtest.begin(self.state.to_act)
        return taken

    # -- leaving -------------------------------------------------------------------------------------------------

    def hand_over(
        self, seat: int, text: str, bot: Bot | None = None, *, by: Sequence[int] = (), at: str = ""
    ) -> None:
        """A bot of this name decides for the seat from now on; with "", its person again. UsageError if it cannot be.

        `by` are the seats that want it, none if it is the host, and `at` the time. Undo reaches no further back.
        """
        self._change(seat_changes.taken_over(self, seat, text, by, at), bot)

    def resign(self, seat: int, text: str = "", bot: Bot | None = None, *, at: str = "") -> None:
        """This seat gives the match up, and is placed last. UsageError if it cannot be.

        If only one side is left then (`left.decides`), the match is over; otherwise this bot plays on for the seat.
        """
        self._change(seat_changes.resignation(self, seat, text, at), bot)

    def _change(self, change: seat_changes.SeatChange, bot: Bot | None) -> None:
        name, before = self.state.seats[change.seat], self.left
        ends = change.resigned and not change.bot
        after = attrs.evolve(before, every=[*before.every, change], ended=ends)
        lines = [change.line, *([{"result": result(self.state, after)}] if ends else [])]
        self._write(*lines)
        self.left = after
        self._past.clear()
        self._undone.clear()
        self.bot_names.pop(name, None)
        lifecycle.close([one] if (one := self.bots.pop(name, None)) is not None else [])
        if change.bot:
            self.bot_names[name] = change.bot
        if bot is not None:
            self.bots[name] = bot
            if self._begun:
                lifecycle.begin([bot], self.state.seats)
        if ends and self._begun:
            lifecycle.end(self.bots.values(), self.result)
        if self.playtest is not None:
            self.playtest.begin(self.state.to_act)

    def give_up(self, days: int, *, at: str = "") -> None:
        """End the match, since nobody has played for so many days; it has no result then. UsageError if it is over."""
        given_up = seat_changes.surrender(self, days, at)
        self._write(given_up.line)
        self.left = attrs.evolve(self.left, given_up=given_up, ended=True)

    def change_lines(self) -> list[dict[str, object]]:
        """Return the record's lines for the last of these changes."""
        if self.left.given_up is not None:
            return [self.left.given_up.line]
        return [self.left.every[-1].line, *([{"result": self.result}] if self.left.ended else [])]

    @property
    def result(self) -> dict[str, Any]:
        """The result, once the match is over and was not given up."""
        return result(self.state, self.left)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, once the match is over; nobody if it was given up."""
        return tuple(self.result["winners"]) if self.left.given_up is None else ()

    # -- taking back, again --------------------------------------------------------------------------------------

    @property
    def undone(self) -> Played | None:
        """The decision that `redo` would play again; None if there is none."""
        return self._undone[-1] if self._undone else None

    def redo(self) -> Played:
        """Play the last decision that was taken back again."""
        if not self._undone:
            raise UsageError("there is nothing to redo")
        waiting = list(self._undone)
        played = self.carry_out(waiting[-1].action, Log(self.script.left()))
        self._undone = waiting[:-1]
        return played

    def note(self, text: str) -> None:
        """Write a line into the record that people may read and that a replay ignores."""
        self._write({"n": self.decisions, "note": text})

    def note_refusal(self, refusal: Refusal) -> None:
        """Record in a playtest that a person's move was refused, and by which rules."""
        if self.playtest is not None:
            with suppress(UsageError):  # nothing of the match depends on it
                self._write(*self.playtest.refused(refusal.action.seat, self.decisions, refusal.rules))

    def answer(self, seat: int, question: str, text: str) -> None:
        """Record in a playtest what a person answers. UsageError if the record takes no more, or cannot be written."""
        if self.playtest is not None and (said := answered(text)):
            if self.playtest.full:
                raise UsageError(f"the record takes no more than {ANSWERS} answers")
            self._write({"seat": seat, "question": question, "answer": said})
            self.playtest.answered(seat, question, said)

    def close(self, *, bots: bool = True) -> None:
        """Close the record's file, so that the rest of the match is not recorded, and the bots unless they play on."""
        super().close()
        if bots:
            lifecycle.close(self.bots.values())
