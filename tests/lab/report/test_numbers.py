"""Numbers as text, the marks of axes, and stacked bars."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright.core.lab.report.distributions import edges
from tilewright.core.lab.report.forest_plot import ruler
from tilewright.core.lab.report.number_text import (
    Scale,
    duration,
    few,
    number,
    p_is,
    probability,
    share,
    stated,
)
from tilewright.core.lab.report.round_curves import band
from tilewright.core.lab.report.small_chart import span, ticked, ticks
from tilewright.core.lab.report.source_bars import stack
from tilewright.core.meters.metrics import Metric

from ...cases import cases

NAN, INF = float("nan"), float("inf")
POINTS = Metric(name="m", title="m", group="tension", unit="points")
RATE = Metric(name="r", title="r", group="balance", kind="rate")


def test_numbers() -> None:
    assert [number(value, 1) for value in (1.25, -3.0, -0.04, NAN, None, INF)] == cases(
        __file__, "one_decimal"
    )
    assert number(12345.6, 0, signed=True) == "+12\u202f346"
    assert [few(value) for value in (0.012345, 3.14159, 271.8, 12345.0)] == [
        "0.0123",
        "3.14",
        "272",
        "12\u202f345",
    ]
    assert [probability(p) for p in (0.0004, 0.0123, 0.456, 1.0, NAN, None)] == cases(
        __file__, "probabilities"
    )
    assert p_is(0.02) == "p\u00a0=\u00a00.020"
    assert [share(x) for x in (0.0, 1.0, 0.1234, 0.0001)] == [
        "0\u202f%",
        "100\u202f%",
        "12.3\u202f%",
        "<\u202f0.1\u202f%",
    ]
    assert [stated(x) for x in (2.0, 0.05, -1.5)] == ["2", "0.05", "−1.5"]
    assert [duration(s) for s in (3.21, 48, 720, 12000, NAN)] == cases(__file__, "durations")


@pytest.mark.parametrize(
    ("metric", "width", "value", "said", "change"),
    [
        (POINTS, 0.034, 12.3456, "12.346", "+12.346"),
        (POINTS, 3.4, 12.3456, "12.3", "+12.3"),
        (POINTS, 340.0, 12.3456, "12", "+12"),
        (RATE, 0.034, -0.12345, "−12.3", "−12.3"),
        (POINTS, 0.0, 12.0, "12", "+12"),
        (POINTS, NAN, NAN, "–", "–"),
    ],
)
def test_an_interval_earns_its_decimals(
    metric: Metric, width: float, value: float, said: str, change: str
) -> None:
    scale = Scale.of(metric, [width], [value])
    assert (scale.value(value), scale.change(value)) == (said, change)


def test_axes() -> None:
    assert ticks(0, 10) == [0, 2, 4, 6, 8, 10]
    assert ticked(ticks(-0.31, 0.42), signed=True) == ["−0.2", "0", "+0.2", "+0.4"]
    assert ticks(1, 1) == [1] and ticks(NAN, 1)
    assert span([3, NAN, 5], zero=True)[0] == 0 and span([])[0] < span([])[1]
    axis = ruler([-2, 1, NAN], "g")
    assert axis.low == -axis.high < -2 and axis.at(0) == 0.5


def test_a_few_giants_do_not_flatten_the_rest() -> None:
    """They become arrows at the edge."""
    axis = ruler([0.5] * 40 + [60.0], "g")
    assert axis.high < 2
    drawn = axis.interval("giant", 60, 55, 65, "b")
    assert "#more" in drawn and "#less" not in drawn and "#square" not in drawn and "<line" not in drawn


def test_an_interval_lies_where_it_is() -> None:
    drawn = ruler([1.0], "g").interval("x", 0.0, -1.0, 1.0, "b", margin=0.5)
    assert 'x="50%"' in drawn and 'x1="3.7%" x2="96.3%"' in drawn and 'width="46.3%"' in drawn


def test_stacks_put_losses_left_of_zero() -> None:
    pieces = stack([("a", 4.0), ("b", -2.0), ("c", 1.0), ("d", -0.5)])
    assert [(piece.start, piece.end) for piece in pieces] == [(0, 4), (-2, 0), (4, 5), (-2.5, -2)]


def test_curves_end_where_too_few_games_are_left() -> None:
    values = np.array([[1.0, 2.0, np.nan], [3.0, 4.0, np.nan], [5.0, np.nan, 9.0]])
    found = band(values)
    assert (found.rounds, found.mean, found.blocks) == ((1, 2), (3.0, 3.0), (3, 2))
    assert found.low[0] == pytest.approx(3 - 4.3027 * 2 / 3**0.5, abs=1e-3)


def test_bins() -> None:
    assert edges(np.array([1.0, 3.0])).tolist() == [0.5, 1.5, 2.5, 3.5]
    assert len(edges(np.arange(500.0))) <= 42 and edges(np.arange(500.0))[-1] > 499
    assert edges(np.array([0.25, 0.25])).tolist() == [-0.25, 0.75]
    assert len(edges(np.linspace(0.1, 0.9, 900))) == 25 and len(edges(np.array([0.1, 0.9]))) == 9
