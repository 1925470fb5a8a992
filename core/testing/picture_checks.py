"""What a drawing declares for pictures, checked word by word: an unknown symbol would just not be there."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from attrs import astuple

from ..draw.drawings import DRAWINGS
from ..draw.model import Diagram, Ink, Offer, Show, Spot
from ..draw.shapes import PATTERNS, SHAPES, hexagonal
from ..draw.symbols import SYMBOLS
from ..land.grid import HEX, SQUARE4, Cell, Hex
from ..text.strict import near

BARE = ("", "dim", "strong", "pay", "get")
"""Roles that need no look; nor do those of seats."""


def misdrawn(show: Show) -> Iterator[str]:
    """Yield what in the declarations of a drawing names nothing, each with where it stands and what was expected."""
    for role, look in show.looks.items():
        yield from _known(f"Show.looks[{role!r}]: the icon", look.icon, ("", *SYMBOLS, *SHAPES))
        yield from _known(f"Show.looks[{role!r}]: the tint", look.tint, ("", *DRAWINGS["strong"]))
        yield from _known(f"Show.looks[{role!r}]: the pattern", look.pattern, ("", *PATTERNS))
    texts = [row for panel in show.panels for row in (panel.head, *panel.rows)]
    for ink in [*chain(*texts), *show.status, *show.players, *show.steps, *(ink for ink, _ in show.legend)]:
        yield from _ink(show, f"Ink {ink.text!r}", ink)
    for panel in show.panels:
        wide = {len(row) for row in panel.rows} - {1, len(panel.head)} if panel.head else set()
        if wide:
            yield f"Panel {panel.title!r} has rows of {min(wide)} columns below a head of {len(panel.head)}"
        for number in [number for one in panel.rounds for number in one.goals]:
            if not 0 <= number < len(panel.goals):
                yield f"Panel {panel.title!r}: a round scores goal {number}, but it has {len(panel.goals)} goals"
        for goal in panel.goals:
            yield from _symbol(show, f"Goal {goal.title!r}: the icon", goal.icon)
            yield from _seats(show, f"Goal {goal.title!r}", *{**goal.amounts, **goal.points})
            yield from _board(show, goal.picture) if goal.picture is not None else ()
    for board in show.boards:
        yield from _board(show, board)
    for offer in show.offers:
        yield from _misplaced(show, offer)


def _misplaced(show: Show, offer: Offer) -> Iterator[str]:
    """Yield that a choice whose action names cells, or spots of a row, lies on none of them."""
    for where in ((offer.board, offer.at), offer.piece or (-1, None)):
        board = show.boards[where[0]] if where[1] is not None and where[0] >= 0 else None
        if board is not None and board.in_line:
            called = {spot.name: spot.at for spot in board.spots if spot.name and not spot.name.isdecimal()}
            named_spots = [called[word] for word in str(offer.action).split() if word in called]
            if named_spots and where[1] not in named_spots:
                yield f"Offer {offer.action}: it is about another spot of {board.title!r} than it names"
    if offer.at is None or offer.board < 0 or show.boards[offer.board].in_line:
        return
    named = [one for one in astuple(offer.action, recurse=False) if isinstance(one, (Cell, Hex))]
    if named and offer.at not in [astuple(cell) for cell in named]:
        yield f"Offer {offer.action}: it is at {offer.at[0]},{offer.at[1]}, which its action does not name"


def _board(show: Show, board: Diagram) -> Iterator[str]:
    at = f"Diagram {board.title!r}"
    yield from _known(f"{at}: the kind", board.kind, ("", "hand", "market"))
    yield from _seats(show, at, *([] if board.seat is None else [board.seat]))
    if board.cycle and board.grid != "chain":
        yield f"{at}: only the spots of a chain form a cycle, and its grid is {board.grid!r}"
    for spot in [one for placed in board.spots for one in (placed, *placed.tile)]:
        hexes = board.grid == "hex" or (board.in_line and hexagonal(spot))
        for problem in _spot(show, spot, HEX.directions if hexes else SQUARE4.directions):
            yield f"{at}, spot {spot.called}: {problem}"


def _spot(show: Show, spot: Spot, directions: Collection[str]) -> Iterator[str]:
    parts = len(spot.areas) + len(spot.roads)
    yield from _look(show, "the ground", spot.ground)
    for area in spot.areas:
        yield from _look(show, f"Ground {area.letter!r}", area.role)
    for way in spot.ways:
        yield from _look(show, "Way", way.role)
    for ink in [*chain(*spot.face), *spot.short]:
        yield from _ink(show, f"Ink {ink.text!r}", ink)
    for side in [side for area in spot.areas for side in area.sides]:
        yield from _known("the side", side, directions)
    for piece in spot.pieces:
        at = f"Piece {piece.text!r}"
        yield from _look(show, at, piece.role)
        if not -1 <= piece.area < parts:
            yield f"{at} stands in area {piece.area}, but areas and roads are 0 to {parts - 1}"
        if piece.count < 1:
            yield f"{at} is there {piece.count} times; expected 1 or more"
        yield from _known(f"{at}: the shape", piece.shape, SHAPES)
        yield from _symbol(show, f"{at}: the symbol", piece.symbol)
        yield from _seats(show, at, *([int(piece.role[5:])] if piece.role.startswith("seat ") else []))
    if spot.picture is not None:
        yield from _symbol(show, "Picture.what", spot.picture.what)
        for plate in spot.picture.plates:
            yield from _known("the corner of a plate", plate.corner, ("nw", "ne", "sw", "se"))
            if not plate.get and not plate.pay:
                yield "a plate is empty; expected Plate(get=...), Plate(pay=...) or both"
            if not plate.said:
                yield "a plate says nothing in words; give Plate(said=...)"


def _ink(show: Show, what: str, ink: Ink) -> Iterator[str]:
    yield from _look(show, what, ink.role)
    yield from _look(show, f"{what}: on", ink.on)


def _look(show: Show, what: str, role: str) -> Iterator[str]:
    """Yield that a role has no look."""
    if (
        role not in show.looks
        and role not in BARE
        and not (role.startswith("seat ") and role[5:].isdecimal())
    ):
        yield f"{what} has the role {role!r}, which has no look{near(role, show.looks)}; give Show(looks=...)"


def _symbol(show: Show, what: str, role: str) -> Iterator[str]:
    """Yield that a role has no icon."""
    if role and (role not in show.looks or not show.looks[role].icon):
        yield f"{what} is the role {role!r}, which has no icon; expected Show.looks[{role!r}] = Look(icon=...)"


def _seats(show: Show, what: str, *seats: int) -> Iterator[str]:
    """Yield which of these are no players; a drawing without a match has none."""
    for seat in seats:
        if show.players and not 0 <= seat < len(show.players):
            yield f"{what} names seat {seat}; expected 0 to {len(show.players) - 1}"


def _known(what: str, word: str, names: Collection[str]) -> Iterator[str]:
    if word not in names:
        said = near(word, filter(None, names), "tilewright docs showing#symbols lists all")
        yield f"{what} {word!r} is unknown{said}"
