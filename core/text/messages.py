"""Texts for people: message keys with arguments become sentences in the language asked for.

Messages are data (`messages.yaml`: key to language to text). A text names its arguments in braces, `{n}`. The forms of
a word that depend on a number stand behind it: `{n} {n|tile|tiles}`, in Polish `{n} {n|kafelek|kafelki|kafelków}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, TypeAlias

import attrs

from ..base.errors import PluginError
from .grammar import grammar
from .languages import Choices, languages

Language: TypeAlias = Annotated[str, Choices(languages)]
"""The code of an available language."""
Texts: TypeAlias = Mapping[Language, str]
"""One text in several languages."""
SEAT_ARGUMENTS = frozenset({"seat", "other"})
"""Arguments that are seat numbers, which are shown as the players' names."""
NO_ARGUMENTS: Mapping[str, object] = {}
_SLOT = re.compile(r"\{([a-z_][a-z0-9_.]*)((?:\|[^{}|]*)*)\}")
_AMOUNT = re.compile(r"[0-9]+")


@attrs.frozen
class Message:
    """A sentence that can be said in any language: a message key with its arguments, which may be messages as well."""

    key: str
    args: Mapping[str, object] = NO_ARGUMENTS


@lru_cache(maxsize=8192)
def parts(text: str) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """The text as (what stands before the argument, the argument, its forms), last of all ("...", "", ()).

    ValueError if its braces are not those of arguments.
    """
    found: list[tuple[str, str, tuple[str, ...]]] = []
    at = 0
    for slot in _SLOT.finditer(text):
        found.append((text[at : slot.start()], slot[1], tuple(slot[2].split("|")[1:])))
        at = slot.end()
    found.append((text[at:], "", ()))
    odd = next((before for before, _, _ in found if "{" in before or "}" in before), None)
    if odd is not None:
        where = odd[min(n for n in (odd.find("{"), odd.find("}")) if n >= 0) :][:20]
        said = "write {name}, or {name|form|form} for a word that depends on a number"
        raise ValueError(f"the braces at {where!r} cannot be read: {said}")
    return tuple(found)


@lru_cache(maxsize=8192)
def arguments(text: str) -> frozenset[str]:
    """The names of the text's arguments."""
    return frozenset(slot[1] for slot in _SLOT.finditer(text))


def flaws(texts: Mapping[Language, str], basis: str) -> Iterator[tuple[Language, str]]:
    """(language, what is wrong with its text) of one message: braces, numbers of forms, other arguments than `basis`.

    `basis` is the English text from which the code that gives the arguments was written.
    """
    for lang, text in texts.items():
        try:
            slots = parts(text)
        except ValueError as error:
            yield lang, str(error)
            continue
        for _, name, forms in slots:
            if forms and len(forms) != len(known := grammar(lang).forms):
                wanted = f"{len(known)} forms are needed ({', '.join(known)})"
                yield lang, f"{{{'|'.join((name, *forms))}}}: {wanted}, not {len(forms)}"
        if arguments(text) != arguments(basis):
            named, wanted = _braced(arguments(text)), _braced(arguments(basis))
            yield lang, f"it names {named}; the English text names {wanted}"


def _braced(names: frozenset[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names)) or "no argument"


def filled(texts: Mapping[Any, str], lang: str, args: Mapping[str, object]) -> str:
    """The text in this language, or the English one if there is none, with its arguments filled in.

    Which form of a word goes with an argument is decided by the last number in it: 3 in `1/2/3`.
    """
    used = lang if lang in texts else "en"
    slots = parts(texts[used])
    if len(slots) == 1:
        return slots[0][0]
    said = []
    for before, name, forms in slots:
        said.append(before)
        if forms:
            said.append(forms[min(_form(args[name], used), len(forms) - 1)])
        elif name:
            said.append(decimal(args[name], used))
    return "".join(said)


def decimal(value: object, lang: str) -> str:
    """The value as text; a number that is not whole has the decimal sign of the language."""
    return str(value).replace(".", grammar(lang).decimal) if isinstance(value, float) else str(value)


def _form(value: object, lang: str) -> int:
    numbers, known = _AMOUNT.findall(str(value)), grammar(lang)
    return known.form(int(numbers[-1][-9:])) if numbers else len(known.forms) - 1


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

    def lend(self, keys: Iterable[str]) -> None:
        """Give each of these keys that has no message the name of the thing with that key."""
        for key in keys:
            if key not in self._texts and f"name.{key}" in self._texts:
                self._texts[key] = self._texts[f"name.{key}"]

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        """The keys, sorted."""
        return iter(sorted(self._texts))

    def texts(self, key: str) -> Mapping[str, str]:
        """The message in every language that it has. KeyError if there is none."""
        return self._texts[key]

    def name(self, word: str, lang: str = "en") -> str:
        """The name of a thing in this language; the word itself if it has no translation."""
        texts = self._texts.get(f"name.{word}", {})
        return texts.get(lang) or texts.get("en") or word

    def code(self, code: str, lang: str = "en") -> str:
        """A word of a notation as people write it: by its name in this language, with `-` for blanks.

        In English it is the code itself, and so is a sign in capitals or digits, such as `L07`, in every language.
        """
        if lang == "en" or not code.islower():
            return code
        return "-".join(self.name(code, lang).split())

    def slot(self, slot: str, lang: str = "en") -> str:
        """The name of what a slot of a notation holds."""
        return self.name(f"slot.{slot}", lang).removeprefix("slot.")

    def sides(self, directions: Iterable[str], lang: str = "en") -> str:
        """Directions of a grid as they are said: `n e`, in German `N O`."""
        return " ".join(self.say(f"side.{one}", NO_ARGUMENTS, (), lang) for one in directions)

    def told(self, message: Message | str, lang: str = "en") -> str:
        """The message in this language; a text stays as it is, and so do texts among the arguments."""
        if isinstance(message, str):
            return message
        args = {
            name: self.told(value, lang) if isinstance(value, Message) else value
            for name, value in message.args.items()
        }
        return self.say(message.key, args, (), lang, literal=True)

    def say(
        self,
        key: str,
        args: Mapping[str, object],
        seats: Sequence[str] = (),
        lang: str = "en",
        *,
        literal: bool = False,
    ) -> str:
        """The sentence. Seat numbers become names; texts that name things are translated, unless `literal`.

        A tuple holds codes, which are listed as people write them.
        """
        texts = self._texts.get(key)
        if texts is None:
            raise PluginError(f"there is no message '{key}'")
        given: dict[str, str] = {}
        for name, value in args.items():
            if name in SEAT_ARGUMENTS and isinstance(value, int):
                given[name] = seats[value] if 0 <= value < len(seats) else self.name("nobody", lang)
            elif name == "step":
                # As scenes write it. `name.castle` would name the piece of a step called `castle`, not the step.
                given[name] = self.name(f"step.{value}", lang).removeprefix("step.")
            elif name == "family":
                given[name] = self.name(f"family.{value}", lang).removeprefix("family.")
            elif name == "slot":
                given[name] = self.slot(str(value), lang)
            elif isinstance(value, tuple):
                given[name] = ", ".join(self.code(str(code), lang) for code in value)
            elif isinstance(value, str) and not literal:
                given[name] = self.name(value, lang)
            else:
                given[name] = str(value)
        try:
            return filled(texts, lang, given)
        except KeyError as error:
            raise PluginError(
                f"the message '{key}' names {{{error.args[0]}}}, and was not given it"
            ) from None
