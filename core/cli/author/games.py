"""`games`: what can be played, in short; or all about one game: levels, modules, options, and data."""

from __future__ import annotations

from ..shared import common
from ..shared.options import ENGLISH, Lang


def games(
    only: list[str] | None = None,
    find: str | None = None,
    json: bool = False,
    lang: Lang = ENGLISH,
) -> None:
    """List the games, or all settings of one."""
    from .game_list import bots, listing, overview, print_game

    if find is not None:
        from . import found_numbers

        if only is None or len(only) != 1:
            raise common.usage(
                f"--find {find}: name one game, as in tilewright games isleofskye --find {find!r}"
            )
        found_numbers.listed(only[0], find, json)
        return
    found, broken = listing(only or [], lang.value, short=not only and not json)
    if json:
        common.emit({"schema": 1, "games": found, "bots": bots(), "broken": broken})
    elif only:
        for game in found:
            print_game(game, lang.value)
    else:
        overview(found)
    if not json:
        terminal = common.terminal()
        for one in broken:
            terminal.note(f"broken: {one['plugin']}: {one['error']}", "bad")
    if only and len(found) < len(set(only)):
        raise common.Stopped(3)
