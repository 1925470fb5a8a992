"""The JSON schema of options: their values, what they are about, and the rules that they come from."""

from __future__ import annotations

from collections.abc import Iterable

from ..text import schema as schemas
from ..text.options import Option
from ..text.schema import Schema

DATA = "^data:"
"""Pattern of the names of values in the data, which may be set as options are."""
TYPED = r"^\s*[+-]?[0-9]+(?:_[0-9]+)*\s*$"
"""Pattern of whole numbers as options take them."""
EITHER = "^(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])$"


def options(declared: Iterable[Option], *, data: bool = True) -> Schema:
    """Return the schema of a mapping from these options to values, and by default from values of the data."""
    found = schemas.record({one.name: option(one) for one in declared})
    return found | ({"patternProperties": {DATA: schemas.text()}} if data else {})


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
