"""What the box of Isle of Skye holds, in both readings of its disputed tiles."""

from __future__ import annotations

from importlib.resources import files

from tilewright.core.text.folder import Folder
from tilewright.games.isleofskye.printed import Printed
from tilewright.games.isleofskye.tiles import Tile

DATA = files("tilewright.data") / "isleofskye"
SCROLL_KINDS = {
    "per_2_sheep": "per_sheep",
    "per_2_whisky": "per_barrel",
    "per_2_ships": "per_ship",
    "per_cattle": "per_cattle",
    "per_broch": "per_broch",
    "per_farm": "per_farm",
    "per_lighthouse": "per_lighthouse",
}
"""The kinds of scroll by what the facts call them."""


def folder(**overrides: str) -> Folder:
    """The game's data, with values in place of ours: `scoring__squares__points="3"`."""
    settings = {name.replace("__", "."): value for name, value in overrides.items()}
    return Folder(DATA, "data/isleofskye", overrides=settings)


def tile(printed: Printed, name: str) -> Tile:
    return next(one for one in (*printed.tiles, *printed.castles) if one.id == name)
