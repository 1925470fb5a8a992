"""Reads YAML into plain values that are still text, with the line and column of each; no type is guessed.

Every scalar stays as typed (`NO`, `on`, `010`, `1:30` and `=` are text), an empty one is None. Anchors,
aliases, tags, keys given twice and second documents are refused. `strict` decides what values mean.
"""

from __future__ import annotations

import re
from typing import Any

import attrs
import yaml

from ..base.errors import InvalidFile, Problem
from ..base.limits import NESTED, NODES

Path = tuple[str | int, ...]
"""The place of a value in its document: keys as typed, list items by number from 0."""


class PlainLoader(yaml.BaseLoader):
    """Reads without compiled parts, as in a browser, what the compiled loader reads: in brackets, too, a `?` inside a
    text is part of it."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.asks = "?" in text

    def scan_plain(self) -> Any:
        if not (self.asks and self.flow_level):
            return super().scan_plain()
        self.peek = self.unasked  # type: ignore[method-assign]
        try:
            return super().scan_plain()
        finally:
            del self.peek

    def unasked(self, index: int = 0) -> str:
        """The character there, a letter in place of a question mark."""
        found = str(super().peek(index))
        return "x" if found == "?" else found


Loader: Any = getattr(yaml, "CBaseLoader", PlainLoader)
MOST_SLIPS = 1_000
"""Mistakes that are kept; others are counted."""
UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@attrs.frozen(eq=False, repr=False)
class Parsed:
    """A document's content (text, None, lists, mappings) and the positions of everything, counted from 1."""

    content: Any
    marks: dict[Path, tuple[int, int]]
    """Line and column of each value; of its key where the value is a list or mapping, or empty."""
    keys: dict[Path, tuple[int, int]]
    """Line and column of each key."""


def parse(text: str, file: str) -> Parsed:
    """The one document in `text`; raises InvalidFile with every problem found."""
    odd = UNPRINTABLE.search(text)
    if odd:
        line, column = text.count("\n", 0, odd.start()) + 1, odd.start() - text.rfind("\n", 0, odd.start())
        message = f"character U+{ord(odd[0]):04X} is not allowed in a text file"
        raise InvalidFile([Problem(file, line, column, "", message)])
    reader = _Reader(text)
    parsed = Parsed(reader.document(), reader.marks, reader.keys)
    if reader.slips:
        raise InvalidFile(
            [Problem(file, *mark, named(parsed.content, path), text) for mark, path, text in reader.slips],
            reader.more,
        )
    return parsed


def named(content: Any, path: Path) -> str:
    """`cards.coast.points`: a path in words, list items by their own name where they have one."""
    words: list[str] = []
    for step in path:
        inner = _inside(content, step)
        words.append((label(inner) or str(step)) if isinstance(content, list) else str(step))
        content = inner
    return ".".join(words)


def label(item: Any) -> str:
    """The name of an item in a file: its `id`, `code` or `name`; "" if it has none."""
    if isinstance(item, dict):
        for key in ("id", "code", "name"):
            if isinstance(item.get(key), str):
                return str(item[key])
    return ""


def _inside(content: Any, step: str | int) -> Any:
    try:
        return content[step]
    except (KeyError, IndexError, TypeError):
        return None


class _Stop(Exception):
    """Raised to stop reading after a mistake that makes the rest meaningless."""


class _Reader:
    """Builds values from the parser's events, noting their positions and mistakes."""

    def __init__(self, text: str) -> None:
        self.loader = Loader(text)
        self.marks: dict[Path, tuple[int, int]] = {(): (1, 1)}
        self.keys: dict[Path, tuple[int, int]] = {}
        self.slips: list[tuple[tuple[int, int], Path, str]] = []
        self.more = 0
        """Mistakes that are not among them."""

    def document(self) -> Any:
        content = None
        try:
            self.loader.get_event()  # the stream starts
            if not isinstance(self.loader.get_event(), yaml.StreamEndEvent):
                content = self.value(self.loader.get_event(), ())
                self.loader.get_event()  # the document ends
                after = self.loader.get_event()
                if not isinstance(after, yaml.StreamEndEvent):
                    self.slip(after, (), "a second document begins here; only one is allowed")
            if content is None and not self.slips:
                self.slips.append(((1, 1), (), "the file is empty"))
        except _Stop:
            pass
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            place = (mark.line + 1, mark.column + 1) if mark else (1, 1)
            self.slips.append((place, (), _words(error)))
        finally:
            self.loader.dispose()
        return content

    def slip(self, event: Any, path: Path, message: str) -> None:
        if len(self.slips) < MOST_SLIPS:
            self.slips.append((_place(event), path, message))
        else:
            self.more += 1

    def value(self, event: Any, path: Path) -> Any:
        """The value that begins with `event`; the events that belong to it are used up."""
        self.marks.setdefault(path, _place(event))
        if isinstance(event, yaml.AliasEvent):
            self.slip(event, path, f"aliases (*{event.anchor}) are not allowed; write the value out")
            return None
        if event.anchor:
            self.slip(event, path, f"anchors (&{event.anchor}) are not allowed")
        if event.tag is not None:
            self.slip(event, path, f"tags ({event.tag}) are not allowed")
        if len(self.marks) > NODES:
            self.slip(event, path, f"the file has more than {NODES:,} values")
            raise _Stop
        if isinstance(event, yaml.ScalarEvent):
            return event.value or (None if event.implicit[0] else "")
        if len(path) == NESTED:
            self.slip(event, path, f"nested more than {NESTED} levels deep")
            raise _Stop
        return self.items(path) if isinstance(event, yaml.SequenceStartEvent) else self.mapping(path)

    def items(self, path: Path) -> list[Any]:
        done: list[Any] = []
        while not isinstance(event := self.loader.get_event(), yaml.SequenceEndEvent):
            done.append(self.value(event, (*path, len(done))))
        return done

    def mapping(self, path: Path) -> dict[str, Any]:
        done: dict[str, Any] = {}
        while not isinstance(key := self.loader.get_event(), yaml.MappingEndEvent):
            name = key.value if isinstance(key, yaml.ScalarEvent) else ""
            inner = (*path, name)
            if not name:
                self.slip(key, path, "a key must be text")
                if not isinstance(key, yaml.ScalarEvent):
                    self.value(key, inner)
            elif name in done:
                self.slip(key, inner, f"key {name!r} is given twice")
            elif key.anchor or key.tag is not None:
                self.slip(key, inner, "a key may have no anchor and no tag")
            self.keys.setdefault(inner, _place(key))
            event = self.loader.get_event()
            if not isinstance(event, yaml.ScalarEvent) or not event.value:
                self.marks.setdefault(inner, _place(key))
            done.setdefault(name, self.value(event, inner))
        return done


def _place(event: Any) -> tuple[int, int]:
    return event.start_mark.line + 1, event.start_mark.column + 1


def _words(error: yaml.MarkedYAMLError) -> str:
    said = " ".join(part for part in (error.problem, error.context) if part)
    begun = error.context_mark if error.context else None
    return f"not readable as YAML: {said}" + (f" that begins at line {begun.line + 1}" if begun else "")
