"""Data files that stand in the Python file of a small game, which is then whole in one file."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from importlib.resources.abc import Traversable


def inline_files(
    *, rules: Mapping[str, str], messages: Mapping[str, str | Mapping[str, str]], **files: str
) -> Traversable:
    """Return a folder for `Game.folder`: what each rule says by its id, messages by key, and further files by name.

    A message is a text in English, or texts by language; a further file is YAML: `tiles="- {name: D, count: 3}"`.
    """
    stated = {name: {"text": text, "source": "own"} for name, text in rules.items()}
    spoken = {key: {"en": text} if isinstance(text, str) else dict(text) for key, text in messages.items()}
    found = {"rules.yaml": _lines(stated), "messages.yaml": _lines(spoken)}
    return in_memory(found | {f"{name}.yaml": text for name, text in files.items()})


def _lines(content: Mapping[str, object]) -> str:
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in content.items())


def in_memory(files: Mapping[str, str]) -> Traversable:
    """Return a folder with these files by name, as an archive that is on no disk; empty ones are left out."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as written:
        for name, text in files.items():
            if text:
                written.writestr(zipfile.ZipInfo(name), text)
    return zipfile.Path(zipfile.ZipFile(archive))
