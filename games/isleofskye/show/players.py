"""The panels of players and rounds, and of what is left in the bag."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Ink, Panel

from ..files import LETTERS
from ..income import income
from ..state import from_start, laid, track
from ..tiles import BARREL, CASTLE, MARKS
from .tiles import SCROLL_SIGN, sign

if TYPE_CHECKING:
    from ..tiles import Tile
    from .sight import Sight

NAMES = 11
"""Number of letters of a player's name in the table."""


def player_panels(sight: Sight) -> Iterator[Panel]:
    """Makes both panels."""
    yield _players(sight)
    yield _rounds(sight)


def _players(sight: Sight) -> Panel:
    """Makes the table of players, the bag below: gold if known, marks (for barrels: number of tiles that show some)."""
    view = sight.view
    rows = []
    for seat in sight.all_seats:
        board = view.territories[seat]
        tiles = [laid(view, board, cell) for cell in board]
        gold = view.gold[seat]
        values = (
            view.scores[seat],
            "?" if gold is None else gold,
            next_income(sight, seat),
            len(tiles),
            *_counts(tiles),
        )
        name = Ink(view.seats[seat][:NAMES], said=view.seats[seat])
        rows.append((sight.who(seat), name, *(Ink(str(value)) for value in values)))
    bag = [sight.tile(tile) for tile in view.bag]
    left = ("", "", "", len(bag), *_counts(bag))
    rows.append((Ink(""), Ink(sight.say("in_bag"), "dim"), *(Ink(str(value)) for value in left)))
    marks = [Ink(sign(mark), "dim", said=sight.name(mark)) for mark in MARKS[:CASTLE]]
    head = (*sight.head("", "", "points", "gold", "income", "tiles"), *marks)
    scroll = Ink(SCROLL_SIGN, "dim", said=sight.say("scroll_count"))
    return Panel(title=sight.say("players"), head=(*head, scroll), rows=rows)


def _counts(tiles: Sequence[Tile]) -> tuple[int, ...]:
    """Counts the marks of each kind on the tiles, without castles; scrolls last."""
    found = [sum(tile.marks[kind] for tile in tiles) for kind in range(CASTLE)]
    found[BARREL] = sum(tile.marks[BARREL] > 0 for tile in tiles)
    return (*found, sum(len(tile.scrolls) for tile in tiles))


def next_income(sight: Sight, seat: int) -> str:
    """Returns the gold of the next phase 1, if it were now; "" if there is none any more (IS-INC)."""
    view = sight.view
    coming = view.round + 1
    if view.over or coming >= len(track(view)):
        return ""
    return str(sum(income(view, seat, coming).values()))


def _rounds(sight: Sight) -> Panel:
    """Makes the round track with the present round marked, and the turn order."""
    view = sight.view
    rows = []
    for number, line in enumerate(sight.rounds):
        here = number == view.round and not view.over
        letters = " ".join(LETTERS[place] for place in line.scored)
        rows.append(
            (
                Ink(">" if here else "", "strong", said=sight.say("now") if here else ""),
                Ink(str(number + 1)),
                Ink(letters, "strong" if here else ""),
                Ink(str(line.catch_up or "-")),
            )
        )
    order = ", ".join(view.seats[seat] for seat in from_start(view))
    notes = [(Ink(sight.say("catch_up_note"), "dim"),), (Ink(sight.say("order", order=order)),)]
    head = (
        *sight.head("", "round", "letters"),
        Ink(sight.say("catch_up"), "dim", said=sight.say("catch_up_said")),
    )
    return Panel(title=sight.say("rounds"), head=head, rows=[*rows, *notes])
