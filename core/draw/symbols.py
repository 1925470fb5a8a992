"""The symbols of pictures: things, people, buildings and tools, all drawn by one hand, in data/core/symbols.svg."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files

from .drawings import DRAWINGS

SIZE = 24.0
"""Width and height of a symbol as it is drawn."""
OUTLINE = 'stroke="#2b2118" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round"'
HOLLOW = 'fill="#ffffff" fill-opacity="0.6" stroke="#555555" stroke-width="1.8"'
SHAPE = "g-shape-"
"""The beginning of the name of a symbol that is a shape of pieces."""
BLANK = "0"
"""The end of the name of a symbol that leaves room for a number within it."""


def _drawn() -> Mapping[str, str]:
    """Return the definition of each symbol by its name."""
    text = (
        (files("tilewright.data") / "core" / "symbols.svg").read_text("utf-8").replace('class="o"', OUTLINE)
    )
    found = dict(re.findall(r'<symbol id="([^"]+)" (.*)</symbol>', text))
    for name, outline in DRAWINGS["shapes"].items():
        found[SHAPE + name] = f'viewBox="-20 -20 40 40"><path d="{outline}" {HOLLOW}/>'
    return {name: f'<symbol id="{symbol_id(name)}" {rest}</symbol>' for name, rest in found.items()}


def symbol_id(name: str) -> str:
    """Return the id of a symbol. The same id is the same drawing, in every picture."""
    return f"sym-{name}"


SYMBOLS = _drawn()
"""The definition of each symbol, to which `use` refers; a page or picture holds those that it uses once."""


def called(icon: str) -> str:
    """Return the name of the symbol that `Look.icon` means, which may be a shape of pieces; "" if there is none."""
    return next((one for one in (icon, SHAPE + icon) if one in SYMBOLS), "")


def use(name: str, size: float = SIZE, colour: str = "") -> str:
    """Return the symbol around 0,0; in this colour, where it has one of a player or of text. "" if there is none."""
    if name not in SYMBOLS:
        return ""
    half, whole = round(-size / 2, 2), round(size, 2)
    more = f' color="{colour}"' if colour else ""
    return f'<use href="#{symbol_id(name)}" x="{half:g}" y="{half:g}" width="{whole:g}" height="{whole:g}"{more}/>'


def symbol_for(name: str) -> str:
    """Return the symbol of this name, or of one of its words: of `most_ships` it is `ship`. "" if there is none."""
    words = [name, *name.split("_")]
    return next((one for word in words for one in (word, word.removesuffix("s")) if one in SYMBOLS), "")
