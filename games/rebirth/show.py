"""Rebirth as boards and panels to draw, from what a view shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from tilewright.core.draw.model import Board, Ink, Look, Offer, Panel, Piece, Show, Spot, letters

from .actions import ChooseCastle, ChooseCathedral, PlaceTile
from .captions import WORDS
from .chart import ENERGY, FOOD, KINDS
from .missions import points
from .state import FREE, NEUTRAL
from .survey import axial

if TYPE_CHECKING:
    from tilewright.core.rules import Rules
    from tilewright.core.views import View

    from .chart import Chart

FIELDS = (("F", "food"), ("E", "energy"), ("O", "open"))
"""By kind of hex: its letter and its role, which is also its caption."""
SIZES = (("S", "small"), ("M", "medium"), ("L", "large"))
"""The same by the size of a settlement."""
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


def markers(score: int, option: Literal["reach", "exceed"]) -> int:
    """What a seat's 100 or 200/300 marker shows: 0 while its back is up, else 100, 200 or 300 (RB-END-7, RB-AMB-10).

    The score track goes round at 100; markers count the rounds. They are turned on reaching the number, or on
    exceeding it.
    """
    return min(300, max(0, score - (option == "exceed")) // 100 * 100)


def show(view: View, lang: str = "en") -> Show:
    """All that the view's seat may know; what differs only in hidden things looks the same."""
    chart: Chart = view.rules.data
    seats = view.seats
    signs = letters(seats)
    title, offers = view.rules.game.title, []
    for action in view.legal():
        at = None
        if isinstance(action, PlaceTile):
            at = (action.cell.q, action.cell.r)
        elif isinstance(action, ChooseCastle):
            place = chart.castles[chart.castle(action.castle)]
            at = (place.hex.q, place.hex.r)
        elif isinstance(action, ChooseCathedral):
            place = next(c for c in chart.cathedrals if c.code == action.cathedral)
            at = (place.hex.q, place.hex.r)
        offers.append(Offer(action=action, at=at))
    if view.over:
        title = WORDS.say("finished", {"title": title}, seats, lang)
    else:
        said = {"title": title, "turn": view.turns, "seat": view.to_act[0]}
        title = WORDS.say("to_move", said, seats, lang)
    return Show(
        title=title,
        boards=(Board(grid="hex", spots=spots(view.rules, lang, view)),),
        panels=tuple(_panels(view, lang, signs)),
        offers=offers,
        looks=LOOKS,
        legend=legend(lang, view),
        caption=view.rules.provenance(),
        lang=lang,
    )


def spots(rules: Rules, lang: str, view: View | None = None) -> list[Spot]:
    """Every hex of the picture in reading order; without a view the map lies empty."""
    chart: Chart = rules.data
    seats = view.seats if view is not None else ()
    signs = letters(seats)
    found: dict[tuple[int, int], Spot] = {}
    for cell, at in enumerate(chart.hexes):
        kind, settlement = chart.kind[cell], chart.settlement_of[cell]
        letter, field = FIELDS[kind] if settlement < 0 else SIZES[len(chart.settlements[settlement]) - 1]
        face, said = [Ink(letter)], WORDS.say(field, {}, (), lang)
        if chart.port[cell]:
            face.append(PORT)
            said = WORDS.say("port", {"field": said}, (), lang)
        tile = view.tiles[cell] if view is not None else FREE
        pieces: tuple[Piece, ...] = ()
        if view is None:
            if chart.neutral[cell]:
                face.append(Ink("n", "dim"))
                said = WORDS.say("neutral_field", {"field": said}, (), lang)
        elif tile == FREE:
            said = WORDS.say("free", {"field": said}, (), lang)
        elif tile >> 3 == NEUTRAL:
            pieces = (Piece("##", "neutral", "tile"),)
            said = WORDS.say("neutral_tile", {"field": said}, (), lang)
        else:
            seat, sort = tile >> 3, tile & 7
            pieces = (Piece(signs[seat] + sign(sort), f"seat {seat}", "tile"),)
            name = rules.words.name(KINDS[sort], lang)
            said = WORDS.say("tile", {"field": said, "seat": seat, "tile": name}, seats, lang)
        found[at.q, at.r] = Spot(
            at=(at.q, at.r),
            face=(tuple(face),),
            pieces=pieces,
            ground=field if settlement < 0 else "settlement",
            group=f"settlement {settlement}" if settlement >= 0 else "",
            said=said,
        )
    for number, castle in enumerate(chart.castles):
        owner = view.castles[number] if view is not None else -1
        named = {"code": castle.code, "name": castle.name, "seat": owner}
        found[castle.hex.q, castle.hex.r] = Spot(
            at=(castle.hex.q, castle.hex.r),
            face=((Ink(castle.code),),),
            pieces=(Piece(signs[owner], f"seat {owner}", "castle"),) if owner >= 0 else (),
            ground="castle",
            said=WORDS.say("castle_of" if owner >= 0 else "castle", named, seats, lang),
        )
    for number, cathedral in enumerate(chart.cathedrals):
        bits = view.cathedrals[number] if view is not None else 0
        owners = [seat for seat in range(len(seats)) if bits >> seat & 1]
        told = {"code": cathedral.code, "name": cathedral.name, "owners": ", ".join(seats[s] for s in owners)}
        found[cathedral.hex.q, cathedral.hex.r] = Spot(
            at=(cathedral.hex.q, cathedral.hex.r),
            face=((Ink(cathedral.code),),),
            pieces=tuple(Piece(signs[seat], f"seat {seat}", "church") for seat in owners),
            short=_cathedral(owners, signs) if view is not None else (),
            ground="cathedral",
            said=WORDS.say("cathedral_of" if owners else "cathedral", told, (), lang),
        )
    for at, what in chart.closed.items():
        if (at.q, at.r) not in found:
            loch = what == "loch"
            found[at.q, at.r] = Spot(
                at=(at.q, at.r),
                face=((Ink("~~~"),),) if loch else (),
                ground=what,
                said=WORDS.say(what, {}, (), lang),
            )
    places = (axial(row, column) for row in range(chart.rows) for column in range(chart.columns))
    return [found[at.q, at.r] for at in places if (at.q, at.r) in found]


def sign(kind: int) -> str:
    """A kind of tile in one letter: f, e, or how many symbols."""
    return "fe"[kind] if kind in (FOOD, ENERGY) else str(kind - 1)


def _cathedral(owners: list[int], signs: tuple[str, ...]) -> tuple[Ink, ...]:
    """Who has a cathedral here, in three letters at most: `+`, `+A`, `+AB`, `-C` for all but C, `+*` for all."""
    if len(owners) <= 2:
        return (Ink("+"), *(Ink(signs[seat], f"seat {seat}") for seat in owners))
    missing = [seat for seat in range(len(signs)) if seat not in owners]
    return (Ink("-"), Ink(signs[missing[0]], f"seat {missing[0]}")) if missing else (Ink("+*"),)


def legend(lang: str, view: View | None = None) -> list[tuple[Ink, str]]:
    """What the letters of the map mean; without a view those of the empty map."""

    def say(key: str) -> str:
        return WORDS.say(key, {}, (), lang)

    found = [(Ink(letter, on=role), say(role)) for letter, role in FIELDS]
    found += [(Ink(letter, on="settlement"), say(size)) for letter, size in SIZES]
    found += [(PORT, say("a_port")), (Ink("~~~", on="loch"), say("loch"))]
    if view is None:
        found += [
            (Ink("Ke", on="castle"), say("code_castle")),
            (Ink("C4", on="cathedral"), say("code_cathedral")),
        ]
        return [*found, (Ink("n", "dim"), say("neutral_here"))]
    a, b, *others = letters(view.seats)
    found += [
        (Ink(f"Ke{a}", on="castle"), say("a_castle")),
        (Ink(f"+{a}{b}", on="cathedral"), say("a_cathedral")),
    ]
    if len(others) == 2:
        found.append((Ink(f"-{others[0]}", on="cathedral"), say("all_but").replace("C", others[0])))
    if others:
        found.append((Ink("+*", on="cathedral"), say("of_all")))
    found.append((Ink(f"{a}f {a}e", "seat 0"), say("a_farm").replace("A", a)))
    found.append((Ink(f"{b}3", "seat 1"), say("a_settlement").replace("B", b)))
    if len(view.seats) == 2:
        found.append((Ink("##", "neutral"), say("neutral")))
    return found


# -- panels ------------------------------------------------------------------------------------------------------


def _panels(view: View, lang: str, signs: tuple[str, ...]) -> Iterator[Panel]:
    chart: Chart = view.rules.data
    seats = range(len(view.seats))

    def say(key: str, **args: object) -> str:
        return WORDS.say(key, args, view.seats, lang)

    def tile(kind: int) -> str:
        return view.rules.words.name(KINDS[kind], lang)

    who = [Ink(signs[seat], f"seat {seat}", said=view.seats[seat]) for seat in seats]
    none = (Ink(say("none"), "dim"),)
    if view.seat is not None:
        own = [(Ink(say("hand"), "dim"), Ink(tile(kind))) for kind in view.hand[view.seat]]
        own += [(Ink(say("aside"), "dim"), Ink(tile(kind))) for kind in view.aside[view.seat]]
        yield Panel(title=say("own_tiles", seat=view.seat), rows=own or [none])
        cards = [chart.missions[card] for card in view.missions[view.seat]]
        held = [
            (
                Ink(str(points(view, card)), said=f"{points(view, card)} {say('points')}"),
                Ink(card.text.get(lang) or card.text["en"]),
            )
            for card in cards
        ]
        yield Panel(title=say("own_missions", seat=view.seat), rows=held or [none])
    codes = [
        " ".join(c.code for n, c in enumerate(chart.castles) if view.castles[n] == seat) for seat in seats
    ]
    yield Panel(title=say("castles_held"), rows=[(who[seat], Ink(codes[seat] or "-")) for seat in seats])
    columns = ("points", "marker", "castles", "cathedrals", "missions", "supply")
    rows: list[tuple[Ink, ...]] = []
    for seat in seats:
        counts = (
            view.scores[seat],
            markers(view.scores[seat], view.options.marker_turn) or "",
            view.castles.count(seat),
            sum(bits >> seat & 1 for bits in view.cathedrals),
            view.count("missions", seat),
            view.count("supply", seat),
        )
        rows.append((who[seat], Ink(view.seats[seat]), *(Ink(str(count)) for count in counts)))
    rows.append((Ink(say("deck", count=view.count("deck")), "dim"),))
    head = tuple(Ink(name, "dim") for name in ("", "", *map(say, columns)))
    yield Panel(title=say("players"), head=head, rows=rows)
    kinds = range(len(KINDS))
    unseen = [view.unseen(f"tile.{seat}") for seat in seats]
    counted = [(*(unseen[seat][kind] for kind in kinds), unseen[seat].total()) for seat in seats]
    yield Panel(
        title=say("unseen"),
        head=(Ink(""), *(Ink(sign(kind), "dim", said=tile(kind)) for kind in kinds), Ink(say("all"), "dim")),
        rows=[(who[seat], *(Ink(str(count)) for count in counted[seat])) for seat in seats],
    )
    if view.laid_aside:
        gone = [(who[entry >> 3], Ink(tile(entry & 7))) for entry in view.laid_aside]
        yield Panel(title=say("laid_aside"), rows=gone)
