"""What a player can order, and how its notation is read."""

from __future__ import annotations

import attrs
from tilewright.authoring import SQUARE4, Action, Cell, notation

GRID = SQUARE4


@attrs.frozen(cache_hash=True)
class Lay(Action):
    """The tile drawn goes on a cell. `lay 1,0`"""

    parts = notation("lay [on] [at] {cell}")
    cell: Cell
