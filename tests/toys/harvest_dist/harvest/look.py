"""How Harvest is shown, and what its moves are worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from tilewright.core.draw.model import Board, Ink, Look, Offer, Panel, Show, Spot, letters
from tilewright.core.faces import draw_face
from tilewright.core.game import Choice
from tilewright.core.grid import SQUARE4, unpack

from .steps import PlaceTile

if TYPE_CHECKING:
    from tilewright.core.views import View

    from .table import Table

ROLES = {"W": "wheat", "M": "meadow", "S": "stone"}
LOOKS = {"wheat": Look("yellow", "dots"), "meadow": Look("green", "stripes"), "stone": Look("grey", "bricks")}


def choices(view: View) -> Sequence[Choice]:
    """Points at once, and a little for a field made smaller."""
    table, options, board = cast("Table", view.rules.data), view.options, view.board
    others = view.rules.calls("action_worth")
    found = []
    for action in view.legal():
        lines = []
        if isinstance(action, PlaceTile):
            key = SQUARE4.key(action.cell)
            touching = sum(near in board for near in SQUARE4.neighbours(key))
            lines.append(("neighbours", float((touching - 1) * options.neighbours)))
            after = board.clone()
            after.place(key, table.faces[action.tile], int(action.rotation[1:]))
            areas = [after.area(key, number) for number in range(len(table.faces[action.tile].areas))]
            closed = {after.regions.find(area) for area in areas if after.regions.closed(area)}
            lines.append(("closed", float(sum(after.regions.size(root) for root in closed) * options.field)))
        worth = sum(points for _, points in lines) + sum(function(view, action) for function in others)
        found.append(Choice(action, worth, tuple(line for line in lines if line[1])))
    return found


def show(view: View, lang: str = "en") -> Show:
    """The fields, the offer, everybody's score and the own goal."""
    table, board, name = cast("Table", view.rules.data), view.board, view.rules.words.name
    spots = []
    for key in sorted([*board, *board.frontier]):
        at = unpack(key)
        if key in board:
            face = board.face(key)
            rows = tuple(
                tuple(Ink(letter, ROLES.get(letter, "dim"), ROLES.get(letter, "")) for letter in row)
                for row in draw_face(face).splitlines()
            )
            spots.append(Spot(at=at, face=rows, said=name(face.name, lang)))
        else:
            spots.append(Spot(at=at, face=(), said="free"))
    offers = []
    for action in view.legal():
        at_cell = (action.cell.x, action.cell.y) if isinstance(action, PlaceTile) else None
        offers.append(Offer(action=action, at=at_cell))
    signs = letters(view.seats)
    scores = [
        (Ink(f"{signs[n]} {seat}", f"seat {n}"), Ink(str(view.scores[n])))
        for n, seat in enumerate(view.seats)
    ]
    goals = view.goals[view.seat] if view.seat is not None else ()
    offered = [(Ink(name(table.tiles[kind].name, lang)),) for kind in view.offer]
    return Show(
        title=view.rules.game.title,
        boards=(Board(grid="square4", spots=spots),),
        panels=(
            Panel(title="points", rows=scores),
            Panel(title="on offer", rows=offered),
            Panel(title="your goal", rows=[(Ink(table.goals[card].name),) for card in goals or ()]),
        ),
        offers=offers,
        looks=LOOKS,
        legend=[(Ink(letter, role), role) for letter, role in ROLES.items()],
        lang=lang,
    )
