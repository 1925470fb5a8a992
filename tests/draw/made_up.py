"""Made-up shows, and helpers to read what was drawn of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree

import attrs

from tilewright.core.draw.model import Diagram, Ground, Ink, Look, Offer, Panel, Piece, Show, Spot, Way, Where
from tilewright.core.draw.text import draw_text
from tilewright.core.rules.actions import Action, notation

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


SVG = "{http://www.w3.org/2000/svg}"


TERRAIN = {"P": "pasture", "M": "mountain", "W": "water"}


LOOKS = {
    "pasture": Look("green", "dots"),
    "mountain": Look("brown", "bricks"),
    "water": Look("blue", "waves"),
    "wood": Look("green", strong=True),
    "harbour": Look(icon="anchor"),
    "keep": Look("grey", icon="castle"),
}


@attrs.frozen(cache_hash=True)
class Lay(Action):
    """A move of a game that does not exist."""

    parts = notation("lay {tile}")
    tile: str = "L07"


def face(*rows: str) -> tuple[tuple[Ink, ...], ...]:
    """`PPM`: letters each on their own ground."""
    return tuple(tuple(Ink(letter, on=TERRAIN.get(letter, "")) for letter in row) for row in rows)


def kingdom() -> Show:
    """A growing board of square tiles with three rows of three, a display with cubes, a chain, a table."""
    land = [
        Spot(at=(0, 0), face=face("PPM", "P=M", "WWM"), group="anna", said="castle"),
        Spot(at=(1, 0), face=face("MMM", "=sM", "PPP"), group="anna", said="hill"),
        Spot(at=(0, 1), said="open"),
        Spot(at=(-1, -2), face=face("WWW", "WbW", "WWW"), said="lake"),
    ]
    village = [
        Spot(
            at=(0, 0),
            face=((Ink("village"),),),
            pieces=(Piece("A", "seat 0", "pawn"), Piece("w", "wood", "cube"), Piece("w", "wood", "cube")),
            ground="keep",
            said="village",
        )
    ]
    circuit = [
        Spot(at=(n, 0), name=f"no.{n}", face=((Ink("cattle"),),), ground="pasture", said=f"tile {n}")
        if n != 3
        else Spot(at=(n, 0), pieces=(Piece("B", "seat 1", "pawn"),), said="bruno")
        for n in range(14)
    ]
    return Show(
        title="A made-up game",
        boards=(
            Diagram(title="Kingdom", grid="square4", spots=land),
            Diagram(title="Village", grid="square8", spots=village),
            Diagram(title="Circuit", grid="chain", spots=circuit),
        ),
        panels=(
            Panel(
                title="Market",
                head=(Ink(""), Ink("price", "dim"), Ink("tile", "dim")),
                rows=[
                    (
                        Ink("A", "seat 0", said="anna"),
                        Ink("12"),
                        Ink("L07, a road to the north and two sheep"),
                    ),
                    (Ink("B", "seat 1", said="bruno"), Ink("3"), Ink("L31")),
                    (Ink("Nothing is sold twice."),),
                ],
            ),
        ),
        offers=(
            Offer(action=Lay(0), at=(0, 1)),
            Offer(action=Lay(0, "L08"), at=(0, 1)),
            Offer(action=Lay(0, "L09")),
        ),
        looks=LOOKS,
        legend=((Ink("P", on="pasture"), "pasture"), (Ink("*", "harbour"), "harbour")),
        caption=("Nobody has printed this.",),
    )


def coast() -> Show:
    """Three rows of hexes: a port, a castle, sea, two fields of one settlement, choices."""
    spots = [
        Spot(at=(0, 0), face=((Ink("F"),),), ground="pasture", said="field"),
        Spot(at=(1, 0), face=((Ink("M"), Ink("*", "harbour")),), ground="mountain", group="s", said="port"),
        Spot(
            at=(2, 0),
            face=((Ink("M"),),),
            pieces=(Piece("A4", "seat 0", "tile"),),
            ground="mountain",
            group="s",
        ),
        Spot(at=(3, 0), ground="water", said="sea"),
        Spot(
            at=(0, 1),
            face=((Ink("Ke"),),),
            pieces=(Piece("B", "seat 1", "castle"),),
            ground="keep",
            said="keep",
        ),
        Spot(at=(2, 1), face=((Ink("C1"),),), short=(Ink("+AB"),), ground="keep", said="church"),
        Spot(
            at=(-1, 2),
            face=((Ink("F"),),),
            pieces=(Piece("Bf", "seat 1", "tile"),),
            ground="pasture",
            said="farm",
        ),
    ]
    at = ((0, 0), (1, 0), (0, 1), None)
    return Show(
        title="A made-up coast",
        boards=(Diagram(grid="hex", spots=spots),),
        offers=tuple(Offer(action=Lay(0, f"L{n}"), at=place) for n, place in enumerate(at, 1)),
        looks=LOOKS,
    )


SHOWS = [kingdom(), coast(), Show(title="Nothing at all")]


MARKS: Mapping[Where, str] = {(0, (0, 0)): "a", (0, (1, 0)): "b", (0, (0, 1)): "c"}


"""Letters on a field, a port and a castle of the coast; in the kingdom on two hills and an open spot."""


EVIL = "\x1b[2J\x1b[35;7m\x9b31m\x07\r\n\x00\u202e\u2028\U000e0041\ud800\ufffe]]> --> <script> & \" ' javascript:"


WORDS = {"text", "title", "name", "said", "letter", "caption", "lang"}


def hostile(thing: Any) -> Any:
    """The same drawing with hostile text wherever text is shown."""
    if attrs.has(type(thing)) and not isinstance(thing, Action):
        changes: dict[str, Any] = {}
        for field in attrs.fields(type(thing)):
            value = getattr(thing, field.name)
            if field.name == "legend":
                changes[field.name] = [(hostile(ink), meaning + EVIL) for ink, meaning in value]
            elif field.name == "caption":
                changes[field.name] = [sentence + EVIL for sentence in value]
            elif isinstance(value, str) and field.name in WORDS:
                changes[field.name] = value + EVIL
            elif isinstance(value, tuple | list):
                changes[field.name] = type(value)(hostile(one) for one in value)
        return attrs.evolve(thing, **changes)
    if isinstance(thing, tuple | list):
        return type(thing)(hostile(one) for one in thing)
    return thing


def island(small: bool = False, grid: str = "square4") -> Show:
    """Pasture in the north, mountain in south and west, water in the east; beside it mountain around a lake."""
    sheep, keep = Ink("s", "sheep"), Ink("k", "keep")
    coast = (
        Ground("P", "pasture", ("n",), (sheep, sheep)),
        Ground("W", "water", ("e",)),
        Ground("M", "mountain", ("s", "w"), (keep,)),
    )
    lake = (Ground("M", "mountain", ("n", "e", "s", "w")), Ground("W", "water", (), (Ink("b", "boat"),)))
    spots = [
        Spot(at=(0, 0), areas=coast, ways=(Way("wood", ("n", "w")),), name="coast", said="coast"),
        Spot(at=(1, 0), areas=lake, ways=(Way("wood", ("w",)),), name="lake", said="lake"),
        Spot(at=(0, 1), said="open"),
        Spot(at=(1, 1), said="open"),
    ]
    if grid == "row":
        return Show(title="Ground", boards=[Diagram(grid=grid, spots=spots[:2], small=small)], looks=LOOKS)
    board = Diagram(title="Island", grid=grid, spots=spots, small=small)
    panels = [
        Panel(title="About the island", rows=[(Ink("small"),)]),
        Panel(title="Else", rows=[(Ink("-"),)]),
    ]
    return Show(title="Ground", boards=[board], panels=panels, looks=LOOKS)


def board_alone(show: Show) -> list[str]:
    return draw_text(attrs.evolve(show, panels=()), marks={(0, (0, 1)): "a", (0, (1, 1)): "bc"}).splitlines()


MOVED = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)(?: scale\(([\d.]+)\))?")


def places(root: ElementTree.Element, name: str = "text") -> list[tuple[float, float, ElementTree.Element]]:
    """Where each element of this name lies in the picture, with the element."""
    found: list[tuple[float, float, ElementTree.Element]] = []

    def walk(one: ElementTree.Element, x: float, y: float, scale: float) -> None:
        if moved := MOVED.search(one.get("transform", "")):
            x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
            scale *= float(moved[3] or 1)
        if one.tag.removeprefix(SVG) == name:
            at = x + scale * float(one.get("x", "0")), y + scale * float(one.get("y", "0"))
            found.append((*at, one))
        for inner in one:
            walk(inner, x, y, scale)

    walk(root, 0.0, 0.0, 1.0)
    return found


def spoken(root: ElementTree.Element) -> dict[str, list[str]]:
    """What the picture says of each spot, and the texts in it."""
    found = {}
    for group in root.iter(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        if title is not None:
            found[title.text or ""] = [text.text or "" for text in group.iter(f"{SVG}text")]
    return found
