"""The colours and patterns as CSS classes, because a page's policy forbids styles in attributes.

A tint is called after its colour, a pattern after what it draws: `tint-afd7af`, `dots-dark`.
"""

from __future__ import annotations

from urllib.parse import quote

from .colours import FIELDS, PALE, SEATS, STRONG, readable, tint_of
from .model import Show
from .shapes import PATTERNS, pattern_id

TILE = 12
"""Width and height of a pattern."""


def palette_css() -> str:
    """Return the rules for what `classes` and `tint_class` name; letters stand out from each tint."""
    colours = dict.fromkeys([*PALE.values(), *STRONG.values()])
    rules = [
        f".{tint_class(colour)}{{background-color:{colour};color:{readable(colour)};fill:{colour}}}"
        for colour in colours
    ]
    for name, drawn in PATTERNS.items():
        for dark in (True, False):
            inked = drawn.replace("INK", "#000000" if dark else "#ffffff")
            image = f'<svg xmlns="http://www.w3.org/2000/svg" width="{TILE}" height="{TILE}">{inked}</svg>'
            rules.append(
                f'.{pattern_id(name, dark)}{{background-image:url("data:image/svg+xml,{quote(image)}")}}'
            )
    for tint, (land, ink, night, light) in FIELDS.items():
        water = f":not(svg).water-{tint},.board-svg.water-{tint},.drawing:has(>.water-{tint})"
        rules.append(f"{water}{{background:light-dark({land},{night})}}")
        rules.append(f".on-{tint}{{fill:light-dark({land},{night})}}")
        rules.append(f".edge-{tint}{{stroke:light-dark({ink},{light})}}")
        rules.append(f".ink-{tint}{{color:light-dark({ink},{light});fill:light-dark({ink},{light})}}")
    return "\n".join(rules) + "\n"


def classes(show: Show, role: str) -> str:
    """Return the classes of a role's tint and pattern; "" if it has no tint."""
    if role.startswith("seat "):
        return f"seat-{int(role[5:]) % len(SEATS)}"  # data/web/tokens.css has his colour and line
    colour, look = tint_of(role, show.looks), show.looks.get(role)
    if not colour:
        return ""
    if look is None or look.pattern not in PATTERNS:
        return tint_class(colour)
    return f"{tint_class(colour)} {pattern_id(look.pattern, readable(colour) == '#000000')}"


def tint_class(colour: str) -> str:
    """Return the class of a colour of a tint."""
    return "tint-" + colour.removeprefix("#")
