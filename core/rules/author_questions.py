"""The author's questions to people after a playtest: what is asked, and what a person's answer means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from string import ascii_lowercase
from typing import TYPE_CHECKING

import attrs

from ..base.errors import InvalidFile, UsageError
from ..text.question_file import QUESTION_FILE, QUESTIONS, SCALE, AuthorQuestion, flaws
from . import lessons

if TYPE_CHECKING:
    from ..play.match import Match
    from .ruleset import Rules


@lru_cache(maxsize=16)
def stated(rules: Rules) -> Mapping[str, AuthorQuestion]:
    """The questions of the game, then those of its modules, by id. InvalidFile names what is wrong in a file."""
    found: dict[str, AuthorQuestion] = {}
    for folder in rules.folders:
        if QUESTIONS in folder.names():
            file: QUESTION_FILE = folder.load(QUESTIONS, QUESTION_FILE)
            document, options = folder.document(QUESTIONS), rules.option_values
            wrong = [*flaws(file), *lessons.text_flaws(file, (), options)]
            if wrong:
                raise InvalidFile([document.problem(path, said) for path, said in wrong])
            found |= file
    return found


@attrs.frozen
class Asked:
    """A question in one language."""

    name: str
    kind: str
    text: str
    answers: Mapping[str, str]
    """What can be chosen, by what the record holds: words, or the numbers of a scale; empty for a text."""
    ends: tuple[str, str] = ("", "")
    """What the numbers 1 and 5 mean."""

    @property
    def how(self) -> list[tuple[str, str]]:
        """What is typed for each answer, with its words: numbers of a scale, letters of a choice."""
        if self.kind == "scale":
            return [(SCALE[0], self.ends[0]), (SCALE[-1], self.ends[1])]
        return [*zip(ascii_lowercase, self.answers.values(), strict=False)]

    @property
    def labels(self) -> dict[str, str]:
        """The words for each answer; numbers of a scale at its ends with what they mean."""
        ends = dict(zip((SCALE[0], SCALE[-1]), self.ends, strict=True)) if self.kind == "scale" else {}
        return {key: f"{words} {ends.get(key, '')}".rstrip() for key, words in self.answers.items()}

    def read(self, typed: str, said: Callable[..., str]) -> str:
        """Return the answer that was typed, as the record holds it. UsageError if it is none."""
        typed = typed.strip()
        keys = {key: one for key, one in zip(ascii_lowercase, self.answers, strict=False)}
        meant = keys.get(typed.lower(), typed) if self.kind == "choice" else typed
        if typed and self.kind != "text" and meant not in self.answers:
            first, *_, last = keys if self.kind == "choice" else SCALE
            raise UsageError(said("ask.expected", first=first, last=last))
        return meant


def asked(rules: Rules, lang: str) -> list[Asked]:
    """Return the author's questions in this language."""

    def said(text: Mapping[str, str]) -> str:
        return lessons.said(rules, text, lang) if text else ""

    found = []
    for name, one in stated(rules).items():
        answers = {key: said(text) for key, text in one.choices.items()}
        if one.kind == "scale":
            answers = dict(zip(SCALE, SCALE, strict=True))
        found.append(Asked(name, one.kind, said(one.ask), answers, (said(one.low), said(one.high))))
    return found


def waiting(match: Match, seat: int, lang: str) -> list[Asked]:
    """Return the questions to this person; none outside of playtests, and once one of them has been answered."""
    if match.playtest is None or match.playtest.answers.get(seat):
        return []
    return asked(match.rules, lang)
