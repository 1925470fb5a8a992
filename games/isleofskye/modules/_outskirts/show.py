"""Draws what the module adds: the outskirts that players have left, and curved edges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import attrs

from tilewright.authoring import (
    ROTATIONS,
    About,
    At,
    Captions,
    Cell,
    Diagram,
    Ink,
    Look,
    Panel,
    Picture,
    Reason,
    Rules,
    Show,
    Spot,
    View,
    hook,
    unpack,
)

from ...show.tiles import Wording
from ...state import catalogue
from .actions import BuildOutskirt
from .files import CURVE
from .state import NAME

LOOKS = {CURVE: Look("grey", "lines")}


@hook
def tile_looks(rules: Rules) -> Mapping[str, Look]:
    """Curves have a ground of their own."""
    return LOOKS


@hook
def extend_show(show: Show, view: View, lang: str) -> Show:
    """Adds which outskirts the players have left, those of the viewer drawn, and what curves look like."""
    words, tiles = view.rules.words, catalogue(view).tiles
    wording = Wording(view.rules, lang, view.seats)
    sets = view.slice(NAME)["sets"]
    rows = [
        (
            Ink(name, f"seat {seat}"),
            Ink(", ".join(f"{tiles[n].id} {words.name(tiles[n].id, lang)}" for n in sets[seat]) or "-"),
        )
        for seat, name in enumerate(view.seats)
    ]
    panel = Panel(title=words.say("show.outskirts.left", {}, (), lang), rows=rows)
    boards, offers, number = list(show.boards), list(show.offers), len(show.boards)
    own = sets[view.seat] if view.seat is not None and not view.over else ()
    if own:
        spots = [
            Spot(
                at=(at, 0),
                areas=wording.areas(tiles[n], tiles[n].face),
                ways=wording.roads(tiles[n], tiles[n].face),
                name=tiles[n].id,
                picture=Picture(),
                said=f"{tiles[n].id}: {wording.shows(tiles[n], tiles[n].face)}",
            )
            for at, n in enumerate(own)
        ]
        title = wording.say("outskirts.own", seat=view.seat)
        boards.append(Diagram(title=title, grid="row", spots=spots, small=True, seat=view.seat))
        lies = {tiles[n].id: (number, (at, 0)) for at, n in enumerate(own)}
        offers = [
            attrs.evolve(offer, piece=lies[offer.action.tile])
            if isinstance(offer.action, BuildOutskirt)
            else offer
            for offer in offers
        ]

    builds = any(isinstance(offer.action, BuildOutskirt) for offer in offers)
    return attrs.evolve(
        show,
        about=partial(_about, show, view, number, own, builds),
        offers=offers,
        boards=boards,
        panels=(*show.panels, panel),
        legend=(*show.legend, *notes(wording)),
    )


def _about(
    show: Show, view: View, number: int, own: Sequence[int], builds: bool, board: int, at: At
) -> About:
    """What is known of a spot; on board `number` lie the viewer's own outskirts, of which some may be built."""
    if board != number or view.seat is None or not 0 <= at[0] < len(own):
        return show.about(board, at) if show.about is not None else About()
    tile, land = catalogue(view).tiles[own[at[0]]], view.territories[view.seat]
    if builds:  # others can be built
        said = {"tile": tile.id, "n": len(land.frontier)}
        curved = bool(land.placements(tile.face))  # where its edges fit, it would touch curves alone
        return About(barred=(Reason("fits_nowhere", "IS-OUT-9" if curved else "IS-OUT-3", said),))
    cell = Cell(*unpack(next(iter(land.frontier))))
    return About(tries=(BuildOutskirt(view.seat, tile.id, cell, ROTATIONS[0]),))


def notes(captions: Captions) -> list[tuple[Ink, str]]:
    """Returns what else tiles show, for the legend."""
    return [(Ink(CURVE, on=CURVE), captions.name(CURVE))]
