"""A language of our own in place of German: every letter of every message and sentence becomes a Cyrillic one.

So a Latin word in what a face shows was never a message, whether it was wrapped, cut off or drawn on a board.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from inspect import signature
from unittest.mock import patch

from tilewright.core.draw import derived
from tilewright.core.rules import lessons
from tilewright.core.rules.actions import verbs
from tilewright.core.rules.ruleset import Rules
from tilewright.core.table import face_texts, lookup
from tilewright.core.text.messages import Words, filled, parts
from tilewright.core.text.unreadable import engine

LANG = "de"
WORD = re.compile(r"(?<![\w\\])[A-Za-z][a-z]{3,}(?!\w)")
"""Shorter ones are signs on tiles and letters that choose, or verbs of moves."""
CODES = re.compile(r"\bO\d-back\b")
_LETTERS = {
    chr(latin + n): chr(cyrillic + n) for latin, cyrillic in ((0x41, 0x410), (0x61, 0x430)) for n in range(26)
}


def letters(text: str) -> str:
    """The text in Cyrillic letters."""
    return "".join(_LETTERS.get(letter, letter) for letter in text)


def strange(text: str) -> str:
    """A message in Cyrillic letters, with the names of its arguments as they were."""
    found = ""
    for before, name, forms in parts(text):
        found += letters(before)
        found += f"{{{'|'.join((name, *map(letters, forms)))}}}" if name else ""
    return found


def _all(table: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    return {key: {**said, LANG: strange(said["en"])} for key, said in table.items()}


@contextmanager
def speaking(rules: Rules) -> Iterator[None]:
    """While this lasts, these rules and all faces speak our language."""
    ours, faces, core = rules.words, _all(face_texts.every()), _all(engine())
    object.__setattr__(rules, "words", Words(_all({key: ours.texts(key) for key in ours})))
    _forget()
    try:
        with (
            patch.object(face_texts, "every", lambda: faces),
            patch.object(face_texts, "of", lambda face: faces),
            patch.object(lookup, "engine", lambda: core),
            patch.object(derived, "engine", lambda: core),
            patch.object(
                lessons, "filled", lambda text, lang, args: filled(_all({"": text})[""], lang, args)
            ),
        ):
            yield
    finally:
        object.__setattr__(rules, "words", ours)
        _forget()


def _forget() -> None:
    """Everything that is remembered for a language is made again."""
    for name, module in [*sys.modules.items()]:
        for kept in vars(module).values() if name.startswith("tilewright.") else ():
            for one in (kept, *vars(kept).values()) if isinstance(kept, type) else (kept,):
                function = getattr(one, "__func__", one)
                if hasattr(function, "cache_clear") and "lang" in signature(function).parameters:
                    function.cache_clear()


def proper(rules: Rules, *names: str) -> set[str]:
    """Words that no language changes: names of players, of the game, of special places, and codes of things."""
    found = {*names, *WORD.findall(rules.game.title), "default", "even", "fitting"}
    for module in rules.modules:
        found |= {*WORD.findall(module.title), module.name}
    for option, made in rules.made.items():
        found |= {*WORD.findall(option), option, str(made.value)}
    alike = [rules.words.texts(key) for key in rules.words if key.startswith("name.")]
    found |= {word for texts in alike if "pl" not in texts for word in WORD.findall(texts["en"])}
    for things in rules.things.values():
        for thing in things.things:
            found |= (
                {*WORD.findall(thing.name), *WORD.findall(thing.code)} if not thing.code.islower() else set()
            )
    return found


def leaks(said: str, rules: Rules, known: set[str]) -> list[str]:
    """The lines with Latin words that are not known, or with an English verb of a move, each after the word."""
    moves = re.compile(rf"(?<!\w)(?:{'|'.join(verbs(rules.kinds))})(?!\w)")
    return [
        f"{word}: {line}"
        for line in said.splitlines()
        for word in (*WORD.findall(CODES.sub("", line)), *moves.findall(line))
        if word not in known
    ]
