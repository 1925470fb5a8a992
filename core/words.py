"""Texts for people: message keys with arguments become sentences in the language asked for.

Messages are data (`messages.yaml`: key to language to text). A text names its arguments in braces, `{n}`, and the forms
of a word that depend on a number behind it: `{n} {n|tile|tiles}`, in Polish `{n} {n|kafelek|kafelki|kafelków}`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, Literal, TypeAlias, get_args

from .errors import PluginError

Language: TypeAlias = Literal["en", "de", "pl"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
Texts: TypeAlias = Mapping[Language, str]
"""One text in several languages."""
SEAT_ARGUMENTS = frozenset({"seat", "other"})
"""Arguments that are seat numbers and read as the players' names."""


def plural(n: int, lang: str) -> int:
    """Which form of a word goes with the number: 0 for one; 1 for several; in Polish 1 for 2 to 4 and 2 for more.

    These are the categories one, few and many of Unicode CLDR, "Language Plural Rules".
    """
    if abs(n) == 1:
        return 0
    if lang != "pl":
        return 1
    return 1 if abs(n) % 10 in (2, 3, 4) and abs(n) % 100 not in (12, 13, 14) else 2


class _Filled(Formatter):
    """Fills in arguments, and for `{n|tile|tiles}` the form that goes with the number n."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        name, *forms = field_name.split("|")
        if not forms:
            return kwargs[name], name
        return forms[min(plural(int(kwargs[name]), self.lang), len(forms) - 1)], name


def filled(texts: Mapping[str, str], lang: str, args: Mapping[str, object]) -> str:
    """The text in this language, or the English one if there is none, with its arguments filled in."""
    used = lang if lang in texts else "en"
    return _Filled(used).vformat(texts[used], (), args)


class Words:
    """Message keys and names of things in several languages; English replaces a language that is missing."""

    def __init__(self, *tables: Mapping[str, Mapping[str, str]]) -> None:
        self._texts: dict[str, Mapping[str, str]] = {}
        for table in tables:
            self._texts.update(table)

    @classmethod
    def of(cls, messages: Sequence[tuple[str, Mapping[str, Mapping[str, str]]]]) -> Words:
        """The messages of several owners: (core, game or module; messages). A later table of the same owner wins.

        PluginError if two owners have different texts under one key.
        """
        first: dict[str, tuple[str, Mapping[str, str]]] = {}
        for owner, table in messages:
            for key, texts in table.items():
                other, before = first.setdefault(key, (owner, texts))
                if other != owner and before != texts:
                    said = f"{other} and {owner} both have a message with the key {key}"
                    raise PluginError(f"{said}; give that of {owner} another key")
        return cls(*(table for _, table in messages))

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def keys(self) -> list[str]:
        return sorted(self._texts)

    def name(self, word: str, lang: str = "en") -> str:
        """The name of a thing in this language; the word itself if it has no translation."""
        texts = self._texts.get(f"name.{word}", {})
        return texts.get(lang) or texts.get("en") or word

    def say(
        self,
        key: str,
        args: Mapping[str, object],
        seats: Sequence[str] = (),
        lang: str = "en",
        *,
        literal: bool = False,
    ) -> str:
        """The sentence. Seat numbers become names; texts that name things are translated, unless `literal`."""
        texts = self._texts.get(key)
        if texts is None:
            raise PluginError(f"there is no message '{key}'")
        given: dict[str, str] = {}
        for name, value in args.items():
            if name in SEAT_ARGUMENTS and isinstance(value, int):
                given[name] = seats[value] if 0 <= value < len(seats) else self.name("nobody", lang)
            elif name == "step":
                # As scenes write it. `name.castle` is what the step is about, not what is done in it.
                given[name] = self.name(f"step.{value}", lang).removeprefix("step.")
            elif isinstance(value, str) and not literal:
                given[name] = self.name(value, lang)
            else:
                given[name] = str(value)
        return filled(texts, lang, given)
