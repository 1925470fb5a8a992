"""Flags made from a study's settings: a command whose first parameter is a request gets one for each of them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from inspect import Parameter
from pathlib import Path
from typing import Any, get_args, get_origin

import attrs

from ...lab.study.settings import Setting, flag_of, member_of, settings_of
from ..shared import common
from ..shared.options import spread

Command = Callable[..., None]


def request(function: Command) -> Command:
    """Give a command the flags of the request that is its first parameter, before its other parameters."""
    function = spread(function)
    (said, first), *others = inspect.signature(function, eval_str=True).parameters.items()
    kind: type = first.annotation
    hints = {one.name: member_of(one.type) for one in attrs.fields(kind)}
    settings = {name: one for name, one in settings_of(kind).items() if not one.plan_only}

    @functools.wraps(function)
    def run(**given: Any) -> None:
        values = {name: _value(name, one, hints[name], given.pop(name)) for name, one in settings.items()}
        function(**{said: kind(**values)}, **given)

    flags = [_flag(name, one, hints[name]) for name, one in settings.items()]
    flags += [own.replace(kind=Parameter.KEYWORD_ONLY) for _, own in others]
    run.__signature__ = inspect.Signature(flags)  # type: ignore[attr-defined]
    return run


def _flag(name: str, setting: Setting, member: Any) -> Parameter:
    """Return the parameter of a command for a setting."""
    kind, default = member | None, None
    if member is bool and setting.flag is None:
        kind, default = bool, False
    elif setting.path:
        kind = Path | None
    elif get_origin(member) is dict or setting.repeated:
        kind = list[str] | None
    elif get_origin(member) is list:
        kind = str | None
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def _value(name: str, setting: Setting, member: Any, given: Any) -> Any:
    """Return what was typed as the request has it; None if nothing was."""
    if given is None or (member is bool and setting.flag is None and not given):
        return None
    if name == "data":
        return common.folder(given)
    if setting.path:
        return str(given)
    if get_origin(member) is dict:
        return _named(flag_of(name, setting), setting, get_args(member)[1], given)
    if get_origin(member) is list:
        return (given if setting.repeated else common.names(given)) or None
    return given


def _named(flag: str, setting: Setting, kind: Any, given: Sequence[str]) -> dict[str, Any] | None:
    """Return words such as NAME=VALUE by name."""
    found: dict[str, Any] = {}
    for word in given:
        name, sign, text = (part.strip() for part in word.partition(setting.sign))
        value: str | float = text
        if kind is float:
            try:
                value = float(text)
            except ValueError:
                sign = ""
        if not sign or not name or (kind is not str and not text):
            raise common.usage(f"{flag} {word}: write it as {setting.form or setting.metavar}")
        if found.setdefault(name, value) != value:
            raise common.usage(common.twice(f"{flag} {name}", found[name], value))
    return found or None
