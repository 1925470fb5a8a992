"""Modules and options switched on and off together: what each does alone, and two of them beyond the sum of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from statsmodels.regression.linear_model import OLS

from ..errors import UsageError
from .adjust import holm
from .table import Effect, Floats, Spec, Table

Term = tuple[str, ...]


def effects(table: Table, spec: Spec, on: Mapping[str, frozenset[str]]) -> list[Effect]:
    """The effects on each metric of the factors that each variant has switched on; curves and parts are left out.

    Regression with an effect for each block, errors clustered by block. A term of one factor is the mean difference
    between on and off, over all settings of the others; a term of two is how much more (or less) the first does
    where the second is on. p is corrected by Holm over the terms of a metric, exploratory over metrics. In a fractional
    design a term that cannot be told from earlier ones is left out, main effects going first.
    """
    missing = [variant for variant in table.variants if variant not in on]
    if missing:
        raise UsageError(
            f"which factors are switched on in variant '{missing[0]}' is not said; each variant needs its set"
        )
    chosen = terms(table.variants, on)
    if not chosen:
        raise UsageError(
            "no factor is on in one variant and off in another; a factorial run needs one at least"
        )
    columns = coded(table.variants, on, chosen)
    found = []
    for name, metric in table.metrics.items():
        if metric.by != "round" and all((variant, name, "") in table.means for variant in table.variants):
            means = np.stack([table.means[variant, name, ""] for variant in table.variants], axis=1)
            found += _fitted(name, means, columns, chosen, spec.alpha)
    return found


def terms(variants: Sequence[str], on: Mapping[str, frozenset[str]]) -> list[Term]:
    """The terms that these variants can tell apart: single factors in the order of their names, then pairs."""
    factors = sorted({factor for variant in variants for factor in on[variant]})
    found: list[Term] = []
    for term in [*((factor,) for factor in factors), *combinations(factors, 2)]:
        matrix = coded(variants, on, [*found, term])
        if np.linalg.matrix_rank(matrix - matrix.mean(axis=0)) == len(found) + 1:
            found.append(term)
    return found


def coded(variants: Sequence[str], on: Mapping[str, frozenset[str]], chosen: Sequence[Term]) -> Floats:
    """Shape (variants, terms): a factor is 1/2 where it is on and -1/2 where it is off, a pair their product.

    So the coefficient of a factor is its mean difference, and that of a pair the difference of two differences.
    """
    rows = [
        [float(np.prod([0.5 if factor in on[variant] else -0.5 for factor in term])) for term in chosen]
        for variant in variants
    ]
    return np.array(rows, float).reshape(len(variants), len(chosen))


def _fitted(
    metric: str, means: Floats, columns: Floats, chosen: Sequence[Term], alpha: float
) -> list[Effect]:
    """The terms of one metric from its block means, shape (blocks, variants), NaN where there is none."""
    there = np.isfinite(means)
    there[there.sum(axis=1) < 2] = False
    blocks, variants = np.nonzero(there)
    y = _within(means[there][:, None], blocks)[:, 0]
    x = _within(columns[variants], blocks)
    clusters = len(np.unique(blocks))
    if clusters < 2 or np.linalg.matrix_rank(x) < len(chosen):
        nan = float("nan")
        return [
            Effect(metric=metric, term=term, estimate=nan, low=nan, high=nan, p=1.0, adjusted=1.0)
            for term in chosen
        ]
    fit = OLS(y, x).fit(
        cov_type="cluster", cov_kwds={"groups": np.unique(blocks, return_inverse=True)[1]}, use_t=True
    )
    estimates = np.asarray(fit.params)
    # Where every block says the same there is no error to speak of; what is left of either is rounding.
    rounding = 1e-11 * max(np.abs(means[there]).max(), 1e-300)
    same = np.asarray(fit.bse) <= rounding
    estimates = np.where(np.abs(estimates) <= rounding, 0.0, estimates)
    with np.errstate(divide="ignore", invalid="ignore"):
        p = np.where(same, np.where(estimates == 0, 1.0, 2.0 ** (1 - clusters)), np.asarray(fit.pvalues))
        ends = np.where(same[:, None], estimates[:, None], np.asarray(fit.conf_int(alpha)))
    corrected = holm(p)
    return [
        Effect(
            metric=metric,
            term=term,
            estimate=float(estimates[n]),
            low=float(ends[n, 0]),
            high=float(ends[n, 1]),
            p=float(p[n]),
            adjusted=float(corrected[n]),
        )
        for n, term in enumerate(chosen)
    ]


def _within(values: Floats, blocks: NDArray[np.intp]) -> Floats:
    """The rows less the mean of their block, which is what an effect for each block leaves of them."""
    count = np.bincount(blocks)[:, None]
    sums = np.stack([np.bincount(blocks, column, len(count)) for column in values.T], axis=1)
    return np.asarray(values - (sums / np.maximum(count, 1))[blocks])
