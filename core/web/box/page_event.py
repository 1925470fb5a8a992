"""An event of the page of a draft, as its script sends it: hostile until it has been read."""

from __future__ import annotations

from typing import Any

import attrs

from ..page_event import letters

SPOTS = 400
"""Spots that one stroke over a drawing can touch."""
DEEP = 20
"""Steps of a path."""
LETTERS = 200
"""Letters of a name or a step of a path."""


def _path(_: object, field: Any, value: tuple[Any, ...]) -> None:
    if len(value) > DEEP or not all(
        (isinstance(one, str) and len(one) <= LETTERS) or (type(one) is int and 0 <= one < 100_000)
        for one in value
    ):
        raise ValueError(f"{field.name}: expected keys and numbers of items")


def _spots(_: object, field: Any, value: tuple[tuple[int, ...], ...]) -> None:
    if len(value) > SPOTS or any(abs(number) > 10_000 for one in value for number in one):
        raise ValueError(f"{field.name}: expected at most {SPOTS} places")


@attrs.frozen(kw_only=True)
class DraftEvent:
    """An event of the page: one click, stroke or text."""

    do: str = attrs.field(validator=letters(LETTERS))
    serial: int = -1
    """The state of the draft that the page showed."""
    name: str = attrs.field(default="", validator=letters(LETTERS))
    """The file that the page has open; "" for the one that needs an owner most."""
    path: tuple[Any, ...] = attrs.field(default=(), validator=_path)
    """The record that it has open there."""
    to: tuple[Any, ...] = attrs.field(default=(), validator=_path)
    """The place in the file that is meant."""
    file: str = attrs.field(default="", validator=letters(LETTERS))
    """The file that is meant, if it is not the one that is open."""
    value: Any = None
    key: str = attrs.field(default="", validator=letters(LETTERS))
    """The key of a new item of a mapping."""
    number: int = 0
    """An item of a list, or the preset of a new one; -1 for an empty one."""
    before: int = 0
    """The number that an item gets."""
    tool: str = attrs.field(default="", validator=letters(LETTERS))
    spots: tuple[tuple[int, int, int, int], ...] = attrs.field(default=(), validator=_spots)
    """Places of a drawing, each with row and column of the part that was hit."""
    rows: int = 0
    columns: int = 0
    problem: int = -1
    """The number of the problem that the page is to show; -1 for none."""
