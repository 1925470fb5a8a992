"""A person's turn at the terminal: lines are read, moves are checked, previewed, confirmed and played."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from ..actions import verbs
from ..errors import TilewrightError, Unreadable, UsageError
from . import moves, narration
from .commands import COMMANDS
from .common import Stopped, either, told
from .preview import Foreseen, foresee

if TYPE_CHECKING:
    from ..actions import Action, Refusal
    from ..state import State
    from .session import Session

SHOWN = 24
"""The most moves that are listed after a half-typed one."""


class Prompt:
    """One person's turn at the terminal, until a move has been played."""

    def __init__(self, session: Session, seat: int) -> None:
        self.session = session
        self.seat = seat
        self.terminal = session.terminal
        self.match = session.match
        self.rules = session.match.rules
        self.name = session.match.state.seats[seat]
        self.refused: Refusal | None = None
        self.begun = session.match.state

    @property
    def state(self) -> State:
        return self.match.state

    # -- one turn ----------------------------------------------------------------------------------------------

    def turn(self) -> None:
        """Read lines until one has played a move (or taken one back)."""
        self.session.board(self.seat)
        for text in self.session.late:
            self.terminal.advise(text, "bad")
        self.session.late.clear()
        while self.state is self.begun:
            legal = self.state.legal(self.seat)
            self.terminal.candidates = [*map(str, legal), *COMMANDS]
            text = self.terminal.ask(f"{self.name}> ")
            self.line(text, len(legal) == 1)
        show = self.session.show(self.seat)
        if show is not None:
            self.session.left[self.seat] = show

    def line(self, text: str, forced: bool = False) -> None:
        """Carry out one line: moves, a command or a comment. Enter alone plays a forced move."""
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
        """Carry the line out; return the line that was typed instead of a confirmation, or ""."""
        word, _, rest = text.partition(" ")
        name = word.lower().removeprefix(":")
        if name in COMMANDS and (word.startswith(":") or name not in verbs(self.rules.kinds)):
            COMMANDS[name](self, rest.strip())
            return ""
        self.mistyped(name)
        parts = [part.strip() for part in text.split(";") if part.strip()]
        for n, part in enumerate(parts):
            for action in moves.read(part, self.state, self.seat, self.session.show(self.seat)):
                done, instead = self.play(action)
                if not done:
                    return instead
                if self.match.over:
                    return ""
            if self.seat not in self.state.to_act and n + 1 < len(parts):
                raise UsageError(f"your turn is over; not played: {'; '.join(parts[n + 1 :])}")
        return ""

    def mistyped(self, word: str) -> None:
        """Raise UsageError if the word is nearly a command and cannot begin a move."""
        close = difflib.get_close_matches(word, COMMANDS, 1, 0.7)
        if close and word.isalpha() and not any(verb.startswith(word) for verb in verbs(self.rules.kinds)):
            raise UsageError(f"'{word}' is not a command; did you mean '{close[0]}'?")

    def play(self, action: Action) -> tuple[bool, str]:
        """Check the move, ask for confirmation if needed, and play it.

        Returns whether it was played, and the line that was typed instead of a confirmation (or "").
        """
        refusal = self.state.check(action)
        if refusal is not None:
            self.refused = refusal
            self.trouble(
                f"not played: {self.rules.say_refusal(refusal, self.state.seats, self.session.lang)}"
            )
            return False, ""
        with self.session.guard(str(action)):
            if self.session.confirm and self.terminal.asks:
                seen = foresee(self.state, action)
                if seen.final:
                    self.terminal.advise(self.preview(action, seen), "bold")
                    typed = uncommented(
                        self.terminal.ask("Enter plays it; 'no' or another move cancels it> ")
                    )
                    if typed:
                        return False, "" if typed.lower() in ("no", "n", "back", "undo") else typed
            try:
                played = self.match.play(action)
            except UsageError as error:  # the record cannot be written
                if self.terminal.asks:
                    raise
                self.terminal.note(str(error))
                self.session.leave("")
                raise Stopped(2) from error
        self.session.narrate(played)
        return True, ""

    def preview(self, action: Action, seen: Foreseen) -> str:
        """Return the effect of a move in words: `place food 3,4: +3 food group; anna takes Stirling Castle`."""
        rules, state, lang = self.rules, self.state, self.session.lang
        said = []
        if len(seen.lines) > narration.MANY:
            for seat, name in enumerate(state.seats):
                total = sum(line.amount for line in seen.lines if line.seat == seat)
                said += [f"{name} {narration.signed(total)} in total"] if total else []
        elif seen.lines:
            said = [narration.by_seat(rules, seen.lines, state.seats, self.seat, lang)]
        events = [event for event in seen.events if not narration.repeats(event, action)]
        said += [rules.say_event(event, state.seats, self.seat, lang) for event in events[: narration.MANY]]
        said += ["..."] if len(events) > narration.MANY else []
        said += ["the game ends; hidden scoring will be added"] if seen.ends_game else []
        return f"{action}: {'; '.join(said) or 'no points now'}"

    # -- what went wrong ---------------------------------------------------------------------------------------

    def trouble(self, text: str, legal: bool = True) -> None:
        """Report that something typed cannot be done: a person can type again, a script stops here.

        If earlier moves of the same line have been played, the message appears below the new board.
        """
        if self.terminal.asks:
            if self.state is self.begun or self.seat not in self.state.to_act:
                self.terminal.advise(text, "bad")
            else:
                self.session.late.append(text)
            return
        told(f"line {self.terminal.line}: {text}")
        listed = [str(action) for action in self.state.legal(self.seat)]
        if legal and listed:
            self.terminal.note(f"legal moves for {self.name}: {', '.join(listed)}")
        self.session.leave("")
        raise Stopped(4)

    def unreadable(self, error: Unreadable) -> None:
        """Report that the line cannot be read, and what could have been typed."""
        more, follows = "", error.expected
        if any(" " in item for item in follows):
            if self.terminal.asks:
                shown = [*follows[:SHOWN], *[f"... ({len(follows)} in total)"][: len(follows) > SHOWN]]
                more = "\n" + self.terminal.columns(shown)
        elif follows and {*follows} <= {*verbs(self.rules.kinds)}:
            more = f"; moves here begin with {either(verbs(moves.own(self.state)))}"
        elif any(item.strip("<>") not in str(error) for item in follows):
            more = f"; expected: {either(follows)}"
        self.trouble(f"{error}{more}")


def uncommented(text: str) -> str:
    """Return the line without its comment (from a `#` at the beginning or after a blank)."""
    for n, letter in enumerate(text):
        if letter == "#" and (n == 0 or text[n - 1].isspace()):
            return text[:n].strip()
    return text.strip()
