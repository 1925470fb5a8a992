"""Metrics by seat whose mean over all seats says nothing: shares of which all seats have one together.

`win` is 1/n of a game with n players, whatever the rules. What can change is how it is divided: among bots, if several
kinds play, else among seats.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import numpy as np

from ...bots import levels
from ...meters.metrics import Metric
from ..stats.block_table import BlockTable, Spec

BOT = "bot "


def part_of_all(table: BlockTable, metric: str) -> bool:
    """True if the metric is a share that all seats have together, so that its mean is the same in all blocks."""
    declared = table.metrics.get(metric)
    if declared is None or declared.by != "seat" or declared.kind != "rate" or declared.over_wins:
        return False
    columns = [means for (_, name, part), means in table.means.items() if name == metric and not part]
    seats = {part for _, name, part in table.means if name == metric and part.startswith("seat ")}
    known = np.concatenate([one[np.isfinite(one)] for one in columns]) if columns else np.zeros(0)
    return len(seats) > 1 and known.size > 0 and bool((np.abs(known - 1 / len(seats)) < 1e-9).all())


def by_bot(table: BlockTable, spec: Spec) -> tuple[BlockTable, Spec]:
    """Return the table and what is tested with the shares of the bots in place of primary metrics that are 1/n by
    construction, if several kinds of bot play; each is a metric of its own, `win.greedy`."""
    found: dict[str, list[str]] = {}
    for name in spec.primary:
        if part_of_all(table, name):
            bots = _free(table, name)
            if bots:
                found[name] = bots
    if not found:
        return table, spec
    metrics, means = dict(table.metrics), dict(table.means)
    for name, bots in found.items():
        metric = table.metrics[name]
        metrics |= {f"{name}.{bot}": _of_bot(metric, bot) for bot in bots}
        for (variant, key, part), values in table.means.items():
            if key == name and part.removeprefix(BOT) in bots and part.startswith(BOT):
                means[variant, f"{name}.{part.removeprefix(BOT)}", ""] = values
    named = {name: [f"{name}.{bot}" for bot in bots] for name, bots in found.items()}

    def shared(given: Mapping[str, float]) -> dict[str, float]:
        return {**given, **{one: given[name] for name in named if name in given for one in named[name]}}

    primary = tuple(one for name in spec.primary for one in named.get(name, [name]))
    return (
        attrs.evolve(table, metrics=metrics, means=means),
        attrs.evolve(spec, primary=primary, margins=shared(spec.margins), smallest=shared(spec.smallest)),
    )


def _free(table: BlockTable, name: str) -> list[str]:
    """Return the bots whose shares can change; of two that always share the victory one is enough."""
    base = table.variants[0]
    bots = [
        part.removeprefix(BOT)
        for variant, key, part in table.means
        if (variant, key) == (base, name) and part.startswith(BOT)
    ]
    if len(bots) < 2:
        return []
    if len(bots) > 2:
        return bots
    for variant in table.variants:
        one, two = (table.means[variant, name, f"{BOT}{bot}"] for bot in bots)
        both = one + two
        known = both[np.isfinite(both)]
        if not known.size or np.ptp(known) >= 1e-9:
            return bots
    return bots[:1]


def _of_bot(metric: Metric, bot: str) -> Metric:
    return attrs.evolve(
        metric,
        name=f"{metric.name}.{bot}",
        title=f"{metric.title} of {levels.spoken(bot)}",
        by="game",
        more="",
        less="",
    )
