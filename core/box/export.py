"""An owner's data as one file, for another owner of the box; and every file of the data, to correct in an editor."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path as File

import attrs

from ..base import files as disk
from ..base import strict_json
from ..base.errors import InvalidFile, Problem, UsageError
from ..base.sanitize import json_text
from ..text.strict import EXACT, Slips, structure
from . import owner_data
from .shipped_files import ShippedFiles

FORMAT, VERSION = "tilewright box", 1
MOST = 4 << 20
"""Bytes of such a file."""


@attrs.frozen
class ExportedFiles:
    """The content of such a file. Only its shape has been checked."""

    format: str
    version: int
    game: str
    files: Mapping[str, str]
    """The texts of data files by name."""


def exported(game: str) -> str:
    """The owner's data that is in place, as the text of one file. UsageError if there is none."""
    folder = owner_data.in_place(game)
    if folder is None:
        raise UsageError(f"{game} is played with the shipped data; there is nothing of yours to export")
    names = [File(entry.path) for entry in disk.walk(folder) if entry.is_file()]
    files = {path.relative_to(folder).as_posix(): disk.text(path, path.as_posix()) for path in sorted(names)}
    return packed(game, files)


def packed(game: str, files: Mapping[str, str]) -> str:
    """These data files as the text of one file."""
    said = {"format": FORMAT, "version": VERSION, "game": game, "files": dict(sorted(files.items()))}
    return json.dumps(said, ensure_ascii=False, indent=1) + "\n"


def read_gift(text: str, name: str) -> ExportedFiles:
    """Read the text of such a file, which errors call `name`. InvalidFile if it is something else."""

    def wrong(where: str, said: str) -> InvalidFile:
        return InvalidFile([Problem(name, 0, 0, where, said)])

    if len(text) > MOST:
        raise wrong("", f"such a file has at most {MOST >> 20} MB")
    try:
        content = strict_json.read(text)
    except strict_json.NotJson as error:
        raise wrong("", f"no file that tilewright box has exported: {error}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise wrong("", f"no file that tilewright box has exported: its format is not {FORMAT!r}")
    if content.get("version") != VERSION or type(content["version"]) is not int:
        said = f"expected version {VERSION}, got {json_text(content.get('version'))}; update tilewright"
        raise wrong("version", said)
    try:
        found = structure(content, ExportedFiles, EXACT)
    except Slips as error:
        slips = [(".".join(map(str, one.path)), one.message) for one in error.slips[:20]]
        raise InvalidFile(
            [Problem(name, 0, 0, strict_json.short(where), said) for where, said in slips]
        ) from None
    if not found.files:
        raise wrong("files", "expected at least one data file by name")
    return found


def copied(stock: ShippedFiles, folder: File) -> dict[str, bool]:
    """Write every data file into the folder, which is new or empty; by name, whether it is the owner's own.

    Files of the owner that are in place are written as they are there, the others as they are shipped.
    """
    mine = owner_data.in_place(stock.game)
    if os.path.lexists(folder) and not folder.is_dir():
        raise UsageError(f"{folder} is not a folder; name a new one")
    found = {}
    try:
        if os.path.isdir(folder) and any(folder.iterdir()):
            raise UsageError(f"{folder} is not empty; name a new folder")
        folder.mkdir(parents=True, exist_ok=True)
        for name in sorted(stock.kinds):
            own = mine / name if mine is not None else None
            found[name] = own is not None and own.is_file()
            text = disk.text(own, own.as_posix()) if own is not None and found[name] else stock.written[name]
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            disk.replace(folder / name, text)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror or error}") from error
    return found
