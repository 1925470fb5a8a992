"""Drawings of records of data files, changed by clicks: a map, the face of a tile. Games declare theirs.

A record is plain, as `text.yaml` reads it: texts, lists and mappings. It need not be finished, nor right: a drawing
shows what it can, and the loader says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from ..draw.model import At, Show, Spot
from ..rules.ruleset import Rules
from ..text.yaml import Path
from .plain_values import Plain

Part: TypeAlias = tuple[int, int]
"""Row and column of a part of a spot that was clicked, of `Drawing.parts`."""


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Desk:
    """The surroundings of a record that is being edited: the ruleset, the other files and the language."""

    rules: Rules
    """The shipped ruleset, with the record's module: its words, its options, its tables."""
    files: Mapping[str, Plain]
    """Every data file of the draft by name, as names below a folder of `--data` are: `modules/MODULE/box.yaml`."""
    lang: str = "en"


@attrs.frozen(kw_only=True)
class Tool:
    """Something that a click puts on a drawing."""

    name: str
    """What identifies it."""
    title: str
    """What it is called, in words."""
    group: str = ""
    """The heading under which it stands, in words."""
    spot: Spot | None = None
    """How it looks, on a board of its own of the drawing's grid and looks; None for a tool without a look."""


class Drawing:
    """Draws records of one class and edits them by clicks. Games and modules declare theirs in `Game.drawings`."""

    fields: tuple[str, ...] = ()
    """The fields of the record that clicks change."""
    parts: tuple[int, int] = (1, 1)
    """Rows and columns of the parts of a spot that clicks tell apart."""
    sized = False
    """True if it can begin from an empty grid of any size (`blank`)."""

    def show(self, record: Plain, desk: Desk) -> Show:
        """The record as the table draws it: one board. What cannot be read is left out."""
        raise NotImplementedError

    def tools(self, record: Plain, desk: Desk) -> Sequence[Tool]:
        """The tools that can be used on it now, in the order of their groups."""
        raise NotImplementedError

    def click(self, record: Plain, desk: Desk, tool: str, at: At, part: Part = (0, 0)) -> Plain:
        """The record after a click with the tool; the one given stays as it is.

        ValueError says in a sentence why nothing can be put there.
        """
        raise NotImplementedError

    def spot(self, record: Plain, path: Path, row: int | None = None, letter: int = 0) -> At | None:
        """The spot that a problem at this path inside the record is about, if it is one.

        `row` and `letter` point into a block of text.
        """
        return None

    def counts(self, record: Plain, desk: Desk) -> Mapping[str, int]:
        """How often each thing is drawn, by its name in the desk's language, to compare with the printed game."""
        return {}

    def blank(self, record: Plain, desk: Desk, rows: int, columns: int) -> Plain:
        """The record with an empty grid of this size, if `sized`. ValueError says which sizes are possible."""
        raise NotImplementedError


CHOICES, PRESETS = "choices", "presets"
"""Keys in the metadata of fields."""


def chosen(choices: Callable[[Desk], Mapping[str, str]]) -> dict[str, Any]:
    """Metadata of a field whose value, or each of whose values, is one of these: value to words."""
    return {CHOICES: choices}


def presets(begun: Callable[[Desk], Sequence[tuple[str, Plain]]]) -> dict[str, Any]:
    """Metadata of a list of records that can be begun from these: what each is, in words, and the record."""
    return {PRESETS: begun}


def drawing_of(kind: type, declared: Sequence[Mapping[type, Drawing]]) -> Drawing | None:
    """The drawing of a class or of the nearest class that it derives from, in the first of these that has one."""
    for drawings in declared:
        for one in kind.__mro__:
            if one in drawings:
                return drawings[one]
    return None
