"""What modules cost: random games of a game alone, with each of its modules, and with all, side by side in one run.

    python benchmarks/modules.py [GAME] [--games N] [--players K] [--seed S]

The rulesets take turns game by game, so that whatever else the machine does slows all of them alike; the ratios are the
figures to compare. A second run with a clock around each hook says where the time goes. All to stdout.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import wraps
from types import SimpleNamespace
from typing import Any

import tilewright as tw
from tilewright.core.rules import plugins
from tilewright.core.rules.ruleset import Rules
from tilewright.core.simulation.speed import playout


def shipped(game: str) -> list[str]:
    """The game's own modules."""
    found = plugins.found("module").items()
    names = [
        name.partition(".")[2]
        for name, one in found
        if one.source == "tilewright" and name.startswith(f"{game}.")
    ]
    return sorted(names)


def rulesets(game: str) -> dict[str, Rules]:
    """The game alone, with each module alone, with all of them."""
    modules = shipped(game)
    found = {"base": tw.load(game)} | {name: tw.load(game, [name]) for name in modules}
    return found | ({"all": tw.load(game, modules)} if len(modules) > 1 else {})


def compare(rules: dict[str, Rules], games: int, players: int, seed: int) -> None:
    """Prints time a game and time a decision of each ruleset, beside the base game's."""
    seconds, decisions = dict.fromkeys(rules, 0.0), dict.fromkeys(rules, 0)
    for one in rules.values():
        playout(one, players, seed)  # what is made once is made now
    for number in range(games):
        for name, one in rules.items():
            began = time.perf_counter()
            decisions[name] += playout(one, players, seed + number)
            seconds[name] += time.perf_counter() - began
    head = ("", "games/s", "ms/game", "ratio", "decisions", "us/decision", "ratio")
    print("{:>12}{:>10}{:>10}{:>8}{:>11}{:>13}{:>8}".format(*head))
    game, each = seconds["base"] / games, seconds["base"] / decisions["base"]
    for name in rules:
        mine, step = seconds[name] / games, seconds[name] / decisions[name]
        print(
            f"{name:>12}{1 / mine:>10.1f}{mine * 1e3:>10.2f}{mine / game:>8.2f}"
            f"{decisions[name] / games:>11.1f}{step * 1e6:>13.1f}{step / each:>8.2f}"
        )


class Clock:
    """Plugins whose hooks are timed."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()
        self.seconds: Counter[tuple[str, str]] = Counter()

    def timed(self, module: str, hook: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            began = time.perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                self.seconds[module, hook] += time.perf_counter() - began
                self.calls[module, hook] += 1

        return call

    def plugin(self, game: str, module: str) -> Any:
        """The module's plugin with a clock around each hook that is asked in play."""
        own, hooks = plugins.module(game, module), {}
        for name, function in vars(own).items():
            if hasattr(function, "tilewright_impl"):
                declares = name == "tilewright_module"
                hooks[name] = function if declares else self.timed(module, name, function)
        priority = getattr(own, "PRIORITY", {})
        return SimpleNamespace(__name__=module, PRIORITY=priority, **hooks)


def hooks(game: str, modules: Sequence[str], games: int, players: int, seed: int) -> None:
    """Prints what each hook of each module takes, with all modules in play."""
    clock = Clock()
    rules = tw.load(game, [clock.plugin(game, module) for module in modules])
    playout(rules, players, seed)
    clock.calls.clear()
    clock.seconds.clear()
    began = time.perf_counter()
    for number in range(games):
        playout(rules, players, seed + number)
    whole = time.perf_counter() - began
    print(f"\n{'module':>12} {'hook':<18}{'calls/game':>12}{'us/call':>10}{'us/game':>10}{'share':>8}")
    for (module, hook), seconds in sorted(clock.seconds.items(), key=lambda one: -one[1]):
        calls = clock.calls[module, hook]
        print(
            f"{module:>12} {hook:<18}{calls / games:>12.1f}{seconds / calls * 1e6:>10.2f}"
            f"{seconds / games * 1e6:>10.1f}{seconds / whole:>8.1%}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", nargs="?", default="isleofskye")
    parser.add_argument("--games", type=int, default=100, help="random games of each ruleset")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    print(
        f"{given.game}, {given.games} random games of {given.players} players each, seeds from {given.seed}"
    )
    compare(rulesets(given.game), given.games, given.players, given.seed)
    if modules := shipped(given.game):
        hooks(given.game, modules, given.games, given.players, given.seed)


if __name__ == "__main__":
    main()
