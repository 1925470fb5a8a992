"""The analysis of a table under a spec that was stated before any game was played: results with verdicts, shifts of
distributions, and tests of whether a difference depends on the seat or the bot.

It is called once, at the end of a fixed plan. To look along the way, use `sequential`: twenty looks at the
tests here would give a false alarm in one run out of four.
"""

from __future__ import annotations

import math
import re
from typing import Literal

import attrs
import numpy as np

from . import block_stats, intervals, permutation, power, trainings
from .block_table import Analysis, BlockTable, Interaction, MetricEstimate, MetricResult, Spec, Verdict
from .multiple_testing import benjamini_hochberg, holm
from .quantile_shifts import shifts

OVER: tuple[Literal["seat", "bot"], ...] = ("seat", "bot")
_NATURAL = re.compile(r"(\d+)")


def analyse(table: BlockTable, spec: Spec) -> Analysis:
    """Analyse the table; equal tables and specs give equal results.

    Results come in the table's order, one for each variant, metric and part; curves have none. The p of primary metrics
    are corrected by Holm over variants and metrics, all others by Benjamini-Hochberg.
    """
    return Analysis(
        variants=table.variants,
        blocks=round(len(table.blocks) * table.size),
        results=[_in_blocks(one, table) for one in _results(table, spec)],
        shifts=shifts(table, spec),
        interactions=_interactions(table, spec),
    )


def verdict(p: float, alpha: float, low: float, high: float, margin: float | None) -> Verdict:
    """Return `equivalent` if the 90 % interval lies inside the margin, else `differs` if p < alpha.

    A difference can be both certain and too small to matter. Then the verdict is `equivalent`, since the margin says
    what matters.
    """
    if margin is not None and -margin < low and high < margin:
        return "equivalent"
    return "differs" if p < alpha else "not resolved"


def _results(table: BlockTable, spec: Spec) -> list[MetricResult]:
    found = trainings.widened(block_stats.estimates(table, spec), table, spec)
    primary = [one.column.part == "" and one.column.metric in spec.primary for one in found]
    p = np.array([one.p for one in found])
    # A metric that never differed cannot raise an alarm, so it does not count as one of the exploratory tests.
    moved = np.array([one.difference != 0 or one.sd > 0 for one in found], bool)
    held = np.array(primary, bool)
    explored = ~held & moved & np.isfinite([one.difference for one in found])
    corrected = np.ones(len(found))
    corrected[held] = holm(p[held])
    corrected[explored] = benjamini_hochberg(p[explored])
    tests = max((len(table.variants) - 1) * len(spec.primary), 1)
    return [
        _result(
            one,
            "primary" if first else "exploratory",
            float(corrected[n]),
            spec,
            tests if first else 1,
            table.metrics[one.column.metric].kind != "mean",
        )
        for n, (one, first) in enumerate(zip(found, primary, strict=True))
    ]


def _result(
    one: block_stats.ColumnEstimate,
    family: Literal["primary", "exploratory"],
    corrected: float,
    spec: Spec,
    tests: int,
    rate: bool,
) -> MetricResult:
    column, blocks = one.column, len(one.column.base)
    margin = spec.margins.get(column.metric)
    # Where it is not known what a block may differ by, large differences may be rare.
    gap = one.interval == "gap"
    known = rate or gap or column.bounded
    least = 0 if known else power.seen_all(spec.alpha)
    few = not known and (one.differing < intervals.ENOUGH or not one.sd > 0 or blocks < least)
    word = verdict(corrected, spec.alpha, one.low90, one.high90, None if few else margin)
    alike = one.differing == 0 == one.difference and blocks >= power.seen_all(spec.alpha)
    if word == "not resolved" and alike and not (known and margin is not None):
        word = "the same"
    inside = None
    if margin is not None and not (few or gap):  # t would not know that the seats were picked
        level = 1.0 if rate else power.strictness(blocks)
        inside = min(power.equivalence(blocks, one.sd, one.difference, margin, one.free) / level, 1.0)
        # As the interval says, which allows for what a handful of blocks does not show.
        inside = min(inside, spec.alpha) if word == "equivalent" else max(inside, spec.alpha)
    needed = None
    if word == "not resolved" and gap:
        needed = power.narrowing(spec, column.metric, blocks, (one.high90 - one.low90) / 2)
        if one.differing == 0 and margin is not None:
            # Where a block differs, the difference between two seats can go from 1 to -1.
            needed = power.blocks_alike(margin / 2, spec.alpha)
    elif word == "not resolved":
        needed = power.still_needed(spec, column.metric, blocks, one.sd, one.difference, tests, rate)
        if one.differing == 0 and margin is not None and rate:
            needed = power.blocks_alike(margin, spec.alpha)
        elif few and needed is not None and margin is not None:
            needed = max(needed, least, math.ceil(blocks * intervals.ENOUGH / one.differing))
    if word == "not resolved" and one.differing == 0 == one.difference and (needed is None or margin is None):
        needed = power.seen_all(spec.alpha)
    skewed = math.ceil(power.SKEWED * one.skewness**2)
    return MetricResult(
        **{field.name: getattr(one, field.name) for field in attrs.fields(MetricEstimate)},
        family=family,
        blocks=blocks,
        adjusted=corrected,
        margin=margin,
        p_equivalent=inside,
        verdict=word,
        needed=needed,
        bounded=few and margin is not None and word != "the same",
        uncorrected=one.p < spec.alpha <= corrected and word == "not resolved",
        skewed=skewed if skewed > blocks and not rate and one.sd > 0 else None,
    )


def _in_blocks(one: MetricResult, table: BlockTable) -> MetricResult:
    """Return the result of rows that are means of several blocks with what it says of single blocks."""
    if table.size == 1:
        return one

    def scaled(rows: int | None) -> int | None:
        return None if rows is None else round(rows * table.size)

    return attrs.evolve(
        one,
        blocks=round(one.blocks * table.size),
        # Blocks that are all alike were counted one by one.
        needed=one.needed if one.differing == 0 else scaled(one.needed),
        skewed=scaled(one.skewed),
        differing=scaled(one.differing) if one.part else table.differing.get((one.variant, one.metric)),
        effect=None if one.effect is None else one.effect / math.sqrt(table.size),
    )


def _interactions(table: BlockTable, spec: Spec) -> list[Interaction]:
    """Test, for each metric with more than one seat or bot, if the difference is the same for all of them."""
    base, *others = table.variants
    grouped: dict[tuple[str, str, Literal["seat", "bot"]], list[str]] = {}
    for variant, metric, part in table.means:
        for over in OVER:
            tested = table.metrics[metric].by != "round" and table.metrics[metric].kind != "gap"
            there = (base, metric, part) in table.means and tested
            if variant in others and there and part.startswith(f"{over} "):
                grouped.setdefault((variant, metric, over), []).append(part)
    found = []
    for (variant, metric, over), parts in grouped.items():
        if len(parts) < 2:
            continue
        parts.sort(key=_by_number)
        differences = np.stack(
            [table.means[variant, metric, part] - table.means[base, metric, part] for part in parts], axis=1
        )
        p = permutation.depends(differences, spec.seed, spec.resamples)
        found.append(Interaction(variant=variant, metric=metric, over=over, parts=tuple(parts), p=p))
    return found


def _by_number(part: str) -> list[tuple[int, str]]:
    """Sort key that puts `seat 10` after `seat 2`."""
    return [(int(one), "") if one.isdecimal() and len(one) < 19 else (0, one) for one in _NATURAL.split(part)]
