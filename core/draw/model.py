"""What a game shows of a view: boards of cells, panels of named values, and which choice is which spot.

A game fills this in once; text in colour, plain text, SVG and sentences are made of it by core.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from ..actions import Action


@attrs.frozen
class Ink:
    """A piece of text with a role, which themes turn into colours: `food`, `seat 0`, `sea`, `dim`, `legal` ..."""

    text: str
    role: str = ""


@attrs.frozen(kw_only=True)
class Spot:
    """One cell of a board."""

    at: tuple[int, int]
    """x,y on a square board, q,r on a hex board."""
    rows: tuple[tuple[Ink, ...], ...]
    """The cell's face, drawn: one row of two or three letters for a hex, three rows for a square tile."""
    ground: str = ""
    """Role of the land itself, behind the letters."""
    said: str = ""
    """The cell in words: "food field, anna's energy tile"."""
    edges: Mapping[str, str] = attrs.field(factory=dict)
    """Direction to role, where a border is drawn (the frame of a settlement)."""
    small: str = ""
    """A mark for the SVG's corner: a port's anchor letter, a rotation."""


@attrs.frozen(kw_only=True)
class Board:
    """Cells on a grid, with a title and a caption (provenance, legend)."""

    title: str
    grid: str
    """`square4`, `square8` or `hex`: the name of the grid."""
    spots: Sequence[Spot]
    legend: Sequence[tuple[Ink, str]] = ()
    caption: Sequence[str] = ()


@attrs.frozen(kw_only=True)
class Panel:
    """A small table: rows of named values."""

    title: str
    rows: Sequence[tuple[Ink, ...]]


@attrs.frozen(kw_only=True)
class Offer:
    """One choice as a spot on a board, so that it can be numbered there."""

    action: Action
    board: int = 0
    at: tuple[int, int] | None = None


@attrs.frozen(kw_only=True)
class Show:
    """Everything to be drawn of one view."""

    title: str
    boards: Sequence[Board]
    panels: Sequence[Panel] = ()
    offers: Sequence[Offer] = ()
    """The viewer's legal actions, in the order of `view.legal()`."""
