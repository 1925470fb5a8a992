"""Clan members that leave the display: who may pay for Loch Ness, when the last may go (GM-BLUE-3, GM-GREY-9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .state import DIE, figure, unlaid

if TYPE_CHECKING:
    from .options import Options
    from .state import Readable

CHIEFTAIN = 1 << 60
"""Stands for a chieftain where members are named by their cells."""


def payers(state: Readable, seat: int, space: int) -> list[int]:
    """The members (by cell) and CHIEFTAIN that may pay for Loch Ness, taken from this space (GM-AMB-4, GM-AMB-28)."""
    options: Options = state.rules.options
    found = [CHIEFTAIN] if state.chieftains[seat] else []
    members = state.members[seat]
    alone = sum(members.values()) == 1
    before = options.ness_payment == "before_payment"
    spare = options.ness_last_member or not found
    if not alone or (before and spare and last_may_pay(state, seat, space)):
        found += sorted(members)
    return found


def without(state: Readable, seat: int, payer: int) -> dict[int, int]:
    """The seat's members once this one (or CHIEFTAIN) has paid."""
    members = dict(state.members[seat])
    if payer != CHIEFTAIN:
        members[payer] -= 1
        if not members[payer]:
            del members[payer]
    return members


def last_may_pay(state: Readable, seat: int, space: int) -> bool:
    """True if the last member may go in a turn in which the figure takes the tile on this space."""
    if state.advanced:
        return last_may_leave(state, seat, state.chain)
    start = state.chain.index(figure(seat))
    moved = [*state.chain[:start], *state.chain[start + 1 : start + space], figure(seat)]
    return last_may_leave(state, seat, moved)


def last_may_leave(state: Readable, seat: int, chain: Sequence[int], laid: bool = False) -> bool:
    """True if the last member may go, when the figure has moved and the chain is then this.

    GM-GREY-9; GM-AMB-9 holds the readings: by default when the turn is provably the last (GM-TURN-15). `laid`: the
    turn's new tiles lie already.
    """
    reading = state.rules.options.last_member
    left = unlaid(state)
    if reading == "always":
        return True
    if reading == "never":
        return False
    if reading == "one_tile_left":
        return left == 1
    if reading == "last_turn":
        return soonest(state, seat, chain, laid) >= left
    return not laid and 1 + removed(chain) >= left


def soonest(state: Readable, seat: int, chain: Sequence[int], laid: bool) -> int:
    """The fewest tiles that will be laid before the seat may have its next turn, whatever the others do.

    Each tile that is laid brings a figure one place nearer to the rear, so that it is last after as many as the
    spaces it has moved (GM-TURN-15). Two options can bring its turn sooner. If players may pass, all figures behind
    may stay where they are, once the new tiles lie (GM-AMB-3). If only the tile that the die lands on leaves, others
    stay behind a figure that is last (GM-AMB-14).
    """
    options: Options = state.rules.options
    own = chain.index(figure(seat))
    first = next(n for n, item in enumerate(chain) if DIE < item < 0)
    passes = options.no_tile == "pass"
    if laid and (passes or first == own):
        return 0
    at = first if passes else own
    staying = (
        left_behind(chain[:at], max(state.rules.assembled.die)) if options.die_removal == "landed" else 0
    )
    return at + (not laid) - staying


def left_behind(chain: Sequence[int], pips: int) -> int:
    """The most tiles that can still lie here when the die, moving up to so far, has left this part of the circuit.

    They lie behind the next figure then. Only those after the last figure of this part: when a player's figure moves
    away, the tiles behind the next one are removed.
    """
    if DIE not in chain:
        return 0
    last = max(n for n, item in enumerate(chain) if item < 0)
    tiles = len(chain) - 1 - last
    if chain[last] != DIE:
        tiles = max(tiles - 1, 0)  # the die gets past that figure by landing on one of them
    return tiles - tiles // pips


def removed(chain: Sequence[int]) -> int:
    """Number of tiles that the coming refill will remove: those behind the figure that is last now."""
    count = 0
    for item in chain:
        if item < 0:
            break
        count += 1
    return count
