"""Actions of seats, their notation, lazy lists of the legal ones, and refusals with reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, overload

import attrs

from ..base.errors import TilewrightError, Unreadable
from ..text.unreadable import Unclear

if TYPE_CHECKING:
    from ..text.phrases import Spoken
    from .state import State


@attrs.frozen
class Word:
    """A fixed word of a notation; `optional` ones may be left out when typed and are never written."""

    text: str
    optional: bool = False


@attrs.frozen
class Slot:
    """A place in a notation for the action's field `name`; `optional` ones may be left out when typed."""

    name: str
    optional: bool = False


def notation(pattern: str) -> tuple[Word | Slot, ...]:
    """Parse `place [{tile}] [at] {cell}` into words and slots; parts in brackets may be left out when typed."""
    parts: list[Word | Slot] = []
    for token in pattern.split():
        optional = token.startswith("[")
        inner = token.strip("[]")
        if inner.startswith("{"):
            parts.append(Slot(inner.strip("{}"), optional))
        else:
            parts.append(Word(inner, optional))
    return tuple(parts)


@attrs.frozen(cache_hash=True)
class Action:
    """A move by `seat`. `str(action)` is its notation, which `rules.read` reads back to an equal action."""

    seat: int
    parts: ClassVar[tuple[Word | Slot, ...]] = ()
    secret: ClassVar[frozenset[str]] = frozenset()
    """Slots that only the seat itself may read, such as a card that goes face down into a pile."""
    rules: ClassVar[tuple[str, ...]] = ()
    """The ids of the rules of such a move, in every step that takes it, as in `Decision.rules`."""

    def told_to(self, seat: int | None) -> str:
        """The notation as this seat may read it (None: the spectator), with `?` in place of secret slots."""
        return str(self) if seat == self.seat else self._written(self.secret)

    def __str__(self) -> str:
        return self._written(NOTHING_SECRET)

    def _written(self, secret: frozenset[str]) -> str:
        words = []
        for slot, text in _WRITTEN.get(type(self)) or _form(type(self)):
            if slot:
                words.append(str(getattr(self, text)) if text not in secret else "?")
            else:
                words.append(text)
        return " ".join(filter(None, words))


NOTHING_SECRET: frozenset[str] = frozenset()
_WRITTEN: dict[type[Action], tuple[tuple[bool, str], ...]] = {}


def _form(kind: type[Action]) -> tuple[tuple[bool, str], ...]:
    """The notation as it is written: (True, name of a slot) and (False, fixed word)."""
    # Cached: declarations never change, and studies write every move of many games.
    words = [
        (True, part.name) if isinstance(part, Slot) else (False, part.text)
        for part in kind.parts
        if isinstance(part, Slot) or not part.optional
    ]
    _WRITTEN[kind] = tuple(words)
    return _WRITTEN[kind]


@attrs.frozen
class Reason:
    """A reason for a refusal: a message key, its arguments, and the id of the rule."""

    key: str
    rule: str
    args: Mapping[str, object] = attrs.field(factory=dict)


@attrs.frozen
class Refusal:
    """Every rule that an action would break."""

    action: Action
    reasons: tuple[Reason, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(reason.rule for reason in self.reasons)

    @property
    def untimely(self) -> bool:
        """True if the step at hand takes no such move, or none of this seat: the move itself was not judged."""
        return self.reasons[0].key in ("game_is_over", "not_now", "not_your_turn")

    @property
    def alike(self) -> bool:
        """True if another move does the same: the tile would look no different."""
        return self.reasons[0].key == "place.alike"


class Illegal(TilewrightError):
    """The action is refused and nothing has changed; `refusal` says why."""

    exit_code = 4

    def __init__(self, refusal: Refusal, text: str) -> None:
        self.refusal = refusal
        super().__init__(text)


class Legal(Sequence[Action]):
    """The legal actions of one seat. They are built one by one: counting and `in` build none at all.

    `codes` are ints in a stable order. `make` turns one into its action, and `code` turns an action into its int
    (None for an action of another kind). Lists can be joined with `+`.
    """

    __slots__ = ("_code", "_codes", "_make")

    def __init__(
        self, codes: Sequence[int], make: Callable[[int], Action], code: Callable[[Any], int | None]
    ) -> None:
        self._codes = codes
        self._make = make
        self._code = code

    @property
    def codes(self) -> Sequence[int]:
        """The ints that stand for the actions, in order. Those of joined lists are positions."""
        return self._codes

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return [self._make(code) for code in self._codes[index]]
        return self._make(self._codes[index])

    def __iter__(self) -> Iterator[Action]:
        return map(self._make, self._codes)

    def __contains__(self, action: object) -> bool:
        code = self._code(action)
        return code is not None and code in self._codes

    def __add__(self, other: Legal) -> Legal:
        if not len(other):
            return self
        return _Joined((self, other)) if len(self) else other

    def __reduce__(self) -> tuple[Any, ...]:
        return _handed, (list(self.codes), list(self))

    def __repr__(self) -> str:
        return f"<{len(self)} legal: {', '.join(map(str, self[:5]))}{', ...' if len(self) > 5 else ''}>"


def _handed(codes: Sequence[int], actions: Sequence[Action]) -> Legal:
    """Return the list of legal actions that another process had; these are built already."""
    made = dict(zip(codes, actions, strict=True))
    return Legal(codes, made.__getitem__, {action: code for code, action in made.items()}.get)


class _Joined(Legal):
    """Several lists, one after the other and as lazy as before; the codes are positions."""

    __slots__ = ("_lists",)

    def __init__(self, lists: tuple[Legal, ...]) -> None:
        self._lists = lists
        super().__init__(range(sum(map(len, lists))), self._at, lambda action: None)

    def _at(self, position: int) -> Action:
        for part in self._lists:
            if position < len(part):
                return part[position]
            position -= len(part)
        raise IndexError(position)

    def __iter__(self) -> Iterator[Action]:
        return chain.from_iterable(self._lists)

    def __contains__(self, action: object) -> bool:
        return any(action in part for part in self._lists)


NONE = Legal((), lambda code: Action(code), lambda action: None)
"""The empty list: nothing is legal."""


class _Listed(Legal):
    """Actions that are built already; the codes are positions."""

    __slots__ = ("_actions",)

    def __init__(self, actions: Sequence[Action]) -> None:
        self._actions = actions

    @property
    def codes(self) -> Sequence[int]:
        return range(len(self._actions))

    def __len__(self) -> int:
        return len(self._actions)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        return list(self._actions[index]) if isinstance(index, slice) else self._actions[index]

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    def __contains__(self, action: object) -> bool:
        return action in self._actions


def listed(actions: Sequence[Action]) -> Legal:
    """A legal list of actions that are already built, for steps with few choices."""
    return _Listed(actions)


@attrs.frozen
class Reader:
    """Reads one slot of a notation."""

    read: Callable[[State, int, str], Any]
    """(state, seat, typed text or "" if left out) to a value; raises `Unclear` for text that it cannot read, with a
    message of its game or of the engine, or ValueError in English."""
    values: Callable[[State], Iterable[Any]] | None = None
    """From the state, every value that the slot can have, or a good sample; the conformance kit reads back the
    notation of each."""
    of: object = None
    """The meaning of the values, if it was made from one."""

    def __call__(self, state: State, seat: int, text: str) -> Any:
        return self.read(state, seat, text)


def readers(given: Mapping[str, Reader | Callable[[State, int, str], Any]]) -> dict[str, Reader]:
    """Readers by slot; a plain function becomes a reader that does not list its values."""
    return {slot: one if isinstance(one, Reader) else Reader(one) for slot, one in given.items()}


def read_action(
    kinds: Sequence[type[Action]],
    readers: Mapping[str, Reader],
    tokens: Sequence[str],
    state: State,
    seat: int,
    spoken: Spoken | None = None,
) -> tuple[Action, int]:
    """The action at the start of `tokens` and the number of tokens read; raises Unreadable with what may follow.

    With `spoken`, words of its language are understood as well as the notation.
    """
    if not tokens:
        raise Unreadable(Unclear("read.nothing"), verbs(kinds))
    best: tuple[int, Unclear | str, tuple[str, ...]] = (-1, "", ())
    for kind in kinds:
        result = _match(kind, readers, tokens, state, seat, spoken)
        if isinstance(result[0], Action):
            return result[0], int(result[1])
        if int(result[1]) > best[0]:
            best = (int(result[1]), result[0], tuple(result[2]))
        elif int(result[1]) == best[0]:
            best = (best[0], best[1], tuple(dict.fromkeys(best[2] + tuple(result[2]))))
    if best[0] == 0:
        raise Unreadable(Unclear("read.no_move", text=tokens[0]), verbs(kinds))
    raise Unreadable(best[1], best[2])


def verbs(kinds: Sequence[type[Action]]) -> tuple[str, ...]:
    """The first words of the notations, each once."""
    return tuple(dict.fromkeys(k.parts[0].text for k in kinds if k.parts and isinstance(k.parts[0], Word)))


def _match(
    kind: type[Action],
    readers: Mapping[str, Reader],
    tokens: Sequence[str],
    state: State,
    seat: int,
    spoken: Spoken | None,
) -> tuple[Any, int, tuple[str, ...]]:
    at = 0
    values: dict[str, Any] = {}
    for n, part in enumerate(kind.parts):
        token = tokens[at] if at < len(tokens) else ""
        if isinstance(part, Word):
            if part.text == (spoken.meant(token) if spoken is not None and not at else token.lower()):
                at += 1
            elif not part.optional:
                key = "read.expected" if token else "read.word_missing"
                more = {"text": token} if token else {}
                return Unclear(key, word=part.text, **more), at, (part.text,)
            continue
        try:
            if not token and not part.optional:
                raise Unclear("read.missing", slot=part.name)
            value = _value(readers[part.name], state, seat, token, spoken)
            at += bool(token)
        except ValueError as error:
            if part.optional:
                # The typed text belongs to the next part; this one takes its default.
                try:
                    value = readers[part.name](state, seat, "")
                except ValueError:
                    return _about(part, error), at, (f"<{part.name}>",)
            else:
                return _about(part, error), at, expected(kind, n)
        values[part.name] = value
    return kind(seat, **values), at, ()


def last_slot(
    kind: type[Action], readers: Mapping[str, Reader], token: str, state: State, seat: int
) -> Unreadable | None:
    """Return why the token does not fit the last slot of this kind of action, if that may be left out; else None."""
    last = kind.parts[-1]
    if not isinstance(last, Slot) or not last.optional:
        return None
    try:
        readers[last.name](state, seat, token)
    except ValueError as error:
        return Unreadable(_about(last, error), (f"<{last.name}>",))
    return None


def _value(reader: Reader, state: State, seat: int, text: str, spoken: Spoken | None) -> Any:
    """The value that the reader reads from the text, or from a code that has the text as its name."""
    try:
        return reader(state, seat, text)
    except ValueError:
        for code in spoken.codes(text) if spoken is not None else ():
            with suppress(ValueError):
                return reader(state, seat, code)
        raise


def _about(slot: Slot, error: ValueError) -> Unclear | str:
    """The error; if it is plain English text, then that text, with the slot's name in front unless it is in it."""
    if isinstance(error, Unclear):
        return error
    said = str(error)
    return said if slot.name in said else f"{slot.name}: {said}"


def expected(kind: type[Action], index: int) -> tuple[str, ...]:
    """The word or `<slot>` that a notation expects at part `index`."""
    part = kind.parts[index]
    return (part.text,) if isinstance(part, Word) else (f"<{part.name}>",)
