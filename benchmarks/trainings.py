"""How often comparisons of trained players err: the same rules on both sides, so that every difference is luck.

    python benchmarks/trainings.py                 # the made-up model, minutes
    python benchmarks/trainings.py real            # Rebirth with players trained here, half an hour

Tables in Markdown go to stdout; benchmarks/trainings.md keeps them. `old` knows blocks alone, and one training of each
ruleset plays all of them; `new` deals the blocks among K trainings and counts each as one observation.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import attrs
import numpy as np

from tilewright.core.lab.games.block import BlockSide, BlockWork, rows
from tilewright.core.lab.games.tabulate import table
from tilewright.core.lab.stats.analysis import analyse
from tilewright.core.lab.stats.block_table import BlockTable, Floats, MetricResult, Spec
from tilewright.core.lab.study.adaptation import adapted, seeds
from tilewright.core.lab.study.planning import made_of
from tilewright.core.lab.study.settings import ComparisonRequest
from tilewright.core.meters.metrics import Metric
from tilewright.core.training import adapt
from tilewright.core.training.budget import Budget

GAME, BUDGET = "rebirth", "4x12,0x0,8,40"
DRAWN, CHUNK = 200, 25
"""Comparisons that are made of the same players of the real game."""


def analysed(
    base: Floats, other: Floats, trainings: int, rate: bool, margin: float | None
) -> list[MetricResult]:
    """Analyse each column, a run of its own; 0 trainings are the old way."""
    names = [f"m{n}" for n in range(base.shape[1])]
    metric = Metric(name="m", title="m", group="balance", kind="rate" if rate else "mean")
    means = {("A", name, ""): base[:, n] for n, name in enumerate(names)}
    means |= {("B", name, ""): other[:, n] for n, name in enumerate(names)}
    found = BlockTable(
        variants=("A", "B"),
        metrics=dict.fromkeys(names, metric),
        blocks=tuple(range(len(base))),
        means=means,
        games={},
        curves={},
        diverged={},
        trainings=tuple(n % trainings for n in range(len(base))) if trainings else (),
    )
    margins = dict.fromkeys(names, margin) if margin is not None else {}
    return list(analyse(found, Spec(primary=(), margins=margins, resamples=1000)).results)


def alarms(found: Sequence[MetricResult]) -> float:
    return float(np.mean([one.p < 0.05 for one in found]))


# -- a made-up game ----------------------------------------------------------------------

Shape = Callable[[np.random.Generator, tuple[int, int]], Floats]


def skewed(chance: np.random.Generator, size: tuple[int, int]) -> Floats:
    return (chance.lognormal(0, 1, size) - np.exp(0.5)) / np.sqrt((np.e - 1) * np.e)


def sides(
    chance: np.random.Generator,
    blocks: int,
    runs: int,
    trainings: int,
    spread: float,
    luck: Shape,
    training: Shape,
) -> tuple[Floats, Floats]:
    """Return block means of both sides. Their difference has a standard deviation of 1 among the blocks of a training,
    and of `spread` among trainings."""
    which = np.arange(blocks) % trainings
    shared = chance.standard_normal((blocks, runs))
    found = [
        shared
        + (spread * training(chance, (trainings, runs))[which] + luck(chance, (blocks, runs))) / np.sqrt(2)
        for _ in range(2)
    ]
    return found[0], found[1]


def made_up(runs: int) -> Iterator[str]:
    """Yield the rows of the tables: false alarms and power, by how much trainings differ."""
    chance = np.random.default_rng(20261129)
    shapes: dict[str, tuple[Shape, Shape]] = {
        "normal": (np.random.Generator.standard_normal, np.random.Generator.standard_normal),
        "skewed": (skewed, skewed),
    }
    yield "| blocks | trainings differ by (SD of blocks) | shape | old | K = 2 | K = 3 | K = 4 | K = 6 |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for blocks in (80, 400):
        for spread in (0.0, 0.1, 0.3, 1.0):
            for name, (luck, training) in shapes.items():
                said = []
                for k in (0, 2, 3, 4, 6):
                    one, two = sides(chance, blocks, runs, max(k, 1), spread, luck, training)
                    said.append(f"{100 * alarms(analysed(one, two, k, False, None)):.1f} %")
                yield f"| {blocks} | {spread} | {name} | {' | '.join(said)} |"
    yield ""
    yield "| blocks | trainings differ by | wrongly equivalent, the truth at the margin: old | K = 3 | K = 4 | K = 6 |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for blocks in (80, 400):
        for spread in (0.0, 0.1, 0.3):
            said = []
            for k in (0, 3, 4, 6):
                one, two = sides(chance, blocks, runs, max(k, 1), spread, *shapes["normal"])
                found = analysed(one, two + 0.5, k, False, 0.5)
                said.append(f"{100 * np.mean([each.verdict == 'equivalent' for each in found]):.1f} %")
            yield f"| {blocks} | {spread} | {' | '.join(said)} |"
    yield ""
    yield "| blocks | trainings differ by | true difference | power, K = 2 | K = 3 | K = 4 | K = 6 | K = 8 |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for blocks in (80, 400):
        for spread, effect in ((0.0, 0.4), (0.1, 0.4), (0.3, 0.4), (0.3, 0.8), (0.3, 1.2)):
            said = []
            for k in (2, 3, 4, 6, 8):
                one, two = sides(chance, blocks, runs, k, spread, *shapes["normal"])
                said.append(f"{100 * alarms(analysed(one, two + effect, k, False, None)):.0f} %")
            yield f"| {blocks} | {spread} | {effect} | {' | '.join(said)} |"


# -- a real one --------------------------------------------------------------------------


@contextmanager
def _unseen(what: str, games: int) -> Iterator[Callable[[int], None]]:
    yield lambda played: None


def trained(players: int, folder: Path) -> tuple[BlockWork, dict[str, Metric]]:
    """Train so many players with the same rules and seeds of their own; return the work in which each fills a table."""
    asked = ComparisonRequest(game=GAME, b="castle=0", adapt_budget=BUDGET, players=2, blocks=players)
    plan = made_of(asked, 1)
    numbers = seeds(20261129, players)
    plan = adapted(plan, BUDGET, numbers, adapt.files(plan, Budget.read(BUDGET), folder, numbers))
    school = adapt.School(engine="local", workers=1, kept=folder, note=print, progress=_unseen)
    adapt.teach(plan, [lot for lot in adapt.missing(plan, school) if lot.ruleset == "A"], school)
    assert plan.adaptation is not None
    arms = [
        BlockSide(
            variant=attrs.evolve(plan.variants[0], name=f"t{n}"),
            metrics=plan.measured[0],
            texts=({"learned": f"learned:{file}"},),
        )
        for n, file in enumerate(plan.adaptation.files["A"])
    ]
    work = BlockWork(sides=tuple(arms), casts=plan.casts, seed=40_000_000, failed=str(folder))
    return work, {name: plan.metrics[name] for name in plan.measured[0]}


def real(players: int, blocks: int, folder: Path) -> Iterator[str]:
    """Yield a table: of all metrics that vary, the part with p < 0.05 in comparisons of players of the same rules."""
    work, metrics = trained(players, folder)
    names = [side.variant.name for side in work.sides]
    seen = table(rows(work, 0, blocks), names, metrics)
    usable = [
        name
        for name, metric in metrics.items()
        if metric.by != "round"
        and metric.kind != "gap"
        and all(np.isfinite(seen.means[arm, name, ""]).all() for arm in names)
        and np.std([seen.means[arm, name, ""].mean() for arm in names]) > 0
    ]
    every = np.stack(
        [[seen.means[arm, name, ""] for name in usable] for arm in names]
    )  # player, metric, block
    rates = np.array([metrics[name].kind == "rate" for name in usable])
    within = np.mean([np.std(every[1] - every[0], axis=1), np.std(every[3] - every[2], axis=1)], axis=0)
    apart = np.std(every.mean(axis=2), axis=0) * np.sqrt(2)
    yield f"{players} players of {GAME}, budget {BUDGET}, {blocks} blocks, {len(usable)} metrics that vary."
    known = within > 0
    middle = np.median(apart[known] / within[known])
    yield f"The SD of their differences by training, in SD of blocks: median {middle:.2f}."
    yield ""
    yield "| | p < 0.05, of all metrics | most in one comparison | any of score, margin, lead_changes |"
    yield "| --- | --- | --- | --- |"
    primary = [usable.index(name) for name in ("score", "margin", "lead_changes") if name in usable]
    chance = np.random.default_rng(20261129)
    for k in (0, 2, 3, 4, 6, 8):
        trainings, drawn = max(k, 1), []
        if players < 2 * trainings:
            continue
        for _ in range(DRAWN):
            order = chance.permutation(players)
            chosen = order[:trainings], order[trainings : 2 * trainings]
            drawn.append(
                [np.stack([every[own[n % trainings], :, n] for n in range(blocks)]) for own in chosen]
            )
        p = np.ones((DRAWN, len(usable)))
        for rate in (False, True):
            own = np.flatnonzero(rates == rate)
            for first in range(0, DRAWN, CHUNK):
                some = drawn[first : first + CHUNK]
                one, two = (np.concatenate([pair[side][:, own] for pair in some], axis=1) for side in (0, 1))
                found = [each.p for each in analysed(one, two, k, rate, None)]
                p[first : first + CHUNK, own] = np.reshape(found, (len(some), len(own)))
        shares, any_of = (p < 0.05).mean(axis=1), (p[:, primary] < 0.05 / len(primary)).any(axis=1)
        said = f"new, K = {k}" if k else "old, one training each"
        values = (shares.mean(), shares.max(), any_of.mean())
        yield f"| {said} | {' | '.join(f'{100 * value:.1f} %' for value in values)} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="?", choices=("made-up", "real"), default="made-up")
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--players", type=int, default=16)
    parser.add_argument("--blocks", type=int, default=80)
    parser.add_argument("--folder", type=Path, help="where players are kept, to be used again")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as empty:
        found = (
            made_up(asked.runs)
            if asked.what == "made-up"
            else real(asked.players, asked.blocks, asked.folder or Path(empty))
        )
        for line in found:
            print(line, flush=True)


if __name__ == "__main__":
    main()
