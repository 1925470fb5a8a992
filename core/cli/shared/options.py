"""The options that several commands take, each with its help."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any, cast

import typer

from ...base import limits
from ...base.errors import UsageError
from ...lab.study.settings import Setting, about, flag_of, setting_of
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
    options = {name: option(setting_of(command, name), name) for name in signature.parameters}
    return signature.replace(
        parameters=[
            one.replace(annotation=annotated[one.annotation, options[name]])
            for name, one in signature.parameters.items()
        ]
    )


Debug = Annotated[bool, typer.Option("--debug", envvar=DEBUG, help="Show tracebacks.")]
