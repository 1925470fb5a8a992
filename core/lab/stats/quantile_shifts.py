"""Shifts of whole distributions: deciles with bands, the distance between both, and the change of spread."""

from __future__ import annotations

import numpy as np

from . import intervals, permutation
from .block_table import BlockTable, Floats, Shift, Spec

DECILES = np.arange(1, 10) / 10
STEPS = 256
"""Bands and distances use at most this many different values; finer ones are binned."""
RESAMPLES = 500
"""Most resamples for the bands: nine numbers for each metric need no more."""


def shifts(table: BlockTable, spec: Spec) -> list[Shift]:
    """Return the shift of each metric except rates and curves, for each variant, over blocks that both have."""
    base, *others = table.variants
    found = []
    for variant in others:
        for name, metric in table.metrics.items():
            if metric.by == "round" or metric.kind == "rate" or (base, name) not in table.games:
                continue
            one, two = table.games[base, name], table.games[variant, name]
            both = np.isfinite(one).any(axis=1) & np.isfinite(two).any(axis=1)
            if both.any():
                found.append(_shift(variant, name, one[both], two[both], spec))
    return found


def _shift(variant: str, metric: str, base: Floats, other: Floats, spec: Spec) -> Shift:
    """Compare values of single games of one metric, shape (blocks, values in a block)."""
    drawn = intervals.weights(len(base), min(spec.resamples, RESAMPLES), spec.seed)
    grid = _grid(np.concatenate([base[np.isfinite(base)], other[np.isfinite(other)]]))
    counts, counts_other = _counts(base, grid), _counts(other, grid)
    seen, seen_other = _deciles(base), _deciles(other)
    moved = grid[_steps(drawn @ counts_other)] - grid[_steps(drawn @ counts)]
    tails = (spec.alpha / 2, 1 - spec.alpha / 2)
    # Binned values may be off by less than a step; a band always contains its estimate.
    low = np.minimum(np.quantile(moved, tails[0], axis=0), seen_other - seen)
    high = np.maximum(np.quantile(moved, tails[1], axis=0), seen_other - seen)
    spread, spread_low, spread_high = _spread(base, other, drawn, tails)
    return Shift(
        variant=variant,
        metric=metric,
        base=tuple(seen.tolist()),
        other=tuple(seen_other.tolist()),
        low=tuple(low.tolist()),
        high=tuple(high.tolist()),
        p=_energy(counts, counts_other, grid, spec),
        spread=spread,
        spread_low=spread_low,
        spread_high=spread_high,
    )


def _deciles(values: Floats) -> Floats:
    """Return for each decile the smallest value that this share of the games does not exceed."""
    return np.asarray(np.quantile(values[np.isfinite(values)], DECILES, method="inverted_cdf"))


def _grid(values: Floats) -> Floats:
    """Return the values that occur; if there are many, quantiles at even shares of the games."""
    unique = np.unique(values)
    if len(unique) <= STEPS:
        return unique
    return np.unique(np.quantile(values, np.linspace(0, 1, STEPS), method="inverted_cdf"))


def _counts(values: Floats, grid: Floats) -> Floats:
    """Count the games of each block at each step of the grid (the first not below them), shape (blocks, steps)."""
    blocks, width = len(values), len(grid)
    there = np.isfinite(values)
    step = np.searchsorted(grid, values[there])
    row = np.broadcast_to(np.arange(blocks)[:, None], values.shape)[there]
    counted = np.bincount(row * width + step, minlength=blocks * width).reshape(blocks, width)
    return counted.astype(float)


def _steps(masses: Floats) -> Floats:
    """Return the steps at which each row of masses reaches each decile, shape (rows, 9)."""
    sums = masses.cumsum(axis=1)
    bars = DECILES * sums[:, -1:] * (1 - 1e-12)
    return np.stack([(sums < bars[:, [n]]).sum(axis=1) for n in range(len(DECILES))], axis=1)


def _energy(base: Floats, other: Floats, grid: Floats, spec: Spec) -> float:
    """Return p of the energy distance, 2 * integral of (F - G) ** 2, under random swaps of each block's arms."""
    apart = other / other.sum() - base / base.sum()
    apart = apart.cumsum(axis=1)[:, :-1]
    width = np.diff(grid)
    seen = float((apart.sum(axis=0) ** 2) @ width) * (1 - 1e-9)
    if seen <= 1e-18:
        return 1.0
    return permutation.under_signs(
        lambda drawn: np.asarray(((drawn @ apart) ** 2) @ width >= seen), len(base), spec.seed, spec.resamples
    )


def _spread(
    base: Floats, other: Floats, drawn: Floats, tails: tuple[float, float]
) -> tuple[float, float, float]:
    """Return the SD of the variant's games divided by the base's, with its interval (percentiles of the log ratio)."""
    resampled: list[Floats] = []
    seen: list[Floats] = []
    for values in (base, other):
        there = np.isfinite(values)
        centred = np.where(there, values - values[there].mean(), 0.0)
        sums = np.stack([there.sum(axis=1), centred.sum(axis=1), (centred**2).sum(axis=1)], axis=1)
        for into, row in ((seen, sums.sum(axis=0)[None]), (resampled, drawn @ sums)):
            count, first, second = row.T
            into.append(np.maximum(second / count - (first / count) ** 2, 0.0))
    scale = max(np.nanmax(np.abs(base)), np.nanmax(np.abs(other))) ** 2 * 1e-24
    if seen[0][0] <= scale or seen[1][0] <= scale:
        alike = 1.0 if seen[0][0] <= scale and seen[1][0] <= scale else float("nan")
        return alike, alike, alike
    fine = (resampled[0] > scale) & (resampled[1] > scale)
    ratios = np.log(resampled[1][fine] / resampled[0][fine]) / 2
    low, high = np.exp(np.quantile(ratios, tails))
    return float(np.sqrt(seen[1][0] / seen[0][0])), float(low), float(high)
