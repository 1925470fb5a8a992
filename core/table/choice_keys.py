"""The effect of keys, clicks and typed moves on a choice, which is the same in every face with a cursor.

    pressed = press(choice, "r")                 # None if no choice knows this key
    if pressed.play is not None: chair.play(pressed.play)

Every face has the same keys. Which way an arrow leads depends on what a face draws, so faces say where it ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

import attrs

from ..base.errors import UsageError
from .typed_choice import read

if TYPE_CHECKING:
    from ..draw.model import Where
    from ..rules.actions import Action
    from .choice_cursor import ChoiceCursor

DIGITS = frozenset("0123456789")
"""Keys of an amount. Other characters that Unicode counts as digits, such as a superscript 2, are not among them."""


@attrs.frozen
class Pressed:
    """The effect of a key. If nothing is set, the cursor may have moved, or a final move is to be confirmed."""

    play: Action | None = None
    """This move is to be played now; a final one has been confirmed."""
    routine: bool = False
    """All moves that are routine are to be played now: `Chair.play_routine`."""
    said: str = ""
    """The key could do nothing; this says why."""
    why: bool = False
    """True if the move under the cursor cannot be played; `cursor_info.why` explains it."""
    renewed: bool = False
    """A part was picked or dropped, so that other choices are there now."""
    idle: bool = False
    """There was nothing to go back from."""


MOVED = Pressed()


def press(choice: ChoiceCursor, key: str) -> Pressed | None:
    """Do what a key does that needs no drawing; None if it does nothing to a choice."""
    if key in KEYS:
        return KEYS[key](choice)
    return typed(choice, key) if len(key) == 1 and (key in DIGITS or key.isalpha()) else None


# -- the cursor ------------------------------------------------------------------------------------------------------


def arrow(
    choice: ChoiceCursor, dx: int, dy: int, towards: Callable[[bool], Where | None], free: bool
) -> Pressed:
    """Go among the choices, or, if `free`, among all spots; sideways from the list to the boards.

    `towards` gives the nearest spot in that direction: of all spots if it is called with True, else of those with a
    choice.
    """
    choice.pending = None
    anywhere = choice.free or free
    spots = choice.choosing.spots
    if choice.line is not None and not anywhere and spots and (dx or len(choice.listed) == 1):
        choice.point(next(iter(spots)))
    elif choice.line is not None and not anywhere:
        choice.choose((choice.line + dx + dy) % len(choice.listed))
    elif choice.nowhere and choice.listed and not spots and not anywhere:
        choice.choose(0 if dx + dy > 0 else len(choice.listed) - 1)
    else:
        where = towards(anywhere)
        if where is not None:
            choice.point(where)
        elif dy and not anywhere and not choice.more(-dy) and len(choice.groups) > 1:
            choice.tab(dy)
    return MOVED


def look(choice: ChoiceCursor, spots: Iterable[Where] = ()) -> Pressed:
    """Let the cursor stand on any of the spots; or only on choices again, back on the move under way."""
    choice.pending, choice.free = None, not choice.free
    if not choice.free:
        choice.home()
    elif choice.where is None:
        choice.point(next(iter([*choice.choosing.spots, *spots]), None))
    return MOVED


def clicked(choice: ChoiceCursor, where: Where) -> Pressed:
    """Point at any spot. Once more on the same one, or the first time on a piece or a single choice, it is taken.

    Once more after the question about a final move plays it.
    """
    again, choice.free = choice.where == where and choice.line is None, False
    if not again:
        choice.pending = None
        choice.point(where)
    return enter(choice) if again or len(choice.here) == 1 or choice.on_piece else MOVED


def line(choice: ChoiceCursor, number: int) -> Pressed:
    """Take a line of the list."""
    if not 0 <= number < len(choice.listed):
        return MOVED
    choice.pending = None
    choice.choose(number)
    return enter(choice)


def turn(choice: ChoiceCursor, step: int) -> Pressed:
    """Turn the tile, or go to another of the moves here."""
    choice.pending = None
    choice.turn(step)
    return MOVED


def tab(choice: ChoiceCursor, step: int) -> Pressed:
    """Go to the next kind of choice."""
    choice.pending, choice.free = None, False
    choice.tab(step)
    return MOVED


def amount(choice: ChoiceCursor, step: int) -> Pressed:
    """Take a greater or smaller amount."""
    choice.pending = None
    return _answered(choice, choice.more(step), "table.no_amount", "+" if step > 0 else "-")


def typed(choice: ChoiceCursor, key: str) -> Pressed:
    """A digit of an amount, or a letter of the list; nothing while a final move awaits confirmation."""
    if choice.pending is not None:
        return MOVED
    if key in DIGITS:
        return _answered(choice, choice.digit(key), "table.no_amount", key)
    if len(key) == 1 and key.isalpha():
        return _answered(choice, choice.letter(key), "table.no_key", key)
    return MOVED


def _answered(choice: ChoiceCursor, done: bool, why_not: str, key: str) -> Pressed:
    if not done:
        return Pressed(said=choice.chair.texts(why_not, typed=key))
    choice.free = False
    return MOVED


# -- taking and giving up --------------------------------------------------------------------------------------------


def enter(choice: ChoiceCursor) -> Pressed:
    """Take what the cursor is on; a final move needs a second Enter, a refused one is explained."""
    asked, choice.pending = choice.pending, None
    if asked is not None:
        return Pressed(play=asked)
    if choice.nowhere:
        return _rested(choice)
    if choice.refused is not None or choice.astray:
        choice.judge()
        if choice.refused is not None:
            choice.chair.table.match.note_refusal(choice.refused[1])
        return Pressed(why=True)
    if choice.free:  # to look is not to play
        choice.free = False
        return MOVED
    action = choice.enter()
    if action is None:
        return Pressed(renewed=True)
    if choice.chair.table.confirm and choice.chair.final(action):
        choice.pending = action
        return MOVED
    return Pressed(play=action)


def do(choice: ChoiceCursor) -> Pressed:
    """Take the move that a face shows beside a button of its own: the press on it is the second one."""
    done = enter(choice)
    return enter(choice) if choice.pending is not None else done


def _rested(choice: ChoiceCursor) -> Pressed:
    """Play what is routine; else go to the way out, which asks once more whatever it is."""
    moves, final = choice.choosing.routine, choice.chair.final
    if any(not final(move) for move in moves):
        return Pressed(routine=True)
    if moves:
        choice.seek(moves[0])
        return enter(choice)
    if choice.way_out is not None:
        choice.seek(choice.way_out)
        choice.pending = choice.way_out if choice.chair.table.confirm and final(choice.way_out) else None
    return MOVED


def back(choice: ChoiceCursor) -> Pressed:
    """Give up what was asked, typed or picked last."""
    if choice.pending is not None:
        choice.pending = None
        return MOVED
    if choice.free:
        return look(choice)
    before = choice.choosing
    done = choice.back()
    return Pressed(renewed=choice.choosing is not before, idle=not done)


def take(choice: ChoiceCursor, action: Action) -> Pressed:
    """Take this move, as if the cursor were on it; if it is refused, the cursor is on it, and the reasons are said."""
    choice.pending, choice.free = None, False  # what was named last is meant, whatever was asked before
    refused = choice.chair.refused(action)
    if refused is not None:
        choice.refuse(action, refused)
        choice.chair.table.match.note_refusal(refused)
        return Pressed(said="; ".join(choice.chair.reasons(refused)))
    choice.seek(action)
    return enter(choice)


def written(choice: ChoiceCursor, text: str) -> Pressed:
    """Take a move as people write it; a part of one narrows the choice. Unreadable if it stands for nothing.

    A move that was refused before is forgotten.
    """
    if choice.refused is not None:
        choice.back()
    found = read(text, choice.chair, choice.choosing, choice.lettered)
    if not isinstance(found, list):
        choice.pending = None
        choice.renew(found)
        return Pressed(renewed=True)
    if len(found) > 1:
        raise UsageError(choice.chair.texts("table.one_move"))
    return take(choice, found[0])


# -- what keys do ----------------------------------------------------------------------------------------------------

NAMED: dict[str, tuple[str, Callable[[ChoiceCursor], Pressed]]] = {
    "enter": ("enter", enter),
    "escape": ("back", back),
    "r": ("turn", partial(turn, step=1)),
    "R": ("turn_back", partial(turn, step=-1)),
    "+": ("more", partial(amount, step=1)),
    "-": ("less", partial(amount, step=-1)),
    "tab": ("next", partial(tab, step=1)),
    "shift+tab": ("before", partial(tab, step=-1)),
    "x": ("look", look),
}
"""The keys of the cursor; the text `table.do.NAME` says what each does, unless `does` knows more."""
NAMES = {key: name for key, (name, _) in NAMED.items()}
KEYS = {"do": do, **{key: act for key, (_, act) in NAMED.items()}}


def useful(choice: ChoiceCursor) -> list[str]:
    """The keys of the cursor that do something now and are worth naming, the most needed first."""
    if choice.pending is not None:
        return ["enter", "escape"]
    found = ["enter", *(["x"] if choice.free else ["escape"] if choice.astray else [])]
    found += ["r"] if len(choice.forms) > 1 else []
    found += ["+"] if choice.amounts() else []
    return [*found, *(["tab"] if len(choice.groups) > 1 else [])]


def does(choice: ChoiceCursor, key: str) -> str:
    """Return the NAME of the message `table.do.NAME` that says what a key of the cursor would do now."""
    if key == "enter" and choice.pending is not None:
        return "confirm"
    if key == "enter" and choice.nowhere:
        return "routine" if choice.choosing.routine else "way_out"
    if key == "enter" and (choice.refused is not None or choice.astray):
        return "why_not"
    if key in ("r", "R") and not choice.turns:
        return "other" if key == "r" else "other_back"
    if key == "enter" and (choice.picks or choice.free):
        return "pick"
    if (key == "x" and choice.free) or (key == "escape" and choice.astray):
        return "choices"
    return NAMES[key]
