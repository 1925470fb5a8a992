"""The sentences of the faces in one language: `data/core/faces/*.yaml`, written like messages of games (`words`)."""

from __future__ import annotations

from collections.abc import Mapping
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
        return filled(every()[key], self.lang, args)

    def known(self, prefix: str) -> list[str]:
        """The keys that begin with this, in the order of the files."""
        return [key for key in every() if key.startswith(prefix)]


@lru_cache(maxsize=1)
def every() -> Mapping[str, Mapping[str, str]]:
    """Every text of the faces: key to language to text. Read once, when a face opens."""
    folder = Folder(files("tilewright.data") / "core" / "faces", "data/core/faces")
    found: dict[str, dict[str, str]] = {}
    for name in folder.names():
        found |= folder.load(name, dict[str, dict[str, str]])
    return translated("core", found)
