"""A data file or a scene that was read, with the place of everything in it.

`yaml` reads a file, and `strict` makes typed classes of it. The game decides what it *means*, and reports
mistakes with `Document.problem`, which finds file, line and column.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import attrs

from ..base import files as disk
from ..base.brief import closest
from ..base.errors import InvalidFile, Problem, UsageError
from ..base.limits import number
from . import yaml
from .strict import Slips, near, structure
from .yaml import Path as Steps

T = TypeVar("T")


@attrs.frozen(eq=False, repr=False)
class Document:
    """A file that was read: its content as text, lists and mappings, with the position of everything in it."""

    file: str
    """The file's name in problems."""
    text: str
    content: Any
    marks: Mapping[Steps, tuple[int, int]]
    keys: Mapping[Steps, tuple[int, int]]
    overridden: Mapping[Steps, str] = attrs.field(factory=dict)
    """Paths of values that were replaced, each with the setting that did so."""
    joined: tuple[tuple[Steps, int, Document], ...] = ()
    """Lists to which another file adds: the path, the number of its first item there, and the file."""
    kinds: dict[Any, None] = attrs.field(init=False, factory=dict)
    """The types that were requested of the content, even those that it does not fit; schemas for editors use them."""
    _structured: dict[Any, Any] = attrs.field(init=False, factory=dict)
    """The content as typed classes, by class."""

    def problem(
        self,
        path: Steps,
        message: str,
        *,
        row: int | None = None,
        letter: int = 0,
        at_key: bool = False,
        right: str | int | None = None,
    ) -> Problem:
        """A problem with the value at `path`, or if that is missing, with the nearest value around it.

        `row` and `letter` (from 0) point into a block of text, `at_key` at the key instead of the value. `right` is
        the value that would be right there, if only one would be.
        """
        for where, first, other in self.joined:
            item, rest = path[len(where) : len(where) + 1], path[len(where) + 1 :]
            for at in range(len(other.content)) if path[: len(where)] == where else ():
                if item == (first + at,):
                    there = (at, *rest)
                    return other.problem(there, message, row=row, letter=letter, at_key=at_key, right=right)
        known = path
        while known not in self.marks:
            known = known[:-1]
        line, column = (self.keys if at_key and path in self.keys else self.marks)[known]
        if row is not None and known not in self.overridden:
            line, column = self._inside(known, row, letter)
        for where, setting in self.overridden.items():
            if where[: len(path)] == path[: len(where)]:
                message = f"{message} (with {setting})"
        said = yaml.named(self.content, path)
        only = None if right is None else str(right)
        return Problem(self.file, line, column, said, message, path, row, letter, only)

    def own(self, *steps: str) -> int:
        """How many items of the list at this place are the file's own; those of sets of tiles follow."""
        inside: Any = self.content
        for step in steps:
            inside = inside[step]
        return min((first for where, first, _ in self.joined if where == steps), default=len(inside))

    def structure(self, kind: type[T]) -> T:
        """The content as a `kind`, made once and shared; raises InvalidFile with every problem."""
        if kind not in self._structured:
            self.kinds[kind] = None
            try:
                self._structured[kind] = structure(self.content, kind)
            except Slips as slips:
                found = [self.problem(slip.path, slip.message, at_key=slip.at_key) for slip in slips.slips]
                raise InvalidFile(found) from None
        made: T = self._structured[kind]
        return made

    def _inside(self, path: Steps, row: int, letter: int) -> tuple[int, int]:
        """Line and column of a letter in a block of text (`|`); in other text, its beginning."""
        line, column = self.marks[path]
        value: Any = self.content
        for step in path:
            value = value[step]
        below = self.text.splitlines()[line:]
        shown = str(value).splitlines()
        for ours, typed in zip(shown, below, strict=False):
            if ours.strip():
                indent = len(typed) - len(ours)
                break
        else:
            return line, column
        if typed[indent:] != ours or row >= len(below):
            return line, column
        return line + 1 + row, indent + letter + 1


def read_document(source: Path | str, name: str | None = None) -> Document:
    """The YAML document in a file (a Path) or in a text, called `name` in problems.

    Raises UsageError when the file cannot be read, InvalidFile when it is not valid YAML.
    """
    if isinstance(source, str):
        return _read_text(source, name or "text")
    file = name or source.as_posix()
    return _read_text(disk.text(source, file), file)


def _read_text(text: str, file: str) -> Document:
    parsed = yaml.parse(text, file)
    return Document(file, text, parsed.content, parsed.marks, parsed.keys)


parsed = lru_cache(maxsize=256)(_read_text)
"""Cached, since many rulesets read the same few data files, and documents never change. (Scenes are not cached: each is
read once, and they may be many.)"""


@lru_cache(maxsize=256)
def canonical_content(document: Document) -> str:
    return canonical_text(document.content)


def canonical_text(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def replaced(document: Document, steps: list[str], value: str, setting: str) -> Document:
    """The document with the scalar at `steps` set to `value`; raises UsageError when there is none."""
    document = attrs.evolve(document, content=deepcopy(document.content))
    holder, path = find_scalar(document, steps, setting)
    holder[path[-1]] = value
    return attrs.evolve(document, overridden={**document.overridden, path: f"data:{setting}={value}"})


def extended(document: Document, at: str, other: Document) -> Document:
    """The document with the items of another one at the end of its list; `at` is the key of that, "" for the whole."""
    before = document.content[at] if at else document.content
    whole = [*before, *other.content]
    joined = (*document.joined, ((at,) if at else (), len(before), other))
    return attrs.evolve(document, content={**document.content, at: whole} if at else whole, joined=joined)


def find_scalar(document: Document, steps: list[str], setting: str) -> tuple[Any, Steps]:
    """The list or mapping that holds the scalar at `steps`, and its path; raises UsageError when there is none."""
    inside: Any = document.content
    holder: Any = None
    path: Steps = ()
    for step in steps:
        names = _names(inside)
        key: str | int = step
        if isinstance(inside, list):
            key = names.index(step) if step in names else -1 if (found := number(step)) is None else found
        if step not in names and not (isinstance(key, int) and 0 <= key < len(inside)):
            at = yaml.named(document.content, path) or document.file
            meant, hint = meant_by(steps, document), near(step, names)
            # Where a name alone is wrong, those that could stand here say more.
            if meant and meant.count(".") + 1 != len(steps) and not closest(step, names):
                hint = f"; did you mean data:{setting.partition('.')[0]}.{meant}?"
            raise UsageError(f"data:{setting}: {at} has no {step!r}{hint}")
        holder, inside, path = inside, inside[key], (*path, key)
    if isinstance(inside, (list, dict)) or holder is None:
        raise UsageError(f"data:{setting}: not a single value; name one of {', '.join(_names(inside))}")
    return holder, path


def meant_by(steps: Sequence[str], document: Document) -> str:
    """The place of the single value with the same end that is most like this one; "" if none has it."""
    known = [".".join(at) for at, _, _ in scalars(document.content)]
    alike = [one for one in known if one.rpartition(".")[2] == steps[-1]]
    return closest(".".join(steps), alike, 0.0)


def scalars(
    content: Any, steps: Sequence[str] = (), path: Steps = ()
) -> Iterator[tuple[list[str], Steps, Any]]:
    """Yield each single value: its place as `replaced` takes it, its path, and the value."""
    if not isinstance(content, (list, dict)):
        yield [*steps], path, content
        return
    keys = range(len(content)) if isinstance(content, list) else content
    for name, key in zip(_names(content), keys, strict=True):
        yield from scalars(content[key], (*steps, str(name)), (*path, key))


def _names(inside: Any) -> list[str]:
    """The names of items in a list or mapping; none for text."""
    if isinstance(inside, list):
        return [yaml.label(item) or str(at) for at, item in enumerate(inside)]
    return list(inside) if isinstance(inside, dict) else []
