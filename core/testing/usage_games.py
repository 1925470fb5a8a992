"""The options, score reasons and streams that random games use, in as many settings of a ruleset as needed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attr
import attrs

from ..base.errors import InvalidFile, UsageError
from ..rules.actions import Action
from ..rules.assembly import declaration
from ..rules.game import Game, Module, dealt
from ..rules.hooks import PROJECT, hook
from ..rules.ruleset import Rules
from .questions import REFUSED, asked, looked_at
from .random_games import Subject, random_game
from .setting_checks import values

SELDOM = 64
"""With other than the usual settings, all faces are asked at both ends of a game and at one decision in this many."""
OTHERS = 3
"""So many other seeds show whether a stream decides something about the set-up."""
ATTRS = str(Path(attr.__file__).parent)
GENERATED = "<attrs generated"
"""The file of the methods that attrs writes: `__eq__`, `__hash__`, `__repr__`."""
WHOLE = ("asdict", "astuple")
"""Functions of attrs that hand every value on. All others compare, hash, copy or print an object."""


@attrs.define(kw_only=True)
class Trial:
    """Plays until everything that is wanted has been used, or every setting was tried."""

    subject: Subject
    options: set[str]
    """Options that nothing has read so far; likewise score reasons and streams."""
    reasons: set[str]
    streams: set[str]
    games: int = 0
    settings: int = 0

    def play(self) -> None:
        """Try the ruleset as it is, then with each other value of each option, then each edition."""
        subject = self.subject
        few = dict.fromkeys((subject.players[0], subject.players[-1]))
        for rules in self._settings():
            first = not self.settings
            self.settings += 1
            asked(rules)
            if not first:
                subject = attrs.evolve(self.subject, games=1, every=SELDOM)
            for players in subject.players if first else few:
                for seed in range(subject.seed, subject.seed + subject.games):
                    if self.left:
                        self._game(subject, rules, players, seed)

    @property
    def left(self) -> bool:
        """True while something that is wanted has not been used."""
        return bool(self.options or self.reasons or self.streams)

    @property
    def said(self) -> str:
        """Description of what was tried."""
        games = f"{self.games} random {'game' if self.games == 1 else 'games'}"
        return f"{games} under {self.settings} {'setting' if self.settings == 1 else 'settings'}"

    def _settings(self) -> Iterator[Rules]:
        rules = self.subject.rules
        wanted: list[dict[str, object]] = [{}]
        for option in rules.declared:
            usual = rules.option_values[option.name]
            wanted += [{option.name: value} for value in values(option) if value != usual]
        defaults = {option.name: option.default for option in rules.declared}
        wanted += [{**defaults, **{k: str(v) for k, v in one.items()}} for one in rules.editions.values()]
        for given in wanted:
            if self.left:
                try:
                    found = self.subject.again(given, plugin=self._watched)
                except (UsageError, InvalidFile):
                    continue
                yield found

    def _watched(self, plugin: Any) -> Any:
        return watched(plugin, self.options.discard)

    def _game(self, subject: Subject, rules: Rules, players: int, seed: int) -> None:
        try:
            state = rules.new(players, seed)
        except UsageError:
            return
        self.games += 1
        dealt(state)
        for name in self.streams & state.streams.keys():
            for other in range(seed + 1, seed + 1 + OTHERS):
                again = rules.new(players, seed, apart={name: other})
                again.streams[name] = state.streams[name]
                if again != state:
                    self.streams.discard(name)
        tried: dict[Action, None] = {}
        for moment in random_game(subject, players, seed, rules=rules, played=lambda moment, log: None):
            state = moment.state
            for seat in state.to_act:
                tried.update(dict.fromkeys(state.legal(seat)[:REFUSED]))
            if moment.costly():
                looked_at(moment, list(tried))
        self.reasons -= {rules.reasons[line[2]].key for line in state.ledger}
        self.streams -= {name for name, (_, count) in state.streams.items() if count}


def watched(plugin: Any, heard: Callable[[str], None]) -> Any:
    """Return a plugin that declares and does the same, with options that call `heard` with their names when read.

    The options of a module are named `MODULE.name`.
    """
    game = hasattr(plugin, "tilewright_game")
    part = declaration(str(plugin.__name__), plugin, "game" if game else "module")
    prefix = "" if game else f"{part.name}."
    if part.options is not None:
        part = attrs.evolve(part, options=_noting(part.options, lambda name: heard(prefix + name)))

    def declared() -> Game | Module:
        found: Game | Module = part
        return found

    kept = {name: getattr(plugin, name) for name in dir(plugin) if not name.startswith("__")}
    hooked = {name: one for name, one in kept.items() if hasattr(one, f"{PROJECT}_impl")}
    stated = {name: kept[name] for name in ("PRIORITY", f"{PROJECT}_api") if name in kept}
    hooked["tilewright_game" if game else "tilewright_module"] = hook(declared)
    return SimpleNamespace(__name__=plugin.__name__, **stated, **hooked)


def _noting(kind: type, heard: Callable[[str], None]) -> type:
    """Return a subclass of an options class. An object of it is equal to none of the class: no cache knows it."""
    names = frozenset(field.name for field in attrs.fields(kind))

    def read(self: Any, name: str) -> Any:
        if name in names:
            if _by_rules():
                heard(name)
        elif name == "__dict__":
            for each in names:
                heard(each)
        return object.__getattribute__(self, name)

    inside = {
        "__slots__": (),
        "__module__": kind.__module__,
        "__doc__": kind.__doc__,
        "__getattribute__": read,
    }
    return type(kind)(kind.__name__, (kind,), inside)


def _by_rules() -> bool:
    """Return whether code reads the value for what it is; attrs also reads to compare, hash, copy and print."""
    code = sys._getframe(2).f_code
    if code.co_filename.startswith(GENERATED):
        return False
    return not code.co_filename.startswith(ATTRS) or code.co_name in WHOLE
