"""Every number that a rule states, so that it can be changed and compared."""

from __future__ import annotations

import attrs
from tilewright.authoring import option


@attrs.frozen(kw_only=True)
class Options:
    """Options of the game; `--set`, editions and `compare` know them."""

    reach: int = option(3, rule="OR-LAY-2", doc="how far from 0,0 tiles may lie", low=2, high=5)
    same: int = option(1, rule="OR-LAY-3", doc="points for each neighbour of the same kind", low=0, high=5)
    wish: int = option(1, rule="OR-WISH-2", doc="points for each tile that a wish counts", low=0, high=5)
