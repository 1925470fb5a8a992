"""What a player can order; placing a tile is the engine's own action."""

from __future__ import annotations

import attrs

from tilewright.authoring import Action, notation


@attrs.frozen(cache_hash=True)
class Discard(Action):
    """Nothing fits: a tile leaves the game."""

    parts = notation("discard {tile}")
    tile: str
