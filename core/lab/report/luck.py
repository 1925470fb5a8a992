"""What seats and seeds decide under each ruleset."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Findings
from ..luck import Luck
from .digits import NOTHING, finite, number, p_is, share
from .markup import Html, command, inside, row, table, tag

HEAD = (
    "Ruleset",
    "Win share by seat",
    "Largest gap (pp)",
    "Entropy of the winner (bits)",
    "Span (points)",
    "Trimmed span (points)",
)
LISTED = 5
"""Seeds that stand out, told one by one for each ruleset."""


def section(findings: Findings) -> Html:
    """A row for each ruleset, and the seeds that stand out with the commands that play them again."""
    if not findings.luck:
        return Html("")
    rows = [row(one.variant, *cells(one), labels=HEAD[1:]) for one in findings.luck]
    told = (
        "The largest gap is that between the win shares of any two seats; its interval holds for all pairs together. "
        "Entropy says, in bits, how open the winning seat is once the seed is known: 0 where the seed settles it. "
        "Spans are of the lead of seat 1 (its points less the mean of the others) from seed to seed; the trimmed one "
        "leaves out a tenth of the seeds at either end. In brackets stands what the same games show when their seats, "
        "or the seeds that they belong to, are drawn by lot: what is near that number is no finding."
    )
    return inside(
        table("What seats and seeds decide", HEAD, rows, cls="numbers"),
        tag("p", told, cls="note"),
        [_outliers(one) for one in findings.luck if one.outliers],
    )


def cells(one: Luck) -> tuple[str, str, str, str, str]:
    """The figures of a ruleset under `HEAD`, each with what is expected by lot."""
    gap = f"{_pp(one.gap)}{_between(_pp(one.gap_low), _pp(one.gap_high))}{_lot(_pp(one.gap_by_lot))}"
    if finite(one.gap_p):
        gap += f", {p_is(one.gap_p)}"
    bits = NOTHING
    if one.entropy is not None:
        ends = _between(number(one.entropy_low, 2), number(one.entropy_high, 2))
        bits = f"{number(one.entropy, 2)}{ends}{_lot(number(one.entropy_by_lot, 2))}"
    return (
        ", ".join(share(part) for part in one.shares),
        gap,
        bits,
        f"{number(one.span, 1)}{_lot(number(one.span_by_lot, 1))}",
        f"{number(one.trimmed, 1)}{_lot(number(one.trimmed_by_lot, 1))}",
    )


def lines(findings: Findings) -> Iterator[str]:
    """The same as lines of text."""
    for one in findings.luck:
        shares, gap, bits, span, trimmed = cells(one)
        said = f"{one.variant}: wins by seat {shares}; largest gap (pp) {gap}"
        if one.entropy is not None:
            said += f"; entropy of the winner (bits) {bits}"
        yield f"{said}; span of seeds (points) {span}, trimmed {trimmed}"
        for outlier in one.outliers[:LISTED]:
            yield f"  {outlying(one, outlier.seed)}"


def outlying(one: Luck, seed: int) -> str:
    """What is unusual about a seed."""
    [found] = [outlier for outlier in one.outliers if outlier.seed == seed]
    return (
        f"seed {seed} stands out under {one.variant}: seat 1 leads by {number(found.lead, 1, signed=True)} points "
        f"(modified z {number(found.distance, 1, signed=True)})"
    )


def _outliers(one: Luck) -> Html:
    told = [
        inside(tag("p", outlying(one, found.seed), "."), command(found.command) if found.command else None)
        for found in one.outliers[:LISTED]
    ]
    left = len(one.outliers) - LISTED
    more = tag("p", f"{left} more under {one.variant} in report.json.", cls="note") if left > 0 else None
    return inside(told, more)


def _pp(value: float) -> str:
    return number(100 * value, 1)


def _between(low: str, high: str) -> str:
    return f" [{low}, {high}]" if NOTHING not in (low, high) else ""


def _lot(text: str) -> str:
    return f" ({text})" if text != NOTHING else ""
