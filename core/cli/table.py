"""The table: people and bots play one match; what happens is told to whoever may know it; the end is counted up."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import attrs

from .. import blame
from ..errors import TilewrightError, UsageError
from ..match import Match, Played
from ..schedule import Sealed
from . import telling
from .common import Crash, Stopped, command
from .prompt import Prompt
from .telling import Teller

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..draw.model import Show
    from .terminal import Terminal


@attrs.define
class Table:
    """One match with everybody around it."""

    match: Match
    terminal: Terminal
    lang: str = "en"
    confirm: bool = True
    """Moves that cannot be taken back are previewed and confirmed."""
    undo: bool = True
    people: tuple[int, ...] = attrs.field(init=False)
    teller: Teller = attrs.field(init=False)
    heard: dict[int, int] = attrs.field(factory=dict)
    """Seat to how many decisions it has been told of."""
    left: dict[int, Show] = attrs.field(factory=dict)
    """Seat to what it saw after its last move."""
    drawn: set[int] = attrs.field(factory=set)
    """Seats that have seen a board with its legend."""
    at: int | None = None
    """The seat of the person who sits at the terminal."""
    late: list[str] = attrs.field(factory=list)
    """What went wrong in a line after its first moves, to be said below the next board."""

    def __attrs_post_init__(self) -> None:
        seats = self.match.state.seats
        self.people = tuple(n for n, name in enumerate(seats) if name not in self.match.bots)
        alone = self.people[0] if len(self.people) == 1 else None
        self.teller = Teller(self.match, alone, self.lang)
        self.heard = dict.fromkeys(self.people, len(self.match.played))

    # -- the match ---------------------------------------------------------------------------------------------

    def run(self) -> None:
        """The match is played to its end. Stopped, when the people leave it before."""
        match = self.match
        try:
            while not match.over:
                with self.guard():
                    match.play_bots(self.told)
                if not match.over:
                    seat = next(seat for seat in match.state.to_act if seat in self.people)
                    Prompt(self, self.seat(seat)).turn()
            finish(match, self.teller.viewer, self.terminal, self.lang)
            if match.path is not None:
                self.terminal.note(f"record: {match.path}")
        except (KeyboardInterrupt, EOFError) as stop:
            self.terminal.note()
            self.leave("the input has ended" if isinstance(stop, EOFError) else "interrupted")
            raise Stopped(130) from None
        except (Crash, Stopped, BrokenPipeError):
            raise
        except Exception as error:
            self.leave("")
            found = blame.culprit(error, match.rules.plugins)
            if found and not isinstance(error, TilewrightError):
                told = f"{found}: {type(error).__name__}: {error}"
                raise Crash(f"this failed after decision {match.decisions}: {told}") from error
            raise
        finally:
            match.close()

    def told(self, played: Played) -> None:
        self.teller.tell(played, self.terminal)

    @contextmanager
    def guard(self, move: str = "") -> Iterator[None]:
        """A crash inside a game becomes a sentence with the command that repeats it."""
        try:
            yield
        except TilewrightError as error:
            if move or error.exit_code != 4:
                raise
            raise Crash(f"a bot's move is refused: {error}\n{self._again('')}") from error
        except (Crash, Stopped, BrokenPipeError):
            raise
        except Exception as error:
            number = self.match.decisions + 1
            what = f" ({move})" if move else ""
            told = blame.told(error, self.match.rules.plugins)
            said = f"the game failed at decision {number}{what}: {told}"
            raise Crash(f"{said}\n{self._again(move)}") from error

    def _again(self, move: str) -> str:
        path = self.match.path
        if path is None:
            return "the match has no record"
        resumed = command("resume", "--debug", path.resolve())
        if move:
            resumed = f"echo {shlex.quote(move)} | {resumed}"
        return f"everything before it is saved; this repeats it: {resumed}"

    def leave(self, why: str) -> None:
        """The people stop in mid-game."""
        path = self.match.path
        said = f"{why}; " if why else ""
        if path is not None:
            self.terminal.note(f"{said}the game is saved after {self.match.decisions} decisions. Go on with:")
            self.terminal.note(f"  {command('resume', path.resolve())}")

    # -- who sees what -----------------------------------------------------------------------------------------

    @property
    def secrets(self) -> bool:
        """Whether anything at this table is for one seat's eyes only."""
        rules, state = self.match.rules, self.match.state
        hidden = any(place.zone.sees == "owner" for place in rules.places_of(state))
        return hidden or any(isinstance(node, Sealed) for node in rules.nodes)

    def seat(self, seat: int) -> int:
        """This person sits at the terminal now; nobody else's secrets are on the screen.

        While decisions are sealed the one who sat there before may take a step back instead; returns who sits there.
        """
        terminal, name = self.terminal, self.match.state.seats[seat]
        if len(self.people) > 1 and seat != self.at:
            if not terminal.asks or not self.secrets:
                terminal.say(f"\n--- {name} ---")
            else:
                if self.at is not None:
                    terminal.clear()
                before = self.at if self.undo and isinstance(self.match.state.step, Sealed) else None
                if before is not None and self.match.can_undo(before):
                    terminal.note(f"{self.match.state.seats[before]} can still take the last step back: undo")
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
        """What happened since this person last sat here, as they may know it."""
        teller = Teller(self.match, seat, self.lang)
        before = self.match.played[: self.heard[seat]]
        for played in teller.told(self.match.played):
            if not any(played is old for old in before):
                teller.show(played, self.terminal)

    def show(self, seat: int | None) -> Show | None:
        """The position as this seat sees it, to be drawn; None for a game without drawing."""
        return shown(self.match, seat, self.lang)

    def board(self, seat: int, notes: bool = False, only: str = "") -> None:
        """The board as this person sees it, the legal moves numbered; legend and captions the first time.

        Of several boards and panels those with `only` in their title, in full size; UsageError if there is none.
        """
        if self.match.rules.game.show is None:
            state = self.match.state
            scores = ", ".join(
                f"{name} {points}" for name, points in zip(state.seats, state.scores, strict=True)
            )
            moves = [f"{n}  {action}" for n, action in enumerate(state.legal(seat), 1)]
            self.terminal.say(f"\n{scores}\n{self.terminal.columns(moves)}")
            return
        if only:
            draw(self.match, seat, self.terminal, self.lang, notes=False, only=only)
            return
        draw(self.match, seat, self.terminal, self.lang, notes=notes or seat not in self.drawn)
        self.drawn.add(seat)


def shown(match: Match, seat: int | None, lang: str) -> Show | None:
    """The position as the seat sees it, to be drawn; None for a game without drawing."""
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
    """The board as the seat (None: the spectator) sees it, on stdout; `notes` are legend and captions.

    `only` what has this text in its title.
    """
    show = shown(match, seat, lang)
    if show is None:
        return
    from ..draw.text import draw_text

    if only:
        show = show.only(only)
        if not (show.boards or show.panels):
            raise UsageError(f"nothing here has '{only}' in its title")

    terminal.say()
    text = draw_text(show, width=terminal.width, colour=terminal.depth, numbers=numbers, notes=notes)
    terminal.say(text.rstrip("\n"))


def finish(match: Match, seat: int | None, terminal: Terminal, lang: str) -> None:
    """The final board as the seat sees it, where every point came from, and the ranking."""
    state = match.state
    draw(match, seat, terminal, lang, numbers=False)
    terminal.say()
    scores(match, terminal, lang, state.seats)
    terminal.say()
    for line in telling.ranking(state.ranking(), state.scores, state.seats):
        terminal.say(line)
    terminal.say(telling.victory(state.winners, state.seats), "bold")


def scores(match: Match, terminal: Terminal, lang: str, names: Sequence[str]) -> None:
    """The score sheet, then for each player named where the points came from."""
    state = match.state
    lines = state.score_lines()
    terminal.say(telling.sheet(match.rules, lines, state.seats, state.scores, lang))
    for name in names:
        seat = state.seat(name)
        terminal.say()
        terminal.say(f"{state.seats[seat]}  {state.scores[seat]}", "bold")
        for reason, parts in telling.sources(match.rules, lines, seat, lang):
            terminal.wrapped(f"{reason}: {parts}", "  ", "      ")
