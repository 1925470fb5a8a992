"""Sentences on what a result cannot say, and on how it was tested, the same on every page that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..stats.block_table import MetricResult
from ..stats.power import FULL, strictness
from ..stats.strata import LEAST


def remarks(result: MetricResult, alpha: float) -> list[str]:
    """Return clauses without a full stop; none for most results."""
    found = []
    if result.same and result.blocks:
        # The rule of three: nearly 3 in n.
        share = 100 * (1 - alpha ** (1 / result.blocks))
        found.append(f"so at most {share:.2g}\u202f% of such blocks differ")
    if result.bounded:
        found.append("too few blocks vary to call it equivalent, since large differences may be rare")
    if result.uncorrected:
        found.append("the interval is that of a single test, the verdict is corrected for several")
    strict = strictness(result.blocks)
    if result.interval == "test" and strict * result.p < alpha <= result.p:
        found.append(
            f"fewer than {FULL} blocks may lack rare large values, so {result.blocks} are tested at "
            f"{100 * strict * alpha:.2g}\u202f%"
        )
    if result.skewed is not None:
        found.append(
            f"the differences are skewed, and with fewer than {result.skewed} blocks false alarms may be more frequent "
            "than stated"
        )
    return found


def method(blocks: int, casts: Sequence[Sequence[str]], alpha: float) -> Iterator[str]:
    """Yield sentences on what so many blocks mean for the tests of a fixed plan, whose casts take turns."""
    if (strict := strictness(blocks)) < 1:
        yield (
            f"A few blocks may lack the rare large values of a skewed metric, and then look certain. So with {blocks} "
            f"blocks everything but shares is tested at {100 * strict * alpha:.2g}\u202f% instead of "
            f"{100 * alpha:g}\u202f%, the level from {FULL} blocks on."
        )
    several = len({tuple(cast) for cast in casts})
    if several > 1 and blocks // len(casts) >= LEAST:
        yield (
            f"The {several} casts take turns, and a difference is the mean over all blocks. How far casts differ "
            "is not chance, so the intervals of everything but shares come from the spread inside casts."
        )
    elif several > 1:
        yield (
            f"The {several} casts take turns, and one of them has fewer than {LEAST} blocks, so all blocks count as "
            "one sample: the intervals are wider than they need be if casts differ."
        )
