"""Are the seats of one ruleset equal? The win share of each seat, the gap between them, and a verdict.

Seats are counted in the order of play, from the one that begins.
"""

from __future__ import annotations

import math

import attrs
import numpy as np
from scipy.special import ndtri

from .block_table import Floats, Verdict
from .intervals import spacings
from .power import MOST
from .seat_gap import RESAMPLES, Gap, gap

ALPHA = 0.05
POWER = 0.9


@attrs.frozen(kw_only=True)
class Seats:
    """The win shares of the seats of one ruleset, the gap between them, and its verdict."""

    gap: Gap
    intervals: tuple[tuple[float, float], ...]
    """Of the win share of each seat; they hold together with 95 %, and have the fair share in them unless the gap is
    shown not to be 0. Empty without blocks."""
    margin: float | None
    """A gap below this share of wins does not matter."""
    verdict: Verdict
    """`equivalent` if the gap is shown to be below the margin, else `differs` if it is shown not to be 0."""
    needed: int | None
    """If there is a margin and the verdict is `not resolved`, about how many blocks would resolve it with 90 % power if
    the gap is as estimated; None if that is out of reach."""


def judged(wins: Floats, margin: float | None = None, seed: int = 0) -> Seats:
    """Judge win shares of shape (blocks, seats), whose rows sum to 1. Blocks must be independent of each other."""
    found = gap(wins, ALPHA, seed)
    verdict: Verdict = "not resolved"
    if margin is not None and found.within(margin):
        verdict = "equivalent"
    elif found.low > 0:
        verdict = "differs"
    return Seats(
        gap=found,
        intervals=tuple(
            # One test decides whether seats differ: that of the gap.
            (low, high) if found.low > 0 else (min(low, 1 / wins.shape[1]), max(high, 1 / wins.shape[1]))
            for low, high in _intervals(wins, seed)
        ),
        margin=margin,
        verdict=verdict,
        needed=_needed(found, margin) if margin is not None and verdict == "not resolved" else None,
    )


def _intervals(wins: Floats, seed: int) -> tuple[tuple[float, float], ...]:
    """Return Gaffke's interval of each seat, with the error divided among the seats (Bonferroni)."""
    blocks, seats = wins.shape
    if not blocks:
        return ()
    drawn = spacings(blocks, RESAMPLES, seed)
    moved = drawn.inner @ wins
    error = ALPHA / 2 / seats
    low = np.quantile(moved, error, axis=0)
    high = np.quantile(moved + drawn.end[:, None], 1 - error, axis=0)
    return tuple((float(one), float(two)) for one, two in zip(low, high, strict=True))


def _needed(found: Gap, margin: float) -> int | None:
    """Return how many blocks would show that the gap is below the margin, or if it is estimated above, that it is not
    0."""
    # A bound approaches the estimate by the root of the blocks. To lie on the right side nine times in ten, and not
    # only every other time, it must be nearer than the room that there is.
    if found.estimate < margin:
        room, half, error = margin - found.estimate, found.highest - found.estimate, ALPHA
    else:
        room, half, error = found.estimate, found.high - found.estimate, ALPHA / 2
    if not (room > 0 and half > 0):
        return None
    wanted = found.blocks * (half / room * (1 + ndtri(POWER) / ndtri(1 - error))) ** 2
    return max(math.ceil(wanted), found.blocks + 1) if wanted < MOST else None
