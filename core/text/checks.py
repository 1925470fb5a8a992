"""The vocabulary of checks on data files: types that every file shares, and problems that every game looks for.

A game's `files` are attrs classes that use these types; its `checks` collect problems with these functions and then
call `stop`, so that users see everything that is wrong at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from attrs.validators import deep_iterable, deep_mapping, ge, instance_of

from ..base.errors import InvalidFile, Problem
from .document import Document
from .messages import Language as Language
from .messages import Message
from .messages import Texts as Texts
from .strict import near
from .yaml import Path

Provenance: TypeAlias = Literal["rulebook", "public-source", "derived", "reconstructed", "owner"]
"""Origin of a piece of data. `rulebook` is certain to match the printed game; `owner` marks data that an owner of the
printed game has put in place of ours (`tilewright box`)."""
COUNT = ge(0)
"""Validator: a number that counts something."""
COUNTS = deep_mapping(instance_of((int, str)), COUNT)
"""Validator: a mapping from names to such numbers."""
ROW = deep_iterable(COUNT)
"""Validator: a sequence of such numbers."""


def stop(problems: Sequence[Problem]) -> None:
    """Raise InvalidFile if there are any problems."""
    if problems:
        raise InvalidFile(list(problems))


def twice(
    document: Document,
    names: Sequence[object],
    path: Path = (),
    field: str = "id",
    taken: Collection[object] = (),
) -> list[Problem]:
    """A problem for each record of the list at `path` whose `field` repeats an earlier one or is `taken`.

    `names` are the values of that field, in the order of the list.
    """
    again = [at for at, name in enumerate(names) if name in names[:at] or name in taken]
    return [document.problem((*path, at, field), f"{_quoted(names[at])} is given twice") for at in again]


def known(document: Document, path: Path, name: str, names: Iterable[str], what: str) -> list[Problem]:
    """A problem at `path` if `name` is not one of `names`; `what` is what they name."""
    listed = list(names)
    if name in listed:
        return []
    return [document.problem(path, f"there is no {what} {name!r}{near(name, listed)}")]


def english(document: Document, path: Path, texts: Collection[str]) -> list[Problem]:
    """A problem at `path` if a text in several languages has no English one."""
    return [] if "en" in texts else [document.problem(path, "the English text is missing")]


def players(document: Document, path: Path, given: Collection[int], fewest: int, most: int) -> list[Problem]:
    """A problem at `path` unless `given` has one entry for each number of players from `fewest` to `most`."""
    if sorted(given) == list(range(fewest, most + 1)):
        return []
    return [document.problem(path, f"expected one line for each of {fewest} to {most} players")]


def unless_printed(origin: Provenance, found: int) -> int | None:
    """The number that was counted, as the right value in place of the stated one; None if the stated one comes from
    the rulebook: then the pieces are wrong."""
    return None if origin == "rulebook" else found


def _quoted(name: object) -> str:
    return repr(name) if isinstance(name, str) else str(name)


def beyond(key: str, origin: Provenance, **args: object) -> Iterator[Message]:
    """Yield the message unless the rulebook is the origin; `{origin}` ends its sentence: `are derived`."""
    if origin != "rulebook":
        yield Message(key, {**args, "origin": Message(f"provenance.{origin}")})


def beyond_rulebook(key: str, origins: Sequence[Provenance]) -> Iterator[Message]:
    """Yield the message for each origin but the rulebook: `{some} tiles {origin}`, `13 of the 73 tiles are derived`.

    `{some}` is followed by a genitive in German and Polish.
    """
    for origin in sorted({*origins}):
        count, total = origins.count(origin), len(origins)
        some = "provenance.all" if count == total else "provenance.some"
        yield from beyond(key, origin, some=Message(some, {"count": count, "total": total}))
