"""`replay` at a terminal, line by line: one screen for each step of a walk through a record."""

from __future__ import annotations

import shutil
from collections.abc import Callable

import attrs

from ...base.errors import UsageError
from ...draw.cells import ljust
from ...draw.signs import signs
from ...draw.text import draw_text
from ...table.face_texts import Texts
from ...table.replay_walk import MOVES, Walk
from ..shared.terminal import Terminal
from . import match_text

AROUND = 4
"""Lines of a screen besides the board: where the walk is, what has happened, and the prompt."""


class LeaveReplay(Exception):
    """The reader has seen enough; with `play`, to play on from this position."""

    def __init__(self, play: bool = False) -> None:
        self.play = play


@attrs.define
class ReplayPrompt:
    """A walk at a terminal."""

    walk: Walk
    terminal: Terminal
    words: dict[str, str] = attrs.field(init=False)
    """What can be typed, each with its command."""

    def __attrs_post_init__(self) -> None:
        self.words = match_text.words("walk.word.", self.walk.lang)

    def run(self) -> bool:
        """Step until the reader leaves. True if the match is to be played on from the position reached."""
        self.screen()
        self.terminal.advise(self.said("walk.words"), "dim")
        while True:
            self.terminal.candidates = lambda: [*self.words, *(f"as {name}" for name in self.walk.names())]
            try:
                self.obey(self.terminal.ask(self.said("walk.prompt")).strip())
            except EOFError:
                return False
            except LeaveReplay as leave:
                return leave.play

    def obey(self, text: str) -> None:
        """Carry out one line."""
        first, _, rest = text.partition(" ")
        if text.isdecimal() and len(text) < 10:
            self.walk.to(int(text))
            self.screen()
            return
        name = self.words.get(first.casefold(), "") if first else "next"
        if not name:
            self.terminal.note(self.said("walk.no_word", word=text))
            self.terminal.advise(self.said("walk.words"), "dim")
            return
        COMMANDS[name](self, rest.strip())

    @property
    def said(self) -> Texts:
        return self.walk.said

    # -- the screen ----------------------------------------------------------------------------------------------

    def screen(self) -> None:
        """Print the position: where it is, what has happened, the boards of the last decision, and what comes next."""
        walk, terminal = self.walk, self.terminal
        terminal.say()
        terminal.say(terminal.fill(walk.headline()), "bold")
        event = walk.event()
        if event:
            terminal.say(terminal.fill(event, "", "  "))
        rows = shutil.get_terminal_size((80, 24)).lines - AROUND - 1 - len(event) // max(1, terminal.width)
        match_text.drawn("\n".join(self.boards(max(rows, 4))), terminal)
        terminal.say(terminal.fill(walk.next_up()))

    def boards(self, rows: int) -> list[str]:
        """The boards that the last decision has changed, in at most so many lines."""
        show = self.walk.show
        kept = [show.boards[n] for n in self.walk.boards()]
        for small in (False, True):
            chosen = [attrs.evolve(board, small=small) for board in kept]
            less = attrs.evolve(
                show, title="", boards=chosen, panels=() if chosen else show.panels, offers=()
            )
            text = draw_text(less, width=self.terminal.width, colour=self.terminal.depth, notes=False)
            lines = text.strip("\n").split("\n")
            if len(lines) <= rows:
                return lines
        return [*lines[: rows - 1], self.said("walk.more", n=len(lines) - rows + 1)]

    # -- commands ------------------------------------------------------------------------------------------------

    def move(self, name: str) -> None:
        """Walk one of MOVES, or say that this is the end."""
        why = self.walk.move(name)
        if why:
            self.terminal.note(why)
        else:
            self.screen()

    def back(self, rest: str) -> None:
        """Walk back by a decision, or by what is named."""
        name = f"{self.words.get(rest.casefold(), '')}_back"
        self.move(name if name in MOVES else "back")

    def eyes(self, name: str) -> None:
        """Look with other eyes."""
        try:
            self.walk.eyes = self.walk.eyes_of(name)
        except KeyError:
            self.terminal.note(self.said("walk.no_eyes", name=name, who=", ".join(self.walk.names())))
            return
        self.screen()

    def score(self, rest: str) -> None:
        """Print the points so far."""
        from ...draw.text import written
        from ...draw.text_charts import round_lines

        walk, terminal = self.walk, self.terminal
        match_text.sheet(walk.standing(), terminal)
        chart = walk.chart()
        if chart is not None:
            title, numbers, points = chart
            height = min(14, shutil.get_terminal_size((80, 24)).lines - 2)
            lines = round_lines(
                title, walk.seats, numbers, points,
                signs=signs(walk.show), width=min(terminal.width, 110), height=height,
            )  # fmt: skip
            terminal.say()
            match_text.drawn(written(lines, terminal.depth), terminal)

    def log(self, rest: str) -> None:
        """Print the decisions so far, as at the table, and at the end of a copy the moves that follow."""
        try:
            match_text.log([entry.told for entry in self.walk.log()], rest, self.terminal, self.said)
        except UsageError as error:
            self.terminal.note(str(error))
        for line in self.walk.following:
            self.terminal.say(line, "dim")

    def play(self, rest: str) -> None:
        """Leave, to play on from this position, if that is possible."""
        why = self.walk.no_play()
        if why:
            self.terminal.note(why)
            return
        raise LeaveReplay(play=True)

    def leave(self, rest: str) -> None:
        raise LeaveReplay

    def help(self, rest: str) -> None:
        """List everything that can be typed."""
        who = ", ".join(self.walk.names())
        for key in self.said.known("walk.help."):
            name = key.removeprefix("walk.help.")
            words = self.said(f"walk.word.{name}") if name in COMMANDS and name not in ("as",) else ""
            self.terminal.wrapped(self.said(key, who=who), f"  {ljust(words, 18)}", " " * 20)


Do = Callable[[ReplayPrompt, str], None]


def _moves(name: str) -> Do:
    return lambda prompt, rest: prompt.move(name)


COMMANDS: dict[str, Do] = {
    **{name: _moves(name) for name in MOVES},
    "back": ReplayPrompt.back,
    "as": ReplayPrompt.eyes,
    "board": lambda prompt, rest: match_text.drawing(prompt.walk.show, prompt.terminal),
    "score": ReplayPrompt.score,
    "log": ReplayPrompt.log,
    "play": ReplayPrompt.play,
    "help": ReplayPrompt.help,
    "quit": ReplayPrompt.leave,
}
