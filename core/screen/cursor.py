"""The effect of keys and clicks on the cursor of the play screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..draw.model import Where
from ..table import choice_keys
from ..table.choice_keys import Pressed
from . import questions, turns

if TYPE_CHECKING:
    from .board_widget import BoardWidget
    from .play_screen import PlayScreen

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
PAGES = {"pageup": (0, -1), "pagedown": (0, 1), "home": (-1, 0), "end": (1, 0)}
"""Keys that scroll the boards: up and down by almost a window, left and right by half of one."""


def follow(screen: PlayScreen, pressed: Pressed) -> None:
    """Do what follows from a key, and show it."""
    if pressed.routine:
        screen.play_routine()
    elif pressed.play is not None:
        screen.play(pressed.play)
    elif pressed.why:
        questions.why(screen)
    elif pressed.said:
        screen.say(pressed.said)
    elif pressed.renewed:
        screen.draw()
    else:
        screen.echo()


def press(screen: PlayScreen, key: str) -> None:
    """Do what a key of the cursor does; of one that means nothing here, say so."""
    pressed = choice_keys.press(screen.choice, key) if screen.choice is not None else None
    if pressed is None:
        screen.say(screen.said("screen.key.none", key=key))
    else:
        follow(screen, pressed)


def arrow(screen: PlayScreen, key: str) -> None:
    """Move the cursor: among the choices; with shift, or while one looks around, among all spots."""
    dx, dy = ARROWS[key.removeprefix("shift+")]
    choice, boards = screen.choice, screen.boards
    if choice is None:
        boards.scroll_relative(4 * dx, 2 * dy, animate=False)
        return

    def towards(anywhere: bool) -> Where | None:
        return boards.step(dx, dy, boards.drawn if anywhere else choice.choosing.lit)

    follow(screen, choice_keys.arrow(choice, dx, dy, towards, key.startswith("shift")))


def scroll(screen: PlayScreen, key: str) -> None:
    """Scroll the boards; the cursor stays where it is."""
    dx, dy = PAGES[key]
    if dy:
        screen.boards.page(dy)
    else:
        screen.boards.scroll_relative(dx * screen.boards.size.width // 2, animate=False)


def look(screen: PlayScreen) -> None:
    """Let the cursor stand on any spot; or only on choices again."""
    if screen.choice is None:
        screen.say(screen.said("screen.look.none"))
    else:
        follow(screen, choice_keys.look(screen.choice, screen.boards.drawn))


def enter(screen: PlayScreen) -> None:
    """Take what the cursor is on; let a bot that was stopped go on; go to charts and review at the end."""
    choice = screen.choice
    if screen.paused:
        screen.go()
    elif screen.table.over and not screen.table.trial:
        questions.leave(screen)  # to charts and review
    if choice is not None:
        follow(screen, choice_keys.enter(choice))


def back(screen: PlayScreen) -> None:
    """Give up the last part of a choice; stop a bot; show fewer boards; leave a copy, or a match that is over."""
    choice = screen.choice
    asked = screen.pending is not None
    if screen.table.over and not asked:
        questions.leave(screen)
    elif choice is None:
        turns.interrupt(screen)
    elif screen.every and not asked:
        questions.boards(screen)
    else:
        pressed = choice_keys.back(choice)
        if pressed.idle and screen.table.trial:
            questions.leave(screen)
        else:
            follow(screen, pressed)


def clicked(screen: PlayScreen, event: BoardWidget.Pointed) -> None:
    """A click points at any spot, and a second one takes it; one with the right button turns."""
    choice = screen.choice
    if choice is not None and screen.walk is None:
        follow(
            screen, choice_keys.turn(choice, 1) if event.turn else choice_keys.clicked(choice, event.where)
        )
