"""Rebirth as boards and panels to draw, from what a view shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import attrs

from tilewright.authoring import Diagram, Ink, Offer, Panel, Show, View, name_of

from ..actions import ChooseCastle, ChooseCathedral, LayAside, PlaceTile
from ..files import KINDS
from ..missions import points
from ..state import kind_of, owner
from .board import Wording, legend, sign, spots
from .hexes import looks
from .regions import Surroundings

if TYPE_CHECKING:
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
        boards=(Diagram(grid="hex", spots=spots(view.rules, lang, view), now=True),),
        panels=tuple(_panels(view, captions)),
        offers=list(_offers(view)),
        asks=_asks(view, captions),
        status=tuple(_status(view, captions)),
        looks=looks(view.rules.data.map),
        legend=legend(captions),
        caption=view.rules.provenance(lang),
        lang=lang,
        players=captions.players_signs,
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


def _status(view: View, captions: Wording) -> Iterator[Ink]:
    """The tile in hand, points, tiles to come, missions."""
    if view.seat is None:
        return
    for kind in view.hand[view.seat]:
        yield Ink(f"{captions.say('hand')} {captions.name(KINDS[kind])}")
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
    if view.seat is not None:
        own = [
            (Ink(captions.say("hand"), "dim"), Ink(captions.name(KINDS[kind])))
            for kind in view.hand[view.seat]
        ]
        own += [
            (Ink(captions.say("aside"), "dim"), Ink(captions.name(KINDS[kind])))
            for kind in view.aside[view.seat]
        ]
        yield Panel(title=captions.say("own_tiles", seat=view.seat), rows=own or [none])
    if view.seat is not None and _cards(view):
        cards = [printed.missions[n] for n in view.missions[view.seat]]
        worths = [points(view.options, card) for card in cards]
        held = [
            (
                Ink(str(worth), said=captions.say("points_of", count=worth)),
                Ink(captions.name(card.id), said=captions.text(card.id)),
            )
            for card, worth in zip(cards, worths, strict=True)
        ]
        title = captions.say("own_missions", seat=view.seat)
        yield Panel(title=title, rows=held or [none], named_by=1, now=bool(held))
    codes = [
        " ".join(castle.code for n, castle in enumerate(printed.castles) if view.castles[n] == seat)
        for seat in seats
    ]
    yield Panel(
        title=captions.say("castles_held"), rows=[(who[seat], Ink(codes[seat] or "-")) for seat in seats]
    )
    columns = {
        "points": view.scores,
        "marker": [markers(score, view.options.marker_turn) or "" for score in view.scores],
        "castles": [view.castles.count(seat) for seat in seats],
    }
    if printed.cathedrals:
        columns["cathedrals"] = [sum(bits >> seat & 1 for bits in view.cathedrals) for seat in seats]
    for key in (*_cards(view), "supply"):
        columns[key] = [view.count(key, seat) for seat in seats]
    players = captions.players(columns)
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
