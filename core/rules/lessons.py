"""The `learn.yaml` files of a ruleset, read when somebody wants to learn it, and their texts in a language."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from ..base.errors import InvalidFile
from ..text.folder import LEARN
from ..text.introduction import Introduction, Opening
from ..text.messages import arguments, filled, flaws
from ..text.options import typed
from ..text.strict import near
from ..text.yaml import Path

if TYPE_CHECKING:
    from ..text.document import Document
    from ..text.folder import Folder
    from ..text.lesson_file import LessonFile
    from .ruleset import Rules

T = TypeVar("T")


@lru_cache(maxsize=16)
def files(rules: Rules) -> Mapping[str, LessonFile]:
    """The files by owner, game or module; owners without one are left out. InvalidFile for texts that are wrong."""
    folders, options = zip(rules.stated, rules.folders, strict=True), rules.option_values
    return {owner: checked(folder, options) for owner, folder in folders if LEARN in folder.names()}


def about(rules: Rules) -> Introduction | None:
    """What is said of the game in short. InvalidFile if that is wrong."""
    return introduction(rules.folders[0], rules.option_values)


def introduction(folder: Folder, options: Collection[str]) -> Introduction | None:
    """What the folder says of its game in short. It is read alone if the file begins with it.

    A list of games is no reason to check whole lessons.
    """
    if LEARN not in folder.names():
        return None
    document = folder.beginning(LEARN, "about")
    return checked(folder, options).about if document is None else _checked(document, Opening, options).about


def checked(folder: Folder, options: Collection[str]) -> LessonFile:
    """The `learn.yaml` of a folder. InvalidFile names each text that has no English, or cannot be filled in."""
    from ..text.lesson_file import LessonFile  # a match without a lesson does without its classes

    return _checked(folder.document(LEARN), LessonFile, options)


def _checked(document: Document, kind: type[T], options: Collection[str]) -> T:
    found = document.structure(kind)
    problems = [document.problem(path, said) for path, said in text_flaws(found, (), options)]
    if problems:
        raise InvalidFile(problems)
    return found


def text_flaws(part: Any, path: Path, options: Collection[str]) -> Iterator[tuple[Path, str]]:
    """(where, what is wrong there) of all texts in a part of a file."""
    if attrs.has(type(part)):
        parts = {name: value for name, value in attrs.asdict(part, recurse=False).items() if name not in FREE}
        for name, value in parts.items():
            yield from text_flaws(value, (*path, name), options)
    elif isinstance(part, dict) and part and all(isinstance(value, str) for value in part.values()):
        if "en" not in part:
            yield path, "the English text is missing"
        else:
            yield from (((*path, lang), said) for lang, said in flaws(part, part["en"]))
            for name in sorted(arguments(part["en"]) - {*options}):
                yield (*path, "en"), f"there is no option {name!r}{near(name, options)}"
    elif isinstance(part, (dict, tuple)):
        inner: Iterable[tuple[str | int, Any]] = part.items() if isinstance(part, dict) else enumerate(part)
        for step, value in inner:
            yield from text_flaws(value, (*path, step), options)


FREE = ("given", "draws", "moves")
"""Fields that hold no texts for people."""


def said(rules: Rules, text: Mapping[str, str], lang: str) -> str:
    """The text in this language, with the values of options in it; in English if there is none."""
    return filled(text, lang, {name: typed(value) for name, value in rules.option_values.items()})
