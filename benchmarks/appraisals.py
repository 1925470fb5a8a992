"""What a module's appraisals are worth: greedy with them against greedy without, two players, both seats of each seed.

    python benchmarks/appraisals.py MODULE [--seeds N] [--first SEED] [--workers W]

The one without sees and plays the same module of Isle of Skye; only the hooks that say what things are worth are gone.
Prints share of games won and margin in points with 95 % intervals over seeds.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from math import sqrt
from multiprocessing import get_context
from statistics import mean, stdev
from types import SimpleNamespace

import tilewright as tw
from tilewright.core.base.chance import Stream, mix
from tilewright.core.bots.greedy import Greedy
from tilewright.core.play.match import bot_key
from tilewright.core.rules import plugins
from tilewright.core.rules.ruleset import Rules

GAME = "isleofskye"
HOOKS = {"appraise_actions", "appraise_lines", "promises", "sold_later", "territory_lines"}


@cache
def rulesets(module: str) -> tuple[Rules, Rules]:
    """With the appraisals, and without."""
    own = vars(plugins.module(GAME, module))
    blind = SimpleNamespace(**{name: what for name, what in own.items() if name not in HOOKS})
    return tw.load(GAME, [module]), tw.load(GAME, [blind])


def duel(module: str, seed: int) -> tuple[float, float]:
    """Share of the two games won by the one with appraisals, and its mean margin."""
    full, blind = rulesets(module)
    bots = Greedy(full), Greedy(blind)
    won = margin = 0.0
    for seat in (0, 1):
        state, decisions = full.new(2, seed), 0
        keys = [bot_key(seed, name) for name in state.seats]
        while not state.over:
            mover = state.to_act[0]
            seen = state
            if mover != seat:
                seen = state.clone()
                seen.rules = blind
            action = bots[mover != seat].choose(seen.view(mover), Stream.of(mix(keys[mover], decisions)))
            state.apply(action)
            decisions += 1
        won += (seat in state.winners) / len(state.winners) / 2
        margin += (state.scores[seat] - state.scores[1 - seat]) / 2
    return won, margin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("module")
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    seeds = range(asked.first, asked.first + asked.seeds)
    with ProcessPoolExecutor(asked.workers, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(partial(duel, asked.module), seeds, chunksize=4))
    for name, values in zip(("share of games", "margin"), zip(*found, strict=True), strict=True):
        half = 1.96 * stdev(values) / sqrt(len(values))
        print(f"{asked.module}, {name}: {mean(values):.4f} +- {half:.4f} ({2 * len(values)} games)")


if __name__ == "__main__":
    main()
