"""What moves and positions are worth, from what a seat may know: greedy bots, hints and search go by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import attrs
from tilewright.authoring import Choice, View, weight

from .actions import GRID, Lay
from .state import granted
from .steps import LayStep


@attrs.frozen
class Weights:
    """Judgements that training can change; they change no rule."""

    wish: float = weight(1.0, 0, 3, "a point of the own wish, where a point at once is 1")


def choices(view: View) -> Sequence[Choice]:
    """Points at once, and what the own wish will score more at the end."""
    step = cast(LayStep, view.rules.by_name["lay"])
    found = []
    for action in view.legal():
        lines: list[tuple[str, float]] = []
        if isinstance(action, Lay):
            cell, kind = GRID.key(action.cell), view.drawn[0]
            lines += [(key, float(points)) for key, points in step.lines(view, action.seat, cell, kind)]
            before = wished(view, action.seat, view.tiles)
            after = wished(view, action.seat, {**view.tiles, cell: kind})
            lines += [("wish", view.weights.wish * (after - before))] if after > before else []
        found.append(Choice(action, sum(points for _, points in lines), tuple(lines)))
    return found


def appraise(view: View, seat: int) -> Sequence[tuple[str, float]]:
    """The points that the seat has, and those of its wish if it is the viewer's own: those of others are hidden."""
    return [("points", float(view.scores[seat])), ("wish", float(wished(view, seat, view.tiles)))]


def features(view: View) -> Mapping[str, Sequence[float]]:
    """Numbers by seat that tell how a position stands; bots learn what they are worth."""
    return {"wish": [wished(view, seat, view.tiles) for seat in range(len(view.seats))]}


def wished(view: View, seat: int, tiles: dict[int, int]) -> int:
    """What the wish of a seat would score with these tiles (OR-WISH-2); 0 where the viewer does not see it."""
    cards = view.wishes[seat] or ()
    return sum(granted(tiles, kind) for kind in cards) * cast(int, view.options.wish)
