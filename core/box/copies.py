"""The data files of a game as an owner corrects them in an editor: every file, as it is in play."""

from __future__ import annotations

import os
from pathlib import Path as File

from ..base import files
from ..base.errors import UsageError
from . import owner_data
from .shipped_files import ShippedFiles


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
            text = files.text(own, own.as_posix()) if own is not None and found[name] else stock.written[name]
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            files.replace(folder / name, text)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror or error}") from error
    return found
