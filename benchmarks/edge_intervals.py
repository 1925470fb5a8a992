"""The cells of edges.py about the intervals and verdicts of comparisons: rare events, casts, skew, counts, shares."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import numpy as np

from tilewright.core.lab.stats.analysis import analyse
from tilewright.core.lab.stats.block_table import BlockTable, Floats, MetricResult, Spec
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


SKEWS: dict[str, Callable[[np.random.Generator, tuple[int, int]], Floats]] = {
    "exponential": lambda chance, shape: chance.exponential(size=shape) - 1,
    "log-normal": lambda chance, shape: (
        (chance.lognormal(0, 1, shape) - np.exp(0.5)) / np.sqrt((np.e - 1) * np.e)
    ),
    "20 in 5 %, and noise": lambda chance, shape: (
        (20 * (chance.random(shape) < 0.05) - 1 + chance.normal(size=shape)) / np.sqrt(20)
    ),
}
"""Values with a mean of 0 and an SD of 1."""


def far(runs: int) -> Iterator[Cell]:
    """Skewed differences whose tail points beyond the margin; the margin is the truth, so `equivalent` is wrong."""
    for name, drawn in SKEWS.items():
        for margin in (0.5, 1.0):
            for blocks in (20, 40, 80, 150, 300):
                chance = np.random.default_rng([29, blocks])
                values = drawn(chance, (blocks, runs)) + margin
                found = analysed(np.zeros_like(values), values, False, margin)
                wrong = float(np.mean([one.verdict == "equivalent" for one in found]))
                yield [name, margin, blocks], [wrong]


def counts(runs: int) -> Iterator[Cell]:
    """0, 1 or 2 under one rule, 0 under the other."""
    for odds in ((0.9, 0.05, 0.05), (0.8, 0.15, 0.05), (0.5, 0.3, 0.2)):
        for blocks in (5, 10, 20, 40, 100):
            chance = np.random.default_rng([30, round(100 * odds[0]), blocks])
            values = chance.choice([0.0, 1.0, 2.0], size=(blocks, runs), p=odds)
            truth = odds[1] + 2 * odds[2]
            found = analysed(np.zeros_like(values), values, False, truth)
            wrong = float(np.mean([one.verdict == "equivalent" for one in found]))
            yield (
                [", ".join(f"{100 * share:.0f}" for share in odds), blocks],
                [1 - missed(found, truth), wrong],
            )


def shares(runs: int) -> Iterator[Cell]:
    """Win shares of blocks of four games: power where a mean has it, coverage, wrong equivalence at the margin."""
    for share, other in ((0.5, 0.5), (0.5, 0.6), (0.5, 0.55), (0.25, 0.32), (0.02, 0.05), (0.0, 0.03)):
        for blocks in (30, 60, 100, 200, 400):
            chance = np.random.default_rng([31, round(100 * other), blocks])
            own = chance.random((2, blocks, runs, 4))
            # In three of ten blocks all games have the same luck.
            own = np.where(chance.random((2, blocks, runs, 1)) < 0.3, own[..., :1], own)
            base, won = (own[0] < share).mean(axis=2), (own[1] < other).mean(axis=2)
            truth = other - share
            found = analysed(base, won, True, truth or None)
            told = float(np.mean([one.verdict == "differs" or one.p < 0.05 for one in found]))
            wrong = float(np.mean([one.verdict == "equivalent" for one in found]))
            width = float(np.mean([one.high - one.low for one in found]))
            yield (
                [f"{100 * share:g} % to {100 * other:g} %", blocks],
                [1 - missed(found, truth), told, wrong, width],
            )


def many(runs: int) -> Iterator[Cell]:
    """The same difference as a mean with as much spread: what a share should have."""
    for effect in (0.2, 0.3):
        for blocks in (60, 120, 265):
            chance = np.random.default_rng([32, blocks])
            rest = chance.binomial(4, 0.5, (2, blocks, runs)) / 4
            rest[1] = np.where(chance.random((blocks, runs)) < effect * 0.7, 1.0, rest[1])
            found = analysed(rest[0], rest[1], True)
            plain = analysed(100 * rest[0], 100 * rest[1], False)
            yield (
                [f"{effect:g}", blocks],
                [float(np.mean([one.p < 0.05 for one in each])) for each in (found, plain)],
            )
