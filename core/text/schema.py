"""JSON schemas of values in YAML files, so that editors complete them and flag mistakes.

To us every value in a file is text (`yaml`); an editor takes `2` for a number, `true` for a truth value and `~` for
nothing, and `"2"` for a text. So each schema here accepts both spellings. It may accept more than what reads the file,
never less. Schemas are of draft 7, the newest that all editors know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias
from urllib.parse import quote

from ..base.limits import DIGITS
from ..base.sanitize import json_text
from .things import Thing

Schema: TypeAlias = dict[str, Any]
"""A JSON schema as plain data."""
Families: TypeAlias = Mapping[str, Sequence[Thing]]
"""All things that can be named, by family."""
DRAFT = "http://json-schema.org/draft-07/schema#"
WIDE = 110
"""Columns of a written schema."""
_SIGNS = re.compile(r"[\^$\\.*+?()\[\]{}|/]")
"""Characters with a meaning in patterns; editors refuse to escape others."""
_WHOLE = re.compile("[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_DECIMAL = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_WORDS = {
    text: value
    for word, value in (("true", True), ("false", False), ("null", None))
    for text in (word, word.title(), word.upper())
} | {"~": None}


def resolved(text: str) -> Any:
    """The value that an editor reads from an unquoted text: YAML 1.2, core schema."""
    if text in _WORDS:
        return _WORDS[text]
    if _WHOLE.fullmatch(text) and len(text) <= DIGITS:
        return int(text, 0 if text[:2] in ("0o", "0x") else 10)
    return float(text) if _DECIMAL.fullmatch(text) else text


# -- single values -------------------------------------------------------------------------------------------------


def anything() -> Schema:
    """Any value at all. (An editor completes a key with its colon only if the schema names a type.)"""
    return {"anyOf": [{"type": "string"}, {}]}


def text() -> Schema:
    """Any single value. (Of types that are listed, editors would propose `true` and `null`.)"""
    return {"anyOf": [{"type": "string"}, {"not": {"type": ["array", "object"]}}]}


def nothing() -> Schema:
    """No value at all. (As `null` it would be proposed, which we would read as a text.)"""
    return {"not": {"type": ["string", "number", "boolean", "array", "object"]}}


def none(said: str) -> Schema:
    """A schema that no value fits, with the error message that editors show."""
    return {"type": "string", "pattern": r"[^\s\S]", "errorMessage": said}


def whole(least: int | None = None, most: int | None = None) -> Schema:
    """A whole number within these bounds."""
    bounds = {word: one for word, one in (("minimum", least), ("maximum", most)) if one is not None}
    return {
        "type": ["integer", "string"],
        "pattern": f"^-?[0-9]{{1,{DIGITS}}}$",
        "errorMessage": "expected a whole number",
        **bounds,
    }


def decimal() -> Schema:
    """A number, which may have a fraction."""
    pattern = rf"^-?[0-9]{{1,{DIGITS}}}(\.[0-9]{{1,{DIGITS}}})?$"
    return {"type": ["number", "string"], "pattern": pattern, "errorMessage": "expected a number"}


def truth() -> Schema:
    """`true` or `false`."""
    return {
        "type": ["boolean", "string"],
        "pattern": "^(true|false)$",
        "errorMessage": "expected true or false",
    }


def cell() -> Schema:
    """A cell of a grid, `1,0`."""
    return {
        "title": "cell",
        "type": "string",
        "pattern": r"^\s*[+-]?[0-9]+\s*,\s*[+-]?[0-9]+\s*$",
        "errorMessage": "expected a cell, such as 1,0",
    }


def choice(texts: Iterable[str]) -> Schema:
    """One of these texts, exactly."""
    words = list(dict.fromkeys(texts))
    values = [resolved(word) if word else "" for word in words]
    numbers = [word for word, value in zip(words, values, strict=True) if not isinstance(value, str)]
    if not words:
        return none("there is none to choose")
    if not numbers:
        return {"enum": values}
    return either({"enum": values}, {"type": "string", "pattern": f"^(?:{'|'.join(map(escaped, numbers))})$"})


def proposed(texts: Iterable[str]) -> Schema:
    """Any text; these are proposed."""
    words = [word for word in texts if word]
    return either({"enum": [resolved(word) for word in words]}, text()) if words else text()


def named(things: Iterable[Thing]) -> Schema:
    """The code of one of these things, which is proposed, or its name, in any case and with `-` for blanks."""
    found = list(things)
    values = [resolved(code) for code in dict.fromkeys(one.code for one in found)]
    texts = dict.fromkeys(
        "-".join(text.lower().split()) for one in found for text in (one.code, one.name) if text
    )
    pattern = rf"^\s*(?:{'|'.join(map(_any_case, texts))})\s*$"
    return either({"enum": values}, {"type": "string", "pattern": pattern}) if values else text()


def turned(things: Iterable[Thing]) -> Schema:
    """The code of one of these things, which is proposed, and after a blank a rotation: `D r1`."""
    codes = dict.fromkeys(one.code for one in things)
    pattern = rf"^(?:{'|'.join(map(_any_case, (code.lower() for code in codes)))})(?: [rf][0-5])?$"
    return (
        either({"enum": [resolved(code) for code in codes]}, {"type": "string", "pattern": pattern})
        if codes
        else text()
    )


def thing(family: str) -> Schema:
    """A thing of the family; the document of the schema says once what its things are (`things`)."""
    return {"$ref": f"#/definitions/{quote(_pointed(_family(family)))}"}


def things(families: Families) -> Schema:
    """The definitions that `thing` refers to. Families of the same things share one."""
    first: dict[tuple[Thing, ...], str] = {}
    return {
        _family(name): named(found) if first.setdefault((*found,), name) == name else thing(first[(*found,)])
        for name, found in families.items()
    }


def _family(name: str) -> str:
    return f"thing {name}"


def _pointed(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def _any_case(text: str) -> str:
    signs = []
    for sign in text:
        other = sign.upper()
        if sign == "-":
            signs.append(r"(?:-|\s+)")
        else:
            signs.append(f"[{sign}{other}]" if len(other) == 1 and other != sign else escaped(sign))
    return "".join(signs)


def escaped(text: str) -> str:
    """A pattern of exactly this text."""
    return _SIGNS.sub(r"\\\g<0>", text)


# -- of several values ---------------------------------------------------------------------------------------------


def either(*schemas: Schema) -> Schema:
    """One of these. Editors say what the first of them expects, so a mapping stands after what is simpler."""
    parts = [part for one in schemas for part in (one["anyOf"] if {*one} == {"anyOf"} else [one])]
    different = [one for n, one in enumerate(parts) if one not in parts[:n]]
    if text()["anyOf"][1] in different:  # `text` allows an empty value as well
        different = [one for one in different if one != nothing()]
    return different[0] if len(different) == 1 else {"anyOf": different}


def listed(item: Schema) -> Schema:
    """A list of such values."""
    return {"type": "array", "items": item}


def words(item: Schema) -> Schema:
    """A list of such values, or the same as words of a text."""
    return either(text(), listed(item))


def row(items: Sequence[Schema]) -> Schema:
    """A list of exactly these values."""
    count = len(items)
    return {
        "type": "array",
        "items": [*items],
        "additionalItems": False,
        "minItems": count,
        "maxItems": count,
    }


def keyed(item: Schema, key: Schema | None = None) -> Schema:
    """A mapping to such values, from keys that are texts of such a kind, or from any."""
    names = {"propertyNames": key} if key not in (None, text()) else {}
    return {"type": "object", **names, "additionalProperties": item}


def record(fields: Mapping[str, Schema], required: Sequence[str] = ()) -> Schema:
    """A mapping with these fields and no others."""
    found: Schema = {"type": "object", "properties": dict(fields), "additionalProperties": False}
    return found | ({"required": list(required)} if required else {})


def sparse(mapping: Schema, empty: str = "") -> Schema:
    """The mapping, or an empty value in its place, or the word `empty` that means the same, if one is given."""
    return either(*([{"const": empty}] if empty else []), mapping, nothing())


# -- documents -----------------------------------------------------------------------------------------------------


def told(schema: Schema, description: str = "", title: str = "", default: object = None) -> Schema:
    """The schema with the description and title that editors show.

    A default is written into the description: editors insert fields that state a `default` along with the mapping.
    """
    if default not in (None, ""):
        shown = str(default).lower() if isinstance(default, bool) else str(default)
        description = f"{description}{'; ' * bool(description)}default: {shown}"
    said = {"title": title, "description": description}
    return {**{word: text for word, text in said.items() if text}, **schema}


def document(schema: Schema, title: str, definitions: Mapping[str, Schema]) -> Schema:
    """The whole schema of a file. One that only refers to a definition takes its place."""
    known = dict(definitions)
    name = schema.get("$ref", "").removeprefix("#/definitions/")
    if name in known:
        schema = known[name]
        if repr(f"#/definitions/{name}") not in repr(known):
            del known[name]
    found = {"$schema": DRAFT, "title": title, **schema} | {"title": title}
    return found | ({"definitions": known} if known else {})


def written(schema: Schema, encoding: str = "utf-8") -> str:
    """The schema as the text of a file, always the same; what fits on a line stands on one."""
    return _lines(schema, 0, 0, encoding) + "\n"


def _lines(value: Any, depth: int, taken: int, encoding: str) -> str:
    """A value as JSON, which follows `taken` characters on its line."""
    line = json_text(value, encoding=encoding)
    if depth + taken + len(line) < WIDE or not isinstance(value, (dict, list)):
        return line
    inner = depth + 1
    if isinstance(value, dict):
        keys = {key: f"{json_text(key, encoding=encoding)}: " for key in value}
        parts = [said + _lines(value[key], inner, len(said), encoding) for key, said in keys.items()]
        before, after = "{}"
    else:
        parts = [_lines(one, inner, 0, encoding) for one in value]
        before, after = "[]"
    body = f",\n{' ' * inner}".join(parts if isinstance(value, dict) else _filled(parts, inner))
    return f"{before}\n{' ' * inner}{body}\n{' ' * depth}{after}"


def _filled(parts: Iterable[str], depth: int) -> list[str]:
    """The items of a list, as many on a line as there is room for."""
    rows: list[str] = []
    for part in parts:
        row = f"{rows[-1]}, {part}" if rows else part
        if rows and "\n" not in row and depth + len(row) < WIDE:
            rows[-1] = row
        else:
            rows.append(part)
    return rows
