"""How Harvest is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import (
    SQUARE4,
    Captions,
    Diagram,
    Ink,
    Look,
    Panel,
    Show,
    Spot,
    View,
    areas,
    draw_face,
    offers,
    unpack,
)

if TYPE_CHECKING:
    from .files import Box

ROLES = {"W": "wheat", "M": "meadow", "S": "stone"}
LOOKS = {"wheat": Look("yellow", "dots"), "meadow": Look("green", "stripes"), "stone": Look("grey", "bricks")}


def show(view: View, lang: str = "en") -> Show:
    """The fields, the offer, all scores and the viewer's own goal."""
    box: Box = view.rules.data
    board, captions = view.board, Captions(view.rules, lang, view.seats)
    spots = []
    for key in sorted([*board, *board.frontier]):
        at = unpack(key)
        if key in board:
            face = board.face(key)
            rows = tuple(
                tuple(Ink(letter, ROLES.get(letter, "dim"), ROLES.get(letter, "")) for letter in row)
                for row in draw_face(face).splitlines()
            )
            land = areas(face, ROLES.__getitem__, SQUARE4)
            spots.append(Spot(at=at, face=rows, areas=land, said=captions.name(face.name)))
        else:
            spots.append(Spot(at=at, face=(), said=captions.say("free")))
    goals = view.goals[view.seat] if view.seat is not None else ()
    offered = [(Ink(captions.name(box.tiles[kind].name)),) for kind in view.offer]
    return Show(
        title=view.rules.game.title,
        boards=(Diagram(grid="square4", spots=spots),),
        panels=(
            captions.players({"points": view.scores}),
            Panel(title=captions.say("offer"), rows=offered),
            Panel(title=captions.say("goal"), rows=[(Ink(box.goals[card].name),) for card in goals or ()]),
        ),
        offers=offers(view),
        looks=LOOKS,
        legend=[(Ink(letter, role), role) for letter, role in ROLES.items()],
        lang=lang,
        players=captions.players_signs,
    )
