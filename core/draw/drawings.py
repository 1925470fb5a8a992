"""What drawings are made of, for every game: symbols, patterns, outlines and colours, in data/core/drawings.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from ..text.folder import Folder


def _drawn() -> Mapping[str, Mapping[str, str]]:
    """Return the parts of the file by name, each without the breaks between its elements."""
    folder = Folder(files("tilewright.data") / "core", "data/core")
    found = folder.load("drawings.yaml", dict[str, dict[str, str]])
    return {part: {name: text.replace("\n", "") for name, text in of.items()} for part, of in found.items()}


DRAWINGS = _drawn()
