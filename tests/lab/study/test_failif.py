"""`--fail-if`: what is met, what is not, and every mistake told before anything is played."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from tilewright.core.base.errors import UsageError
from tilewright.core.lab.stats.block_table import Analysis, MetricResult
from tilewright.core.lab.study.fail_if import read

from ...cases import cases


def result(variant: str, metric: str, difference: float, verdict: str) -> MetricResult:
    fields: dict[str, Any] = {field.name: 0.0 for field in attrs.fields(MetricResult)}
    fields |= {"variant": variant, "metric": metric, "part": "", "verdict": verdict, "p": 0.03}
    fields |= {"difference": difference, "low": difference - 1, "high": difference + 1}
    return MetricResult(**fields)


FOUND = Analysis(
    variants=("A", "B", "rich play"),
    blocks=9,
    results=[
        result("B", "score", -2.0, "differs"),
        result("B", "source.castle", 0.5, "not resolved"),
        result("B", "ties", float("nan"), "not resolved"),
        result("rich play", "score", 0.1, "equivalent"),
        result("rich play", "source.castle", 3.0, "differs"),
        result("rich play", "ties", 0.0, "not resolved"),
    ],
    shifts=(),
    interactions=(),
)
METRICS = ("score", "source.castle", "ties")


def met(text: str) -> bool:
    return read(text, FOUND.variants, METRICS, ("score",), ("score",)).met(FOUND)


@pytest.mark.parametrize(("text", "expected"), cases(__file__, "what_is_met"))
def test_what_is_met(text: str, expected: bool) -> None:
    assert met(text) is expected


@pytest.mark.parametrize(("text", "said"), cases(__file__, "mistakes"))
def test_mistakes(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        met(text)


def test_the_text_is_kept() -> None:
    assert read("differs", ("A", "B"), METRICS, ("score",), ()).text == "differs"
