"""The available languages: the folders of `data/languages`, and those that a user keeps elsewhere.

A folder is named by its language's code and holds `language.yaml` (`grammar`). Only the names of folders are read here,
so that listing the languages does not slow the start of the command line.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import attrs

VARIABLE = "TILEWRIGHT_LANGUAGES"
"""The environment variable that names a user's folder of languages. It wins over ours for a language that both have."""
ABOUT = "language.yaml"
"""The file in a language's folder with its name and its plural forms."""
_CODE = re.compile("[a-z]{2,3}")


def languages() -> tuple[str, ...]:
    """The code of every language, English first."""
    return tuple(folders())


def shipped() -> tuple[str, ...]:
    """The codes of the languages that come with tilewright, in which every text has to be there."""
    return tuple(_found(""))


def spoken(lang: str) -> str:
    """The language if it is available, otherwise English."""
    return lang if lang in folders() else "en"


def folders() -> Mapping[str, Any]:
    """The folder of each language, that of English first: a `Traversable` that can be the key of a cache."""
    return _found(os.environ.get(VARIABLE, ""))


@lru_cache(maxsize=8)
def _found(theirs: str) -> Mapping[str, Any]:
    places: list[Traversable] = [files("tilewright.data") / "languages"]
    if theirs and os.path.isdir(theirs):
        places.append(Path(theirs))
    found = {
        place.name: place
        for folder in places
        for place in folder.iterdir()
        if _CODE.fullmatch(place.name) and (place / ABOUT).is_file()
    }
    return {lang: found[lang] for lang in sorted(found, key=lambda one: (one != "en", one))}


@attrs.frozen
class Choices:
    """Marks a type of text whose choices are known only when it is read: `Annotated[str, Choices(find)]`."""

    find: Callable[[], Sequence[str]]


def choices(kind: Any) -> tuple[str, ...]:
    """The texts that a type with this mark allows; none for other types."""
    marks = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    return tuple(text for mark in marks if isinstance(mark, Choices) for text in mark.find())
