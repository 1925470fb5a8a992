"""The analysis of a table: verdicts, corrections, pairs or not, and data that give nothing to go on."""

from __future__ import annotations

import math
from typing import Any

import attrs
import numpy as np
import pytest
from scipy import stats

from tilewright.core.lab.stats.analysis import analyse, verdict
from tilewright.core.lab.stats.block_table import Floats
from tilewright.core.lab.stats.permutation import sign_flip, two_sample
from tilewright.core.lab.stats.power import pilot

from ..tables import many, metric, pair, spec, table, won

pytestmark = pytest.mark.filterwarnings("error")
CHANCE = np.random.default_rng(12)
LUCK = CHANCE.normal(size=200)


def alike(*moved: float, blocks: int = 200) -> dict[str, dict[str, Floats]]:
    """A and B under the same luck with fresh noise; metrics m0, m1 ... whose means B moves by so much."""
    chance = np.random.default_rng(3)
    return {
        arm: {
            f"m{n}": LUCK[:blocks] + 0.5 * chance.normal(size=blocks) + (by if arm == "B" else 0)
            for n, by in enumerate(moved)
        }
        for arm in "AB"
    }


def test_a_difference_is_seen_with_all_its_figures() -> None:
    values = alike(0.3)
    found = analyse(table(values), spec(primary=("m0",))).of("B", "m0")
    differences = values["B"]["m0"] - values["A"]["m0"]
    assert (found.verdict, found.needed, found.family, found.interval) == ("differs", None, "primary", "test")
    assert found.difference == pytest.approx(differences.mean())
    assert found.effect == pytest.approx(differences.mean() / differences.std(ddof=1))
    assert found.correlation == pytest.approx(np.corrcoef(values["A"]["m0"], values["B"]["m0"])[0, 1])
    assert found.gain == pytest.approx(
        (values["A"]["m0"].var() + values["B"]["m0"].var()) / differences.var()
    )
    assert found.gain is not None and found.gain > 2
    assert found.low < found.low90 < found.difference < found.high90 < found.high
    assert found.superiority == (differences > 0).mean()
    assert found.superiority_low < found.superiority < found.superiority_high
    assert (found.margin, found.p_equivalent, found.odds_ratio) == (None, None, None)
    assert found.p_rank is not None and found.p_rank < 0.001


def test_ranks_agree_with_wilcoxon() -> None:
    base = np.array([3.0, 1, 4, 1, 5, 9, 2, 6, 5, 3])
    other = base + [1.5, -0.3, 0.7, 2.2, 0, 1.1, -0.9, 3.1, 0.2, 0.5]
    found = analyse(pair(base, other), spec()).of("B", "m")
    assert found.p_rank == pytest.approx(stats.wilcoxon((other - base)[other != base]).pvalue)


@pytest.mark.parametrize(
    ("p", "low", "high", "margin", "word"),
    [
        (0.01, 0.2, 0.4, None, "differs"),
        (0.01, 0.2, 0.4, 0.3, "differs"),
        (0.01, 0.2, 0.4, 0.5, "equivalent"),
        (0.20, -0.1, 0.4, 0.5, "equivalent"),
        (0.20, -0.1, 0.4, 0.3, "not resolved"),
        (0.20, -0.1, 0.4, None, "not resolved"),
        (0.20, -0.6, 0.4, 0.5, "not resolved"),
        (0.05, 0.2, 0.4, None, "not resolved"),
        (1.00, math.nan, math.nan, 0.5, "not resolved"),
    ],
)
def test_the_margin_says_what_matters(
    p: float, low: float, high: float, margin: float | None, word: str
) -> None:
    assert verdict(p, 0.05, low, high, margin) == word


def test_equivalence_is_two_one_sided_tests() -> None:
    values = alike(0.02)
    found = analyse(table(values), spec(primary=("m0",), margins={"m0": 0.15})).of("B", "m0")
    differences = values["B"]["m0"] - values["A"]["m0"]
    sides = [
        stats.ttest_1samp(differences, -0.15, alternative="greater").pvalue,
        stats.ttest_1samp(differences, 0.15, alternative="less").pvalue,
    ]
    assert found.p_equivalent == pytest.approx(max(sides))
    assert found.verdict == "equivalent"
    assert found.low90 > -0.15 and found.high90 < 0.15


def test_what_is_not_resolved_says_how_many_blocks_would() -> None:
    values = alike(0.02)
    found = analyse(table(values), spec(primary=("m0",), margins={"m0": 0.08})).of("B", "m0")
    assert found.verdict == "not resolved"
    sd = (values["B"]["m0"] - values["A"]["m0"]).std(ddof=1)
    z = stats.norm.ppf
    assert found.needed == pytest.approx((z(0.95) + z(0.95)) ** 2 * (sd / 0.08) ** 2, rel=0.01)


def test_holm_over_primary_and_benjamini_hochberg_over_the_rest() -> None:
    values = alike(0.1, 0.12, 0.15, 0.02, 0.2, 0.0)
    values["C"] = {name: column + 0.05 for name, column in alike(0, 0, 0, 0, 0, 0.1)["B"].items()}
    for arm in values:
        values[arm]["m0/seat 1"] = values[arm]["m0"] * 2
    found = analyse(table(values), spec(primary=("m0", "m1", "m2"))).results
    for family, count in (("primary", 6), ("exploratory", 8)):
        of = [one for one in found if one.family == family]
        p = [one.p for one in of]
        # Holm's: p times the number of those that are not smaller, and never less than for a smaller one.
        times = {each: min(1.0, (count - sum(other < each for other in p)) * each) for each in p}
        holm = [max(times[other] for other in p if other <= each) for each in p]
        expected = holm if family == "primary" else stats.false_discovery_control(p)
        assert len(of) == count and [one.adjusted for one in of] == pytest.approx(expected)


def test_what_never_differs_does_not_water_down_the_rest() -> None:
    values = alike(0.1, 0.12)
    before = analyse(table(values), spec(primary=())).of("B", "m1").adjusted
    for arm in values:
        values[arm] |= {f"same{n}": LUCK for n in range(20)}
    after = analyse(table(values), spec(primary=()))
    assert after.of("B", "m1").adjusted == before
    assert after.of("B", "same3").adjusted == 1


def test_figures_do_not_depend_on_what_else_is_measured() -> None:
    given = spec(primary=("m0",))
    alone = analyse(table(alike(0.1)), given).of("B", "m0")
    values = alike(0.1)
    for arm in values:
        values[arm]["other"] = values[arm]["m0"] ** 2
    beside = analyse(table(values), given).of("B", "m0")
    for name, value in attrs.asdict(alone).items():
        same = pytest.approx(value, rel=1e-12) if isinstance(value, float) else value
        assert getattr(beside, name) == same, name
    assert analyse(table(alike(0.1)), attrs.evolve(given, seed=1)).of("B", "m0") != alone


def test_no_difference_at_all() -> None:
    both = pair(LUCK, LUCK.copy())
    found = analyse(both, spec()).of("B", "m")
    assert (found.difference, found.p, found.effect, found.same) == (0, 1, 0, True)
    # One more block might differ, by as much as the values do.
    room = np.ptp(LUCK) * (1 - (0.025 * min((20 + len(LUCK)) / 100, 1)) ** (1 / len(LUCK)))
    assert (-found.low, found.high) == pytest.approx((room, room), rel=0.05)
    assert (found.interval, found.verdict, found.needed) == ("gaffke", "the same", None)
    found = analyse(both, spec(margins={"m": 0.01})).of("B", "m")
    # Nobody knows by how much the blocks that were not played may differ: that is no equivalence.
    assert (found.verdict, found.bounded, found.p_equivalent) == ("the same", False, None)


@pytest.mark.parametrize(("blocks", "verdict"), [(58, "not resolved"), (59, "the same")])
def test_blocks_are_the_same_once_they_show_what_happens_in_one_of_twenty(blocks: int, verdict: str) -> None:
    turns = np.full(blocks, 36.0)
    found = analyse(pair(turns, turns.copy()), spec()).of("B", "m")
    assert (found.verdict, found.needed, found.adjusted) == (verdict, 59 if blocks == 58 else None, 1)
    other = turns.copy()
    other[7] = 37
    assert analyse(pair(turns, other), spec()).of("B", "m").verdict == "not resolved"


def test_too_few_blocks_that_vary_say_how_many_would_do_with_a_margin_as_well() -> None:
    turns = np.full(40, 36.0)
    found = analyse(pair(turns, turns.copy()), spec(margins={"m": 1.0})).of("B", "m")
    assert (found.verdict, found.bounded, found.needed) == ("not resolved", True, 59)


def test_no_difference_of_a_rate_is_three_in_n_at_most() -> None:
    won = (np.arange(200) % 2).astype(float)
    found = analyse(pair(won, won, "rate"), spec(margins={"m": 0.02})).of("B", "m")
    assert (found.verdict, found.bounded, found.differing) == ("equivalent", False, 0)
    # The equivalence test is one-sided, the interval is not.
    assert found.high90 == pytest.approx(1 - 0.05 ** (1 / 200), rel=0.01)
    assert found.high == pytest.approx(-found.low) == pytest.approx(1 - 0.025 ** (1 / 200), rel=0.01)
    assert found.p_equivalent == pytest.approx(0.98**200)
    few = analyse(pair(won, won, "rate"), spec(margins={"m": 0.01})).of("B", "m")
    assert (few.verdict, few.needed) == ("not resolved", 299)


def test_a_rare_large_difference_is_not_called_equivalent() -> None:
    """A value of 50 in 1 % of blocks, with the margin at its mean: in more than half of all runs of 60 none is seen."""
    chance = np.random.default_rng(8)
    for seed in range(20):
        rare = 50.0 * (chance.random(60) < 0.01)
        given = spec(margins={"m": 0.5}, seed=seed)
        found = analyse(pair(np.zeros(60), rare), given).of("B", "m")
        # Where none is seen, the report says in how many blocks: that is no equivalence.
        wanted = ("not resolved", True) if rare.any() else ("the same", False)
        assert (found.verdict, found.bounded) == wanted


@pytest.mark.parametrize("games", [1, 3])
@pytest.mark.parametrize(("rate", "blocks"), [(0.03, 30), (0.03, 100), (0.1, 60), (0.5, 10)])
def test_events_under_one_rule_only(rate: float, blocks: int, games: int) -> None:
    chance = np.random.default_rng(9)
    rows = chance.binomial(games, rate, size=(blocks, 300)) / games
    both = many(np.zeros_like(rows), rows, "rate")
    given = spec(primary=(), margins=dict.fromkeys(both.metrics, rate))
    found = analyse(both, given).results
    worst = stats.binom.ppf(0.9999, 300, 0.05)
    assert sum(not one.low <= rate <= one.high for one in found) <= worst
    assert sum(one.verdict == "equivalent" for one in found) <= worst
    assert all((one.low <= 0 <= one.high) == (one.p >= 0.05) for one in found)


@pytest.mark.parametrize("blocks", [6, 11, 30])
@pytest.mark.parametrize("shape", ["casts", "skewed", "rate", "unpaired", "constant"])
def test_interval_and_p_never_contradict(shape: str, blocks: int) -> None:
    chance = np.random.default_rng(blocks)
    noise = chance.normal(size=(blocks, 150)) + np.linspace(-2, 2, 150)
    base = np.zeros_like(noise)
    if shape == "casts":
        noise[::2] *= 8
    elif shape == "skewed":
        noise = chance.exponential(size=noise.shape) - np.linspace(0, 3, 150)
    elif shape == "rate":
        base, noise = (chance.random((2, *noise.shape)) < np.linspace(0.1, 0.9, 150)) * 1.0
    elif shape == "unpaired":
        base = -0.5 * noise + chance.normal(size=noise.shape)
    else:
        noise = np.tile(np.linspace(-1, 1, 150), (blocks, 1))
    both = many(base, noise, "rate" if shape == "rate" else "mean")
    found = analyse(both, spec(primary=("m0", "m1"))).results
    if blocks > 6 and shape != "constant":
        assert {one.low <= 0 <= one.high for one in found} == {True, False}
    for one in found:
        assert (one.low <= 0 <= one.high) == (one.p >= 0.05)
        assert one.low <= one.low90 <= one.high90 <= one.high
        certain = not one.low <= 0 <= one.high
        assert certain or one.verdict != "differs"
        assert one.uncorrected == (certain and one.verdict != "differs")


def test_casts_of_unequal_spread() -> None:
    """Every second block has ten times the spread; BCa alone holds the mean in 87 of 100 runs of ten blocks."""
    chance = np.random.default_rng(10)
    rows = chance.normal(size=(10, 600)) * np.where(np.arange(10) % 2, 10, 1)[:, None]
    found = analyse(many(np.zeros_like(rows), rows), spec(primary=())).results
    assert sum(not one.low <= 0 <= one.high for one in found) <= stats.binom.ppf(0.9999, 600, 0.05)


def test_a_constant_difference() -> None:
    found = analyse(pair(LUCK, LUCK + 0.1), spec()).of("B", "m")
    assert found.low == found.high == pytest.approx(0.1)
    assert (found.interval, found.verdict, found.effect) == ("none", "differs", None)
    assert found.gain is None
    # No block was seen to differ by another amount, and nothing says how much that would be.
    bounded = spec(margins={"m": 0.2})
    assert analyse(pair(LUCK, LUCK + 0.1), bounded).of("B", "m").bounded


@pytest.mark.parametrize("blocks", [0, 1, 2, 3, 12, 13])
@pytest.mark.parametrize("kind", ["mean", "rate"])
def test_few_blocks(blocks: int, kind: Any) -> None:
    base, other = np.arange(blocks) % 2, (np.arange(blocks) + 1) % 2
    found = analyse(pair(base, other, kind), spec(margins={"m": 0.01})).of("B", "m")
    assert found.blocks == blocks
    assert found.verdict == "not resolved"
    assert found.p > 0.2
    assert math.isnan(found.low) == (blocks < 2)


@pytest.mark.parametrize("blocks", [2, 3, 4, 6])
@pytest.mark.parametrize("draw", ["normal", "exponential"])
def test_an_effect_may_be_larger_than_any_block_has_shown(blocks: int, draw: str) -> None:
    """All blocks of a few are often below the mean: ends at the largest one hold in 64 to 95 % of cases."""
    chance = np.random.default_rng(blocks)
    changes = 20 + getattr(chance, draw)(size=(400, blocks)).T
    found = analyse(many(np.zeros_like(changes), changes), spec(primary=())).results
    held = sum(one.low <= (20 if draw == "normal" else 21) <= one.high for one in found)
    assert held >= stats.binom.ppf(0.001, 400, 0.94) and all(one.p >= 0.05 for one in found)


def test_infinite_odds_are_none() -> None:
    ones = np.ones(30)
    half = np.arange(30) % 2 * 1.0
    assert analyse(pair(half, ones, "rate"), spec()).of("B", "m").odds_ratio is None
    assert analyse(pair(ones * 0, half, "rate"), spec()).of("B", "m").odds_ratio is None
    third = (np.arange(30) % 3 == 0) * 1.0
    assert analyse(pair(third, half, "rate"), spec()).of("B", "m").odds_ratio == pytest.approx(2)


def test_blocks_without_the_metric_are_dropped_in_pairs() -> None:
    base, other = LUCK.copy(), LUCK + CHANCE.normal(0.2, 0.3, size=200)
    keep = np.ones(200, bool)
    base[3] = other[10] = base[11] = other[11] = np.nan
    keep[[3, 10, 11]] = False
    found = analyse(pair(base, other), spec()).of("B", "m")
    assert found == analyse(pair(base[keep], other[keep]), spec(pilot=27)).of("B", "m")
    assert found.blocks == 197


def test_pairs_are_given_up_by_the_pilot_alone() -> None:
    """Opposed in the first 30 blocks and alike afterwards, or the other way round: the first 30 decide."""
    chance = np.random.default_rng(5)
    sign = np.where(np.arange(200) < 30, -1, 1)
    noise = 0.3 * chance.normal(size=200)
    opposed, paired = pair(LUCK, sign * LUCK + noise), pair(LUCK, -sign * LUCK + noise)
    found = analyse(opposed, spec()).of("B", "m")
    assert not found.paired and not pilot(opposed, spec())[0].paired
    assert analyse(paired, spec()).of("B", "m").paired
    assert analyse(opposed, spec(pilot=200)).of("B", "m").paired
    assert found.interval == "t"
    reference = stats.ttest_ind(sign * LUCK + noise, LUCK, equal_var=False).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((reference.low, reference.high))


def test_opposed_blocks_do_not_claim_more_than_pairs_allow() -> None:
    """The same rows, with B's turned round: as independent samples the interval would be too narrow by half."""
    luck = LUCK - LUCK.mean()
    other = 0.25 - luck
    found = analyse(pair(luck, other), spec()).of("B", "m")
    assert not found.paired
    assert found.p >= sign_flip((other - luck)[:, None], 0, 10_000)[0]
    assert found.p > 3 * two_sample(luck[:, None], other[:, None], 0, 10_000)[0]
    assert found.gain is not None and found.gain < 0.6
    paired = stats.ttest_1samp(other - luck, 0).confidence_interval(0.95)
    assert found.high - found.low == pytest.approx(paired.high - paired.low, rel=0.05)


def test_unpaired_rates_of_single_games_have_newcombes_interval() -> None:
    base = np.tile([1.0, 0.0], 30)
    other = np.where(np.arange(60) < 40, 1 - base, base)
    assert analyse(pair(base, other, "rate"), spec()).of("B", "m").interval != "newcombe"
    mixed = np.where(np.arange(60) < 17, 1 - base, base)
    found = analyse(pair(base, mixed, "rate"), spec()).of("B", "m")
    assert (found.paired, found.interval) == (False, "newcombe")


def test_curves_are_not_tested_and_seats_are_compared() -> None:
    values = alike(0.0)
    for arm in values:
        for seat in (1, 2, 10):
            moved = 0.5 * (arm == "B" and seat == 10)
            values[arm][f"m0/seat {seat}"] = LUCK + CHANCE.normal(0, 0.5, size=200) + moved
        values[arm]["curve"] = LUCK
    both = table(values)
    both = attrs.evolve(both, metrics={**both.metrics, "curve": metric("curve", by="round")})
    found = analyse(both, spec(primary=("m0",)))
    assert {one.metric for one in found.results} == {"m0"}
    assert [shift.metric for shift in found.shifts] == ["m0"]
    [interaction] = found.interactions
    assert interaction.parts == ("seat 1", "seat 2", "seat 10")
    assert interaction.over == "seat" and interaction.p < 0.01


@pytest.mark.soak
def test_a_wide_table_is_quick() -> None:
    """Sixty metrics of 200 blocks; a metric taken one at a time through scipy would cost half a minute."""
    import time

    began = time.process_time()
    analyse(table(alike(*np.linspace(0, 0.1, 60))), spec(primary=("m0",)))
    assert time.process_time() - began < 10


def test_few_blocks_are_tested_more_strictly_unless_they_are_rates() -> None:
    """Of 5 %, 2.5 % for 30 blocks; a block cannot hide a large value of a rate."""
    noise = np.random.default_rng(14).normal(size=(90, 1))
    for blocks, share in ((30, 0.5), (60, 0.8), (80, 1.0), (90, 1.0)):
        part = noise[:blocks] - noise[:blocks].mean() + 1.9 * noise[:blocks].std() / blocks**0.5
        found = analyse(pair(np.zeros(blocks), part[:, 0]), spec(resamples=2000)).of("B", "m")
        flipped = sign_flip(part, 0, 10_000)[0]
        assert 0.99 * flipped / share < found.p < 1.3 * flipped / share and found.verdict == "not resolved"
        exact = stats.t.interval(1 - 0.05 * share, blocks - 1, part.mean(), part.std(ddof=1) / blocks**0.5)
        assert (found.low, found.high) == pytest.approx(exact, abs=0.15 * (exact[1] - exact[0]))
        assert found.high - found.low >= exact[1] - exact[0]
    rate = analyse(pair([0.0] * 29 + [1], [1.0] * 8 + [0] * 22, "rate"), spec()).of("B", "m")
    assert rate.verdict == "differs" and rate.p == pytest.approx(stats.binomtest(1, 9).pvalue, abs=0.01)


def test_a_gap_that_never_differs_says_how_many_blocks_would_do() -> None:
    """So many that a share of blocks that is half the margin would have been seen in 95 of 100 runs."""
    first, second = won(14, 16).T
    columns = {"m": first - second, "m/seat 1": first, "m/seat 2": second}
    both = table({"A": columns, "B": columns}, games={})
    both = attrs.evolve(both, metrics={"m": attrs.evolve(metric("m", by="seat"), kind="gap")})
    found = analyse(both, spec(margins={"m": 0.1})).of("B", "m")
    assert (found.differing, found.verdict, found.same) == (0, "not resolved", True)
    assert found.needed == math.ceil(math.log(0.05) / math.log(0.95)) == 59
