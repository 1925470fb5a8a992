"""The JSON schemas of options (values, what they are about, the rules that they come from) and of plan files, which
have the settings of a command, as one class declares them, and what a game adds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..rules.handicap import MOST
from ..text import schema as schemas
from ..text.options import Option
from ..text.schema import Schema
from . import class_schema
from .ruleset_schema import Known

DATA = "^data:"
"""Pattern of the names of values in the data, which may be set as options are."""
HANDICAP = r"^handicap\.[1-9][0-9]?(?:\.|$)"
"""Pattern of the names of handicaps, which every game has."""
TYPED = r"^\s*[+-]?[0-9]+(?:_[0-9]+)*\s*$"
"""Pattern of whole numbers as options take them."""
EITHER = "^(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])$"


def options(declared: Iterable[Option], *, data: bool = True) -> Schema:
    """Return the schema of a mapping from these options to values, and by default from handicaps and values of the
    data."""
    found = schemas.record({one.name: option(one) for one in declared})
    more = {DATA: schemas.text(), HANDICAP: schemas.whole(-MOST, MOST) | {"pattern": TYPED}}
    return found | ({"patternProperties": more} if data else {})


def option(one: Option) -> Schema:
    """The values of an option."""
    return schemas.told(_values(one), f"{one.doc} ({one.rule})", default=one.default)


def _values(one: Option) -> Schema:
    if one.type == "bool":
        return schemas.truth() | {"pattern": EITHER}
    if one.type == "text":
        return schemas.choice(map(str, one.values)) if one.values else schemas.proposed(one.known)
    if one.ranged:
        low, high = map(int, one.values)
        said = f"expected a whole number from {low} to {high}"
        return schemas.whole(low, high) | {"pattern": TYPED, "errorMessage": said}
    return schemas.either({"enum": [*one.values]}, {"type": "string", "pattern": TYPED})


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
