"""Properties of a language, from its `language.yaml`: its own name, its decimal sign, its plural forms."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import lru_cache

import attrs

from ..base import files
from .languages import ABOUT, VARIABLE, folders, spoken

_RANGE = r"[0-9]{1,9}(?:\.\.[0-9]{1,9})?"
_RELATION = re.compile(rf"n(?: % ([1-9][0-9]{{0,8}}))? (!?=) ({_RANGE}(?:,{_RANGE})*)")


@attrs.frozen(eq=False, repr=False)
class Relation:
    """One comparison of a plural rule: `n % 10 = 2..4`."""

    divisor: int
    """The remainder by it is compared; 0 compares the number itself."""
    equal: bool
    ranges: tuple[tuple[int, int], ...]

    def holds(self, n: int) -> bool:
        """True if the comparison holds for this number."""
        value = n % self.divisor if self.divisor else n
        return self.equal is any(least <= value <= most for least, most in self.ranges)


@attrs.frozen(eq=False, repr=False)
class Grammar:
    """A language, as `language.yaml` states it."""

    name: str
    """Its name in the language itself: `Deutsch`."""
    decimal: str
    """The decimal sign."""
    forms: Mapping[str, str]
    """The forms of a word in the order in which texts give them, by their names in "Language Plural Rules" of Unicode
    CLDR, each with the rule for the whole numbers that it goes with; that of the last form is empty."""
    _rules: tuple[tuple[tuple[Relation, ...], ...], ...] = attrs.field(init=False)
    """The rule of each form but the last: one of several, in each of which all relations hold."""

    def __attrs_post_init__(self) -> None:
        *rules, last = self.forms.values() or ("none",)
        if last:
            raise ValueError("the rule of the last form has to be empty: it goes with all other numbers")
        object.__setattr__(self, "_rules", tuple(map(_rule, rules)))

    def form(self, n: int) -> int:
        """The index of the form that goes with the whole number."""
        size = abs(n)
        for at, rule in enumerate(self._rules):
            if any(all(relation.holds(size) for relation in part) for part in rule):
                return at
        return len(self._rules)


def _rule(text: str) -> tuple[tuple[Relation, ...], ...]:
    return tuple(tuple(map(_relation, part.split(" and "))) for part in text.split(" or "))


def _relation(text: str) -> Relation:
    found = _RELATION.fullmatch(text.strip())
    if found is None:
        raise ValueError(
            f"the rule {text!r} cannot be read; write one such as 'n % 10 = 2..4 and n != 12,13'"
        )
    ranges = [part.partition("..") for part in found[3].split(",")]
    return Relation(
        int(found[1] or 0), found[2] == "=", tuple((int(one), int(other or one)) for one, _, other in ranges)
    )


def grammar(lang: str) -> Grammar:
    """The language with this code; English if it is not there. InvalidFile if its file cannot be used."""
    return _read(lang, os.environ.get(VARIABLE, ""))


@lru_cache(maxsize=64)
def _read(lang: str, theirs: str) -> Grammar:
    """Cached for each folder of the user's, since every text with plural forms needs it when it is filled in."""
    from .document import read_document  # with the parser, which help and --version do not need

    file = folders()[spoken(lang)] / ABOUT
    name = str(file).replace(os.sep, "/")
    return read_document(files.text(file, name), name).structure(Grammar)
