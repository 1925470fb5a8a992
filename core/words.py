"""Texts for people: message keys with arguments become sentences in the language asked for.

Messages are data (`messages.yaml`: key to language to text). A text names its arguments in braces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, get_args

from .errors import PluginError

Language: TypeAlias = Literal["en", "de", "pl"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
Texts: TypeAlias = Mapping[Language, str]
"""One text in several languages."""
SEAT_ARGUMENTS = frozenset({"seat", "other"})
"""Arguments that are seat numbers and read as the players' names."""


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
        filled = {}
        for name, value in args.items():
            if name in SEAT_ARGUMENTS and isinstance(value, int):
                filled[name] = seats[value] if 0 <= value < len(seats) else self.name("nobody", lang)
            elif name == "step":
                # As scenes write it. `name.castle` is what the step is about, not what is done in it.
                filled[name] = self.name(f"step.{value}", lang).removeprefix("step.")
            elif isinstance(value, str) and not literal:
                filled[name] = self.name(value, lang)
            else:
                filled[name] = str(value)
        return (texts.get(lang) or texts["en"]).format(**filled)
