"""Main effects and interactions of factors switched on and off."""

from __future__ import annotations

import attrs
import numpy as np
import pytest
from scipy import stats

from tilewright.core.lab.stats.block_table import BlockTable, Effect
from tilewright.core.lab.stats.factorial import effects, terms

from ..tables import metric, spec, table

pytestmark = pytest.mark.filterwarnings("error")

ON = {"A": frozenset[str](), "B": frozenset("x"), "C": frozenset("y"), "D": frozenset("xy")}


def worth(on: frozenset[str], together: float) -> float:
    return ("x" in on) - 0.5 * ("y" in on) + together * (len(on) == 2)


def design(seed: int = 1, blocks: int = 60, together: float = 0.7) -> BlockTable:
    """x is worth 1 and y -0.5, both together 0.7 more; blocks differ widely."""
    chance = np.random.default_rng(seed)
    luck = 3 * chance.normal(size=blocks)
    return table(
        {arm: {"m": luck + chance.normal(size=blocks) + worth(on, together)} for arm, on in ON.items()}
    )


def by_term(found: list[Effect], name: str = "m") -> dict[str, Effect]:
    return {"*".join(one.term): one for one in found if one.metric == name}


def test_effects_are_differences_of_means() -> None:
    data = design()
    a, b, c, d = (data.means[arm, "m", ""] for arm in "ABCD")
    found = by_term(effects(data, spec(), ON))
    assert list(found) == ["x", "y", "x*y"]
    for name, blocks in (("x", (b + d - a - c) / 2), ("y", (c + d - a - b) / 2), ("x*y", d - b - c + a)):
        one, error = found[name], blocks.std(ddof=1) / np.sqrt(60)
        assert one.estimate == pytest.approx(blocks.mean())
        # Clustered by block, the error is that of the block's own contrast.
        assert one.high - one.low == pytest.approx(2 * 2.001 * error, rel=0.02)
        assert one.low < one.estimate < one.high
        assert one.p <= one.adjusted <= 3 * one.p
    assert found["x"].p < 1e-6


def test_it_is_the_regression_with_an_effect_for_each_block() -> None:
    """With a column for every block, also where blocks lack a variant, and the sandwich of Liang and Zeger."""
    data = design(2, 25)
    data.means["B", "m", ""][3] = data.means["D", "m", ""][7] = np.nan
    rows = [
        (data.means[arm, "m", ""][n], n, ("x" in on) - 0.5, ("y" in on) - 0.5)
        for n in range(25)
        for arm, on in ON.items()
        if np.isfinite(data.means[arm, "m", ""][n])
    ]
    y, block, x1, x2 = (np.array(column) for column in zip(*rows))
    dummies = (block[:, None] == np.arange(25)).astype(float)
    x = np.column_stack([x1, x2, x1 * x2, dummies])
    params = np.linalg.lstsq(x, y)[0]
    sums = x.T @ (dummies * (y - x @ params)[:, None])
    inverse = np.linalg.inv(x.T @ x)
    found = effects(data, spec(), ON)
    assert [one.estimate for one in found] == pytest.approx(params[:3])
    # The blocks' own effects do not count among what is fitted, since clusters carry them.
    few = 25 / 24 * (len(y) - 1) / (len(y) - 3)
    known = np.sqrt(few * np.diag(inverse @ sums @ sums.T @ inverse)[:3])
    halves = [(one.high - one.low) / 2 for one in found]
    assert halves == pytest.approx(stats.t.ppf(0.975, 24) * known, rel=1e-10)
    assert [one.p for one in found] == pytest.approx(
        2 * stats.t.sf(np.abs(params[:3] / known), 24), rel=1e-10
    )


def test_intervals_hold_the_truth_and_no_effect_is_rarely_found() -> None:
    runs = 200
    held = false = 0
    for seed in range(runs):
        found = by_term(effects(design(seed, 15, together=0), spec(), ON))
        held += found["x"].low <= 1 <= found["x"].high
        false += found["x*y"].p < 0.05
    error = 4 * np.sqrt(runs * 0.05 * 0.95)
    assert runs * 0.95 - error < held
    assert 0 < false < runs * 0.05 + error


def test_a_fraction_of_the_design_tells_main_effects_first() -> None:
    half = {"A": frozenset("z"), "B": frozenset("x"), "C": frozenset("y"), "D": frozenset("xyz")}
    assert terms("ABCD", half) == [("x",), ("y",), ("z",)]
    assert terms("AB", ON) == [("x",)]


def test_what_does_not_vary_is_safe() -> None:
    blocks = np.linspace(0, 1, 20)
    data = table({arm: {"same": blocks, "m": blocks + 0.1 * ("x" in on)} for arm, on in ON.items()})
    found = effects(data, spec(), ON)
    for one in by_term(found, "same").values():
        assert (one.estimate, one.p, one.adjusted) == (0, 1, 1) and np.isnan(one.low) and np.isnan(one.high)
    x = by_term(found)["x"]
    assert x.estimate == pytest.approx(0.1) and np.isnan(x.low) and 0 < x.p < 0.001
    assert by_term(found)["y"].p == 1
    alone = effects(table({arm: {"m": [1.0]} for arm in ON}), spec(), ON)
    assert all(np.isnan(one.estimate) and one.p == 1 for one in alone)


def test_curves_are_left_out() -> None:
    data = design()
    curve = attrs.evolve(data, metrics={"m": metric("m", by="round")})
    assert effects(curve, spec(), ON) == []
