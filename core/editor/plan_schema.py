"""The JSON schema of plan files: the settings of a command, as one class declares them, and what a game adds."""

from __future__ import annotations

from collections.abc import Mapping

from ..text import schema as schemas
from ..text.schema import Schema
from . import class_schema
from .option_schema import options
from .ruleset_schema import Known


def plan(kind: type, title: str, about: Mapping[str, str], known: Known | None = None) -> Schema:
    """Return the whole schema of plan files with these settings. `about` says what each is for, "" what all are for."""
    found = class_schema.document([kind], title)
    fields = found["properties"] | (_fields(known) if known is not None else {})
    said = {name: schemas.told(field, about[name]) for name, field in fields.items()}
    return schemas.document(found | {"properties": said, "description": about[""]}, title, {})


def _fields(known: Known) -> dict[str, Schema]:
    """The settings that a game decides. A plan may leave each empty, for the command line to say."""
    found = {
        "game": {"const": known.game.name},
        "with": schemas.listed(schemas.choice(known.modules)),
        "edition": schemas.choice(known.editions),
        "set": options(known.options),
    }
    return {name: schemas.either(field, schemas.nothing()) for name, field in found.items()}
