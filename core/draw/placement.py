"""Places on boards: those of marks, and boards and choices that are refused when a game makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.plugin_errors import misdeclared

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .model import At, Diagram, Show, Where

GRIDS = ("square4", "square8", "hex", "chain", "row")


def board_fits(board: Diagram) -> None:
    """Raise PluginError for an unknown grid, and for two spots of the board at one place."""
    if board.grid not in GRIDS:
        unknown = f"the grid {board.grid!r} is unknown; there are {', '.join(GRIDS)}"
        raise misdeclared(f"Diagram {board.title!r}: {unknown}")
    places = [spot.at for spot in board.spots]
    if len({*places}) < len(places):
        x, y = next(at for at in places if places.count(at) > 1)
        raise misdeclared(f"Diagram {board.title!r} has two spots at {x},{y}")


def offers_fit(show: Show) -> None:
    """Raise PluginError for an offer that is on no board, or whose place or piece lies beyond a row or a chain."""
    known = {(n, spot.at) for n, board in enumerate(show.boards) for spot in board.spots}
    for offer in show.offers:
        places = [((offer.board, offer.at), "it")] if offer.at is not None and offer.board >= 0 else []
        places += [(offer.piece, "its piece")] if offer.piece is not None else []
        for (number, at), what in [one for one in places if one[0] not in known]:
            if not 0 <= number < len(show.boards):
                raise misdeclared(
                    f"Offer {offer.action}: {what} is on board {number}, but the drawing has {len(show.boards)}"
                )
            if show.boards[number].in_line or what != "it":
                title = show.boards[number].title
                raise misdeclared(
                    f"Offer {offer.action}: {what} is at {at[0]},{at[1]} of {title!r}, where no spot is"
                )


def marks_on(marks: Mapping[Where, str], board: int) -> dict[At, str]:
    """Return the marks of one board."""
    return {at: text for (number, at), text in marks.items() if number == board}
