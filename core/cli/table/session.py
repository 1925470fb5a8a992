"""A session: people and bots play one match at one terminal, line by line. The table knows who may know what."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import attrs

from ...base import plugin_errors
from ...base.errors import TilewrightError, UsageError
from ...draw.cells import center
from ...play.match import Match
from ...play.recorded_game import Played
from ...table import commands
from ...table.chair import Chair
from ...table.narration import Narrator
from ...table.table import Table
from ...text.seat_names import find
from ..shared import seats as seating
from ..shared.common import Back, Crash, Stopped
from ..shared.terminal import Terminal
from . import author_prompt, match_text, saved_games

if TYPE_CHECKING:
    from ...screen.puzzle_screen import AfterChoice


@attrs.define(eq=False, repr=False)
class Session:
    """One table at one terminal."""

    table: Table
    terminal: Terminal
    bots: Mapping[str, str] = attrs.field(factory=dict)
    """Player to bot, as they were named for this session."""
    written: Mapping[str, str] = attrs.field(factory=dict)
    """The same, as the record's header names them."""
    at: int | None = None
    """The seat of the person who sits at the terminal."""
    outer: Session | None = None
    """The session of the match, if this is a copy to try moves in."""
    teller: Narrator = attrs.field(init=False)
    """Narrates events as they happen if the next board will not show them: to the only person, or to all."""
    wish: AfterChoice | None = None
    """What the people want after the match, if a face has asked them."""
    late: list[str] = attrs.field(factory=list)
    """Errors in a line after its first moves have been played, to be printed below the next board."""
    instead: str = ""
    """What was typed instead of a confirmation after such moves, to be carried out below the next board."""

    def __attrs_post_init__(self) -> None:
        self.teller = Narrator(self.table.match, self.table.alone, self.table.lang)

    @property
    def match(self) -> Match:
        return self.table.match

    # -- the match ---------------------------------------------------------------------------------------------

    def run(self, face: Callable[[Session], None] | None = None) -> None:
        """Play the match to its end, at the prompt or at another face. Raises Stopped if the people leave before."""
        match, said = self.match, self.table.said
        try:
            (face or Session.lines)(self)
            if self.wish is None:
                if self.terminal.asks:  # else it has been printed already
                    for text in self.table.chair(self.table.alone).news.texts:
                        self.terminal.wrapped(text, "", "  ")
                match_text.finish(self.table.chair(self.table.alone), self.terminal)
            if face is None:
                from .after_game import after

                author_prompt.ask(self.table, self.terminal)
                after(match, self.table.people, self.terminal, self.table.lang)
            if self.kept():
                self.terminal.place(said("line.record"), match.path, note=True)
        except (KeyboardInterrupt, EOFError) as stop:
            self.terminal.note()
            if self.table.over:
                raise Stopped(130) from None
            self.leave(said("line.end_of_input" if isinstance(stop, EOFError) else "line.interrupted"))
            raise Stopped(130) from None
        except (Crash, Stopped, BrokenPipeError):
            raise
        except (Exception, SystemExit) as error:
            self.leave("")
            found = plugin_errors.culprit(error, match.rules.plugins)
            if found and not isinstance(error, TilewrightError):
                what = f"{found}: {plugin_errors.said(error)}"
                raise Crash(f"failed after decision {match.decisions}: {what}") from error
            raise
        finally:
            match.close()

    def lines(self) -> None:
        """Play at the prompt."""
        from .prompt import Prompt  # the full screen does without it

        self.warn()
        while not self.table.over:
            self.bots_play()
            seat = self.table.next_person()
            if seat is not None:
                Prompt(self, self.table.chair(self.seat(seat))).turn()

    def bots_play(self) -> None:
        """Let bots play until a person must decide. People hear of it on their next board; else it is printed."""
        while (seat := self.table.next_bot()) is not None:
            thinks = self.table.said("line.thinking", who=self.table.called(seat))
            with self.guard(), self.terminal.meanwhile(thinks):
                played = self.table.play(self.table.think())
            self.happened(played)

    def happened(self, played: Played) -> None:
        """Print a decision, unless a person reads of it on the next board, and what a program did wrong in it."""
        if not (self.terminal.asks and self.table.people):
            for one in self.teller.ready(played):
                match_text.decision(self.teller.told(one), self.terminal)
            if self.teller.waits(played):
                secret = self.table.said("line.in_secret", who=self.table.seats[played.seat])
                self.terminal.say(f"{played.number:>3}. {secret}")
        if played.note:
            self.terminal.wrapped(played.note, "", "  ")

    @contextmanager
    def guard(self, move: str = "") -> Iterator[None]:
        """Turn a crash inside a game into a sentence with the command that repeats it."""
        try:
            yield
        except TilewrightError as error:
            if move or error.exit_code != 4:
                raise
            raise Crash(f"a bot's move was refused: {error}", self._again("")) from error
        except (Crash, Stopped, BrokenPipeError, EOFError):
            raise
        except (Exception, SystemExit) as error:
            number = self.match.decisions + 1
            what = f" ({move})" if move else ""
            said = plugin_errors.describe(error, self.match.rules.plugins)
            raise Crash(f"the game failed at decision {number}{what}: {said}", self._again(move)) from error

    def _again(self, move: str) -> str:
        if not self.kept():
            return "the match has no record"
        resumed = self.resume("--debug")
        if move:
            resumed = f"echo {shlex.quote(move)} | {resumed}"
        return f"everything before it is saved; to repeat it: {resumed}"

    def leave(self, why: str) -> None:
        """Print that the game is saved and how to continue it. Called when people stop in mid-game."""
        if self.outer is not None:
            return self.outer.leave(why)
        if self.kept():
            self.terminal.note(
                (f"{why}; " if why else "") + self.table.said("line.saved", n=self.match.decisions)
            )
            self.terminal.note(f"  {self.resume()}")
        return None

    def kept(self) -> bool:
        """Return whether the record is whole on the disk: at its path, or beside it if another file lies there now."""
        path = self.match.path
        if path is None:
            return False
        try:
            self.match.keep()
        except UsageError as error:
            try:
                spare = self.match.save(path, fresh=True)
            except UsageError:
                self.terminal.note(self.table.said("line.not_saved", why=error))
                return False
            if spare is not None:
                self.terminal.place(self.table.said("line.spare"), spare, note=True)
        return True

    def resume(self, *flags: str) -> str:
        """Return the command that continues the record with the bots of this session."""
        assert self.match.path is not None
        return seating.resume(saved_games.called(self.match.path), self.bots, self.written, *flags)

    def warn(self) -> None:
        """Warn people who share a plain terminal that its history keeps their secrets."""
        if self.terminal.plain and self.terminal.asks and len(self.table.people) > 1 and self.table.secrets:
            self.terminal.advise(self.table.said("line.plain_secrets"))

    # -- who sits here -----------------------------------------------------------------------------------------

    def seat(self, seat: int) -> int:
        """Hand the terminal to this seat's person, clearing the secrets of others from the screen.

        Meanwhile the person before may take back a step as long as decisions are sealed, and every person may try
        moves. Returns the seat that plays now.
        """
        table, terminal = self.table, self.terminal
        if len(table.people) > 1 and seat != self.at:
            if not terminal.asks:
                terminal.say()
                terminal.say(f"--- {table.seats[seat]} ---")
            elif table.secrets:
                while self.at != seat:
                    before, notes = self._sealer(), []
                    if self.at is not None and not table.chair(seat).unhelped:
                        notes.append(table.said("line.may_try", who=table.seats[self.at]))
                    if before is not None:
                        notes.append(table.said("line.last_step", who=table.seats[before]))
                    word, _, rest = self._passed(seat, notes).partition(" ")
                    meant = commands.words(table.lang).get(word.lower())
                    if meant == "undo" and before is not None:
                        table.take_back(before)
                        return before
                    if meant != "whatif":
                        break
                    try:
                        self.visit(self.person(rest) if rest else self.at if self.at is not None else seat)
                    except UsageError as error:
                        terminal.advise(str(error), "bad")
        self.at = seat
        return seat

    def _sealer(self) -> int | None:
        """The person before, if a sealed step of theirs can still be taken back."""
        table = self.table
        return self.at if self.at is not None and table.sealed and table.can_take_back(self.at) else None

    def _passed(self, seat: int, notes: Sequence[str] = ()) -> str:
        """Clear the screen and wait until this seat's person says to sit here. Returns what was typed."""
        if self.at is not None:
            self.terminal.clear()
        for text in notes:
            self.terminal.advise(text, "dim")
        return self.terminal.ask(self.table.said("line.pass_to", who=self.table.seats[seat])).strip()

    def person(self, name: str) -> int:
        """Return the seat of the person of this name. UsageError if no person here has it."""
        seats = self.table.seats
        seat = find(name, seats)
        if seat is not None and seat in self.table.people:
            return seat
        people = ", ".join(seats[seat] for seat in self.table.people)
        raise UsageError(self.table.said("line.no_player", name=name, players=people))

    def visit(self, seat: int) -> None:
        """Let a person try moves in a copy of the match, also off turn. Others' secrets leave the screen before."""
        unhelped = self.table.chair(seat).unhelped
        if unhelped:
            raise UsageError(unhelped)
        if seat != self.at and self.terminal.asks and self.table.secrets:
            self._passed(seat)
        self.at = seat
        self.what_if(self.table.chair(seat))

    def what_if(self, chair: Chair) -> None:
        """Let the person play on in a copy that knows only what the seat knows, until `back` or its end.

        It need not be the seat's turn: bots play for the others until it is.
        """
        terminal, said, table = self.terminal, self.table.said, chair.what_if()
        copy = Session(table, terminal, outer=self)
        terminal.say(center(said("line.trial"), min(terminal.width, 78), "="), "bold")
        terminal.wrapped(said("line.trial_how"))
        try:
            copy.lines()
            match_text.finish(table.chair(chair.seat), terminal)
        except Back:
            pass
        except Crash as crash:
            terminal.advise(crash.what, "bad")
        terminal.say(center(said("line.trial_over"), min(terminal.width, 78), "="), "bold")
