"""Draws what the module adds: the outskirts that players have left, and curved edges."""

from __future__ import annotations

import attrs

from tilewright.authoring import Captions, Diagram, Ink, Look, Panel, Show, Spot, View, hook

from ...show.tiles import Wording
from ...state import catalogue
from .files import CURVE
from .state import NAME

LOOKS = {CURVE: Look("grey", "lines")}


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
    boards = list(show.boards)
    own = sets[view.seat] if view.seat is not None and not view.over else ()
    if own:
        spots = [
            Spot(
                at=(at, 0),
                areas=wording.areas(tiles[n], tiles[n].face),
                ways=wording.roads(tiles[n].face),
                name=tiles[n].id,
                said=f"{tiles[n].id}: {wording.shows(tiles[n], tiles[n].face)}",
            )
            for at, n in enumerate(own)
        ]
        title = wording.say("outskirts.own", seat=view.seat)
        boards.append(Diagram(title=title, grid="row", spots=spots, small=True))
    return attrs.evolve(
        show,
        boards=boards,
        panels=(*show.panels, panel),
        looks={**show.looks, **LOOKS},
        legend=(*show.legend, *notes(wording)),
    )


def notes(captions: Captions) -> list[tuple[Ink, str]]:
    """Returns what else tiles show, for the legend."""
    return [(Ink(CURVE, on=CURVE), captions.name(CURVE))]
