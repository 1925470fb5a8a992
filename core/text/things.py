"""Things by number: castles, cards, resources, tiles and the like, which a game counts from 0 and writes as text.

A state holds numbers. `Game.things` names the things of each family in the order of their numbers; kinds of piece are
families as well. Texts are looked up only when something is read or written, never while a game is played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from ..base.brief import closest
from ..base.errors import PluginError
from .unreadable import Unclear


@attrs.frozen
class Thing:
    """One thing of a family."""

    code: str
    """As scenes, records and notation write it: `KE`. Case matters only if two codes differ in nothing else."""
    name: str = ""
    """Its name, if it has one, as score lines print it; it stands for the code, also with `-` for blanks."""


class Things:
    """The things of one family, by number and by text."""

    def __init__(self, family: str, things: Sequence[Thing]) -> None:
        self.family = family
        self.things = tuple(things)
        self.codes = tuple(thing.code for thing in things)
        self.numbers: Mapping[str, int] = {code: n for n, code in enumerate(self.codes)}
        """By code."""
        if len(self.numbers) < len(self.codes):
            double = next(code for code in self.codes if self.codes.count(code) > 1)
            raise PluginError(f"two things of the family '{family}' have the code {double}")
        self._folded: dict[str, list[int]] = {}
        for n, thing in enumerate(things):
            for text in {_folded(thing.code), _folded(thing.name)} - {""}:
                self._folded.setdefault(text, []).append(n)

    @property
    def alike(self) -> bool:
        """True if two codes differ in nothing but the case of letters."""
        return len({code.lower() for code in self.codes}) < len(self.codes)

    def __len__(self) -> int:
        return len(self.codes)

    def find(self, text: str) -> int:
        """The number of the thing with exactly this code, or else of the one with this code or name in any case.

        Unclear if there is none, or if several fit.
        """
        if text in self.numbers:
            return self.numbers[text]
        fitting = self._folded.get(_folded(text), ())
        if len(fitting) > 1:
            raise Unclear("read.ambiguous", text=text, things=tuple(self.codes[n] for n in fitting))
        if not fitting:
            raise no_such(self.family, text, self.codes)
        return fitting[0]

    def __contains__(self, text: str) -> bool:
        """True if a thing has this code or name, in any case."""
        return text in self.numbers or _folded(text) in self._folded

    def title(self, number: int) -> str:
        """The thing's name, or its code if it has none."""
        thing = self.things[number]
        return thing.name or thing.code


LISTED = 24
"""Most known things that an error lists."""


def no_such(family: str, text: str, known: Sequence[str]) -> Unclear:
    """The error for an unknown thing: it names the nearest known one, or lists the known ones."""
    near = closest(text, known)
    if near:
        return Unclear("read.thing_near", family=family, text=text, near=(near,))
    return Unclear(
        "read.thing", family=family, text=text, known=(*known[:LISTED], *("...",)[: len(known) > LISTED])
    )


def _folded(text: str) -> str:
    """The text as it is compared: in small letters, blanks as `-`."""
    return "-".join(text.lower().split())
