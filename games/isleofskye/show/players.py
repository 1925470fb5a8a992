"""The panels of players and rounds, and of what is left in the bag."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Ink, Panel

from ..files import LETTERS
from ..income import income
from ..state import from_start, laid, track
from ..tiles import BARREL, CASTLE, MARKS, SCROLL
from .tiles import SCROLL_SIGN, sign

if TYPE_CHECKING:
    from ..tiles import Tile
    from .sight import Sight

NAMES = 11
"""Number of letters of a player's name in the table."""


def player_panels(sight: Sight, now: Sequence[int | None]) -> Iterator[Panel]:
    """Makes the panels of players, of their marks, and of rounds; `now` is what this round brings."""
    yield _players(sight, now)
    yield _marks(sight)
    yield _rounds(sight)


def _players(sight: Sight, now: Sequence[int | None]) -> Panel:
    """Makes the table of players: points, those of this round, scrolls, gold if known, the next income."""
    view = sight.view
    rows = []
    for seat in sight.all_seats:
        board, gold = view.territories[seat], view.gold[seat]
        scrolls = sum(len(laid(view, board, cell).scrolls) for cell in board)
        coming = "" if view.over else "?" if now[seat] is None else str(now[seat])
        values = (
            Ink(str(view.scores[seat]), "strong"),
            Ink(coming),
            Ink(str(scrolls)),
            Ink("?" if gold is None else str(gold)),
            Ink(next_income(sight, seat)),
        )
        name = Ink(view.seats[seat][:NAMES], said=view.seats[seat])
        rows.append((sight.who(seat), name, *values))
    signs = [
        Ink(sight.say("points"), "vp"),
        *sight.head("points_now"),
        Ink(SCROLL_SIGN, SCROLL, said=sight.say("scroll_count")),
        Ink(sight.say("gold"), "gold"),
        *sight.head("income"),
    ]
    return Panel(title=sight.say("players"), head=(*sight.head("", ""), *signs), rows=rows, players=True)


def _marks(sight: Sight) -> Panel:
    """Makes the table of marks by player (for barrels: number of tiles that show some), and of those in the bag."""
    view = sight.view
    rows = []
    for seat in sight.all_seats:
        board = view.territories[seat]
        tiles = [laid(view, board, cell) for cell in board]
        name = Ink(view.seats[seat][:NAMES], said=view.seats[seat])
        rows.append((sight.who(seat), name, *_numbers(tiles)))
    bag = [sight.tile(tile) for tile in view.bag]
    rows.append((Ink(""), Ink(sight.say("in_bag"), "dim"), *_numbers(bag)))
    marks = [Ink(sign(mark), mark, said=sight.name(mark)) for mark in MARKS[:CASTLE]]
    scroll = Ink(SCROLL_SIGN, SCROLL, said=sight.say("scroll_count"))
    head = (*sight.head("", "", "tiles"), *marks, scroll)
    return Panel(title=sight.say("group_marks"), head=head, rows=rows)


def _numbers(tiles: Sequence[Tile]) -> tuple[Ink, ...]:
    return tuple(Ink(str(value)) for value in (len(tiles), *_counts(tiles)))


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
    return Panel(title=sight.say("rounds"), head=head, rows=[*rows, *notes], written=True)
