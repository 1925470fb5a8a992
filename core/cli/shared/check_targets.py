"""Finds what `check` should check: a game, a module with its game, a distribution, or a package not installed yet."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import attrs

from ...base.errors import PluginError
from ...base.plugin_errors import located, running
from ...box import owner_data
from ...rules.assembly import load
from ...rules.plugins import found
from ...rules.ruleset import Rules
from ...text.options import unknown
from .ruleset_words import RulesetWords


@attrs.frozen
class CheckTarget:
    """One ruleset to be checked."""

    title: str
    words: Sequence[str]
    """The words that name it on the command line."""
    make: Callable[[], Rules]


def targets(text: str, ruleset: RulesetWords) -> list[CheckTarget]:
    """Return the rulesets that the text names. UsageError if it names none; PluginError if it cannot be imported."""
    games, modules = found("game"), found("module")
    if text in games:
        return [_installed(text, ruleset)]
    if text in modules:
        return _module(text, ruleset)
    theirs = [one for one in (*games.values(), *modules.values()) if text in one.homes]
    if theirs:
        return [
            target
            for one in theirs
            for target in (
                [_installed(one.name, ruleset)] if one.kind == "game" else _module(one.name, ruleset)[1:]
            )
        ]
    return [_imported(text, ruleset, [*games, *modules])]


def _installed(game: str, ruleset: RulesetWords, module: str = "") -> CheckTarget:
    modules = list(dict.fromkeys([*ruleset.names, *([module] if module else [])]))
    return CheckTarget(
        " with ".join([game, *([", ".join(modules)] if modules else [])]),
        [game, *ruleset.words(modules)],
        lambda: owner_data.loaded(game, modules, ruleset.options, ruleset.edition, ruleset.data),
    )


def _module(full: str, ruleset: RulesetWords) -> list[CheckTarget]:
    """Return the game alone, to separate its faults from the module's, and the game with the module."""
    game, _, module = full.partition(".")
    return [_installed(game, ruleset.without(module)), _installed(game, ruleset, module)]


def _imported(text: str, ruleset: RulesetWords, known: Sequence[str]) -> CheckTarget:
    """Return the plugin of a package that can be imported from here, installed or not.

    Its author works on the shipped data: what an owner has put in place is for installed games.
    """
    plugin = package(text, known)
    names, settings, edition = ruleset.names, ruleset.options, ruleset.edition
    words = [text, *ruleset.words(names)]
    data = owner_data.effective(text, ruleset.data) if ruleset.data is not None else None
    with running(f"plugin {text}", (PluginError,)):
        if hasattr(plugin, "tilewright_game"):
            return CheckTarget(text, words, lambda: load(plugin, names, settings, edition, data))
        game = plugin.tilewright_module().game
    return CheckTarget(text, words, lambda: load(game, [*names, plugin], settings, edition, data))


def package(text: str, known: Sequence[str]) -> Any:
    """Import the plugin of this name from here. UsageError if there is none; PluginError if it is not a plugin."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)  # as `python -m` does: the package in the folder where its author stands
    if not all(part.isidentifier() for part in text.split(".")):
        raise unknown("game, module or package", text, known)
    plugin: Any = None
    with running(f"package {text}", (), located):
        try:
            plugin = importlib.import_module(text)
        except ModuleNotFoundError as error:
            if not f"{text}.".startswith(f"{error.name}."):
                raise
    if plugin is None:
        raise unknown("game, module or package", text, known)
    if not (hasattr(plugin, "tilewright_game") or hasattr(plugin, "tilewright_module")):
        inside = (
            f"; if it is a file in the folder {text}, go there first: cd {text}"
            if plugin.__file__ is None
            else ""
        )
        raise PluginError(
            f"package {text} is not a plugin: it has neither tilewright_game nor tilewright_module{inside}"
        )
    return plugin
