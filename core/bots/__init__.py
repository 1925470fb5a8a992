"""Bots that play any game: they see a view and have a stream of chance of their own, never the state."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from .. import plugins
from ..errors import PluginError, UsageError

if TYPE_CHECKING:
    from ..match import Bot
    from ..rules import Rules

SHIPPED = {
    "random": "tilewright.core.bots.random:Random",
    "greedy": "tilewright.core.bots.greedy:Greedy",
}
"""Name to where the bot's class is; other people's come by entry point `tilewright.bots`."""


def make(text: str, rules: Rules) -> Bot:
    """The bot that `text` names (`greedy`, `./mine.py:Bot`), ready to play under these rules."""
    if ".py:" in text:
        path, _, name = text.rpartition(":")
        kind = _from_file(Path(path), name)
    else:
        found = plugins.found("bot")
        if text not in found:
            known = sorted(found)
            raise UsageError(f"there is no bot '{text}'; known: {', '.join(known)}, or FILE.py:CLASS")
        kind = found[text].load()
    try:
        bot: Bot = kind(rules)
    except (UsageError, PluginError):
        raise
    except Exception as error:
        raise PluginError(f"bot {text}: {type(error).__name__}: {error}") from error
    if not callable(getattr(bot, "choose", None)):
        raise PluginError(f"bot {text} has no method choose(view, stream)")
    return bot


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
