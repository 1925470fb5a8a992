"""When the last clan member may leave the display: in the player's very last turn, however that is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .state import figure

if TYPE_CHECKING:
    from .state import GlenMoreState


def last_may_leave(state: GlenMoreState, seat: int, chain: Sequence[int], laid: bool = False) -> bool:
    """Whether the last member may go, when the figure has moved and the chain is then this.

    GM-GREY-9; GM-AMB-9 holds the readings: by default when the turn is provably the last (GM-TURN-15), each tile
    that is laid bringing the figure one place nearer to the rear. `laid`: the turn's new tiles lie already.
    """
    reading = state.rules.options.last_member
    left = sum(len(stack) for stack in state.stacks())
    if reading == "always":
        return True
    if reading == "never":
        return False
    if reading == "one_tile_left":
        return left == 1
    if reading == "last_turn":
        return chain.index(figure(seat)) + (not laid) >= left
    return not laid and 1 + removed(chain) >= left


def removed(chain: Sequence[int]) -> int:
    """How many tiles the coming refill will remove: those behind the figure that is last now."""
    count = 0
    for item in chain:
        if item < 0:
            break
        count += 1
    return count
