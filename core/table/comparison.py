"""A comparison of two moves: the difference in points, and its sources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

from ..bots.move_judge import OTHERS
from .face_texts import Texts
from .narration import label, signed

if TYPE_CHECKING:
    from ..bots.move_judge import Judged
    from ..rules.ruleset import Rules

SMALL = 0.5
"""A difference of fewer points does not count."""
PART = 0.25
"""The reasons named explain a difference if no more than this share of it is left, or a point."""


@attrs.frozen
class PointGap:
    """By how much a move is better than another one, in points of the seat's lead over the best other seat."""

    points: float = 0.0
    error: float = 0.0
    """The standard error of the points."""
    sources: Mapping[str, tuple[float, float]] = attrs.field(factory=dict)
    """Where they come from, as in `Judged.lacking`: points and standard error, the most first."""

    @classmethod
    def of(cls, worse: Judged, better: Judged) -> PointGap:
        """Return by how much the second is better."""
        return cls(*worse.behind(better), worse.lacking(better))

    @property
    def clear(self) -> bool:
        """True if the difference is larger than its error."""
        return self.points >= max(SMALL, self.error)


NONE = PointGap()


def reasons(rules: Rules, gap: PointGap, lang: str) -> str:
    """Return the sources of a difference: `castle +4, port -1, all else +1`.

    Whole points, which add up to the whole points of the difference: the fewest that explain it, the largest first.
    What is smaller than its error is named only if the difference is not explained without it. All else is less than
    the largest; if it is not, many small things make it up.
    """
    said, left = Texts(lang), whole(gap)
    sure = {key: abs(points) >= error for key, (points, error) in gap.sources.items()}
    found: list[str] = []
    most = 0
    for key in sorted(gap.sources, key=lambda key: (not sure[key], -abs(gap.sources[key][0]))):
        amount = round(gap.sources[key][0])
        if abs(left) < most and abs(left) <= max(1, PART * whole(gap)):
            break
        if amount:
            reason, number = _called(rules, key, amount, lang), signed(amount, lang)
            found.append(said("after.sure" if sure[key] else "after.perhaps", reason=reason, amount=number))
            left, most = left - amount, max(most, abs(amount))
    if left:
        rest = said("after.remaining" if abs(left) < most else "after.scattered")
        found.append(said("after.sure", reason=rest, amount=signed(left, lang)))
    return ", ".join(found)


def sides(rules: Rules, gap: PointGap, lang: str) -> tuple[str, str]:
    """Return the largest source of points in favour of each of two moves that are about as good, or ""."""
    found = ["", ""]
    for key, (points, error) in gap.sources.items():
        side, amount = int(points < 0), round(abs(points))
        if amount and abs(points) >= error and not found[side]:
            found[side] = Texts(lang)(
                "after.sure", reason=_called(rules, key, amount, lang), amount=signed(amount, lang)
            )
    return found[0], found[1]


def whole(gap: PointGap) -> int:
    """The points of a clear difference as a whole number."""
    return max(1, round(gap.points))


def _called(rules: Rules, key: str, amount: int, lang: str) -> str:
    if key == OTHERS:
        return Texts(lang)("after.others.less" if amount > 0 else "after.others.more")
    return label(rules, key, lang)
