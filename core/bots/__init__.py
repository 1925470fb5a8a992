"""Bots that play any game: they get a view and a stream of chance of their own, never the state."""

from __future__ import annotations

import importlib.util
import inspect
import os
import re
import shlex
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..base import files, plugin_errors
from ..base.brief import closest
from ..base.errors import InvalidFile, PluginError, UsageError
from ..outside.program_name import PREFIX
from ..play import lifecycle
from ..play.lifecycle import Bot
from ..rules import plugins
from ..rules.ruleset import Rules
from . import levels, restrictions
from .human_error import HOTTEST, Erring, unread, warmth
from .restrictions import Restricted

SHIPPED = plugins.BOTS
"""Name to the place of the bot's class; bots of other packages come from the entry point `tilewright.bots`."""


def make(text: str, rules: Rules, players: int | None = None) -> Bot:
    """Return the bot that `text` names, ready to play under these rules.

    `text` is a level (`hard`, or as records name it `hard=search:20:4`), a name (`greedy`), a name with settings
    (`search:60:2`), a class in a file (`./mine.py:Bot`) or a program (`exec:./bot:depth=3`), each with an error
    (`greedy~1.5`) and restrictions (`greedy~1.5!one-step`) if wanted. UsageError or PluginError if there is none.

    If the number of players is given, a bot that has not learned to play among so many is refused.
    """
    # An error is added to that of a level.
    whole, banned = parted(levels.bot(levels.settled(text, rules) if "~" in text else text))
    name, temperatures = _heated(text, whole, banned)
    kind: Any
    settings: list[str]
    if name.startswith(PREFIX):
        from .program import Program

        kind, settings = partial(Program, name), []
    elif ".py:" in name:
        path, _, kind_name = name.rpartition(":")
        kind, settings = _from_file(Path(path), kind_name), []
    else:
        word, *settings = name.split(":")
        found = plugins.find("bot", word)
        if found is None and os.path.isfile(word):
            said = f"{word}:CLASS for a class in it" if word.endswith(".py") else f"exec:{word} for a program"
            raise UsageError(f"{word} is a file; write {said}")
        if found is None:
            raise _no_bot(word, plugins.found("bot"))
        kind = found.load()
    keeps = [keep for one in banned for keep in restrictions.read(one, rules)]
    bot = _made(name, kind, rules, settings)
    if players is not None:
        _fit(bot, players)
    if any(temperatures):
        bot = Erring(bot, rules, temperatures, whole)
    return Restricted(bot, keeps, text) if keeps else bot


def named(text: str) -> str:
    """Return a bot's text with its name as it is installed, in whatever case a person has typed it."""
    if ".py:" in text or text.startswith(PREFIX):
        return text
    word, known = re.split("[:~!=]", text, maxsplit=1)[0], plugins.found("bot")
    meant = [name for name in known if name.casefold() == word.casefold()]
    return meant[0] + text[len(word) :] if word not in known and len(meant) == 1 else text


def uninstalled(text: str) -> bool:
    """Return whether this bot is code that is not installed: a class in a file, or a program (`exec:PROGRAM`).

    Such a bot is made only if a person has named it in this very command. A text from a record or a plan is not that.
    """
    return ".py:" in text or levels.bot(text).lstrip().startswith(PREFIX)


def learned_from(text: str) -> str:
    """Return the file by which a bot of this text plays as it has learned, "" if it is another bot."""
    from .learned_file import file_of

    if uninstalled(text):
        return ""
    return file_of(warmth(parted(levels.bot(text))[0])[0])


def _heated(text: str, whole: str, banned: Sequence[str]) -> tuple[str, tuple[float, ...]]:
    """Split the whole bot into its name and its temperatures. UsageError if they are wrong, or in the wrong place."""
    name, temperatures = warmth(whole)
    if warmth(name)[1]:
        raise UsageError(f"bot {whole} has two temperatures; write {warmth(name)[0]}~1.5")
    if late := next((one for one in banned if warmth(one)[1]), None):
        right = f"{levels.level(text) or name}{late.removeprefix(warmth(late)[0])}"
        right += f"!{','.join(warmth(one)[0] for one in banned)}"
        raise UsageError(
            f"bot {levels.spoken(text)}: a temperature comes before restrictions; write '{right}'"
        )
    meant = unread(name)
    if meant is not None and not name.startswith(PREFIX) and not os.path.exists(learned_from(name)):
        raise UsageError(
            f"bot {whole}: '{meant[1]}' is not a temperature, a number of points from 0 to {HOTTEST:,} with up to six "
            f"decimals; write {meant[0]}~1.5"
        )
    return name, temperatures


def _fit(bot: Any, players: int) -> None:
    """Raise UsageError if what this bot has learned is not for so many players."""
    # Only our own bots are unwrapped: an attribute `bot` of a third-party bot may be anything.
    while type(bot).__module__.startswith(f"{__name__}."):
        if hasattr(bot, "mind"):
            bot.mind(players)
        bot = getattr(bot, "learned", None) or getattr(bot, "bot", None)


def tried(text: str, rules: Rules, players: int | None = None) -> None:
    """Raise the error of `make` if there is one; a bot that can be made is ended again."""
    lifecycle.close([make(text, rules, players)])


def installed(text: str, rules: Rules, players: int | None = None) -> Bot:
    """Make a bot from a text that was read from a file; PluginError for one that is not installed.

    A file of what was learned is data, so it may be read. The text can name any file, so no error quotes what stands in
    it.
    """
    if uninstalled(text):
        raise PluginError(f"bot {text} is not installed; a file cannot start it, so name it yourself")
    file = learned_from(text)
    if not file:
        return make(text, rules, players)
    if not os.path.isabs(file):
        raise UsageError(f"bot {text}: this file could be in any folder, so name the bot yourself")
    if not os.path.exists(file):
        raise UsageError(
            f"{file}, by which it plays, is not there any more; name another bot, or the file anew"
        )
    try:
        return make(text, rules, players)
    except InvalidFile as error:
        again = shlex.join(["tilewright", "bot", "read", file])
        raise UsageError(f"{file} is not what tilewright train writes; what is wrong: {again}") from error


def _no_bot(word: str, known: Iterable[str]) -> UsageError:
    """Return the error for a name that no bot has. It lists the levels, then the others, and one that may be meant."""
    close = closest(word, known)
    others = [name for name in known if name not in levels.LEVELS]
    said = f"there is no bot '{word}'; " + (f"did you mean '{close}'? " if close else "")
    return UsageError(
        f"{said}levels: {', '.join(levels.LEVELS)}; "
        f"other bots: {', '.join([*others, 'FILE.py:CLASS', 'exec:PROGRAM'])}"
    )


def _made(name: str, kind: Any, rules: Rules, settings: Sequence[str]) -> Bot:
    """Return a bot of this class, made with its settings as they are written."""
    with plugin_errors.running(f"bot {name}", (UsageError, PluginError, InvalidFile)):
        if settings:
            signature = inspect.signature(kind)
            try:
                signature.bind(rules, *settings)
            except TypeError as error:
                word = name.partition(":")[0]
                taken = [one.upper() for one in [*signature.parameters][1:]]
                said = (
                    f"takes other settings; write {':'.join([word, *taken])} or"
                    if taken
                    else "takes none; write"
                )
                raise UsageError(f"bot {name} has settings, but {word} {said} {word}") from error
        bot: Bot = kind(rules, *settings)
        if not callable(getattr(bot, "choose", None)):
            raise PluginError(f"bot {name} has no method choose(view, stream)")
        return bot


def parted(text: str) -> tuple[str, list[str]]:
    """Split a bot's text into the bot and its restrictions: `greedy!one-step,no-contest` has two."""
    start = text.rfind(".py:") + 1  # a folder may have such a sign in its name
    name, _, banned = text[start:].partition("!")
    return text[:start] + name, [one for one in banned.replace("!", ",").split(",") if one]


def several(text: str) -> list[str]:
    """Split bots separated by commas. A word after a restriction is another restriction unless it names a bot."""
    known = plugins.found("bot")
    found: list[str] = []
    for word in filter(None, (named(part.strip()) for part in text.split(","))):
        name = parted(levels.bot(word))[0]
        bot = ".py:" in word or word.startswith(PREFIX) or re.split("[:~]", name)[0] in known
        if found and "!" in found[-1] and not bot and "!" not in word:
            found[-1] += f",{word}"
        else:
            found.append(word)
    return found


def _from_file(path: Path, name: str) -> type:
    if not os.path.lexists(path):
        raise UsageError(f"bot file {path} does not exist")
    code = files.content(path, f"bot file {path}")
    # Its name is that of the file as it is now, in every process: a bot that is handed over finds its class again.
    digest = sha256(os.path.realpath(path).encode() + code).hexdigest()[:12]
    spec = importlib.util.spec_from_file_location(f"tilewright_bot_{path.stem}_{digest}", path)
    assert spec is not None and spec.loader is not None
    module = sys.modules.get(spec.name) or importlib.util.module_from_spec(spec)
    with plugin_errors.running(f"bot file {path}", (), plugin_errors.located):
        if spec.name not in sys.modules:
            sys.modules[spec.name] = module  # what is run may look itself up, as dataclasses do
            try:
                spec.loader.exec_module(module)
            except BaseException:
                del sys.modules[spec.name]
                raise
        kind = getattr(module, name, None)
    if not isinstance(kind, type):
        raise UsageError(f"{path} has no class '{name}'")
    return kind


def _at_level(name: str, rules: Rules) -> Bot:
    """Return the bot that plays this level under the rules."""
    return make(levels.of(rules)[name], rules)


easy, normal, hard, expert, master = (partial(_at_level, name) for name in levels.LEVELS)
