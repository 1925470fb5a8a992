"""The sentences of scenes, one small vocabulary for all games.

    anna has 9 points             anna has 2 castles          anna scored 8 for medium settlement
    anna scored 8                 anna scored nothing         anna scored nothing for port
    anna may place food 3,4       anna may not place food 3,4 (RB-PLACE-2)
    castle KE is anna             tile 3,4 is anna food       anna's hand is food, energy      deck is empty
    to act: bruno                 the game is over            the game is not over
    anna wins                     anna and bruno win          bruno does not see anna's hand   bruno sees anna's tokens

"scored" counts what was gained since the stage's moves began. A rule id in parentheses must be among the reasons.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from .errors import Unreadable
from .nouns import singular
from .position import nouns

if TYPE_CHECKING:
    from .state import State
    from .zones import Place


class _OtherWords(Exception):
    """The sentence has the form but not the words of this pattern; another one may fit."""


def holds(sentence: str, state: State, before: int = 0) -> str | None:
    """None when the sentence is true of the state; otherwise what is the case instead.

    `before` is the number of ledger lines there were when the stage began.
    """
    text = " ".join(sentence.split())
    for pattern, check in PATTERNS:
        match = pattern.fullmatch(text)
        if match:
            try:
                return check(state, before, *match.groups())
            except _OtherWords:
                continue
            except ValueError as error:
                return str(error)
    return "this is no sentence that scenes know; see docs/scenes.md"


def _points(state: State, before: int, name: str, amount: str) -> str | None:
    have = state.scores[state.seat(name)]
    return None if have == int(amount) else f"{name} has {have} points"


def _counted(state: State, before: int, name: str, amount: str, word: str) -> str | None:
    seat = state.seat(name)
    for noun in nouns(state):
        if noun.count is not None and noun.called(word):
            have = noun.count(state, seat)
            return None if have == int(amount) else f"{name} has {have} {word}"
    for place in _zone(state, word):
        if place.owner == seat:
            have = len(place.pieces(state))
            return None if have == int(amount) else f"{name} has {have} {word}"
    if word in ("move", "moves"):
        have = len(state.legal(seat))
        return None if have == int(amount) else f"{name} has {have} {word}"
    raise _OtherWords


def _scored(state: State, before: int, name: str, amount: str, reason: str | None) -> str | None:
    seat = state.seat(name)
    wanted = 0 if amount == "nothing" else int(amount)
    keys = {r.key for r in state.rules.reasons}
    key = reason.replace(" ", "_") if reason else ""
    if key and key not in keys:
        raise ValueError(f"nothing scores for '{reason}'; reasons: {', '.join(sorted(keys)).replace('_', ' ')}")
    lines = [state.rules.score_line(line, state) for line in state.ledger[before:] if line[0] == seat]
    have = sum(line.amount for line in lines if not key or line.reason == key)
    if have == wanted:
        return None
    parts = ", ".join(f"{line.amount} for {line.reason.replace('_', ' ')}" for line in lines) or "nothing"
    return f"{name} scored {parts}"


def _may(state: State, before: int, name: str, negated: str | None, move: str, rule: str | None) -> str | None:
    seat = state.seat(name)
    try:
        action = state.rules.read(move, state, seat)
    except Unreadable as error:
        raise ValueError(f"'{move}' cannot be read: {error}") from error
    refusal = state.check(action)
    if refusal is None:
        return "the move is legal" if negated else None
    said = state.rules.say_refusal(refusal, state.seats)
    if not negated:
        return said
    wanted = [part.strip() for part in rule.split(",")] if rule else []
    missing = [part for part in wanted if part not in refusal.rules]
    return f"refused, but not for {', '.join(missing)}: {said}" if missing else None


def _to_act(state: State, before: int, names: str) -> str | None:
    acting = [state.seats[seat] for seat in state.to_act]
    wanted = [] if names == "nobody" else [name.strip() for name in names.split(",")]
    return None if acting == wanted else f"to act: {', '.join(acting) or 'nobody'}"


def _over(state: State, before: int, negated: str | None) -> str | None:
    if state.over == (negated is None):
        return None
    return "the game is over" if state.over else f"the game is not over; to act: {state.seats[state.to_act[0]]}"


def _wins(state: State, before: int, names: str) -> str | None:
    wanted = sorted(state.seat(name) for name in re.split(r", | and ", names))
    if not state.over:
        return "the game is not over"
    winners = sorted(state.winners)
    return None if winners == wanted else f"{' and '.join(state.seats[s] for s in winners)} won"


def _owned(state: State, before: int, name: str, word: str, value: str) -> str | None:
    seat = state.seat(name)
    for place in _zone(state, word):
        if place.owner == seat:
            return _pieces(state, place, value)
    raise _OtherWords


def _is(state: State, before: int, word: str, key: str | None, value: str) -> str | None:
    if key is None:
        for place in _zone(state, word):
            if place.owner < 0:
                return _pieces(state, place, value)
        raise _OtherWords
    for noun in nouns(state):
        if noun.tell is not None and noun.called(word):
            have = noun.tell(state, key)
            return None if have == value else f"{word} {key} is {have}"
    raise _OtherWords


def _sees(state: State, before: int, name: str, negated: str | None, other: str, word: str) -> str | None:
    viewer, owner = state.seat(name), state.seat(other)
    for place in _zone(state, word):
        if place.owner == owner:
            if place.seen_by(viewer) == (negated is None):
                return None
            return f"{name} {'does not see' if negated is None else 'sees'} it"
    raise _OtherWords


def _zone(state: State, word: str) -> Iterator[Place]:
    for place in state.rules.places_of(state):
        if word in (place.name, singular(place.name)):
            yield place


def _pieces(state: State, place: Place, value: str) -> str | None:
    names = state.rules.pieces[place.zone.family]
    pieces = place.pieces(state)
    have = [names[piece] for piece in (reversed(pieces) if place.zone.order == "pile" else pieces)]
    wanted = [] if value == "empty" else [part.strip() for part in value.split(",")]
    same = have == wanted if place.zone.order != "none" else sorted(have) == sorted(wanted)
    return None if same else f"it is {', '.join(have) or 'empty'}"


_NAME = r"([\w-]+)"
PATTERNS: tuple[tuple[re.Pattern[str], Callable[..., str | None]], ...] = (
    (re.compile(r"to act: (.+)"), _to_act),
    (re.compile(r"the game is (not )?over"), _over),
    (re.compile(rf"{_NAME} has (-?\d+) points?"), _points),
    (re.compile(rf"{_NAME} has (\d+) (.+)"), _counted),
    (re.compile(rf"{_NAME} scored (-?\d+|nothing)(?: for (.+))?"), _scored),
    (re.compile(rf"{_NAME} may (not )?(.+?)(?: \(([^()]*)\))?"), _may),
    (re.compile(rf"{_NAME} (does not )?sees? {_NAME}'s (.+)"), _sees),
    (re.compile(rf"((?:{_NAME[1:-1]})(?:(?:, | and )(?:{_NAME[1:-1]}))*) (?:wins?|share the victory)"), _wins),
    (re.compile(rf"{_NAME}'s (.+?) (?:is|are) (.+)"), _owned),
    (re.compile(r"([\w -]+?) (?:(\S+) )?(?:is|are) (.+)"), _is),
)
"""Pattern and check, tried in this order."""
