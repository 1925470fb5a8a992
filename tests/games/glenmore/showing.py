"""What the tests of Glen More's drawings share: random games, and boards read back."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

import tilewright as tw
from tilewright.core.draw.model import Panel, Show, Where
from tilewright.core.draw.text import draw_text
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import name_of
from tilewright.games.glenmore.show import show
from tilewright.games.glenmore.state import GlenMoreState

from .. import playing

NAMES = ("anna", "bruno", "chiara", "dario", "elena")
LANGUAGES = ("en", "de", "pl")
SVG = "{http://www.w3.org/2000/svg}"
At = tuple[int, int]


def rules(edition: str | None = None, **options: object) -> Rules:
    return tw.load("glenmore", edition=edition, options=options)


def game(count: int, seed: int, edition: str | None = None, **options: object) -> Iterator[GlenMoreState]:
    """Every position of a random game, the last one too."""
    return playing.game(rules(edition, **options), NAMES[:count], seed)


def step(state: GlenMoreState) -> str:
    return "" if state.over else name_of(state.rules.nodes[state.stack[-1][0]])


def seen(state: GlenMoreState, lang: str = "en") -> Show:
    """As the seat to act sees it."""
    return show(state.view(state.to_act[0] if state.to_act else None), lang)


def marks(what: Show) -> dict[Where, str]:
    """The number of the first choice at each spot as its mark."""
    found: dict[Where, str] = {}
    for number, offer in enumerate(what.offers, 1):
        if offer.at is not None:
            found.setdefault((offer.board, offer.at), str(number))
    return found


def drawn(what: Show) -> str:
    return draw_text(what, width=80, marks=marks(what))


def bare(what: Show) -> Show:
    """Boards and choices alone."""
    return attrs.evolve(what, panels=(), legend=(), caption=())


def panel(what: Show, title: str) -> Panel | None:
    return next((found for found in what.panels if found.title.startswith(title)), None)


def cells(text: str, title: str, chain: bool = False) -> dict[str, list[str]]:
    """A board drawn without panels read back: by `x,y` (on the chain by name) the lines of the cell."""
    rows = [row.ljust(90) for row in text.splitlines()]
    head = re.compile(r"(0|\+\d+|gap)( +(\+\d+|gap))*" if chain else r"-?\d+( +-?\d+)*")
    first = next(n for n, row in enumerate(rows) if row.startswith(title)) + 1
    found: dict[str, list[str]] = {}
    names: list[tuple[str, int, int]] = []
    y = ""
    for row in rows[first:]:
        if re.match(r"(Display|Circuit) | *\d+ [a-z]+", row):
            break
        if head.fullmatch(row.strip()) and (chain or not names):
            marks = [(m[0], m.start()) for m in re.finditer(r"\S+", row)]
            pitch = marks[1][1] - marks[0][1] if len(marks) > 1 else 11
            shift = 0 if chain else pitch // 2 - 1
            names = [
                (name, max(3 * (not chain), start - shift), start - shift + pitch) for name, start in marks
            ]
            continue
        labelled = re.match(r" *(-?\d+) ", row[:4])
        y = labelled[1] if labelled else y
        for name, start, end in names:
            found.setdefault(name if chain else f"{name},{y}", []).append(row[start:end])
    return found
