"""The targets and goals of a plan: targets with bounds, and goals to minimise or maximise, each read from a sentence.

seat_gap under 3 %            decisions between 90 and 110          greedy beats random in 60 to 70 %
margin over 5                 minimise seat_gap                     maximise decisions
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Literal

import attrs

from ...base.limits import TYPED
from ...meters.metrics import LISTED, Metric
from ...text.strict import near
from ..study.requests import BEATS

GAP = "seat_gap"
"""The largest share of wins of a seat minus the smallest; seats are counted from the one that begins."""
NUMBER = r"(-?[0-9]{1,18}(?:\.[0-9]{1,18})?)\s*(%?)"
FORMS = (
    (re.compile(rf"(.+?)\s+(?:in\s+|from\s+)?{NUMBER}\s+to\s+{NUMBER}"), "both"),
    (re.compile(rf"(.+?)\s+between\s+{NUMBER}\s+and\s+{NUMBER}"), "both"),
    (re.compile(rf"(.+?)\s*(?:<=?|\bin under\b|\bunder\b|\bbelow\b|\bat most\b)\s*{NUMBER}"), "high"),
    (re.compile(rf"(.+?)\s*(?:>=?|\bin over\b|\bover\b|\babove\b|\bat least\b)\s*{NUMBER}"), "low"),
)
HOW = "write it as 'METRIC under X', 'METRIC over X', 'METRIC between X and Y' or 'BOT beats BOT in X to Y %'"


@attrs.frozen(kw_only=True)
class Quantity:
    """One number that a setting has: a mean over blocks, or the gap between seats."""

    name: str
    """The metric's name, or `BOT beats BOT`."""
    title: str
    kind: Literal["metric", "gap", "skill"]
    unit: str = ""
    share: bool = False
    """True if it lies between 0 and 1, and is written in per cent."""
    span: float = math.inf
    """The largest difference that two values can have; infinite if that is not known."""
    duel: tuple[str, str] | None = None
    """The two bots of a skill: the share of pairs of seats in which the first one ends before the second."""

    @property
    def factor(self) -> int:
        """What its values are multiplied by where they are written: shares in per cent."""
        return 100 if self.share else 1


@attrs.frozen(kw_only=True)
class SearchTarget:
    """A quantity and the bounds between which it should lie, bounds included."""

    text: str
    quantity: Quantity
    low: float = -math.inf
    high: float = math.inf

    @property
    def titled(self) -> str:
        """The target with its quantity's title: `gap between seats under 5 %`."""
        return self.quantity.title + self.text.removeprefix(self.quantity.name)

    @property
    def better(self) -> int:
        """-1 if less is better, 1 if more is, 0 if it should lie between two bounds."""
        return -1 if self.low == -math.inf else 1 if self.high == math.inf else 0

    def beyond(self, value: float) -> float:
        """Return how far the value lies outside the bounds; negative inside, by its distance from the nearer one."""
        return max(self.low - value, value - self.high)


@attrs.frozen(kw_only=True)
class SearchGoal:
    """A quantity to be made as small (`better` -1) or as large (1) as the targets allow."""

    text: str
    quantity: Quantity
    better: int

    @property
    def titled(self) -> str:
        """The goal with its quantity's title: `minimise margin of the winner`."""
        return f"{'minimise' if self.better < 0 else 'maximise'} {self.quantity.title}"


def target(text: str, metrics: Mapping[str, Metric]) -> SearchTarget:
    """Read a target; ValueError says what was expected."""
    if len(text) > TYPED:
        raise ValueError(f"a target has at most {TYPED:,} letters; this one has {len(text):,}")
    words = " ".join(text.split())
    for form, bounded in FORMS:
        found = form.fullmatch(words)
        if found is None:
            continue
        what, *numbers = found.groups()
        about = quantity(what, metrics)
        # In "60 to 70 %" the sign stands for both numbers.
        per_cent = any(numbers[1::2])
        ends = [float(number) / (100 if per_cent else 1) for number in numbers[::2]]
        if per_cent and not about.share:
            raise ValueError(f"{about.name} is not a share, so it takes no %")
        if about.share and not all(0 <= end <= 1 for end in ends):
            if per_cent:
                raise ValueError(f"{about.name} is a share, which goes from 0 to 100 %")
            raise ValueError(f"{about.name} is a share from 0 to 1; write per cent with %")
        low = ends[0] if bounded != "high" else -math.inf
        high = ends[-1] if bounded != "low" else math.inf
        if low > high:
            raise ValueError(f"the lower bound {low:g} is above the upper bound {high:g}")
        return SearchTarget(text=re.sub(r"\s*%", "\u202f%", words), quantity=about, low=low, high=high)
    raise ValueError(f"'{words[:60]}' is not understood; {HOW}")


def goal(text: str, metrics: Mapping[str, Metric]) -> SearchGoal:
    """Read a goal; ValueError says what was expected."""
    word, _, what = " ".join(text.split()).partition(" ")
    way = {"minimise": -1, "minimize": -1, "maximise": 1, "maximize": 1}.get(word)
    if way is None or not what:
        raise ValueError(
            f"'{text[:60]}' is not understood; write it as 'minimise METRIC' or 'maximise METRIC'"
        )
    about = quantity(what, metrics)
    return SearchGoal(
        text=f"{'minimise' if way < 0 else 'maximise'} {about.name}", quantity=about, better=way
    )


def quantity(what: str, metrics: Mapping[str, Metric]) -> Quantity:
    """Return the quantity of this name; ValueError if there is none, or if it has no mean over blocks."""
    first, beats, second = what.partition(f" {BEATS} ")
    if beats:
        pair = first.strip(), second.strip()
        if pair[0] == pair[1]:
            raise ValueError(f"{what}: name two different bots")
        name = f"{pair[0]} {BEATS} {pair[1]}"
        return Quantity(name=name, title=name, kind="skill", share=True, duel=pair)
    if what == GAP:
        return Quantity(name=GAP, title="gap between seats", kind="gap", share=True)
    if what not in metrics:
        raise ValueError(f"there is no metric '{what}'{near(what, [GAP, *metrics], LISTED)}")
    metric = metrics[what]
    if metric.by == "round":
        raise ValueError(f"{what} is a curve over rounds; a target needs one number for each game")
    if metric.over_wins:
        raise ValueError(f"{what} is known only after all games; a target needs one number for each block")
    return Quantity(
        name=what,
        title=metric.title,
        kind="metric",
        unit=metric.unit,
        share=metric.kind == "rate",
        span=metric.span,
    )
