"""Plays the same games in other processes, in which sets of texts have other orders, and finds where they part."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from functools import partial
from hashlib import sha256
from importlib.machinery import PathFinder
from inspect import ismodule
from itertools import zip_longest
from types import ModuleType
from typing import Any

from ..base.errors import PluginError, UsageError
from ..draw.show_sentences import sentences
from ..rules import plugins
from ..rules.game import Game, Module
from ..rules.ruleset import Rules
from ..simulation import workers
from .field_walk import apart, differing
from .random_games import Moment, Subject, random_game

SEED = "PYTHONHASHSEED"
"""The environment variable that decides the order of sets of texts; without it each process has another one."""
SEEDS = ("1", "2")
PARTED = "the same seed and moves give another game in a process in which sets have another order"
CAUSE = "look for a set of texts, or a dict made from one, that is iterated, and iterate sorted(...) of it"
KEPT = "depend on the games that the process has played before: look for what is kept between games, such as a cache"
SELDOM = 15
"""What is said of a position is compared at one decision in this many."""
Position = tuple[dict[str, Any], str]
"""A position of a random game as plain data by field, with the legal actions, and the action that is played next."""


def elsewhere(rules: Rules) -> bool:
    """Return whether another process finds these plugins: each is installed, or a module that can be imported."""
    parts: list[Game | Module] = [rules.game, *rules.modules]
    return all(_found(rules.plugins.get_plugin(part.name), part) for part in parts)


def _found(plugin: Any, part: Game | Module) -> bool:
    try:
        installed = (
            plugins.game(part.name) if isinstance(part, Game) else plugins.module(part.game, part.name)
        )
    except (UsageError, PluginError):
        installed = None
    return installed is plugin or (ismodule(plugin) and _importable(plugin))


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


def same_elsewhere(subject: Subject) -> None:
    """Check that random games go the same in other processes; `Broken` names the fields that differ first."""
    few, *more = subject.players
    games = [(few, seed) for seed in range(subject.seed, subject.seed + subject.games)]
    games += [(players, subject.seed) for players in more]
    with ExitStack() as stack:
        rules = subject.rules  # in another process they are loaded once, and kept
        executors = [stack.enter_context(_process(rules, seed)) for seed in SEEDS]
        orders = [games, games[::-1]]  # with something kept between games, these differ
        waiting = [executor.submit(_played, rules, order) for executor, order in zip(executors, orders)]
        ours = _played(rules, games)
        for executor, played in zip(executors, waiting):
            theirs = played.result()
            for game in games:
                if ours[game] != theirs[game]:
                    there = executor.submit(_positions, rules, *game).result()
                    _parted(subject, game, _positions(rules, *game), there)
                    if [one for _, one in ours[game]] != [one for _, one in theirs[game]]:
                        raise subject.broken(f"games of {game[0]} players {KEPT}")


@contextmanager
def _process(rules: Rules, seed: str) -> Iterator[Executor]:
    """Start a process with this hash seed; what is submitted is done when it is ready to play."""
    with ExitStack() as stack:
        with _seeded(seed):
            executor = stack.enter_context(workers.pool(partial(_played, rules, ()), 1, waits=False))
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


def _played(rules: Rules, games: Sequence[tuple[int, int]]) -> dict[tuple[int, int], list[tuple[str, str]]]:
    return {game: _digests(rules, *game) for game in games}


def _digests(rules: Rules, players: int, seed: int) -> list[tuple[str, str]]:
    """Return two digests of each position of a random game and its move, the first with the order of mappings."""
    found = []
    for moment in random_game(Subject(rules=rules), players, seed):
        state, said = moment.state.to_dict(), [str(moment.action), _said_of(moment)]
        texts = (json.dumps([state, *said], default=repr, sort_keys=ordered) for ordered in (False, True))
        one, other = (sha256(text.encode()).hexdigest()[:16] for text in texts)
        found.append((one, other))
    return found


def _said_of(moment: Moment) -> dict[str, Any]:
    """Return what the game says of a position: who is ahead, and now and then worths and the drawing."""
    state, rules = moment.state, moment.state.rules
    found: dict[str, Any] = {"standing": list(state.standing()), "ranking": state.ranking()}
    if moment.decision % SELDOM == 0 or state.over:
        for view in [state.view(seat) for seat in state.to_act or (0,)]:
            if rules.game.appraise is not None:
                found["appraise"] = rules.appraise(view, view.seat or 0)
            if rules.game.choices is not None and len(view.legal()):
                found["worths"] = list(rules.worths(view, view.legal()))
            if rules.game.show is not None:
                found["show"] = sentences(rules.show(view))
    return found


def _positions(rules: Rules, players: int, seed: int) -> list[Position]:
    found = []
    for moment in random_game(Subject(rules=rules), players, seed):
        state = moment.state
        fields = state.to_dict()
        fields |= json.loads(json.dumps(_said_of(moment), default=repr))
        for module, part in fields.pop("slices", {}).items():
            fields |= {f"{module}.{name}": value for name, value in part.items()}
        for seat in state.to_act:
            fields[f"legal.{state.seats[seat]}"] = [str(one) for one in state.legal(seat)]
        found.append((fields, str(moment.action or "")))
    return found


def _parted(
    subject: Subject, game: tuple[int, int], ours: Sequence[Position], theirs: Sequence[Position]
) -> None:
    """Raise `Broken` for the first decision at which the two games differ, unless only mappings have other orders."""
    earlier = ""
    for number, (one, other) in enumerate(zip_longest(ours, theirs)):
        if one is None or other is None:
            where, said = f"at decision {number},", "the game is over in one of them"
        elif names := differing(one[0], other[0]):
            where = f"after decision {number - 1}, '{ours[number - 1][1]}'," if number else "in the set-up"
            parts = "; ".join(apart(name, one[0].get(name), other[0].get(name)) for name in names)
            what = "the field" if len(names) == 1 else "the fields"
            said = f"{what} {', '.join(names)} {'differs' if len(names) == 1 else 'differ'}: {parts}"
        else:
            names = [name for name in one[0] if _said(one[0][name]) != _said(other[0][name])]
            if names and not earlier:
                # What iterates a mapping comes to differ later.
                earlier = f" (the order within {', '.join(names)} differs from decision {number} on)"
            continue
        for moment in random_game(subject, *game):
            if moment.decision == min(number, len(ours) - 1):
                break
        moment.need(False, f"{PARTED}: {where} {said}{earlier}; {CAUSE}")


def _said(value: Any) -> str:
    return json.dumps(value, default=repr)
