"""Numbers for readers: rounded to their precision, with units, a true minus sign, and never `nan`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

import attrs

from ...meters.metrics import Metric
from ..stats.block_table import Effect, MetricResult, SequentialResult

MINUS = "\u2212"
NOTHING = "\u2013"
"""Shown in place of a missing number."""
POINTS = "pp: points of percentage; from 50\u00a0% to 53\u00a0% are 3\u00a0pp"


def finite(value: float | None) -> bool:
    return value is not None and math.isfinite(value)


def number(value: float | None, decimals: int, *, signed: bool = False) -> str:
    """Write with this many decimals; `signed` adds a plus to positive numbers, and zero has no sign."""
    if value is None or not math.isfinite(value):
        return NOTHING
    text = f"{abs(value):,.{decimals}f}".replace(",", "\u202f")
    if not any(digit in text for digit in "123456789"):
        return text
    return (MINUS if value < 0 else "+" if signed else "") + text


def few(value: float | None, digits: int = 3) -> str:
    """Round to this many significant digits, but never before the decimal point."""
    if value is None or not math.isfinite(value):
        return NOTHING
    return number(value, decimals(value, digits))


def stated(value: float) -> str:
    """Write a number given by the user the way it was given."""
    return f"{value:.6g}".replace("-", MINUS)


def decimals(width: float, digits: int = 2) -> int:
    """Return how many decimals show this many significant digits of the width, from 0 to 6."""
    if not math.isfinite(width) or width == 0:
        return digits - 1
    return min(6, max(0, digits - 1 - math.floor(math.log10(abs(width)))))


def probability(p: float | None) -> str:
    """Write p: `0.012`, or `< 0.001`."""
    if p is None or not math.isfinite(p):
        return NOTHING
    return "<\u202f0.001" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def p_is(p: float | None) -> str:
    """Write `p = 0.012`, or `p < 0.001`."""
    text = probability(p)
    return f"p\u00a0{text}" if text.startswith("<") else f"p\u00a0=\u00a0{text}"


def share(value: float | None) -> str:
    """Write a share in per cent."""
    if value is None or not math.isfinite(value):
        return NOTHING
    if 0 < value < 0.001:
        return "<\u202f0.1\u202f%"
    return f"{number(100 * value, 0 if value in (0, 1) else 1)}\u202f%"


def count(of: int, one: str, many: str = "") -> str:
    """Write `1 block`, `2 blocks`."""
    return f"{number(of, 0)} {one if of == 1 else many or one + 's'}"


WORDS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]


def worded(of: int, one: str) -> str:
    """Write `five games`."""
    return f"{WORDS[of] if of < len(WORDS) else number(of, 0)} {one if of == 1 else one + 's'}"


def listed(words: Sequence[str], most: int = 99, last: str = "and") -> str:
    """Write `a, b and c`; of more than `most` words the first ones, and how many others there are."""
    shown = list(words) if len(words) <= most else [*words[: most - 1], f"{len(words) - most + 1} others"]
    return f" {last} ".join(part for part in (", ".join(shown[:-1]), *shown[-1:]) if part)


def certainty(alpha: float) -> str:
    """Write `95 %` for the intervals at this error."""
    return f"{100 * (1 - alpha):.0f}\u00a0%"


def duration(seconds: float) -> str:
    """Write `48 s`, `12 min`, `3 h 20 min`."""
    if not math.isfinite(seconds):
        return NOTHING
    if seconds < 100:
        return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"


@attrs.frozen
class Scale:
    """The number format of one metric: rates in per cent, as many decimals as the interval justifies."""

    metric: Metric
    decimals: int

    @classmethod
    def of(cls, metric: Metric, widths: Iterable[float], values: Iterable[float] = ()) -> Scale:
        """Use two significant digits of the narrowest width, or three of the largest value if nothing varies."""
        factor = 100.0 if metric.kind != "mean" else 1.0
        known = [factor * width for width in widths if math.isfinite(width) and width > 0]
        if known:
            return cls(metric, min(4, decimals(min(known))))
        sizes = [abs(factor * value) for value in values if math.isfinite(value)]
        if all(size == round(size) for size in sizes):
            return cls(metric, 0)
        return cls(metric, min(4, decimals(max(sizes, default=0.0), 3)))

    @classmethod
    def fitting(cls, metric: Metric, *results: MetricResult) -> Scale:
        """Return the format for these results of the metric."""
        means = [mean for one in results for mean in (one.base_mean, one.variant_mean, one.difference)]
        return cls.of(metric, [(one.high - one.low) / 2 for one in results], means)

    @classmethod
    def estimated(cls, metric: Metric, *found: Effect | SequentialResult) -> Scale:
        """Return the format for these estimates of the metric."""
        return cls.of(metric, [(one.high - one.low) / 2 for one in found], [one.estimate for one in found])

    @property
    def factor(self) -> float:
        return 100.0 if self.metric.kind != "mean" else 1.0

    @property
    def unit(self) -> str:
        return "%" if self.metric.kind != "mean" else self.metric.unit

    @property
    def unit_behind(self) -> str:
        """The unit as it stands behind a value; "" if there is none."""
        return "\u202f%" if self.unit == "%" else f" {self.unit}" if self.unit else ""

    @property
    def step(self) -> str:
        """The unit of differences."""
        return "pp" if self.metric.kind != "mean" else self.metric.unit

    @property
    def unit_note(self) -> str:
        """The unit of values as it stands behind a title: ` (points)`; "" if there is none."""
        return f" ({self.unit})" if self.unit else ""

    @property
    def step_note(self) -> str:
        """The unit of differences as it stands behind a title."""
        return f" ({self.step})" if self.step else ""

    def value(self, value: float | None) -> str:
        return number(value * self.factor if value is not None else None, self.decimals)

    def change(self, value: float | None) -> str:
        return number(value * self.factor if value is not None else None, self.decimals, signed=True)

    def moved(self, value: float | None) -> str:
        """Write a difference with its unit: `+1.2 points`."""
        return f"{self.change(value)} {self.step}".rstrip()

    def ranged(self, value: float | None, low: float, high: float) -> str:
        """Write a difference with its interval: `+1.2 [0.4, 2.0]`."""
        return f"{self.change(value)} {self.between(low, high)}".rstrip()

    def between(self, low: float, high: float) -> str:
        """Write the interval in brackets; "" if there is none or nothing varies."""
        if not (math.isfinite(low) and math.isfinite(high)) or low == high:
            return ""
        return f"[{self.value(low)}, {self.value(high)}]"

    def named(self) -> str:
        """Return the metric's title with its unit."""
        return f"{self.metric.title}{self.unit_note}"


def explained(text: str) -> str:
    """Return the text with points of percentage explained, after the paragraph that has the first of them, if any."""
    first = re.search(r"\bpp\b", text)
    if first is None:
        return text
    end = text.find("\n\n", first.end())
    if end < 0:
        end = len(text.rstrip("\n"))
    said = POINTS.replace("\u00a0", " ")
    return f"{text[:end]}\n  {said}{text[end:]}"
