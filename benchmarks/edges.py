"""How the laboratory errs at its edges: rare events, casts that differ, skew, seats, searches, content and drift.

    python benchmarks/edges.py                    # this version alone; PART ... for some of the tables
    python benchmarks/edges.py --before FOLDER    # beside another checkout of the project
    python benchmarks/edges.py --quick            # a tenth of the runs

Tables in Markdown go to stdout; benchmarks/calibration.md keeps them. A rate stands with its Monte-Carlo error (95 %).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from edge_intervals import Cell, casts, counts, far, found, large, many, rare, shares, skewed
from edge_studies import confirmed, contents, pairs, seats, stopping, trend

Part: TypeAlias = "tuple[str, list[str], list[str], Callable[[int], Iterator[Cell]]]"

PARTS: dict[str, Part] = {
    "rare": (
        "Events under one rule alone",
        ["rate", "blocks", "games in a block"],
        ["interval holds (95 or more)", "wrongly equivalent (5 or less)"],
        rare,
    ),
    "large": ("A rare large value", ["value", "blocks"], ["wrongly equivalent (5 or less)"], large),
    "casts": (
        "Casts that differ, and heavy tails",
        ["differences", "blocks"],
        ["interval holds (95)", "interval and p contradict (0)", "mean width, 0.01"],
        casts,
    ),
    "skewed": (
        "One arm skewed",
        ["data", "blocks"],
        ["false alarms (5)", "runs with the sentence on skew"],
        skewed,
    ),
    "far": (
        "Skew beyond the margin",
        ["differences", "margin in SD", "blocks"],
        ["wrongly equivalent (5 or less)"],
        far,
    ),
    "counts": (
        "0, 1 or 2 under one rule alone",
        ["chances of 0, 1 and 2, %", "blocks"],
        ["interval holds (95 or more)", "wrongly equivalent (5 or less)"],
        counts,
    ),
    "shares": (
        "Win shares of four games in a block",
        ["from, to", "blocks"],
        ["interval holds (95 or more)", "found", "wrongly equivalent (5 or less)", "mean width, 0.01"],
        shares,
    ),
    "many": (
        "A share, and a metric with the same values",
        ["share of blocks that are moved", "blocks"],
        ["the share found", "the metric found"],
        many,
    ),
    "confirmed": (
        "Five settings of a search, all on the bound of their target",
        ["values", "blocks"],
        [
            "any called met (5 or less)",
            "all intervals hold (95 or more)",
            "met where the bound is half as far again",
        ],
        confirmed,
    ),
    "contents": (
        "Content that does nothing",
        ["", "blocks"],
        ["an item called (5)", "a pair called (5)", "interval of an item holds (95)"],
        contents,
    ),
    "trend": (
        "Blocks that are not alike over time",
        ["means of 2,000 blocks"],
        [
            "a trend is told (1 where alike)",
            "the sequential test says differs (5)",
            "ends undecided for a trend",
        ],
        trend,
    ),
    "found": ("Normal differences that are found", ["effect in SD", "blocks"], ["found"], found),
    "stopping": (
        "The sequential test on skewed differences",
        ["data", "effect in SD", "truth"],
        ["differs (5 at 0 x, 95 at 1 x)", "mean blocks"],
        stopping,
    ),
    "seats": (
        "The gap between seats, one game in a block",
        ["chances of the seats, %", "blocks"],
        ["interval holds (95 or more)", "wrongly equal (5 or less)", "interval of no change holds"],
        seats,
    ),
    "pairs": (
        "The gaps of two rulesets, one game in a block",
        ["chances of the seats, %", "under the other", "luck drawn again", "blocks"],
        ["interval holds (95 or more)", "wrongly equivalent (5 or less)", "mean width, 0.01"],
        pairs,
    ),
}


def cells(part: str, runs: int, folder: str) -> list[Cell]:
    """Return the cells of a part as another checkout computes them; none if it cannot."""
    ran = subprocess.run(
        [sys.executable, __file__, part, "--cells", "--runs", str(runs)],
        env={**os.environ, "PYTHONPATH": str(Path(folder, "src"))},
        capture_output=True,
        text=True,
        check=False,
    )
    return [(key, shares) for key, shares in json.loads(ran.stdout)] if ran.returncode == 0 else []


def shown(heading: str, share: float, runs: int) -> str:
    if heading.startswith("mean"):
        return f"{100 * share:.0f}"
    # At a share of 0 or 1 as well there is an error: as with one run more of each kind.
    middle = (share * runs + 1) / (runs + 2)
    return f"{100 * share:.1f} ± {196 * (middle * (1 - middle) / runs) ** 0.5:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("part", nargs="*", help=f"some tables: {', '.join(PARTS)}")
    parser.add_argument("--before", metavar="FOLDER", help="a checkout to put beside this one")
    parser.add_argument("--quick", action="store_true", help="a tenth of the runs")
    parser.add_argument("--runs", type=int, default=1000, help=argparse.SUPPRESS)
    parser.add_argument("--cells", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    runs = given.runs // 10 if given.quick else given.runs
    if wrong := [name for name in given.part if name not in PARTS]:
        parser.error(f"there is no part '{wrong[0]}'; known: {', '.join(PARTS)}")
    if given.cells:
        print(json.dumps(list(PARTS[given.part[0]][3](runs))))
        return
    for name in given.part or PARTS:
        title, keys, headings, made = PARTS[name]
        used = runs // {"stopping": 5, "seats": 2, "pairs": 2, "confirmed": 2, "trend": 5}.get(name, 1)
        began = time.process_time()
        old = (
            {json.dumps(key): shares for key, shares in cells(name, runs, given.before)}
            if given.before
            else {}
        )
        head = [*keys, *(one for text in headings for one in ([f"{text}, before", "now"] if old else [text]))]
        print(
            f"\n## {title}, {used} runs, in %\n\n| {' | '.join(head)} |\n|{' --- |' * len(head)}", flush=True
        )
        for key, rates in made(runs):
            figures = []
            for n, (text, share) in enumerate(zip(headings, rates, strict=True)):
                if old:
                    figures.append(shown(text, old[json.dumps(key)][n], used))
                figures.append(shown(text, share, used))
            print(f"| {' | '.join(map(str, [*key, *figures]))} |", flush=True)
        print(f"\n{time.process_time() - began:.0f} s of CPU.", flush=True)


if __name__ == "__main__":
    main()
