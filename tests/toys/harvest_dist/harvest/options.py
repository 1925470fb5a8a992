"""Every number and every contested rule of Harvest."""

from __future__ import annotations

from typing import Literal

import attrs

from tilewright.authoring import option


@attrs.frozen(kw_only=True)
class Options:
    """Options of Harvest."""

    offer: int = option(3, rule="HV-OFFER-1", doc="tiles on offer", low=1, high=4)
    neighbours: int = option(
        1, rule="HV-PLACE-2", doc="points for each neighbour after the first", low=0, high=5
    )
    field: int = option(2, rule="HV-CLOSE-1", doc="points for each tile of a closed field", low=0, high=9)
    goal: int = option(3, rule="HV-GOAL-1", doc="points for each field that a goal counts", low=0, high=9)
    home: bool = option(True, rule="HV-AMB-1", doc="whether the start tile counts in a field")
    ending: Literal["goals", "bare"] = option("goals", rule="HV-GOAL-1", doc="whether goals count at the end")
