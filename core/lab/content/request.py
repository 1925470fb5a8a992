"""The request for a study of content, from a plan file and the command line; the two must not contradict each other."""

from __future__ import annotations

from pathlib import Path

import attrs

from ..study import request as comparison
from ..study.request import FLAGS, agreed, here, read_as, trusted


@attrs.frozen(kw_only=True)
class Asked:
    """One field for each setting; None where it was not given."""

    question: str | None = None
    game: str | None = None
    kind: str | None = None
    with_: list[str] | None = None
    edition: str | None = None
    set_: dict[str, str] | None = None
    data: str | None = None
    bots: str | None = None
    players: int | None = None
    rotate: bool | None = None
    blocks: int | None = None
    sets: int | None = None
    primary: list[str] | None = None
    metrics: list[str] | None = None
    seed: int | None = None
    workers: int | None = None
    engine: str | None = None
    out: str | None = None

    def compared(self) -> comparison.Asked:
        """Return the request to compare the ruleset with itself, which has these settings and no variant yet."""
        said = attrs.asdict(self, filter=lambda field, _: field.name not in ("kind", "sets"))
        return comparison.Asked(**said)


def merged(said: Asked, path: Path | None) -> Asked:
    """Merge the command line with the plan file. Raises UsageError where they give different values."""
    if path is None:
        return said
    planned, document = read_as(Asked, path, "game, kind, bots, blocks")
    if said.bots is None:
        trusted((planned.bots or "").split(";"), document, "bots", ("--bots", str(planned.bots)))
    if said.engine is None:
        here(planned.engine, document)
    return agreed(said, planned, document, {**FLAGS, "kind": "KIND"})
