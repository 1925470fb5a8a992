"""The JSON schema of a type, as `strict` makes it of a YAML file: attrs classes, lists, mappings, choices, unions.

Types, defaults, validators and docstrings say everything. What is not known here, such as a function as a validator, is
a bound that the schema lacks: it accepts more.
"""

from __future__ import annotations

import enum
import re
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin

import attrs
from attrs import validators

from ..text import schema as schemas
from ..text.languages import choices
from ..text.schema import Schema
from ..text.strict import LISTS
from . import docstrings

SINGLE: Mapping[Any, Callable[[], Schema]] = {
    str: schemas.text,
    int: schemas.whole,
    float: schemas.decimal,
    bool: schemas.truth,
    type(None): schemas.nothing,
}
BOUND: type[Any] = type(validators.ge(0))
"""The validators that `ge`, `le`, `gt` and `lt` make. Other validators of attrs are recognized in the same way."""
ONE_OF: type[Any] = type(validators.in_(()))
SHORTEST: type[Any] = type(validators.min_len(0))
LONGEST: type[Any] = type(validators.max_len(0))
MATCHES: type[Any] = type(validators.matches_re(""))
EACH: type[Any] = type(validators.deep_iterable(validators.ge(0)))
KEYED: type[Any] = type(validators.deep_mapping(value_validator=validators.ge(0)))
ALL: type[Any] = type(validators.and_())
MAYBE: type[Any] = type(validators.optional(validators.ge(0)))
BOUNDS = {">=": "minimum", ">": "exclusiveMinimum", "<=": "maximum", "<": "exclusiveMaximum"}
SIZES = {"array": "Items", "object": "Properties"}
PYTHONS = re.compile(r"\(\?[^:=!]|\\[^^$\\.*+?()\[\]{}|/]|[*+?}]\+")
"""Syntax of Python's patterns that has another meaning, or none, in those of editors."""


def document(kinds: Sequence[Any], title: str) -> Schema:
    """The whole schema of files that are read as each of these types."""
    found = Classes()
    made = [found.of(kind) for kind in kinds]
    return schemas.document(made[0] if len(made) == 1 else {"allOf": made}, title, found.definitions)


@attrs.define
class Classes:
    """Makes schemas of types. Each attrs class is defined once, by its name."""

    definitions: dict[str, Schema] = attrs.field(factory=dict)
    names: dict[type, str] = attrs.field(factory=dict)

    def of(self, kind: Any) -> Schema:
        """The schema of a type; of one that is not known, the schema that accepts anything."""
        base, inner = get_origin(kind) or kind, get_args(kind)
        if _texts(kind):
            return schemas.choice(_texts(kind))
        if base is Annotated:
            return self.of(inner[0])
        if isinstance(kind, NewType):
            return self.of(kind.__supertype__)
        if base in SINGLE:
            return SINGLE[base]()
        if base in (Union, types.UnionType):
            return schemas.either(*sorted(map(self.of, inner), key=_breadth))
        if base is tuple and inner and inner[-1] is not ...:
            return schemas.row([self.of(one) for one in inner])
        if base in LISTS:
            return schemas.listed(self.of(inner[0]) if inner else {})
        if base in (dict, Mapping):
            return self._mapping(*(inner or (str, Any)))
        return {"$ref": f"#/definitions/{self._defined(base)}"} if attrs.has(base) else schemas.anything()

    def _mapping(self, key: Any, item: Any) -> Schema:
        value, texts = self.of(item), _texts(key)
        # An editor that takes a key for a number does not find it among the fields of a record.
        if texts and all(isinstance(schemas.resolved(text), str) for text in texts):
            return schemas.record(dict.fromkeys(texts, value))
        return schemas.keyed(value, self.of(key))

    def _defined(self, kind: type) -> str:
        """The name under which the class is defined."""
        if kind not in self.names:
            name, count = kind.__name__, 1
            while name in self.names.values():
                count += 1
                name = f"{kind.__name__}{count}"
            self.names[kind] = name
            self.definitions[name] = self._class(kind)
        return self.names[kind]

    def _class(self, kind: type) -> Schema:
        attrs.resolve_types(kind)  # as `strict` does
        about = docstrings.of_fields(kind)
        fields: dict[str, Schema] = {}
        required = []
        for field in attrs.fields(kind):
            if field.init:
                key = field.name.removesuffix("_")
                found = bounded(self.of(field.type), field.validator)
                said = about.get(field.name, "")
                fields[key] = schemas.told(found, said, default=_default(field.default))
                required += [key] if field.default is attrs.NOTHING else []
        return schemas.told(schemas.record(fields, required), docstrings.of_class(kind), kind.__name__)


def _texts(kind: Any) -> list[str]:
    """The texts that stand for the members of a choice; none for another type."""
    if get_origin(kind) is Literal:
        return [str(one) for one in get_args(kind)]
    if isinstance(kind, enum.EnumType):
        members: Iterable[enum.Enum] = kind
        return [str(member.value) for member in members]
    return [*choices(kind)]


def _breadth(schema: Schema) -> int:
    """Editors say what the first member expects: single values, then what holds several, then nothing."""
    if schema == schemas.nothing():
        return 2
    return int("$ref" in schema or _shape(schema) in SIZES)


def _shape(schema: Schema) -> str:
    """`array` or `object` if nothing else is accepted; something else otherwise."""
    return str(schema.get("type", ""))


def _default(value: Any) -> object:
    """The default of a field if it is a single value, otherwise None."""
    if value is attrs.NOTHING:
        return None
    plain = value.value if isinstance(value, enum.Enum) else value
    return plain if type(plain) in (bool, int, float, str) else None


# -- validators ----------------------------------------------------------------------------------------------------


def bounded(schema: Schema, validator: Any) -> Schema:
    """The schema with the bounds that a validator of attrs sets."""
    if isinstance(validator, ALL):
        for one in validator._validators:
            schema = bounded(schema, one)
        return schema
    if isinstance(validator, MAYBE):
        return bounded(schema, validator.validator)
    text = schema.get("anyOf") == schemas.text()["anyOf"]
    if "anyOf" in schema and not text:
        return schema | {"anyOf": [bounded(one, validator) for one in schema["anyOf"]]}
    if isinstance(validator, BOUND) and {"integer", "number"} & {*schema.get("type", ())}:
        return schema | {BOUNDS[validator.compare_op]: validator.bound}
    if isinstance(validator, ONE_OF) and text:
        return schemas.choice(map(str, validator.options))
    if isinstance(validator, MATCHES) and text:
        return schema | _pattern(validator.pattern, validator.match_func)
    if isinstance(validator, (SHORTEST, LONGEST)) and (text or _shape(schema) in SIZES):
        word = SIZES.get(_shape(schema), "Length")
        least = isinstance(validator, SHORTEST)
        return schema | (
            {f"min{word}": validator.min_length} if least else {f"max{word}": validator.max_length}
        )
    if isinstance(validator, EACH) and _shape(schema) == "array":
        items, inner = schema["items"], validator.member_validator
        several = isinstance(items, list)
        return schema | {
            "items": [bounded(one, inner) for one in items] if several else bounded(items, inner)
        }
    if isinstance(validator, KEYED) and _shape(schema) == "object":
        return schema | _values(schema, validator.value_validator)
    return schema


def _values(schema: Schema, validator: Any) -> Schema:
    """The parts of a mapping's schema that speak of its values, with the bounds."""
    rest = schema["additionalProperties"]
    return {
        "properties": {key: bounded(one, validator) for key, one in schema.get("properties", {}).items()},
        "additionalProperties": bounded(rest, validator) if isinstance(rest, dict) else rest,
    }


def _pattern(pattern: re.Pattern[str], function: Any) -> Schema:
    """The pattern of `matches_re`, if it means the same in editors."""
    plain = function == pattern.fullmatch and pattern.flags == re.UNICODE
    return {"pattern": f"^(?:{pattern.pattern})$"} if plain and not PYTHONS.search(pattern.pattern) else {}
