"""The forecast after the pilot: whether to analyse in pairs, how many blocks are needed, and how long that takes."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from ..stats.block_table import BlockTable
from ..stats.power import Pilot, pilot
from ..texts import text
from .plan import ComparisonPlan


@attrs.frozen(kw_only=True)
class Forecast:
    """Shown after the pilot, before the remaining blocks are played."""

    pilots: Sequence[Pilot]
    blocks: int
    """Number of blocks in the plan."""
    left: int
    """Number of blocks still to be played."""
    minutes: float
    """Time that they will take, with the fresh ones."""
    fresh: int = 0
    """Fresh blocks after them, for the best of a screening."""
    trained: bool = False
    """True if its players are trained for it, so that blocks are not all that decides."""

    def lines(self) -> list[str]:
        """Return the forecast as lines of text."""
        said = []
        for one in self.pilots:
            how = "in pairs" if one.paired else "unpaired"
            if one.gain is not None:
                how += f" ({_saved(one.gain)})"
            enough = ""
            if one.needed is not None and one.smallest is not None:
                blocks = f"{one.needed} block{'' if one.needed == 1 else 's'}"
                enough = f"; to detect a difference of {one.smallest:.3g} you need {blocks}"
                enough += "" if one.needed <= self.blocks else f"; {self.blocks} are planned"
            elif one.sd == 0:
                enough = "; so far every block gives the same difference"
            said.append(f"{one.variant}, {one.metric}: {how}{enough}")
        if self.trained:
            said.append(text("forecast.trainings"))
        if self.left:
            fresh = f" and {self.fresh} fresh ones for the best" if self.fresh else ""
            said.append(f"{self.left} more blocks{fresh}, about {duration(self.minutes)}")
        return said


def forecast(plan: ComparisonPlan, table: BlockTable, seconds: float, played: int, left: int) -> Forecast:
    """Make the forecast from the table of the pilot and the seconds that the `played` blocks of this run took.

    A study of content compares no variants and a screening too many, so they get only the time.
    """
    pace = seconds / played if played else 0.0
    pilots = pilot(table, plan.spec) if plan.content is None and plan.screen is None else ()
    fresh = len(plan.fresh)
    share = plan.screen.fresh_share(len(plan.variants)) if plan.screen is not None else 0.0
    return Forecast(
        pilots=pilots,
        blocks=plan.blocks,
        left=left,
        minutes=(left + fresh * share) * pace / 60,
        fresh=fresh,
        trained=plan.adaptation is not None,
    )


def duration(minutes: float) -> str:
    """`40 seconds`, `12 minutes`, `3.5 hours`."""
    if minutes < 1.5:
        seconds = max(1, round(minutes * 60))
        return f"{seconds} second{'s' if seconds > 1 else ''}"
    return f"{minutes:.0f} minutes" if minutes < 90 else f"{minutes / 60:.1f} hours"


def _saved(gain: float) -> str:
    if gain < 1:
        return f"pairs would need {1 / gain:.1f} times as many blocks"
    if gain < 100:
        return f"unpaired would need {gain:.1f} times as many blocks"
    return "the differences hardly vary"
