"""`--fail-if`: a condition on the results, in a small language that is parsed before anything is played.

    condition  =  all { or all }          all  =  one { and one }
    one        =  [VARIANT:] test  |  ( condition )
    test       =  [METRIC] differs  |  [METRIC] not equivalent  |  [METRIC] equivalent  |  [METRIC] not resolved
               |  [METRIC] the same
               |  VALUE > NUMBER   (and < >= <=)
    VALUE      =  METRIC  |  |METRIC|  |  METRIC.low  |  METRIC.high  |  METRIC.p

Without a variant the condition is met if any variant meets it; without a metric, a verdict counts if any primary metric
has it. The value of a metric is its difference from the base.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Collection, Sequence

import attrs

from ...base.errors import UsageError
from ...base.limits import NESTED, TYPED
from ...meters.metrics import LISTED
from ...text.strict import near
from ..stats.block_table import Analysis, Verdict
from .plan import ComparisonPlan

Test = Callable[[Analysis, str], bool]
"""Takes the analysis and a variant; True if the test is met."""

TOKEN = re.compile(r"""\s*("[^"]*"|'[^']*'|>=|<=|[<>()|]|[^\s<>=()|"']+)""")
COMPARED: dict[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
}
ENDS = ("low", "high", "p")
WORDS: dict[tuple[str, ...], tuple[Verdict, bool]] = {
    ("differs",): ("differs", True),
    ("equivalent",): ("equivalent", True),
    ("not", "equivalent"): ("equivalent", False),
    ("not", "resolved"): ("not resolved", True),
    ("the", "same"): ("the same", True),
}
"""The ways to write a verdict: the verdict, and False if it is negated."""


@attrs.frozen
class FailCondition:
    """A parsed condition; `met` evaluates it on an analysis."""

    text: str
    met: Callable[[Analysis], bool]


def read(
    text: str,
    variants: Sequence[str],
    metrics: Collection[str],
    primary: Sequence[str],
    margins: Collection[str],
) -> FailCondition:
    """Parse the condition and check every name in it. UsageError says what is wrong and what was expected."""
    if len(text) > TYPED:
        raise UsageError(f"--fail-if: a condition has at most {TYPED:,} letters; this one has {len(text):,}")
    reader = _Reader(text, tuple(variants), metrics, primary, margins)
    found = reader.either()
    if reader.left:
        raise reader.wrong(f"'{reader.left[0]}' is not understood here", "'and', 'or' or the end")
    return FailCondition(text, found)


def of_plan(text: str | None, plan: ComparisonPlan) -> FailCondition | None:
    """Parse the condition of a comparison; None if it has none."""
    if text is None:
        return None
    curves = {name for name, metric in plan.metrics.items() if metric.by == "round"}
    margins = plan.metrics if plan.sequential else plan.spec.margins
    return read(text, plan.names, {*plan.metrics} - curves, plan.spec.primary, margins)


@attrs.define
class _Reader:
    text: str
    variants: tuple[str, ...]
    metrics: Collection[str]
    primary: Sequence[str]
    margins: Collection[str]
    left: list[str] = attrs.field(factory=list)
    depth: int = 0

    def __attrs_post_init__(self) -> None:
        at = 0
        while rest := self.text[at:].strip():
            match = TOKEN.match(self.text, at)
            if match is None:
                raise self.wrong(f"'{rest[0]}' is not understood", "a variant, metric, verdict or number")
            self.left.append(match[1])
            at = match.end()

    def wrong(self, what: str, expected: str) -> UsageError:
        return UsageError(f"--fail-if {self.text!r}: {what}; expected {expected}")

    def take(self, *words: str) -> bool:
        """Consume these words if they come next; False if they do not."""
        if tuple(self.left[: len(words)]) != words:
            return False
        del self.left[: len(words)]
        return True

    def either(self) -> Callable[[Analysis], bool]:
        parts = [self.both()]
        while self.take("or"):
            parts.append(self.both())
        return lambda found: any(part(found) for part in parts)

    def both(self) -> Callable[[Analysis], bool]:
        parts = [self.one()]
        while self.take("and"):
            parts.append(self.one())
        return lambda found: all(part(found) for part in parts)

    def one(self) -> Callable[[Analysis], bool]:
        if self.take("("):
            self.depth += 1
            if self.depth > NESTED:
                raise self.wrong(f"more than {NESTED} parentheses are open", "a simpler condition")
            inner = self.either()
            self.depth -= 1
            if not self.take(")"):
                raise self.wrong("a parenthesis is not closed", "')'")
            return inner
        asked = self.variant()
        test = self.test()
        return lambda found: any(test(found, name) for name in asked)

    def variant(self) -> tuple[str, ...]:
        """Return the variants to test: the one named before a colon, else all."""
        if self.left and (self.left[0].endswith(":") or self.left[1:2] == [":"]):
            name = self.left.pop(0).removesuffix(":").strip("\"'")
            self.take(":")
            return self._named(name)
        if self.left and ":" in self.left[0]:
            name, _, rest = self.left[0].partition(":")
            self.left[0] = rest
            return self._named(name)
        return self.variants[1:]

    def _named(self, name: str) -> tuple[str, ...]:
        if name not in self.variants[1:]:
            raise self.wrong(
                f"there is no variant '{name}'{near(name, self.variants[1:])}", "one of the variants"
            )
        return (name,)

    def test(self) -> Test:
        if self.take("|"):
            metric = self.metric()
            if not self.take("|"):
                raise self.wrong(f"'|{metric}' is not closed", "'|'")
            return self.compared(metric, lambda found, name: abs(found.of(name, metric).difference))
        verdict = self.verdict(self.primary)
        if verdict is not None:
            return verdict
        whole = self.left[0] if self.left else ""
        end = whole.rpartition(".")[2]
        if whole not in self.metrics and end in ENDS:
            self.left[0] = whole.rpartition(".")[0]
            metric = self.metric()
            return self.compared(metric, lambda found, name: float(getattr(found.of(name, metric), end)))
        metric = self.metric()
        verdict = self.verdict([metric])
        return verdict or self.compared(metric, lambda found, name: found.of(name, metric).difference)

    def metric(self) -> str:
        name = self.left.pop(0) if self.left else ""
        if name not in self.metrics:
            unknown = f"there is no metric '{name}'{near(name, self.metrics, LISTED)}"
            raise self.wrong(unknown if name else "it ends too early", "a metric or a verdict")
        return name

    def verdict(self, metrics: Sequence[str]) -> Test | None:
        """Parse the verdict that comes next, for any of these metrics; None if none comes."""
        for words, (verdict, meant) in WORDS.items():
            if not self.take(*words):
                continue
            if verdict == "equivalent":
                for name in metrics:
                    if name not in self.margins:
                        raise self.wrong(
                            f"{name} has no margin, so it cannot be equivalent", f"--margin {name}=X"
                        )
            return lambda found, name: any(
                (one.verdict == verdict) is meant for metric in metrics for one in found.asked(name, metric)
            )
        return None

    def compared(self, metric: str, value: Callable[[Analysis, str], float]) -> Test:
        sign = self.left.pop(0) if self.left else ""
        if sign not in COMPARED:
            raise self.wrong(
                f"'{sign}' follows {metric}" if sign else "it ends too early", "> < >= <= or a verdict"
            )
        word = self.left.pop(0) if self.left else ""
        try:
            bound = float(word)
        except ValueError:
            bound = math.nan
        if not math.isfinite(bound):
            raise self.wrong(f"'{word}' is not a number", "a number")
        # A missing value (NaN) meets no comparison.
        return lambda found, name: COMPARED[sign](value(found, name), bound)
