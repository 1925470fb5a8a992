"""A record of a data file as a form: what each value may be, from the types of the classes that the file is read as."""

from __future__ import annotations

import enum
import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin

import attrs

from ..editor import docstrings
from ..text.languages import languages
from ..text.messages import Texts
from ..text.strict import LISTS
from ..text.yaml import Path
from .claims import ORIGIN
from .drawing import CHOICES, PRESETS, Desk
from .plain_values import Plain, fields, inside, item, record, settled

Sort: TypeAlias = Literal[
    "text", "block", "whole", "decimal", "truth", "choice", "list", "record", "mapping", "texts"
]
SINGLE: Mapping[Any, Sort] = {int: "whole", float: "decimal", bool: "truth"}


@attrs.frozen(kw_only=True)
class FormField:
    """One place of a form."""

    path: Path
    """Its place in the file."""
    key: str
    """Its key, or the number of an item."""
    title: str
    """Its key in words: `copies provenance`."""
    doc: str = ""
    """What it says, from the docstring of its class."""
    kind: Sort
    """`block` is text of several lines, `texts` are texts by language."""
    value: Plain = None
    choices: Sequence[tuple[str, str]] = ()
    """The values that it, or each of its items, can have, with words for them."""
    children: Sequence[FormField] = ()
    required: bool = True
    """False if it can be left out."""
    missing: bool = False
    """True if it is left out now; `value` is then what takes its place."""
    presets: Sequence[tuple[str, Plain]] = ()
    """Of a list: what an item can begin as, in words, and that item."""
    blank: Plain = None
    """Of a list or a mapping: a new item with nothing in it yet."""
    fixed: bool = False
    """True if it has as many items as its type says, such as a pair."""


def form(kind: Any, value: Plain, path: Path, desk: Desk) -> FormField:
    """The form of a value of this type at the path."""
    return _field(kind, value, path, desk, {})


def _field(
    kind: Any, value: Plain, path: Path, desk: Desk, metadata: Mapping[str, Any], **more: Any
) -> FormField:
    key = str(path[-1]) if path else ""
    given: dict[str, Any] = {"path": path, "key": key, "title": key.replace("_", " "), "value": value, **more}
    choices = _choices(kind, desk, metadata)
    if kind == Texts:
        told = value if isinstance(value, dict) else {}

        def text(lang: str) -> FormField:
            own, needed = (*path, lang), lang == "en"
            return FormField(
                path=own, key=lang, title=lang, kind="text", value=told.get(lang), required=needed
            )

        return FormField(kind="texts", children=[*map(text, languages())], **given)
    kind = settled(kind, value)
    base = get_origin(kind) or kind
    found = record(kind, value)
    if found is not None:
        return FormField(kind="record", children=[*_fields(found, value, path, desk)], **given)
    if base in LISTS:
        inner = get_args(kind)
        children = [_field(one, part, (*path, step), desk, {}) for step, one, part in inside(kind, value)]
        children = [attrs.evolve(child, choices=choices) if choices else child for child in children]
        presets = metadata[PRESETS](desk) if PRESETS in metadata else ()
        return FormField(
            kind="list",
            children=children,
            choices=choices,
            presets=presets,
            blank=next(iter(choices), (None,))[0] if choices else blank(item(kind)),
            fixed=base is tuple and bool(inner) and inner[-1] is not ...,
            **given,
        )
    if base in (dict, Mapping):
        children = [_field(one, part, (*path, step), desk, {}) for step, one, part in inside(kind, value)]
        keys = _literals(get_args(kind)[0]) if get_args(kind) else []
        return FormField(kind="mapping", children=children, choices=keys, blank=blank(item(kind)), **given)
    if choices:
        return FormField(kind="choice", choices=choices, **given)
    several = isinstance(value, str) and "\n" in value
    return FormField(kind=SINGLE.get(base, "block" if several else "text"), **given)


def _fields(kind: type, value: Plain, path: Path, desk: Desk) -> Iterator[FormField]:
    about, content = docstrings.of_fields(kind), value if isinstance(value, dict) else {}
    for key, field in fields(kind).items():
        missing = key not in content
        now = _plain(field.default) if missing else content[key]
        more = {"doc": about.get(field.name, ""), "required": field.default is attrs.NOTHING}
        yield _field(field.type, now, (*path, key), desk, field.metadata, missing=missing, **more)


def _choices(kind: Any, desk: Desk, metadata: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
    """The values that a place can have; of a list, those of its items."""
    if CHOICES in metadata:
        return [*metadata[CHOICES](desk).items()]
    kind = settled(kind, "")
    if (get_origin(kind) or kind) in LISTS and get_args(kind):
        kind = settled(get_args(kind)[0], "")
    return _literals(kind)


def _literals(kind: Any) -> list[tuple[str, str]]:
    if get_origin(kind) is Literal:
        return [(str(one), str(one) or "-") for one in get_args(kind)]
    if isinstance(kind, enum.EnumType):
        members: Iterator[Any] = iter(kind)
        return [(str(member.value), str(member.value)) for member in members]
    return []


def _plain(default: Any) -> Plain:
    """The default of a field as a file would have it; None where there is none, or one that is made anew."""
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, enum.Enum):
        return str(default.value)
    return str(default) if isinstance(default, (int, float, str)) else None


def blank(kind: Any) -> Plain:
    """A value of the type with nothing in it yet: what has to be given is empty, what need not be is left out."""
    optional = get_origin(kind) in (Union, types.UnionType)
    kind = settled(kind, {})
    base = get_origin(kind) or kind
    found = record(kind, {})
    if found is not None:
        made: dict[str, Plain] = {}
        for key, field in fields(found).items():
            if key == ORIGIN or key.endswith(f"_{ORIGIN}"):
                made[key] = "owner"
            elif field.default is attrs.NOTHING:
                made[key] = {"en": ""} if field.type == Texts else blank(field.type)
        return made
    if base in LISTS:
        inner = get_args(kind)
        fixed = base is tuple and inner and inner[-1] is not ...
        return [blank(one) for one in inner] if fixed else []
    if base in (dict, Mapping):
        return {}
    literals = _literals(kind)
    if literals:
        return literals[0][0]
    return None if optional else {int: "0", float: "0", bool: "false"}.get(base, "")
