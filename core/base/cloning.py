"""Clones: one function for each class, compiled once from the types of its fields.

    class Sky(Copyable):                      copy = new(self.__class__)
        rain: int                             copy.rain = self.rain
        clouds: list[int]            ->       copy.clouds = self.clouds.copy()
        winds: list[dict[int, int]]           copy.winds = [x.copy() for x in self.winds]
                                              return copy

Immutable values such as numbers, texts and tuples are shared. Lists, sets and dicts are copied, down to immutable
values; any other object must have a `clone`. A field declared `shared` is copied at the top level only: many clones
share its items.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from types import NoneType, UnionType
from typing import Any, Literal, Self, Union, get_args, get_origin, get_type_hints

import attrs

SHARED = "tilewright.shared"
"""Metadata key of a field that is copied at the top level only."""
_IMMUTABLE = (int, float, str, bool, bytes, complex, NoneType, tuple, frozenset, range)


class Copyable:
    """An attrs class with a `clone` that follows from its fields: states, and modules' parts of them.

    A class that needs something else overrides `clone`; `super().clone()` returns a copy with every field.
    """

    __slots__ = ()

    def clone(self) -> Self:
        """An equal object that shares nothing mutable. TypeError for a field that cannot be copied."""
        return _compiled(type(self))(self)  # type: ignore[no-any-return]

    @classmethod
    def __attrs_init_subclass__(cls) -> None:
        # Fields' types may name classes that are defined later, so the first clone compiles the function.
        inherited = next(vars(kind)["clone"] for kind in cls.__mro__ if "clone" in vars(kind))
        if inherited is not Copyable.clone and not hasattr(inherited, GENERATED):
            return

        def first(self: Any) -> Any:
            made = _compiled(cls)
            setattr(cls, "clone", made)  # noqa: B010 - a type checker takes methods for constants
            return made(self)

        setattr(first, GENERATED, True)
        setattr(cls, "clone", first)  # noqa: B010


GENERATED = "tilewright_generated"
_COMPILED: dict[type, Callable[[Any], Any]] = {}
"""A memo of functions that follow from declarations, which never change; it is not part of any match."""


def _compiled(kind: type) -> Callable[[Any], Any]:
    """The function that clones objects of exactly this attrs class, field by field."""
    if kind in _COMPILED:
        return _COMPILED[kind]
    types = hints(kind)
    lines = ["def clone(self):"]
    # `super().clone()` in a subclass comes here, and has to copy the fields of the subclass as well.
    lines += ["    if self.__class__ is not kind:", "        return compiled(self.__class__)(self)"]
    lines += ["    copy = new(kind)"]
    for field in attrs.fields(kind):
        # A state's ruleset never changes and is shared by all matches.
        value, where = f"self.{field.name}", f"{kind.__name__}.{field.name}"
        if field.name != "rules":
            value = _copy(types[field.name], value, field.metadata.get(SHARED, False), where)
        lines.append(f"    copy.{field.name} = {value}")
    lines.append("    return copy")
    made: dict[str, Any] = {"new": object.__new__, "kind": kind, "compiled": _compiled}
    exec("\n".join(lines), made)  # names and types of an attrs class alone
    found: Callable[[Any], Any] = made["clone"]
    setattr(found, GENERATED, True)
    _COMPILED[kind] = found
    return found


def _copy(kind: Any, value: str, shared: bool, where: str, depth: int = 0) -> str:
    """The expression that copies `value`, which is of this type."""
    if immutable(kind):
        return value
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if origin in (list, set, dict):
        item = inner[-1] if inner else Any
        if shared or immutable(item):
            return f"{value}.copy()"
        name = f"item{depth}"
        copied = _copy(item, name, False, where, depth + 1)
        if origin is dict:
            return f"{{key: {copied} for key, {name} in {value}.items()}} if {value} else {{}}"
        return (
            f"[{copied} for {name} in {value}]" if origin is list else f"{{{copied} for {name} in {value}}}"
        )
    if shared:
        return value
    if kind is Any or callable(getattr(origin, "clone", None)):
        return f"{value}.clone()"
    name = getattr(kind, "__name__", kind)
    raise TypeError(
        f"{where}: a value of type {name} cannot be copied; give its class a `clone`, or use numbers"
    )


def immutable(kind: Any) -> bool:
    """True if no value of this type can change."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal or kind is None:
        return True
    if origin in (Union, UnionType):
        return all(map(immutable, inner))
    if origin in (tuple, frozenset):
        return all(immutable(one) for one in inner if one is not ...)
    kind = origin or kind
    if not isinstance(kind, type):
        return False
    return issubclass(kind, (*_IMMUTABLE, enum.Enum)) or (attrs.has(kind) and attrs.inspect(kind).is_frozen)


_HINTS: dict[type, dict[str, Any]] = {}


def hints(kind: type) -> dict[str, Any]:
    """The types of a class's fields. TypeError names a type that cannot be resolved in the class's module."""
    # A memo of declarations, which never change; this is not part of any match.
    if kind not in _HINTS:
        # The ruleset is imported for typing only: it stands above everything that a state is made of.
        try:
            _HINTS[kind] = get_type_hints(kind, localns={"Rules": Any})
        except NameError as error:
            said = f"{kind.__name__}: a field's type needs {error.name}, which must be imported at run time as well"
            raise TypeError(said) from error
    return _HINTS[kind]
