"""The choices for a new match: games with their modules and editions, and the values of options."""

from __future__ import annotations

from functools import cache

import attrs

from ..base.errors import TilewrightError
from ..bots.levels import measured, spoken
from ..box import owner_data
from ..rules import plugins
from ..rules.assembly import declaration
from ..text.folder import SHIPPED
from ..text.options import Option, typed
from .introduction import introduced
from .narration import players
from .saved_games import SavedGame


@attrs.frozen
class GameChoice:
    """A game as the menu offers it."""

    name: str
    title: str
    seat_counts: tuple[int, ...]
    modules: tuple[tuple[str, str], ...]
    """Name and title."""
    editions: tuple[str, ...]
    measured: bool
    """It is known how strong its levels are."""

    def introduced(self, lang: str) -> str:
        """Return what it is in a sentence; "" if nobody has said it."""
        return introduced(owner_data.loaded(self.name), lang)


def offered(name: str) -> GameChoice:
    """The game, loaded. TilewrightError says why it cannot be played."""
    return _offered(name, owner_data.effective(name) or SHIPPED)


@cache
def _offered(name: str, data: str) -> GameChoice:
    rules = owner_data.loaded(name, data=data)
    modules = []
    for full, plugin in plugins.found("module").items():
        if full.startswith(f"{name}."):
            try:
                title = str(declaration(full, plugin.load(), "module").title)
            except TilewrightError:
                continue  # `tilewright games` says what is wrong with it
            modules.append((full.removeprefix(f"{name}."), title))
    return GameChoice(
        name, rules.game.title, rules.game.seat_counts, tuple(modules), tuple(rules.editions), measured(rules)
    )


def titled(name: str) -> str:
    """The title of a game that is not loaded; "" if it is missing or broken."""
    try:
        return str(declaration(name, plugins.game(name), "game").title)
    except TilewrightError:
        return ""


def played(save: SavedGame) -> str:
    """A saved game in one line: the game, its modules, the players."""
    assert save.head is not None
    spoken_of = {name: spoken(text) for name, text in save.head.bots.items()}
    game = titled(save.head.game) or save.head.game
    return f"{' + '.join([game, *save.head.modules])}: {players(save.head.seats, spoken_of)}"


def choices(option: Option) -> list[str]:
    """The values that can be chosen one after the other; two for a range, which stands for many."""
    if option.ranged:
        return [typed(value) for value in option.values]
    found = [typed(value) for value in option.values] or [typed(option.default), *filter(None, option.known)]
    return list(dict.fromkeys(found))
