"""What a decision at a level costs: greedy plays whole games, and the level is asked now and then what it would do.

    python benchmarks/levels.py GAME [--level hard] [--players K] [--with M1,M2 | --all] [--every N] [--games G]

Prints CPU seconds of a decision: median, 90 % and the longest, with the step and the number of moves there. How strong
the levels are: tilewright ladder GAME --bots easy,normal,hard.
"""

from __future__ import annotations

import argparse
import time

import tilewright as tw
from tilewright.core import bots, levels, plugins
from tilewright.core.chance import Stream, mix
from tilewright.core.rules import Rules

Cost = tuple[float, str, int]
"""CPU seconds, step, number of legal moves."""


def costs(rules: Rules, level: str, players: int, every: int, seed: int) -> list[Cost]:
    """What the level's decisions cost in one game of greedy; decisions without a choice are left out."""
    usual, asked = bots.make("greedy", rules), bots.make(level, rules)
    state, found, decision = rules.new(players, seed), [], 0
    while not state.over:
        view = state.view(state.to_act[0])
        if decision % every == 0 and len(view.legal()) > 1:
            began = time.process_time()
            asked.choose(view, Stream.of(mix(seed, decision)))
            step = type(state.step).__name__
            found.append((time.process_time() - began, step, len(view.legal())))
        state.apply(usual.choose(view, Stream.of(mix(seed, decision))))
        decision += 1
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--level", choices=levels.LEVELS, default="hard")
    parser.add_argument("--players", type=int, help="the most by default")
    parser.add_argument("--with", dest="modules", default="", help="modules, separated by commas")
    parser.add_argument("--all", action="store_true", help="with all modules that are installed")
    parser.add_argument("--every", type=int, default=5, help="ask at each N-th decision", metavar="N")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    modules = [name for name in given.modules.split(",") if name]
    if given.all:
        own = f"{given.game}."
        modules = [name.removeprefix(own) for name in plugins.found("module") if name.startswith(own)]
    rules = tw.load(given.game, modules)
    players = given.players or rules.game.seats[1]
    found = []
    for seed in range(given.seed, given.seed + given.games):
        found += costs(rules, given.level, players, given.every, seed)
    found.sort()
    seconds = [one[0] for one in found]
    longest, step, moves = found[-1]
    name = "+".join([given.game, *modules])
    print(
        f"{name}, {players} players, {given.level} ({levels.of(rules)[given.level]}), {len(found)} decisions: "
        f"median {seconds[len(found) // 2]:.3f} s, 90 % {seconds[len(found) * 9 // 10]:.3f} s, "
        f"longest {longest:.2f} s ({step}, {moves} moves)"
    )


if __name__ == "__main__":
    main()
