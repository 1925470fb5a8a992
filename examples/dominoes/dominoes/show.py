"""How a position is drawn: two rows of dominoes with the markers on them, and realms; stars are crowns."""

from collections.abc import Sequence
from typing import Any

from tilewright.authoring import (
    SQUARE4,
    Captions,
    Diagram,
    Face,
    Ground,
    Ink,
    Look,
    Piece,
    Show,
    Spot,
    View,
    offers,
    unpack,
)

from .files import TERRAINS
from .state import standing

LOOKS = {
    "castle": Look("white", icon="castle-tile"),
    "field": Look("yellow", "lines"),
    "wood": Look("green", "dots"),
    "lake": Look("blue", "waves"),
    "heath": Look("purple", "stripes"),
    "vineyard": Look("red", "checks"),
    "quarry": Look("grey", "bricks"),
    "crown": Look(icon="crown"),
    "marker": Look(icon="chief"),
}
SIGNS = {"C": "castle", **TERRAINS, "*": "crown"}


class Sight(Captions):
    """The texts of one drawing; no player has a letter that means land."""

    taken = "".join(SIGNS)

    def land(self, halves: Sequence[Face], seat: int = 0, **more: Any) -> Spot:
        """Cells of land: in pictures side by side, in text one below the other, with a star for each crown."""
        rows, cells = [], []
        for face in halves:
            name, crowns = SIGNS[face.edges[0]], sum(sum(area.marks) for area in face.areas)
            letter = Ink(face.edges[0], name, on=name, said=self.name(name))
            rows.append((letter, *[Ink("*", "crown", on=name, said=self.name("crown"))] * crowns))
            printed = [Ink("*", "crown")] * crowns or [Ink("C", name, on=f"seat {seat}")] * (name == "castle")
            cells.append((Ground(face.edges[0], name, SQUARE4.directions, tuple(printed)),))
        said = ", ".join(" ".join(ink.word for ink in row) for row in rows)
        if len(cells) == 1:
            return Spot(face=tuple(rows), areas=cells[0], said=said, ground=rows[0][0].on, **more)
        domino = tuple(Spot(at=(n, 0), areas=cell) for n, cell in enumerate(cells))
        return Spot(face=tuple(rows), tile=domino, said=said, **more)

    def row(self, title: str, tiles: Sequence[int], seats: Sequence[int]) -> Diagram:
        """Dominoes with the markers that lie on them."""
        spots = []
        for n, (tile, seat) in enumerate(zip(tiles, seats)):
            domino = self.rules.data[tile]
            markers = (Piece(self.signs[seat], f"seat {seat}", "pawn", symbol="marker"),) if seat >= 0 else ()
            spots.append(self.land(domino.faces, at=(n, 0), name=domino.name, pieces=markers))
        return Diagram(title=self.say(title), grid="row", spots=spots, now=True, kind="market")

    def realm(self, view: View, seat: int) -> Diagram:
        """The realm of a seat, with a frame around each territory; others' are small."""
        faces = view.realms[seat].faces().items()
        spots = [self.land([face], seat, at=unpack(key), group=face.edges) for key, face in faces]
        title, small = self.say("realm", seat=seat), seat != (view.seat or 0)
        return Diagram(title=title, grid="square4", spots=spots, now=not small, small=small, seat=seat)


def show(view: View, lang: str = "en") -> Show:
    """The rows, all realms with the viewer's own one first, and what they are worth."""
    sight, seats, first = Sight(view.rules, lang, view.seats), range(len(view.seats)), view.seat or 0
    placing, owners = len(view.waiting) == len(view.order), view.order[: len(view.waiting)]
    waiting = sight.row("waiting", view.waiting[::-1], owners[::-1])
    row = sight.row("row", view.row, view.takers)
    names = [spot.name for spot in row.spots]
    if placing:
        made = offers(view, board=2, piece=lambda move: (0, (0, 0)))
    else:
        made = offers(view, lambda one: (names.index(one.tile), 0), 1)
    return Show(
        title=view.rules.game.title,
        boards=[waiting, row, *[sight.realm(view, seat) for seat in (*seats[first:], *seats[:first])]],
        panels=[sight.players({"worth": standing(view), "discarded": [*map(len, view.discards)]})],
        offers=made,
        asks=sight.say("asks_place" if placing else "asks_take") * (view.seat in view.to_act),
        status=[Ink(sight.say("left", count=view.count("bag")))],
        looks=LOOKS,
        legend=[(Ink(sign, name, on=name), sight.name(name)) for sign, name in SIGNS.items()],
        lang=lang,
        players=sight.players_signs,
    )
