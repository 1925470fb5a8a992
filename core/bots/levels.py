"""Levels for people, from easy to master. Each game is played at a level by the bot that was measured to fit.

A level is a bot wherever bots are named. Records and reports name it with the bot that plays it, `hard=search:20:4`: an
old game goes on with the same bot when levels are tuned anew, and the level can still be read. What a level errs by
itself and what is added to it (`hard~1`) add up.
"""

from __future__ import annotations

import re
from itertools import zip_longest

from ..base.errors import PluginError, UsageError
from ..rules.ruleset import Rules

ERROR = re.compile(r"~[\d./]+$")
"""At the end of a bot's text, its temperatures."""
LEVELS = ("easy", "normal", "hard", "expert", "master")
_NUMBER = r"\d{1,6}(?:\.\d{1,6})?"
_LEVEL = re.compile(rf"({'|'.join(LEVELS)})(?:~({_NUMBER}(?:/{_NUMBER})*))?")
"""A level, and what is added to its error."""
RATED = {
    "easy": "casual:30",
    "normal": "greedy",
    "hard": "search:20:2",
    "expert": "search:60:2",
    "master": "search:180:2",
}
"""The bots of a game that rates moves, unless it declares others (`Game.levels`)."""
UNRATED = {
    "easy": "novice",
    "normal": "search:20:2",
    "hard": "search:100:2",
    "expert": "search:300:2",
    "master": "search:900:2",
}
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


def measured(rules: Rules) -> bool:
    """Return True if the game names the bots of its levels: then they were chosen for their strength."""
    return bool(rules.game.levels(rules))


def settled(text: str, rules: Rules) -> str:
    """Return a bot's text with the bot that plays the level: `hard!no-contest` as `hard=search:20:4!no-contest`.

    The error of a level with another one (`hard~1`) is the sum of both: `hard~1=learned:anyway~3.7` if its own is 2.7.
    """
    name, mark, banned = text.partition("!")
    return f"{name}={_played(name, rules)}{mark}{banned}" if _LEVEL.fullmatch(name) else text


def chosen(text: str, rules: Rules) -> str:
    """Return a text that a person has typed as `settled` does.

    UsageError if the text pairs a level with a bot that does not play it.
    """
    name = text.partition("!")[0]
    word, _, played = name.partition("=")
    if bot(name) != name and played != (now := _played(word, rules)):
        raise UsageError(
            f"bot {text}: {word} is played by {now}; write {word} for the level, or {played} for that bot"
        )
    return settled(text, rules)


def _played(word: str, rules: Rules) -> str:
    """Return the bot that plays a level, or a level with an error: `hard~1`."""
    name, _, more = word.partition("~")
    played = of(rules)[name]
    own = ERROR.search(played)
    if not more or own is None:
        return f"{played}~{more}" if more else played
    ours, others = (tuple(map(float, one.split("/"))) for one in (own[0][1:], more))
    # The last one is for all greater numbers of players.
    both = [
        (ours[-1] if one is None else one) + (others[-1] if other is None else other)
        for one, other in zip_longest(ours, others)
    ]
    return f"{played[: own.start()]}~{'/'.join(f'{one:.4f}'.rstrip('0').rstrip('.') for one in both)}"


def level(text: str) -> str:
    """Return the level that a bot's text names, with an error or without; "" if it names none."""
    found = _LEVEL.fullmatch(text.partition("!")[0].partition("=")[0])
    return found[1] if found else ""


def spoken(text: str) -> str:
    """Return a bot's text as people say it: `hard!no-contest` for `hard=search:20:4!no-contest`."""
    name, mark, banned = text.partition("!")
    return f"{name.partition('=')[0] if level(text) else name}{mark}{banned}"


def bot(text: str) -> str:
    """Return a bot's text without the level that it plays: `hard=search:20:4` as `search:20:4`."""
    found = _LEVEL.match(text)
    return text[found.end() + 1 :] if found and text[found.end() :].startswith("=") else text
