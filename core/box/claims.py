"""The provenance that records of a data file claim, and how an owner's changes affect these claims.

A record claims it with `provenance`, and of one of its fields with `FIELD_provenance`; how sure that is, with
`certainty` and `FIELD_certainty`. A record with an `alternative` is disputed: sources differ on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

import attrs

from ..text.yaml import Path, label
from .plain_values import GONE, Plain, at, fields, inside, item, put, record, same, settled

OWNER = "owner"
"""The provenance of what an owner has seen on the printed pieces."""
SURE = "rulebook"
"""The provenance of what needs no owner to be certain."""
ORIGIN, CERTAINTY, OTHER = "provenance", "certainty", "alternative"
LEVELS = ("low", "medium", "high")
"""How sure something is."""


@attrs.frozen(kw_only=True)
class Claim:
    """A record that says where it comes from."""

    name: str
    """The name of its file."""
    path: Path
    label: str
    """Its `id`, `code` or `name`; "" for a whole file."""
    origins: Mapping[str, str]
    """By field, and by "" for the rest of the record, its provenance."""
    certainty: str = ""
    """The lowest that it states: `low`, `medium`, `high`, or "" for nothing."""
    disputed: bool = False
    """True if sources differ on it."""

    @property
    def sure(self) -> bool:
        """True if nothing of it is reconstructed or disputed, nor an inference that calls itself unsure."""
        origins = {*self.origins.values()}
        unsure = "derived" in origins and self.certainty in ("low", "medium")
        return not (self.disputed or unsure or "reconstructed" in origins)

    @property
    def owner(self) -> bool:
        """True if an owner vouches for all of it that was not sure before."""
        return self.sure and OWNER in self.origins.values()


def claims(name: str, kind: Any, content: Plain, path: Path = ()) -> Iterator[Claim]:
    """Yield every claim in the content of a file, or of the part of it at this path, outer ones first."""
    found = record(kind, content)
    if found is not None and isinstance(content, dict):
        origins = dict(_origins(found, content))
        if origins:
            levels = [content[key] for key in content if key.endswith(CERTAINTY) and content[key] in LEVELS]
            yield Claim(
                name=name,
                path=path,
                label=label(content) or (str(path[-1]) if path else ""),
                origins=origins,
                certainty=min(levels, key=LEVELS.index, default=""),
                disputed=content.get(OTHER) is not None and OTHER in fields(found),
            )
    for step, one, value in inside(kind, content):
        yield from claims(name, one, value, (*path, step))


def _origins(kind: type, content: Mapping[str, Plain]) -> Iterator[tuple[str, str]]:
    """Yield each field of a record of which a provenance is claimed, "" for the rest, with the provenance."""
    for key, field in fields(kind).items():
        if key == ORIGIN or key.endswith(f"_{ORIGIN}"):
            default = field.default if isinstance(field.default, str) else ""
            said, of = content.get(key, default), key.removesuffix(ORIGIN).removesuffix("_")
            if isinstance(said, dict):  # one for each number of a table
                yield from ((f"{of} {part}", str(one)) for part, one in said.items())
            elif said:
                yield of, str(said)


def vouched(kind: Any, content: Plain) -> Plain:
    """Return the content as vouched for by an owner who sees the printed pieces: all claims are the owner's.

    What the rulebook says stays the rulebook's.
    """
    found = record(kind, content)
    if found is not None and isinstance(content, dict):
        content = dict(content)
        if content.get(OTHER) is not None and OTHER in fields(found):
            del content[OTHER]
        for key in _claimed(found):
            if content.get(key) != SURE:
                content = _owned(found, content, key)
    for step, one, value in inside(kind, content):
        content = put(content, (step,), vouched(one, value))
    return content


def stamped(kind: Any, content: Plain, shipped: Plain) -> Plain:
    """The content with the owner's provenance at every claim whose record, or whose field, is not as it was shipped.

    `shipped` is GONE where nothing was shipped.
    """
    found = record(kind, content)
    if found is not None and isinstance(content, dict):
        before = shipped if isinstance(shipped, dict) else {}
        claimed = _claimed(found)
        apart = {key.removesuffix(ORIGIN).removesuffix("_") for key in claimed} - {""}
        for key in claimed:
            of = key.removesuffix(ORIGIN).removesuffix("_")
            parts = [of] if of else [part for part in {**content, **before} if part not in apart]
            if any(
                _bare(item(found, part), at(content, (part,)))
                != _bare(item(found, part), at(before, (part,)))
                for part in parts
                if not part.endswith((ORIGIN, CERTAINTY))
            ):
                content = _owned(found, dict(content), key)
    for step, one, value in inside(kind, content):
        if isinstance(content, list):
            other = same(shipped, value, int(step)) if isinstance(shipped, list) else GONE
        else:
            other = at(shipped, (step,)) if shipped is not GONE else GONE
        content = put(content, (step,), stamped(one, value, other))
    return content


def _claimed(kind: type) -> list[str]:
    """The keys of a record that state a provenance, or one for each number of a table, and may name the owner."""
    return [
        key
        for key, field in fields(kind).items()
        if (key == ORIGIN or key.endswith(f"_{ORIGIN}"))
        and OWNER in (*get_args(settled(field.type, "")), *get_args(item(field.type)))
    ]


def _owned(kind: type, content: dict[str, Plain], key: str) -> dict[str, Plain]:
    """The record with this claim made the owner's, who is sure of it."""
    said = content.get(key)
    content[key] = dict.fromkeys(said, OWNER) if isinstance(said, dict) else OWNER
    sure = f"{key.removesuffix(ORIGIN)}{CERTAINTY}"
    if sure in content and sure in fields(kind):
        content[sure] = LEVELS[-1]
    return content


def _bare(kind: Any, value: Plain) -> Plain:
    """The value without records that claim their own origin, and without what only says how it is claimed."""
    found = record(kind, value)
    if found is not None and isinstance(value, dict) and _claimed(found):
        return GONE
    if isinstance(value, list):
        parts = [_bare(one, inner) for _, one, inner in inside(kind, value)]
        return [part for part in parts if part is not GONE]
    if isinstance(value, dict):
        made = {step: _bare(one, inner) for step, one, inner in inside(kind, value)}
        return {step: part for step, part in made.items() if part is not GONE}
    return value
