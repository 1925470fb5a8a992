"""What keys and clicks do to the cursor at the play screen: among the choices, over all spots, and what Enter takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import asking, turns

if TYPE_CHECKING:
    from .board import Board
    from .play import PlayScreen

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
PAGES = {"pageup": (0, -1), "pagedown": (0, 1), "home": (-1, 0), "end": (1, 0)}
"""Keys that scroll the boards: up and down by almost a window, left and right by half of one."""

DIGITS = frozenset("0123456789")
"""Keys of an amount; other signs that Unicode counts as digits, such as a small 2, are none."""


def arrow(screen: PlayScreen, key: str) -> None:
    """Move the cursor: among the choices; with shift, or while one looks around, among all spots."""
    dx, dy = ARROWS[key.removeprefix("shift+")]
    choice = screen.choice
    if choice is None:
        screen.boards.scroll_relative(4 * dx, 2 * dy, animate=False)
        return
    screen.pending = None
    anywhere = screen.free or key.startswith("shift")
    if choice.line is not None and not anywhere:
        choice.choose((choice.line + dx + dy) % len(choice.listed))
    elif choice.nowhere and choice.listed and not choice.choosing.spots and not anywhere:
        choice.choose(0 if dx + dy > 0 else len(choice.listed) - 1)
    else:
        where = screen.boards.step(dx, dy, screen.boards.drawn if anywhere else choice.choosing.spots)
        if where is not None:
            choice.point(where)
        elif dy and not anywhere and not choice.more(-dy) and len(choice.groups) > 1:
            choice.tab(dy)
    screen.echo()


def scroll(screen: PlayScreen, key: str) -> None:
    """Scroll the boards; the cursor stays where it is."""
    dx, dy = PAGES[key]
    if dy:
        screen.boards.page(dy)
    else:
        screen.boards.scroll_relative(dx * screen.boards.size.width // 2, animate=False)


def look(screen: PlayScreen) -> None:
    """Let the cursor stand on any spot; or only on choices again, back on the move under way."""
    choice = screen.choice
    if choice is None:
        screen.say(screen.said("screen.look.none"))
        return
    screen.pending, screen.free = None, not screen.free
    if not screen.free:
        choice.home()
    elif choice.where is None:
        choice.point(next(iter([*choice.choosing.spots, *screen.boards.drawn]), None))
    screen.echo()


def turn(screen: PlayScreen, step: int) -> None:
    """Turn the tile, or take another of the moves here."""
    if screen.choice is not None:
        screen.pending = None
        screen.choice.turn(step)
        screen.echo()


def amount(screen: PlayScreen, step: int) -> None:
    """Take a greater or smaller amount."""
    if screen.choice is not None:
        screen.pending = None
        answered(screen, screen.choice.more(step), "screen.no_amount", "+" if step > 0 else "-")


def tab(screen: PlayScreen, step: int) -> None:
    """Go to the next kind of choice."""
    if screen.choice is not None:
        screen.pending, screen.free = None, False
        screen.choice.tab(step)
        screen.echo()


def typed(screen: PlayScreen, key: str) -> None:
    """A digit of an amount, or a letter of the list."""
    choice = screen.choice
    if choice is None or screen.pending is not None:
        screen.echo()
    elif key in DIGITS:
        answered(screen, choice.digit(key), "screen.no_amount", key)
    elif len(key) == 1 and key.isalpha():
        answered(screen, choice.letter(key), "screen.no_key", key)
    else:
        screen.echo()


def answered(screen: PlayScreen, done: bool, why_not: str, key: str) -> None:
    """Show the choice after a key, or that the key means nothing."""
    if not done:
        screen.say(screen.said(why_not, typed=key))
    else:
        screen.free = False
        screen.echo()


def enter(screen: PlayScreen) -> None:
    """Take what the cursor is on; a move that is final is asked for twice, one that is refused is explained."""
    choice = screen.choice
    if screen.paused:
        screen.go()
    elif screen.table.over and not screen.table.trial:
        asking.leave(screen)  # to charts and review
    if choice is None:
        return
    if screen.pending is not None:
        screen.play(screen.pending)
        return
    if choice.nowhere:
        screen.say(screen.said("screen.rest"))
        return
    if choice.refused is not None or choice.astray:
        asking.why(screen)
        return
    if screen.free:  # to look is not to play
        screen.free = False
        screen.echo()
        return
    action = choice.enter()
    if action is None:
        screen.draw()
    elif screen.confirm and screen.chair.final(action):
        screen.pending = action
        screen.echo()
    else:
        screen.play(action)


def back(screen: PlayScreen) -> None:
    """Give up the last part of a choice; stop a bot; show fewer boards; leave a copy, or a match that is over."""
    if screen.pending is not None:
        screen.pending = None
    elif screen.table.over:
        asking.leave(screen)
        return
    elif (choice := screen.choice) is None:
        turns.interrupt(screen)
        return
    elif screen.every:
        asking.boards(screen)
        return
    elif screen.free:
        look(screen)
        return
    else:
        narrowed = choice.choosing
        done = choice.back()
        if choice.choosing is not narrowed:
            screen.draw()
            return
        if not done and screen.table.trial:
            asking.leave(screen)
            return
    screen.echo()


def clicked(screen: PlayScreen, event: Board.Pointed) -> None:
    """A click points at any spot; one on what is pointed at takes it, as does one on a spot with a single choice."""
    choice = screen.choice
    if choice is None or screen.walk is not None:
        return
    if event.turn:
        turn(screen, 1)
        return
    again = choice.where == event.where and choice.line is None
    screen.pending, screen.free = None, False
    if not again:
        choice.point(event.where)
    screen.echo()
    if again or len(choice.here) == 1:
        enter(screen)
