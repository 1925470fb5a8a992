"""The sequential test: its likelihoods, its errors, what it takes, and its interval."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy import optimize, stats

from tilewright.core.lab.stats.block_table import Floats
from tilewright.core.lab.stats.sequential import PSEUDO, Sequential, confidence_sequence, llr

pytestmark = pytest.mark.filterwarnings("error")

RUNS = 24


def fresh(effect: float = 0.15, cap: int = 2000) -> Sequential:
    return Sequential(metric="m", variant="B", effect=effect, cap=cap)


@cache
def ended(delta: float) -> list[Sequential]:
    """Runs for an effect of 0.15 SD where the truth is `delta` SD, on a discrete block score with an SD of 2."""
    chance = np.random.default_rng(17)
    found = []
    for _ in range(RUNS):
        one = fresh()
        # -4, 0, 4 with an SD of 2 and a mean of 2 * delta.
        up, down = 0.125 * (1 + delta**2) + delta / 4, 0.125 * (1 + delta**2) - delta / 4
        while one.decision is None:
            one.add(chance.choice([-4.0, 0.0, 4.0], size=50, p=[down, 1 - up - down, up]))
        found.append(one)
    return found


def most(rate: float) -> int:
    """So many errors at most among the runs, unless one in ten thousand is to blame."""
    return int(stats.binom.ppf(0.9999, RUNS, rate))


def test_false_alarms_are_rare() -> None:
    found = ended(0.0)
    assert sum(one.decision == "differs" for one in found) <= most(0.05)
    assert all(one.decision for one in found)


@pytest.mark.parametrize("delta", [0.15, -0.15])
def test_the_effect_is_rarely_missed_in_either_direction(delta: float) -> None:
    assert sum(one.decision != "differs" for one in ended(delta)) <= most(0.05)


def test_it_takes_about_half_the_blocks_of_a_fixed_plan() -> None:
    """Mean length against Wald's approximation for one direction, (1 - b) log((1 - b) / a) + ... over d² / 2."""
    fixed = ((stats.norm.ppf(0.975) + stats.norm.ppf(0.95)) / 0.15) ** 2
    wald = 2 * (0.95 * math.log(0.95 / 0.025) + 0.05 * math.log(0.05 / 0.975)) / 0.15**2
    taken = np.mean([one.blocks for one in (*ended(0.15), *ended(-0.15))])
    assert taken == pytest.approx(wald + 5, rel=0.2) and taken < 0.65 * fixed
    assert np.mean([one.blocks for one in ended(0.0)]) < 0.65 * fixed
    assert np.mean([one.blocks for one in ended(0.3)]) < 0.35 * fixed


def test_the_interval_holds_after_stopping() -> None:
    for delta in (0.0, 0.15):
        paths = [one.path() for one in ended(delta)]
        assert sum(not path.low <= 2 * delta <= path.high for path in paths) <= most(0.05)


def test_the_interval_holds_at_all_times_at_once() -> None:
    """With at least 20 blocks, which a large-sample interval needs; the ordinary one would be left in most runs."""
    chance = np.random.default_rng(3)
    left = ordinary = 0
    for _ in range(60):
        values = chance.normal(size=400)
        ends = [confidence_sequence(values[:n].tolist(), 0.05, 200) for n in range(20, 401, 20)]
        left += any(not low <= 0 <= high for low, high in ends)
        ordinary += any(abs(values[:n].mean()) > 1.96 * values[:n].std() / n**0.5 for n in range(20, 401, 20))
    assert left <= stats.binom.ppf(0.9999, 60, 0.05)
    assert ordinary > 8


def test_the_likelihood_is_the_best_there_is() -> None:
    """Against a general-purpose optimiser on four values, with the same pseudo blocks at the ends."""
    values, counts = np.array([-2.0, -1.0, 0.0, 2.0]), np.array([10, 20, 40, 30])

    def best(t: float) -> float:
        weights = counts + PSEUDO * (np.abs(values) == 2)

        def gap(p: Floats) -> float:
            mean = p @ values
            return float(mean - t * math.sqrt(p @ (values - mean) ** 2))

        minimize: Any = optimize.minimize
        done = minimize(
            lambda p: -(weights @ np.log(p)),
            counts / counts.sum(),
            bounds=[(1e-9, 1)] * 4,
            constraints=[{"type": "eq", "fun": lambda p: p.sum() - 1}, {"type": "eq", "fun": gap}],
            options={"ftol": 1e-12, "maxiter": 500},
        )
        return float(done.fun)

    sample = np.repeat(values, counts)
    for effect in (0.1, 0.5, 1.5):
        assert llr(sample, effect) == pytest.approx(best(0) - best(effect), abs=1e-3)


def test_units_do_not_matter() -> None:
    values = np.random.default_rng(1).normal(0.1, 1, size=80)
    assert llr(values * 1e6, 0.2) == pytest.approx(llr(values, 0.2))
    assert llr(values, 0.2) == pytest.approx(
        40 * math.log((1 + (t := values.mean() / values.std()) ** 2) / (1 + (t - 0.2) ** 2)), abs=0.05
    )


def test_how_blocks_are_handed_over_does_not_matter() -> None:
    values = np.random.default_rng(2).normal(0.4, 1, size=300)
    one, two = fresh(), fresh()
    one.add(values)
    for value in values:
        two.add([value])
        two.add([math.nan])
    assert one.path() == two.path()
    assert one.decision == "differs"
    assert one.blocks < 300
    assert one.blocks == one.looks[-1][0]
    assert one.path().estimate == values[: one.blocks].mean()


def test_the_path_ends_beyond_its_bound() -> None:
    for one in (*ended(0.0), *ended(0.15)):
        path = one.path()
        last = path.looks[-1][1]
        assert last >= path.upper if path.decision == "differs" else last <= path.lower
        # Room for jumps narrows the bounds, and never by much.
        assert one.lower <= path.lower < 0 < path.upper <= one.upper
        assert ((path.lower, path.upper) == (one.lower, one.upper)) == (len(path.looks) == 1)


def test_the_cap_ends_it_unresolved() -> None:
    one = fresh(effect=0.05, cap=95)
    one.add(np.random.default_rng(1).normal(0.025, 1, size=200))
    assert (one.decision, one.blocks, one.looks[-1][0]) == ("not resolved", 95, 95)
    path = one.path()
    assert path.low < path.estimate < path.high


@pytest.mark.parametrize("effect", [0.1, 0.5, 2.0])
def test_blocks_that_are_all_alike_are_decided(effect: float) -> None:
    same, more = fresh(effect=effect), fresh(effect=effect)
    same.add(np.zeros(1000))
    more.add(np.full(1000, -0.25))
    assert (same.decision, more.decision) == ("equivalent", "differs")
    assert (same.path().low, same.path().high) == (0, 0)
    few = fresh()
    few.add([1.0])
    assert few.decision is None and math.isnan(few.path().low)
    assert math.isnan(fresh().path().estimate)


@pytest.mark.parametrize("effect", [0.1, 0.5, 1.5])
def test_more_never_speaks_for_less(effect: float) -> None:
    """The ratio rises with the mean, however far: what is obvious must not take longer than what is not."""
    luck = np.random.default_rng(6).normal(size=40)
    luck = (luck - luck.mean()) / luck.std()
    for shape in (luck, np.exp(luck)):
        scaled = (shape - shape.mean()) / shape.std()
        ratios = [llr(scaled + mean, effect) for mean in (-300, -10, -3, -1, 0, 0.3, 1, 3, 10, 300)]
        assert all(one <= two + 1e-6 for one, two in pairwise(ratios))
        assert ratios[0] < -1 < 1 < ratios[-1]


def test_the_estimate_is_the_mean_however_extreme() -> None:
    taken, estimates = [], []
    luck = np.random.default_rng(7).normal(size=300)
    for mean in (0.8, 1.0, 3.0, 30.0, 3e6):
        one = fresh(effect=0.5)
        one.add(luck + mean)
        assert one.decision == "differs"
        path = one.path()
        assert path.estimate == (luck[: one.blocks] + mean).mean()
        taken.append(one.blocks)
        estimates.append(path.estimate)
    assert taken == sorted(taken, reverse=True) and estimates == sorted(estimates)


def test_skewed_blocks_are_not_looked_at_too_early() -> None:
    """Log-normal differences: without the wait three times the stated error at this effect."""
    chance = np.random.default_rng(8)
    wrong = late = 0
    for _ in range(RUNS):
        one = fresh(effect=1.0)
        while one.decision is None:
            one.add(math.exp(0.5) - chance.lognormal(size=50))
        wrong += one.decision == "differs"
        late += one.looks[0][0] > 80
    assert late > RUNS / 2
    assert wrong <= most(0.05)
    rare = fresh(effect=1.0, cap=90)
    rare.add([100.0] + [0.0] * 89)
    assert rare.decision == "not resolved" and rare.path().least > 90 and len(rare.looks) == 1


def test_what_is_obvious_does_not_wait_for_its_skew() -> None:
    """A rule worth 18 points in all blocks but two."""
    one = fresh()
    one.add([18.0] * 40 + [17.0] + [18.0] * 38 + [17.0])
    assert one.decision == "differs" and one.blocks == 80


def test_it_never_looks_before_rare_values_may_have_come() -> None:
    """Blocks that look harmless and certain: here the tail, one block in fifty, comes late."""
    one = fresh(effect=1.0)
    one.add(np.random.default_rng(9).normal(-1, 0.5, size=79))
    assert one.decision is None and not one.looks and one.path().least == 80
    one.add([-1.0])
    assert one.looks[0][0] == 80 and one.decision == "differs"
