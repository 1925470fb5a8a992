"""A person's turn at the terminal: lines are read, moves are checked, previewed, confirmed and played."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from ..actions import verbs
from ..errors import TilewrightError, Unreadable, UsageError
from . import moves, telling
from .commands import COMMANDS
from .common import Stopped
from .preview import Foreseen, foresee

if TYPE_CHECKING:
    from ..actions import Action, Refusal
    from ..state import State
    from .table import Table

SHOWN = 24
"""Moves listed at most after a half-typed one."""


class Prompt:
    """One person's turn at the terminal, until a move has been played."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.terminal = table.terminal
        self.match = table.match
        self.rules = table.match.rules
        self.name = table.match.state.seats[seat]
        self.refused: Refusal | None = None
        self.begun = table.match.state

    @property
    def state(self) -> State:
        return self.match.state

    # -- one turn ----------------------------------------------------------------------------------------------

    def turn(self) -> None:
        """Lines are read until one has played a move (or taken one back)."""
        self.table.board(self.seat)
        for text in self.table.late:
            self.terminal.advise(text, "bad")
        self.table.late.clear()
        while self.state is self.begun:
            legal = self.state.legal(self.seat)
            self.terminal.candidates = [*map(str, legal), *COMMANDS]
            text = self.terminal.ask(f"{self.name}> ")
            self.line(text, len(legal) == 1)
        show = self.table.show(self.seat)
        if show is not None:
            self.table.left[self.seat] = show

    def line(self, text: str, forced: bool = False) -> None:
        """One line that was typed: moves, a command, a comment. A forced move may be played by Enter alone."""
        words = uncommented(text)
        if not words and self.terminal.asks:
            if text.strip() or not forced:
                self.terminal.note("type a number, a coordinate or a move; ? lists what else you can type")
            else:
                words = "1"
        while words:
            try:
                words = self.obey(words)
            except Unreadable as error:
                self.unreadable(error)
                return
            except TilewrightError as error:
                self.trouble(str(error), legal=False)
                return

    def obey(self, text: str) -> str:
        """Carries the line out; returns the line that was typed instead of confirming, if any."""
        word, _, rest = text.partition(" ")
        name = word.lower().removeprefix(":")
        if name in COMMANDS and (word.startswith(":") or name not in verbs(self.rules.kinds)):
            COMMANDS[name](self, rest.strip())
            return ""
        self.mistyped(name)
        parts = [part.strip() for part in text.split(";") if part.strip()]
        for n, part in enumerate(parts):
            for action in moves.read(part, self.state, self.seat, self.table.show(self.seat)):
                done, instead = self.play(action)
                if not done:
                    return instead
                if self.match.over:
                    return ""
            if self.seat not in self.state.to_act and n + 1 < len(parts):
                raise UsageError(f"your turn is over; not played: {'; '.join(parts[n + 1 :])}")
        return ""

    def mistyped(self, word: str) -> None:
        """UsageError for a word that is nearly a command and no move at all."""
        close = difflib.get_close_matches(word, COMMANDS, 1, 0.7)
        if close and word.isalpha() and not any(verb.startswith(word) for verb in verbs(self.rules.kinds)):
            raise UsageError(f"'{word}' is no command; did you mean '{close[0]}'?")

    def play(self, action: Action) -> tuple[bool, str]:
        """The move is checked, confirmed if it must be, and played: (whether it was, a line typed instead)."""
        refusal = self.state.check(action)
        if refusal is not None:
            self.refused = refusal
            self.trouble(f"not played: {self.rules.say_refusal(refusal, self.state.seats, self.table.lang)}")
            return False, ""
        with self.table.guard(str(action)):
            if self.table.confirm and self.terminal.asks:
                seen = foresee(self.state, action)
                if seen.final:
                    self.terminal.advise(self.preview(action, seen), "bold")
                    typed = uncommented(
                        self.terminal.ask("Enter plays it; 'no' or another move takes it back> ")
                    )
                    if typed:
                        return False, "" if typed.lower() in ("no", "n", "back", "undo") else typed
            try:
                played = self.match.play(action)
            except UsageError as error:  # the record cannot be written
                if self.terminal.asks:
                    raise
                self.terminal.note(str(error))
                self.table.leave("")
                raise Stopped(2) from error
        self.table.told(played)
        return True, ""

    def preview(self, action: Action, seen: Foreseen) -> str:
        """`place food 3,4: +3 food group; anna takes Stirling Castle`."""
        rules, state, lang = self.rules, self.state, self.table.lang
        said = []
        if len(seen.lines) > telling.MANY:
            for seat, name in enumerate(state.seats):
                total = sum(line.amount for line in seen.lines if line.seat == seat)
                said += [f"{name} {telling.signed(total)} in all"] if total else []
        elif seen.lines:
            said = [telling.by_seat(rules, seen.lines, state.seats, self.seat, lang)]
        events = [event for event in seen.events if not telling.repeats(event, action)]
        told = [rules.say_event(event, state.seats, self.seat, lang) for event in events[: telling.MANY]]
        said += told + (["..."] if len(events) > telling.MANY else [])
        said += ["the game ends, and what nobody knows yet will count as well"] if seen.ends_game else []
        return f"{action}: {'; '.join(said) or 'no points now'}"

    # -- what went wrong ---------------------------------------------------------------------------------------

    def trouble(self, text: str, legal: bool = True) -> None:
        """Something typed cannot be done: a person types again, a script stops here.

        What went wrong after other moves of the same line is said below the board that these have changed.
        """
        if self.terminal.asks:
            if self.state is self.begun or self.seat not in self.state.to_act:
                self.terminal.advise(text, "bad")
            else:
                self.table.late.append(text)
            return
        self.terminal.note(f"line {self.terminal.line}: {text}")
        listed = [str(action) for action in self.state.legal(self.seat)]
        if legal and listed:
            self.terminal.note(f"legal for {self.name} were: {', '.join(listed)}")
        self.table.leave("")
        raise Stopped(4)

    def unreadable(self, error: Unreadable) -> None:
        more = ""
        if error.expected and (self.terminal.asks or " " not in error.expected[0]):
            shown = list(error.expected[:SHOWN])
            if len(error.expected) > SHOWN:
                shown.append(f"... ({len(error.expected)} in all)")
            several = any(" " in item for item in shown)
            more = (
                "\n" + self.terminal.columns(shown) if several else f"; what may follow: {', '.join(shown)}"
            )
        self.trouble(f"{error}{more}")


def uncommented(text: str) -> str:
    """The line without its comment (`#` at its beginning or after a blank)."""
    for n, letter in enumerate(text):
        if letter == "#" and (n == 0 or text[n - 1].isspace()):
            return text[:n].strip()
    return text.strip()
