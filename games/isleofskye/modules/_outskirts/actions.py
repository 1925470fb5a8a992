"""The action that the module adds."""

from __future__ import annotations

import attrs

from tilewright.authoring import notation

from ...actions import Placing


@attrs.frozen(cache_hash=True)
class BuildOutskirt(Placing):
    """Lay one of your outskirts, front up. `outskirt O3 1,0 r2`."""

    parts = notation("outskirt {tile} [at] {cell} {rotation}")
