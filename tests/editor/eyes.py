"""YAML as editors see it (YAML 1.2, core schema), and what a schema says of it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import yaml
from jsonschema import Draft7Validator

from tilewright.core.editor.ruleset_schema import Known, known
from tilewright.core.rules import plugins

WORDS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
NOTHING = {"", "~", "null", "Null", "NULL"}
NUMBERS = (
    (re.compile(r"[-+]?[0-9]+"), int),
    (re.compile(r"0o[0-7]+"), lambda text: int(text[2:], 8)),
    (re.compile(r"0x[0-9a-fA-F]+"), lambda text: int(text[2:], 16)),
    (re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"), float),
)


class Reader(yaml.CSafeLoader):
    """Finds no types but those of the core schema; keys are texts."""


def single(text: str) -> Any:
    """What an unquoted value is to an editor."""
    if text in NOTHING:
        return None
    if text in WORDS:
        return WORDS[text]
    return next((make(text) for form, make in NUMBERS if form.fullmatch(text)), text)


def _scalar(reader: Reader, node: yaml.ScalarNode) -> Any:
    return node.value if node.style else single(node.value)


def _mapping(reader: Reader, node: yaml.MappingNode) -> dict[str, Any]:
    return {key.value: reader.construct_object(value, deep=True) for key, value in node.value}


Reader.yaml_implicit_resolvers = {}
Reader.add_constructor("tag:yaml.org,2002:str", _scalar)
Reader.add_constructor("tag:yaml.org,2002:map", _mapping)


def seen(text: str) -> Any:
    """The content of a YAML document."""
    return yaml.load(text, Reader)


def wrong(schema: dict[str, Any], text: str) -> list[str]:
    """What the schema refuses in a YAML document: each with its place; the schema itself is valid."""
    return flagged(schema, seen(text))


def flagged(schema: dict[str, Any], content: Any) -> list[str]:
    """What the schema, which is valid, refuses in plain data."""
    if id(schema) not in _VALIDATORS:
        Draft7Validator.check_schema(schema)
        _VALIDATORS[id(schema)] = Draft7Validator(schema)  # which keeps the schema
    found = _VALIDATORS[id(schema)].iter_errors(content)
    return [f"{'.'.join(map(str, one.absolute_path))}: {one.message}" for one in found]


_VALIDATORS: dict[int, Draft7Validator] = {}


@cache
def of_game(game: str) -> Known:
    """The game with all that comes with it."""
    names = sorted(name for name in plugins.found("module") if name.startswith(f"{game}."))
    return known(game, [name.partition(".")[2] for name in names])
