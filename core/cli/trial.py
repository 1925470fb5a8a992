"""What if: a person tries moves in a copy of the match, and comes back to the match as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import UsageError
from . import printing
from .common import Back, Crash

if TYPE_CHECKING:
    from .prompt import Prompt


def what_if(prompt: Prompt) -> None:
    """Let the person play on in a copy that knows only what the seat knows, until `back` or its end."""
    from .prompt import Prompt
    from .session import Session

    terminal, said = prompt.terminal, prompt.said
    if prompt.table.trial:
        raise UsageError(said("line.trial_twice"))
    table = prompt.chair.what_if()
    session = Session(table, terminal, confirm=False, outer=prompt.session)
    frame = said("line.trial").center(min(terminal.width, 78), "=")
    terminal.say(frame, "bold")
    terminal.wrapped(said("line.trial_how"))
    try:
        while not table.over:
            session.bots_play()
            seat = table.next_person()
            if seat is not None:
                Prompt(session, table.chair(seat)).turn()
        printing.finish(table.chair(prompt.chair.seat), terminal)
    except Back:
        pass
    except Crash as crash:
        terminal.advise(crash.what, "bad")
    terminal.say(said("line.trial_over").center(min(terminal.width, 78), "="), "bold")
    prompt.draw()
