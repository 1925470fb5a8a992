"""How Carcassonne is shown: the land with meeples, the drawn tile as it can be turned, players, what is occupied."""

from __future__ import annotations

from collections import Counter

from tilewright.authoring import (
    SQUARE4,
    About,
    Area,
    At,
    Board,
    Captions,
    Diagram,
    Face,
    Ground,
    Ink,
    Look,
    Panel,
    Piece,
    Region,
    Rules,
    Show,
    Spot,
    View,
    Way,
    at_cell,
    offers,
    pack,
    unpack,
)

from .scoring import borders, cities_at, worth
from .state import AROUND, SHIELD, in_hand, measure
from .steps import Meeple
from .tiles import CITY, CLOISTER, FIELD, NAMES, PORTS, ROAD, SIDES, sides

LOOKS = {
    "city": Look("orange", "bricks"),
    "field": Look("green"),
    "cloister": Look("purple", "checks"),
    "road": Look("white", strong=True),
    "shield": Look("blue", strong=True, icon="shield"),
    "abbey": Look(icon="abbey"),
    "meeple": Look(icon="member"),
}
LETTERS = {CITY: "C", FIELD: "f", CLOISTER: "M"}
SIGN = "*"
"""The sign of a shield."""
Standing = tuple[int, str]
"""A meeple: the seat, and one of WHERE."""


def show(view: View, lang: str = "en") -> Show:
    """All that there is to see; nothing on the table is hidden."""
    return _Sight(view, lang).show()


def tiles_show(rules: Rules, lang: str = "en") -> Show:
    """Every kind of tile, unturned, with its count."""
    captions = Captions(rules, lang)
    kinds = enumerate(rules.data.tiles)
    spots = [spot_of(captions, tile.face, (n, 0), f"{tile.id} {tile.count}") for n, tile in kinds]
    return Show(
        title=captions.say("tiles_of", title=rules.game.title),
        boards=[Diagram(grid="row", spots=spots)],
        looks=LOOKS,
        legend=legend(captions),
        caption=rules.provenance(lang),
        lang=lang,
    )


def legend(captions: Captions) -> list[tuple[Ink, str]]:
    """What letters and signs on tiles mean."""
    grounds = [(Ink(letter, on=NAMES[kind]), captions.name(NAMES[kind])) for kind, letter in LETTERS.items()]
    signs = [(Ink(sign, word), captions.name(word)) for sign, word in (("=", "road"), (SIGN, "shield"))]
    return grounds + signs


def spot_of(captions: Captions, face: Face, at: At, name: str = "", meeple: Standing | None = None) -> Spot:
    """A tile as it lies, perhaps with a meeple; roads are drawn on the fields."""
    grounds, ways, said = [], [], []
    shield = Ink(SIGN, "shield", said=captions.name("shield"))
    drawn: dict[int, Ground | Way] = {}
    seat, where = meeple or (-1, "")
    held = captions.rules.data.numbers(face)[where] if meeple is not None else -1
    for number, one in enumerate(face.areas):
        role, reached, shields = NAMES[one.terrain], sides(one), sum(one.marks)
        stands = [captions.say("stands", who=captions.seats[seat])] if number == held else []
        if one.terrain == FIELD:
            said += [" ".join((captions.name(role), where, *stands))] if stands else []
            continue
        said.append(" ".join((captions.name(role), *reached, *[shield.said] * shields, *stands)))
        if one.terrain == ROAD:
            ways.append(Way(role, reached))
        else:
            printed = (shield,) * shields if one.terrain == CITY else (Ink("", "abbey"),)
            grounds.append(Ground(LETTERS[one.terrain], role, reached, printed))
        drawn[number] = (ways if one.terrain == ROAD else grounds)[-1]
    for joined in open_land(face):
        grounds.append(Ground(LETTERS[FIELD], NAMES[FIELD], tuple(SIDES[side] for side in sorted(joined))))
    words = f"{face.name}: {'; '.join(said)}".rstrip(": ")
    pieces: tuple[Piece, ...] = ()
    if meeple is not None:
        text, parts = f"{captions.signs[seat]}{where[:2]}", [*grounds, *ways]
        area = next((n for n, part in enumerate(parts) if part is drawn.get(held)), -1)
        port = "" if area >= 0 else port_of(face.areas[held])
        pieces = (Piece(text, f"seat {seat}", "pawn", symbol="meeple", area=area, port=port, ports=PORTS),)
    return Spot(at=at, areas=tuple(grounds), ways=tuple(ways), name=name, pieces=pieces, said=words)


def port_of(field: Area) -> str:
    """A port at which a field ends, the middle of a side if it has one: it tells on which side of a road it lies."""
    port = min(field.sides, key=lambda port: (port % PORTS != 1, port))
    return f"{SIDES[port // PORTS]}{port % PORTS + 1}"


def open_land(face: Face) -> list[set[int]]:
    """The sides, by number, that land outside of cities joins: fields on both sides of a road are one."""
    found: list[set[int]] = []
    for one in face.areas:
        if one.terrain == FIELD:
            here = {port // PORTS for port in one.sides}
            here = here.union(*(land for land in found if land & here))
            found = [land for land in found if not land & here] + [here]
    return found


class _Sight(Captions):
    """One look at a view, in one language."""

    taken = CITY + CLOISTER

    def __init__(self, view: View, lang: str) -> None:
        super().__init__(view.rules, lang, view.seats)
        self.view = view
        self.board: Board = view.tiles
        self.faces: list[Face] = [tile.face for tile in self.rules.data.tiles]
        latest = unpack(view.latest)
        self.offers = offers(view, lambda action: latest if isinstance(action, Meeple) else at_cell(action))
        self.cities_at = cities_at(self.board.regions, borders(view.rules.data, self.board, self.board))

    def show(self) -> Show:
        view, boards, asks, key = self.view, [self.land()], self.say("asks_meeple"), "to_enter"
        if view.drawn:
            face = self.faces[view.drawn[-1]]
            turned = [spot_of(self, face.turned(n), (n, 0), f"r{n}") for n in range(4)]
            title = self.say("drawn", tile=face.name)
            boards.append(Diagram(title=title, grid="row", spots=turned, now=True, kind="hand"))
            asks, key = self.say("asks_place", tile=face.name), "to_place"
        said = {"title": self.rules.game.title, "seat": view.to_act[0] if view.to_act else 0}
        counts = {"points": view.scores, "meeples": in_hand(view)}
        status = [] if view.seat is None else [f"{self.say(one)} {counts[one][view.seat]}" for one in counts]
        in_bag, bag = (
            self.say("in_bag", count=len(view.bag)),
            Counter(self.faces[one].name for one in view.bag),
        )
        left = " ".join(f"{name}{count if count > 1 else ''}" for name, count in bag.items()) or "-"
        return Show(
            title=self.say("finished" if view.over else key, left=len(view.bag), **said),
            boards=boards,
            panels=[self.players(counts), self.occupied(), Panel(title=in_bag, rows=[(Ink(left),)])],
            offers=self.offers,
            looks=LOOKS,
            legend=[*legend(self), (Ink(f"{self.signs[0]}n"), self.say("meeple_sign"))],
            caption=self.rules.provenance(self.lang),
            asks=asks if view.seat in view.to_act else "",
            status=[Ink(text) for text in (*status, in_bag)] if status else [],
            lang=self.lang,
            players=self.players_signs,
            about=self.about,
        )

    def land(self) -> Diagram:
        """The land; cells where the drawn tile can go are numbered."""
        spots = []
        for cell, face in self.board.faces().items():
            spots.append(spot_of(self, face, unpack(cell), meeple=self.view.meeples.get(cell)))
        offered = dict.fromkeys(offer.at for offer in self.offers if offer.at is not None)
        spots += [Spot(at=at, said=self.say("free")) for at in offered if pack(*at) not in self.board]
        return Diagram(title=self.say("land"), grid="square4", spots=spots, now=True)

    def occupied(self) -> Panel:
        """Each meeple with what it stands on and what that would be worth now."""
        rows = []
        for cell in [cell for cell in self.board if cell in self.view.meeples]:
            seat, where = self.view.meeples[cell]
            one = self.feature(cell, self.rules.data.area(self.board, cell, where))
            points = f"{'' if one.points is None else one.points} ({one.note})".lstrip()
            rows.append((self.who(seat), *map(Ink, (f"{SQUARE4.text(cell)} {where}", one.name, points))))
        return Panel(title=self.say("occupied"), head=self.head("", "", "", "points"), rows=rows)

    # -- what a place belongs to; everything is public -------------------------------------------------------------

    def about(self, board: int, at: At) -> About:
        """The features of a tile; for an open cell, how many tiles of the bag could lie there."""
        cell, bag, land = pack(*at), self.view.bag, self.board
        if board == 0 and cell in land:
            found = {land.regions.find(one): self.feature(cell, one) for one in land.areas(cell)}
            return About(regions=sorted(found.values(), key=lambda region: -len(region.spots)))
        if board == 0 and cell in land.frontier:
            return About(fits=(sum(bool(land.fits(cell, self.faces[kind])) for kind in bag), len(bag)))
        return About()

    def feature(self, cell: int, one: int) -> Region:
        """A feature of the tile on a cell: who has the most meeples there, and what it is worth now."""
        regions, options = self.board.regions, self.view.options
        kind, size, missing = measure(self.board, cell, one)
        spots = frozenset(map(unpack, self.board.cells(one)))
        points, possible = None, None
        if kind == FIELD:
            cities = [city for city in self.cities_at.get(regions.find(one), ()) if regions.closed(city)]
            note = self.say("at_cities", count=len(cities))
            if options.farm_rule == "current":
                points = len(cities) * options.field_city
        else:
            points = worth(options, kind, size, regions.marks(one)[SHIELD], not missing)
            possible = None if missing else points
            note = self.say("sides_open", n=missing) if missing else self.say("is_complete")
        if kind == CLOISTER:
            spots = frozenset(unpack(cell + offset) for offset in (0, *AROUND))
            possible, note = len(spots) * options.cloister_tile, self.say("cells_open", n=missing)
        meeples, name = regions.seats(one), self.name(NAMES[kind])
        most = [seat for seat, count in enumerate(meeples) if count and count == max(meeples)]
        holder = self.who(most[0]) if len(most) == 1 else None
        return Region(name=name, spots=spots, holder=holder, points=points, possible=possible, note=note)
