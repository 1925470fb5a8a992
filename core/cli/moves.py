"""Reads a move as a person types it: a number, a coordinate, the notation with or without its verb, or a part of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..actions import Word, verbs
from ..errors import TilewrightError, Unreadable

if TYPE_CHECKING:
    from ..actions import Action, Legal
    from ..draw.model import Show
    from ..state import State

NUMBER = re.compile(r"([0-9]{1,9})")
CELL = re.compile(r"\(?\s*([+-]?[0-9]{1,9})\s*,\s*([+-]?[0-9]{1,9})\s*\)?")


def read(text: str, state: State, seat: int, show: Show | None = None) -> list[Action]:
    """Return the actions typed, legal or not. Raises Unreadable, whose `expected` names what may follow."""
    legal = state.legal(seat)
    number = NUMBER.fullmatch(text)
    if number is not None:
        return [_numbered(int(number[1]), legal)]
    cell = CELL.fullmatch(text)
    if cell is not None and show is not None:
        at = int(cell[1]), int(cell[2])
        offered = [offer.action for offer in show.offers if offer.at == at]
        if len(offered) == 1:
            return offered
        if offered:
            raise Unreadable(
                f"{len(offered)} moves are possible at {at[0]},{at[1]}", tuple(map(str, offered))
            )
    try:
        return state.rules.read_line(text, state, seat)
    except Unreadable as error:
        found = _without_verb(text, state, seat)
        if found is not None:
            return found
        following = completions(text, legal)
        if following:
            said = f"'{text}' is not a whole move" if _no_verb(text, state) else str(error)
            raise Unreadable(said, tuple(following)) from None
        if _no_verb(text, state):
            raise Unreadable(f"'{text.split()[0]}' is not a move", verbs(own(state))) from None
        raise


def _numbered(number: int, legal: Legal) -> Action:
    if 1 <= number <= len(legal):
        return legal[number - 1]
    raise Unreadable(f"there is no move {number}; moves are numbered 1 to {len(legal)}")


def _without_verb(text: str, state: State, seat: int) -> list[Action] | None:
    """Read a line without a verb (`food 3,4` for `place food 3,4`) if it can mean exactly one kind of move.

    Returns None otherwise, also if the line could be the beginning of another move.
    """
    if not _no_verb(text, state):
        return None
    found: list[list[Action]] = []
    for verb in verbs(own(state)):
        try:
            found.append(state.rules.read_line(f"{verb} {text}", state, seat))
        except TilewrightError:
            continue
    legal = [actions for actions in found if actions[0] in state.legal(seat)]
    if len(legal) == 1:
        verb = str(legal[0][0]).split()[0]
        halves = (move for move in completions(text, state.legal(seat)) if move.split()[0] != verb)
        return None if any(halves) else legal[0]
    return found[0] if len(found) == 1 else None


def _no_verb(text: str, state: State) -> bool:
    return text.split()[0].lower() not in verbs(state.rules.kinds)


def own(state: State) -> list[type[Action]]:
    """Return the kinds of action that the waiting step takes."""
    step = state.step
    return [] if step is None else [*step.actions, *(kind for extra in step.extras for kind in extra.actions)]


def completions(text: str, legal: Legal) -> list[str]:
    """Return the legal moves that begin with what was typed, in which optional words may be missing."""
    typed = text.lower().split()
    if not typed:
        return []
    written = [str(action) for action in legal]
    exact = [move for move in written if move.lower().startswith(" ".join(typed))]
    return exact or [move for move in written if _fits(typed, move.lower().split())]


def _fits(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether the typed words occur in this order among the words; the last one may be unfinished."""
    at = 0
    for n, part in enumerate(typed):
        last = n == len(typed) - 1
        while at < len(words) and not (words[at] == part or (last and words[at].startswith(part))):
            at += 1
        if at == len(words):
            return False
        at += 1
    return True


def pattern(kind: type[Action]) -> str:
    """Return a notation for people, with brackets around optional words: `place [TILE] [on] [at] CELL`."""
    found = []
    for part in kind.parts:
        word = part.text if isinstance(part, Word) else part.name.upper()
        found.append(f"[{word}]" if part.optional else word)
    return " ".join(found)
