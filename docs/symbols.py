"""Draws the pictures of docs/showing.md and of docs/authoring.md: all symbols, the examples, the game Brook; and writes
the names of the symbols into docs/showing.md.

python docs/symbols.py        # draws them again; a test compares
"""

from __future__ import annotations

import re
import sys
import textwrap
from functools import partial
from importlib import import_module
from pathlib import Path

from tilewright import Match, load
from tilewright.authoring import (
    Diagram,
    Goal,
    Ground,
    Ink,
    Look,
    Panel,
    Picture,
    Piece,
    Plate,
    Show,
    Spot,
    Way,
)
from tilewright.core.bots import make
from tilewright.core.draw.svg import draw_svg
from tilewright.core.draw.svg_page import FONT
from tilewright.core.draw.symbols import BLANK, SYMBOLS, use

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "examples" / "brook")]
DRAWN = import_module("drawing_examples").DRAWN
ACROSS, WIDE, HIGH, SIZE = 8, 112, 76, 40
COLOUR = "#1769b5"


NAMES = sorted(name for name in SYMBOLS if not name.startswith("g-"))
LISTED = re.compile(r"(?<=<!-- symbols -->\n).*?(?=<!-- end -->\n)", re.DOTALL)


def page(text: str) -> str:
    """Return the page with the names of all symbols as words, which a terminal can show and a search can find."""
    return LISTED.sub(textwrap.fill(", ".join(f"`{name}`" for name in NAMES), 120) + "\n", text)


def sheet() -> str:
    """All symbols with their names; those with a 0 hold a number."""
    parts = []
    for n, name in enumerate(NAMES):
        x, y = n % ACROSS * WIDE + WIDE / 2, n // ACROSS * HIGH + 30
        number = (
            '<text y="5" font-size="15" font-weight="bold" text-anchor="middle">3</text>'
            * name.endswith(BLANK)
        )
        parts.append(
            f'<g transform="translate({x:g} {y})">{use(name, SIZE, COLOUR)}{number}'
            f'<text y="36" font-size="12" text-anchor="middle">{name}</text></g>'
        )
    wide, high = ACROSS * WIDE, -(-len(NAMES) // ACROSS) * HIGH
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img" '
            f'font-family="{FONT}">',
            "<title>The symbols of pictures</title>",
            "<defs>",
            *(SYMBOLS[name] for name in NAMES),
            "</defs>",
            f'<rect width="{wide}" height="{high}" fill="#fffdf8"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


def example() -> Show:
    """A tile on offer, the same tile in use, land with a figure on its road, and a domino."""
    looks = {
        "meadow": Look("green", "tufts"),
        "water": Look("blue", "waves"),
        "road": Look("white", strong=True),
        "village": Look(icon="village"),
        "grain": Look(icon="grain"),
        "barrel": Look(icon="barrel"),
        "points": Look(icon="vp"),
        "coins": Look(icon="coin"),
        "person": Look(icon="member"),
        "sheep": Look(icon="sheep"),
    }
    anna, bruno = Ink("A", "seat 0", said="anna"), Ink("B", "seat 1", said="bruno")
    brewing = Plate(
        pay=(Ink("", "grain"),), get=(Ink("", "barrel"), Ink("2", "points")), said="grain: barrel, 2 points"
    )
    price = Plate(pay=(Ink("3", "coins"),), corner="sw", said="costs 3 coins")
    offered = Picture(what="village", plates=(price, brewing), badge="2")
    land = Ground("m", "meadow", ("n", "e", "s"), (Ink("", "sheep"),)), Ground("w", "water", ("w",))
    here = Piece("A", "seat 0", "pawn", symbol="person")
    spots = [
        Spot(at=(0, 0), name="on offer", ground="meadow", picture=offered, said="a village for 3 coins"),
        Spot(at=(1, 0), name="in use", ground="meadow", picture=Picture(what="village", plates=(brewing,)),
             pieces=(here, Piece("g", "grain", symbol="grain", count=2)), said="anna's village with 2 grain"),
        Spot(at=(2, 0), name="land", areas=land, ways=(Way("road", ("n", "s")),),
             pieces=(Piece("A", "seat 0", "pawn", symbol="person", area=2),), said="anna's person on a road"),
        Spot(at=(3, 0), name="domino", face=((Ink("mw"),),), said="meadow and water",
             tile=tuple(Spot(at=(n, 0), areas=(Ground(one[0], one, ("n", "e", "s", "w")),))
                        for n, one in enumerate(("meadow", "water")))),
    ]  # fmt: skip
    sheep = Goal(title="most sheep", icon="sheep", worth="5", amounts={0: 1, 1: 0}, now=True)
    return Show(
        title="What a Show can say",
        boards=[Diagram(grid="row", spots=spots, kind="market")],
        panels=[Panel(title="Goals", rows=[(Ink("most sheep"), Ink("5"))], goals=[sheep])],
        looks=looks,
        players=(anna, bruno),
    )


def brook() -> Show:
    """The game of docs/authoring.md after eight tiles, as bots have played it."""
    rules, names = load(import_module("brook")), ("anna", "bruno")
    match = Match(rules, names, seed=4)
    match.bots = dict.fromkeys(names, make("greedy", rules))
    while len(match.state.land) < 9:
        match.play(match.choose(match.state.to_act[0]))
    return rules.show(match.state.view(match.state.to_act[0]), "en")


PICTURES = {
    "symbols.svg": sheet,
    "showing.svg": lambda: draw_svg(example()),
    "brook.svg": lambda: draw_svg(brook()),
    **{
        f"drawing/{one.__name__.removesuffix('_example')}.svg": partial(lambda made: draw_svg(made()), one)
        for one in DRAWN
    },
}


if __name__ == "__main__":
    for name, drawn in PICTURES.items():
        (HERE / name).parent.mkdir(exist_ok=True)
        (HERE / name).write_text(drawn(), "utf-8")
        sys.stdout.write(f"{name}\n")
    (HERE / "showing.md").write_text(page((HERE / "showing.md").read_text("utf-8")), "utf-8")
