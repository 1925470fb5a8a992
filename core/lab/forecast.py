"""What the first blocks promise: whether to analyse in pairs, how many blocks it takes, and how long that will be."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from .plan import Plan
from .power import Pilot, pilot
from .table import Table


@attrs.frozen(kw_only=True)
class Forecast:
    """Told once the pilot has been played, before the rest is."""

    pilots: Sequence[Pilot]
    blocks: int
    """In the plan."""
    left: int
    """Still to be played."""
    minutes: float
    """That they will take."""

    def lines(self) -> list[str]:
        """In sentences, for people."""
        said = []
        for one in self.pilots:
            how = "in pairs" if one.paired else "not in pairs"
            if one.gain is not None:
                how += f" ({_saved(one.gain)})"
            enough = ""
            if one.needed is not None and one.smallest is not None:
                enough = f"; {one.needed} blocks find a difference of {one.smallest:.3g}"
                enough += "" if one.needed <= self.blocks else f", more than the {self.blocks} of the plan"
            elif one.sd == 0:
                enough = "; so far every block gives the same difference"
            said.append(f"{one.variant}, {one.metric}: {how}{enough}")
        if self.left:
            said.append(f"{self.left} blocks more, about {duration(self.minutes)}")
        return said


def forecast(plan: Plan, table: Table, seconds: float, played: int, left: int) -> Forecast:
    """From the table of the pilot, and the seconds that the blocks played so far in this run have taken."""
    pace = seconds / played if played else 0.0
    return Forecast(pilots=pilot(table, plan.spec), blocks=plan.blocks, left=left, minutes=left * pace / 60)


def duration(minutes: float) -> str:
    """`40 seconds`, `12 minutes`, `3.5 hours`."""
    if minutes < 1.5:
        seconds = max(1, round(minutes * 60))
        return f"{seconds} second{'s' if seconds > 1 else ''}"
    return f"{minutes:.0f} minutes" if minutes < 90 else f"{minutes / 60:.1f} hours"


def _saved(gain: float) -> str:
    if gain < 1:
        return f"pairs would take {1 / gain:.1f} times the blocks"
    return f"otherwise {gain:.1f} times the blocks" if gain < 100 else "nothing else varies"
