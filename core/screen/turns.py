"""Turns at the play screen: bots, people one after the other, the curtain between them, and the end."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.widgets import Input

from ..table.changes import changed
from ..table.choice_cursor import ChoiceCursor
from .lines_widget import LinesWidget
from .overlays import Curtain

if TYPE_CHECKING:
    from .bot_thread import Thought
    from .play_screen import PlayScreen


def go(screen: PlayScreen) -> None:
    """Go on with the seat that decides now: a bot, or a person at the keyboard; or end."""
    table = screen.table
    no_pause(screen)
    screen.unasked()
    screen.walk, screen.paused = None, False
    if table.over or table.next_bot() is None:
        seat = None if table.over else table.next_person()
        if seat is None or seat == screen.at:
            screen.sit(screen.at)
        elif table.secrets and not (screen.at is None and len(table.people) == 1):
            curtain(screen, seat)
        else:
            screen.sit(seat)
        return
    screen.choice = None
    screen.thinker.begin(table.think)
    if screen.table.pace or not screen.table.match.played:
        screen.draw()
    else:
        screen.draw_head()


def sit(screen: PlayScreen, seat: int | None) -> None:
    """Seat this person at the keyboard, and show what has happened meanwhile."""
    table = screen.table
    screen.at, screen.curtained = seat, False
    screen.message = ""  # it was said about what is over now: "it is not your turn"
    screen.chair = chair = table.chair(seat)
    screen.choice = ChoiceCursor(chair, screen.kept) if chair.acts else None
    begins, screen.begins = screen.begins, None
    if screen.choice is not None and begins is not None and begins in chair.view.legal():
        screen.choice.seek(begins, named=screen.named)
    if seat is not None:
        screen.changed = frozenset(chair.moved())
    screen.draw()
    if table.over:
        screen.app.over(screen)


def curtain(screen: PlayScreen, seat: int) -> None:
    """Hide everything until this person sits at the keyboard."""
    table = screen.table
    before = screen.at if table.sealed else None
    takes_back = table.seats[before] if before is not None and table.can_take_back(before) else ""
    forget(screen)

    def drawn(key: str | None) -> None:
        if key == "q":
            screen.app.leave()
        elif key == "u" and before is not None:
            screen.notes = (table.take_back(before),)
            screen.sit(before)
        else:
            screen.sit(seat)

    screen.app.push_screen(Curtain(table.seats[seat], screen.said, takes_back), drawn)


def forget(screen: PlayScreen) -> None:
    """Leave nothing on the screen that one person alone may see: pages, lists and a copy on top of it are closed."""
    while screen.app.screen is not screen:
        screen.app.pop_screen()
    screen.curtained = True
    screen.choice, screen.notes, screen.message, screen.changed = None, (), "", frozenset()
    screen.arranged, screen.drawings = (), {}
    screen.boards.clear()
    for sheet in screen.query(LinesWidget):
        sheet.write([])
    field = screen.query_one("#typed", Input)
    field.value = ""
    field.remove_class("open")
    screen.set_focus(None)


def thought(screen: PlayScreen, found: Thought) -> None:
    """Play what the bot has found, unless it has been stopped."""
    if not screen.thinker.wanted(found):
        return
    if found.error is not None:
        screen.app.fail(found.error, "")
        return
    assert found.action is not None
    before = screen.chair.show if screen.table.pace else None
    screen.table.play(found.action)
    screen.notes = ()
    if before is not None:
        screen.changed = changed(before, screen.chair.show)
        screen.draw()
        screen.pause = screen.set_timer(screen.table.pace, partial(after_a_look, screen))
    else:
        screen.call_later(after_a_look, screen)


def after_a_look(screen: PlayScreen) -> None:
    """Go on after a bot's move has been shown, unless it has been stopped."""
    no_pause(screen)
    if not screen.paused and not screen.thinker.busy:
        screen.go()


def no_pause(screen: PlayScreen) -> None:
    """Wait no longer for the time for which a bot's move is shown."""
    if screen.pause is not None:
        screen.pause.stop()
        screen.pause = None


def interrupt(screen: PlayScreen) -> None:
    """Stop the bot, whether it thinks or its move is shown, until Enter."""
    screen.thinker.drop()
    no_pause(screen)
    screen.paused = True
    screen.draw_head()
    screen.echo()
