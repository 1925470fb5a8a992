"""Rebirth as boards and panels to draw, from what a view shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import attrs

from tilewright.authoring import Diagram, Ink, Offer, Panel, Show, Spot, View, name_of

from ..actions import ChooseCastle, ChooseCathedral, LayAside, PlaceTile
from ..files import KINDS
from ..missions import points
from ..state import NEUTRAL, kind_of, owner
from .board import Wording, drawn_tile, legend, sign, spots
from .goals import goals, if_ended
from .hexes import looks
from .regions import Surroundings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..files import Site
    from ..printed import Printed


def show(view: View, lang: str = "en") -> Show:
    """All that the view's seat may know; what differs only in hidden things looks the same."""
    captions = Wording(view.rules, lang, view.seats)
    title = view.rules.game.title
    if view.over:
        title = captions.say("finished", title=title)
    else:
        title = captions.say("to_move", title=title, turn=view.turns, seat=view.to_act[0])
    return Show(
        title=title,
        boards=(Diagram(grid="hex", spots=spots(view.rules, lang, view), now=True), *_hand(view, captions)),
        panels=tuple(_panels(view, captions)),
        offers=list(_offers(view)),
        asks=_asks(view, captions),
        status=tuple(_status(view, captions)),
        looks=looks(view.rules.data.map),
        legend=legend(captions),
        caption=view.rules.provenance(lang),
        lang=lang,
        players=captions.players_signs,
        progress=_progress(view, captions),
        last=_last(view, captions),
        about=Surroundings(view, captions).about,
    )


def _asks(view: View, captions: Wording) -> str:
    """Returns what the viewer has to do; "" if it is another's turn."""
    if view.seat not in view.to_act:
        return ""
    step = name_of(view.rules.nodes[view.stack[-1][0]])
    if step != "place":
        return captions.say(f"asks_{step}") if captions.has(f"asks_{step}") else ""
    laid_aside = isinstance(view.legal()[0], LayAside)
    tile = captions.name(KINDS[view.hand[view.seat][0]])
    return captions.say("asks_lay_aside" if laid_aside else "asks_place", tile=tile)


def _last(view: View, captions: Wording) -> str:
    """Returns that each player has one tile at most to be placed; "" before."""
    left = [sum(view.count(zone, seat) for zone in ("hand", "supply")) for seat in range(len(view.seats))]
    return captions.say("last_tiles") if max(left) <= 1 and not view.over else ""


def _progress(view: View, captions: Wording) -> str:
    """Returns how many of all tiles have been played; a turn is a tile."""
    to_come = sum(view.count(zone, seat) for zone in ("hand", "supply") for seat in range(len(view.seats)))
    laid = sum(0 <= tile < NEUTRAL << 3 for tile in view.tiles) + len(view.laid_aside)
    return captions.say("progress", turn=laid + (not view.over), total=laid + to_come)


def _hand(view: View, captions: Wording) -> Iterator[Diagram]:
    """The viewer's tiles: in hand, and set aside for good."""
    if view.seat is None:
        return
    held = [("hand", kind) for kind in view.hand[view.seat]]
    held += [("aside", kind) for kind in view.aside[view.seat]]
    found = [
        Spot(
            at=(n, 0),
            name=captions.say(where),
            face=((Ink(captions.name(KINDS[kind])),),),
            pieces=(drawn_tile(captions.signs, view.seat, kind),),
            short=(Ink(captions.name(KINDS[kind])),),
            said=captions.name(KINDS[kind]),
        )
        for n, (where, kind) in enumerate(held)
    ]
    title = captions.say("own_tiles", seat=view.seat)
    yield Diagram(title=title, grid="row", kind="hand", seat=view.seat, spots=found, small=True)


def _status(view: View, captions: Wording) -> Iterator[Ink]:
    """Points, tiles to come, missions; what one holds is a board."""
    if view.seat is None:
        return
    yield Ink(f"{captions.say('points')} {view.scores[view.seat]}")
    for key in ("supply", *_cards(view)):
        yield Ink(f"{captions.say(key)} {view.count(key, view.seat)}")


def _cards(view: View) -> tuple[str, ...]:
    """The zone of mission cards, if the game is played with any."""
    return ("missions",) if view.rules.data.missions else ()


def _offers(view: View) -> Iterator[Offer]:
    printed: Printed = view.rules.data
    castles, cathedrals = (view.rules.things[family].numbers for family in ("castle", "cathedral"))
    for action in view.legal():
        at = None
        if isinstance(action, PlaceTile):
            at = action.cell
        elif isinstance(action, ChooseCastle):
            at = printed.castles[castles[action.castle]].hex
        elif isinstance(action, ChooseCathedral):
            at = printed.cathedrals[cathedrals[action.cathedral]].hex
        yield Offer(action=action, at=None if at is None else (at.q, at.r))


def markers(score: int, option: Literal["reach", "exceed"]) -> int:
    """Returns what a seat's 100 or 200/300 marker shows: 0 while its back is up, else the number (RB-END-7, RB-AMB-10).

    The score track goes round at 100; markers count the rounds. They are turned on reaching the number, or on
    exceeding it.
    """
    return min(300, max(0, score - (option == "exceed")) // 100 * 100)


def _panels(view: View, captions: Wording) -> Iterator[Panel]:
    printed: Printed = view.rules.data
    seats = range(len(view.seats))
    who = [captions.who(seat) for seat in seats]
    none = (Ink(captions.say("none"), "dim"),)
    if view.seat is not None and _cards(view):
        held = []
        for card in (printed.missions[n] for n in view.missions[view.seat]):
            worth = points(view.options, card)
            said = captions.say("points_of", count=worth)
            held.append(
                (Ink(str(worth), said=said), Ink(captions.name(card.id), said=captions.text(card.id)))
            )
        title = captions.say("own_missions", seat=view.seat)
        cards = tuple(goals(view, captions))
        yield Panel(title=title, rows=held or [none], named_by=1, now=bool(held), goals=cards)
    own = [[castle for n, castle in enumerate(printed.castles) if view.castles[n] == seat] for seat in seats]
    yield Panel(title=captions.say("castles_held"), rows=[(who[seat], _castles(own[seat])) for seat in seats])
    columns: dict[str, list[object]] = {"points": [*view.scores]}
    if any(markers(score, view.options.marker_turn) for score in view.scores):
        columns["marker"] = [markers(score, view.options.marker_turn) or "" for score in view.scores]
    columns["castles"] = [view.castles.count(seat) for seat in seats]
    if printed.cathedrals:
        columns["cathedrals"] = [sum(bits >> seat & 1 for bits in view.cathedrals) for seat in seats]
    for key in (*_cards(view), "supply"):
        columns[key] = [view.count(key, seat) for seat in seats]
    players = _ends(captions.players(columns), view, captions)
    if _cards(view):
        deck = Ink(captions.say("deck", count=view.count("deck")), "dim")
        players = attrs.evolve(players, rows=[*players.rows, (deck,)])
    yield players
    kinds = range(len(KINDS))
    unseen = [view.unseen(f"tile.{seat}") for seat in seats]
    counted = [(*(unseen[seat][kind] for kind in kinds), unseen[seat].total()) for seat in seats]
    yield Panel(
        title=captions.say("unseen"),
        head=(
            Ink(""),
            *(Ink(sign(kind), "dim", said=captions.name(KINDS[kind])) for kind in kinds),
            Ink(captions.say("all"), "dim"),
        ),
        rows=[(who[seat], *(Ink(str(count)) for count in counted[seat])) for seat in seats],
    )
    if view.laid_aside:
        gone = [(who[owner(tile)], Ink(captions.name(KINDS[kind_of(tile)]))) for tile in view.laid_aside]
        yield Panel(title=captions.say("laid_aside"), rows=gone)


def _castles(sites: Sequence[Site]) -> Ink:
    """Castles by their codes; pages have their names, which light them up on the map."""
    named = [Ink(site.name, where=((0, (site.hex.q, site.hex.r)),)) for site in sites]
    return Ink(
        " ".join(site.code for site in sites) or "-",
        said=", ".join(site.name for site in sites),
        inks=tuple(named),
    )


def _ends(players: Panel, view: View, captions: Wording) -> Panel:
    """The players' table with symbols as heads, and what each would have if the game ended now."""
    keys = [ink.text for ink in players.head]
    named = {captions.say(key): key for key in ("points", "castles", "cathedrals", "missions", "supply")}
    head = [Ink(key, named.get(key, "dim")) for key in keys]
    rows = [list(row) for row in players.rows]
    if not view.over:
        head.insert(3, Ink(captions.say("ends_at"), "dim", said=captions.say("ends_at_said")))
        for seat, row in enumerate(rows):
            found = if_ended(view, seat)
            total = sum(found.values())
            unseen = view.count("missions", seat) if _cards(view) and seat != view.seat else 0
            more = captions.say("unseen_cards", count=unseen) if unseen else ""
            row.insert(3, Ink(str(total), said=captions.say("ends_parts", total=total, **found), more=more))
    return attrs.evolve(players, head=tuple(head), rows=[tuple(row) for row in rows])
