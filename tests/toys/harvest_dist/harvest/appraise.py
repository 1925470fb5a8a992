"""What moves are worth, from what a seat can see: greedy bots, hints and previews go by it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import SQUARE4, Choice, PlaceOneOf, View, weight

if TYPE_CHECKING:
    from .files import Box


@attrs.frozen
class Weights:
    """Judgements that training can change."""

    closing: float = weight(1.0, 0, 3, "a point for a field that is closed, where one for a neighbour is 1")


def choices(view: View) -> Sequence[Choice]:
    """Points at once, and a little for a field made smaller."""
    box: Box = view.rules.data
    options, board, others = view.options, view.board, view.rules.calls("action_worth")
    found = []
    for action in view.legal():
        lines = []
        if isinstance(action, PlaceOneOf):
            key = SQUARE4.key(action.cell)
            touching = sum(near in board for near in SQUARE4.neighbours(key))
            lines.append(("neighbours", float((touching - 1) * options.neighbours)))
            after = board.clone()
            after.place(key, box.faces[action.tile], action.rotation)
            closed = {after.regions.find(area) for area in after.areas(key) if after.regions.closed(area)}
            size = sum(after.regions.size(root) for root in closed)
            lines.append(("closed", view.weights.closing * size * options.field))
        worth = sum(points for _, points in lines) + sum(function(view, action) for function in others)
        found.append(Choice(action, worth, tuple(line for line in lines if line[1])))
    return found
