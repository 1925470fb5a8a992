"""A session: people and bots play one match at one terminal. Each player sees only what that player may know."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import attrs

from .. import blame
from ..bots import program
from ..errors import TilewrightError, UsageError
from ..match import Match, Played
from ..schedule import Sealed
from ..writing import free
from . import narration, seating
from .common import Crash, Stopped, counted
from .narration import Narrator
from .prompt import Prompt
from .streams import Styled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..draw.model import Show
    from .terminal import Terminal


@attrs.define
class Session:
    """One match with its people and bots at one terminal."""

    match: Match
    terminal: Terminal
    lang: str = "en"
    confirm: bool = True
    """Moves that cannot be taken back are previewed and confirmed."""
    undo: bool = True
    bots: Mapping[str, str] = attrs.field(factory=dict)
    """Player to bot, as they were named for this session."""
    written: Mapping[str, str] = attrs.field(factory=dict)
    """The same, as the record's header names them."""
    people: tuple[int, ...] = attrs.field(init=False)
    narrator: Narrator = attrs.field(init=False)
    heard: dict[int, int] = attrs.field(factory=dict)
    """Seat to the number of decisions that it has seen."""
    left: dict[int, Show] = attrs.field(factory=dict)
    """Seat to the position that it saw after its last move."""
    drawn: set[int] = attrs.field(factory=set)
    """Seats that have seen a board with its legend."""
    at: int | None = None
    """The seat of the person who sits at the terminal."""
    late: list[str] = attrs.field(factory=list)
    """Errors in a line after its first moves have been played, to be printed below the next board."""

    def __attrs_post_init__(self) -> None:
        seats = self.match.state.seats
        self.people = tuple(n for n, name in enumerate(seats) if name not in self.match.bots)
        alone = self.people[0] if len(self.people) == 1 else None
        self.narrator = Narrator(self.match, alone, self.lang)
        self.heard = dict.fromkeys(self.people, len(self.match.played))

    # -- the match ---------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play the match to its end. Raises Stopped if the people leave before."""
        match = self.match
        try:
            while not match.over:
                with self.guard():
                    match.play_bots(self.narrate)
                if not match.over:
                    seat = next(seat for seat in match.state.to_act if seat in self.people)
                    Prompt(self, self.seat(seat)).turn()
            program.over(match.bots.values(), match.state)
            finish(match, self.narrator.viewer, self.terminal, self.lang)
            if self.kept():
                self.terminal.note(f"record: {match.path}")
        except (KeyboardInterrupt, EOFError) as stop:
            self.terminal.note()
            self.leave("end of input" if isinstance(stop, EOFError) else "interrupted")
            raise Stopped(130) from None
        except (Crash, Stopped, BrokenPipeError):
            raise
        except (Exception, SystemExit) as error:
            self.leave("")
            found = blame.culprit(error, match.rules.plugins)
            if found and not isinstance(error, TilewrightError):
                what = f"{found}: {blame.said(error)}"
                raise Crash(f"failed after decision {match.decisions}: {what}") from error
            raise
        finally:
            match.close()
            for one in program.programs(match.bots.values()):
                one.close()

    def narrate(self, played: Played) -> None:
        """Print a decision that has been played, and what a program did wrong in it."""
        self.narrator.narrate(played, self.terminal)
        for note in program.noted(self.match, played):
            self.terminal.wrapped(note, "", "  ")

    @contextmanager
    def guard(self, move: str = "") -> Iterator[None]:
        """Turn a crash inside a game into a sentence with the command that repeats it."""
        try:
            yield
        except TilewrightError as error:
            if move or error.exit_code != 4:
                raise
            raise Crash(f"a bot's move was refused: {error}", self._again("")) from error
        except (Crash, Stopped, BrokenPipeError):
            raise
        except (Exception, SystemExit) as error:
            number = self.match.decisions + 1
            what = f" ({move})" if move else ""
            said = blame.describe(error, self.match.rules.plugins)
            raise Crash(f"the game failed at decision {number}{what}: {said}", self._again(move)) from error

    def _again(self, move: str) -> str:
        if not self.kept():
            return "the match has no record"
        resumed = self.resume("--debug")
        if move:
            resumed = f"echo {shlex.quote(move)} | {resumed}"
        return f"everything before it is saved; to repeat it: {resumed}"

    def leave(self, why: str) -> None:
        """Say that the game is saved and how to continue it; the people stop in mid-game."""
        said = f"{why}; " if why else ""
        if self.kept():
            after = counted(self.match.decisions, "decision")
            self.terminal.note(f"{said}the game is saved after {after}. To continue:")
            self.terminal.note(f"  {self.resume()}")

    def kept(self) -> bool:
        """Return whether the record is whole on the disk: at its path, or beside it if another file lies there now."""
        path = self.match.path
        if path is None:
            return False
        try:
            self.match.keep()
        except UsageError as error:
            spare = free(path)
            try:
                self.match.save(spare)
            except UsageError:
                self.terminal.note(f"the game is not saved: {error}")
                return False
            self.terminal.note(f"{path} can no longer be written; the whole game is in {spare}")
        return True

    def resume(self, *flags: str) -> str:
        """Return the command that continues the record with the bots of this session."""
        assert self.match.path is not None
        return seating.resume(self.match.path.resolve(), self.bots, self.written, *flags)

    # -- who sees what -----------------------------------------------------------------------------------------

    @property
    def secrets(self) -> bool:
        """Whether the match has anything that only one seat may see."""
        rules, state = self.match.rules, self.match.state
        hidden = any(place.zone.sees == "owner" for place in rules.places_of(state))
        return hidden or any(isinstance(node, Sealed) for node in rules.nodes)

    def seat(self, seat: int) -> int:
        """Hand the terminal to this seat's person, clearing the secrets of others from the screen.

        While decisions are sealed, the person before may take back a step instead. Returns the seat that plays now.
        """
        terminal, name = self.terminal, self.match.state.seats[seat]
        if len(self.people) > 1 and seat != self.at:
            if not terminal.asks or not self.secrets:
                terminal.say()
                terminal.say(f"--- {name} ---")
            else:
                if self.at is not None:
                    terminal.clear()
                before = self.at if self.undo and isinstance(self.match.state.step, Sealed) else None
                if before is not None and self.match.can_undo(before):
                    terminal.note(f"{self.match.state.seats[before]} can still take back the last step: undo")
                typed = terminal.ask(f"pass to {name}, then press Enter> ")
                if before is not None and typed.strip().lower() == "undo" and self.match.can_undo(before):
                    self.match.undo(before)
                    return before
                if self.at is not None:
                    self.catch_up(seat)
        self.at = seat
        self.heard[seat] = len(self.match.played)
        return seat

    def catch_up(self, seat: int) -> None:
        """Print what has happened since this person last sat here, as far as this seat may know it."""
        narrator = Narrator(self.match, seat, self.lang)
        before = self.match.played[: self.heard[seat]]
        for played in narrator.visible(self.match.played):
            if not any(played is old for old in before):
                narrator.show(played, self.terminal)

    def show(self, seat: int | None) -> Show | None:
        """Return the position as this seat sees it, to be drawn; None if the game does not draw."""
        return shown(self.match, seat, self.lang)

    def board(self, seat: int, notes: bool = False, only: str = "") -> None:
        """Print the board as this seat sees it, with the legal moves numbered; legend and captions the first time.

        With `only`, print just the boards and panels with this text in their title, in full size; UsageError if there
        are none.
        """
        if self.match.rules.game.show is None:
            state = self.match.state
            scores = ", ".join(
                f"{name} {points}" for name, points in zip(state.seats, state.scores, strict=True)
            )
            moves = [f"{n}  {action}" for n, action in enumerate(state.legal(seat), 1)]
            self.terminal.say()
            self.terminal.say(scores)
            self.terminal.say(self.terminal.columns(moves))
            return
        if only:
            draw(self.match, seat, self.terminal, self.lang, notes=False, only=only)
            return
        draw(self.match, seat, self.terminal, self.lang, notes=notes or seat not in self.drawn)
        self.drawn.add(seat)


def shown(match: Match, seat: int | None, lang: str) -> Show | None:
    """Return the position as the seat sees it, to be drawn; None if the game does not draw."""
    rules = match.rules
    return rules.show(match.state.view(seat), lang) if rules.game.show is not None else None


def draw(
    match: Match,
    seat: int | None,
    terminal: Terminal,
    lang: str,
    *,
    numbers: bool = True,
    notes: bool = True,
    only: str = "",
) -> None:
    """Print the board as the seat (None: the spectator) sees it; `notes` adds legend and captions.

    With `only`, print just what has this text in its title.
    """
    show = shown(match, seat, lang)
    if show is None:
        return
    from ..draw.text import draw_text

    if only:
        show = show.only(only)
        if not (show.boards or show.panels):
            raise UsageError(f"no board or panel has '{only}' in its title")

    terminal.say()
    text = draw_text(show, width=terminal.width, colour=terminal.depth, numbers=numbers, notes=notes)
    terminal.say(Styled(text.rstrip("\n")))


def finish(match: Match, seat: int | None, terminal: Terminal, lang: str) -> None:
    """Print the final board as the seat sees it, where every point came from, and the ranking."""
    state = match.state
    draw(match, seat, terminal, lang, numbers=False)
    terminal.say()
    scores(match, terminal, lang, state.seats)
    terminal.say()
    for line in narration.ranking(state.ranking(), state.scores, state.seats):
        terminal.say(line)
    terminal.say(narration.victory(state.winners, state.seats), "bold")


def scores(match: Match, terminal: Terminal, lang: str, names: Sequence[str]) -> None:
    """Print the score sheet, then for each player named where the points came from."""
    state = match.state
    lines = state.score_lines()
    for line in narration.sheet(match.rules, lines, state.seats, state.scores, lang):
        terminal.say(line)
    for name in names:
        seat = state.seat(name)
        terminal.say()
        terminal.say(f"{state.seats[seat]}  {state.scores[seat]}", "bold")
        for reason, parts in narration.sources(match.rules, lines, seat, lang):
            terminal.wrapped(f"{reason}: {parts}", "  ", "      ")
