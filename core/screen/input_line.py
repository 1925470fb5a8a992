"""The input line of the play screen: moves and words, typed below the boards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.suggester import SuggestFromList
from textual.widgets import Input

from ..base.errors import TilewrightError, Unreadable, UsageError
from ..table import choice_keys, commands
from . import cursor, questions
from .overlays import LineWriter

if TYPE_CHECKING:
    from .play_screen import PlayScreen


def type_in(screen: PlayScreen) -> None:
    """Open the line for moves and words."""
    field = screen.query_one("#typed", Input)
    field.value = ""
    field.placeholder = screen.said("screen.type")
    asker = commands.Pointing(screen.chair, screen.choice, LineWriter(0))
    field.suggester = SuggestFromList(commands.completions(asker), case_sensitive=False)
    field.add_class("open")
    field.focus()
    screen.draw_foot()


def closed(screen: PlayScreen) -> None:
    """Close the line for moves and words."""
    field = screen.query_one("#typed", Input)
    field.remove_class("open")
    screen.set_focus(None)
    screen.draw_foot()


def typed(screen: PlayScreen, text: str) -> None:
    """Do what was typed: a word is answered, a whole move shown and played if legal; a part narrows the choice."""
    closed(screen)
    choice = screen.choice
    if not text.strip():
        return
    try:
        paper = LineWriter(questions.width(screen))
        asker = commands.Pointing(screen.chair, choice, paper)
        named = commands.named(text.strip(), asker)
        if named is not None:
            answer(screen, asker, paper, *named)
            return
        commands.mistyped(text.strip(), asker)
        if choice is None:
            raise UsageError(screen.said("table.no_turn"))
        pressed = choice_keys.written(choice, text)
    except Unreadable as error:
        more = ", ".join(error.expected[:6])
        screen.say(f"{error}" + (f" ({more})" if more else ""))
    except TilewrightError as error:
        screen.say(str(error))
    else:
        cursor.follow(screen, pressed)


# -- words -----------------------------------------------------------------------------------------------------------


def answer(screen: PlayScreen, asker: commands.Asker, paper: LineWriter, name: str, rest: str) -> None:
    """Answer a word: on a page, or with what a key of the screen does."""
    if name == "hint":
        questions.hint(screen)
    elif name == "rules" and not rest:
        questions.rules(screen)
    elif name in commands.ANSWERS:
        commands.ANSWERS[name](asker, rest)
        questions.page(screen, f"{name} {rest}".strip(), paper.lines)
    elif name in ("help", "moves"):
        screen.find(rest)
    elif name == "log":
        questions.log(screen, rest)
    elif name == "board" and rest:
        questions.part(screen, rest)
    elif name in ("bot", "resign"):
        questions.leave_seat(screen, name, rest)
    elif rest:
        word = screen.said(f"line.word.{name}").split()[0]
        raise UsageError(screen.said("screen.no_rest", word=word))
    else:
        DOES[name](screen)


DOES: dict[str, Callable[[PlayScreen], None]] = {
    "board": questions.boards,
    "legend": questions.legend,
    "score": questions.score,
    "back": cursor.back,
    "undo": questions.undo,
    "redo": questions.redo,
    "whatif": questions.what_if,
    "quit": questions.leave,
}
"""What the other words do, as their keys do."""
