"""The map of Rebirth as a board to draw, with what lies on it, and its legend."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.draw.captions import Captions
from tilewright.core.draw.model import Ink, Look, Piece, Spot

from ..files import ENERGY, FIELDS, KINDS, SETTLEMENT
from ..mapping import FARMS, axial
from ..state import FREE, NEUTRAL, kind_of, owner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.core.rules import Rules
    from tilewright.core.views import View

    from ..printed import Printed


class Wording(Captions):
    """Captions; players' letters differ from those of fields."""

    def __init__(self, rules: Rules, lang: str = "en", seats: Sequence[str] = ()) -> None:
        self.printed: Printed = rules.data
        self.taken = FARMS + self.printed.map.letters.settlements
        super().__init__(rules, lang, seats)


PORT = Ink("*", "port")
LOOKS = {
    "food": Look("yellow", "dots"),
    "energy": Look("sky", "stripes"),
    "open": Look("white"),
    "settlement": Look("brown", "bricks"),
    "port": Look(icon="anchor"),
    "castle": Look("grey", icon="castle"),
    "cathedral": Look("grey", icon="church"),
    "loch": Look("blue", "waves"),
    "sea": Look("sky"),
    "neutral": Look("grey", "dots", strong=True),
}


def looks(printed: Printed) -> dict[str, Look]:
    """The looks of all that is drawn, further sorts of places included."""
    return {**LOOKS, **{printed.closed[sites[0].hex]: Look("purple") for sites in printed.map.sites.values()}}


def spots(rules: Rules, lang: str, view: View | None = None) -> list[Spot]:
    """Every hex of the picture in reading order; without a view the map lies empty."""
    printed: Printed = rules.data
    seats = view.seats if view is not None else ()
    captions = Wording(rules, lang, seats)
    signs = captions.signs
    found: dict[tuple[int, int], Spot] = {}
    for cell, at in enumerate(printed.hexes):
        kind, size = printed.kind[cell], printed.size[cell]
        face = [Ink(printed.size_letters[size] if size else FARMS[kind])]
        said = captions.say(printed.size_names[size] if size else FIELDS[kind])
        if printed.port[cell]:
            face.append(PORT)
            said = captions.say("port", field=said)
        tile = view.tiles[cell] if view is not None else FREE
        for name, marked in printed.marked.items():
            if marked[cell]:
                said = captions.say(name, field=said)
                if tile == FREE:
                    face.append(Ink(mark_letter(printed, name), name))
        pieces: tuple[Piece, ...] = ()
        if view is None:
            if printed.neutral[cell]:
                face.append(Ink("n", "dim"))
                said = captions.say("neutral_field", field=said)
        elif tile == FREE:
            said = captions.say("free", field=said)
        elif owner(tile) == NEUTRAL:
            pieces = (Piece("##", "neutral", "tile"),)
            said = captions.say("neutral_tile", field=said)
        else:
            seat, sort = owner(tile), kind_of(tile)
            pieces = (Piece(signs[seat] + sign(sort), f"seat {seat}", "tile"),)
            said = captions.say("tile", field=said, seat=seat, tile=captions.name(KINDS[sort]))
        found[at.q, at.r] = Spot(
            at=(at.q, at.r),
            face=(tuple(face),),
            pieces=pieces,
            ground=FIELDS[kind],
            group=f"settlement {printed.settlement_of[cell]}" if kind == SETTLEMENT else "",
            said=said,
        )
    for number, castle in enumerate(printed.castles):
        holder = view.castles[number] if view is not None else -1
        key = "castle_of" if holder >= 0 else "castle"
        found[castle.hex.q, castle.hex.r] = Spot(
            at=(castle.hex.q, castle.hex.r),
            face=((Ink(castle.code),),),
            pieces=(Piece(signs[holder], f"seat {holder}", "castle"),) if holder >= 0 else (),
            ground="castle",
            said=captions.say(key, code=castle.code, name=castle.name, seat=holder),
        )
    for number, cathedral in enumerate(printed.cathedrals):
        bits = view.cathedrals[number] if view is not None else 0
        owners = [seat for seat in range(len(seats)) if bits >> seat & 1]
        key = "cathedral_of" if owners else "cathedral"
        names = ", ".join(seats[seat] for seat in owners)
        found[cathedral.hex.q, cathedral.hex.r] = Spot(
            at=(cathedral.hex.q, cathedral.hex.r),
            face=((Ink(cathedral.code),),),
            pieces=tuple(Piece(signs[seat], f"seat {seat}", "church") for seat in owners),
            short=_cathedral(owners, signs) if view is not None else (),
            ground="cathedral",
            said=captions.say(key, code=cathedral.code, name=cathedral.name, owners=names),
        )
    for at, (family, n) in printed.further.items():
        site = printed.map.sites[family][n]
        found[at.q, at.r] = Spot(
            at=(at.q, at.r),
            face=((Ink(site.code),),),
            ground=printed.closed[at],
            said=captions.say(printed.closed[at], code=site.code, name=site.name),
        )
    for at, what in printed.closed.items():
        if (at.q, at.r) not in found:
            face_of = ((Ink("~~~"),),) if what == "loch" else ()
            found[at.q, at.r] = Spot(at=(at.q, at.r), face=face_of, ground=what, said=captions.say(what))
    places = (axial(row, column) for row in range(printed.rows) for column in range(printed.columns))
    return [found[at.q, at.r] for at in places if (at.q, at.r) in found]


def mark_letter(printed: Printed, name: str) -> str:
    """The letter of a further mark of fields."""
    return next(letter for letter, known in printed.map.marks.items() if known == name)


def sign(kind: int) -> str:
    """A kind of tile in one letter: f, e, or the number of its symbols."""
    return KINDS[kind][0 if kind <= ENERGY else -1]


def _cathedral(owners: list[int], signs: tuple[str, ...]) -> tuple[Ink, ...]:
    """The owners of cathedrals in three letters at most: `+`, `+A`, `+AB`, `-C` for all except C, `+*` for all."""
    if len(owners) <= 2:
        return (Ink("+"), *(Ink(signs[seat], f"seat {seat}") for seat in owners))
    missing = [seat for seat in range(len(signs)) if seat not in owners]
    return (Ink("-"), Ink(signs[missing[0]], f"seat {missing[0]}")) if missing else (Ink("+*"),)


def legend(captions: Wording) -> list[tuple[Ink, str]]:
    """The letters of the map explained; without players those of the empty map."""
    printed = captions.printed
    found = [
        (Ink(letter, on=field), captions.say(field)) for letter, field in zip(FARMS, FIELDS, strict=False)
    ]
    found += [
        (Ink(letter, on="settlement"), captions.say(size.name)) for letter, size in printed.map.sizes.items()
    ]
    if any(printed.port):
        found.append((PORT, captions.say("a_port")))
    found += [(Ink(letter, name), captions.say(f"mark_{name}")) for letter, name in printed.map.marks.items()]
    found.append((Ink("~~~", on="loch"), captions.say("loch")))
    for sites in printed.map.sites.values():
        sort = printed.closed[sites[0].hex]
        found.append((Ink(sites[0].code, on=sort), captions.say(f"code_{sort}")))
    if not captions.seats:
        found.append((Ink("Ke", on="castle"), captions.say("code_castle")))
        if printed.cathedrals:
            found.append((Ink("C4", on="cathedral"), captions.say("code_cathedral")))
        return [*found, (Ink("n", "dim"), captions.say("neutral_here"))]
    a, b, *others = captions.signs
    found += [*captions.player_legend(), (Ink(f"Ke{a}", on="castle"), captions.say("a_castle"))]
    if printed.cathedrals:
        found.append((Ink(f"+{a}{b}", on="cathedral"), captions.say("a_cathedral")))
        if len(others) == 2:
            found.append((Ink(f"-{others[0]}", on="cathedral"), captions.say("all_but", sign=others[0])))
        if others:
            found.append((Ink("+*", on="cathedral"), captions.say("of_all")))
    found.append((Ink(f"{a}f {a}e", "seat 0"), captions.say("a_farm", sign=a)))
    found.append((Ink(f"{b}3", "seat 1"), captions.say("a_settlement", sign=b)))
    if len(captions.seats) == 2:
        found.append((Ink("##", "neutral"), captions.say("neutral")))
    return found
