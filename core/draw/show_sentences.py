"""A `Show` in sentences, for screen readers and for people who prefer words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from . import ports
from .model import GLUE, NO_MARKS, Panel, Show, Spot, Where


def sentences(show: Show, marks: Mapping[Where, str] = NO_MARKS) -> list[str]:
    """Return everything shown: title, panels row by row, boards spot by spot with their marks, and the caption.

    Spots that are only ground (the sea) are left out unless they are marked.
    """
    said = [show.title]
    for panel in show.panels:
        said.append(panel.title)
        for name, values in rows(panel):
            text = ", ".join(f"{column} {word}".strip() for column, word in values.items() if word)
            said.append(f"{name}: {text}" if name else text)
    for index, board in enumerate(show.boards):
        if board.title:
            said.append(board.title)
        listed = [spot for spot in board.spots if not spot.blank or (index, spot.at) in marks]
        said += [spot_said(spot, marks.get((index, spot.at), "")) for spot in listed]
    return [*said, *show.caption]


def spot_said(spot: Spot, mark: str = "") -> str:
    """Return the spot in words, after its name and with its mark in brackets: `3,4 [c]: food field`.

    Ways between ports follow: `3,4: path tile 12, n1-e2 n2-w1`. Words that are no more than the name are left out.
    """
    said = ", ".join(filter(None, (spot.said if spot.said != spot.called else "", ports.said(spot))))
    name = f"{spot.called} [{mark}]" if mark else spot.called
    return f"{name}: {said}" if said else name


def rows(panel: Panel) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the name of each row of a panel ("" for a line of text) and its values by column.

    A row is named by its columns without a head; by `Panel.named_by` if the panel has no head at all.
    """
    columns = [ink.word for ink in panel.head]
    for row in panel.rows:
        words = [ink.word.replace(GLUE, " ") for ink in row]
        if len(row) == 1:
            yield "", {"": words[0]}
            continue
        names = [word for n, word in enumerate(words) if n < len(columns) and not columns[n]]
        if not columns:
            names = [words.pop(panel.named_by).rstrip(".")]
            rest = [("", " ".join(words))]
        else:
            rest = [(column, word) for column, word in zip(columns, words, strict=False) if column]
        yield " ".join(filter(None, dict.fromkeys(names))), dict(rest)
