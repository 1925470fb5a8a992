"""What the box of Isle of Skye holds, in both readings of its disputed tiles."""

from __future__ import annotations

from importlib.resources import files

from tilewright.core.text.folder import Folder
from tilewright.games.isleofskye.printed import Printed
from tilewright.games.isleofskye.tiles import Tile

from ...cases import cases

DATA = files("tilewright.data") / "isleofskye"
SCROLL_KINDS = cases(__file__, "scroll_kinds")
"""The kinds of scroll by what the facts call them."""


def folder(**overrides: str) -> Folder:
    """The game's data, with values in place of ours: `scoring__squares__points="3"`."""
    settings = {name.replace("__", "."): value for name, value in overrides.items()}
    return Folder(DATA, "data/isleofskye", overrides=settings)


def text(module: str, file: str) -> str:
    """What a data file of a module says."""
    return (DATA / "modules" / module / file).read_text("utf-8")


def tile(printed: Printed, name: str) -> Tile:
    return next(one for one in (*printed.tiles, *printed.castles) if one.id == name)
