"""Changes between two shows of one seat: in sentences for people, and as spots for faces to mark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypeVar

from ..draw.model import At, Diagram, Show, Where
from ..draw.show_sentences import rows
from .face_texts import Texts

T = TypeVar("T")
Mark = tuple[str, str, At]
"""A spot by the title and grid of its board and its place: boards of another show have other numbers."""
FIGURE = "figure"
"""Instead of the grid in a mark, where a figure moves along: its place is its player's seat."""


def changes(before: Show, after: Show) -> list[str]:
    """The differences of the second show: what it is about, its status, spots of boards and rows of panels.

    Spots of a chain or a row are compared by what lies there, since things move along there; so are rows of one name.
    """
    listed = [[*_listed(before)], [*_listed(after)]]
    often = {key for facts in listed for key, n in Counter(key for key, _ in facts).items() if n > 1}
    said, (was, now) = Texts(after.lang), (_facts(facts, often) for facts in listed)
    found: list[str] = []
    for had, has in (
        ([before.title], [after.title]),
        ([ink.text for ink in before.status], [ink.text for ink in after.status]),
    ):
        came, went = (", ".join(x for x in one if x not in other) for one, other in ((has, had), (had, has)))
        found += [f"{came or '-'} ({said('table.before')}: {went or '-'})"] * bool(came or went)
    for key, values in now.items():
        old = was.get(key, {})
        changed = [
            f"{column} {word}".strip()
            + (f" ({said('table.before')}: {old[column] or '-'})" if column in old else "")
            for column, word in values.items()
            if old.get(column) != word
        ]
        if changed:
            new = f"{said('table.new')}: " if key not in was else ""
            found.append(": ".join(filter(None, (new + _titled(key), ", ".join(changed)))))
    return found + [
        ": ".join(filter(None, (said("table.gone"), _titled(key), ", ".join(values.values()))))
        for key, values in was.items()
        if key not in now
    ]


Key = tuple[str, str, int]
"""Title of a board or panel, name of a spot or row there, and its number among those of this name."""
Fact = tuple[tuple[str, str], dict[str, str]]


def _titled(key: Key) -> str:
    return ", ".join(part for part in key[:2] if part)


def _facts(listed: Iterable[Fact], often: Collection[tuple[str, str]]) -> dict[Key, dict[str, str]]:
    """Every spot and row under a key that stays the same between shows: what it says, if its name comes often."""
    found: dict[Key, dict[str, str]] = {}
    alike: Counter[tuple[str, str]] = Counter()
    for (title, name), values in listed:
        if (title, name) in often:
            text = ", ".join(filter(None, (f"{column} {word}".strip() for column, word in values.items())))
            name, values = ": ".join(filter(None, (name, text))), {"": ""}
        alike[title, name] += 1
        found[title, name, alike[title, name]] = values
    return found


def _listed(show: Show) -> Iterator[Fact]:
    """Yield every spot where something is, and every row: the title above, its name, and what is there by column."""
    for board in show.boards:
        for spot in board.spots:
            if spot.blank and not board.in_line:
                continue
            name, said = (spot.said, "") if board.in_line else (spot.called, spot.said)
            yield (board.title, name), {"": said}
    for panel in show.panels:
        for name, values in rows(panel):
            yield (panel.title, name), values


def changed(before: Show, after: Show) -> frozenset[Where]:
    """Return the spots that look different in the second show. Boards are matched by their titles.

    On a chain or in a row things move along, so only what lies there is compared.
    """
    old = {(board.title, board.grid): board for board in before.boards}
    found = set()
    for n, board in enumerate(after.boards):
        was = old.get((board.title, board.grid))
        if was is not None:
            found |= {(n, at) for at in _moved(was, board)}
    return frozenset(found)


def marks(before: Show, after: Show, seat: int) -> dict[Mark, bool]:
    """Return the spots outside of lines that look different in the second show; True if more lies there.

    On a circuit that has changed, this seat's figure has moved.
    """
    lay, moved = {mark: laid for mark, _, laid in _places(before)}, changed(before, after)
    chains = [[board.spots for board in show.boards if board.cycle] for show in (before, after)]
    figure = (FIGURE, (seat, 0)) if chains[0] != chains[1] else None
    return {
        mark: laid > lay.get(mark, 0)
        for mark, where, laid in _places(after)
        if where in moved or mark[1:] == figure
    }


def marked(show: Show, found: Mapping[Mark, T]) -> dict[Where, T]:
    """Return where these spots are now, in the order in which they were found."""
    order = {mark: n for n, mark in enumerate(found)}
    there = [(mark, where) for mark, where, _ in _places(show) if mark in found]
    return {where: found[mark] for mark, where in sorted(there, key=lambda one: order[one[0]])}


def _places(show: Show) -> Iterator[tuple[Mark, Where, int]]:
    """Yield each spot outside of lines, where it is, and how much lies there: tiles, and on boards of nobody pieces.

    Of a circuit these are the figures of players, by seat, since things move along there.
    """
    for n, board in enumerate(show.boards):
        if board.kind == "hand":  # nobody has chosen what is drawn
            continue
        for spot in board.spots if board.cycle or not board.in_line else ():
            seats = [piece.role for piece in spot.pieces if piece.role.startswith("seat ")]
            if not board.in_line:
                laid = 0 if spot.blank else 1 + len(seats) * (board.seat is None)
                yield (board.title, board.grid, spot.at), (n, spot.at), laid
            elif seats:
                yield (board.title, FIGURE, (int(seats[0][5:]), 0)), (n, spot.at), 0


def _moved(before: Diagram, after: Diagram) -> Iterator[tuple[int, int]]:
    if after.in_line:
        there = Counter(spot.said for spot in before.spots)
        for spot in after.spots:
            if there[spot.said] == 0 and not spot.blank:
                yield spot.at
            there[spot.said] -= 1
        return
    was = {spot.at: spot for spot in before.spots}
    for spot in after.spots:
        old = was.get(spot.at)
        if (old is None or old.blank) and spot.blank:
            continue
        if old is None or (old.face, old.areas, old.pieces) != (spot.face, spot.areas, spot.pieces):
            yield spot.at
