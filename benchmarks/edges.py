"""How the laboratory errs at its edges: rare events, casts that differ, skew, and the gap between seats.

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
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np

from tilewright.core.lab.stats.analysis import analyse
from tilewright.core.lab.stats.block_table import BlockTable, Floats, MetricResult, Spec
from tilewright.core.lab.stats.sequential import Sequential
from tilewright.core.meters.metrics import Metric

Cell: TypeAlias = "tuple[list[object], list[float]]"
"""What the row is about, and shares of the runs."""


def analysed(
    base: Floats, other: Floats, rate: bool, margin: float | None = None, casts: int = 1
) -> Sequence[MetricResult]:
    """Analyse each column, a run of its own, as a metric without corrections; the casts take turns."""
    names = [f"m{n}" for n in range(base.shape[1])]
    metric = Metric(name="m", title="m", group="balance", kind="rate" if rate else "mean")
    means = {("A", name, ""): base[:, n] for n, name in enumerate(names)}
    means |= {("B", name, ""): other[:, n] for n, name in enumerate(names)}
    table = BlockTable(
        variants=("A", "B"),
        metrics=dict.fromkeys(names, metric),
        blocks=tuple(range(len(base))),
        means=means,
        games={},
        curves={},
        diverged={},
        # A checkout from before the casts counted does not know them.
        **({"casts": tuple(n % casts for n in range(len(base)))} if hasattr(BlockTable, "casts") else {}),
    )
    margins = dict.fromkeys(names, margin) if margin is not None else {}
    return analyse(table, Spec(primary=(), margins=margins, resamples=1000)).results


def missed(found: Sequence[MetricResult], truth: float) -> float:
    return float(np.mean([not one.low - 1e-9 <= truth <= one.high + 1e-9 for one in found]))


def rare(runs: int) -> Iterator[Cell]:
    """Events under one rule alone; the margin is the truth, so `equivalent` is wrong."""
    for share in (0.01, 0.03, 0.1, 0.5):
        for blocks in (10, 30, 60, 100, 200):
            for games in (1, 4):
                chance = np.random.default_rng([21, round(1000 * share), blocks, games])
                events = chance.binomial(games, share, size=(blocks, runs)) / games
                found = analysed(np.zeros_like(events), events, True, share)
                wrong = float(np.mean([one.verdict == "equivalent" for one in found]))
                yield [f"{100 * share:g} %", blocks, games], [1 - missed(found, share), wrong]


def large(runs: int) -> Iterator[Cell]:
    """A rare large value of a metric that is not a rate; the margin is its mean."""
    for share in (0.01, 0.03, 0.1):
        for blocks in (30, 60, 100, 200):
            chance = np.random.default_rng([22, round(1000 * share), blocks])
            values = 50.0 * (chance.random((blocks, runs)) < share)
            found = analysed(np.zeros_like(values), values, False, 50 * share)
            yield (
                [f"50 in {100 * share:g} %", blocks],
                [float(np.mean([one.verdict == "equivalent" for one in found]))],
            )


def casts(runs: int) -> Iterator[Cell]:
    """No difference; casts whose spreads or means differ, and symmetric heavy tails."""
    shown: Sequence[tuple[str, int, float, float]] = (
        ("one of two casts 10 times as wide", 2, 10, 0),
        ("one of three casts 10 times as wide", 3, 10, 0),
        ("two casts, their means 4 SD apart", 2, 1, 2),
        ("three casts, their means 2 SD apart", 3, 1, 2),
        ("three casts, one 3 times as wide, their means 2 SD apart", 3, 3, 2),
        ("Student's t, 3 degrees", 1, 1, 0),
    )
    for name, count, wide, far in shown:
        for blocks in (10, 20, 30, 60):
            chance = np.random.default_rng([23, blocks])
            values = chance.normal(size=(blocks, runs))
            if count == 1:
                values = chance.standard_t(3, size=(blocks, runs))
            values[::count] *= wide
            means = np.linspace(-far, far, count)[np.arange(blocks) % count]
            values += means[:, None]
            found = analysed(np.zeros_like(values), values, False, casts=count)
            apart = float(np.mean([(one.low <= 0 <= one.high) != (one.p >= 0.05) for one in found]))
            width = float(np.mean([one.high - one.low for one in found]))
            yield [name, blocks], [1 - missed(found, float(means.mean())), apart, width]


def skewed(runs: int) -> Iterator[Cell]:
    """No difference of the means; one arm skewed, the other normal or constant."""
    for name, scale in (("exponential", 0.0), ("exponential", 0.5), ("log-normal", 0.0), ("log-normal", 1.0)):
        for blocks in (10, 20, 30, 60, 200):
            chance = np.random.default_rng([24, blocks])
            other = chance.exponential(size=(blocks, runs)) - 1
            if name == "log-normal":
                other = chance.lognormal(0, 1, (blocks, runs)) - np.exp(0.5)
            base = scale * chance.normal(size=(blocks, runs))
            found = analysed(base, other, False)
            warned = float(np.mean([getattr(one, "skewed", None) is not None for one in found]))
            text = f"{name} against {f'normal, SD {scale:g}' if scale else 'a constant'}"
            yield [text, blocks], [float(np.mean([one.p < 0.05 for one in found])), warned]


def found(runs: int) -> Iterator[Cell]:
    """Normal differences with an effect."""
    for effect in (0.5, 0.8, 1.2):
        for blocks in (10, 20, 30, 40, 60):
            values = np.random.default_rng([27, blocks]).normal(effect, 1, (blocks, runs))
            seen = analysed(np.zeros_like(values), values, False)
            yield [effect, blocks], [float(np.mean([one.p < 0.05 for one in seen]))]


def stopping(runs: int) -> Iterator[Cell]:
    """The sequential test on skewed differences without an effect, and with the one that it looks for."""
    for name in ("exponential", "log-normal"):
        for effect in (0.3, 0.5, 1.0):
            for times in (0, 1):
                chance = np.random.default_rng(25)
                differs = blocks = 0
                for _ in range(runs // 5):
                    one = Sequential(metric="m", variant="B", effect=effect, cap=2000)
                    while one.decision is None:
                        drawn = chance.exponential(size=50) - 1
                        if name == "log-normal":
                            drawn = (chance.lognormal(0, 1, 50) - np.exp(0.5)) / np.sqrt((np.e - 1) * np.e)
                        one.add(drawn + times * effect)
                    differs += one.decision == "differs"
                    blocks += one.blocks
                yield [name, effect, f"{times} x"], [differs / (runs // 5), blocks / (runs // 5) / 100]


def seats(runs: int) -> Iterator[Cell]:
    """The gap between seats: its interval, and wrong equality where the margin is the truth."""
    from tilewright.core.lab.stats.seat_gap import compare, gap

    shown: Sequence[tuple[float, ...]] = (
        (0.5, 0.5),
        (0.6, 0.4),
        (1 / 3, 1 / 3, 1 / 3),
        (0.4, 0.3, 0.3),
        (0.25, 0.25, 0.25, 0.25),
        (0.2, 0.2, 0.2, 0.2, 0.2),
        (0.3, 0.2, 0.2, 0.2, 0.1),
    )
    for chances in shown:
        truth = max(chances) - min(chances)
        for blocks in (30, 100, 400):
            chance = np.random.default_rng([26, len(chances), blocks])
            held = wrong = between = 0
            for n in range(runs // 2):
                one, two = chance.multinomial(1, chances, size=(2, blocks)).astype(np.float64)
                found = gap(one, seed=n, resamples=500)
                held += found.low - 1e-9 <= truth <= found.high + 1e-9
                wrong += truth > 0 and found.within(truth)
                change = compare(one, two, seed=n, resamples=300)
                between += change.low <= 0 <= change.high
            text = ", ".join(f"{100 * share:.0f}" for share in chances)
            yield [text, blocks], [held / (runs // 2), wrong / (runs // 2), between / (runs // 2)]


def pairs(runs: int) -> Iterator[Cell]:
    """The difference between the gaps of two rulesets whose games are the same unless their luck is drawn again."""
    from tilewright.core.lab.stats.seat_gap import compare

    even, four, five = (0.5, 0.5), (0.25,) * 4, (0.2,) * 5
    shown: Sequence[tuple[tuple[float, ...], tuple[float, ...]]] = (
        (even, even),
        ((0.6, 0.4), (0.6, 0.4)),
        (four, four),
        (even, (0.6, 0.4)),
        ((0.6, 0.4), (0.4, 0.6)),
        ((0.3, 0.25, 0.25, 0.2), (0.35, 0.25, 0.2, 0.2)),
        (five, (0.3, 0.2, 0.2, 0.2, 0.1)),
    )
    for first, second in shown:
        truth = np.ptp(second) - np.ptp(first)
        for again in (0.0, 0.1, 1.0):
            for blocks in (30, 60, 200):
                chance = np.random.default_rng([28, len(first), blocks])
                held = wrong = 0
                width = 0.0
                for n in range(runs // 2):
                    luck = chance.random((2, blocks))
                    luck[1] = np.where(chance.random(blocks) < again, luck[1], luck[0])
                    one, two = (
                        np.eye(len(odds))[np.searchsorted(np.cumsum(odds)[:-1], drawn, side="right")]
                        for odds, drawn in zip((first, second), luck, strict=True)
                    )
                    margin = float(abs(truth))
                    seen = compare(one, two, seed=n, resamples=500)
                    held += seen.low - 1e-9 <= truth <= seen.high + 1e-9
                    wrong += -margin < seen.low90 and seen.high90 < margin
                    width += seen.high - seen.low
                text = [", ".join(f"{100 * share:.0f}" for share in odds) for odds in (first, second)]
                yield (
                    [*text, f"{100 * again:.0f} %", blocks],
                    [held / (runs // 2), wrong / (runs // 2), width / (runs // 2)],
                )


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
        used = runs // {"stopping": 5, "seats": 2, "pairs": 2}.get(name, 1)
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
        for key, shares in made(runs):
            figures = []
            for n, (text, share) in enumerate(zip(headings, shares, strict=True)):
                if old:
                    figures.append(shown(text, old[json.dumps(key)][n], used))
                figures.append(shown(text, share, used))
            print(f"| {' | '.join(map(str, [*key, *figures]))} |", flush=True)
        print(f"\n{time.process_time() - began:.0f} s of CPU.", flush=True)


if __name__ == "__main__":
    main()
