"""The sentences of scenes, one small vocabulary for all games.

    anna has 9 points             anna has 2 castles          anna scored 8 for medium settlement
    anna scored 8                 anna scored nothing         anna scored 5 for medium settlement, then 1 for port
    anna may place food 3,4       anna may not place food 3,4 (RB-PLACE-2)                  anna has 3 moves
    castle KE is anna             tile 3,4 is anna food       anna's hand is food, energy   deck is empty
    out is anna                   deck holds 8 bonus          anna's supply and hand hold 34 tiles
    to act: bruno                 the game is over            the game is not over          mission coast is met by anna
    anna's tile 1,0 is s1_forest  anna's cubes 1,0 are wood, wood                           stack1 holds 22 pieces
    anna wins, nobody wins        anna and bruno win          bruno does not see anna's hand, nobody sees the deck

"scored" counts the points gained since the stage's moves began; with "then" it lists all of them in order. A rule id in
parentheses must be among the reasons of the refusal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..base.brief import closest
from ..base.errors import Unreadable
from ..rules.nouns import EMPTY, singular
from ..rules.state import ScoreLine, State
from ..rules.zones import Kept, Place, declared
from ..text.strict import near


class _OtherWords(Exception):
    """The sentence has the form of this pattern, but these words do not fit; another pattern may."""


def holds(sentence: str, state: State, before: int = 0) -> str | None:
    """None if the sentence is true of the state; otherwise a text that says what is true instead.

    `before` is the number of ledger lines when the stage began.
    """
    text = " ".join(sentence.split())
    other: list[str] = []
    for pattern, check in PATTERNS:
        match = pattern.fullmatch(text)
        if match:
            try:
                return check(state, before, *match.groups())
            except _OtherWords as error:
                other += error.args
            except ValueError as error:
                return str(error)
    return _unknown(state, other) if other else "unknown sentence; see docs/scenes.md"


def _unknown(state: State, other: list[str]) -> str:
    """Return what is wrong with a sentence in which none of these words fits its place."""
    nouns = [noun for noun in state.rules.nouns if noun.name]
    zones = [place.name for place in state.rules.places_of(state)]
    names = list(dict.fromkeys([*(noun.name for noun in nouns), *zones]))
    new = [w for w in other if not any(noun.called(w) for noun in nouns) and not any(_zone(state, w))]
    if not new:
        return f"'{other[0]}' cannot be used in this way; see docs/scenes.md"
    # A misspelt word may come with its key: `castel KE`.
    word = next((w for w in new if closest(w, names)), new[0])
    return f"unknown word '{word}'{near(word, names)}"


def _points(state: State, before: int, name: str, amount: str) -> str | None:
    have = state.scores[state.seat(name)]
    return None if have == int(amount) else f"{name} has {have} points"


def _counted(state: State, before: int, name: str, amount: str, word: str) -> str | None:
    seat = state.seat(name)
    for noun in state.rules.nouns:
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
    raise _OtherWords(word)


def _scored(state: State, before: int, name: str, amount: str, reason: str | None) -> str | None:
    lines = _gained(state, before, name)
    wanted = 0 if amount == "nothing" else int(amount)
    key = _reason(state, reason) if reason else ""
    have = sum(line.amount for line in lines if not key or line.reason == key)
    return None if have == wanted else f"{name} scored {_listed(lines)}"


def _scored_in_order(state: State, before: int, name: str, parts: str) -> str | None:
    lines = _gained(state, before, name)
    wanted = []
    for part in parts.split(", then "):
        amount, _, reason = part.partition(" for ")
        if not re.fullmatch(r"-?\d{1,18}", amount) or not reason:
            raise ValueError(f"'{part}' is not of the form '5 for medium settlement'")
        wanted.append((int(amount), _reason(state, reason)))
    return (
        None
        if [(line.amount, line.reason) for line in lines] == wanted
        else f"{name} scored {_listed(lines)}"
    )


def _gained(state: State, before: int, name: str) -> list[ScoreLine]:
    seat = state.seat(name)
    return [state.rules.score_line(line, state) for line in state.ledger[before:] if line[0] == seat]


def _reason(state: State, text: str) -> str:
    """The key of the score reason; ValueError lists them all."""
    key, keys = text.replace(" ", "_"), sorted(r.key for r in state.rules.reasons)
    if key not in keys:
        known = [one.replace("_", " ") for one in keys]
        raise ValueError(f"there is no score reason '{text}'{near(text, known)}")
    return key


def _listed(lines: list[ScoreLine]) -> str:
    return ", then ".join(f"{line.amount} for {line.reason.replace('_', ' ')}" for line in lines) or "nothing"


def _may(
    state: State, before: int, name: str, negated: str | None, move: str, rule: str | None
) -> str | None:
    seat = state.seat(name)
    try:
        action = state.rules.read(move, state, seat)
    except Unreadable as error:
        raise ValueError(f"'{move}' cannot be read: {error}") from error
    if rule and not negated:
        raise ValueError("a rule in parentheses may only follow 'may not'")
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
    return (
        "the game is over" if state.over else f"the game is not over; to act: {state.seats[state.to_act[0]]}"
    )


def _wins(state: State, before: int, names: str) -> str | None:
    nobody = names == "nobody" and "nobody" not in state.seats
    wanted = [] if nobody else sorted(state.seat(name) for name in re.split(r", | and ", names))
    if not state.over:
        return "the game is not over"
    winners = sorted(state.winners)
    return None if winners == wanted else f"{' and '.join(state.seats[s] for s in winners) or 'nobody'} won"


def _owned(state: State, before: int, name: str, word: str, value: str) -> str | None:
    try:
        return _pieces(state, _place(state, name, word), value)
    except _OtherWords:
        word, _, key = word.partition(" ")
        for noun in state.rules.nouns:
            if noun.tell is not None and noun.called(word):
                have = noun.tell(state, f"{name} {key}".rstrip())
                return (
                    None if sorted(have.split(", ")) == sorted(re.split(r", +", value)) else f"it is {have}"
                )
        raise


def _held(state: State, before: int, name: str | None, words: str, amount: str, what: str) -> str | None:
    have = 0
    for word in re.split(r", | and ", words):
        place = _place(state, name, word)
        family = place.zone.family
        names = state.rules.pieces[family]
        every = (family, f"{family}s", "piece", "pieces")
        if what not in (*every, *names):
            raise ValueError(f"there is no {family} '{what}'{near(what, [f'{family}s', *names])}")
        have += sum(1 for piece in place.pieces(state) if what in (*every, names[piece]))
    return None if have == int(amount) else f"it is {have}"


def _is(state: State, before: int, word: str, key: str | None, value: str) -> str | None:
    whole = f"{word} {key}" if key else word
    for place in _zone(state, whole):
        if place.owner < 0:
            return _pieces(state, place, value)
    for noun in state.rules.nouns:
        if key is not None and noun.tell is not None and noun.called(word):
            have = noun.tell(state, key)
            return None if have == value else f"{word} {key} is {have}"
        if noun.write is not None and noun.called(whole):
            return _written(whole, noun.write(state), value)
        if key is not None and noun.write is not None and noun.called(word):
            entries = noun.write(state)
            if isinstance(entries, Mapping):
                return _written(whole, _entry(word, entries, key), value)
    raise _OtherWords(whole, word)


def _entry(word: str, entries: Mapping[Any, Any], key: str) -> Any:
    """Return what a mapping holds under a key; ValueError names the keys that there are."""
    texts = {str(one): have for one, have in entries.items()}
    if key not in texts:
        raise ValueError(f"{word} has no '{key}'{near(key, texts)}")
    return texts[key]


def _written(word: str, have: Any, value: str) -> str | None:
    """None if a noun's written value is the one named; order counts in a tuple, but not in a list."""
    if isinstance(have, (str, int)):
        return None if str(have) == value else f"it is {have}"
    if isinstance(have, Mapping):
        if not have:
            raise ValueError(f"{word} holds nothing now; 'anna has 0 {word}' may say so, see docs/scenes.md")
        key = next(map(str, have))
        raise ValueError(f"{word} holds one value for each key; name a key: '{word} {key} is {value}'")
    if not isinstance(have, (list, tuple)):
        raise _OtherWords(word)
    wanted = [] if value == EMPTY else re.split(r", +", value)
    texts = list(map(str, have))
    same = texts == wanted if isinstance(have, tuple) else sorted(texts) == sorted(wanted)
    return None if same else f"it is {', '.join(texts) or EMPTY}"


def _sees(
    state: State, before: int, name: str, negated: str | None, owner: str | None, word: str
) -> str | None:
    everybody = (*range(len(state.seats)), None)
    viewers = everybody if name in ("everybody", "nobody") else (state.seat(name),)
    wanted = (negated is None) != (name == "nobody")
    for viewer in viewers:
        if (_shown(state, viewer, owner, word) is not None) != wanted:
            who = state.seats[viewer] if viewer is not None else "a spectator"
            return f"{who} {'does not see' if wanted else 'sees'} it"
    return None


def _shown(state: State, viewer: int | None, owner: str | None, word: str) -> Any:
    """The contents of a zone, or a kept value of another seat, as the seat sees them; None if hidden."""
    view = state.view(viewer)
    if owner is not None and isinstance(declared(type(state)).get(word), Kept):
        return getattr(view, word)[state.seat(owner)]
    place = _place(state, owner, word)
    shown = view.slice(place.holder)[place.name] if place.holder else getattr(view, place.name)
    return shown if place.owner < 0 else shown[place.owner]


def _place(state: State, owner: str | None, word: str) -> Place:
    """The zone of this player, or the shared one for None."""
    seat = -1 if owner is None else state.seat(owner)
    for place in _zone(state, word):
        if place.owner == seat:
            return place
    raise _OtherWords(word)


def _zone(state: State, word: str) -> Iterator[Place]:
    for place in state.rules.places_of(state):
        names = (place.name, f"{place.holder}.{place.name}") if place.holder else (place.name,)
        if word in names or word in map(singular, names):
            yield place


def _pieces(state: State, place: Place, value: str) -> str | None:
    names = state.rules.pieces[place.zone.family]
    pieces = place.pieces(state)
    have = [names[piece] for piece in (reversed(pieces) if place.zone.order == "pile" else pieces)]
    wanted = [] if value == EMPTY else [part.strip() for part in value.split(",")]
    same = have == wanted if place.zone.order != "none" else sorted(have) == sorted(wanted)
    return None if same else f"it is {', '.join(have) or EMPTY}"


_NAME = r"([^\s,:.'()]+)"
PATTERNS: tuple[tuple[re.Pattern[str], Callable[..., str | None]], ...] = (
    (re.compile(r"to act: (.+)"), _to_act),
    (re.compile(r"the game is (not )?over"), _over),
    (re.compile(rf"{_NAME} has (-?\d{{1,18}}) points?"), _points),
    (re.compile(rf"{_NAME} has (\d{{1,18}}) (.+)"), _counted),
    (re.compile(rf"{_NAME} scored (.+, then .+)"), _scored_in_order),
    (re.compile(rf"{_NAME} scored (-?\d{{1,18}}|nothing)(?: for (.+))?"), _scored),
    (re.compile(rf"{_NAME} may (not )?(.+?)(?: \(([^()]*)\))?"), _may),
    (re.compile(rf"{_NAME} (does not )?sees? (?:{_NAME}'s |the )(.+)"), _sees),
    (re.compile(rf"(?:{_NAME}'s |the )?(.+) holds? (\d{{1,18}}) (.+)"), _held),
    (
        re.compile(rf"((?:{_NAME[1:-1]})(?:(?:, | and )(?:{_NAME[1:-1]}))*) (?:wins?|share the victory)"),
        _wins,
    ),
    (re.compile(rf"{_NAME}'s (.+?) (?:is|are) (.+)"), _owned),
    (re.compile(r"([\w .-]+?) (?:(\S+) )?(?:is|are) (.+)"), _is),
)
"""Pattern and check, tried in this order."""
