"""Keyword arguments as a request: a function of the laboratory takes every setting that its plan files have.

The settings are declared once, in `lab.study.settings`, and what is given is checked as a plan file is.
"""

from __future__ import annotations

import inspect
import shlex
from collections.abc import Callable, Mapping, Set
from os import PathLike, fspath
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from ..base.errors import UsageError
from ..lab.games.variants import typed
from ..lab.study.requests import StudyRequest
from ..lab.study.settings import Setting, key_of, member_of, settings_of
from ..text.strict import EXACT, Slips, near, structure

A = TypeVar("A")
F = TypeVar("F", bound=Callable[..., Any])


def keywords(kind: type) -> dict[str, str]:
    """Return the fields of a request by the name of their argument."""
    return {setting.argument or name: name for name, setting in settings_of(kind).items()}


def takes(kind: type) -> Callable[[F], F]:
    """Give the function, which takes any keyword, the signature with those of the request."""

    def signed(function: F) -> F:
        own = inspect.signature(function, eval_str=True)
        hints = get_type_hints(kind)
        named = [one for one in own.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        said = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=hints[field])
            for name, field in keywords(kind).items()
            if name not in own.parameters
        ]
        function.__signature__ = own.replace(parameters=[*named, *said])  # type: ignore[attr-defined]
        return function

    return signed


def request(kind: type[A], function: str, given: Mapping[str, Any]) -> A:
    """Make the request; UsageError names the argument that is unknown or wrong. None is not given."""
    known, settings = keywords(kind), settings_of(kind)
    hints = get_type_hints(kind)
    said: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            raise UsageError(f"{function} has no argument '{name}'{near(name, known)}")
        if value is not None:
            field = known[name]
            said[key_of(field)] = _plain(value, hints[field], settings[field])
    try:
        return structure(said, kind, EXACT)
    except Slips as slips:
        names = {key_of(field): name for name, field in known.items()}
        raise UsageError(
            "; ".join(
                f"{'.'.join([names[str(one.path[0])], *map(str, one.path[1:])])}: {one.message}"
                for one in slips.slips
            )
        ) from None


def _plain(value: Any, kind: Any, setting: Setting) -> Any:
    """Return the value as a plan file would have it: lists for what can be listed, text for values of options."""
    if setting.changes and isinstance(value, Mapping):
        named = get_origin(member_of(kind)) is dict
        return {str(name): _changes(one) for name, one in value.items()} if named else _changes(value)
    member = member_of(kind)
    wanted = get_origin(member) or member
    if wanted is str:
        return fspath(value) if isinstance(value, PathLike) else value
    if wanted is list:
        if isinstance(value, str) and not setting.repeated:
            return [word.strip() for word in value.split(",") if word.strip()]
        return [value] if isinstance(value, str) else _listed(value)
    if wanted is float:
        return _decimal(value)
    if wanted is dict and isinstance(value, Mapping):
        return {str(key): _entry(one, get_args(member)[1]) for key, one in value.items()}
    return _number(value)


def _changes(value: Any) -> Any:
    """Return the words of a variant."""
    if not isinstance(value, Mapping):
        return value
    words = []
    for key, one in value.items():
        values = _listed(one)
        text = ",".join(map(typed, values)) if isinstance(values, list) else typed(values)
        words.append(shlex.quote(f"{key}={text}"))
    return " ".join(words)


def _entry(value: Any, kind: Any) -> Any:
    if kind is float:
        return _decimal(value)
    if kind is not str and not isinstance(value, str):
        return [typed(one) for one in _listed(value)] if _many(value) else value
    return typed(value)


def _many(value: Any) -> bool:
    return isinstance(value, (list, tuple, range, Set)) or hasattr(value, "tolist")


def _listed(value: Any) -> Any:
    """Return a row of values as a list; anything else stays as it is, to be refused."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    return list(value) if _many(value) else value


def _decimal(value: Any) -> Any:
    """Return a whole number as one that may have a fraction."""
    number = _number(value)
    return float(number) if type(number) is int else number


def _number(value: Any) -> Any:
    """Return a number of another library as an ordinary one."""
    return value.item() if hasattr(value, "item") and not _many(value.item()) else value


def called(function: str, asked: StudyRequest, seed: int) -> str:
    """Return the call that repeats what was asked, with this seed."""
    said = {name: getattr(asked, field) for name, field in keywords(type(asked)).items()} | {"seed": seed}
    words = ", ".join(f"{name}={value!r}" for name, value in said.items() if value is not None)
    return f"tilewright.{function}({words})"
