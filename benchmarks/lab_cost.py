"""What a comparison costs beside `simulate` of the same games, in CPU time.

    python benchmarks/lab_cost.py                    # the games alone, then whole commands, then two processes
    python benchmarks/lab_cost.py games --bots random --blocks 300
    python benchmarks/lab_cost.py --before FOLDER    # beside another checkout of the project

A block is one game under the printed rules and one under a variant, with two players and every metric that is measured
by default. `games`: both are played in turn in one process, block by block. `command`: `tilewright compare` against
two runs of `tilewright simulate`, from their start to their reports. `workers`: the CPU time of `tilewright compare`
with two processes over that with one. Goals: 1.5 under random players, 1.1 under greedy, 1.15 for two processes.
"""

from __future__ import annotations

import argparse
import gc
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import attrs

from tilewright.core import bots
from tilewright.core.lab.games.block import BlockPlayer, BlockSide, BlockWork
from tilewright.core.lab.games.variants import Variant
from tilewright.core.rules.assembly import forget
from tilewright.core.simulation import games as simulate

CHANGES = {
    "rebirth": "castle=8",
    "glenmore": "tile_penalty=0",
    "isleofskye": "castle_income=4",
}
BLOCKS = {"random": 400, "greedy": 60}
PARTS = ("games", "command", "workers")
REPEATS = 3
WARM = 5
"""Blocks before those that are timed."""


def variants(game: str) -> tuple[Variant, Variant]:
    """The printed rules and those with the change."""
    name, _, value = CHANGES[game].partition("=")
    return Variant(name="A", game=game), Variant(name="B", game=game, options={name: value})


def games(game: str, bot: str, blocks: int) -> float:
    """The CPU time of the games of a comparison over that of the same games simulated."""
    both, cast = variants(game), (bot, bot)
    player = BlockPlayer(BlockWork(sides=tuple(BlockSide(variant=one) for one in both), casts=(cast,)))
    # Rules keep what bots have thought about, so that each side has its own.
    forget()
    tables = []
    for one in both:
        rules = one.rules()
        plan = attrs.evolve(simulate.SimulationPlan.of(rules), bots=cast)
        tables.append((plan, rules, [bots.make(text, rules) for text in cast]))
    took = {"compared": 0.0, "simulated": 0.0}
    for seed in range(-WARM, blocks):
        if not seed:
            # What was made so far must not be collected on one side's time: that takes as long as several games.
            gc.collect()
        digests = {}
        # In turn the one and the other is first, since the second finds much in the processor's caches.
        for what in sorted(took, reverse=bool(seed % 2)):
            began = time.process_time()
            if what == "compared":
                rows = [mine for [mine] in player.row(seed)["arms"].values()]
            else:
                rows = [simulate.one(plan, rules, players, seed) for plan, rules, players in tables]
            if seed >= 0:
                took[what] += time.process_time() - began
            digests[what] = [row["digest"] for row in rows]
        if digests["compared"] != digests["simulated"]:
            raise SystemExit(f"{game}: the games of seed {seed} are not the same")
    return took["compared"] / took["simulated"]


def ran(words: list[str], folder: Path) -> float:
    """CPU seconds of a command with all its processes, run on the code of the folder."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    silent = subprocess.DEVNULL
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    with tempfile.TemporaryDirectory() as home:
        subprocess.run(
            [sys.executable, "-m", "tilewright", *words],
            env=environment,
            check=True,
            cwd=home,
            stdout=silent,
            stderr=silent,
        )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def comparison(game: str, bot: str, blocks: int, workers: int) -> list[str]:
    words = ["compare", game, "--b", CHANGES[game], "--bots", bot, "--blocks", str(blocks), "--seed", "1"]
    return [*words, "--players", "2", "--workers", str(workers), "--yes", "--out", "run"]


def simulation(game: str, bot: str, blocks: int, change: list[str]) -> list[str]:
    return ["simulate", game, "-n", str(blocks), "--players", "2", "--bots", bot, "--seed", "1", *change]


def command(game: str, bot: str, blocks: int, folder: Path) -> float:
    """The CPU time of a comparison over that of two simulations, with start and report."""
    compared = ran(comparison(game, bot, blocks, 1), folder)
    plain = ran(simulation(game, bot, blocks, []), folder)
    return compared / (plain + ran(simulation(game, bot, blocks, ["--set", CHANGES[game]]), folder))


def workers(game: str, bot: str, blocks: int, folder: Path) -> float:
    """The CPU time of a comparison with two processes over that with one."""
    one, two = (ran(comparison(game, bot, blocks, number), folder) for number in (1, 2))
    return two / one


def of(folder: Path, part: str, game: str, bot: str, blocks: int) -> float:
    """The ratio of one part for the code of the folder."""
    if part == "command":
        return command(game, bot, blocks, folder)
    if part == "workers":
        return workers(game, bot, blocks, folder)
    # In a process of its own, which imports that code.
    told = subprocess.run(
        [sys.executable, __file__, "ratio", "--rules", game, "--bots", bot, "--blocks", str(blocks)],
        env={**os.environ, "PYTHONPATH": str(folder / "src")},
        check=True,
        capture_output=True,
        text=True,
    )
    return float(told.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", nargs="*", default=PARTS, choices=[*PARTS, "ratio"])
    parser.add_argument("--rules", default=",".join(CHANGES))
    parser.add_argument("--bots", default=",".join(BLOCKS))
    parser.add_argument(
        "--blocks", type=int, help="of each run; by default 400 of random players, 60 of greedy"
    )
    parser.add_argument("--repeats", type=int, default=REPEATS, help="runs of which the median is printed")
    parser.add_argument("--before", metavar="FOLDER", help="a checkout to put beside this one")
    asked = parser.parse_args()
    if "ratio" in asked.part:
        print(games(asked.rules, asked.bots, asked.blocks))
        return
    folders = [Path(__file__).parents[1], *([Path(asked.before)] if asked.before else [])]
    print(
        f"{'part':10}{'rules':14}{'bot':10}"
        + "".join(f"{name:>10}" for name in ("now", "before")[: len(folders)])
    )
    for part in asked.part:
        for game in asked.rules.split(","):
            for bot in asked.bots.split(","):
                blocks = asked.blocks or BLOCKS[bot]
                # In turn, so that both meet the same machine.
                found = [[of(one, part, game, bot, blocks) for one in folders] for _ in range(asked.repeats)]
                told = "".join(f"{median(ratios):10.2f}" for ratios in zip(*found, strict=True))
                print(f"{part:10}{game:14}{bot:10}{told}", flush=True)


if __name__ == "__main__":
    main()
