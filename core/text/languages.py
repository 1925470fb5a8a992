"""The languages that are spoken: the folders of `data/languages`, and those that a user keeps elsewhere.

A folder is named by its language's code and holds `language.yaml` (`grammar`). Names of folders are all that is read
here, so that the command line can list the languages as fast as it starts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

VARIABLE = "TILEWRIGHT_LANGUAGES"
"""Names a user's folder of languages. One that is there and in ours is taken from there."""
ABOUT = "language.yaml"
"""The file in a language's folder that says what it is called and how it counts."""
_CODE = re.compile("[a-z]{2,3}")


def languages() -> tuple[str, ...]:
    """The code of every language, English first."""
    return tuple(folders())


def shipped() -> tuple[str, ...]:
    """The codes of the languages that come with tilewright, in which every text has to be there."""
    return tuple(_found(""))


def spoken(lang: str) -> str:
    """The language if its folder is there, otherwise English."""
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
