"""Breaking Rebirth's data on purpose."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from tilewright.core.base.errors import InvalidFile
from tilewright.core.text.folder import Folder
from tilewright.games.rebirth.checks import load_printed

DATA = files("tilewright.data") / "rebirth"


def refused(folder: Path, file: str, changes: dict[str, str], mix: str | None = None) -> list[str]:
    """What is said about the game's data with `changes` (old text to new) in one file, each line without the folder."""
    text = (DATA / file).read_text("utf-8")
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / file).parent.mkdir(exist_ok=True)
    (folder / file).write_text(text, "utf-8")
    with pytest.raises(InvalidFile) as caught:
        load_printed(Folder(DATA, "data/rebirth", overlay=folder), mix_name=mix)
    start = f"{(folder / file).as_posix()}:"
    assert all(line.startswith(start) for line in str(caught.value).splitlines())
    return [line.removeprefix(start) for line in str(caught.value).splitlines()]
