"""What a result cannot say is said."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright.core.lab.stats.analysis import analyse
from tilewright.core.lab.study.remarks import method, remarks

from ..tables import pair, spec, table

pytestmark = pytest.mark.filterwarnings("error")
LUCK = np.random.default_rng(2).normal(size=60)


def test_nothing_differs_is_the_rule_of_three() -> None:
    found = analyse(pair(LUCK, LUCK.copy()), spec(margins={"m": 1.0})).of("B", "m")
    assert found.verdict == "the same"
    assert remarks(found, 0.05) == ["so at most 4.9\u202f% of such blocks differ"]
    few = analyse(pair(LUCK[:40], LUCK[:40].copy()), spec(margins={"m": 1.0})).of("B", "m")
    assert few.verdict == "not resolved" and remarks(few, 0.05)[1].startswith("too few blocks vary")


def test_most_results_need_no_remark() -> None:
    moved = LUCK + np.random.default_rng(3).normal(0.5, 1, size=60)
    assert remarks(analyse(pair(LUCK, moved), spec(margins={"m": 0.1})).of("B", "m"), 0.05) == []


def test_a_corrected_verdict_beside_an_uncorrected_interval() -> None:
    chance = np.random.default_rng(4)
    noise = chance.normal(size=(60, 3))
    noise -= noise.mean(axis=0) - 2.2 * noise.std(axis=0) / 60**0.5
    values = {arm: {f"m{n}": noise[:, n] * (arm == "B") for n in range(3)} for arm in "AB"}
    found = analyse(table(values), spec(primary=("m0", "m1", "m2"))).of("B", "m0")
    assert found.low > 0 and found.verdict == "not resolved" and found.adjusted >= 0.05
    [said] = remarks(found, 0.05)
    assert "corrected for several" in said


def test_skewed_differences_say_how_many_blocks_they_need() -> None:
    rare = np.exp(2 * np.random.default_rng(5).normal(size=30))
    found = analyse(pair(np.zeros(30), rare), spec()).of("B", "m")
    assert found.skewed is not None and found.skewed > 30
    assert str(found.skewed) in remarks(found, 0.05)[0]


def test_a_verdict_that_few_blocks_took_away_is_explained() -> None:
    noise = np.random.default_rng(6).normal(size=30)
    moved = (noise - noise.mean()) / noise.std() + 0.45
    found = analyse(pair(np.zeros(30), moved), spec()).of("B", "m")
    assert found.verdict == "not resolved" and 0.05 <= found.p < 0.1
    assert remarks(found, 0.05) == [
        "fewer than 80 blocks may lack rare large values, so 30 are tested at 2.5\u202f%"
    ]


def test_a_report_says_how_blocks_and_casts_are_tested() -> None:
    greedy, random = ("greedy", "greedy"), ("random", "random")
    assert list(method(80, [greedy], 0.05)) == []
    [few] = method(20, [greedy], 0.05)
    assert "with 20 blocks everything but shares is tested at 2\u202f% instead of 5\u202f%" in few
    [_, apart] = method(11, [greedy, random], 0.05)
    assert "come from the spread inside casts" in apart
    [_, pooled] = method(9, [greedy, random], 0.05)
    assert "one of them has fewer than 5 blocks, so all blocks count as one sample" in pooled
