"""Whether the laboratory errs as often as it says: false alarms, coverage, power, and what stopping early saves.

    python benchmarks/calibration.py                # made-up data; PART ... for some of the tables
    python benchmarks/calibration.py --games        # the same rules twice, on other blocks: real games of random bots
    python benchmarks/calibration.py --quick        # a tenth of the runs

Tables in Markdown go to stdout; benchmarks/calibration.md keeps those of this version. A rate stands with what it
should be and the bounds within which it falls in 99 of 100 runs of this script if it is.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs
import numpy as np
from scipy import stats

import tilewright as tw
from tilewright.core.lab.stats import intervals, permutation, power
from tilewright.core.lab.stats.analysis import analyse
from tilewright.core.lab.stats.block_table import BlockTable, Floats, Spec
from tilewright.core.lab.stats.quantile_shifts import shifts
from tilewright.core.lab.stats.sequential import Sequential
from tilewright.core.meters.metrics import Metric
from tilewright.core.simulation.games import SimulationPlan, run

Draw = Callable[[np.random.Generator, tuple[int, ...]], Floats]

DATA: dict[str, tuple[Draw, str]] = {
    "normal": (lambda chance, shape: chance.normal(size=shape), "differences as they mostly are"),
    "skewed": (lambda chance, shape: chance.exponential(size=shape) - 1, "exponential, skewness 2"),
    "heavy": (lambda chance, shape: chance.lognormal(0, 1, shape) - np.exp(0.5), "log-normal, skewness 6"),
    "discrete": (
        lambda chance, shape: chance.choice([-1.0, 0.0, 1.0], size=shape, p=[0.15, 0.7, 0.15]),
        "win or no win, mostly the same",
    ),
    "rare": (
        lambda chance, shape: chance.choice([-1.0, 0.0, 1.0], size=shape, p=[0.03, 0.94, 0.03]),
        "differs in 6 % of blocks",
    ),
}
"""Block differences with a mean of 0, and what they look like."""
SD = {
    "normal": 1.0,
    "skewed": 1.0,
    "heavy": np.sqrt((np.e - 1) * np.e),
    "discrete": 0.3**0.5,
    "rare": 0.06**0.5,
}


def show(title: str, head: Sequence[str], rows: Iterator[Sequence[object]]) -> None:
    began = time.process_time()
    print(f"\n## {title}\n\n| {' | '.join(head)} |\n|{' --- |' * len(head)}", flush=True)
    for row in rows:
        print(f"| {' | '.join(map(str, row))} |", flush=True)
    print(f"\n{time.process_time() - began:.0f} s of CPU.", flush=True)


def bounds(rate: float, runs: int) -> str:
    low, high = stats.binom.interval(0.99, runs, rate)
    return f"{100 * rate:g} ({100 * low / runs:.1f} to {100 * high / runs:.1f})"


def percent(share: float) -> str:
    return f"{100 * share:.1f}"


def coverage(runs: int) -> Iterator[Sequence[object]]:
    """How often the 95 % interval holds the mean: BCa, Student's t, and the one of both that single means have.

    The intervals of comparisons are in benchmarks/edges.py.
    """
    for name, (draw, text) in DATA.items():
        for blocks in (6, 10, 20, 40, 100, 200):
            values = draw(np.random.default_rng([1, blocks]), (blocks, runs))
            drawn = intervals.weights(blocks, 2000, 1)
            ends = [*intervals.bca(values, drawn, (0.95,)), intervals.student(values, 0.95)]
            ends += intervals.of_means(values, drawn, (0.95,))
            held = [percent(((low <= 0) & (high >= 0)).mean()) for low, high in ends]
            yield name if blocks == 6 else "", text if blocks == 6 else "", blocks, *held, bounds(0.95, runs)


def alarms(runs: int) -> Iterator[Sequence[object]]:
    """How often p < 0.05 where there is no difference."""
    for name, (draw, _) in DATA.items():
        for blocks in (10, 30, 200):
            chance = np.random.default_rng([2, blocks])
            # Both arms are drawn alike, so their differences are even where the values are skewed.
            base, other = draw(chance, (2, blocks, runs))
            signs = (permutation.sign_flip(other - base, 1, 2000) < 0.05).mean()
            arms = (permutation.two_sample(base, other, 1, 2000) < 0.05).mean()
            yield name, blocks, percent(signs), percent(arms), bounds(0.05, runs)


def found(runs: int) -> Iterator[Sequence[object]]:
    """How often the effect that a plan was made for is found."""
    for name, (draw, _) in DATA.items():
        if name == "rare":
            continue
        for effect in (0.2, 0.5):
            blocks = power.blocks_needed(1.0, effect, 0.05, 0.9)
            assert blocks is not None
            values = draw(np.random.default_rng([3, blocks]), (blocks, runs)) + effect * SD[name]
            seen = (permutation.sign_flip(values, 1, 2000) < 0.05).mean()
            yield name, effect, blocks, percent(seen), bounds(0.9, runs)


def families(runs: int) -> Iterator[Sequence[object]]:
    """Runs in which any of twenty metrics raises a false alarm; independent, or hanging together."""
    for text, shared in (("independent", 0.0), ("correlated 0.8", 0.8)):
        hits = np.zeros(3)
        for seed in range(runs):
            chance = np.random.default_rng([4, seed])
            noise = (
                chance.normal(size=(40, 20)) * (1 - shared) ** 0.5 + chance.normal(size=(40, 1)) * shared**0.5
            )
            both = {("A", f"m{n}", ""): np.zeros(40) for n in range(20)}
            both |= {("B", f"m{n}", ""): noise[:, n] for n in range(20)}
            results = analyse(
                attrs.evolve(tabled(both), games={}), Spec(primary=("m0", "m1", "m2"), resamples=400)
            ).results
            explored = [one for one in results if one.family == "exploratory"]
            hits += np.array(
                [
                    any(one.p < 0.05 for one in results),
                    any(one.adjusted < 0.05 for one in results if one.family == "primary"),
                    any(one.adjusted < 0.05 for one in explored),
                ]
            )
        yield text, *(percent(hit / runs) for hit in hits), bounds(0.05, runs)


def sequential(runs: int) -> Iterator[Sequence[object]]:
    """For an effect of 0.1 SD (and 0.5) with errors of 5 % each."""
    cases: list[tuple[float, Sequence[float], str]] = [
        (0.1, (0, 0.5, 1, 2), "normal"),
        (0.1, (0, 1), "discrete"),
        (0.1, (0, 1), "skewed"),
        (0.5, (0, 1), "normal"),
    ]
    for effect, truths, name in cases:
        for times in truths:
            truth = times * effect * SD[name]
            chance = np.random.default_rng(5)
            blocks, differs, capped, held = [], 0, 0, 0
            for _ in range(runs):
                one = Sequential(metric="m", variant="B", effect=effect, cap=5000)
                while one.decision is None:
                    one.add(DATA[name][0](chance, (100,)) + truth)
                path = one.path()
                blocks.append(one.blocks)
                differs += one.decision == "differs"
                capped += one.decision == "not resolved"
                held += path.low <= truth <= path.high
            should = {0.0: bounds(0.05, runs), 1.0: bounds(0.95, runs)}.get(times, "")
            mean = f"{np.mean(blocks):.0f} ± {1.96 * np.std(blocks) / runs**0.5:.0f}"
            fixed = math.ceil(((stats.norm.ppf(0.975) + stats.norm.ppf(0.95)) / effect) ** 2)
            yield (
                name, effect, f"{times} x", percent(differs / runs), should, mean, fixed,
                percent(capped / runs), percent(held / runs),
            )  # fmt: skip


def peeking(runs: int) -> Iterator[Sequence[object]]:
    """An ordinary t test looked at every 50 blocks up to 1,000: what the tool does not offer."""
    values = np.random.default_rng(6).normal(size=(1000, runs))
    ever = np.zeros(runs, bool)
    for blocks in range(50, 1001, 50):
        ever |= stats.ttest_1samp(values[:blocks], 0).pvalue < 0.05
    yield "t test at each of 20 looks", percent(ever.mean())
    yield "t test at the end alone", percent(np.mean(stats.ttest_1samp(values, 0).pvalue < 0.05))


def tabled(means: dict[tuple[str, str, str], Floats], rates: Sequence[str] = ()) -> BlockTable:
    names = dict.fromkeys(metric for _, metric, _ in means)
    return BlockTable(
        variants=("A", "B"),
        metrics={
            name: Metric(name=name, title=name, group="balance", kind="rate" if name in rates else "mean")
            for name in names
        },
        blocks=tuple(range(len(next(iter(means.values()))))),
        means=means,
        games={(variant, metric): column[:, None] for (variant, metric, _), column in means.items()},
        curves={},
        diverged={},
    )


MEASURES: dict[str, Callable[[dict[str, Any]], float]] = {
    "margin": lambda row: max(row["scores"]) - min(row["scores"]),
    "score of seat 1": lambda row: row["scores"][0],
    "seat 1 wins": lambda row: (0 in row["winners"]) / len(row["winners"]),
    "decisions": lambda row: row["decisions"],
}


def same_rules(game: str, comparisons: int, blocks: int) -> Iterator[Sequence[object]]:
    """The same rules twice on other blocks: whatever is found is a false alarm, and every interval should hold 0."""
    plan = SimulationPlan.of(tw.load(game))
    rows = run(
        SimulationPlan(
            game=game, options=plan.options, bots=("random", "random"), seed=1, games=2 * comparisons * blocks
        )
    )
    played = np.array([[measure(row) for measure in MEASURES.values()] for row in rows])
    found = {name: np.zeros(5) for name in MEASURES}
    for arms in played.reshape(comparisons, 2, blocks, len(MEASURES)):
        both = {("AB"[arm], name, ""): arms[arm, :, n] for n, name in enumerate(MEASURES) for arm in (0, 1)}
        table, spec = tabled(both, ("seat 1 wins",)), Spec(primary=("margin",), resamples=1000)
        moved = {shift.metric: shift.p for shift in shifts(table, spec)}
        for one in analyse(table, spec).results:
            energy = moved.get(one.metric, 1.0) < 0.05
            holds = one.low <= 0 <= one.high
            found[one.metric] += np.array([one.p < 0.05, holds, one.adjusted < 0.05, energy, not one.paired])
    for name, counts in found.items():
        alarms, held, adjusted, energy, unpaired = map(percent, counts / comparisons)
        yield game, name, alarms, held, adjusted, energy, unpaired, bounds(0.05, comparisons)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument(
        "part", nargs="*", help="some tables: coverage, alarms, power, families, peeking, sequential"
    )
    parser.add_argument(
        "--games", nargs="*", metavar="GAME", help="real games instead; without names, two of ours"
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of the runs")
    given = parser.parse_args()
    part = 10 if given.quick else 1
    if given.games is not None:
        head = (
            "game",
            "metric",
            "p < 5 %",
            "95 % interval holds 0",
            "adjusted < 5 %",
            "energy distance < 5 %",
        )
        for game in given.games or ("rebirth", "glenmore"):
            rows = same_rules(game, 400 // part, 16)
            title = f"{game}: the same rules twice, {400 // part} comparisons of 16 blocks and other 16, in %"
            show(title, (*head, "taken as unpaired", "should be (p)"), rows)
        return
    runs, few = 4000 // part, 300 // part
    seen = ("data", "effect in SD", "truth", "differs", "should be", "mean blocks", "fixed plan")
    tables: dict[str, tuple[str, Sequence[str], Iterator[Sequence[object]]]] = {
        "coverage": (
            f"Coverage of 95 % intervals, {runs} runs, in %",
            ("data", "", "blocks", "BCa", "t", "of luck and values", "should be"),
            coverage(runs),
        ),
        "alarms": (
            f"False alarms at 5 %, {runs} runs, in %",
            ("data", "blocks", "sign flip", "unpaired", "should be"),
            alarms(runs),
        ),
        "power": (
            f"Power of a plan for 90 %, {runs} runs, in %",
            ("data", "effect in SD", "blocks planned", "found", "should be"),
            found(runs),
        ),
        "families": (
            f"Runs with any false alarm, {runs // 4} runs of 40 blocks, in %",
            ("20 metrics", "any p", "Holm, 3 primary", "Benjamini-Hochberg, 17", "should be"),
            families(runs // 4),
        ),
        "peeking": (f"Looking on the way, {runs} runs, in %", ("", "false alarms"), peeking(runs)),
        "sequential": (
            f"Sequential test, errors 5 % and 5 %, {few} runs, in %",
            (*seen, "at the cap", "interval holds"),
            sequential(few),
        ),
    }
    if wrong := [name for name in given.part if name not in tables]:
        parser.error(f"there is no part '{wrong[0]}'; known: {', '.join(tables)}")
    for name in given.part or tables:
        show(*tables[name])


if __name__ == "__main__":
    main()
