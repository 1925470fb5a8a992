"""Factorial runs: the main effect of each module or option, and the interaction of each pair."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import attrs
import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr, stdtrit

from .block_table import BlockTable, Effect, Floats, Spec
from .multiple_testing import holm

Term = tuple[str, ...]


def effects(table: BlockTable, spec: Spec, on: Mapping[str, frozenset[str]]) -> list[Effect]:
    """Return the effects of the factors on each metric; `on` has the factors switched on in each variant.

    Curves and parts are left out. Regression with an effect for each block, errors clustered by block. A term of one
    factor is the mean difference between on and off, over all settings of the others; a term of two is how much more
    (or less) the first does where the second is on. p is corrected by Holm over the terms of a metric, not over
    metrics. In a fractional design a term that is confounded with earlier ones is left out; main effects come first.
    """
    chosen = terms(table.variants, on)
    columns = coded(table.variants, on, chosen)
    found = []
    for name, metric in table.metrics.items():
        # A gap is not a sum of effects: its seats may differ by variant.
        if (
            metric.by != "round"
            and metric.kind != "gap"
            and all((variant, name, "") in table.means for variant in table.variants)
        ):
            means = np.stack([table.means[variant, name, ""] for variant in table.variants], axis=1)
            found += _fitted(name, means, columns, chosen, spec.alpha)
    return found


def terms(variants: Sequence[str], on: Mapping[str, frozenset[str]]) -> list[Term]:
    """Return the terms that these variants can separate: single factors in the order of their names, then pairs."""
    factors = sorted({factor for variant in variants for factor in on[variant]})
    found: list[Term] = []
    for term in [*((factor,) for factor in factors), *combinations(factors, 2)]:
        matrix = coded(variants, on, [*found, term])
        if np.linalg.matrix_rank(matrix - matrix.mean(axis=0)) == len(found) + 1:
            found.append(term)
    return found


def coded(variants: Sequence[str], on: Mapping[str, frozenset[str]], chosen: Sequence[Term]) -> Floats:
    """Return the design matrix, shape (variants, terms): a factor is 1/2 if on and -1/2 if off, a pair their product.

    So the coefficient of a factor is its mean difference, and that of a pair a difference of differences.
    """
    rows = [
        [float(np.prod([0.5 if factor in on[variant] else -0.5 for factor in term])) for term in chosen]
        for variant in variants
    ]
    return np.array(rows, float).reshape(len(variants), len(chosen))


def _fitted(
    metric: str, means: Floats, columns: Floats, chosen: Sequence[Term], alpha: float
) -> list[Effect]:
    """Estimate the terms of one metric from its block means, shape (blocks, variants), NaN where there are none."""
    there = np.isfinite(means)
    there[there.sum(axis=1) < 2] = False
    blocks, variants = np.nonzero(there)
    y = within(means[there][:, None], blocks)[:, 0]
    x = within(columns[variants], blocks)
    clusters = len(np.unique(blocks))
    if clusters < 2 or np.linalg.matrix_rank(x) < len(chosen):
        return [Effect(metric=metric, term=term) for term in chosen]
    estimates, errors = _clustered(y, x, blocks)
    # If every block gives the same value, the error is only rounding.
    rounding = 1e-11 * max(np.abs(means[there]).max(), 1e-300)
    same = errors <= rounding
    estimates = np.where(np.abs(estimates) <= rounding, 0.0, estimates)
    with np.errstate(divide="ignore", invalid="ignore"):
        tested = 2 * stdtr(clusters - 1, -np.abs(estimates / errors))
    p = np.where(same, np.where(estimates == 0, 1.0, 2.0 ** (1 - clusters)), tested)
    # Equal blocks do not show how much others may differ.
    half = np.where(same, np.nan, stdtrit(clusters - 1, 1 - alpha / 2) * errors)
    return corrected(Effect.of(metric, chosen, estimates, half, p), holm)


def corrected(effects: Sequence[Effect], method: Callable[[Floats], Floats]) -> list[Effect]:
    """Return the effects with their p corrected together."""
    found = method(np.array([one.p for one in effects])).tolist()
    return [attrs.evolve(one, adjusted=p) for one, p in zip(effects, found, strict=True)]


def _clustered(y: Floats, x: Floats, clusters: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Fit y by least squares on the columns of x; return the coefficients and their standard errors.

    Rows of one cluster may depend on each other (Liang and Zeger 1986, with the usual factor for few clusters).
    Statsmodels finds the same to the last digits, but brings 90 MB and takes a second to import.
    """
    inverse = np.linalg.pinv(x)
    found = inverse @ y
    parts = by_block(inverse.T * (y - x @ found)[:, None], clusters)
    count = len(np.unique(clusters))
    few = count / (count - 1) * (len(y) - 1) / (len(y) - x.shape[1])
    return found, np.sqrt(few * (parts**2).sum(axis=0))


def by_block(values: Floats, blocks: NDArray[np.intp]) -> Floats:
    """Return the sums of the rows of each block; `blocks` has the block of each row."""
    return np.stack([np.bincount(blocks, column) for column in values.T], axis=1)


def within(values: Floats, blocks: NDArray[np.intp]) -> Floats:
    """Return the rows less the mean of their block."""
    count = np.maximum(np.bincount(blocks), 1)[:, None]
    return np.asarray(values - (by_block(values, blocks) / count)[blocks])
