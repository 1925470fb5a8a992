"""The commands of the command line by name, each imported and put together when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from typing import Any

import typer
import typer.main

from ...lab.study.settings import commands, groups
from . import common
from .plain_values import PlainCommand

STYLE: dict[str, Any] = {"pretty_exceptions_enable": False, "rich_markup_mode": None, "add_completion": False}


class LazyCommands(Mapping[str, Any]):
    """The commands that data/core/settings.toml lists for one group, or for none, in the order of the help."""

    def __init__(self, group: str, kind: Any, then: Callable[[Any], None]) -> None:
        """`kind` is the class of a group of commands; `then` is called with what a command returns."""
        self._known: dict[str, Callable[[], Any]] = {}
        self.under: dict[str, str] = {}
        """The heading of each in the help."""
        for place, told in commands().items():
            name = told.get("group", "")
            if name == group:
                name = _name(place)
                self._known[name] = partial(_command, place, told, then)
            elif not group:
                self._known.setdefault(name, partial(_group, name, groups()[name], kind))
            self.under[name] = "Commands" if group else told["under"]
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            self._made[name] = self._known[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


def function_at(place: str) -> Callable[..., Any]:
    """Return the function of a command from its place in the file of settings: FILE or FILE:FUNCTION of core/cli."""
    file, _, function = place.partition(":")
    found: Callable[..., Any] = getattr(_module(file), function or file.rpartition(".")[2])
    return found


def _module(file: str) -> Any:
    return import_module(f"..{file}", __package__)


def _name(place: str) -> str:
    return place.replace(":", ".").rpartition(".")[2].replace("_", "-")


def _command(place: str, told: Mapping[str, Any], then: Callable[[Any], None]) -> Any:
    alone = typer.Typer(**STYLE)
    # A file may have the class that reads its command line, `CommandLine`.
    kind = getattr(_module(place.partition(":")[0]), "CommandLine", PlainCommand)
    made = alone.command(_name(place), no_args_is_help=not told.get("bare"), cls=kind)
    made(common.guarded(function_at(place), then))
    return typer.main.get_command(alone)


def _group(name: str, about: str, kind: Any) -> Any:
    group = typer.Typer(cls=kind, name=name, no_args_is_help=True, help=about, **STYLE)
    group.callback()(lambda: None)
    return typer.main.get_command(group)
