"""Plain values of data files, part by part: what stands at a path, the same with another value there, and its type."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NewType, TypeAlias, Union, get_args, get_origin

import attrs

from ..text.strict import LISTS
from ..text.yaml import Path, label

Plain: TypeAlias = Any
"""A value of a data file as it is read: a text, None, or lists and mappings of them."""


class Gone:
    """The value of a place that has none."""

    def __repr__(self) -> str:
        return "GONE"


GONE = Gone()


# -- values --------------------------------------------------------------------------------------------------------


def at(content: Plain, path: Path) -> Plain:
    """Return the value at the path; GONE if there is none."""
    for step in path:
        if isinstance(content, list):
            if not isinstance(step, int) or not 0 <= step < len(content):
                return GONE
        elif not isinstance(content, dict) or step not in content:
            return GONE
        content = content[step]
    return content


def put(content: Plain, path: Path, value: Plain) -> Plain:
    """The content with this value at the path, or with nothing there for GONE; the one given stays as it is.

    In a list, GONE closes the gap, and a value behind the last item is added. LookupError if the path leads nowhere.
    """
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(content, list) and isinstance(step, int) and 0 <= step <= len(content):
        items = list(content)
        if rest or step < len(items):
            if step == len(items):
                raise LookupError(step)
            made = put(items[step], rest, value) if rest else value
            items[step : step + 1] = [] if made is GONE else [made]
        elif value is not GONE:
            items.append(value)
        return items
    if isinstance(content, dict) and isinstance(step, str) and (not rest or step in content):
        found = dict(content)
        made = put(found[step], rest, value) if rest else value
        if made is GONE:
            found.pop(step, None)
        else:
            found[step] = made
        return found
    raise LookupError(step)


def placed(content: Plain, path: Path, before: int, value: Plain) -> Plain:
    """The content with the value inserted into the list at the path, before its item of this number."""
    items = at(content, path)
    if not isinstance(items, list) or not 0 <= before <= len(items):
        raise LookupError(before)
    return put(content, path, [*items[:before], value, *items[before:]])


def same(items: Sequence[Plain], item: Plain, number: int) -> Plain:
    """The item of a list that is the same thing: of its name, or without names of its number. GONE if there is none."""
    name = label(item)
    if name:
        return next((one for one in items if label(one) == name), GONE)
    return items[number] if number < len(items) and not label(items[number]) else GONE


def as_text(value: Plain) -> str:
    """Return a text as it is; "" for anything else."""
    return value if isinstance(value, str) else ""


def as_list(value: Plain) -> list[Plain]:
    """Return a list as it is; an empty one for anything else."""
    return value if isinstance(value, list) else []


def as_mapping(value: Plain) -> dict[str, Plain]:
    """Return a mapping as it is; an empty one for anything else."""
    return value if isinstance(value, dict) else {}


# -- their types ---------------------------------------------------------------------------------------------------


def settled(kind: Any, value: Plain) -> Any:
    """The type without names for it, and of a union the member that has the shape of the value."""
    while isinstance(kind, NewType) or get_origin(kind) is Annotated:
        kind = kind.__supertype__ if isinstance(kind, NewType) else get_args(kind)[0]
    if get_origin(kind) in (Union, types.UnionType):
        members = [one for one in get_args(kind) if one is not type(None)]
        fitting = [one for one in members if _shape(one) is type(value)]
        return settled((fitting or members)[0], value)
    return kind


def _shape(kind: Any) -> type:
    base = get_origin(kind) or kind
    if base in (dict, Mapping) or attrs.has(base):
        return dict
    return list if base in LISTS else str


def record(kind: Any, value: Plain = None) -> type | None:
    """The attrs class that the value is to be; None if it is something else."""
    found = settled(kind, value)
    base = get_origin(found) or found
    return base if isinstance(base, type) and attrs.has(base) else None


def fields(kind: type) -> dict[str, Any]:
    """The fields of an attrs class that files give, by key."""
    attrs.resolve_types(kind)
    return {field.name.removesuffix("_"): field for field in attrs.fields(kind) if field.init}


def item(kind: Any, step: str | int = 0) -> Any:
    """The type of what stands at this step inside a value of the type; Any if nothing is known of it."""
    base, inner = get_origin(kind) or kind, get_args(kind)
    if base is tuple and inner and inner[-1] is not ...:
        return inner[step] if isinstance(step, int) and step < len(inner) else Any
    if base in LISTS:
        return inner[0] if inner else Any
    if base in (dict, Mapping):
        return inner[1] if inner else Any
    if isinstance(base, type) and attrs.has(base):
        field = fields(base).get(str(step))
        return field.type if field is not None else Any
    return Any


def inside(kind: Any, value: Plain) -> Iterator[tuple[str | int, Any, Plain]]:
    """Yield every step into the value, with the type and the value there."""
    kind = settled(kind, value)
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, one in steps:
        yield step, item(kind, step), one


def kind_at(kind: Any, content: Plain, path: Path) -> Any:
    """The type of what stands at the path."""
    for step in path:
        kind = item(settled(kind, content), step)
        content = at(content, (step,))
    return settled(kind, content)


def tidy(content: Plain) -> Plain:
    """The content with each text of several lines as files have it: no blanks at ends, one break after all."""
    if isinstance(content, str) and "\n" in content:
        lines = [line.rstrip() for line in content.rstrip().split("\n")]
        return "\n".join(lines) + "\n"
    if isinstance(content, list):
        return [tidy(one) for one in content]
    if isinstance(content, dict):
        return {key: tidy(one) for key, one in content.items()}
    return content


def all_text(content: Plain, depth: int = 20) -> bool:
    """True if it consists of texts, None, lists and mappings with texts as keys, and is not nested deeper than this."""
    if content is None or isinstance(content, str):
        return True
    if depth and isinstance(content, list):
        return all(all_text(one, depth - 1) for one in content)
    return (
        depth > 0
        and isinstance(content, dict)
        and all(isinstance(key, str) and all_text(one, depth - 1) for key, one in content.items())
    )
