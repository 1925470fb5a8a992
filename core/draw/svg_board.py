"""One board as SVG: its cells with what is printed and lies on them, frames around groups, numbers at its sides.

The picture of a whole show and the boards of a page are built from this; they add what stands around a cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cached_property
from math import atan2, degrees

import attrs

from ..base.html import Html, short
from ..base.sanitize import markup
from ..land.grid import HEX, SQUARE4
from . import ports, tile_svg
from .cells import cell_len
from .figures import figure, low_part, lying, written
from .hex_land import hex_land, on_land
from .hex_svg import RADIUS, HexBoard, part
from .land_svg import scenery, standing, strip
from .model import At, Diagram, Piece, Spot
from .plain_svg import plain
from .shapes import Point, centres, corners, hexagonal
from .svg_page import DARK, PALE, SvgPage
from .tile_svg import picture

SIDE, SMALL, SHORE = 100.0, 0.66, 20.0
"""Side of a square, scale of a small board, water beyond the land."""
PER_LINE = 7
"""Spots of a chain in one line."""
FRAME = "#5a3d1e"


@attrs.frozen
class SvgBoard:
    """Draws a board on a page."""

    page: SvgPage
    board: Diagram
    per_line: int = PER_LINE
    page_forms: bool = False
    """For a page, which shows tiles in full or in brief as there is room, and numbers only on request."""
    around: Sequence[Point] = attrs.field(init=False)
    """The corners of a cell around 0,0."""
    hexes: HexBoard | None = attrs.field(init=False)
    """Draws the cells, if they are hexes."""

    @hexes.default
    def _hexes(self) -> HexBoard | None:
        return HexBoard(self.page, self.board) if self.board.grid == "hex" else None

    @around.default
    def _around(self) -> Sequence[Point]:
        return corners(self.board.grid, RADIUS, SIDE)

    @property
    def _square(self) -> bool:
        return self.board.grid.startswith("square")

    def middles(self, x: float, y: float) -> dict[At, Point]:
        """Return the middles of all cells, for a board with its upper left corner here."""
        found = centres(self.board, RADIUS, SIDE, self.per_line)
        if not found:
            return {}
        named = self.board.in_line and any(
            spot.picture is None or ((spot.areas or spot.tile) and spot.picture.plates)
            for spot in self.board.spots
        )
        numbered = self._square and not self.page_forms
        wide, high = max(px for px, _ in self.around), max(py for _, py in self.around)
        edge, shore = self._seen(found)
        dx = x + 20 * numbered + wide + shore - min(cx for cx, _ in edge)
        dy = y + 14 * numbered + 25 * named + high + shore - min(cy for _, cy in edge)
        return {at: (cx + dx, cy + dy) for at, (cx, cy) in found.items()}

    def corner(self, middles: Mapping[At, Point]) -> Point:
        """Return the lower right corner of a board with these middles."""
        wide, high = max(px for px, _ in self.around), max(py for _, py in self.around)
        edge, shore = self._seen(middles)
        return max(cx for cx, _ in edge) + wide + shore, max(cy for _, cy in edge) + high + shore

    def _seen(self, middles: Mapping[At, Point]) -> tuple[Sequence[Point], float]:
        """Return the middles of what must be seen, on a map only the land, and the width of the water around it."""
        if self.hexes is None or not self.hexes.water:
            return list(middles.values()), 0.0
        return [middles[at] for at in self.hexes.land] or list(middles.values()), SHORE

    def numbers(self, middles: Mapping[At, Point], x: float, y: float) -> Html:
        """Return the numbers of columns and rows of squares; `x` and `y` are those of `middles`."""
        shown = middles if self._square else {}
        for column, cx in {at[0]: cx for at, (cx, _) in shown.items()}.items():
            self.page.text(cx, y + 8, str(column), size=10, anchor="middle", fill=PALE)
        for row, cy in {at[1]: cy for at, (_, cy) in shown.items()}.items():
            self.page.text(x + 12, cy + 4, str(row), size=10, anchor="end", fill=PALE)
        return self.page.taken()

    def layers(
        self, middles: Mapping[At, Point], one: Callable[[Spot], Html], lit: Set[At] = frozenset()
    ) -> tuple[Html, list[Html], Html]:
        """Return what lies below the spots, these as `one` draws each, and what lies over them.

        Empty spots come first, below the edges of all others; those that are lit last, since their rings cover others.
        """
        self.way(middles)
        below = self.page.taken()
        order = sorted(self.board.spots, key=lambda spot: (spot.at in lit, not spot.blank))
        spots = [one(spot) for spot in order]
        self.links(middles)
        return below, spots, self.page.taken()

    def drawn(self, spot: Spot, x: float, y: float, *, mark: str = "", hollow: bool = False) -> Html:
        """Return the cell with its middle here; `hollow` shows that something can be put on an empty one."""
        self._cell(spot, x, y, mark, hollow)
        return self.page.taken()

    def outline(self, x: float, y: float, size: float = 1.0) -> list[str]:
        """Return the corners of the cell with its middle here, as they are written in SVG."""
        return [f"{short(x + size * dx)},{short(y + size * dy)}" for dx, dy in self.around]

    def _cell(self, spot: Spot, x: float, y: float, mark: str = "", hollow: bool = False) -> None:
        if self.hexes is not None:
            self.hexes.ground(spot, x, y, hollow or bool(mark))
            if spot.areas:
                self._put(hex_land(self.page, spot, self.around), x, y, 1.0)
            self._ways(spot, x, y)
            self._paths(spot, x, y)
            if spot.areas:
                self._put(on_land(self.page, spot, self.around), x, y, 1.0)
            rest = attrs.evolve(spot, face=(), pieces=tuple(_whole(spot))) if spot.areas else spot
            self._put(lying(self.page, self.hexes.contents(rest, x, y)), x, y + 1, 0.62)
            if mark:
                self._mark(mark, x + 19 * (not spot.blank), y - 24 * (not spot.blank))
            return
        spot = _whole_tile(spot) if self.board.in_line else spot
        if self.board.kind == "hand" and [
            piece for piece in spot.pieces if piece.symbol and piece.shape == "tile"
        ]:
            HexBoard(self.page, self.board).contents(spot, x, y - 6)
            self.page.out.append(part("name", x=x, y=y + SIDE / 2 - 6, text=markup(spot.name)))
            return
        if spot.picture is not None and not (spot.areas or spot.tile):
            small = self.board.small and not self.page_forms
            drawn = picture(self.page, spot, full=not small, brief=small or self.page_forms)
            self.page.put(drawn, x, y, SIDE / 100)
            if mark:
                self._mark(mark, x, y - SIDE / 2 + 2)
            return
        edge = self.outline(x, y)
        fill, look = self.page.tint(spot.ground) or "none", 'stroke="#8a8a8a"'
        if spot.blank and (mark or hollow):
            look += ' stroke-dasharray="4 4"'
        elif spot.blank:
            look = 'fill-opacity="0.3" stroke="#ffffff"'
        elif spot.areas:
            # Land has a frame of its own, with round corners or a curve.
            fill, look = "#ffffff", 'fill-opacity="0"'
        self.page.out.append(f'<polygon points="{" ".join(edge)}" fill="{fill}" {look}/>')
        pattern = self.page.pattern(spot.ground)
        if pattern and not spot.blank:
            self.page.out.append(f'<path d="M{"L".join(edge)}Z" fill="{pattern}"/>')
        if spot.areas:
            scenery(self.page, spot, x, y, SIDE / 2, self.board.small)
            self._put(lying(self.page, _whole(spot), low=True, away=26.0 * bool(mark)), x, y)
        else:
            self._ways(spot, x, y)
        name = (spot.name or str(spot.at[0])) if self.board.in_line else ""
        if spot.tile:
            self._tile(spot.tile, x, y)
            self._put(lying(self.page, _whole(spot), low=True), x, y)
        elif not spot.areas and (name or not spot.blank):
            self._put(plain(self.page, spot, bool(mark)), x, y)
        self._paths(spot, x, y)
        if spot.picture is not None:
            strip(self.page, spot, x, y, SIDE / 2)
        elif name:
            self._put(tile_svg.at(50, -9, written(name, 17.0, SIDE + 12, cls="who stood")), x, y)
        if mark and not spot.blank:
            self._mark(mark, x + SIDE / 2 - 16, y + SIDE / 2 - 18)
        elif mark:
            self._mark(mark, x, y)

    def ring(self, middles: Mapping[At, Point]) -> tuple[float, float, float, float] | None:
        """Return left, top, width and height of the way of a ring, from middle to middle; None for other boards."""
        if not self.board.cycle or not middles:
            return None
        (left, *_, right), (top, *_, low) = (sorted(values) for values in zip(*middles.values(), strict=True))
        return left, top, right - left, low - top

    def way(self, middles: Mapping[At, Point]) -> None:
        """Draw the way below the spots of a ring, and which way it goes; on hexes, the coast."""
        if self.hexes is not None:
            self.hexes.coast(middles)
        ring, places = self.ring(middles), list(middles.values())
        if ring is None:
            return
        x, y, wide, high = map(short, ring)
        self.page.out.append(
            f'<rect class="way" x="{x}" y="{y}" width="{wide}" height="{high}" rx="16" fill="none" '
            'stroke="#efe8d4" stroke-width="52"/>'
        )
        for (ax, ay), (bx, by) in zip(places, [*places[1:], places[0]], strict=True):
            turned = round(degrees(atan2(by - ay, bx - ax)))
            self.page.out.append(
                f'<path class="step" d="M-2-4 2 0-2 4" fill="none" stroke="#b9ad92" stroke-width="2" '
                f'transform="translate({short((ax + bx) / 2)} {short((ay + by) / 2)}) rotate({turned})"/>'
            )

    def links(self, middles: Mapping[At, Point]) -> None:
        """Draw what joins cells: ways along a chain, what lies over hexes, or frames around groups of squares."""
        if self.hexes is not None:
            self.hexes.over(middles)
            return
        if self.board.cycle:
            return
        if self.board.grid == "chain":
            for cx, cy in list(middles.values())[:-1]:
                self.page.text(cx + SIDE / 2 + 8, cy + 5, ">", size=14, anchor="middle", fill=PALE)
            return
        groups = {spot.at: spot.group for spot in self.board.spots}
        sides = ""
        for at, group in groups.items():
            for side, (dx, dy) in enumerate(SQUARE4.vectors):
                if group and groups.get((at[0] + dx, at[1] + dy)) != group:
                    (x, y), (ax, ay) = middles[at], self.around[side]
                    bx, by = self.around[(side + 1) % len(self.around)]
                    sides += f"M{short(x + ax)} {short(y + ay)}L{short(x + bx)} {short(y + by)}"
        if sides:
            self.page.out.append(
                f'<path d="{sides}" fill="none" stroke="{FRAME}" stroke-width="3.5" stroke-linecap="round"/>'
            )

    # -- what is on a cell ---------------------------------------------------------------------------------------

    def _ways(self, spot: Spot, x: float, y: float) -> None:
        """Draw ways from the middle to the middles of sides, one over the other."""
        names = (HEX if self.board.grid == "hex" else SQUARE4).directions
        for way in spot.roads:
            drawn = ""
            for side in map(names.index, way.sides):
                (ax, ay), (bx, by) = self.around[side], self.around[(side + 1) % len(self.around)]
                drawn += f"M{short(x)} {short(y)}L{short(x + (ax + bx) / 2)} {short(y + (ay + by) / 2)}"
            for colour, width in ((PALE, 15), (self.page.tint(way.role) or "#ffffff", 13)):
                self.page.out.append(
                    f'<path d="{drawn}" fill="none" stroke="{colour}" stroke-width="{width}" opacity="0.8"/>'
                )

    def _paths(self, spot: Spot, x: float, y: float) -> None:
        """Draw ways between ports as curves, one over the other, and the pieces that stand at ports."""
        names = (HEX if self.board.grid == "hex" else SQUARE4).directions
        for way in spot.paths:
            drawn = ports.curve(way, names, self.around, x, y)
            for colour, width in ((DARK, 7.5), (self.page.tint(way.role) or "#ffffff", 5)):
                self.page.out.append(
                    f'<path d="{drawn}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
                )
        several = ports.each_side(spot)
        for piece in spot.pieces:
            if piece.port:
                px, py = ports.point(piece.port, several, names, self.around)
                self.page.put(figure(self.page, piece, 26), x + 0.74 * px, y + 0.74 * py)

    @cached_property
    def tiles(self) -> tuple[str, float, float]:
        """The grid of the tiles of several cells, below each the room for pieces, and the scale that all have."""
        whole = [spot for spot in map(_whole_tile, self.board.spots) if spot.tile]
        hexes = any(hexagonal(cell) for spot in whole for cell in spot.tile)
        low = max((low_part(_whole(spot)) for spot in whole if spot.pieces), default=0.0)
        grid = "hex" if hexes else "square4"
        sizes = [_size(Diagram(grid=grid, spots=spot.tile)) for spot in whole]
        room = [min((SIDE - 8) / wide, (SIDE - 8 - low) / tall) for wide, tall in sizes]
        return grid, low, min(room, default=1.0)

    def _tile(self, cells: Sequence[Spot], x: float, y: float) -> None:
        """Draw a tile of several cells; all on this board have the scale at which the largest fits in a cell."""
        grid, low, scale = self.tiles
        tile = Diagram(grid=grid, spots=cells)
        small = SvgBoard(attrs.evolve(self.page, out=[]), tile, page_forms=True)
        wide, tall = _size(tile)
        for spot, (cx, cy) in zip(tile.spots, small.middles(-wide / 2, -tall / 2).values(), strict=True):
            small._cell(spot, cx, cy)
        self.page.put("".join(small.page.out), x, y - low / 2, round(scale, 3))

    def _put(self, drawn: str | Iterable[str], x: float, y: float, scale: float = SIDE / 100) -> None:
        """Put here what is drawn for a tile of 100 by 100."""
        if found := "".join(drawn):
            self.page.put(found, x, y, scale)

    def _mark(self, said: str, x: float, y: float) -> None:
        """Draw a mark in a white badge."""
        half = 8 + 4.3 * cell_len(said)
        self.page.out.append(
            f'<rect x="{short(x - half)}" y="{short(y - 8)}" width="{short(2 * half)}" height="22" rx="11" '
            f'fill="#ffffff" stroke="{DARK}" stroke-width="1.8"/>'
        )
        self.page.text(x, y + 8, said, size=14, anchor="middle", bold=True)


def _whole_tile(spot: Spot) -> Spot:
    """The spot of a row with a hex on it as one with a tile of a single cell, which is drawn as a hex."""
    if spot.tile or not hexagonal(spot):
        return spot
    cell = Spot(at=(0, 0), areas=spot.areas, ways=spot.ways, ground=spot.ground)
    return attrs.evolve(spot, areas=(), ways=(), ground="", tile=(cell,))


def _whole(spot: Spot) -> Sequence[Piece]:
    """The pieces that stand on the spot as a whole, not at one of its ports or in one of its areas."""
    inside = standing(spot) if spot.areas else []
    return [piece for piece in spot.pieces if not piece.port and piece not in inside]


def _size(tile: Diagram) -> Point:
    """Return width and height of a tile of several cells."""
    around, found = corners(tile.grid, RADIUS, SIDE), centres(tile, RADIUS, SIDE, PER_LINE).values()
    wide, high = max(x for x, _ in around), max(y for _, y in around)
    across, down = [x for x, _ in found], [y for _, y in found]
    return max(across) - min(across) + 2 * wide, max(down) - min(down) + 2 * high
