"""Texts that lie in the folder of a language: `core.yaml`, and for each game `GAME.yaml`, which its modules share.

They add a language to messages and names in data files, key to text, without a change of these files. A text that is
missing is English, as a whole sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from ..base import files
from ..base.errors import InvalidFile, Problem
from .document import Document, read_document
from .folder import labelled
from .languages import folders
from .messages import flaws

Table: TypeAlias = Mapping[str, Mapping[str, str]]


def translated(
    owner: str, messages: Table, names: Table | None = None, shipped: Table | None = None
) -> dict[str, dict[str, str]]:
    """The messages of the game (or `core`) or of a module of it, with the texts that only a language's folder has.

    Translations of names that a user's files change from the `shipped` ones are left out. InvalidFile for every text
    that could not be filled in.
    """
    found = {key: dict(texts) for key, texts in messages.items()}
    problems: list[Problem] = []
    for lang, folder in folders().items():
        document = _read(folder, owner)
        if document is None:
            continue
        for key, text in document.structure(dict[str, str]).items():
            texts = found.get(key, {})
            stale = shipped is not None and (names or {}).get(key) != shipped.get(key)
            if "en" not in texts or lang in texts or stale:
                continue
            texts[lang] = text
            problems += [document.problem((key,), said) for _, said in flaws({lang: text}, texts["en"])]
    if problems:
        raise InvalidFile(problems)
    return found


@lru_cache(maxsize=256)
def _read(folder: Any, owner: str) -> Document | None:
    file = folder / f"{owner}.yaml"
    if not file.is_file():
        return None
    name = labelled(folder, f"data/languages/{folder.name}")
    name = f"{name}/{file.name}"
    return read_document(files.text(file, name), name)
