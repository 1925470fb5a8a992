"""The options that several commands take, each with its help."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from enum import StrEnum
from inspect import Parameter
from typing import Annotated, Any, cast

import attrs
import typer

from ...base import limits
from ...base.errors import UsageError
from ...lab.study.settings import Setting, about, flag_of, order_of, setting_of
from ...text.languages import languages

DEBUG = "TILEWRIGHT_DEBUG"
HOST, PORT = "127.0.0.1", 8137
"""The address of a table in the browser, unless another one is given."""


class Lang(StrEnum):
    """Languages of names and sentences."""

    _ignore_ = "one"
    for one in languages():
        vars()[one.upper()] = one


ENGLISH = Lang("en")


class HelpLevel(StrEnum):
    """Amount of help about moves before they are played."""

    full = "full"
    previews = "previews"
    none = "none"


def read_seed(text: str) -> int:
    """Return the seed that was typed."""
    try:
        return limits.seed(str(text))
    except UsageError as error:
        shown = text if len(str(text)) <= 40 else f"{str(text)[:37]}..."
        raise typer.BadParameter(f"'{shown}' is not a seed: {error}") from None


def number_of(what: str, such_as: str) -> Callable[[str], float]:
    """Return the function that reads a number, which may have a fraction, and says what it counts if it cannot."""

    def read(text: str) -> float:
        try:
            return float(text)
        except ValueError:
            shown = text if len(text) <= 40 else f"{text[:37]}..."
            raise typer.BadParameter(
                f"'{shown}' is not a number of {what}; write one such as {such_as}"
            ) from None

    return read


def option(one: Setting, name: str) -> Any:
    """Return what typer makes the flag or argument of a setting from; `name` is that of its field."""
    if one.positional:
        return typer.Argument(metavar=one.metavar, help=one.help, show_default=False)
    flag = one.flag or flag_of(name, one)
    first, *others = flag.split(", ")
    parser = read_seed if name == "seed" else number_of(*one.unit) if one.unit is not None else None
    return typer.Option(
        first,
        *others,
        metavar=one.metavar,
        help=one.help,
        min=one.least,
        max=one.most,
        parser=parser,
        envvar=one.variable,
        show_default="/" not in flag,
    )


def _named(function: Callable[..., Any]) -> str:
    """Return the name of a command in the file of settings: that of its file, and of the function if it is another."""
    file = function.__module__.rpartition(".")[2]
    return file if file == function.__name__ else f"{file}_{function.__name__}"


def helped(function: Callable[..., Any]) -> str:
    """Return the help of a command: its docstring, and what the file of settings says it is about."""
    return "\n\n".join(filter(None, (inspect.getdoc(function), about(_named(function)))))


def described(function: Callable[..., Any]) -> inspect.Signature:
    """Return the signature of a command with what the file of settings says of its parameters: flags, bounds, help."""
    command, annotated = _named(function), cast(Any, Annotated)
    signature = inspect.signature(function, eval_str=True)
    parameters = {
        name: one.replace(annotation=annotated[one.annotation, option(setting_of(command, name), name)])
        for name, one in signature.parameters.items()
    }
    ordered = dict.fromkeys([*order_of(command), *parameters])
    return signature.replace(parameters=[parameters[name] for name in ordered if name in parameters])


def spread(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command with the fields of each parameter that is a group of options in its place.

    Such a parameter has an instance of its class as its default: `RulesetWords`.
    """
    parameters = inspect.signature(function, eval_str=True).parameters
    kinds = {name: one.annotation for name, one in parameters.items() if attrs.has(type(one.default))}
    if not kinds:
        return function

    @functools.wraps(function)
    def run(**given: Any) -> Any:
        for name, kind in kinds.items():
            given[name] = kind(**{field.name: given.pop(field.name) for field in attrs.fields(kind)})
        return function(**given)

    found: list[Parameter] = []
    for name, one in parameters.items():
        if name not in kinds:
            found.append(one.replace(kind=Parameter.KEYWORD_ONLY))
            continue
        for field in attrs.fields(attrs.resolve_types(kinds[name])):
            kept = {"default": field.default, "annotation": field.type}
            found.append(Parameter(field.name, Parameter.KEYWORD_ONLY, **kept))
    run.__signature__ = inspect.Signature(found)  # type: ignore[attr-defined]
    return run


def flat(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a command with the fields of each class of options in its place."""
    found: dict[str, Any] = {}
    for name, one in given.items():
        found |= attrs.asdict(one, recurse=False) if attrs.has(type(one)) else {name: one}
    return found


Debug = Annotated[bool, typer.Option("--debug", envvar=DEBUG, help="Show tracebacks.")]
