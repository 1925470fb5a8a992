"""Differences between two contents of a data file, record by record, for people who check what they typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from ..text.yaml import Path, label
from .plain_values import GONE, Plain, at, inside, record, same


@attrs.frozen(kw_only=True)
class ContentDifference:
    """One place where a content is not as it was before."""

    path: Path
    """Where it is; of what is gone, where it was."""
    said: str
    """The same in words: names of records instead of numbers, `castles_all.points`."""
    before: Plain
    """What stood there; GONE for nothing."""
    after: Plain


def differences(before: Plain, after: Plain, path: Path = (), said: str = "") -> Iterator[ContentDifference]:
    """Yield the smallest parts that differ. Records of a list are compared by their names, if they have any."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in {**after, **before}:
            old, new = at(before, (key,)), at(after, (key,))
            yield from differences(old, new, (*path, key), _under(said, key))
    elif isinstance(before, list) and isinstance(after, list) and (_named(before) or _named(after)):
        for number, item in enumerate(after):
            old = same(before, item, number)
            yield from differences(old, item, (*path, number), _under(said, label(item) or str(number)))
        for number, item in enumerate(before):
            if same(after, item, number) is GONE:
                yield ContentDifference(
                    path=(*path, number),
                    said=_under(said, label(item) or str(number)),
                    before=item,
                    after=GONE,
                )
    else:
        yield ContentDifference(path=path, said=said, before=before, after=after)


def records(kind: Any, content: Plain, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every record in the content of a file, outer ones first."""
    if record(kind, content) is not None and isinstance(content, dict):
        yield path
    for step, one, value in inside(kind, content):
        yield from records(one, value, (*path, step))


def _named(items: list[Plain]) -> bool:
    return any(map(label, items))


def _under(said: str, step: str) -> str:
    return f"{said}.{step}" if said else step
