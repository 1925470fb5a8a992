"""A `Show` in sentences, for screen readers and for people who prefer words."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import UsageError
from ..grid import HEX, SQUARE4, SQUARE8
from .model import GLUE, At, Diagram, Panel, Show, Spot

GRIDS = {grid.name: grid for grid in (HEX, SQUARE4, SQUARE8)}
WORDS = {
    "choice": {"en": "choice", "de": "Wahl", "pl": "wybór"},
    "before": {"en": "before", "de": "vorher", "pl": "przedtem"},
    "new": {"en": "new", "de": "neu", "pl": "nowe"},
    "gone": {"en": "gone", "de": "weg", "pl": "znikło"},
    "nowhere": {"en": "there is no {at} here", "de": "{at} gibt es hier nicht", "pl": "nie ma tu {at}"},
}
"""The words of core itself; all other words come from the game."""


def sentences(show: Show) -> list[str]:
    """Return everything shown: title, panels row by row, boards spot by spot, and the choices that have no spot.

    Spots that are only ground (the sea) are left out; `look` describes them.
    """
    said = [show.title]
    for panel in show.panels:
        said.append(panel.title)
        for name, values in _rows(panel):
            text = ", ".join(f"{column} {word}".strip() for column, word in values.items() if word)
            said.append(f"{name}: {text}" if name else text)
    for index, board in enumerate(show.boards):
        if board.title:
            said.append(board.title)
        numbers = show.numbers(index)
        listed = [spot for spot in board.spots if not spot.blank or spot.at in numbers]
        said += [_spot(show, spot, numbers.get(spot.at, [])) for spot in listed]
    said += [
        f"{_word('choice', show)} {number}: {offer.action}"
        for number, offer in enumerate(show.offers, 1)
        if offer.at is None
    ]
    return [*said, *show.caption]


def look(show: Show, at: str) -> list[str]:
    """Describe a spot by its name for players (`3,4`), then each of its neighbours with its direction, clockwise.

    Every board with such a spot is included. UsageError if there is none.
    """
    wanted = at.replace(" ", "").lower()
    said: list[str] = []
    for index, board in enumerate(show.boards):
        spots = {spot.at: spot for spot in board.spots}
        numbers = show.numbers(index)
        for spot in board.spots:
            if spot.called.lower() != wanted:
                continue
            text = _spot(show, spot, numbers.get(spot.at, []))
            said.append(f"{board.title}: {text}" if board.title else text)
            for direction, there in _around(board, spot.at):
                if there in spots:
                    said.append(f"{direction} {_spot(show, spots[there], numbers.get(there, []))}")
    if not said:
        raise UsageError(_word("nowhere", show).format(at=at))
    return said


def changes(before: Show, after: Show) -> list[str]:
    """Return the differences of the second show: spots of boards and rows of panels, with their text before."""
    was, now = _facts(before), _facts(after)
    new, gone, before_ = (_word(key, after) for key in ("new", "gone", "before"))
    said: list[str] = []
    for key, values in now.items():
        old = was.get(key, {})
        changed = [
            f"{column} {word}".strip() + (f" ({before_}: {old[column] or '-'})" if column in old else "")
            for column, word in values.items()
            if old.get(column) != word
        ]
        if changed:
            said.append((f"{new}: " if key not in was else "") + f"{key[-1]}: {', '.join(changed)}")
    return said + [f"{gone}: {key[-1]}: {', '.join(was[key].values())}" for key in was if key not in now]


def _word(key: str, show: Show) -> str:
    return WORDS[key].get(show.lang) or WORDS[key]["en"]


def _spot(show: Show, spot: Spot, numbers: list[int]) -> str:
    text = f"{spot.called}: {spot.said}"
    if numbers:
        text += f"; {_word('choice', show)} {', '.join(map(str, numbers))}"
    return text


def _around(board: Diagram, at: At) -> Iterator[tuple[str, At]]:
    grid = GRIDS.get(board.grid)
    if grid is None:
        yield from (("<", (at[0] - 1, 0)), (">", (at[0] + 1, 0)))
        return
    for name, (dx, dy) in zip(grid.directions, grid.vectors, strict=True):
        yield name, (at[0] + dx, at[1] + dy)


def _rows(panel: Panel) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the name of each row of a panel ("" for a line of text) and its values by column.

    A row is named by its columns without a head; by the first column if the panel has no head at all.
    """
    columns = [ink.said or ink.text for ink in panel.head]
    for row in panel.rows:
        words = [(ink.said or ink.text).replace(GLUE, " ") for ink in row]
        if len(row) == 1:
            yield "", {"": words[0]}
            continue
        names = [word for n, word in enumerate(words) if n < len(columns) and not columns[n]]
        if not columns:
            names, rest = words[:1], [("", " ".join(words[1:]))]
        else:
            rest = [(column, word) for column, word in zip(columns, words, strict=False) if column]
        yield " ".join(filter(None, dict.fromkeys(names))), dict(rest)


def _facts(show: Show) -> dict[tuple[str, ...], dict[str, str]]:
    """Return every spot and row under a key that stays the same between shows; its last part is the printed name."""
    found: dict[tuple[str, ...], dict[str, str]] = {}
    for number, board in enumerate(show.boards):
        for spot in board.spots:
            found["board", str(number), board.title, spot.called] = {"": spot.said}
    for panel in show.panels:
        seen: dict[str, int] = {}
        for name, values in _rows(panel):
            seen[name] = seen.get(name, 0) + 1  # several cards of one kind
            said = f"{panel.title}, {name}" if name else panel.title
            found["panel", str(seen[name]), said] = values
    return found
