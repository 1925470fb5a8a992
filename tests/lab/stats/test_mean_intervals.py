"""The interval of a mean over blocks allows for what these blocks may not have shown, and costs no more than that."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
import pytest

from tilewright.core.lab.design.confirmation import check
from tilewright.core.lab.design.estimates import estimate
from tilewright.core.lab.design.targets import Quantity, SearchTarget
from tilewright.core.lab.stats.analysis import analyse
from tilewright.core.lab.stats.block_table import Floats, MetricResult
from tilewright.core.meters.metrics import Metric, declared

from ..tables import pair, spec

MEAN = Metric(name="m", title="m", group="balance")
RATE = attrs.evolve(MEAN, kind="rate")
QUANTITY = Quantity(name="m", title="m", kind="metric")


def result(base: Floats, other: Floats, metric: Metric = MEAN, margin: float | None = None) -> MetricResult:
    both = attrs.evolve(pair(base, other), metrics={"m": metric}, games={})
    margins = {"m": margin} if margin is not None else {}
    return analyse(both, spec(margins=margins, resamples=2000)).of("B", "m")


def rows(values: Floats) -> list[dict[str, Any]]:
    return [
        {"block": n, "arms": {"panel 1": [{"values": {"m": one}}]}} for n, one in enumerate(values.tolist())
    ]


def test_a_search_has_the_interval_of_a_comparison() -> None:
    """A mean lies where its difference from a constant lies: one function makes both."""
    values = 20 + np.random.default_rng(1).gamma(9, 1, 120)
    found = result(np.full(120, 29.0), values)
    seen = estimate(QUANTITY, rows(values), 0.05)
    assert (seen.low - 29, seen.high - 29) == pytest.approx((found.low, found.high), abs=0.02)
    assert seen.least == 0


@pytest.mark.parametrize("blocks", [30, 58])
def test_few_blocks_meet_no_target_of_a_metric_without_bounds(blocks: int) -> None:
    """What happens in one block of twenty may be missing from all of them; 59 show it."""
    values = 10 + np.random.default_rng(2).normal(size=blocks)
    target = SearchTarget(text="m under 50", quantity=QUANTITY, high=50.0)
    found = check(target, estimate(QUANTITY, rows(values), 0.05), {})
    assert (found.verdict, found.needed) == ("not resolved", 59)
    known = attrs.evolve(QUANTITY, span=60.0)
    assert check(target, estimate(known, rows(values), 0.05), {}).verdict == "met"


def test_a_target_is_not_met_because_the_rare_large_values_are_missing() -> None:
    """20 points in every thirtieth block make a mean of 0.67; in 90 blocks with one of them it seems to be 0.22."""
    values = np.zeros(90)
    values[4] = 20
    target = SearchTarget(text="m under 0.67", quantity=QUANTITY, high=0.67)
    found = check(target, estimate(QUANTITY, rows(values), 0.05), {})
    assert found.verdict == "not resolved" and found.estimate.least == 900 <= (found.needed or 0)


def test_counts_that_are_all_0_may_be_1_in_other_blocks() -> None:
    """With 10 blocks the level is 1.5 %, so what happens in less than 1 - 0.0075 ** 0.1 of blocks may be unseen."""
    found = result(np.zeros(10), np.zeros(10))
    assert (-found.low, found.high) == pytest.approx((1 - 0.0075**0.1,) * 2, rel=0.01)
    assert found.same and found.verdict != "equivalent"


def test_counts_may_be_twice_as_large_as_the_few_that_were_seen() -> None:
    values = np.zeros(10)
    values[[2, 7]] = 1
    once, twice = result(np.zeros(10), values), result(np.zeros(10), 2 * values)
    assert once.high > 0.75 and twice.high == pytest.approx(2 * once.high)


def test_shares_of_several_games_are_resolved_like_means() -> None:
    """Blocks of four games: a share in per cent has the interval that a metric with the same values has."""
    chance = np.random.default_rng(4)
    base, other = chance.binomial(4, 0.5, 100) / 4, chance.binomial(4, 0.65, 100) / 4
    share, mean = result(base, other, RATE), result(100 * base, 100 * other)
    assert (100 * share.low, 100 * share.high) == pytest.approx((mean.low, mean.high))
    assert share.interval == mean.interval == "test"


@pytest.mark.parametrize(("blocks", "games", "often"), [(400, 1, 0.5), (100, 4, 0.02), (40, 4, 0.5)])
def test_single_games_rare_events_and_few_blocks_keep_the_bound(
    blocks: int, games: int, often: float
) -> None:
    chance = np.random.default_rng(5)
    base, other = chance.binomial(games, often, (2, blocks)) / games
    assert result(base, other, RATE).interval in ("gaffke", "newcombe")


def test_what_bounds_allow_may_be_called_equivalent_by_few_blocks() -> None:
    """In 40 blocks nothing differs: without bounds the next block might differ by any amount, with them by 1."""
    alike = np.random.default_rng(6).integers(0, 2, 40).astype(float)
    stated = attrs.evolve(MEAN, low=0.0, high=1.0)
    assert result(alike, alike, margin=0.2).verdict != "equivalent"
    assert result(alike, alike, stated, margin=0.2).verdict == "equivalent"
    # A value beyond its bounds says that they are wrong.
    assert result(3 * alike, 3 * alike[::-1], stated, margin=0.2).verdict != "equivalent"


def test_skewed_differences_are_called_equivalent_at_half_the_error() -> None:
    skewed = np.random.default_rng(7).lognormal(0, 1, 100)
    found = result(np.zeros(100), skewed - skewed.mean(), margin=5.0)
    assert (found.low90, found.high90) == (found.low, found.high)
    even = np.random.default_rng(7).normal(size=100)
    found = result(np.zeros(100), even, margin=5.0)
    assert found.low < found.low90 < found.high90 < found.high and found.verdict == "equivalent"


@pytest.mark.parametrize(("name", "span"), [("compactness", 1.0), ("win", 1.0), ("score", np.inf)])
def test_what_is_a_share_says_so(name: str, span: float) -> None:
    [metric] = declared(name)
    assert metric.span == span
