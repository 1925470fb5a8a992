"""How Carcassonne is shown: the land with meeples, the drawn tile as it can be turned, players, what is occupied."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tilewright.authoring import (
    SQUARE4,
    Captions,
    Diagram,
    Ground,
    Ink,
    Look,
    Offer,
    Panel,
    Piece,
    Rules,
    Show,
    Spot,
    View,
    Way,
    unpack,
)

from .about import Surroundings
from .actions import Meeple, Place
from .letters import CITY, CLOISTER, SIDES
from .scoring import cloister_points, closed_cities, feature_points

if TYPE_CHECKING:
    from .land import Land
    from .printed import Lie

LOOKS = {
    "city": Look("orange", "bricks"),
    "field": Look("green"),
    "cloister": Look("purple", "checks"),
    "road": Look("white", strong=True),
    "shield": Look("blue", strong=True),
}
OUTSIDE = "f"
"""The letter of land outside of cities."""
SIGN = "*"
"""The sign of a shield."""


def show(view: View, lang: str = "en") -> Show:
    """All that there is to see; nothing on the table is hidden."""
    return Sight(view, lang).show()


def tiles_show(rules: Rules, lang: str = "en") -> Show:
    """Every kind of tile, unturned, with its count."""
    kinds = enumerate(rules.data.tiles)
    spots = [spot_of(rules, t.lies[0], (n, 0), f"{t.id} {t.count}", lang=lang) for n, t in kinds]
    title = rules.say("show.tiles_of", {"title": rules.game.title}, (), lang)
    return Show(
        title=title,
        boards=[Diagram(grid="row", spots=spots)],
        looks=LOOKS,
        legend=list(legend(rules, lang)),
        caption=rules.provenance(lang),
        lang=lang,
    )


def legend(rules: Rules, lang: str) -> Iterator[tuple[Ink, str]]:
    """What letters and signs on tiles mean."""
    for letter, role in ((CITY, "city"), (OUTSIDE, "field"), (CLOISTER, "cloister")):
        yield Ink(letter, on=role), rules.words.name(role, lang)
    yield Ink("=", "road"), rules.words.name("road", lang)
    yield Ink(SIGN, "shield"), rules.words.name("shield", lang)


def spot_of(
    rules: Rules,
    lie: Lie,
    at: tuple[int, int],
    name: str = "",
    pieces: tuple[Piece, ...] = (),
    lang: str = "en",
) -> Spot:
    """A tile as it lies."""
    word = rules.words.name
    areas, said = [], [lie.tile.id + ":"]
    for area in lie.face.areas:
        sides = tuple(SIDES[side] for side in area.sides)
        role = "city" if area.terrain == CITY else "cloister"
        shields = sum(area.marks)
        marks = (Ink(SIGN, "shield", said=word("shield", lang)),) * shields
        areas.append(Ground(area.terrain, role, sides, marks))
        said.append(" ".join((word(role, lang), *sides, *([word("shield", lang)] * shields))) + ";")
    for road in lie.face.roads:
        said.append(" ".join((word("road", lang), *(SIDES[side] for side in road))) + ";")
    for part in lie.open_land:
        areas.append(Ground(OUTSIDE, "field", tuple(SIDES[side] for side in part)))
    ways = tuple(Way("road", tuple(SIDES[side] for side in road)) for road in lie.face.roads)
    return Spot(
        at=at, areas=tuple(areas), ways=ways, name=name, pieces=pieces, said=" ".join(said).rstrip(":;")
    )


class Sight(Captions):
    """One look at a view, in one language."""

    taken = CITY + CLOISTER

    def __init__(self, view: View, lang: str) -> None:
        super().__init__(view.rules, lang, view.seats)
        self.view = view

    def show(self) -> Show:
        view = self.view
        boards = [self.table()]
        if view.drawn:
            boards.append(self.turned())
        return Show(
            title=self.title(),
            boards=boards,
            panels=[self.players(), self.occupied(), self.left()],
            offers=list(self.offers()),
            looks=LOOKS,
            legend=[*legend(self.rules, self.lang), (Ink(f"{self.signs[0]}n"), self.say("meeple_sign"))],
            caption=self.rules.provenance(self.lang),
            asks=self.asks() if view.seat in view.to_act else "",
            status=list(self.status()),
            lang=self.lang,
            about=Surroundings(self).about,
        )

    def asks(self) -> str:
        """What the viewer has to do."""
        view = self.view
        if not view.drawn:
            return self.say("asks_meeple")
        return self.say("asks_place", tile=self.rules.data.tiles[view.drawn[-1]].id)

    def status(self) -> Iterator[Ink]:
        """The viewer's meeples and points, and the tiles left."""
        view = self.view
        if view.seat is not None:
            yield Ink(f"{self.say('meeples')} {view.supply[view.seat]}")
            yield Ink(f"{self.say('points')} {view.scores[view.seat]}")
            yield Ink(self.say("in_bag", count=len(view.bag)))

    def title(self) -> str:
        view, title = self.view, self.rules.game.title
        if view.over:
            return self.say("finished", title=title)
        key = "to_place" if view.drawn else "to_enter"
        return self.say(key, title=title, seat=view.to_act[0], left=view.count("bag"))

    def table(self) -> Diagram:
        """The land; cells where the drawn tile can go are numbered."""
        land: Land = self.view.land
        spots = []
        for cell in land.board:
            standing = land.meeples.get(cell)
            pieces: tuple[Piece, ...] = ()
            if standing is not None:
                number, seat = standing
                text = f"{self.signs[seat]}{land.lie(cell).names[number][:2]}"
                pieces = (Piece(text, f"seat {seat}", "pawn"),)
            spots.append(spot_of(self.rules, land.lie(cell), unpack(cell), "", pieces, self.lang))
        spots += [
            Spot(at=(action.cell.x, action.cell.y), said=self.say("free"))
            for action in {a.cell: a for a in self.view.legal() if isinstance(a, Place)}.values()
        ]
        return Diagram(title=self.say("land"), grid="square4", spots=spots, now=True)

    def turned(self) -> Diagram:
        """The drawn tile in all rotations."""
        lies = self.rules.data.tiles[self.view.drawn[-1]].lies
        spots = [spot_of(self.rules, lie, (n, 0), f"r{n}", lang=self.lang) for n, lie in enumerate(lies)]
        return Diagram(title=self.say("drawn", tile=lies[0].tile.id), grid="row", spots=spots, now=True)

    def players(self) -> Panel:
        view = self.view
        rows = [
            (
                Ink(f"{self.signs[seat]} {name}", f"seat {seat}", said=name),
                Ink(str(view.scores[seat])),
                Ink(str(view.supply[seat])),
            )
            for seat, name in enumerate(view.seats)
        ]
        head = (Ink(""), Ink(self.say("points")), Ink(self.say("meeples")))
        return Panel(title=self.say("players"), rows=rows, head=head)

    def occupied(self) -> Panel:
        """Each meeple with what it stands on and what that would be worth now."""
        land, rows = self.view.land, []
        at = closed_cities(land)
        for cell in land.board:
            if cell not in land.meeples:
                continue
            number, seat = land.meeples[cell]
            regions, area = land.feature(cell, number)
            if regions is land.fields:
                key, cities = "field", len(at.get(regions.find(area), ()))
                worth = self.say("at_cities", count=cities)
            elif land.is_cloister(cell, number):
                key, points = "cloister", cloister_points(land, self.view.options, cell)
                worth = self.say("worth", points=points)
            else:
                key = "road" if regions is land.board.roads else "city"
                points = feature_points(land, self.view.options, regions, area, False)
                worth = self.say("worth_open", points=points, sides=regions.open_edges(area))
            where = Ink(f"{SQUARE4.text(cell)} {land.lie(cell).names[number]}")
            name = self.who(seat)
            rows.append((name, where, Ink(self.name(key)), Ink(worth)))
        return Panel(title=self.say("occupied"), rows=rows)

    def left(self) -> Panel:
        """What is left in the bag, which everybody can count."""
        view, tiles = self.view, self.rules.data.tiles
        counts = {kind: view.bag.count(kind) for kind in sorted(set(view.bag))}
        said = " ".join(f"{tiles[kind].id}{count if count > 1 else ''}" for kind, count in counts.items())
        return Panel(title=self.say("in_bag", count=len(view.bag)), rows=[(Ink(said or "-"),)])

    def offers(self) -> Iterator[Offer]:
        for action in self.view.legal():
            if isinstance(action, Place):
                yield Offer(action=action, at=(action.cell.x, action.cell.y))
            else:
                yield Offer(
                    action=action, at=unpack(self.view.latest) if isinstance(action, Meeple) else None
                )
