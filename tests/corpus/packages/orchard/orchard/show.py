"""How a position is drawn, from what a seat may know."""

from __future__ import annotations

from tilewright.authoring import Captions, Diagram, Ink, Look, Panel, Show, Spot, View, offers, unpack

from .actions import GRID
from .state import openings

LOOKS = {"meadow": Look("green", "stripes"), "wood": Look("brown", "dots"), "pond": Look("blue", "waves")}
"""How the kinds of tile look, where a picture or a terminal can show it."""


def show(view: View, lang: str = "en") -> Show:
    """The tiles, the open cells, all scores and the viewer's own wish."""
    kinds, captions = view.rules.data, Captions(view.rules, lang, view.seats)
    spots = []
    for cell in sorted({*view.tiles, *openings(view)}):
        if cell in view.tiles:
            tile = kinds[view.tiles[cell]]
            face = ((Ink(tile.letter, tile.name),),)
            spots.append(Spot(at=unpack(cell), face=face, ground=tile.name, said=captions.name(tile.name)))
        else:
            spots.append(Spot(at=unpack(cell), said=captions.say("free")))
    drawn = [(Ink(captions.name(kinds[kind].name), kinds[kind].name),) for kind in view.drawn]
    own = view.wishes[view.seat] if view.seat is not None else ()
    wishes = [(Ink(captions.name(kinds[kind].name)),) for kind in own]
    panels = [
        captions.players({"points": view.scores}),
        Panel(title=captions.say("drawn"), rows=drawn, now=True),
        Panel(title=captions.say("wish"), rows=wishes),
    ]
    return Show(
        title=view.rules.game.title,
        boards=(Diagram(grid=GRID.name, spots=spots, now=True),),
        panels=[panel for panel in panels if panel.rows],
        offers=offers(view),
        asks=captions.say("asks_lay") if view.seat in view.to_act else "",
        looks=LOOKS,
        legend=[(Ink(tile.letter, tile.name), captions.name(tile.name)) for tile in kinds],
        lang=lang,
    )
