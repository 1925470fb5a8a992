"""The numbers of a game that words lead to, as `games GAME --find` prints them: with what to paste."""

from __future__ import annotations

from ...base.errors import TilewrightError
from ...box import owner_data
from ...rules import plugins
from ..shared import common
from .number_search import Number, find, numbers, place

MOST = 15
"""Most numbers that are printed; with --json all are."""
LONG = 160
"""Letters of a rule that are printed."""


def listed(game: str, words: str, json: bool) -> None:
    """Print the options and the numbers of the data that the words lead to; raises Stopped(1) if there is none."""
    rules = owner_data.loaded(game)
    known, ruled = numbers(rules), {"": rules}
    for full in plugins.found("module"):
        owner, _, module = full.partition(".")
        if owner != game:
            continue
        try:
            ruled[module] = owner_data.loaded(game, [module])
        except TilewrightError:  # the list of games says what is wrong with it
            continue
        known += numbers(ruled[module], module)
    found = find(known, words)
    if json:
        every = [
            common.fields(one, "name", "kind", "value", "module", "about", "rule", "words") for one in found
        ]
        common.emit({"schema": 1, "game": game, "find": words, "numbers": every})
    else:
        _printed(found, {one.name: place(ruled[one.module], one) for one in found[:MOST]})
    if not found:
        if not json:
            common.note(
                f"no number of {game} is found by {words!r}; tilewright games {game} lists all options"
            )
        raise common.Stopped(1)


def _printed(found: list[Number], places: dict[str, str]) -> None:
    terminal, said = common.terminal(), ""
    for one in found[:MOST]:
        terminal.say(one.words, "bold")
        terminal.wrapped(one.about or "a number of the data", "  ", "    ")
        where = places[one.name]
        if where and where != said:
            terminal.wrapped(where if len(where) <= LONG else f"{where[:LONG].rstrip()} ...", "  ", "    ")
        said = where
    if len(found) > MOST:
        terminal.say(f"... and {len(found) - MOST} more; --json has all")
    if found:
        terminal.say()
        terminal.wrapped(
            "Paste a line behind --b of compare, or NAME=VALUE behind --set, with another value."
        )
