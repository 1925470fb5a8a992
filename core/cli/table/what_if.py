"""What if: a person tries moves in a copy of the match, and comes back to the match as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..shared.common import Back, Crash
from . import match_text
from .prompt import Prompt

if TYPE_CHECKING:
    from ...table.chair import Chair
    from .session import Session


def what_if(outer: Session, chair: Chair) -> None:
    """Let the person play on in a copy that knows only what the seat knows, until `back` or its end.

    It need not be the seat's turn: bots play for the others until it is.
    """
    from .session import Session

    terminal, said, table = outer.terminal, outer.table.said, chair.what_if()
    session = Session(table, terminal, confirm=False, outer=outer)
    terminal.say(said("line.trial").center(min(terminal.width, 78), "="), "bold")
    terminal.wrapped(said("line.trial_how"))
    try:
        while not table.over:
            session.bots_play()
            seat = table.next_person()
            if seat is not None:
                Prompt(session, table.chair(seat)).turn()
        match_text.finish(table.chair(chair.seat), terminal)
    except Back:
        pass
    except Crash as crash:
        terminal.advise(crash.what, "bad")
    terminal.say(said("line.trial_over").center(min(terminal.width, 78), "="), "bold")
