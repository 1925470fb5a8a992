"""Effects of each item of a content, and of each pair beyond its items, from the block means of designed draws.

All sets have the same size, so an item is always in play instead of another one, and effects are relative to the
average item: coded to sum to zero, and pairs to sum to zero for each item.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import attrs
import numpy as np
from scipy.special import fdtrc, stdtr, stdtrit

from ..stats.block_table import Effect, Floats
from ..stats.factorial import corrected, within
from ..stats.multiple_testing import benjamini_hochberg, holm
from .clusters import design, freedom


@attrs.frozen(kw_only=True)
class Fit:
    """The effects of a content on one metric."""

    metric: str
    blocks: int
    sets: int
    """Games (or seatings of one) with different items in play, over all blocks."""
    mean: float
    items: Sequence[Effect] = ()
    """By item, how much more there is with it in play instead of an average other item; p corrected by Holm. Empty if
    there are too few blocks."""
    pairs: Sequence[Effect] = ()
    """By pair, how much more the first brings where the second is in play; p corrected by Benjamini-Hochberg. Empty if
    the design does not separate them."""
    p_items: float = math.nan
    """F test that all items do the same."""
    p_pairs: float = math.nan
    """F test that no pair does more than its items; NaN without pairs."""
    share_items: float = math.nan
    """The share of the variance inside blocks that items explain, corrected for what chance would (omega squared)."""
    share_pairs: float = math.nan

    def called(self, alpha: float) -> list[Effect]:
        """The items shown to differ, most first: the test of all is sure, and their own is after correction."""
        return _called(self.items, self.p_items, alpha)

    def called_pairs(self, alpha: float) -> list[Effect]:
        """The pairs that are shown to do more or less than their items, in the same way."""
        return _called(self.pairs, self.p_pairs, alpha)


def _called(effects: Sequence[Effect], together: float, alpha: float) -> list[Effect]:
    sure = [one for one in effects if one.adjusted < alpha] if together < alpha else []
    return sorted(sure, key=lambda one: -one.estimate)


def fit(metric: str, means: Floats, inside: Floats, names: Sequence[str], alpha: float) -> Fit:
    """Estimate items and pairs by regression with an effect for each block and errors clustered by block.

    `means` are the block means by arm, shape (blocks, arms), NaN where there are none; `inside` says which items were
    in play, shape (blocks, arms, items). Pairs are in the model only if there are at least twice as many comparisons
    inside blocks as terms; without them an effect of an item includes what it does in the pairs that occurred.
    """
    count, size = inside.shape[2], int(inside[0, 0].sum())
    there = np.isfinite(means)
    there[there.sum(axis=1) < 2] = False
    blocks = np.nonzero(there)[0]
    used = int(there.any(axis=1).sum())
    rows, free = inside[there], int(there.sum()) - used
    y = within(means[there][:, None], blocks)[:, 0]
    single = _centred(np.ones((1, count)))
    columns = [within(rows @ single, blocks)]
    listed = list(combinations(range(count), 2))
    both, double = np.empty((0, 0)), np.empty((0, 0))
    if 2 <= size <= count - 2:
        both = _centred(_members(count, listed))
        double = within(np.stack([rows[:, i] * rows[:, j] for i, j in listed], axis=1) @ both, blocks)
    separable = double.size > 0 and free >= 2 * (count - 1 + double.shape[1])
    if separable:
        columns.append(double)
        x = np.concatenate(columns, axis=1)
        separable = np.linalg.matrix_rank(x) == x.shape[1]
    if not separable:
        x = columns[0]
    mean = float(means[there].mean()) if there.any() else math.nan
    result = Fit(metric=metric, blocks=used, sets=int(there.sum()), mean=mean)
    terms = x.shape[1]
    if used < 2 or free < 2 * terms or np.linalg.matrix_rank(x) < terms:
        return result
    least = float(y @ y)
    made = design(x, there)
    chosen = made.inverse @ (x.T @ y)
    left = y - x @ chosen
    residuals = np.zeros(there.shape)
    residuals[there] = left
    covariance = made.covariance(residuals)
    split = count - 1

    def found(named: Sequence[tuple[str, ...]], basis: Floats, part: slice) -> list[Effect]:
        contrasts = np.zeros((len(basis), terms))
        contrasts[:, part] = basis
        degrees = freedom(made, contrasts)
        return _terms(metric, named, contrasts, chosen, covariance, degrees, used, alpha, least)

    # An item in play instead of an average other item differs from it by more than from the average of all.
    items = found([(name,) for name in names], single * (count / (count - 1)), slice(split))
    pairs: list[Effect] = []
    if separable:
        named = [(names[i], names[j]) for i, j in listed]
        pairs = found(named, both * ((count - 1) / (count - 3)), slice(split, None))
    rest = float(left @ left)
    alone = least - _explained(columns[0], y)
    p_items, share_items = _tested(least, alone, split, rest, free - terms, used)
    p_pairs, share_pairs = _tested(alone, rest, terms - split, rest, free - terms, used, least)
    return attrs.evolve(
        result,
        items=corrected(items, holm),
        pairs=corrected(pairs, benjamini_hochberg),
        p_items=p_items,
        p_pairs=p_pairs if separable else math.nan,
        share_items=share_items,
        share_pairs=share_pairs if separable else math.nan,
    )


def _members(count: int, pairs: Sequence[tuple[int, int]]) -> Floats:
    found = np.zeros((count, len(pairs)))
    for n, pair in enumerate(pairs):
        found[list(pair), n] = 1.0
    return found


def _centred(sums: Floats) -> Floats:
    """Return an orthonormal basis, by column, of the effects whose sums (the rows of `sums`) are all zero."""
    _, singular, turned = np.linalg.svd(sums)
    rank = int((singular > 1e-9).sum())
    return np.asarray(turned[rank:].T)


def _explained(x: Floats, y: Floats) -> float:
    found, *_ = np.linalg.lstsq(x, y, rcond=None)
    fitted = x @ found
    return float(fitted @ fitted)


def _tested(
    before: float,
    after: float,
    terms: int,
    rest: float,
    degrees: int,
    blocks: int,
    whole: float | None = None,
) -> tuple[float, float]:
    """Return p of the F test and the share of the variance (at least 0) of terms that take `before` to `after`."""
    noise = rest / degrees
    whole = before if whole is None else whole
    if terms == 0 or whole <= 1e-18:
        return float("nan"), 0.0
    gained = max(before - after, 0.0)
    if noise <= 1e-15 * whole:
        return (2.0 ** (1 - blocks) if gained > 1e-12 * whole else 1.0), gained / whole
    p = float(fdtrc(terms, degrees, gained / terms / noise))
    return p, max(0.0, (gained - terms * noise) / (whole + noise))


def _terms(
    metric: str,
    named: Sequence[tuple[str, ...]],
    basis: Floats,
    chosen: Floats,
    covariance: Floats,
    degrees: Floats,
    blocks: int,
    alpha: float,
    least: float,
) -> list[Effect]:
    """Return the effects behind the coefficients of a basis, with t intervals; p is not corrected yet.

    Equal blocks do not show how much others may differ: then there is no interval, and p is that of equal signs.
    """
    estimates = basis @ chosen
    errors = np.sqrt(np.maximum(np.einsum("ij,jk,ik->i", basis, covariance, basis), 0.0))
    if least <= 1e-18:  # nothing varies
        estimates, errors = np.zeros(len(named)), np.zeros(len(named))
    wide, sure = stdtrit(degrees, 1 - alpha / 2), 2.0 ** (1 - blocks)
    with np.errstate(divide="ignore", invalid="ignore"):
        p = np.where(
            errors > 0, 2 * stdtr(degrees, -np.abs(estimates / errors)), np.where(estimates == 0, 1.0, sure)
        )
    return Effect.of(metric, named, estimates, wide * np.where(errors > 0, errors, np.nan), p)
