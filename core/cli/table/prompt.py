"""A person's turn at the terminal: lines are read, moves are checked, previewed, confirmed and played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from ...base.errors import TilewrightError, Unreadable, UsageError
from ...rules.actions import Action, Refusal
from ...table import commands, move_text, typed_choice
from ...table.chair import Chair
from ...table.choosing import ChoiceTarget, Choosing, Labels
from ...table.news import fitted
from ..shared.common import Stopped, told
from ..shared.terminal import Terminal
from . import prompt_screen, prompt_words

if TYPE_CHECKING:
    from .session import Session

SHOWN = 24
"""The most moves that are listed after a half-typed one."""


class Prompt:
    """One person's turn at the terminal, until a move has been played."""

    def __init__(self, session: Session, chair: Chair) -> None:
        self.session = session
        self.terminal = session.terminal
        self.table = session.table
        self.chair = chair
        self.said = session.table.said
        self.words = commands.words(session.table.lang)
        self.choosing = chair.choosing
        self.labels: Mapping[str, ChoiceTarget] = {}
        self.letters = Labels()
        self.refused: Refusal | None = None
        self.begun = session.table.revision
        self.rows = 0
        """Lines that the decision takes on the screen."""

    @property
    def paper(self) -> Terminal:
        """The terminal, which answers are printed on."""
        return self.terminal

    @property
    def moved(self) -> bool:
        """True once something has been played or taken back."""
        return self.table.revision != self.begun

    @property
    def banner(self) -> str:
        """What marks a copy to try moves in; "" for the match itself."""
        return self.said("line.trial") if self.table.trial else ""

    @property
    def asks(self) -> str:
        """The text before what is typed. In a copy to try moves in, it names the copy."""
        return f"{self.banner} {self.chair.name}> ".lstrip()

    # -- one turn ----------------------------------------------------------------------------------------------

    def turn(self) -> None:
        """Read lines until one has played a move (or taken one back)."""
        self.draw()
        for text in self.session.late:
            self.terminal.advise(text, "bad")
        self.session.late.clear()
        typed, self.session.instead = self.session.instead, ""
        if typed:
            self.line(typed)
        while not self.moved:
            self.terminal.candidates = partial(commands.completions, self)
            self.line(self.terminal.ask(self.asks))

    def draw(self) -> None:
        """Print the decision, as large as the window is now."""
        self.terminal.measure()
        coached = self.chair.coached
        above = self.terminal.fill(self.said("table.coach", text=coached)) if coached else ""
        if above:
            self.terminal.say(above, "bold")
        self.labels = prompt_screen.decision(self, above.count("\n") + bool(above))

    def line(self, text: str) -> None:
        """Carry out one line: moves, a command or a comment. Enter alone plays a forced move."""
        words = uncommented(text)
        if not words and self.terminal.asks:
            if text.strip() or not self.enters:
                self.terminal.note(self.said("line.type_something"))
            else:
                self.attempt(lambda: self.obey("; ".join(map(str, self.enters))))
        while words:
            if self.moved:  # its answer belongs below the board that the moves before it have made
                self.session.instead = words
                return
            typed = words
            words = self.attempt(lambda typed=typed: self.obey(typed))

    def attempt(self, do: object) -> str:
        """Do it; an error is reported. Returns the line that was typed instead of a confirmation, or ""."""
        try:
            return do()  # type: ignore[operator, no-any-return]
        except Unreadable as error:
            self.unreadable(error)
        except TilewrightError as error:
            self.trouble(str(error), legal=False)
        return ""

    def obey(self, text: str) -> str:
        """Carry the line out; return the line that was typed instead of a confirmation, or ""."""
        named = commands.named(text, self)
        if named is not None:
            prompt_words.carry_out(self, *named)
            return ""
        name = text.partition(" ")[0].lower().removeprefix(":")
        kinds = commands.kinds(self)
        begins = len(name) > 1 and any(verb.startswith(name) for verb in kinds)
        if text.lower() not in self.letters.means and not begins and prompt_screen.part(self, text):
            return ""
        commands.mistyped(text, self)
        parts = [part.strip() for part in text.split(";") if part.strip()]
        for n, part in enumerate(parts):
            choosing = self.choosing if n == 0 else self.chair.choosing
            found = typed_choice.read(part, self.chair, choosing, self.letters.means if n == 0 else {})
            if isinstance(found, Choosing):
                if not self.terminal.asks or n + 1 < len(parts):
                    raise Unreadable(self.said("line.half", text=part), tuple(self.listed(found)))
                self.choosing = found
                self.draw()
                return ""
            for action in found:
                done, instead = self.play(action)
                if not done:
                    return instead
                if self.table.over:
                    return ""
            if not self.chair.acts and n + 1 < len(parts):
                raise UsageError(self.said("line.turn_over", rest="; ".join(parts[n + 1 :])))
        return ""

    @property
    def enters(self) -> list[Action]:
        """The moves that Enter alone plays: those that are routine, or the only one."""
        one = self.choosing.action
        return self.choosing.routine or ([one] if one is not None else [])

    def listed(self, choosing: Choosing) -> list[str]:
        """The moves that are left, as they are read here."""
        return move_text.moves(self.chair, (offer.action for offer in choosing.left))

    def play(self, action: Action) -> tuple[bool, str]:
        """Check the move, ask for confirmation if needed, and play it.

        Returns whether it was played, and the line that was typed instead of a confirmation (or "").
        """
        refusal = self.chair.refused(action)
        if refusal is not None:
            self.refused = refusal
            self.table.match.note_refusal(refusal)
            view = self.chair.view
            why = view.rules.say_refusal(refusal, view.seats, self.table.lang)
            self.trouble(self.said("line.not_played", why=why))
            return False, ""
        with self.session.guard(str(action)):
            if self.table.confirm and self.terminal.asks:
                typed = self.confirmed(action)
                if typed is not None:
                    return False, typed
            try:
                played = self.chair.play(action, more=self.moved)
            except UsageError as error:  # the record cannot be written
                if self.terminal.asks:
                    raise
                self.terminal.note(str(error))
                self.session.leave("")
                raise Stopped(2) from error
        self.session.happened(played)
        return True, ""

    def confirmed(self, action: Action) -> str | None:
        """Show what a final move does and wait for Enter. None if it is to be played; else what was typed ("": no)."""
        sealed = self.chair.foresee(action).seals and not self.table.trial
        if not (sealed or self.chair.final(action)):
            return None
        steps = move_text.moves(self.chair, [*(self.chair.committed() if sealed else ()), action])
        brings = self.chair.said(action, whole=True)
        asks = self.said("line.reveals" if sealed else "line.plays")
        told = "; ".join(steps) + (f": {brings}" if brings else "")
        room = max(1, self.terminal.height - self.rows) if self.terminal.height else 99
        # `why` shows what has no room below the decision.
        *lines, last = fitted(told, "", f". {asks}", self.terminal.width - 3, room)
        self.terminal.retract()
        for text in lines:
            self.terminal.note(text, "bold")
        typed = uncommented(self.terminal.ask(f"{last.rstrip()} "))
        if not typed or typed.lower() in self.said("line.yes").split():
            return None
        if typed.lower() not in self.said("line.no").split():
            return typed
        self.trouble(self.said("line.not_played", why=steps[-1]))
        return ""

    # -- what went wrong ---------------------------------------------------------------------------------------

    def trouble(self, text: str, legal: bool = True) -> None:
        """Report that something typed cannot be done: a person can type again, a script stops here.

        If earlier moves of the same line have been played, the message appears below the new board.
        """
        self.chair.messages.append(text)
        if self.terminal.asks:
            if not self.moved or not self.chair.acts:
                self.terminal.advise(text, "bad")
            else:
                self.session.late.append(text)
            return
        told(self.said("line.at_line", n=self.terminal.line, text=text))
        listed = self.listed(self.chair.choosing)
        if legal and listed:
            self.terminal.note(self.said("line.legal", who=self.chair.name, moves=", ".join(listed)))
        self.session.leave("")
        raise Stopped(4)

    def unanswered(self, text: str) -> None:
        """Report that a question has no answer. Nothing depends on it, so a script goes on."""
        self.chair.messages.append(text)
        if self.terminal.asks:
            self.terminal.advise(text, "bad")
        else:
            self.terminal.note(self.said("line.at_line", n=self.terminal.line, text=text))

    def unreadable(self, error: Unreadable) -> None:
        """Report that the line cannot be read, and what could have been typed."""
        more, follows = "", error.expected
        if any(" " in item for item in follows):
            if self.terminal.asks:
                shown = [*follows[:SHOWN]]
                if len(follows) > SHOWN:
                    shown.append(self.said("line.more", n=len(follows)))
                more = "\n" + self.terminal.columns(shown)
        elif any(item.strip("<>") not in str(error) for item in follows):
            more = f"; {self.said('line.expected', what=', '.join(follows))}"
        self.trouble(f"{error}{more}")


def uncommented(text: str) -> str:
    """Return the line without its comment (from a `#` at the beginning or after a blank)."""
    for n, letter in enumerate(text):
        if letter == "#" and (n == 0 or text[n - 1].isspace()):
            return text[:n].strip()
    return text.strip()
