"""Measure what everything costs, as multiples of the kernel, and fail where budgets.yaml allows less.

    python -m benchmarks.budgets                  # everything, for releases: some ten minutes on two quiet cores
    python -m benchmarks.budgets --only random,growth --rounds 3
    python -m benchmarks.budgets --short          # counts of calls and imports alone, which cannot vary: CI runs this
    python -m benchmarks.budgets --write          # what was measured becomes the budget; limits of growth stay

Times are CPU times, divided by that of a random game of Carcassonne written by hand (kernel.py), which is measured
before and after each of them; the median of the rounds counts. Games, steps, commands, screens and keys are those of
`against.py`, which compares two checkouts; growth is that of `growth.py`, decisions of levels those of `levels.py`.
"""

from __future__ import annotations

import argparse
import gc
import os
import re
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import against  # noqa: E402  (its neighbours are found now, however this was started)
import against_games  # noqa: E402
import growth  # noqa: E402
import kernel  # noqa: E402
import levels  # noqa: E402
import yaml  # noqa: E402

import tilewright as tw  # noqa: E402
from tilewright.authoring import Stream  # noqa: E402
from tilewright.core.bots.levels import LEVELS  # noqa: E402
from tilewright.core.table.preview import foresee  # noqa: E402
from tilewright.testing import bots, play_out  # noqa: E402

BUDGETS = HERE / "budgets.yaml"
GAMES = ("rebirth", "glenmore", "isleofskye")
STEPS = {
    "clone": 50 * against_games.POSITIONS,
    "list": 8 * against_games.POSITIONS,
    "apply": 10 * against_games.POSITIONS,
}
"""How often `against_games` does each."""
TURNS = 72
Measured = dict[tuple[str, str], float]
"""What is measured of what, and how much it is."""


def yardstick() -> float:
    """Return the CPU seconds of one game of the kernel, now."""
    gc.collect()
    return kernel.seconds(100)


# -- measured in times -----------------------------------------------------------------------------------------------


def per_unit(row: against.Row, seconds: float) -> float:
    """Return the seconds of one game, decision or step; of commands, screens and keys there is one."""
    if row.kind in STEPS:
        return seconds / STEPS[row.kind]
    if row.kind in against_games.BOTS:
        return (
            seconds / dict(zip(against_games.BOTS, against_games.AMOUNTS[row.subject], strict=True))[row.kind]
        )
    return seconds


def tasks(only: Collection[str], record: Path) -> Iterator[Callable[[int], Measured]]:
    """Yield what measures some rows, in seconds, each time that it is called."""
    kinds = {*against.GAME_KINDS, "start", "board", "screen", "key"}
    if wanted := kinds & {*only} if only else kinds:
        for task in against.tasks(wanted, (80, 24), record):

            def taken(seed: int, task: against.Task = task) -> Measured:
                return {
                    (row.kind, row.subject): per_unit(row, one.cpu)
                    for row, one in against.measured(task, HERE.parent, seed).items()
                }

            yield taken
    for name in GAMES:
        if not only or "decision" in only:
            for level in LEVELS:
                yield lambda seed, name=name, level=level: decisions(name, level, seed)
        if not only or "preview" in only:
            yield lambda seed, name=name: previews(name, seed)


def decisions(name: str, level: str, seed: int) -> Measured:
    """Return the median and the 99th percentile of the level's decisions in a game of two."""
    taken = sorted(cpu for cpu, _, _ in levels.costs(tw.load(name), level, 2, 1, seed))
    return {
        ("decision", f"{name} {level}"): median(taken),
        ("decision 99 %", f"{name} {level}"): taken[min(len(taken) * 99 // 100, len(taken) - 1)],
    }


def middle(name: str, seed: int) -> tw.State:
    """Return a position in the middle of a random game."""
    rules = tw.load(name)
    state, stream = rules.new(2, seed), Stream(seed, "budgets")
    for _ in range(30):
        state.apply(stream.pick(list(state.legal(state.to_act[0]))))
    return state


def previews(name: str, seed: int) -> Measured:
    """Return the time of a preview: what a move would do."""
    state = middle(name, seed)
    view = state.view(state.to_act[0])
    moves = list(view.legal())[:40]
    foresee(view, moves[0])
    began = time.process_time()
    for move in moves:
        foresee(view, move)
    return {("preview", name): (time.process_time() - began) / len(moves)}


def in_kernels(only: Collection[str], rounds: int) -> Measured:
    """Return all times in games of the kernel."""
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "record.jsonl"
        against_games.record(str(record))
        todo = [*tasks(only, record)]
        for done, task in enumerate(todo, 1):
            for n in range(1, rounds + 1):
                before = yardstick()
                taken = task(n)
                unit = (before + yardstick()) / 2
                for row, seconds in taken.items():
                    found[row].append(seconds / unit)
            print(f"\r{done} of {len(todo)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return {row: median(values) for row, values in found.items()}


def grown(rounds: int) -> Measured:
    """Return what a turn costs at four times the tiles."""
    found = {}
    for kind in growth.KINDS:
        tiles, taken = kind.tiles(Random(1)), list[float]()
        growth.turn(kind, tiles, TURNS, 0)
        for seed in range(1, rounds + 1):
            small = growth.turn(kind, tiles, TURNS, seed)
            taken.append(growth.turn(kind, tiles, 4 * TURNS, seed) / small)
        found["growth", kind.name] = median(taken)
    return found


def memory(name: str) -> Measured:
    """Return the kB that a match of greedy bots takes at its end, history included; the ruleset is loaded before."""
    rules = tw.load(name)
    player = bots.make("random", rules)
    against_games.match_of(rules, 0, 10_000, player)
    gc.collect()
    tracemalloc.start()
    match = against_games.match_of(rules, 1, 10_000, player)
    gc.collect()
    taken = tracemalloc.get_traced_memory()[0] / 1000
    tracemalloc.stop()
    assert match.over
    return {("memory", name): taken}


# -- counted ---------------------------------------------------------------------------------------------------------


def calls(function: Callable[[], object]) -> int:
    """Return how many functions of ours are called; what is made once was made before, by the same."""
    function()
    count, ours = 0, (os.sep + "core" + os.sep, os.sep + "games" + os.sep)

    def called(frame: Any, event: str, _: object) -> None:
        nonlocal count
        count += event == "call" and any(one in frame.f_code.co_filename for one in ours)

    gc.collect()
    sys.setprofile(called)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


def game(rules: tw.Rules, bot: str) -> None:
    """Play a game of two."""
    player, state = bots.make(bot, rules), rules.new(2, 1)
    play_out(rules, state, [player, player], 1)


def counted() -> Measured:
    """Return the calls of games and steps, and the modules that commands import."""
    found: Measured = {}
    for name in GAMES:
        rules, state = tw.load(name), middle(name, 1)
        for bot in ("random", "greedy"):
            found[f"calls of {bot}", name] = calls(lambda rules=rules, bot=bot: game(rules, bot))
        seat = state.to_act[0]
        view = state.view(seat)
        move = next(iter(view.legal()))
        found["calls of list", name] = calls(lambda state=state, seat=seat: list(state.clone().legal(seat)))
        found["calls of preview", name] = calls(lambda view=view, move=move: foresee(view, move))
    for words in ("--version", "play -h", "games", "compare rebirth --b nosuch=1"):
        found["modules", words] = imported(words)
    return found


def imported(words: str) -> int:
    """Return how many modules a command imports."""
    code = (
        "import atexit, os, sys\n"
        "atexit.register(lambda: os.write(2, b'\\n%d modules' % len(sys.modules)))\n"
        f"sys.argv = ['tilewright', *{words.split()!r}]\n"
        "from tilewright.__main__ import main\n"
        "main()"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env=against.environment(HERE.parent, 0),
        capture_output=True,
        check=False,
    )
    return int(re.findall(rb"(\d+) modules", ran.stderr)[-1])


# -- compared --------------------------------------------------------------------------------------------------------


def verdict(found: float, allowed: float | None, tolerance: float) -> str:
    """Say how a figure stands to its budget; only `over` fails."""
    if allowed is None:
        return "no budget"
    if found > allowed * (1 + tolerance):
        return "over"
    return "under" if found < allowed * (1 - tolerance) else ""


def print_table(found: Measured, allowed: Measured, tolerances: Mapping[str, float]) -> int:
    """Print a table as docs/speed.md has it; return the number of rows over their budget.

    Kinds of rows have the tolerance `others` unless one of their own is stated. A budget far above what was measured
    (`under`) can be lowered.
    """
    over = 0
    print("| what | of | measured | budget | |\n| --- | --- | ---: | ---: | --- |")
    for row, value in found.items():
        said = verdict(value, allowed.get(row), tolerances.get(row[0], tolerances["others"]))
        over += said == "over"
        budget = f"{allowed[row]:.3g}" if row in allowed else ""
        print(f"| {row[0]} | {row[1]} | {rounded(value):g} | {budget} | {said} |")
    return over


def rounded(value: float) -> float:
    """Return three digits of it."""
    return float(f"{value:.3g}")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--short", action="store_true", help="counts alone")
    parser.add_argument("--only", default="", metavar="KINDS", help="kinds of rows, separated by commas")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--write", action="store_true", help="make what was measured the budget")
    asked = parser.parse_args()
    only = {*asked.only.split(",")} - {""}
    kept = yaml.safe_load(BUDGETS.read_text("utf-8"))
    part = kept["counts" if asked.short else "times"]
    if asked.short:
        found = counted()
    else:
        found = in_kernels(only, asked.rounds) if only - {"growth", "memory"} or not only else {}
        found |= grown(asked.rounds) if not only or "growth" in only else {}
        found |= (
            {row: kb for name in GAMES for row, kb in memory(name).items()}
            if not only or "memory" in only
            else {}
        )
    allowed = {(kind, of): value for kind, rows in part["rows"].items() for of, value in rows.items()}
    over = print_table(found, allowed, part["tolerances"])
    if asked.write:
        for (kind, of), value in ((row, value) for row, value in found.items() if row[0] != "growth"):
            part["rows"].setdefault(kind, {})[of] = rounded(value)
        head = "".join(line for line in BUDGETS.read_text("utf-8").splitlines(True) if line.startswith("#"))
        BUDGETS.write_text(head + yaml.safe_dump(kept, sort_keys=False, width=110), "utf-8")
    return int(over > 0 and not asked.write)


if __name__ == "__main__":
    sys.exit(main())
