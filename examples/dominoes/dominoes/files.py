"""The numbers of the rules, and the tiles that `data/dominoes.yaml` states."""

import re

import attrs

from tilewright.authoring import SQUARE4, Area, Face, Folder, Polyomino, option, stop

TERRAINS = {"F": "field", "W": "wood", "L": "lake", "H": "heath", "V": "vineyard", "Q": "quarry"}
CASTLE = Face("castle", "CCCC")  # without an area, so it belongs to no territory


@attrs.frozen(kw_only=True)
class Options:
    """Every number that a rule states; `--set`, editions and `compare` know them."""

    size: int = option(5, rule="SR-PLACE-3", doc="cells that a realm may be wide and high", low=2, high=9)
    dominoes: int = option(12, rule="SR-ROW-3", doc="dominoes for each player", low=2, high=24)
    markers: int = option(2, rule="SR-ROW-2", doc="markers of each of two players", low=1, high=2)
    middle: int = option(5, rule="SR-END-3", doc="points for a castle in the middle", low=0, high=50)
    complete: int = option(5, rule="SR-END-4", doc="points for having discarded nothing", low=0, high=50)


def load(data: Folder, options: Options) -> tuple[Face | Polyomino, ...]:
    """The castle, then each domino under its number. InvalidFile names the dominoes that cannot be read."""
    document = data.document("dominoes.yaml")
    texts, one = document.structure(tuple[str, ...]), f"[{''.join(TERRAINS)}][1-3]?"
    said = f"is not two halves, each a letter of {', '.join(TERRAINS)} and up to 3 crowns: F W2"
    wrong = [n for n, text in enumerate(texts) if not re.fullmatch(f"{one} {one}", text)]
    few = [document.problem((), "a row of four needs four dominoes at least")] * (len(texts) < 4)
    stop([document.problem((n,), f"{texts[n]!r} {said}") for n in wrong] + few)
    halves = [tuple(map(half, text.split())) for text in texts]
    return CASTLE, *(Polyomino(f"d{n:02}", SQUARE4, two, ((0, 0), (1, 0))) for n, two in enumerate(halves, 1))


def half(text: str) -> Face:
    """A cell of land with so many crowns: `W2`."""
    return Face(text[0], text[0] * 4, (Area(text[0], (0, 1, 2, 3), (int(text[1:] or 0),)),))
