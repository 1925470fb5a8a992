"""Moves in a person's language: their translations, and the words that can be typed in place of the English notation.

Records, bots and scenes keep the notation, which is the same for everybody (`take 3`, `pay wood 1,0`). A person reads
and types it in words of the language: the first word is the message `verb.VERB`, the others are `name.CODE`. Signs that
stand on tiles and boards (`L07`, `KE`, `r2`, `3,4`) stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from .messages import Words

VERB = "verb."


class Spoken:
    """The words of one ruleset's notation in one language. English is the notation itself."""

    def __init__(self, words: Words, lang: str) -> None:
        self.lang = lang
        self._words = words
        self._said: dict[str, str] = {}
        self.verbs: dict[str, str] = {}
        """Every first word that can be typed beside the English ones, in small letters, with the one that it means."""
        self._codes: dict[str, tuple[str, ...]] = {}
        if lang == "en":
            return
        for key in words:
            code = key.partition(".")[2]
            if key.startswith(VERB):
                said = words.texts(key).get(lang, "").split()
                self._said |= {code: said[0]} if said else {}
                self.verbs |= {word.lower(): code for word in said}
            elif key.startswith("name."):
                name = words.code(code, lang).lower()
                self._codes[name] = (*self._codes.get(name, ()), code)

    def verb(self, verb: str) -> str:
        """The first word of a notation in this language."""
        return self._said.get(verb, verb)

    def say(self, notation: str) -> str:
        """The notation in words of this language: `zahle Holz 1,0`."""
        verb, *rest = notation.split(" ")
        return " ".join((self.verb(verb), *(self._words.code(word, self.lang) for word in rest)))

    def slot(self, slot: str) -> str:
        """The name of a slot of a notation: FELD."""
        return self._words.slot(slot, self.lang).upper()

    def follows(self, expected: Iterable[str]) -> tuple[str, ...]:
        """The parts that may follow in a notation, such as `pay` or `<cell>`, in words of this language."""
        return tuple(
            f"<{self._words.slot(one[1:-1], self.lang)}>" if one[:1] == "<" else self.verb(one)
            for one in expected
        )

    def meant(self, word: str) -> str:
        """The first word of a notation that this one means, in small letters; the word itself if it means none."""
        return self.verbs.get(word.lower(), word.lower())

    def codes(self, text: str) -> tuple[str, ...]:
        """The codes of the things with this name."""
        return self._codes.get(text.lower(), ())


@lru_cache(maxsize=32)
def spoken(words: Words, lang: str) -> Spoken:
    """The words of these messages' notation in this language, made once."""
    return Spoken(words, lang)
