"""Levels for people: easy, normal, hard and expert. Each game is played at a level by the bot that was measured to fit.

A level is a bot wherever bots are named. Records and reports name it with the bot that plays it, `hard=search:20:4`: an
old game goes on with the same bot when levels are tuned anew, and the level can still be told.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .errors import PluginError

if TYPE_CHECKING:
    from .rules import Rules

ERROR = re.compile(r"~[\d./]+$")
"""At the end of a bot's text, its temperatures."""
LEVELS = ("easy", "normal", "hard", "expert")
RATED = {"easy": "casual:30", "normal": "greedy", "hard": "search:20:2", "expert": "search:60:2"}
"""The bots of a game that rates moves, unless it declares others (`Game.levels`)."""
UNRATED = {"easy": "novice", "normal": "search:20:2", "hard": "search:100:2", "expert": "search:300:2"}
"""The bots of a game that does not."""


def of(rules: Rules) -> dict[str, str]:
    """By level, the bot that plays it under these rules. PluginError if the game declares levels that do not exist."""
    own = rules.game.levels(rules)
    if wrong := [name for name in own if name not in LEVELS]:
        raise PluginError(
            f"{rules.game.name} declares the level '{wrong[0]}'; levels are {', '.join(LEVELS)}"
        )
    usual = RATED if rules.game.choices is not None else UNRATED
    return {name: own.get(name, usual[name]) for name in LEVELS}


def settled(text: str, rules: Rules) -> str:
    """A bot's text with the bot that plays the level: `hard!no-contest` as `hard=search:20:4!no-contest`.

    A level with another error (`hard~1`) is not that level any more: `learned:anyway~1`.
    """
    name, mark, banned = text.partition("!")
    word, sign, error = name.partition("~")
    if word not in LEVELS:
        return text
    played = of(rules)[word]
    return f"{ERROR.sub('', played)}~{error}{mark}{banned}" if sign else f"{word}={played}{mark}{banned}"


def level(text: str) -> str:
    """The level that a bot's text names, "" if it names none."""
    name = text.partition("!")[0].partition("=")[0]
    return name if name in LEVELS else ""


def spoken(text: str) -> str:
    """A bot's text as people say it: `hard!no-contest` for `hard=search:20:4!no-contest`."""
    name, mark, banned = text.partition("!")
    return f"{level(text) or name}{mark}{banned}"


def bot(text: str) -> str:
    """A bot's text without the level that it plays: `hard=search:20:4` as `search:20:4`."""
    name, equals, played = text.partition("=")
    return played if equals and name in LEVELS else text
