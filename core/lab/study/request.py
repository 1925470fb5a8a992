"""The request for a comparison, from the command line or a plan file; the two must not contradict each other."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import attrs

from ... import bots
from ...base.errors import InvalidFile, UsageError
from ...text.folder import Document, read_document

A = TypeVar("A", bound=attrs.AttrsInstance)

FLAGS = {"set_": "--set", "variants": "--variant", "margins": "--margin", "smallest": "--smallest"}


@attrs.frozen(kw_only=True)
class Asked:
    """One field for each setting; None where it was not given."""

    question: str | None = None
    game: str | None = None
    with_: list[str] | None = None
    edition: str | None = None
    set_: dict[str, str] | None = None
    data: str | None = None
    a: str | None = None
    b: str | None = None
    variants: dict[str, str] | None = None
    each: bool | None = None
    factorial: list[str] | None = None
    bots: str | None = None
    players: int | None = None
    rotate: bool | None = None
    blocks: int | None = None
    sequential: bool | None = None
    effect: float | None = None
    primary: list[str] | None = None
    margins: dict[str, float] | None = None
    smallest: dict[str, float] | None = None
    metrics: list[str] | None = None
    covariates: list[str] | None = None
    aa: bool | None = None
    adapt: float | None = None
    adapt_budget: str | None = None
    from_: str | None = None
    seed: int | None = None
    fail_if: str | None = None
    workers: int | None = None
    engine: str | None = None
    out: str | None = None


def read(path: Path) -> tuple[Asked, Document]:
    """Read the plan file of a comparison."""
    return read_as(Asked, path, "game, b, bots, blocks")


def read_as(kind: type[A], path: Path, keys: str) -> tuple[A, Document]:
    """Read a plan file: YAML with the fields of `kind`, written `with`, `set`, `from`. InvalidFile names the line.

    `keys` are some of them, for the message.
    """
    document = read_document(path)
    if not isinstance(document.content, dict):
        raise InvalidFile([document.problem((), f"a plan is a mapping: {keys} ...")])
    return document.structure(kind), document


def merged(said: Asked, path: Path | None) -> Asked:
    """Merge the command line with the plan file. Raises UsageError where they give different values."""
    if path is None:
        return said
    planned, document = read(path)
    if said.bots is None:
        trusted((planned.bots or "").split(";"), document, "bots", ("--bots", str(planned.bots)))
    if said.engine is None:
        here(planned.engine, document)
    return agreed(said, planned, document, FLAGS)


def agreed(said: A, planned: A, document: Document, flags: Mapping[str, str]) -> A:
    """Return the settings of both, of whichever class; UsageError where they give different values.

    `flags` has the flag of each field that is not named as its key.
    """
    found: dict[str, Any] = {}
    for field in attrs.fields(type(said)):
        mine, theirs = getattr(said, field.name), getattr(planned, field.name)
        if mine is not None and theirs is not None and mine != theirs:
            key = field.name.removesuffix("_")
            flag = flags.get(field.name, "GAME" if key == "game" else f"--{key.replace('_', '-')}")
            place = document.problem(
                (key,), f"the plan says {_plain(theirs)}, {flag} on the command line {_plain(mine)}"
            )
            raise UsageError(f"{place}; leave one of them out")
        found[field.name] = theirs if mine is None else mine
    return type(said)(**found)


def command(
    asked: attrs.AttrsInstance, seed: int, name: str = "compare", first: Sequence[str] = ("game",)
) -> str:
    """Return the command of this name that plays what was asked, with this seed; `first` are no flags."""
    words = ["tilewright", name, *(str(word) for one in first if (word := getattr(asked, one)) is not None)]
    for field in attrs.fields(type(asked)):
        value = seed if field.name == "seed" else getattr(asked, field.name)
        if value is None or value is False or field.name in first:
            continue
        flag = FLAGS.get(field.name, f"--{field.name.removesuffix('_').replace('_', '-')}")
        sign = ":" if field.name == "variants" else "="
        if value is True:
            words.append(flag)
        elif isinstance(value, Mapping):
            words += [word for key, one in value.items() for word in (flag, f"{key}{sign}{one}")]
        else:
            words += [flag, ",".join(value) if isinstance(value, list) else str(value)]
    return shlex.join(words)


def unsaid(asked: Any, folder: str | None) -> str | None:
    """Return the folder of the owner's data that a request got without naming it, of that which its base has; or None.

    A command that repeats the request names it, since the owner may put something else in place.
    """
    return folder if asked.data is None and getattr(asked, "from_", None) is None else None


def pinned(asked: A, folder: str | None) -> A:
    """Return the request with that folder named."""
    found: Any = asked
    own = unsaid(asked, folder)
    made: A = attrs.evolve(found, data=own) if own is not None else found
    return made


def trusted(casts: Sequence[str], document: Document, key: str, again: Sequence[str]) -> None:
    """Raise InvalidFile if one of the plan's casts would start code that is not installed.

    `again` are the words by which the command line would name it.
    """
    parts = [text for part in casts for text in bots.several(part)]
    refused = [text for text in parts if bots.uninstalled(text) or bots.learned_from(text)]
    if refused:
        why = f"a plan cannot start {refused[0]}, which is not installed; if you trust it, name the bots yourself"
        raise InvalidFile([document.problem((key,), f"{why}: add {shlex.join(again)}")])


def here(engine: str | None, document: Document) -> None:
    """Raise InvalidFile if the plan would connect to a scheduler of its choice."""
    if ":" in (engine or ""):
        why = (
            "a plan cannot connect to a scheduler, which can run code here; if you trust it, name it yourself"
        )
        again = shlex.join(["--engine", str(engine)])
        raise InvalidFile([document.problem(("engine",), f"{why}: add {again}")])


def _plain(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={one}" for key, one in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else repr(value)
