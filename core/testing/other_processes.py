"""Plays the same games in other processes, in which sets of texts have other orders, and finds where they part."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from functools import partial
from hashlib import sha256
from importlib.machinery import PathFinder
from inspect import ismodule
from itertools import zip_longest
from types import ModuleType
from typing import Any

import attrs

from ..base.errors import PluginError, UsageError
from ..rules import plugins
from ..rules.assembly import load
from ..rules.game import Game, Module
from ..rules.ruleset import Rules
from ..rules.state import State
from ..simulation import workers
from .random_games import Subject, random_game
from .soak_settings import ImportedPackage, found

SEED = "PYTHONHASHSEED"
"""The environment variable that decides the order of sets of texts; without it each process has another one."""
SEEDS = ("1", "2")
PARTED = "the same seed and moves give another game in a process in which sets have another order"
CAUSE = "look for a set of texts, or a dict made from one, that is iterated, and iterate sorted(...) of it"
SHOWN = 80
"""Characters of a value that a message repeats."""
ENGINE = frozenset(field.name for field in attrs.fields(State))
"""Fields of every state; they are named only if no other one differs."""


@attrs.frozen
class Assembled:
    """The data from which another process assembles the same ruleset."""

    game: str | ImportedPackage
    modules: tuple[str | ImportedPackage, ...]
    options: Mapping[str, object]
    edition: str | None
    data: str | None

    @classmethod
    def of(cls, rules: Rules) -> Assembled | None:
        """Return it for these rules; None if a plugin is neither installed nor a module that can be imported."""
        parts: list[Game | Module] = [rules.game, *rules.modules]
        game, *modules = (_named(rules, part) for part in parts)
        if game is None or None in modules:
            return None
        options = {**rules.option_values, **rules.overridden}
        known = tuple(one for one in modules if one is not None)
        return cls(game, known, options, rules.edition, rules.data_folder)

    def rules(self) -> Rules:
        """Assemble it."""
        modules = [found(module) for module in self.modules]
        return load(found(self.game), modules, self.options, self.edition, self.data)


def _named(rules: Rules, part: Game | Module) -> str | ImportedPackage | None:
    plugin = rules.plugins.get_plugin(part.name)
    try:
        installed = (
            plugins.game(part.name) if isinstance(part, Game) else plugins.module(part.game, part.name)
        )
    except (UsageError, PluginError):
        installed = None
    if installed is plugin:
        return part.name
    return ImportedPackage(plugin.__name__) if ismodule(plugin) and _importable(plugin) else None


def _importable(module: ModuleType) -> bool:
    """Return whether another process with the same `sys.path` would import this very file by the module's name."""
    steps = module.__name__.split(".")
    places: Sequence[str] | None = None
    origin: str | None = None
    for n in range(len(steps)):
        spec = PathFinder.find_spec(".".join(steps[: n + 1]), places)
        if spec is None:
            return False
        places, origin = spec.submodule_search_locations or [], spec.origin
    return origin is not None and origin == module.__file__


@attrs.frozen
class PlainPosition:
    """A position of a random game, as plain data."""

    fields: Mapping[str, Any]
    legal: Mapping[str, Sequence[str]]
    """By seat to act, its legal actions in order."""
    step: str
    action: str
    """The one that is played next; "" at the end."""


def same_elsewhere(subject: Subject, assembled: Assembled) -> None:
    """Check that random games go the same in other processes; `Broken` names the fields that differ first."""
    few, *more = subject.players
    games = [(few, seed) for seed in range(subject.seed, subject.seed + subject.games)]
    games += [(players, subject.seed) for players in more]
    with ExitStack() as stack:
        executors = [stack.enter_context(_process(assembled, seed)) for seed in SEEDS]
        waiting = [executor.submit(_played, assembled, games) for executor in executors]
        ours = [_digests(subject.rules, *game) for game in games]
        for executor, played in zip(executors, waiting):
            for game, one, other in zip(games, ours, played.result()):
                if one != other:
                    there = executor.submit(_told, assembled, *game).result()
                    _parted(subject, game, _positions(subject.rules, *game), there)


@contextmanager
def _process(assembled: Assembled, seed: str) -> Iterator[Executor]:
    """Start a process with this hash seed; what is submitted is done when it is ready to play."""
    with ExitStack() as stack:
        with _seeded(seed):
            executor = stack.enter_context(workers.pool(partial(_ready, assembled), 1, waits=False))
        yield executor


@contextmanager
def _seeded(seed: str) -> Iterator[None]:
    """Give this hash seed to processes that are started meanwhile."""
    before = os.environ.get(SEED)
    os.environ[SEED] = seed
    try:
        yield
    finally:
        if before is None:
            del os.environ[SEED]
        else:
            os.environ[SEED] = before


_READY: dict[str, Any] = {}
"""In another process: the ruleset that it plays. Made once, and the same description gives the same rules."""


def _ready(assembled: Assembled) -> Rules:
    if _READY.get("assembled") != assembled:
        _READY.update(assembled=assembled, rules=assembled.rules())
    rules: Rules = _READY["rules"]
    return rules


def _played(assembled: Assembled, games: Sequence[tuple[int, int]]) -> list[list[str]]:
    return [_digests(_ready(assembled), *game) for game in games]


def _told(assembled: Assembled, players: int, seed: int) -> list[PlainPosition]:
    return _positions(_ready(assembled), players, seed)


def _digests(rules: Rules, players: int, seed: int) -> list[str]:
    """Return a digest of each position of a random game with what is played there, the order of mappings included."""
    found = []
    for moment in random_game(Subject(rules=rules), players, seed):
        said = f"{moment.action}\n{json.dumps(moment.state.to_dict(), default=repr)}"
        found.append(sha256(said.encode()).hexdigest()[:16])
    return found


def _positions(rules: Rules, players: int, seed: int) -> list[PlainPosition]:
    return [
        PlainPosition(
            fields=_fields(moment.state),
            legal={
                moment.state.seats[seat]: [str(one) for one in moment.state.legal(seat)]
                for seat in moment.state.to_act
            },
            step=moment.state.step.name if moment.state.step is not None else "",
            action=str(moment.action or ""),
        )
        for moment in random_game(Subject(rules=rules), players, seed)
    ]


def _fields(state: State) -> dict[str, Any]:
    packed = state.to_dict()
    slices: Mapping[str, Any] = packed.pop("slices", {})
    parts = {f"{module}.{name}": value for module, part in slices.items() for name, value in part.items()}
    return {**packed, **parts}


def _parted(
    subject: Subject, game: tuple[int, int], ours: Sequence[PlainPosition], theirs: Sequence[PlainPosition]
) -> None:
    """Raise `Broken` for the first decision at which the two games differ, unless only mappings have other orders."""
    for number, (one, other) in enumerate(zip_longest(ours, theirs)):
        if one is None or other is None:
            where, said = f"at decision {number},", "the game is over in one of them"
        elif differing := _differing(one, other):
            last = f"after decision {number - 1}, '{ours[number - 1].action}'," if number else "in the set-up"
            where, said = last, _fields_apart(differing, one, other)
        elif listed := _legal_apart(one, other):
            where, said = f"at decision {number},", listed
        else:
            continue
        for moment in random_game(subject, *game):
            if moment.decision == min(number, len(ours) - 1):
                break
        earlier = _reordered(ours[: number + 1], theirs)
        moment.need(False, f"{PARTED}: {where} {said}{earlier}; {CAUSE}")


def _differing(one: PlainPosition, other: PlainPosition) -> list[str]:
    """Return the fields in which two positions differ; those of the engine only if no others do."""
    names = [name for name in one.fields if one.fields[name] != other.fields.get(name)]
    return [name for name in names if name not in ENGINE] or names


def _fields_apart(names: list[str], one: PlainPosition, other: PlainPosition) -> str:
    shown = "; ".join(_shown(name, one.fields[name], other.fields.get(name)) for name in names)
    what = "the field" if len(names) == 1 else "the fields"
    return f"{what} {', '.join(names)} {'differs' if len(names) == 1 else 'differ'}: {shown}"


def _legal_apart(one: PlainPosition, other: PlainPosition) -> str:
    """Return how the legal actions of two positions differ, in words; "" if they do not."""
    for seat, legal in one.legal.items():
        there = other.legal.get(seat, ())
        for n, (first, second) in enumerate(zip_longest(legal, there)):
            if first != second:
                what = "come in another order" if sorted(legal) == sorted(there) else "are others"
                said = f"the legal actions of {seat} in step {one.step} {what}: number {n + 1} is"
                return f"{said} '{first or 'none'}' here and '{second or 'none'}' there"
    return "" if one.legal.keys() == other.legal.keys() else "other seats are to act"


def _shown(name: str, one: Any, other: Any) -> str:
    """Return the innermost part in which two values of a field differ, with both."""
    while True:
        keys: list[Any] = []
        if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
            keys = [key for key in one if one[key] != other[key]]
        elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
            keys = [n for n in range(len(one)) if one[n] != other[n]]
        inner = len(keys) == 1 or (keys and isinstance(one[keys[0]], (dict, list)))
        if not inner:
            break
        name = f"{name}[{json.dumps(keys[0])}]"
        one, other = one[keys[0]], other[keys[0]]
    values = [json.dumps(value, default=repr) for value in (one, other)]
    here, there = (text if len(text) <= SHOWN else f"{text[:SHOWN]}..." for text in values)
    return f"{name} is {here} here and {there} there"


def _reordered(ours: Sequence[PlainPosition], theirs: Sequence[PlainPosition]) -> str:
    """Return where mappings first have another order, in words: what iterates them comes to differ later."""
    for number, (one, other) in enumerate(zip(ours, theirs)):
        names = [
            name
            for name, value in one.fields.items()
            if value == other.fields[name]
            and json.dumps(value, default=repr) != json.dumps(other.fields[name], default=repr)
        ]
        if names:
            return f" (the order within {', '.join(names)} differs from decision {number} on)"
    return ""
