"""The settings of a soak: a game with every set of its modules, every edition, and options drawn at random.

Blocks of games share their settings. A block's number and the seed say which settings these are, so that any game can
be dealt again by its number alone.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import attrs

from ..base.chance import Stream
from ..base.errors import InvalidFile, PluginError, UsageError
from ..rules import assembly, plugins
from ..rules.ruleset import Rules
from ..text.options import Option
from .whole_game import Watch

TRIES = 12
"""Tries at drawing options that the game accepts; after them only those that are given are set."""


@attrs.frozen
class BlockSettings:
    """The settings of one block: a set of modules, an edition, options."""

    modules: tuple[str, ...]
    edition: str | None
    options: Mapping[str, object]
    refused: int = 0
    """Draws of options that the game refused with an error before this one."""


@attrs.frozen
class ImportedPackage:
    """A package that is not installed, but can be imported: unlike a plugin it can be sent to another process."""

    name: str


def found(what: Any) -> Any:
    """Return what `load` takes: the name or plugin itself, and for a package its module."""
    return importlib.import_module(what.name) if isinstance(what, ImportedPackage) else what


@attrs.define(kw_only=True, slots=False)
class SoakedGame:
    """One game as a soak plays it."""

    name: str
    """Its name on the command line."""
    game: Any
    """The installed game's name, a game's plugin, or the package that holds it."""
    modules: Mapping[str, Any] = attrs.field(factory=dict)
    """The modules whose sets are played: name to name, plugin or package, in the same way."""
    exactly: tuple[str, ...] | None = None
    """The only set of modules that is played; None: all sets."""
    edition: str | None = None
    """The only edition that is played; None: each of them, and the game without one."""
    given: Mapping[str, object] = attrs.field(factory=dict)
    """Options that are not drawn."""
    data: str | Path | None = None
    seats: int | None = None
    """The only number of players; None: all that the game allows."""
    watch: Watch | None = None
    """A further promise that is checked in each game."""

    @classmethod
    def installed(cls, name: str, **given: Any) -> SoakedGame:
        """The installed game of this name with all of its installed modules."""
        prefix = f"{name}."
        own = [found.removeprefix(prefix) for found in plugins.found("module") if found.startswith(prefix)]
        return cls(name=name, game=name, modules={own: own for own in sorted(own)}, **given)

    @cached_property
    def sets(self) -> Sequence[tuple[str, ...]]:
        """Every set of modules that is played."""
        if self.exactly is not None:
            return (self.exactly,)
        names = sorted(self.modules)
        return [subset for size in range(len(names) + 1) for subset in combinations(names, size)]

    @cached_property
    def editions(self) -> Sequence[str | None]:
        if self.edition is not None:
            return (self.edition,)
        return (None, *self.rules(BlockSettings((), None, {})).editions)

    @cached_property
    def players(self) -> Sequence[int]:
        if self.seats is not None:
            return (self.seats,)
        return self.rules(BlockSettings((), None, {})).game.seat_counts

    @property
    def block(self) -> int:
        """The number of games in a block: two for each number of players."""
        return 2 * len(self.players)

    @property
    def about(self) -> list[Any]:
        """Everything that the numbers of its games depend on, as plain data."""
        given = {name: str(value) for name, value in self.given.items()}
        data = str(self.data) if self.data is not None else None
        sets = ["+".join(modules) for modules in self.sets]
        return [self.name, sets, list(self.editions), list(self.players), given, data]

    def rules(self, deal: BlockSettings) -> Rules:
        """The ruleset of a deal. UsageError or InvalidFile if the game refuses its settings."""
        wanted = {**self.given, **deal.options}
        parts = [found(self.modules.get(name, name)) for name in deal.modules]
        # Options of modules that are not played have no name here.
        off = [f"{name}." for name in self.modules if name not in deal.modules]
        wanted = {name: value for name, value in wanted.items() if not name.startswith(tuple(off))}
        return assembly.load(found(self.game), parts, wanted, deal.edition, self.data)

    def deal(self, seed: int, block: int) -> BlockSettings:
        """The settings of the block with this number: sets of modules and editions in turn, options drawn."""
        cells = [(modules, edition) for edition in self.editions for modules in self.sets]
        modules, edition = cells[block % len(cells)]
        plain = BlockSettings(modules, edition, {})
        if block // len(cells) % 4 == 0:
            return plain
        stream = Stream(seed, f"soak:{self.name}:{block}:options")
        declared = [option for option in self.rules(plain).declared if option.name not in self.given]
        for refused in range(TRIES if declared else 0):
            deal = BlockSettings(modules, edition, drawn(declared, stream), refused)
            try:
                self.rules(deal)
            except (UsageError, InvalidFile):
                continue
            except PluginError:
                pass  # its games fail, and say why
            return deal
        return attrs.evolve(plain, refused=TRIES)


def drawn(declared: Sequence[Option], stream: Stream) -> dict[str, object]:
    """Values for some of the options: often a few, sometimes most of them."""
    names = list(range(len(declared)))
    stream.shuffle(names)
    most = len(names) if stream.below(2) else min(4, len(names))
    chosen = sorted(names[: 1 + stream.below(most)])
    return {declared[n].name: _value(declared[n], stream) for n in chosen}


def _value(option: Option, stream: Stream) -> int | bool | str:
    """Any legal value; the ends of a range and its default are as likely as all numbers between."""
    if option.ranged:
        low, high = map(int, option.values)
        return stream.pick([low, high, int(option.default), low + stream.below(high - low + 1)])
    return stream.pick(option.values or option.known or (option.default,))
