"""How a position is drawn: the quay with its crates and their hours, the clock, and the holds."""

from typing import Any

from tilewright.authoring import (
    SQUARE4,
    Captions,
    Diagram,
    Ground,
    Ink,
    Look,
    Piece,
    Polyomino,
    Rules,
    Show,
    Spot,
    View,
    offers,
    unpack,
)

from .files import GOODS
from .state import standing

LOOKS = {
    "wine": Look("red", "checks"),
    "grain": Look("yellow", "lines"),
    "cloth": Look("blue", "waves"),
    "salt": Look("grey", "dots"),
    "planks": Look("brown"),
    "hour": Look("white", icon="space"),
    "ship": Look(icon="ship"),
}


class Sight(Captions):
    """The texts of one drawing; no player has a letter that means goods."""

    taken = "".join(GOODS)

    def goods(self, letter: str, **more: Any) -> Spot:
        """A cell full of something."""
        name = GOODS[letter]
        face = ((Ink(letter, name, on=name, said=self.name(name)),),)
        land = (Ground(letter, name, SQUARE4.directions),)
        return Spot(face=face, areas=land, ground=name, said=self.name(name), **more)

    def crate(self, crate: Polyomino, hours: int, **more: Any) -> Spot:
        """A crate on the quay: its drawing, and the hours that it would take."""
        cells = {unpack(offset) for offset, _ in crate.lies[0]}
        letter = crate.name[0]
        xs, ys = zip(*cells)
        name = GOODS[letter]
        rows = [
            tuple(
                Ink(letter, name, on=name) if (x, y) in cells else Ink(" ")
                for x in range(min(xs), max(xs) + 1)
            )
            for y in range(max(ys), min(ys) - 1, -1)
        ]
        said = self.say("crate", goods=self.name(name), cells=len(cells), hours=hours)
        tile = tuple(self.goods(letter, at=cell) for cell in sorted(cells))
        clock = Piece(f"{hours}h", "hour", symbol="hour", count=hours)
        return Spot(face=tuple(rows), tile=tile, pieces=(clock,), said=said, name=crate.name, **more)

    def hold(self, view: View, seat: int) -> Diagram:
        """The hold of a seat: every cell, full or free; others' are small."""
        board = view.holds[seat]
        spots = []
        for cell in sorted(view.rules.data.hold):
            if cell in board:
                face = board.face(cell)
                crate = face.name.partition(".")[0]
                spots.append(self.goods(face.edges[0], at=unpack(cell), group=f"{crate}"))
            else:
                spots.append(
                    Spot(at=unpack(cell), face=((Ink(".", "dim"),),), ground="planks", said=self.say("free"))
                )
        small = seat != (view.seat or 0)
        title = self.say("hold", seat=seat)
        return Diagram(title=title, grid="square4", spots=spots, now=not small, small=small, seat=seat)


def show(view: View, lang: str = "en") -> Show:
    """The quay, all holds with the viewer's own one first, the clock, and what holds are worth."""
    sight, seats, first = Sight(view.rules, lang, view.seats), range(len(view.seats)), view.seat or 0
    data = view.rules.data
    quay = [
        sight.crate(data.crates[piece], data.hours[piece] + n, at=(n, 0)) for n, piece in enumerate(view.quay)
    ]
    names = [spot.name for spot in quay]
    left = [view.options.hours - hour for hour in view.clock]
    return Show(
        title=view.rules.game.title,
        boards=[
            Diagram(title=sight.say("quay"), grid="row", spots=quay, now=True, kind="market"),
            *[sight.hold(view, seat) for seat in (*seats[first:], *seats[:first])],
        ],
        panels=[sight.players({"left": left, "worth": standing(view)})],
        offers=offers(view, board=1, piece=lambda move: (0, (names.index(move.tile), 0))),
        asks=sight.say("asks") * (view.seat in view.to_act),
        status=[Ink(sight.say("bag", n=view.count("bag")))],
        looks=LOOKS,
        legend=[(Ink(sign, name, on=name), sight.name(name)) for sign, name in GOODS.items()],
        lang=lang,
        players=sight.players_signs,
    )


def crates_show(rules: Rules, lang: str = "en") -> Show:
    """Every crate, unturned, with its hours."""
    sight = Sight(rules, lang)
    crates = zip(rules.data.crates, rules.data.hours)
    spots = [sight.crate(crate, hours, at=(n, 0)) for n, (crate, hours) in enumerate(crates)]
    return Show(title=rules.game.title, boards=[Diagram(grid="row", spots=spots)], looks=LOOKS, lang=lang)
