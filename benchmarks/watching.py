"""What watching costs: the same games played unwatched and watched by all meters that cost little, in CPU time.

    python benchmarks/watching.py [--games N] [--bots greedy,random] [--meters]

The two are played in turn, game by game, so that both meet the same machine. `--meters` tells what each meter takes
alone, per decision, in games of random players. Goal: a ratio of at most 1.10 under greedy.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from statistics import median

from tilewright.core import bots
from tilewright.core.base.chance import Stream, mix
from tilewright.core.meters.metrics import Meter, Watch
from tilewright.core.meters.registry import meters_of
from tilewright.core.play.match import bot_key
from tilewright.core.rules.assembly import forget, load
from tilewright.core.simulation.games import play_out

RULESETS = {
    "rebirth": ("rebirth", ()),
    "glenmore": ("glenmore", ()),
    "isleofskye": ("isleofskye", ()),
    "isleofskye + all": ("isleofskye", ("bonus", "druids", "outskirts", "tunnel")),
}


class Table:
    """One ruleset with two players; bots and meters are made once, as in a comparison."""

    def __init__(self, name: str, text: str) -> None:
        game, modules = RULESETS[name]
        # Rules keep what bots have thought about, so that each table has its own.
        forget()
        self.rules = load(game, modules)
        self.players = [bots.make(text, self.rules) for _ in range(2)]
        self.meters = meters_of(self.rules)

    def unwatched(self, seed: int) -> float:
        """Seconds of one game without meters."""
        state = self.rules.new(2, seed)
        began = time.process_time()
        play_out(self.rules, state, self.players, seed)
        return time.process_time() - began

    def watched(self, seed: int, meters: Sequence[Meter]) -> float:
        """Seconds of the same game with these meters."""
        state = self.rules.new(2, seed)
        keys = [bot_key(seed, name) for name in state.seats]
        decisions = 0
        began = time.process_time()
        watch = Watch(meters, state)
        while not state.over:
            seat = state.to_act[0]
            view = watch.deciding(state, seat)
            action = self.players[seat].choose(view, Stream.of(mix(keys[seat], decisions)))
            log = watch.log()
            state.apply(action, log)
            watch.decided(state, action, log)
            decisions += 1
        watch.values(state)
        return time.process_time() - began


def compare(name: str, text: str, games: int) -> None:
    """Prints milliseconds of a game unwatched and watched, and their ratio."""
    plain, looked = Table(name, text), Table(name, text)
    plain.unwatched(-1), looked.watched(-1, looked.meters)
    without = within = 0.0
    for seed in range(games):
        without += plain.unwatched(seed)
        within += looked.watched(seed, looked.meters)
    told = f"{without / games * 1e3:9.1f} ms{within / games * 1e3:9.1f} ms{within / without:8.3f}"
    print(f"{name:20}{text:10}{told}", flush=True)


def each(name: str, games: int = 40) -> None:
    """Prints what each meter takes alone, in games of random players: the median over seeds of the difference."""
    table = Table(name, "random")
    for one in table.meters:
        more = [table.watched(seed, [one]) - table.watched(seed, []) for seed in range(games)]
        names = ", ".join(metric.name for metric in one.metrics)
        print(f"    {median(more) * 1e6:8.0f} us a game  {names[:80]}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--bots", default="greedy,random")
    parser.add_argument("--meters", action="store_true")
    parser.add_argument("--rules", default=",".join(RULESETS))
    asked = parser.parse_args()
    print(f"{'rules':20}{'bot':10}{'unwatched':>12}{'watched':>12}{'ratio':>8}")
    for name in asked.rules.split(","):
        for text in asked.bots.split(","):
            compare(name, text, asked.games if text != "random" else 10 * asked.games)
        if asked.meters:
            each(name)


if __name__ == "__main__":
    main()
