"""What a drawing declares for pictures, checked word by word: an unknown symbol would just not be there."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..draw.drawings import DRAWINGS
from ..draw.model import Diagram, Goal, Plate, Show, Spot
from ..draw.shapes import PATTERNS, SHAPES
from ..draw.symbols import SYMBOLS
from ..land.grid import HEX, SQUARE4
from ..text.strict import near

CORNERS = ("nw", "ne", "sw", "se")
KINDS = ("", "hand", "market")


def misdrawn(show: Show) -> Iterator[str]:
    """Yield what in the declarations of a drawing names nothing, each with where it stands and what was expected."""
    for role, look in show.looks.items():
        at = f"Show.looks[{role!r}]"
        yield from _known(f"{at}: the icon", look.icon, ("", *SYMBOLS, *SHAPES))
        yield from _known(f"{at}: the tint", look.tint, ("", *DRAWINGS["strong"]))
        yield from _known(f"{at}: the pattern", look.pattern, ("", *PATTERNS))
    goals = [goal for panel in show.panels for goal in panel.goals]
    for panel in show.panels:
        for number in [number for one in panel.rounds for number in one.goals]:
            if not 0 <= number < len(panel.goals):
                yield f"Panel {panel.title!r}: a round scores goal {number}, but it has {len(panel.goals)} goals"
    for goal in goals:
        yield from _goal(show, goal)
    for board in [*show.boards, *[goal.picture for goal in goals if goal.picture is not None]]:
        yield from _board(show, board)


def _goal(show: Show, goal: Goal) -> Iterator[str]:
    at = f"Goal {goal.title!r}"
    if goal.icon:
        yield from _symbol(show, f"{at}: the icon", goal.icon)
    for seat in {**goal.amounts, **goal.points}:
        yield from _seat(show, at, seat)


def _board(show: Show, board: Diagram) -> Iterator[str]:
    at = f"Diagram {board.title!r}"
    yield from _known(f"{at}: the kind", board.kind, KINDS)
    if board.seat is not None:
        yield from _seat(show, at, board.seat)
    if board.cycle and board.grid != "chain":
        yield f"{at}: only the spots of a chain form a cycle, and its grid is {board.grid!r}"
    directions = HEX.directions if board.grid == "hex" else SQUARE4.directions
    for spot in [one for placed in board.spots for one in (placed, *placed.tile)]:
        for problem in _spot(show, spot, directions):
            yield f"{at}, spot {spot.called}: {problem}"


def _spot(show: Show, spot: Spot, directions: Collection[str]) -> Iterator[str]:
    parts = len(spot.areas) + len(spot.roads)
    for side in [side for area in spot.areas for side in area.sides]:
        yield from _known("the side", side, directions)
    for piece in spot.pieces:
        if not -1 <= piece.area < parts:
            yield f"Piece {piece.text!r} stands in area {piece.area}, but areas and roads are 0 to {parts - 1}"
        if piece.count < 1:
            yield f"Piece {piece.text!r} is there {piece.count} times; expected 1 or more"
        yield from _known(f"Piece {piece.text!r}: the shape", piece.shape, SHAPES)
        if piece.symbol:
            yield from _symbol(show, f"Piece {piece.text!r}: the symbol", piece.symbol)
        if piece.role.startswith("seat "):
            yield from _seat(show, f"Piece {piece.text!r}", int(piece.role[5:]))
    if spot.picture is not None:
        if spot.picture.what:
            yield from _symbol(show, "Picture.what", spot.picture.what)
        for plate in spot.picture.plates:
            yield from _plate(plate)


def _plate(plate: Plate) -> Iterator[str]:
    yield from _known("the corner of a plate", plate.corner, CORNERS)
    if not plate.get and not plate.pay:
        yield "a plate is empty; expected Plate(get=...), Plate(pay=...) or both"
    if not plate.said:
        yield "a plate says nothing in words; give Plate(said=...)"


def _symbol(show: Show, what: str, role: str) -> Iterator[str]:
    """Yield that a role has no icon."""
    look = show.looks.get(role)
    if look is None or not look.icon:
        yield f"{what} is the role {role!r}, which has no icon; expected Show.looks[{role!r}] = Look(icon=...)"


def _seat(show: Show, what: str, seat: int) -> Iterator[str]:
    """Yield that there is no such player; a drawing without a match has none."""
    if show.players and not 0 <= seat < len(show.players):
        yield f"{what} names seat {seat}; expected 0 to {len(show.players) - 1}"


def _known(what: str, word: str, names: Collection[str]) -> Iterator[str]:
    if word not in names:
        yield f"{what} {word!r} is unknown{near(word, filter(None, names), 'docs/showing.md shows all')}"
