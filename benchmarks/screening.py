"""How often a sweep errs when no value differs from the printed one: `python benchmarks/screening.py`.

Nine rulesets whose blocks have the same distribution. The best of eight is looked for, and tested once on the blocks in
which it was found, and once on fresh blocks, as `compare --sweep` does. The band should hold all nine means at once.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

import attrs
import numpy as np

from tilewright.core.lab.stats.analysis import analyse
from tilewright.core.lab.stats.block_table import BlockTable, Floats, Spec
from tilewright.core.lab.study.screen import Aim, Screen, ranked
from tilewright.core.lab.study.screening import levels
from tilewright.core.meters.metrics import Metric

SETTINGS = 9
MEANS = {"normal": 0.0, "exponential": 1.0, "log-normal": float(np.exp(0.5)), "share": 0.3}
DRAW: dict[str, Callable[[np.random.Generator, tuple[int, int]], Floats]] = {
    "normal": lambda chance, shape: chance.normal(size=shape),
    "exponential": lambda chance, shape: chance.exponential(size=shape),
    "log-normal": lambda chance, shape: chance.lognormal(size=shape),
    "share": lambda chance, shape: chance.binomial(1, 0.3, size=shape).astype(float),
}


def table(values: Floats, kind: str) -> BlockTable:
    """Return the table of these blocks, one column for each ruleset."""
    names = tuple("ABCDEFGHI"[: values.shape[1]])
    metric = Metric(name="m", title="m", group="tension", kind="rate" if kind == "share" else "mean")
    means = {(name, "m", ""): values[:, n] for n, name in enumerate(names)}
    blocks = tuple(range(len(values)))
    return BlockTable(
        variants=names, metrics={"m": metric}, blocks=blocks, means=means, games={}, curves={}, diverged={}
    )


def runs(kind: str, blocks: int, count: int) -> Iterator[tuple[bool, bool, bool]]:
    """Yield for each run: the best is better where it was found; it is on fresh blocks; the band holds all means."""
    chance = np.random.default_rng([7, blocks, len(kind)])
    aim = Aim(metric="m", towards="min")
    screen = Screen(factors=(), values={}, aim=aim, confirm=blocks)
    for seed in range(count):
        spec = Spec(primary=("m",), seed=seed, pilot=30)
        first, fresh = (table(DRAW[kind](chance, (blocks, SETTINGS)), kind) for _ in range(2))
        [best] = attrs.evolve(screen, factors=("swept",)).chosen(first, spec)
        assert best in ranked(first, "m")
        said = []
        for seen in (first, fresh):
            pair = attrs.evolve(
                seen,
                variants=("A", best),
                means={key: seen.means[key] for key in seen.means if key[0] in ("A", best)},
            )
            result = analyse(pair, spec).of(best, "m")
            said.append(result.verdict == "differs" and result.difference < 0)
        held = all(one.low <= MEANS[kind] <= one.high for one in levels(first, spec))
        yield said[0], said[1], held


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument("--blocks", type=int, default=[50, 200], nargs="+")
    asked = parser.parse_args()
    print("| blocks of | number | better where it was found | better on fresh blocks | band holds all nine |")
    print("| --- | --- | --- | --- | --- |")
    for kind in DRAW:
        for blocks in asked.blocks:
            found = np.array([*runs(kind, blocks, asked.runs)])
            shares = " | ".join(f"{100 * one:.1f} %" for one in found.mean(axis=0))
            print(f"| {kind} | {blocks} | {shares} |", flush=True)


if __name__ == "__main__":
    main()
