"""The keys of the play screen: what each does, in which situation the footer names it, and its place in the palette."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs
from textual.strip import Strip

from . import asking, frame, sides

if TYPE_CHECKING:
    from .play import PlayScreen


@attrs.frozen
class Key:
    """A key with its text (`screen.do.TEXT`) and what it does."""

    text: str
    do: Callable[[PlayScreen], None]
    name: str = ""
    """Its name (`screen.key.NAME`), if that is not the letter itself."""


def _turn(step: int) -> Callable[[PlayScreen], None]:
    def turned(screen: PlayScreen) -> None:
        if screen.choice is not None:
            screen.pending = None
            screen.choice.turn(step)
            screen.echo()

    return turned


def _amount(step: int) -> Callable[[PlayScreen], None]:
    def changed(screen: PlayScreen) -> None:
        if screen.choice is not None:
            screen.pending = None
            screen.changed_choice(screen.choice.more(step), "screen.no_amount", "+" if step > 0 else "-")

    return changed


def _tab(step: int) -> Callable[[PlayScreen], None]:
    def tabbed(screen: PlayScreen) -> None:
        if screen.choice is not None:
            screen.pending = None
            screen.choice.tab(step)
            screen.echo()

    return tabbed


KEYS: dict[str, Key] = {
    "enter": Key("take", lambda screen: screen.enter(), "enter"),
    "r": Key("turn", _turn(1)),
    "R": Key("turn_back", _turn(-1)),
    "+": Key("more", _amount(1)),
    "-": Key("less", _amount(-1)),
    "tab": Key("next", _tab(1), "tab"),
    "shift+tab": Key("before", _tab(-1), "shift_tab"),
    "escape": Key("back", lambda screen: screen.back(), "escape"),
    "u": Key("undo", asking.undo),
    "U": Key("redo", asking.redo),
    "w": Key("why", lambda screen: screen.why()),
    "h": Key("hint", asking.hint),
    "l": Key("log", asking.log),
    "p": Key("panels", asking.panels),
    "s": Key("score", asking.score),
    "k": Key("legend", asking.legend),
    "t": Key("rules", asking.rules),
    "b": Key("boards", asking.boards),
    "i": Key("what_if", asking.what_if),
    ":": Key("type", asking.type_in),
    "?": Key("find", asking.find),
    "q": Key("quit", asking.leave),
}
"""Every key but arrows, digits and the letters of the list."""
KEPT = "".join(key for key in KEYS if len(key) == 1 and key.isalpha())
"""Letters that choose nothing in a list."""


def named(screen: PlayScreen, key: str) -> str:
    """The name of a key, as it is printed on it."""
    found = KEYS[key]
    return screen.said(f"screen.key.{found.name}") if found.name else key


def shown(screen: PlayScreen) -> list[str]:
    """The keys that the footer names, the most needed first."""
    choice = screen.choice
    if screen.walk is not None:
        return ["escape", "p", "q"]
    if screen.table.over:
        return ["l", "s", "p", "k", "i", "q"] if not screen.table.trial else ["i", "u", "s", "q"]
    if choice is None:
        return ["escape", "i", "l", "p", "s", "q"]
    if screen.pending is not None:
        return ["enter", "escape", "w"]
    found = ["enter"]
    found += ["k"] if frame.fresh(screen) and not frame.explained(screen) else []
    found += ["r"] if len(choice.forms) > 1 else []
    found += ["tab"] if len(choice.groups) > 1 else []
    found += ["?", "u"] if screen.table.can_take_back(choice.chair.seat or 0) else ["?"]
    drawn = {board for board, _ in screen.boards.drawn}
    boards = ["b"] if screen.every or len(drawn) < len(screen.chair.show.boards) else []
    rest = ["w", "h", "l", "p", "s", *boards, "i", ":", "k", "t", "q"]
    return [*found, *(key for key in rest if key not in found)]


def footer(screen: PlayScreen) -> list[Strip]:
    """The last line of the screen."""
    found = [(key, named(screen, key), screen.said(f"screen.do.{KEYS[key].text}")) for key in shown(screen)]
    return sides.keys(found, screen.inner)
