"""Rules alone and together, for the seats: against differences of means that were taken by hand."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright as tw
from tilewright.core.lab.report import page
from tilewright.core.lab.study.findings import Findings

from ..report.reading import Reading

FACTORS = "castle=8,port=3"


@pytest.fixture(scope="module")
def found() -> Findings:
    metrics = "score,seat_gap"
    return tw.compare(
        "rebirth", factorial=FACTORS, primary="score", metrics=metrics, bots="random", blocks=30, seed=1
    ).findings


def share(found: Findings, variant: str, seat: int) -> float:
    return float(np.mean(found.table.means[variant, "seat_gap", f"seat {seat}"]))


def test_an_effect_on_a_seat_is_the_mean_difference_of_its_share(found: Findings) -> None:
    none, one, two, both = (share(found, arm.name, 1) for arm in found.arms)
    by = {effect.term: effect.estimate for effect in found.seat_effects if effect.metric == "seat 1"}
    assert by["castle=8",] == pytest.approx((one - none + both - two) / 2)
    assert by["port=3",] == pytest.approx((two - none + both - one) / 2)
    assert by["castle=8", "port=3"] == pytest.approx(both - two - (one - none))


def test_what_one_seat_gains_the_others_lose(found: Findings) -> None:
    for term in {effect.term for effect in found.seat_effects}:
        assert sum(one.estimate for one in found.seat_effects if one.term == term) == pytest.approx(
            0, abs=1e-9
        )


def test_one_picture_has_the_seats_and_the_primary_metrics(found: Findings) -> None:
    read = " ".join(Reading(page(found)).said)
    for said in ("Win share of seat 1 (pp)", "Win share of seat 2 (pp)", "castle=8 \u00d7 port=3"):
        assert said in read


def test_a_comparison_without_factors_has_none() -> None:
    plain = tw.compare("rebirth", b="castle=8", metrics="score", bots="random", blocks=2, seed=1).findings
    assert not plain.seat_effects
