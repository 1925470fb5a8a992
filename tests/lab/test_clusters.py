"""Errors clustered by block: exact where errors are alike and independent, however many terms there are."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright.core.lab.content.clusters import Design
from tilewright.core.lab.stats.factorial import within


def made(blocks: int, arms: int, terms: int, missing: int = 0) -> tuple[Design, np.ndarray, np.ndarray]:
    chance = np.random.default_rng(3)
    there = np.ones((blocks, arms), bool)
    there[:missing, 0] = False
    rows = np.nonzero(there)[0]
    x = within(chance.normal(size=(len(rows), terms)), rows)
    return Design.of(x, there), x, there


@pytest.mark.parametrize("missing", [0, 3])
def test_the_covariance_has_no_bias(missing: int) -> None:
    """Summed over unit errors, one a time, the covariances are that of least squares: nothing is used up by 9 terms."""
    design, x, there = made(12, 3, 9, missing)
    rows = np.nonzero(there)[0]
    total = np.zeros((9, 9))
    for error in np.eye(len(rows)):
        y = within(error[:, None], rows)[:, 0]
        residuals = np.zeros(there.shape)
        residuals[there] = y - x @ (design.inverse @ (x.T @ y))
        total += design.covariance(residuals)
    assert total == pytest.approx(np.linalg.inv(x.T @ x), abs=1e-10)


def test_one_comparison_in_each_block_has_one_degree_less_than_blocks() -> None:
    """As Student's t of paired differences."""
    there = np.ones((15, 2), bool)
    design = Design.of(np.tile([0.5, -0.5], 15)[:, None], there)
    assert design.freedom(np.ones((1, 1))) == pytest.approx([14])


@pytest.mark.parametrize("missing", [0, 3])
def test_degrees_are_those_of_the_quadratic_form(missing: int) -> None:
    """An error is a quadratic form of errors of rows: twice its mean squared by its variance, from its whole matrix."""
    design, x, there = made(12, 3, 9, missing)
    rows = np.nonzero(there)[0]
    apart = within(np.eye(len(rows)), rows)
    left = apart - x @ np.linalg.inv(x.T @ x) @ x.T

    def estimated(error: np.ndarray) -> np.ndarray:
        """By block, its part in the estimate of the third coefficient's error."""
        residuals = np.zeros(there.shape)
        residuals[there] = left @ error
        moved = np.einsum("bij,bj->bi", design.adjusting, residuals)
        return np.asarray(np.einsum("bi,bi->b", moved, design.columns @ design.inverse[2]))

    form = np.stack([estimated(one) for one in np.eye(len(rows))])
    form = form @ form.T
    assert design.freedom(np.eye(9)[[2]]) == pytest.approx([np.trace(form) ** 2 / np.trace(form @ form)])
    assert design.freedom(np.eye(9)).max() < 11
