"""Errors of a regression whose rows are clustered by block, where the terms are many for the blocks.

With twice as many comparisons as terms residuals are much smaller than errors, and how many blocks the error of a term
rests on differs by term. So residuals are adjusted block by block (CR2), and each term has degrees of freedom of its
own (Bell and McCaffrey, "Bias reduction in standard errors for linear regression with multi-stage samples", 2002;
Imbens and Kolesár, "Robust standard errors in small samples", 2016). If errors are alike and independent, the
covariance has no bias.
"""

from __future__ import annotations

from functools import lru_cache

import attrs
import numpy as np
from numpy.typing import NDArray

from ..stats.block_table import Floats

TINY = 1e-8
"""A direction in which a block has less than this share of its residual left is fitted, and says nothing of errors."""


@attrs.frozen(eq=False)
class Design:
    """Columns of a regression, by block; what does not depend on the values."""

    columns: Floats
    """Shape (blocks, arms, terms); each block's own mean was subtracted, and absent rows are 0."""
    inverse: Floats
    """Of the cross products of the columns."""
    adjusting: Floats
    """By block, the matrix that makes residuals as large as errors, shape (blocks, arms, arms)."""

    @classmethod
    def of(cls, x: Floats, there: NDArray[np.bool_]) -> Design:
        """Make it of the columns of the rows that are there, which have full rank; `there` has shape (blocks, arms)."""
        columns = np.zeros((*there.shape, x.shape[1]))
        columns[there] = x
        inverse = np.linalg.inv(x.T @ x)
        counts = np.maximum(there.sum(axis=1), 1)[:, None, None]
        own = there[:, :, None] * np.eye(there.shape[1]) - there[:, :, None] * there[:, None, :] / counts
        left: Floats = own - columns @ inverse @ columns.transpose(0, 2, 1)
        sizes, ways = np.linalg.eigh(left)
        with np.errstate(divide="ignore", invalid="ignore"):
            roots = np.where(sizes > TINY, 1 / np.sqrt(sizes), 0.0)
        adjusting = (ways * roots[:, None, :]) @ ways.transpose(0, 2, 1)
        return cls(columns, np.asarray(inverse, np.float64), np.asarray(adjusting, np.float64))

    def covariance(self, residuals: Floats) -> Floats:
        """Return that of the coefficients; residuals have shape (blocks, arms), 0 where there is none."""
        moved = np.einsum("bij,bj->bi", self.adjusting, residuals)
        sums = np.einsum("bi,bit->bt", moved, self.columns) @ self.inverse
        return np.asarray(sums.T @ sums)

    def freedom(self, contrasts: Floats) -> Floats:
        """Return the degrees of freedom of the error of each contrast of coefficients, one a row."""
        found = np.empty(len(contrasts))
        root = np.linalg.cholesky(self.inverse)
        blocks, arms, terms = self.columns.shape
        weighted = (self.columns.reshape(-1, terms) @ (self.inverse @ contrasts.T)).reshape(blocks, arms, -1)
        moved = self.adjusting @ weighted
        rooted = self.columns @ root
        for n in range(len(contrasts)):
            one = moved[:, :, n]
            sizes = (one**2).sum(axis=1)
            sums = (one[:, None, :] @ rooted)[:, 0]
            shared = (sums**2).sum(axis=1)
            joint = sums @ sums.T if blocks < terms else sums.T @ sums
            squares = (sizes**2).sum() - 2 * (sizes * shared).sum() + (joint**2).sum()
            found[n] = (sizes.sum() - shared.sum()) ** 2 / squares if squares > 0 else 1.0
        return np.maximum(found, 1.0)


@lru_cache(maxsize=4)
def _made(rows: bytes, terms: int, there: bytes, arms: int) -> Design:
    x = np.frombuffer(rows).reshape(-1, terms)
    return Design.of(x, np.frombuffer(there, bool).reshape(-1, arms))


def design(x: Floats, there: NDArray[np.bool_]) -> Design:
    """Return the design of these columns; metrics that are there in the same games share it."""
    return _made(np.ascontiguousarray(x).tobytes(), x.shape[1], there.tobytes(), there.shape[1])


@lru_cache(maxsize=8)
def _freedom(of: Design, contrasts: bytes) -> Floats:
    return of.freedom(np.frombuffer(contrasts).reshape(-1, len(of.inverse)))


def freedom(of: Design, contrasts: Floats) -> Floats:
    """Return the degrees of freedom of each contrast in this design, computed once."""
    return _freedom(of, contrasts.tobytes())
