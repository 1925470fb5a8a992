"""How Harvest is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import (
    SQUARE4,
    At,
    Captions,
    Diagram,
    Face,
    Goal,
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
LOOKS = {
    "wheat": Look("yellow", "furrows", icon="grain"),
    "meadow": Look("green", "tufts", icon="sheep"),
    "stone": Look("grey", "peaks", icon="stone"),
}


def show(view: View, lang: str = "en") -> Show:
    """The fields, the tiles on offer, all scores and the viewer's own goal."""
    box: Box = view.rules.data
    board, captions = view.board, Captions(view.rules, lang, view.seats)
    spots = []
    for key in sorted([*board, *board.frontier]):
        at = unpack(key)
        spots.append(
            tile(captions, board.face(key), at) if key in board else Spot(at=at, said=captions.say("free"))
        )
    offered = [box.tiles[kind] for kind in view.offer]
    market = [tile(captions, one.face, (n, 0), name=captions.name(one.name)) for n, one in enumerate(offered)]
    goals = [box.goals[card] for card in (view.goals[view.seat] if view.seat is not None else ()) or ()]
    return Show(
        title=view.rules.game.title,
        boards=(
            Diagram(grid="square4", spots=spots, now=True),
            Diagram(title=captions.say("offer"), grid="row", spots=market, kind="market"),
        ),
        panels=(
            captions.players({"points": view.scores}),
            Panel(
                title=captions.say("goal"),
                rows=[(Ink(goal.name),) for goal in goals],
                goals=[Goal(title=goal.name, icon=ROLES[goal.terrain]) for goal in goals],
            ),
        ),
        offers=offers(view),
        looks=LOOKS,
        legend=[(Ink(letter, role), role) for letter, role in ROLES.items()],
        lang=lang,
        players=captions.players_signs,
    )


def tile(captions: Captions, face: Face, at: At, name: str = "") -> Spot:
    """A tile as it lies: three rows of letters in text, its land in pictures."""
    rows = tuple(
        tuple(Ink(letter, "" if letter in ROLES else "dim", ROLES.get(letter, "")) for letter in row)
        for row in draw_face(face).splitlines()
    )
    land = areas(face, ROLES.__getitem__, SQUARE4, marks=lambda area: (Ink("", ROLES[area.terrain]),))
    return Spot(at=at, face=rows, areas=land, name=name, said=captions.name(face.name))
