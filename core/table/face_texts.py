"""The sentences of the faces in one language: `data/core/faces/*.yaml`, written like messages of games (`words`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from ..text.folder import Folder
from ..text.messages import filled
from ..text.translations import translated


class Texts:
    """The texts of all faces. Every text exists in every shipped language; a test holds it."""

    def __init__(self, lang: str = "en") -> None:
        self.lang = lang

    def __call__(self, key: str, /, **args: object) -> str:
        """The text with this key. KeyError if there is none; arguments stand as they are."""
        found = of(key.partition(".")[0])  # most texts lie in the file that their keys begin with
        return filled(found[key] if key in found else every()[key], self.lang, args)

    def known(self, prefix: str) -> list[str]:
        """The keys that begin with this, in the order of the files."""
        return [key for key in every() if key.startswith(prefix)]


def listed(words: Sequence[str], lang: str) -> str:
    """Return names or moves in one sentence: `anna, bruno and clara`."""
    *most, last = words
    return Texts(lang)("table.hint.and").join(filter(None, (", ".join(most), last)))


@lru_cache(maxsize=1)
def every() -> Mapping[str, Mapping[str, str]]:
    """Every text of the faces: key to language to text."""
    found: dict[str, Mapping[str, str]] = {}
    for name in _folder().names():
        found |= of(name.removesuffix(".yaml"))
    return found


@lru_cache(maxsize=64)
def of(face: str) -> Mapping[str, Mapping[str, str]]:
    """The texts in the file of one face, none if it has no file. Read once, when the face first speaks."""
    name = f"{face}.yaml"
    if name not in _folder().names():
        return {}
    return translated("core", _folder().load(name, dict[str, dict[str, str]]))


@lru_cache(maxsize=1)
def _folder() -> Folder:
    return Folder(files("tilewright.data") / "core" / "faces", "data/core/faces")
