"""Sentences on what a result cannot say, the same on every page that shows it."""

from __future__ import annotations

from .table import Result


def remarks(result: Result, alpha: float) -> list[str]:
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
    if result.skewed is not None:
        found.append(
            f"the differences are skewed, and with fewer than {result.skewed} blocks false alarms are more frequent "
            "than stated"
        )
    return found
