"""One test for many columns, against every sign pattern written out, the test of one column, and its promise."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tilewright.core.lab.stats.max_t import largest
from tilewright.core.lab.stats.permutation import sign_flip


def test_few_blocks_are_counted_out() -> None:
    values = np.random.default_rng(2).normal(0.5, size=(7, 3)).round(1)
    size = np.sqrt((values**2).sum(axis=0))
    patterns = [np.array(one) for one in product((1, -1), repeat=7)]
    tops = [max(abs((one @ values) / size)) for one in patterns]
    expected = [
        sum(top >= abs(values[:, n].sum()) / size[n] - 1e-9 for top in tops) / len(tops) for n in range(3)
    ]
    assert largest(values, 0, 100) == pytest.approx(expected)


def test_one_column_is_the_sign_flip_test() -> None:
    values = np.random.default_rng(3).normal(0.2, size=(60, 1))
    assert largest(values, 5, 4000)[0] == pytest.approx(sign_flip(values, 5, 4000)[0], abs=1e-12)


def test_what_never_differs_changes_nothing() -> None:
    values = np.random.default_rng(4).normal(0.3, size=(40, 2))
    wider = np.concatenate([values, np.zeros((40, 5))], axis=1)
    assert largest(wider, 1, 500).tolist() == [*largest(values, 1, 500), *[1.0] * 5]
    assert largest(np.zeros((0, 3)), 1, 500).tolist() == [1.0] * 3


def test_one_report_in_twenty_has_a_false_alarm() -> None:
    """Among a hundred places of which most are taken in few games; 150 runs, so between 1.3 and 10 in 100."""
    chance = np.random.default_rng(11)
    alarms = 0
    for run in range(150):
        taken = chance.random((2, 60, 100)) < np.linspace(0.01, 0.5, 100)
        differences = taken[1].astype(float) - taken[0]
        alarms += bool((largest(differences, run, 400) < 0.05).any())
    assert 2 <= alarms <= 15
