"""Boards of hexes as pictures: land with its coast, what is printed on it, tiles, castles and people in their places.

A ground whose role has a symbol shows that, any other one its letters. Classes say what a part is, so that pages colour
it by day and in the dark; as a file, the picture has the colours of the day. Markup is in data/core/drawings.yaml.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

import attrs

from ..base.html import short
from ..base.sanitize import markup
from ..land.grid import HEX
from .colours import FIELDS, dashes
from .drawings import DRAWINGS
from .model import At, Diagram, Ink, Piece, Spot
from .shapes import Point, corners
from .svg_page import SvgPage

RADIUS, LETTER = 38.0, 21.0
"""Radius of a hex; height of letters that can be read on a map which fills a window or a phone."""
TILE, FRAME, INNER, SHELF, BEACH = 0.84, 0.93, 0.75, 1.5, 1.14
"""Sizes of a tile, of the frame around a group, of the line in a tile and of shallow water; 1 is the cell."""
CORNERS = corners("hex", RADIUS, RADIUS)
SPREAD: Sequence[Sequence[Point]] = (
    [(0, 0)],
    [(-0.5, 0), (0.5, 0)],
    [(-0.5, 0.42), (0.5, 0.42), (0, -0.42)],
    [(-0.5, -0.45), (0.5, -0.45), (-0.5, 0.45), (0.5, 0.45)],
)
"""Where one to four symbols stand, in their own width."""


def part(name: str, **given: str | float) -> str:
    """Return a part of a board with these values."""
    values = {key: one if isinstance(one, str) else short(one) for key, one in given.items()}
    return DRAWINGS["hexes"][name].format(**values)


def outline(size: float) -> str:
    """Return a hex around 0,0 as a path."""
    return "M" + "L".join(f"{short(x * size)} {short(y * size)}" for x, y in CORNERS) + "Z"


@attrs.frozen
class HexBoard:
    """Draws the cells of a board of hexes on a page."""

    page: SvgPage
    board: Diagram
    land: Mapping[At, Spot] = attrs.field(init=False)
    """The spots that are more than ground."""

    @land.default
    def _land(self) -> Mapping[At, Spot]:
        return {spot.at: spot for spot in self.board.spots if not spot.blank}

    def tint(self, role: str) -> str:
        """Return the name of a role's tint, "" if it has none."""
        look = self.page.show.looks.get(role)
        return look.tint if look is not None and look.tint in FIELDS else ""

    @property
    def water(self) -> str:
        """The tint of what surrounds the land, "" if nothing does."""
        return next((self.tint(spot.ground) for spot in self.board.spots if spot.blank and spot.ground), "")

    @property
    def named(self) -> str:
        """The class of that water, after a blank; "" for none."""
        return f" water-{self.water}" if self.water else ""

    def around(self, at: At) -> list[Spot | None]:
        """Return the land at each side of a place, None where there is none."""
        return [self.land.get((at[0] + dq, at[1] + dr)) for dq, dr in HEX.vectors]

    def near(self, spot: Spot) -> tuple[bool | None, ...]:
        """Return by side what a cell's drawing takes from its neighbours: None for no land, True for its group."""
        return tuple(None if one is None else one.group == spot.group for one in self.around(spot.at))

    def crowd(
        self, name: str, count: int, size: float, colour: str = "", x: float = 0.0, y: float = 0.0
    ) -> str:
        """Return one to four symbols around a point, within a square of this size."""
        spread = SPREAD[min(max(count, 1), 4) - 1]
        each = size * (1, 0.6, 0.58, 0.56)[len(spread) - 1]
        drawn = self.page.use(name, each, colour)
        return "".join(part("at", x=x + dx * each, y=y + dy * each, drawn=drawn) for dx, dy in spread)

    def coast(self, middles: Mapping[At, Point]) -> None:
        """Draw shallow water and a beach around all land, if water surrounds it."""
        for name, size, opacity in (("shelf", SHELF, "0.11"), ("beach", BEACH, "0.3")) if self.water else ():
            hexes = [
                part("at", x=x, y=y, drawn=f'<path d="{outline(size)}"/>')
                for x, y in (middles[at] for at in self.land if None in self.around(at))
            ]
            self.page.out.append(part("coast", cls=name, opacity=opacity, drawn="".join(hexes)))

    # -- one cell ----------------------------------------------------------------------------------------------------

    def ground(self, spot: Spot, x: float, y: float, hollow: bool) -> None:
        """Draw the land of a cell with the frame of its group."""
        tint, pattern, frame = self.tint(spot.ground), self.page.pattern(spot.ground), self._frame(spot)
        kind = "field" if not spot.blank else "open" if hollow else "water"
        points = " ".join(f"{short(x + dx)},{short(y + dy)}" for dx, dy in CORNERS)
        self.page.out.append(part(kind, points=points, tint=tint, fill=FIELDS[tint][0] if tint else "none"))
        if pattern and not spot.blank:
            self.page.put(part("pattern", d=outline(0.97), fill=pattern), x, y)
        if frame:
            self.page.put(part("frame", d=frame, tint=tint, stroke=FIELDS[tint or "brown"][1]), x, y)

    def _frame(self, spot: Spot) -> str:
        """Return the sides of a cell at which its group ends, drawn as far as those at which it goes on."""
        joins, drawn = self.near(spot) if spot.group else (True,) * 6, ""
        for side in range(6):
            for letter, end, beside, other in (
                ("M", side, side - 1, side - 1),
                ("L", side + 1, side + 1, side + 2),
            ):
                (ax, ay), (bx, by) = CORNERS[end % 6], CORNERS[other % 6] if joins[beside % 6] else (0.0, 0.0)
                to = f"{short(ax + (1 - FRAME) * (bx - ax))} {short(ay + (1 - FRAME) * (by - ay))}"
                drawn += "" if joins[side] else letter + to
        return drawn

    def contents(self, spot: Spot, x: float, y: float) -> Sequence[Piece]:
        """Draw what is printed and what stands on a cell; return the pieces that any board draws alike."""
        kept, self.page.out = self.page.out, []
        pieces = [piece for piece in spot.pieces if not piece.port]
        places = spot.picture.places if spot.picture is not None else ()
        bare = not (spot.areas or spot.ways)  # nothing below is hidden by a large sign
        alone = len(pieces) == 1 and (
            bool(pieces[0].symbol and bare) or pieces[0].shape in ("tile", "castle")
        )
        self._printed(spot, bool(pieces) and not places, bool(places))
        if places:
            self._places(places, {piece.role for piece in pieces})
        elif alone:
            self.piece(pieces[0])
        drawn, self.page.out = "".join(self.page.out), kept
        self.page.put(drawn, x, y)
        self._marks(spot, x, y)
        if not (spot.blank or self.board.small):
            self.page.out.append(part("coordinates", x=x, y=y + 31, text=markup(spot.called)))
        return () if places or alone else pieces

    def _printed(self, spot: Spot, covered: bool, above: bool) -> None:
        picture, tint, drawn = spot.picture, self.tint(spot.ground) or "white", ""
        name = self.page.symbol_of(picture.what if picture is not None and picture.what else spot.ground)
        count, plates = (picture.count, picture.plates) if picture is not None else (1, ())
        letters = "".join(ink.text for row in spot.face for ink in row if not self.page.symbol_of(ink.role))
        y = -8.0 if above else 0.0
        if name and not covered:
            drawn = self.crowd(name, count, 34.0 if count > 1 else 31.0, x=-13.0 * bool(plates), y=y)
        elif not name and letters.isalnum() and not (covered and self.board.kind == "hand"):
            y, high = (-18.0, 15.0) if covered else (8.0, LETTER)
            drawn = part("letters", y=y, high=high, text=markup(letters))
        self.page.out.append(part("printed", tint=tint, fill=FIELDS[tint][1], drawn=drawn) if drawn else "")
        for ink in [ink for plate in plates for ink in plate.get] if drawn else []:
            symbol = self.page.symbol_of(ink.role)
            got = self.page.use(symbol, 22) if symbol else part("plated", text=markup(ink.text))
            self.page.out.append(part("plate", x=13.0, y=y, drawn=got))

    def _places(self, places: Sequence[int], there: Set[str]) -> None:
        """Draw a place for each seat, filled where a piece of it stands."""
        wide = min(12.0, 46.0 / len(places))
        for n, seat in enumerate(places):
            colour, x = self.page.tint(f"seat {seat}"), (n - (len(places) - 1) / 2) * (wide + 1.5) - wide / 2
            fill = colour if f"seat {seat}" in there else "#fffaf0"
            self.page.out.append(part("place", x=x, wide=wide, fill=fill, stroke=colour))

    def piece(self, piece: Piece) -> None:
        """Draw a tile or a castle around 0,0 in its player's colour and line; with his letter, if it has a text."""
        seat = int(piece.role[5:]) if piece.role.startswith("seat ") else -1
        nobody = FIELDS[self.tint(piece.role) or "black"][0]
        colour, players = self.page.tint(piece.role) if seat >= 0 else nobody, self.page.show.players
        out, name, castle = self.page.out, self.page.symbol_of(piece.symbol), piece.shape == "castle"
        sign = players[seat].text if piece.text and 0 <= seat < len(players) else piece.text
        sign = sign if seat >= 0 or (sign.isalnum() and not name) else ""
        line, high = part("line", dashes=dashes(seat) if seat >= 0 else ""), LETTER if len(sign) < 2 else 15.0
        if castle:
            out.append(part("castle", drawn=self.page.use("stronghold", 50, colour), line=line))
        else:
            out.append(part("tile", d=outline(TILE), fill=colour))
            pattern = self.page.pattern(piece.role)
            out.append(part("pattern", d=outline(TILE), fill=pattern) if pattern else "")
            out.append(part("inside", d=outline(INNER), line=line) if seat >= 0 else "")
            size, x = (27.0, -10.0) if sign else (36.0, 0.0)
            out.append(self.crowd(name, piece.count, size, "#ffffff", x) if name else "")
        if sign:
            x, y = 14.0 if name and not castle else 0.0, high * 0.36 + 4.0 * castle
            out.append(part("sign", x=x, y=y, high=high, text=markup(sign)))

    def _marks(self, spot: Spot, x: float, y: float) -> None:
        """Draw further printed signs: in the water beside the cell, or else within its upper corners."""
        inks: list[Ink] = [ink for row in spot.face for ink in row if ink.role != spot.ground]
        names = [name for name in (self.page.symbol_of(ink.role) for ink in inks) if name]
        sides = [side for side, one in enumerate(self.around(spot.at)) if one is None] if self.water else []
        for n, name in enumerate(names):
            dx, dy, size = 12.0 - 24.0 * (n % 2), -23.0, 15.0
            if n < len(sides):
                (ax, ay), (bx, by) = CORNERS[sides[-1 - n]], CORNERS[(sides[-1 - n] + 1) % 6]
                dx, dy, size = (ax + bx) * 0.66, (ay + by) * 0.66, 19.0
            self.page.out.append(
                part("mark", x=x + dx, y=y + dy, r=size * 0.74, drawn=self.page.use(name, size))
            )

    # -- over the cells ----------------------------------------------------------------------------------------------

    def over(self, middles: Mapping[At, Point]) -> None:
        """Join tiles of one player and kind that lie side by side, and write proper names in the band below cells."""
        names = []
        for at, spot in self.land.items():
            (x, y), around = middles[at], self.around(at)
            for other in around[:3]:
                if other is not None and _alike(spot, other):
                    dx, dy = middles[other.at][0] - x, middles[other.at][1] - y
                    ends = {
                        "x": x + 0.41 * dx,
                        "y": y + 0.41 * dy,
                        "tox": x + 0.59 * dx,
                        "toy": y + 0.59 * dy,
                    }
                    self.page.out.append(part("bridge", **ends, stroke=self.page.tint(spot.pieces[0].role)))
            if spot.picture is not None and spot.picture.title:
                names.append(part("name", x=x, y=y + 37, text=markup(spot.picture.title)))
        self.page.out += names


def _alike(spot: Spot, other: Spot) -> bool:
    """True if tiles of one player and kind lie on both, in one group or in none."""
    one, two = (
        [(piece.role, piece.symbol) for piece in each.pieces if piece.shape == "tile" and piece.symbol]
        for each in (spot, other)
    )
    return one == two and len(one) == 1 and one[0][0].startswith("seat ") and spot.group == other.group
