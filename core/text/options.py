"""Options: numbers that rules state and contested rulings, each named, typed and documented.

A game declares them as fields of a frozen attrs class; the resolved instance is `rules.options`.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from ..base.brief import closest
from ..base.errors import PluginError, UsageError
from ..base.plugin_errors import declares

KEY = "tilewright.option"
SHOWN = 60
"""Most characters of a value that a message repeats."""


@attrs.frozen
class Option:
    """One option as users see it."""

    name: str
    type: str
    """`int`, `bool` or `text`."""
    default: int | bool | str
    values: tuple[int | bool | str, ...]
    """The allowed values; the lowest and the highest one if `ranged`."""
    ranged: bool
    rule: str
    """Id of the rule or ambiguity that it comes from."""
    doc: str
    module: str = ""
    known: tuple[str, ...] = ()
    """Texts that have a meaning in the shipped game, where a user's own data can give a meaning to others."""

    def read(self, text: object) -> int | bool | str:
        """The value that `text` (or a value of the right type) stands for; UsageError says what is allowed."""
        value: int | bool | str | None = None
        if self.type == "bool":
            value = {"true": True, "false": False}.get(str(text).lower())
        elif self.type == "int":
            try:
                value = int(str(text))
            except ValueError:
                value = None
        else:
            value = str(text)
        if value is not None:
            if self.ranged:
                low, high = self.values
                if int(low) <= int(value) <= int(high):
                    return value
            elif not self.values or value in self.values:
                return value
        said = str(text) if len(str(text)) <= SHOWN else f"{str(text)[:SHOWN]}..."
        raise UsageError(f"option {self.name}: '{said}' is not allowed; {self.allowed()}")

    def allowed(self) -> str:
        if self.ranged:
            return f"a whole number from {self.values[0]} to {self.values[1]} (default {self.default})"
        names = ["true", "false"] if self.type == "bool" else [str(v) for v in self.values]
        default = str(self.default).lower() if self.type == "bool" else self.default
        return f"one of {', '.join(names)} (default {default})"


@attrs.frozen
class Made:
    """A change that a module makes to an option of its game."""

    module: str
    before: int | bool | str
    """The value that it has without the module."""
    value: int | bool | str


def option(
    default: int | bool | str,
    *,
    rule: str,
    doc: str,
    values: Sequence[int | bool | str] = (),
    low: int = 0,
    high: int = 99,
    known: Sequence[str] = (),
) -> Any:
    """A field of an options class. Whole numbers take `low` to `high` unless `values` are listed.

    A field of a `Literal` type takes the values that the type names. `known` are texts worth trying where any text is
    allowed.
    """
    declares(
        "option(default)", "a whole number, true or false, or text", default, isinstance(default, int | str)
    )
    for what, text in (("rule", rule), ("doc", doc)):
        declares(f"option({what})", "text", text, isinstance(text, str))
    ranged = isinstance(default, int) and not isinstance(default, bool) and not values
    allowed = (low, high) if ranged else tuple(values)
    return attrs.field(default=default, metadata={KEY: (allowed, ranged, rule, doc, tuple(known))})


def declared(cls: type, module: str = "") -> list[Option]:
    """The options that an options class declares; a module's are named `MODULE.name`.

    PluginError if a default is not among the values that its option allows.
    """
    hints = get_type_hints(cls)
    found = []
    for field in attrs.fields(cls):
        allowed, ranged, rule, doc, known = field.metadata[KEY]
        kind = hints[field.name]
        if get_origin(kind) in (Union, types.UnionType):
            kind = get_args(kind)[0]
        if get_origin(kind) is Literal:
            named = get_args(kind)
            allowed, ranged, kind = (named if ranged or not allowed else allowed), False, type(named[0])
        word = "bool" if kind is bool else "int" if kind is int else "text"
        values = (True, False) if word == "bool" else allowed
        name = f"{module}.{field.name}" if module else field.name
        one = Option(name, word, field.default, values, ranged, rule, doc, module, known)
        try:
            one.read(field.default)
        except UsageError as error:
            said = f"{error}; change the default, or what option() allows, in {cls.__module__}"
            raise PluginError(f"the default is not allowed: {said}") from None
        found.append(one)
    return found


def typed(value: object) -> str:
    """Return the value of an option as people type it: `true`, `3`, `shared`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def unknown(what: str, name: str, known: Iterable[str]) -> UsageError:
    """An error for a name that does not exist, with the nearest one that does."""
    names = sorted(known)
    close = closest(name, names)
    hint = f"did you mean '{close}'?" if close else f"known: {', '.join(names) or 'none'}"
    return UsageError(f"there is no {what} '{name}'; {hint}")


def resolve(
    options: Sequence[Option],
    editions: Mapping[str, Mapping[str, object]],
    edition: str | None,
    given: Mapping[str, object],
) -> dict[str, int | bool | str]:
    """Values by option name: defaults, replaced by the edition's values, then by those given."""
    by_name = {o.name: o for o in options}
    values: dict[str, int | bool | str] = {o.name: o.default for o in options}
    if edition is not None:
        if edition not in editions:
            raise unknown("edition", edition, editions)
        for name, value in editions[edition].items():
            if name not in by_name:
                raise unknown(f"option (named by edition '{edition}')", name, by_name)
            values[name] = by_name[name].read(value)
    for name, value in given.items():
        if name not in by_name:
            raise unknown("option", name, by_name)
        values[name] = by_name[name].read(value)
    return values
