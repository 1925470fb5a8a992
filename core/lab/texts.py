"""The sentences of the laboratory's reports, in English: data/core/laboratory.yaml, written like messages of games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from ..text.folder import Folder
from ..text.messages import filled


def text(key: str, /, **words: object) -> str:
    """Return the text with this key and these words in its braces. KeyError if there is none."""
    return filled({"en": every()[key]}, "en", words)


@cache
def every() -> Mapping[str, str]:
    """Return all texts by key."""
    folder = Folder(files("tilewright.data") / "core", "data/core")
    return folder.load("laboratory.yaml", dict[str, str])
