"""Finds what `soak` should play: games and modules, installed or in a package, with the sets of modules allowed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...base.errors import TilewrightError
from ...box.owner_data import effective, explained
from ...rules.plugins import found
from ...testing.soak_settings import BlockSettings, ImportedPackage, SoakedGame
from . import common
from .check_targets import CheckRequest, package


def grounds(named: Sequence[str], only_these: dict[str, Any]) -> list[SoakedGame]:
    """Return the games to be played: those named, or all installed ones. Each is tried before the first game."""
    grounds = []
    for name in dict.fromkeys(named or sorted(found("game"))):
        try:
            ground = ground_of(name, only_these)
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


def ground_of(name: str, only_these: dict[str, Any]) -> SoakedGame:
    """An installed game, or a game in a package; with a module, installed or in a package, only sets that have it."""
    games, modules, data = found("game"), found("module"), only_these["data"]
    if name in games:
        return SoakedGame.installed(name, **{**only_these, "data": effective(name, data)})
    # Authors of a package work on the shipped data, not on what an owner has put in place.
    only_these = {**only_these, "data": effective(name, data) if data is not None else None}
    if name in modules:
        game, _, module = name.partition(".")
        theirs: Any = module
        only_these["data"] = effective(game, data)
    else:
        plugin = package(name, [*games, *modules])
        if hasattr(plugin, "tilewright_game"):
            return SoakedGame(name=name, game=ImportedPackage(name), **only_these)
        declared = plugin.tilewright_module()
        game, module, theirs = declared.game, declared.name, ImportedPackage(name)
    exactly = tuple(dict.fromkeys([*(only_these["exactly"] or ()), module]))
    return SoakedGame(name=name, game=game, modules={module: theirs}, **{**only_these, "exactly": exactly})


def words(only_these: Mapping[str, Any]) -> list[str]:
    """Return the words that restrict a soak in the same way."""
    modules, seats = only_these["exactly"], only_these["seats"]
    rest = CheckRequest(edition=only_these["edition"], settings=only_these["given"], data=only_these["data"])
    found = ["--with", ",".join(modules)] if modules is not None else []
    return [*found, *rest.words(()), *(["--players", str(seats)] if seats is not None else [])]
