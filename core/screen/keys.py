"""The keys of the play screen: what each does, in which situation the footer names it, and its place in the palette."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import attrs
from textual.strip import Strip

from ..table import choice_keys
from ..table.choosing import amounts
from . import cursor, fitted_lines, frame, input_line, questions

if TYPE_CHECKING:
    from .play_screen import PlayScreen


@attrs.frozen
class Key:
    """A key with its text (`table.do.TEXT`) and what it does."""

    text: str
    do: Callable[[PlayScreen], None]
    name: str = ""
    """Its name (`table.key.NAME`), if that is not the letter itself."""


KEYS: dict[str, Key] = {
    "enter": Key("enter", cursor.enter, "enter"),
    **{key: Key(choice_keys.NAMES[key], partial(cursor.press, key=key)) for key in "rR+-"},
    "tab": Key("next", partial(cursor.press, key="tab"), "tab"),
    "shift+tab": Key("before", partial(cursor.press, key="shift+tab"), "shift_tab"),
    "escape": Key("back", cursor.back, "escape"),
    "x": Key("look", cursor.look),
    "u": Key("undo", questions.undo),
    "U": Key("redo", questions.redo),
    "w": Key("why", questions.why),
    "h": Key("hint", questions.hint),
    "l": Key("log", questions.log),
    "L": Key("news", partial(input_line.typed, text=":news")),
    "o": Key("panels", questions.panels),
    "s": Key("score", questions.score),
    "k": Key("legend", questions.legend),
    "t": Key("rules", questions.rules),
    "m": Key("boards", questions.boards),
    "i": Key("what_if", questions.what_if),
    "C": Key("asks", questions.asks),
    "P": Key("pace", questions.pace),
    "H": Key("coach", questions.coach),
    "B": Key("bot", partial(questions.leave_seat, name="bot")),
    "X": Key("resign", partial(questions.leave_seat, name="resign")),
    ":": Key("type", input_line.type_in),
    "?": Key("find", lambda screen: screen.find()),
    "q": Key("quit", questions.leave),
}
"""Every key but arrows, digits and the letters of the list."""
FIXED = ("s", "l", "t", "?")
"""The keys at the right end of every footer; the last one lists all keys."""
KEPT = "".join(key for key in KEYS if len(key) == 1 and key.isalpha())
"""Letters that choose nothing in a list."""


def named(screen: PlayScreen, key: str) -> str:
    """The name of a key, as it is printed on it."""
    found = KEYS[key]
    return screen.said(f"table.key.{found.name}") if found.name else key


def shown(screen: PlayScreen) -> list[str]:
    """The keys that the footer names besides those that are always there, the most needed first."""
    refused = ("h", "i") if screen.chair.unhelped else ()
    return [key for key in _shown(screen) if key not in refused]


def _shown(screen: PlayScreen) -> list[str]:
    """The same, whatever the match is played without."""
    choice = screen.choice
    if screen.typing:
        return ["enter", "escape"]
    if screen.walk is not None:
        return ["enter", "escape", "o", "q"]
    if screen.table.over:
        return ["i", "u", "q"] if screen.table.trial else ["enter", "o", "k", "i", "q"]
    if choice is None:
        return ["enter" if screen.paused else "escape", "i", "o", "q"]
    useful = choice_keys.useful(choice)
    if choice.pending is not None:
        return [*useful, "w"]
    useful += ["m"] if screen.every else []
    useful += ["k"] if frame.fresh(screen) and not frame.explained(screen) else []
    useful += ["u"] if screen.table.can_take_back(choice.chair.seat or 0) else []
    found = [key for key in ("enter", "m", "x", "escape", "k", "r", "+", "tab", "u") if key in useful]
    drawn = {board for board, _ in screen.boards.drawn}
    boards = ["m"] if len(drawn) < len(screen.chair.show.boards) else []
    free = [] if choice.free else ["x"]
    rest = ["w", "h", *free, "o", *boards, "i", ":", "k", "q"]
    return [*found, *(key for key in rest if key not in found)]


def does(screen: PlayScreen, key: str) -> str:
    """Return what the key would do now, in words that are true of every game."""
    choice, text = screen.choice, KEYS[key].text
    if screen.walk is not None:
        text = "list" if key == "enter" else text
    elif screen.typing:
        pass
    elif key == "m" and screen.every:
        text = "fewer"
    elif screen.table.over:
        text = "after" if key == "enter" and not screen.table.trial else text
    elif choice is None:
        text = {"enter": "go_on", "escape": "stop"}.get(key, text)
    elif key in choice_keys.KEYS:
        text = choice_keys.does(choice, key)
    return screen.said(f"table.do.{text}")


def footer(screen: PlayScreen) -> list[Strip]:
    """The last line of the screen; it ends with the same few keys, wherever they do something."""
    found, fixed = (
        [(key, named(screen, key), does(screen, key)) for key in some] for some in (shown(screen), FIXED)
    )
    if screen.choice is not None:
        several, amount = screen.choice.amounts(), screen.said("table.do.amount")
        found = [one if one[0] != "+" else ("+", f"{amounts(several)} + -", amount) for one in found]
    return fitted_lines.keys(found, screen.inner, [] if screen.typing else fixed)
