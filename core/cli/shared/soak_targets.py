"""Finds what `soak` should play: games and modules, installed or in a package, with the sets of modules allowed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...base.errors import TilewrightError
from ...box.owner_data import effective, explained
from ...rules.plugins import found
from ...testing.soak_settings import BlockSettings, ImportedPackage, SoakedGame
from . import common
from .check_targets import package
from .ruleset_words import RulesetWords


def grounds(named: Sequence[str], ruleset: RulesetWords, seats: int | None) -> list[SoakedGame]:
    """Return the games to be played: those named, or all installed ones. Each is tried before the first game."""
    grounds = []
    for name in dict.fromkeys(named or sorted(found("game"))):
        try:
            ground = ground_of(name, ruleset, seats)
            with explained(name.partition(".")[0], ground.data):
                rules = ground.rules(BlockSettings(ground.exactly or (), ground.edition, {}))
            if ground.seats is not None:
                rules.blank(ground.seats)
        except TilewrightError as error:
            if named:
                raise
            common.note(f"{name} is skipped: {error}")
            continue
        grounds.append(ground)
    if not grounds:
        raise common.usage("there is no game to play")
    return grounds


def ground_of(name: str, ruleset: RulesetWords, seats: int | None) -> SoakedGame:
    """An installed game, or a game in a package; with a module, installed or in a package, only sets that have it."""
    games, modules, data = found("game"), found("module"), ruleset.folder
    exactly = tuple(ruleset.names) if ruleset.modules is not None else None
    only_these: dict[str, Any] = {"edition": ruleset.edition, "given": ruleset.options, "seats": seats}
    if name in games:
        return SoakedGame.installed(name, exactly=exactly, data=effective(name, data), **only_these)
    if name in modules:
        game, _, module = name.partition(".")
        theirs: Any = module
        only_these["data"] = effective(game, data)
    else:
        # Authors of a package work on the shipped data, not on what an owner has put in place.
        only_these["data"] = effective(name, data) if data is not None else None
        plugin = package(name, [*games, *modules])
        if hasattr(plugin, "tilewright_game"):
            return SoakedGame(name=name, game=ImportedPackage(name), exactly=exactly, **only_these)
        declared = plugin.tilewright_module()
        game, module, theirs = declared.game, declared.name, ImportedPackage(name)
    exactly = tuple(dict.fromkeys([*(exactly or ()), module]))
    return SoakedGame(name=name, game=game, modules={module: theirs}, exactly=exactly, **only_these)
