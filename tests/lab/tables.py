"""Tables made by hand or by chance, for the statistics of the laboratory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np

from tilewright.core.lab.stats.block_table import BlockTable, Floats, Spec
from tilewright.core.meters.metrics import Metric


def metric(
    name: str, kind: Literal["mean", "rate"] = "mean", by: Literal["game", "seat", "round"] = "game"
) -> Metric:
    return Metric(name=name, title=name, group="tension", kind=kind, by=by)


def table(
    values: Mapping[str, Mapping[str, Sequence[float] | Floats]],
    kinds: Mapping[str, Literal["mean", "rate"]] | None = None,
    games: Mapping[tuple[str, str], Floats] | None = None,
) -> BlockTable:
    """Variant to name (`margin`, or `margin/seat 1` for a part) to one mean a block, which is its game by default."""
    means = {}
    names: dict[str, None] = {}
    for variant, columns in values.items():
        for name, column in columns.items():
            whole, _, part = name.partition("/")
            names[whole] = None
            means[variant, whole, part] = np.asarray(column, float)
    blocks = len(next(iter(means.values())))
    alone = {(v, m): column[:, None] for (v, m, part), column in means.items() if not part}
    return BlockTable(
        variants=tuple(values),
        metrics={name: metric(name, (kinds or {}).get(name, "mean")) for name in names},
        blocks=tuple(range(blocks)),
        means=means,
        games=games if games is not None else alone,
        curves={},
        diverged={},
    )


def pair(base: Any, other: Any, kind: Literal["mean", "rate"] = "mean") -> BlockTable:
    """One metric `m` under A and B."""
    return table({"A": {"m": base}, "B": {"m": other}}, {"m": kind})


def many(base: Floats, other: Floats, kind: Literal["mean", "rate"] = "mean") -> BlockTable:
    """Metrics m0, m1 ... under A and B, one in each column, without single games."""
    names = [f"m{n}" for n in range(other.shape[1])]
    columns = {arm: dict(zip(names, values.T, strict=True)) for arm, values in (("A", base), ("B", other))}
    return table(columns, dict.fromkeys(names, kind), games={})


def won(*wins: int) -> Floats:
    """Blocks of one game each, so many of them won by each seat."""
    return np.repeat(np.eye(len(wins)), wins, axis=0)


def spec(**given: Any) -> Spec:
    """A metric `m` that was asked for; fewer resamples than usual are enough for tests."""
    return Spec(**{"primary": ("m",), "resamples": 600, **given})
