"""All that schemas say of a game with modules: its rulesets, what its data comes to, its options and editions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import attrs

from ..base.errors import TilewrightError
from ..base.plugin_errors import running
from ..rules.assembly import EDITIONS, Editions, brought, game_of, load, module_of
from ..rules.game import Game, Module
from ..rules.ruleset import Rules
from ..text.folder import OVER, Folder
from ..text.options import Option, declared
from ..text.things import Thing
from .file_types import Reading, reading


@attrs.frozen(kw_only=True)
class Known:
    """A game and the modules with which it may be played. If its data cannot be loaded, nothing is known of scenes."""

    game: Game
    modules: Mapping[str, Module]
    readings: Mapping[str, Reading]
    """By module, and by "" for the game: what its data comes to."""
    rulesets: Sequence[Rules]
    """The game alone, and with all modules; with each of them, if they cannot be played together."""
    problem: TilewrightError | None = None
    """Why the game or a module cannot be loaded."""

    @property
    def options(self) -> list[Option]:
        """The options of the game, then those of modules."""
        found = [*declared(self.game.options)]
        for module in self.modules.values():
            found += declared(module.options, module.name) if module.options is not None else ()
        return found

    @property
    def editions(self) -> Sequence[str]:
        return [*self.rulesets[0].editions] if self.rulesets else []

    @property
    def things(self) -> dict[str, list[Thing]]:
        """By family, everything that the game and the modules name, under any options."""
        found: dict[str, list[Thing]] = {}
        for one in self.readings.values():
            for family, some in one.things.items():
                found[family] = [*dict.fromkeys((*found.get(family, ()), *some))]
        return found


def known(game: str | Any, modules: Sequence[str | Any] = ()) -> Known:
    """Return a game and modules, plugins or names, as schemas need them. PluginError if one cannot be imported."""
    what, plugin = game_of(game)
    parts = {one.name: (one, theirs) for one, theirs in (module_of(what, module) for module in modules)}
    ours = {name: parts[name][0] for name in sorted(parts)}
    found = {"": reading(what, others=_sets(what, ours.values()))}
    for name, one in ours.items():
        found[name] = _with_its_files(what, one, found[""])
    problem = next((one.problem for one in found.values() if one.problem is not None), None)
    rulesets: list[Rules] = []
    if problem is None:
        try:
            rulesets = _rulesets(plugin, [parts[name][1] for name in ours])
        except TilewrightError as error:
            problem = error
    return Known(game=what, modules=ours, readings=found, rulesets=rulesets, problem=problem)


def _with_its_files(game: Game, module: Module, usual: Reading) -> Reading:
    """Return the types and things of a module's data, with the files that it brings for the game, if any."""
    over = brought(game, [module])
    if not over:
        return reading(module, usual.data)
    whole = reading(game, over=[*over.values()], made=_made(module))
    found = reading(module, whole.data)
    for name in over[module.name].names():
        if name in whole.kinds:
            found.kinds[f"{OVER}/{name}"] = whole.kinds[name]
        else:
            found.unread.append(f"{OVER}/{name}")
    for family, some in whole.things.items():
        found.things[family] = [*dict.fromkeys((*found.things.get(family, ()), *some))]
    found.problem = found.problem or whole.problem
    return found


def _rulesets(game: Any, modules: Sequence[Any]) -> list[Rules]:
    """The game alone, and with all modules, or else with each of them."""
    found = [load(game)]
    try:
        return [*found, load(game, modules)] if modules else found
    except TilewrightError:
        return [*found, *(load(game, [module]) for module in modules)]


def _made(module: Module) -> Mapping[str, object]:
    """The values that a module makes of the game's options, under its own usual ones."""
    with running(f"module {module.name} cannot be loaded"):
        return module.changes(module.options() if module.options is not None else None)


def _sets(game: Game, modules: Iterable[Module]) -> Iterator[Mapping[str, object]]:
    """Values of the game's options that belong together: those that modules make of them, and editions."""
    for module in modules:
        yield _made(module)
    folder = Folder(game.folder(), game.name)
    if EDITIONS in folder.names():
        with suppress(TilewrightError):  # the ruleset says what is wrong with the file
            yield from (edition.options for edition in folder.load(EDITIONS, Editions).values())
