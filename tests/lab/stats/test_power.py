"""Numbers of blocks against exact power, and the results of a pilot."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from tilewright.core.lab.stats.power import (
    blocks_alike,
    blocks_equivalent,
    blocks_needed,
    equivalence,
    gain,
    pilot,
    still_needed,
)

from ..tables import pair, spec, table

pytestmark = pytest.mark.filterwarnings("error")


def reached(effect: float, blocks: float, alpha: float) -> float:
    """The exact power of Student's test of the mean of so many blocks."""
    far, root = stats.t.isf(alpha / 2, blocks - 1), effect * blocks**0.5
    return float(stats.nct.sf(far, blocks - 1, root) + stats.nct.cdf(-far, blocks - 1, root))


@pytest.mark.parametrize("effect", [0.1, 0.2, 0.5, 1.0])
@pytest.mark.parametrize(("alpha", "power"), [(0.05, 0.9), (0.0125, 0.8)])
def test_blocks_are_those_of_the_exact_t_test(effect: float, alpha: float, power: float) -> None:
    found = blocks_needed(3.0, 3.0 * effect, alpha, power)
    assert found is not None
    # Within a block of the first number that reaches it.
    assert reached(effect, found - 2, alpha) < power <= reached(effect, found + 1, alpha)
    assert reached(effect, found, alpha) == pytest.approx(power, abs=0.01 + 0.3 / found)


def test_blocks_for_equivalence_reach_the_power_by_simulation() -> None:
    blocks = blocks_equivalent(2.0, 0.5, 0.05, 0.9)
    assert blocks == 175
    samples = np.random.default_rng(1).normal(0, 2, size=(2000, blocks))
    shown = [equivalence(blocks, s.std(ddof=1), s.mean(), 0.5, blocks - 1) < 0.05 for s in samples]
    assert np.mean(shown) == pytest.approx(0.9, abs=4 * np.sqrt(0.09 / 2000))


def test_equivalence_is_the_larger_p_of_two_one_sided_tests() -> None:
    one = np.random.default_rng(2).normal(0.1, 1, size=40)
    sides = [
        stats.ttest_1samp(one, end, alternative=way).pvalue for end, way in ((-0.4, "greater"), (0.4, "less"))
    ]
    assert equivalence(40, one.std(ddof=1), one.mean(), 0.4, 39) == pytest.approx(max(sides))


def test_a_few_blocks_without_any_difference_show_little() -> None:
    """A rate that differs in 5 % of blocks stays out of sight in 58 of them in one run of twenty (0.95 ** 58)."""
    assert equivalence(58, 0.0, 0.0, 0.05, 57) == pytest.approx(0.95**58)
    assert [blocks_alike(0.05, 0.05), blocks_alike(1.5, 0.05)] == [59, 2]
    assert equivalence(99, 0.0, 3.0, 3.0, 98) == 1


def test_out_of_reach_is_none() -> None:
    assert blocks_needed(1.0, 1e-9, 0.05, 0.9) is None
    assert blocks_needed(0.0, 0.1, 0.05, 0.9) is None
    assert blocks_needed(float("nan"), 0.1, 0.05, 0.9) is None
    assert still_needed(spec(), "m", 500, 1.0, 0.0, 1) is None


def test_where_blocks_sufficed_the_difference_seen_is_asked_for() -> None:
    assert still_needed(spec(), "m", 100, 1.0, 0.05, 1) == blocks_needed(1, 0.2, 0.05, 0.9)
    assert still_needed(spec(), "m", 300, 1.0, 0.05, 1) == blocks_needed(1, 0.05, 0.05, 0.9)
    wide = spec(margins={"m": 0.2})
    assert still_needed(wide, "m", 300, 1.0, 0.05, 1) == blocks_needed(1, 0.15, 0.1, 0.9)
    assert still_needed(wide, "m", 300, 1.0, 0.19, 1) == 301


def test_gain_is_what_pairs_save() -> None:
    chance = np.random.default_rng(3)
    luck = chance.normal(size=(4000, 1))
    ratio = gain(luck + chance.normal(size=luck.shape), luck + chance.normal(size=luck.shape))
    assert ratio[0] == pytest.approx(2, rel=0.1)
    assert np.isinf(gain(luck, luck + 1)[0])
    assert np.isnan(gain(np.ones((9, 1)), np.ones((9, 1)))[0])


def test_the_pilot_looks_at_its_own_blocks_alone() -> None:
    chance = np.random.default_rng(4)
    base, noise = chance.normal(size=100), chance.normal(size=100)
    base[5] = np.nan
    both = table(
        {"A": {"m": base, "k": base}, "B": {"m": base + noise, "k": base}, "C": {"m": noise, "k": -base}}
    )
    settings = spec(primary=("m", "k"), margins={"m": 0.4}, pilot=20)
    found = {(one.variant, one.metric): one for one in pilot(both, settings)}
    first = found["B", "m"]
    sd = noise[np.isfinite(base)][:19].std(ddof=1)
    assert (first.blocks, first.paired, first.smallest) == (19, True, 0.4)
    assert first.sd == pytest.approx(sd)
    # Four primary tests: Bonferroni's share of alpha; and so few blocks are tested more strictly.
    assert first.needed is not None and first.needed < 80
    level = 0.05 / 4 * (20 + first.needed) / 100
    assert reached(0.4 / sd, first.needed - 2, level) < 0.9 < reached(0.4 / sd, first.needed + 2, level)
    same = found["B", "k"]
    assert (same.sd, same.needed, same.paired, same.gain) == (0, None, True, None)
    assert not found["C", "k"].paired
    later = pair(np.r_[base[:20], base[20:] * 9], np.r_[(base + noise)[:20], noise[20:]])
    assert pilot(later, spec(pilot=20, margins={"m": 0.4}))[0].sd == pytest.approx(sd)
    assert pilot(pair([1.0], [2.0]), spec())[0].needed is None
