"""HTML and SVG as text, escaped when it is assembled: only `Html` is markup, everything else is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from .sanitize import markup

CLOSED = frozenset(
    {
        "meta",
        "link",
        "img",
        "br",
        "wbr",
        "input",
        "line",
        "rect",
        "circle",
        "path",
        "polyline",
        "polygon",
        "use",
    }
)
"""Elements without content."""
PLAIN = frozenset({"title", "option", "textarea", "style", "script", "text", "tspan", "desc"})
"""Elements in which only text can stand: those of SVG, and those that a browser does not read as markup."""
_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001eeff"
_WORD = rf"[^\s,;:()<>&]*[{_RIGHT_TO_LEFT}][^\s,;:()<>&]*"
RIGHT_TO_LEFT = re.compile(f"{_WORD}(?: {_WORD})*")
"""Words in a script that is written from right to left, such as the name of a player."""


class Html(str):
    """Text that is markup."""

    __slots__ = ()


Child: TypeAlias = "str | Html | Iterable[Child] | None"


def inside(*children: Child, plain: bool = False) -> Html:
    """Join the children, escaping those that are not markup.

    Words from right to left are isolated (`bdi`), so that no number beside them changes its place; not where it is
    `plain` text.
    """
    found: list[str] = []
    for child in children:
        if isinstance(child, Html):
            found.append(child)
        elif isinstance(child, str):
            text = markup(child)
            found.append(text if plain or text.isascii() else RIGHT_TO_LEFT.sub(r"<bdi>\g<0></bdi>", text))
        elif child is not None:
            found.append(inside(*child, plain=plain))
    return Html("".join(found))


def tag(name: str, /, *children: Child, **attributes: object) -> Html:
    """Make one element. `cls` is `class`, other attributes are written with `-` for `_`; None and False omit one."""
    words = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        key = "class" if key == "cls" else key.rstrip("_").replace("_", "-")
        if value is True:
            words.append(key)
        elif isinstance(value, float):
            words.append(f'{key}="{short(value)}"')
        else:
            words.append(f'{key}="{markup(value)}"')
    opened = " ".join(words)
    if name in CLOSED:
        return Html(f"<{opened}/>")
    return Html(f"<{opened}>{inside(*children, plain=name in PLAIN)}</{name}>")


def short(value: float) -> str:
    """Write a coordinate to a tenth of a pixel, without trailing zeros."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def percent(value: float) -> str:
    """Write a coordinate as a share of the width, given from 0 to 1."""
    return short(100 * value) + "%"


def scroll(label: str, *children: Child) -> Html:
    """Put something wide into a container that scrolls on narrow screens."""
    return tag("div", *children, cls="scroll", role="region", aria_label=label, tabindex="0")


def table(caption: Child, head: Iterable[Child], *bodies: Iterable[Html], cls: str = "") -> Html:
    """Make a table that may be wide, with a caption, a head and bodies of rows."""
    caption = inside(caption)
    drawn = tag(
        "table",
        tag("caption", caption),
        tag("thead", tag("tr", [tag("th", cell, scope="col") for cell in head])),
        [tag("tbody", list(rows)) for rows in bodies],
        cls=cls or None,
    )
    return scroll(re.sub(r"<[^>]*>", "", caption), drawn)


def row(name: Child, *cells: Child, cls: str = "", labels: Sequence[str] = ()) -> Html:
    """Make a row whose first cell is its heading; `labels` name the cells on phones, where the head is hidden."""
    said = [*labels, *[""] * len(cells)]
    drawn = [tag("td", cell, data_label=label or None) for cell, label in zip(cells, said)]
    return tag("tr", tag("th", name, scope="row"), drawn, cls=cls or None)


def command(text: str) -> Html:
    """Show a command line in a box; lines do not break after a hyphen."""
    words = re.split(r"(?<=\s)", text)
    held = [tag("span", word) if word.startswith("-") and len(word) < 30 else word for word in words]
    return tag("pre", tag("code", held), cls="command")


def button(*children: Child, **attributes: object) -> Html:
    """Make a button that does what a script says."""
    return tag("button", children, type="button", **attributes)
