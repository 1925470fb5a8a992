"""Values of the simplest types, read without the library by which typer reads all values.

That library takes 60 ms to import, a third of the time in which `tilewright play -h` answers. Whatever is not plainly
right here is read by typer, which says what is wrong with it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, get_args, get_origin

from typer import BadParameter
from typer.core import TyperCommand

_NUMBERS = {int: re.compile(r"-?[0-9]{1,15}"), float: re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")}


def plain(parameters: Any) -> Any:
    """Return parameters of typer, which read plain values by themselves from now on."""
    for one in parameters:
        if getattr(one, "_runtime_param", one) is None:  # where typer keeps how it reads the value
            one._runtime_param = PlainValue()
    return parameters


class PlainCommand(TyperCommand):
    """A command whose parameters, those that typer adds included, read plain values by themselves."""

    def get_params(self, ctx: Any) -> Any:
        return plain(super().get_params(ctx))

    def make_parser(self, ctx: Any) -> Any:
        """Return a parser that refuses a second value where only one can count; typer would take the last."""
        parser: Any = super().make_parser(ctx)
        for option in {*parser._long_opt.values(), *parser._short_opt.values()}:
            if option.action == "store" and not ctx.resilient_parsing:
                option.process = partial(_once, ctx, option, option.process)
        return parser


CHANGES = """all changes of a variant go into one text, {flag} "{first} {second}"; compare takes further variants by \
name: --variant NAME:{second}"""
JOINED = {
    "--a": CHANGES,
    "--b": CHANGES,
    "PANEL": """write them in one text, {flag} "{first},{second}" for one cast, {flag} "{first};{second}" for two""",
}
"""What to do with two values of an option, by its flag or its metavar."""


def _once(ctx: Any, option: Any, process: Callable[[Any, Any], None], value: Any, state: Any) -> None:
    """Let the parser take a value, unless another one was given before; the same again does no harm."""
    first = state.opts.get(option.dest, value)
    if first != value:
        flag, shown = option.obj.opts[-1], option.obj.metavar or ""
        several = "write them in one, {flag} {first},{second}" if "," in shown else "leave one of them out"
        told = JOINED.get(flag) or JOINED.get(shown) or several
        joined = told.format(flag=flag, first=first, second=value)
        ctx.fail(f"{flag} is given twice, as {first} and as {value}: {joined}")
    process(value, state)


class PlainValue:
    """Reads a value of a parameter, in place of what typer makes for it."""

    def coerce(self, value: Any, *, param: Any, **given: Any) -> Any:
        """Return the value with the type of the parameter."""
        many = param.multiple or param.nargs == -1
        if value is None:
            return () if many else None
        kind, said = param.type_descriptor.annotation, param.type_descriptor.parameter_info
        with suppress(ValueError, BadParameter):  # typer reads it once more then, and says what is wrong
            if not many:
                return _read(value, kind, said)
            if get_origin(kind) is list and isinstance(value, (list, tuple)):
                return [_read(one, get_args(kind)[0], said) for one in value]
        param._runtime_param = None
        return param.get_runtime_param().coerce(value, param=param, **given)


def _read(value: Any, kind: Any, said: Any) -> Any:
    """Return the value as this type; ValueError if typer has to look at it."""
    if said.parser is not None:
        return said.parser(value)
    if isinstance(value, str):
        if kind is str:
            return value
        if kind is bool and value in ("0", "1"):  # as environment variables say it
            return value == "1"
        if kind is Path and (not os.path.lexists(value) or os.access(value, os.R_OK)):
            return Path(value)
        if kind in _NUMBERS and _NUMBERS[kind].fullmatch(value):
            value = kind(value)
        elif isinstance(kind, type) and issubclass(kind, StrEnum):
            return kind(value)
    if kind in _NUMBERS and type(value) is kind and _within(value, said):
        return value
    raise ValueError


def _within(value: float, said: Any) -> bool:
    return (said.min is None or value >= said.min) and (said.max is None or value <= said.max)
