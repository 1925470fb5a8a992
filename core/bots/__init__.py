"""Bots that play any game: they see a view and have a stream of chance of their own, never the state."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import plugins, restrictions
from ..errors import PluginError, UsageError
from ..options import unknown
from .restricted import Restricted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..match import Bot
    from ..rules import Rules

SHIPPED = {
    "random": "tilewright.core.bots.random:Random",
    "greedy": "tilewright.core.bots.greedy:Greedy",
    "search": "tilewright.core.bots.search:Search",
}
"""Name to where the bot's class is; other people's come by entry point `tilewright.bots`."""


def make(text: str, rules: Rules) -> Bot:
    """The bot that `text` stands for, ready to play under these rules.

    `greedy`; `search:60:2`, a name and its settings; `./mine.py:Bot`. Each may be forbidden things: `greedy!one-step`.
    """
    name, banned = parted(text)
    if ".py:" in name:
        path, _, kind_name = name.rpartition(":")
        kind, settings = _from_file(Path(path), kind_name), []
    else:
        word, *settings = name.split(":")
        found = plugins.found("bot")
        if word not in found:
            raise UsageError(
                f"{unknown('bot', word, found)}; bots: {', '.join(sorted(found))}, or FILE.py:CLASS"
            )
        kind = found[word].load()
    keeps = [keep for one in banned for keep in restrictions.read(one, rules)]
    bot = _made(name, kind, rules, settings)
    if not callable(getattr(bot, "choose", None)):
        raise PluginError(f"bot {name} has no method choose(view, stream)")
    return Restricted(bot, keeps, text) if keeps else bot


def _made(name: str, kind: Any, rules: Rules, settings: Sequence[str]) -> Bot:
    """The bot of this class; its settings are handed on as they are written."""
    if settings:
        try:
            inspect.signature(kind).bind(rules, *settings)
        except TypeError as error:
            raise UsageError(f"bot {name}: it does not take {len(settings)} settings") from error
    try:
        bot: Bot = kind(rules, *settings)
    except (UsageError, PluginError):
        raise
    except Exception as error:
        raise PluginError(f"bot {name}: {type(error).__name__}: {error}") from error
    return bot


def parted(text: str) -> tuple[str, list[str]]:
    """A bot without its restrictions, and these: `greedy!one-step,no-contest` has two."""
    start = text.rfind(".py:") + 1  # a folder may have such a sign in its name
    name, _, banned = text[start:].partition("!")
    return text[:start] + name, [one for one in banned.replace("!", ",").split(",") if one]


def several(text: str) -> list[str]:
    """Bots separated by commas. What follows a bot's restriction and is the name of no bot is a restriction, too."""
    known = plugins.found("bot")
    found: list[str] = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        bot = ".py:" in word or parted(word)[0].partition(":")[0] in known
        if found and "!" in found[-1] and not bot and "!" not in word:
            found[-1] += f",{word}"
        else:
            found.append(word)
    return found


def _from_file(path: Path, name: str) -> type:
    if not path.is_file():
        raise UsageError(f"bot file {path} does not exist")
    spec = importlib.util.spec_from_file_location(f"tilewright_bot_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Known by its name, so that worker processes can find the class again.
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise PluginError(f"bot file {path}: {type(error).__name__}: {error}") from error
    kind = getattr(module, name, None)
    if not isinstance(kind, type):
        raise UsageError(f"{path} has no class '{name}'")
    return kind
