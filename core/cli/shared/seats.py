"""Seats of a match: the `-p` words, the bots that a record names, and the words that continue a match with its bots.

A record can name installed bots, and files with what a bot has learned. A bot that is code in a file, or a program,
plays only if it is named on the command line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ... import bots
from ...base.errors import InvalidFile, Problem
from ...base.limits import number
from ...bots import SHIPPED, levels, uninstalled
from ...play.lifecycle import Bot
from ...rules.ruleset import Rules
from ...text.seat_names import find, spelled
from . import common

USUAL = "normal"
"""The level of the bots in seats that are not named."""


def players(words: Sequence[str] | None, rules: Rules) -> tuple[list[str], dict[str, str]]:
    """Return the names and bots of the `-p` words; a person against bots if there are none."""
    if words:
        from ...table import match_setup

        found = _read(words, rules)
        match_setup.named(name for name, _ in found)
        for name, bot in found:
            if not bot:
                _a_person(name)
        names = match_setup.numbered(found)
        return names, {name: bot for name, (_, bot) in zip(names, found, strict=True) if bot}
    others = rules.game.fewest(2) - 1
    names = [f"bot{n + 1}" if others > 1 else "bot" for n in range(others)]
    return ["player", *names], dict.fromkeys(names, common.bot_text(USUAL, rules))


def counts(text: str, least: int = 1) -> list[int]:
    """Return the numbers of players in a list such as `2,3`, each once and in order; UsageError if it is none."""
    found = [number(word) for word in common.names(text)]
    wrong = [one for one in found if one is None or one < least]
    if wrong or not found:
        some = "numbers of players" + (f" from {least} on" if least > 1 else "")
        raise common.usage(f"--players {text}: write {some}, such as 2,3")
    return sorted({one for one in found if one is not None})


def rivals(rules: Rules, count: int, what: str) -> None:
    """Raise UsageError if all of so many players are on one side: `what` is about who wins against whom."""
    if not rules.game.sides(count).rivals:
        who = "all players win together" if count > 1 else "one player has no opponent"
        others = "tilewright simulate says how often games are won, and compare what changes that"
        raise common.usage(f"{rules.game.title}: {who}, so {what} does not apply; {others}")


def of_scene(
    words: Sequence[str] | None, seats: Sequence[str], to_act: Sequence[int], rules: Rules
) -> dict[str, str]:
    """Return the bots for a match from a position that says nothing of bots; `-p` words name all seats or none."""
    if not words:
        me = to_act[0] if to_act else 0
        return {name: common.bot_text(USUAL, rules) for n, name in enumerate(seats) if n != me}
    named = _seated(words, seats, "this position", rules)
    if len(named) != len(seats):
        every = "both" if len(seats) == 2 else "all"
        raise common.usage(f"this position is for {', '.join(seats)}: give {every} with -p, or leave -p out")
    return {name: bot for name, bot in named.items() if bot}


def of_record(
    words: Sequence[str] | None,
    seats: Sequence[str],
    written: Mapping[str, str],
    path: str | Path,
    again: Sequence[str],
) -> dict[str, str]:
    """Return the bots that go on with a recorded match: those of the record, except for seats that `-p` words name.

    InvalidFile if a bot of the record is not installed; `again` are the words of the command, to repeat it with more.
    """
    named = _seated(words or (), seats, str(path))
    texts = {name: bot for name, bot in named.items() if bot}
    for name, text in texts.items():
        if (played := levels.bot(text)) != text and text not in written.values():
            raise common.usage(f"-p {name}:{text}: no level of this game is played so; write {name}:{played}")
    kept = {name: text for name, text in written.items() if name in seats and name not in named}
    refused = {name: text for name, text in kept.items() if uninstalled(text)}
    if refused:
        listed = " and ".join(f"{name} is played by {text}" for name, text in refused.items())
        said = (
            f"{listed}; a record cannot start code that is not installed. If you trust it, name it yourself: "
        )
        raise InvalidFile([Problem(str(path), 1, 1, "bots", said + common.command(*again, *_words(refused)))])
    return kept | texts


def people(words: Sequence[str] | None, seats: Sequence[str], path: str | Path) -> list[str]:
    """Return the players whom `-p` words name as people."""
    return [name for name, bot in _seated(words or (), seats, str(path)).items() if not bot]


def maker(words: Sequence[str] | None, players: int) -> Callable[[str, Rules], Bot]:
    """Return what makes the bots of `of_record`: those that the `-p` words name, and others only if installed."""
    typed = {bot for _, bot in _read(words or ())}
    return lambda text, rules: (bots.make if text in typed else bots.installed)(text, rules, players)


def resume(path: str | Path, texts: Mapping[str, str], written: Mapping[str, str], *flags: str) -> str:
    """Return the command that continues a record with these bots; `written` are those that its header names."""
    more = {name: text for name, text in texts.items() if uninstalled(text) or written.get(name) != text}
    people = [word for name in written if name not in texts for word in ("-p", name)]
    return common.command("resume", *flags, path, *_words(more), *people)


def _seated(
    words: Sequence[str], seats: Sequence[str], where: str, rules: Rules | None = None
) -> dict[str, str]:
    """Return the players of a match that `-p` words name, spelled as there, each with its bot ("" for a person)."""
    named: dict[str, str] = {}
    for name, bot in _read(words, rules):
        seat = find(name, seats)
        if seat is None:
            raise common.usage(f"-p {name}: no player of this name in {where}; playing: {', '.join(seats)}")
        if seats[seat] in named:
            raise common.usage(f"-p {name}: this player is named twice; name each player once")
        named[seats[seat]] = bot
    return named


def _a_person(name: str) -> None:
    """Raise UsageError if a person has the name of a bot: `-p hard` would wait for a human."""
    if name in SHIPPED or name == "bot":
        bot = f"bot:{name}" if name in SHIPPED else f"bot:{USUAL}"
        raise common.usage(
            f"-p {name} is a person called {name}; to play against the bot write -p {bot}, "
            f"and -p {name.capitalize()} for a person of this name"
        )


def _words(texts: Mapping[str, str]) -> list[str]:
    return [word for name, text in texts.items() for word in ("-p", f"{name}:{text}")]


def _read(words: Sequence[str], rules: Rules | None = None) -> list[tuple[str, str]]:
    """Return the name and the bot ("" for a person) of each `-p` word.

    Levels stay as they are without `rules`: the header of a record that goes on is already written.
    """
    found = []
    for word in words:
        name, colon, bot = word.partition(":")
        name = spelled(name)
        if not name:
            said = (
                f"names no player before the colon; write NAME:{bot or 'BOT'}" if colon else "names no player"
            )
            raise common.usage(f"-p {word or repr(word)} {said}")
        if colon:
            if not bot:
                raise common.usage(
                    f"-p {word} names no bot after the colon; write NAME:BOT, or NAME for a person"
                )
            bot = bots.named(bot)
            bot = common.bot_text(levels.chosen(bot, rules) if rules is not None else bot, rules)
        found.append((name, bot))
    return found
