"""The boards: the circuit as a chain, a display as squares."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tilewright.authoring import At, Diagram, Ink, Picture, Piece, Plate, Spot, pack, unpack

from ..actions import Discard, Take
from ..files import RESOURCES
from ..printed import ANY
from ..state import DIE, contents, tile_at, total
from .panels import activated_at
from .tile_pictures import does, lacking, picture
from .tiles import LETTERS, WIDE, Wording, cube, each_signs, once_signs, text, way_signs, ways

if TYPE_CHECKING:
    from tilewright.authoring import Rules, Words

    from ..printed import Kind
    from .sight import Sight


def circuit(sight: Sight) -> Diagram:
    """The circuit as a ring; small unless a tile is being taken.

    The spaces that are empty come first, but for one: what stands in the ring stays where it is while a turn goes on.
    """
    view, take = sight.view, sight.step == "take"
    legal = {action.space for action in view.legal() if isinstance(action, (Take, Discard))}
    spots = [_space(sight, space, item, legal) for space, item in enumerate(view.chain)]
    gap = sight.say("gap_said")
    empty = [
        Spot(
            at=(space, 0),
            name=sight.say("gap"),
            face=((Ink("..", "dim"),),),
            picture=Picture(title=""),
            said=gap,
        )
        for space in range(len(view.chain), sight.printed.spaces)
    ]
    return Diagram(
        title=sight.say("circuit"),
        grid="chain",
        spots=[*empty[1:], *spots, *empty[:1]],
        small=not take,
        now=take,
        kind="market",
        cycle=True,
    )


@lru_cache(maxsize=1024)
def tile_said(rules: Rules, words: Words, lang: str, number: int) -> str:
    """Return the sentence on a tile of the circuit, which is the same wherever it stands, in the words of the rules."""
    wording = Wording(rules, lang)
    return wording.tile(wording.printed.kinds[number])


def _space(sight: Sight, space: int, item: int, legal: set[int]) -> Spot:
    """A space with the tile, figure or die that stands there."""
    ahead = space - sight.rear
    name = f"{ahead:+}" if ahead else "0"
    if item >= 0:
        kind = sight.printed.kinds[item]
        taking = sight.acts and sight.step == "take" and ahead > 0
        return Spot(
            at=(space, 0),
            name=name,
            face=_face(sight, kind),
            short=(Ink(sight.code(kind)),),
            ground=kind.frame,
            ways=ways(kind),
            said=tile_said(sight.rules, sight.rules.words, sight.lang, item),
            picture=picture(
                sight,
                kind,
                badge=str(ahead) if ahead > 0 else "",
                lacks=lacking(sight, ahead, sight.turn) if taking and ahead not in legal else (),
            ),
        )
    if item == DIE:
        called, said = sight.say("die"), sight.say("die_said")
        piece = Piece("#", "die", "cube", symbol="die")
    else:
        seat = -1 - item
        called, said = sight.view.seats[seat], sight.say("figure", seat=seat)
        piece = Piece(sight.signs[seat], f"seat {seat}", "pawn", symbol="member")
    return Spot(
        at=(space, 0),
        name=name,
        face=((Ink(called[:WIDE], "strong"),),),
        pieces=(piece,),
        short=(Ink(piece.text, piece.role),),
        said=said,
        picture=Picture(title=called),
    )


def _face(sight: Sight, kind: Kind) -> tuple[tuple[Ink, ...], ...]:
    """A short name; cost, and what the tile brings at once; what it brings each time."""
    name = sight.label(kind)[: WIDE - len(way_signs(kind)) - 1]
    paid, gained = sight.cost_signs(kind), once_signs(kind)
    between = (Ink(" "),) * bool(paid and gained and len(text(paid) + text(gained)) < WIDE)
    return ((Ink(name, "strong"),), (*paid, *between, *gained), each_signs(kind))


def display(sight: Sight, seat: int, places: set[At], small: bool) -> Diagram:
    """The seat's tiles, and the free spots that are offered to it."""
    spots = [_tile(sight, seat, cell) for cell in sight.view.displays[seat]]
    laid = {spot.at for spot in spots}
    spots += [_free(sight, seat, at) for at in sorted(places - laid)]
    return Diagram(
        title=sight.say("display", seat=seat),
        grid="square8",
        spots=spots,
        small=small or sight.step == "take",
        now=seat == sight.turn,
        seat=seat,
    )


def _free(sight: Sight, seat: int, at: At) -> Spot:
    """A free spot, with what could be activated there."""
    kinds = activated_at(sight, seat, pack(*at))
    plates = [Plate(get=(does(kind),), said=sight.each(kind)) for kind in kinds]
    what = ", ".join(map(sight.each, kinds))
    said = ", ".join([sight.say("spot"), *([sight.say("activates", what=what)] if what else [])])
    return Spot(at=at, said=said, picture=Picture(plates=tuple(plates)))


def _tile(sight: Sight, seat: int, cell: int) -> Spot:
    """A tile with its cubes and clan members."""
    kind, sign = tile_at(sight.view, seat, cell), sight.signs[seat]
    pile, members = sight.view.cubes[seat].get(cell, 0), sight.view.members[seat].get(cell, 0)
    counts = contents(pile)
    pieces = [
        Piece(
            f"{n}{LETTERS[resource]}" if total(pile) > 4 else LETTERS[resource],
            RESOURCES[resource],
            "cube",
            symbol=RESOURCES[resource],
            count=1 if total(pile) <= 4 else n,
        )
        for resource, n in enumerate(counts)
        for _ in range(n if total(pile) <= 4 else bool(n))
    ]
    own = kind.each.cube if kind.each.does == "produce" else ANY
    short = [Ink(sight.code(kind))]
    if own != ANY and total(pile) == counts[own] > 0:
        short.append(Ink(str(counts[own]), RESOURCES[own]))
    elif pile:
        short += [Ink("."), *(cube(resource, n) for resource, n in enumerate(counts) if n)]
    if members:
        many = str(members) if members > 1 else ""
        figure = Piece(sign + many, f"seat {seat}", "pawn", symbol="member", count=members)
        pieces.append(figure)
        short.append(Ink(figure.text, figure.role))
    said = [sight.tile(kind, placed=True)]
    said += [sight.say("holds", what=sight.cubes(counts))] * bool(pile)
    said += [sight.count("member", members)] * bool(members)
    return Spot(
        at=unpack(cell),
        face=((Ink(sight.label(kind), "strong"),), each_signs(kind)),
        pieces=tuple(pieces),
        short=tuple(short),
        ground=kind.frame,
        ways=ways(kind),
        said="; ".join(said),
        picture=picture(sight, kind, placed=True),
    )
