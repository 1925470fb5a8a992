"""Turns plain values from YAML and JSON into typed classes, strictly: nothing is converted by accident.

In YAML all values are text: a whole number only if it looks like `-?[0-9]+`, a truth value only if it is `true` or
`false`. In JSON (`exact`) they have their types, and a truth value is not a number. Unknown keys are refused. All
mistakes are collected, so that a file can be fixed in one go. A field whose name is a Python keyword ends with an
underscore (`from_`), its key does not (`from`).
"""

from __future__ import annotations

import difflib
import enum
import re
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import attrs
from cattrs import Converter
from cattrs.errors import (
    BaseValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)

from ..base.brief import COMPARED, closest
from ..base.errors import Problem
from ..base.limits import DIGITS
from .languages import choices
from .yaml import Path

T = TypeVar("T")

NUMBERS = {
    int: (re.compile(f"-?[0-9]{{1,{DIGITS}}}"), "a whole number"),
    float: (re.compile(rf"-?[0-9]{{1,{DIGITS}}}(\.[0-9]{{1,{DIGITS}}})?"), "a number"),
}
WORDS = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "a mapping",
    type(None): "nothing",
}
LISTS = (list, tuple, set, frozenset, Sequence, Set)


@attrs.frozen
class Slip:
    """One mistake at `path`: of the key itself if `at_key`, otherwise of its value."""

    path: Path
    message: str
    at_key: bool = False

    def __str__(self) -> str:
        place = ".".join(map(str, self.path))
        return f"{place}: {self.message}" if place else self.message

    def problem(self, file: str, *inside: str, line: int = 1) -> Problem:
        """The mistake in a line of a file, in the part of it that is named."""
        return Problem(file, line, 1, ".".join(map(str, (*inside, *self.path))), self.message)


class Slips(Exception):
    """All mistakes in a value that was to be structured."""

    def __init__(self, slips: list[Slip]) -> None:
        self.slips = slips
        super().__init__("; ".join(map(str, slips[:3])) + (" ..." if len(slips) > 3 else ""))

    def __reduce__(self) -> tuple[Any, ...]:
        return Slips, (self.slips,)


class BadKey(ValueError):
    """The key of a mapping is wrong, not its value."""


def structure(value: Any, kind: type[T], converter: Converter | None = None) -> T:
    """`value`, from YAML if no converter says otherwise, as a `kind`; raises Slips with every mistake."""
    try:
        return (converter or CONVERTER).structure(value, kind)
    except Exception as error:
        raise Slips(list(_slips(error, ()))) from None


MANY = 20
"""With more known names than this, a message lists only the nearest, if all are listed elsewhere."""


def near(name: object, known: Iterable[object], listed: str = "") -> str:
    """`; did you mean 'road'?`, or the list of known names; it follows "'raod' is unknown" in a message.

    Of many names it gives the nearest, and `listed`, which says where all are listed.
    """
    names = [str(one) for one in known]
    close = closest(str(name), names)
    if close:
        return f"; did you mean {close!r}?"
    if listed and len(names) > MANY:
        nearest = difflib.get_close_matches(str(name)[:COMPARED], names, 3, 0.4)
        return (f"; the nearest are {', '.join(nearest)}" if nearest else "") + f"; {listed}"
    return f"; known: {', '.join(names)}" if names else "; none are known"


def _got(value: object) -> str:
    """The value as messages show it."""
    if not isinstance(value, str):
        return WORDS.get(type(value), type(value).__name__)
    return repr(value if len(value) <= 40 else f"{value[:37]}...")


def _scalar(value: Any, kind: Any) -> Any:
    if kind is str and isinstance(value, str):  # as most values are
        return value
    if _origin(kind) is Literal:
        return _choice(value, {str(choice): choice for choice in get_args(kind)})
    if issubclass(kind, enum.Enum):
        return _choice(value, {str(member.value): member for member in kind})
    if kind is bool:
        return _choice(value, {"true": True, "false": False})
    pattern, wanted = NUMBERS.get(kind, (None, "text"))
    if not isinstance(value, str) or (pattern and not pattern.fullmatch(value)):
        raise ValueError(f"expected {wanted}, got {_got(value)}")
    return kind(value)


def exact(value: Any, kind: Any) -> Any:
    """A number, text or truth value from JSON as it stands; ValueError if it is of another type."""
    if _origin(kind) is Literal or isinstance(kind, enum.EnumType):
        choices = get_args(kind) or tuple(kind)
        for choice in choices:
            plain = choice.value if isinstance(choice, enum.Enum) else choice
            if type(plain) is type(value) and plain == value:
                return choice
        raise ValueError(f"{_got(value)} is not allowed{near(value, choices)}")
    if type(value) is not kind and not (kind is float and type(value) is int):
        raise ValueError(f"expected {WORDS[kind]}, got {_got(value)}")
    return value


def _open_choice(value: Any, kind: Any) -> Any:
    known = choices(kind)
    return value if value in known else _choice(value, dict(zip(known, known, strict=True)))


def _choice(value: Any, choices: Mapping[str, Any]) -> Any:
    if not isinstance(value, str):
        raise ValueError(f"expected one of {', '.join(choices)}, got {_got(value)}")
    if value not in choices:
        raise ValueError(f"{_got(value)} is not allowed{near(value, choices)}")
    return choices[value]


def _sequence(converter: Converter, value: Any, kind: Any) -> Any:
    if not isinstance(value, list):
        raise ValueError(f"expected a list, got {_got(value)}")
    base, inner = _origin(kind), get_args(kind) or (Any, ...)
    fixed = base is tuple and inner[-1] is not ...
    if fixed and len(value) != len(inner):
        raise ValueError(f"expected {len(inner)} items, got {len(value)}")
    hooks = [(converter.get_structure_hook(one), one) for one in inner if one is not ...]
    done: list[Any] = []
    errors: list[Exception] = []
    for at, item in enumerate(value):
        hook, wanted = hooks[at if fixed else 0]
        try:
            one = hook(item, wanted)
            if issubclass(base, Set) and one in done:
                raise ValueError(f"{_got(item)} is given twice")
            done.append(one)
        except Exception as error:
            errors.append(_noted(error, at))
    if errors:
        raise IterableValidationError("in a list", errors, kind)
    return done if base is list else tuple(done) if base in (tuple, Sequence) else frozenset(done)


def _mapping(converter: Converter, value: Any, kind: Any) -> dict[Any, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"expected a mapping, got {_got(value)}")
    key_kind, item_kind = get_args(kind) or (str, Any)
    key_hook = CONVERTER.get_structure_hook(key_kind)  # text in JSON, too
    item_hook = converter.get_structure_hook(item_kind)
    done: dict[Any, Any] = {}
    errors: list[Exception] = []
    for key, item in value.items():
        try:
            name = key_hook(key, key_kind)
            if name in done:
                raise ValueError(f"key {key!r} is given twice")
        except ValueError as error:
            errors.append(_noted(BadKey(str(error)), key))
            name = key
        try:
            done[name] = item_hook(item, item_kind)
        except Exception as error:
            errors.append(_noted(error, key))
    if errors:
        raise IterableValidationError("in a mapping", errors, kind)
    return done


def _union(converter: Converter, shape: Callable[[Any], type], value: Any, kind: Any) -> Any:
    """The member of a union that has the shape of `value`: text, a list or a mapping, in JSON also a number."""
    members = get_args(kind)
    if value is None and type(None) in members:
        return None
    fitting = [member for member in members if shape(member) in (type(value), object)]
    if not fitting:
        wanted = dict.fromkeys(WORDS[shape(member)] for member in members if member is not type(None))
        raise ValueError(f"expected {' or '.join(wanted)}, got {_got(value)}")
    for member in fitting[:-1]:
        try:
            return converter.structure(value, member)
        except (ValueError, BaseValidationError):
            continue
    return converter.structure(value, fitting[-1])


def _origin(kind: Any) -> Any:
    return get_origin(kind) or kind


def _shape(kind: Any) -> type:
    base = _origin(kind)
    if base is Any:
        return object
    if base is type(None):
        return type(None)
    return dict if base in (dict, Mapping) or attrs.has(base) else list if base in LISTS else str


def exact_shape(kind: Any) -> type:
    """The type that a value of this kind has in JSON."""
    return kind if kind in (int, float, bool) else _shape(kind)


def _class(kind: Any, converter: Converter) -> Any:
    # Not `make_dict_structure_fn`: it compiles a function for each class, and most files have few objects of each.
    attrs.resolve_types(kind)
    fields = {_key(one): one for one in attrs.fields(kind) if one.init}

    def build(value: Any, _: Any) -> Any:
        if not isinstance(value, dict):
            raise ValueError(f"expected a mapping, got {_got(value)}")
        given: dict[str, Any] = {}
        errors: list[Exception] = []
        for key, field in fields.items():
            try:
                if key in value or field.default is attrs.NOTHING:
                    given[field.alias] = converter.get_structure_hook(field.type)(value[key], field.type)
            except Exception as error:
                errors.append(_noted(error, key))
        if unknown := value.keys() - fields:
            errors.append(ForbiddenExtraKeysError("", kind, unknown))
        if errors:
            raise IterableValidationError("in a mapping", errors, kind)
        return kind(**given)

    return build


def _key(field: attrs.Attribute[Any]) -> str:
    return field.name.removesuffix("_")


def _noted(error: Exception, step: str | int) -> Exception:
    error.add_note(IterableValidationNote(f"at {step}", step, None))
    return error


def _slips(error: BaseException, path: Path) -> Iterator[Slip]:
    if isinstance(error, IterableValidationError):
        noted, bare = error.group_exceptions()
        for inner, note in noted:
            yield from _slips(inner, (*path, note.index))
        for inner in bare:
            yield from _slips(inner, path)
    elif isinstance(error, ForbiddenExtraKeysError):
        known = [_key(field) for field in attrs.fields(error.cl) if field.init]
        for key in sorted(error.extra_fields):
            yield Slip((*path, key), f"unknown key{near(key, known)}", at_key=True)
    elif isinstance(error, KeyError) and path:
        yield Slip(path[:-1], f"key {str(path[-1])!r} is missing")
    elif isinstance(error, ValueError):
        yield Slip(path, str(error.args[0]) if error.args else "not allowed", isinstance(error, BadKey))
    else:
        raise error  # a mistake in a program, not in a file


def converter(
    scalar: Callable[[Any, Any], Any] = _scalar, shape: Callable[[Any], type] = _shape
) -> Converter:
    """A strict converter whose numbers, texts and truth values are read by `scalar`."""
    made = Converter(forbid_extra_keys=True)
    for kind in (str, int, float, bool):
        made.register_structure_hook(kind, scalar)
    made.register_structure_hook_factory(attrs.has, partial(_class, converter=made))
    made.register_structure_hook_func(lambda k: isinstance(k, enum.EnumType), scalar)
    made.register_structure_hook_func(lambda k: _origin(k) is Literal, scalar)
    made.register_structure_hook_func(lambda k: bool(choices(k)), _open_choice)
    made.register_structure_hook_func(lambda k: _origin(k) in LISTS, partial(_sequence, made))
    made.register_structure_hook_func(lambda k: _origin(k) in (dict, Mapping), partial(_mapping, made))
    unions = partial(_union, made, shape)
    made.register_structure_hook_func(lambda k: _origin(k) in (Union, types.UnionType), unions)
    return made


CONVERTER = converter()
"""For YAML. Built once; a class is prepared when it is first used."""
EXACT = converter(exact, exact_shape)
"""For JSON."""
