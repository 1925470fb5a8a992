"""The map of Rebirth as a board to draw, with what lies on it, and its legend."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import Captions, Ink, Piece, Rules, Spot, View

from ..files import ENERGY, FIELDS, KINDS
from ..map_reader import FARMS
from ..state import FREE, NEUTRAL, kind_of, owner
from .hexes import Hexes, legend_before
from .hexes import legend as letters
from .places import around

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tilewright.authoring import Hex, Words

    from ..files import Site
    from ..printed import Printed


@lru_cache(maxsize=16)
def place_names(rules: Rules, words: Words, lang: str) -> Mapping[Hex, str]:
    """Return in words where each cell is: "food field north of Lismore"."""
    wording = Wording(rules, lang)
    return {
        at: wording.place(wording.field(wording.printed.mark(cell)[0]), *around(wording.printed, at))
        for cell, at in enumerate(wording.printed.hexes)
    }


class Wording(Captions):
    """Captions; players' letters differ from those of fields."""

    def __init__(self, rules: Rules, lang: str = "en", seats: Sequence[str] = ()) -> None:
        self.printed: Printed = rules.data
        self.taken = FARMS + self.printed.map.letters.settlements
        super().__init__(rules, lang, seats)

    def place(self, what: str, side: str, site: str) -> str:
        """Something and where it is, from a place with a name; without such a place only what it is."""
        return self.say(f"place_{side}", what=what, site=site) if site else what

    def field(self, letter: str) -> str:
        """A field in words by its letter on the map; a settlement by its size, as a whole."""
        if letter in FARMS:
            return self.say(FIELDS[FARMS.index(letter)])
        size = self.printed.map.sizes[letter].name
        return self.say(f"{size}_region") if self.has(f"{size}_region") else self.name(size)


@attrs.frozen(eq=False)
class Fields:
    """The spots of a map in one language and for these players, each made once: most of a map stays as it is."""

    captions: Wording
    hexes: Hexes
    names: Mapping[Hex, str]
    others: Mapping[tuple[int, int], Spot]
    """Places that tiles touch, with nobody there, and water."""
    order: Sequence[tuple[int, int]]
    """Where anything is, row by row."""
    known: dict[tuple[int, int | None], Spot] = attrs.field(factory=dict)

    @classmethod
    @lru_cache(maxsize=16)
    def of(cls, rules: Rules, words: Words, lang: str, seats: tuple[str, ...]) -> Fields:
        """Return those of a ruleset in the words that it has now; without players, those of the empty map."""
        captions, printed = Wording(rules, lang, seats), rules.data
        hexes = Hexes(captions, printed.map)
        others = {(at.q, at.r): hexes.place(at, *what) for at, what in _sites(printed).items()}
        known = {(at.q, at.r) for at in printed.hexes} | others.keys()
        others |= {
            key: hexes.water(at, what)
            for at, what in printed.closed.items()
            if (key := (at.q, at.r)) not in known
        }
        order = sorted(known | others.keys(), key=lambda at: (at[1], at[0]))
        return cls(captions, hexes, place_names(rules, words, lang) if seats else {}, others, order)

    def field(self, cell: int, tile: int | None) -> Spot:
        """The spot of a field with this tile; None before a match."""
        found = self.known.get((cell, tile))
        if found is None:
            found = self.known[cell, tile] = self._field(cell, tile)
        return found

    def _field(self, cell: int, tile: int | None) -> Spot:
        captions, printed = self.captions, self.captions.printed
        at, settlement = printed.hexes[cell], printed.settlement_of[cell]
        group = f"settlement {settlement}" if settlement >= 0 else ""
        covered = tile is not None and tile != FREE
        spot = self.hexes.field(at, printed.mark(cell), group, before=tile is None, covered=covered)
        spot = attrs.evolve(spot, place=self.names.get(at, ""))
        if tile is None:
            return spot
        if tile == FREE:
            return attrs.evolve(spot, said=captions.say("free", field=spot.said))
        if owner(tile) == NEUTRAL:
            said = captions.say("neutral_tile", field=spot.said)
            return attrs.evolve(spot, pieces=(Piece("##", "neutral", "tile"),), said=said)
        seat, sort = owner(tile), kind_of(tile)
        said = captions.say("tile", field=spot.said, seat=seat, tile=captions.name(KINDS[sort]))
        return attrs.evolve(spot, pieces=(drawn_tile(captions.signs, seat, sort),), said=said)


def spots(rules: Rules, lang: str, view: View | None = None) -> list[Spot]:
    """Every hex of the picture in reading order; without a view the map lies empty."""
    printed: Printed = rules.data
    fields = Fields.of(rules, rules.words, lang, tuple(view.seats) if view is not None else ())
    captions = fields.captions
    tiles = view.tiles if view is not None else [None] * len(printed.hexes)
    found = {(at.q, at.r): fields.field(cell, tiles[cell]) for cell, at in enumerate(printed.hexes)}
    found |= fields.others
    if view is not None:
        for number, castle in enumerate(printed.castles):
            key = castle.hex.q, castle.hex.r
            found[key] = _castle(found[key], castle, view.castles[number], captions)
        for number, cathedral in enumerate(printed.cathedrals):
            key = cathedral.hex.q, cathedral.hex.r
            found[key] = _cathedral(found[key], cathedral, view.cathedrals[number], captions)
    return [found[at] for at in fields.order]


def _sites(printed: Printed) -> dict[Hex, tuple[str, str, str]]:
    """Where places are that tiles touch: their sort, code and name."""
    return {
        site.hex: (sort, site.code, site.name)
        for sort, sites in printed.map.places.values()
        for site in sites
    }


def drawn_tile(signs: Sequence[str], seat: int, kind: int) -> Piece:
    """A player's tile of this kind."""
    symbol, count = (KINDS[kind], 1) if kind <= ENERGY else ("settlement", int(KINDS[kind][-1]))
    return Piece(signs[seat] + sign(kind), f"seat {seat}", "tile", symbol=symbol, count=count)


def sign(kind: int) -> str:
    """A kind of tile in one letter: f, e, or the number of its symbols."""
    return KINDS[kind][0 if kind <= ENERGY else -1]


def _castle(spot: Spot, site: Site, holder: int, captions: Wording) -> Spot:
    """Returns the spot of a castle with its holder; -1 for none."""
    if holder < 0:
        return spot
    said = captions.say("castle_of", code=site.code, name=site.name, seat=holder)
    return attrs.evolve(spot, pieces=(Piece(captions.signs[holder], f"seat {holder}", "castle"),), said=said)


def _cathedral(spot: Spot, site: Site, bits: int, captions: Wording) -> Spot:
    """The spot of a cathedral with those who have built there, a bit for each seat."""
    owners = [seat for seat in range(len(captions.seats)) if bits >> seat & 1]
    spot = attrs.evolve(spot, short=_owners(owners, captions.signs))
    if not owners:
        return spot
    names = ", ".join(captions.seats[seat] for seat in owners)
    return attrs.evolve(
        spot,
        pieces=tuple(Piece(captions.signs[seat], f"seat {seat}", "church") for seat in owners),
        said=captions.say("cathedral_of", code=site.code, name=site.name, owners=names),
    )


def _owners(owners: list[int], signs: tuple[str, ...]) -> tuple[Ink, ...]:
    """The owners of cathedrals in three letters at most: `+`, `+A`, `+AB`, `-C` for all except C, `+*` for all."""
    if len(owners) <= 2:
        return (Ink("+"), *(Ink(signs[seat], f"seat {seat}") for seat in owners))
    missing = [seat for seat in range(len(signs)) if seat not in owners]
    return (Ink("-"), Ink(signs[missing[0]], f"seat {missing[0]}")) if missing else (Ink("+*"),)


def legend(captions: Wording) -> list[tuple[Ink, str]]:
    """The letters of the map explained; without players those of the empty map."""
    printed = captions.printed
    found = [*letters(captions, printed.map, any(printed.port))]
    if not captions.seats:
        return [*found, *legend_before(captions, bool(printed.cathedrals))]
    a, b, *others = captions.signs
    found += captions.player_legend()

    def entry(text: str, look: str, said: str, *drawn: Ink, on: str = "") -> None:
        """Explain letters of the text by what pictures show instead."""
        found.append((Ink(text, look, on, said, inks=drawn), said))

    entry(f"Ke{a}", "", captions.say("a_castle"), Ink("", "castle", on="seat 0"), on="castle")
    if printed.cathedrals:
        church = Ink("", "cathedral")
        entry(f"+{a}{b}", "", captions.say("a_cathedral"), church, on="cathedral")
        if len(others) == 2:
            entry(f"-{others[0]}", "", captions.say("all_but", sign=others[0]), church, on="cathedral")
        if others:
            entry("+*", "", captions.say("of_all"), church, on="cathedral")
    farms = Ink("", "food", on="seat 0"), Ink("", "energy", on="seat 0")
    entry(f"{a}f {a}e", "seat 0", captions.say("a_farm", sign=a), *farms)
    houses = (Ink("", "settlement", on="seat 1"),) * 3
    entry(f"{b}3", "seat 1", captions.say("a_settlement", sign=b), *houses)
    if len(captions.seats) == 2:
        found.append((Ink("##", "neutral"), captions.say("neutral")))
    return found
