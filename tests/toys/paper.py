"""Toy games that are whole in one file: their data files, and their plugins."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources.abc import Traversable
from types import SimpleNamespace
from typing import Any

from tilewright.core.rules.game import Game, Module
from tilewright.core.rules.hooks import hook
from tilewright.core.text.inline_files import inline_files


def folder(
    messages: Mapping[str, str | Mapping[str, str]], rules: Mapping[str, str], **files: str
) -> Traversable:
    """A game's data: messages by key, in English or by language, what each rule says by its id, and further files."""
    return inline_files(rules=rules, messages=messages, **files)


def plugin(what: Game | Module, **hooks: Any) -> Any:
    """A plugin object with this game or module and these hook functions."""

    def described() -> Game | Module:
        return what

    name = "tilewright_game" if isinstance(what, Game) else "tilewright_module"
    found = {name: hook(described), **{key: hook(function) for key, function in hooks.items()}}
    return SimpleNamespace(__name__=what.name, **found)
