"""Sentences on what a result cannot say, and on how it was tested, the same on every page that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..stats.block_table import MetricResult
from ..stats.power import FULL, strictness
from ..stats.strata import LEAST
from ..texts import text


def remarks(result: MetricResult, alpha: float) -> list[str]:
    """Return clauses without a full stop; none for most results."""
    found = []
    if result.same and result.blocks:
        # The rule of three: nearly 3 in n.
        share = 100 * (1 - alpha ** (1 / result.blocks))
        found.append(text("remark.same", share=f"{share:.2g}"))
    if result.bounded:
        found.append(text("remark.bounded"))
    if result.uncorrected:
        found.append(text("remark.uncorrected"))
    strict = strictness(result.blocks)
    if result.interval == "test" and strict * result.p < alpha <= result.p:
        level = f"{100 * strict * alpha:.2g}"
        found.append(text("remark.strict", full=FULL, blocks=result.blocks, level=level))
    if result.skewed is not None:
        found.append(text("remark.skewed", blocks=result.skewed))
    return found


def method(blocks: int, casts: Sequence[Sequence[str]], alpha: float) -> Iterator[str]:
    """Yield sentences on what so many blocks mean for the tests of a fixed plan, whose casts take turns."""
    if (strict := strictness(blocks)) < 1:
        level, usual = f"{100 * strict * alpha:.2g}", f"{100 * alpha:g}"
        yield text("method.strict", blocks=blocks, level=level, usual=usual, full=FULL)
    several = len({tuple(cast) for cast in casts})
    if several > 1 and blocks // len(casts) >= LEAST:
        yield text("method.casts", casts=several)
    elif several > 1:
        yield text("method.few", casts=several, least=LEAST)
