"""The land of a square tile as a picture: areas drawn from their sides, roads over them, figures where there is room.

All is drawn on a tile of 100 by 100. An area with one side is a lens, one with two is a corner or a band, one with
three is all but a lens, and one without sides is round; each meets the full side, so that neighbours join. Where two
neighbouring sides have no land, a curve bounds the tile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from re import Match, sub

from ..base.html import short
from .colours import LANDS, readable
from .figures import figure, written
from .land_places import (
    MIDDLES,
    SIDES,
    Places,
    Plan,
    base,
    facing,
    laid_out,
    middle_of,
    neighbours,
    open_corner,
)
from .model import Ink, Piece, Spot
from .plates import HIGH, boxed, number, plate
from .svg_page import DARK, SvgPage, moved

EDGE, FRAME, CASING, GRAVEL, NOBODY = "#4a4436", "#3a3428", "#5a452a", "#f8edd2", "#8a8378"
FIGURE, LARGE = 28.0, 34.0
"""Width of a figure, and of one that shows what it counts."""
SMALL = 52.0, 60.0
"""The same on small boards, where a figure takes what room there is."""
_ALONG = "M-48.2-48.2L-44-50 44-50 48.2-48.2"
_ROUND = f"{_ALONG} 50-44 50 44 48.2 48.2"
OUTLINE = f"{_ROUND} 44 50-44 50-48.2 48.2-50 44-50-44Z"
"""The whole tile, and parts of it as they lie in the north: these are turned."""
LENS = f"{_ALONG}C10-10-10-10-48.2-48.2Z"
HALF = f"{_ROUND}C25 32 12 12 0 0S-32-25-48.2-48.2Z"
CURVE = f"{_ROUND}C5 48-48-5-48.2-48.2Z"
BAND = f"{_ALONG}C18-15 18 15 48.2 48.2L44 50-44 50-48.2 48.2C-18 15-18-15-48.2-48.2Z"


def scenery(page: SvgPage, spot: Spot, x: float, y: float, half: float, small: bool = False) -> None:
    """Draw the tile with its middle here, `half` to each side; small ones have large figures, no texture."""
    figure_size, large = SMALL if small else (FIGURE, LARGE)
    areas = tuple(tuple(side for side in area.sides if side in SIDES) for area in spot.areas)
    figures: list[tuple[int, float]] = []
    drawn: list[Callable[[float], str]] = []
    marks: dict[int, list[int]] = {}
    for n, area in enumerate(spot.areas):
        marks[n] = [*range(len(figures), len(figures) + len(area.marks))]
        figures += [(n, large if page.symbol_of(mark.on) else figure_size) for mark in area.marks]
        drawn += [partial(printed, page, mark, area.role) for mark in area.marks]
    for piece in standing(spot):
        figures.append((piece.area, LARGE))
        drawn.append(partial(figure, page, piece))
    roads = tuple((way.sides, tuple(marks[n].pop() for n in way.into if marks.get(n))) for way in spot.roads)
    places = laid_out(Plan(areas, roads, tuple(figures)))
    corner = open_corner(areas)
    rim = _turned(CURVE, corner) if corner else OUTLINE
    below = base(areas, figures)
    parts = [*_land(page, spot, areas, below, rim, small), *_roads(page, spot, roads, places, areas[below])]
    for n, (cx, cy, radius) in places.rounds.items():
        r, wide = short(radius), short(2 * radius)
        circle = f"M{short(cx - radius)} {short(cy)}a{r} {r} 0 1 0 {wide} 0a{r} {r} 0 1 0-{wide} 0z"
        parts.append(ground(page, spot.areas[n].role, circle, bare=small))
    parts += [moved(draw(size), x, y) for draw, (x, y, size) in zip(drawn, places.figures, strict=True)]
    parts.append(f'<path d="{rim}" fill="none" stroke="{FRAME}" stroke-width="1.6"/>')
    page.put("".join(parts), x, y, round(half / 50, 3))


def strip(page: SvgPage, spot: Spot, x: float, y: float, half: float) -> None:
    """Draw the plates of a tile in a line above it, so that they cover none of it; a player's letter on its colour."""
    parts = []
    for one in spot.picture.plates if spot.picture is not None else ():
        seat = one.get[0] if one.get and one.get[0].role.startswith("seat ") else None
        if seat is not None:
            letter = [(number(seat.text, 15.0, fill="#ffffff"), 15.0)]
            parts.append(boxed(letter, HIGH, page.tint(seat.role), page.tint(seat.role)))
        else:
            parts.append(plate(page, one))
    at, drawn = -sum(wide + 3 for _, wide in parts) / 2, ""
    for part, wide in parts:
        drawn += moved(part, at + wide / 2, -62.5)
        at += wide + 3
    page.put(drawn, x, y, round(half / 50, 3))


def standing(spot: Spot) -> list[Piece]:
    """Return the pieces that stand in an area of the spot or on one of its roads."""
    return [piece for piece in spot.pieces if 0 <= piece.area < len(spot.areas) + len(spot.roads)]


def _land(
    page: SvgPage, spot: Spot, areas: Sequence[tuple[str, ...]], below: int, rim: str, small: bool
) -> Iterator[str]:
    """Yield the areas with sides: the one below the others, then these."""
    yield ground(page, spot.areas[below].role, rim, edge=False, bare=small)
    for n, sides in enumerate(areas):
        if sides and n != below:
            first = neighbours(sides)
            shape = HALF if first else BAND if len(sides) > 1 else LENS
            yield ground(page, spot.areas[n].role, _turned(shape, first or sides[0]), bare=small)


def ground(page: SvgPage, role: str, path: str, edge: bool = True, bare: bool = False) -> str:
    """Return land of this role, with its texture if it is not bare."""
    line = f' stroke="{EDGE}" stroke-width="1.3"' if edge else ""
    drawn = f'<path d="{path}" fill="{land_colour(page, role)}"{line}/>'
    texture = "" if bare else page.pattern(role)
    return drawn + (f'<path d="{path}" fill="{texture}"/>' if texture else "")


def land_colour(page: SvgPage, role: str) -> str:
    """Return the colour of land of this role: paler than that of a piece, unless its look is strong."""
    look = page.show.looks.get(role)
    colour = LANDS.get(look.tint, [""])[0] if look is not None and not look.strong else ""
    return colour or page.tint(role) or "#ffffff"


@lru_cache(64)
def _turned(path: str, side: str) -> str:
    """Return a path of the north as it lies at this side; textures stay upright, so it is not turned by `rotate`."""
    back = {"n": "n", "e": "w", "s": "s", "w": "e"}[side]

    def point(found: Match[str]) -> str:
        x, y = facing(back, float(found[1]), float(found[2]))
        return f"{x:g} {y:g} "

    return sub(r"(-?[\d.]+) ?(-?[\d.]+) ?", point, path)


def _roads(
    page: SvgPage,
    spot: Spot,
    roads: Sequence[tuple[tuple[str, ...], tuple[int, ...]]],
    places: Places,
    below: Sequence[str],
) -> Iterator[str]:
    """Yield the roads, one over the other, and a place where several of them end."""
    ends = [sides[0] for sides, into in roads if len(sides) == 1 and not into and not places.rounds]
    for way, (sides, into) in zip(spot.roads, roads, strict=True):
        part = 0.6 * (len(ends) == 1 and sides[0] in ends and sides[0] not in below)
        (mx, my), more = middle_of(sides), ""
        for x, y, _ in (places.figures[n] for n in into):
            if len(sides) == 1:
                ax, ay = MIDDLES[sides[0]]
                more += f"M{ax:g} {ay:g}Q{0.4 * ax:g} {0.4 * ay:g} {short(x)} {short(y)}"
            else:
                more += f"M{short(mx)} {short(my)}L{short(x)} {short(y)}"
        ending = 0.04 * (len(sides) == 1)
        for colour, width, to in ((CASING, 13, part - ending), (_gravel(page, way.role), 9, part)):
            drawn = more if len(sides) == 1 and more else _road(sides, to) + more
            yield f'<path d="{drawn}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"/>'
    if len(ends) > 1:
        yield f'<circle r="10" fill="{NOBODY}" stroke="{CASING}" stroke-width="2"/>'


def _gravel(page: SvgPage, role: str) -> str:
    look = page.show.looks.get(role)
    return GRAVEL if look is None or look.tint in ("", "white") else page.tint(role)


def _road(sides: Sequence[str], part: float) -> str:
    """Return a road as a path: a quarter circle between neighbouring sides, otherwise lines to the middle.

    They end at this part of the way from there to the side.
    """
    first = neighbours(sides)
    if len(sides) == 2 and first:
        (ax, ay), (bx, by) = MIDDLES[first], MIDDLES[SIDES[(SIDES.index(first) + 1) % 4]]
        return f"M{ax:g} {ay:g}A50 50 0 0 0 {bx:g} {by:g}"
    return "".join(f"M{x:g} {y:g}L{part * x:g} {part * y:g}" for x, y in map(MIDDLES.__getitem__, sides))


def printed(page: SvgPage, mark: Ink, role: str, size: float) -> str:
    """Return a mark printed on land of this role: the symbol of its own, within that of `on` or in a player's colour.

    On dark land, letters and symbols without a colour are white.
    """
    within, name = page.symbol_of(mark.on), page.symbol_of(mark.role)
    white = "" if within or readable(land_colour(page, role)) != "#ffffff" else "#ffffff"
    drawn, digits = page.use(within, size), "".join(filter(str.isdigit, mark.text))
    if not name:
        return drawn + moved(written(mark.text, size * 0.6, size, white or DARK), 0, size * 0.22)
    if digits and within:  # so many side by side, since a number would be too small to be read there
        each = size * 0.6
        places = [(n - (int(digits) - 1) / 2) * each / 3 for n in range(int(digits))]
        return drawn + "".join(moved(page.use(name, each / 2.6), x, 0) for x in places)
    colour = page.tint(mark.on) if mark.on.startswith("seat") else white or NOBODY
    return drawn + page.use(name, size * 0.5 if within else size, colour)
