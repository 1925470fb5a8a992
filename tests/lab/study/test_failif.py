"""`--fail-if`: what is met, what is not, and every mistake told before anything is played."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from tilewright.core.base.errors import UsageError
from tilewright.core.lab.stats.block_table import Analysis, MetricResult
from tilewright.core.lab.study.fail_if import read


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("differs", True),
        ("B: differs", True),
        ("B:differs", True),
        ("'rich play': differs", False),
        ('"rich play": equivalent', True),
        ("not equivalent", True),
        ("'rich play': not equivalent", False),
        ("not resolved", False),
        ("source.castle not resolved", True),
        ("source.castle differs", True),
        ("B: source.castle differs", False),
        ("score < -1.5", True),
        ("score > 1.5", False),
        ("|score| > 1.5", True),
        ("'rich play': |score| > 1.5", False),
        ("B: score.low < -2.5", True),
        ("B: score.high >= 0", False),
        ("score.p <= 0.03", True),
        ("source.castle > 2.9", True),
        ("source.castle.low > 2.1", False),
        ("ties > -1", True),
        ("B: ties > -1", False),
        ("differs and score > 5", False),
        ("differs or score > 5", True),
        ("score > 5 or differs and |score| > 1", True),
        ("(differs or score > 5) and score > 5", False),
        ("((differs))", True),
        ("score>-3 and source.castle<1", True),
    ],
)
def test_what_is_met(text: str, expected: bool) -> None:
    assert met(text) is expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it ends too early; expected a metric or a verdict"),
        ("scor > 1", r"there is no metric 'scor'; did you mean 'score'\?"),
        ("score.lo > 1", "there is no metric 'score.lo'"),
        ("score", "it ends too early; expected > < >= <= or a verdict"),
        ("score = 1", "'=' is not understood"),
        ("score > much", "'much' is not a number"),
        ("score > nan", "'nan' is not a number"),
        ("|score > 1", r"'\|score' is not closed"),
        ("(differs", "a parenthesis is not closed"),
        ("differs differs", "'differs' is not understood here; expected 'and', 'or' or the end"),
        ("C: differs", "there is no variant 'C'"),
        ("A: differs", "there is no variant 'A'"),
        ("ties not equivalent", "ties has no margin, so it cannot be equivalent; expected --margin ties=X"),
        ("__import__('os')", "'__import__' is not understood|there is no metric '__import__'"),
    ],
)
def test_mistakes(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        met(text)


def test_the_text_is_kept() -> None:
    assert read("differs", ("A", "B"), METRICS, ("score",), ()).text == "differs"
