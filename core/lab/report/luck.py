"""The influence of seats and seeds under each ruleset."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.html import Html, command, inside, row, table, tag
from ..stats.seed_share import Luck, Outlier
from ..study.findings import Findings
from ..texts import text
from .number_text import NOTHING, finite, number, p_is, share

HEAD = (
    "Ruleset",
    "Win share by seat",
    "Largest gap (pp)",
    "Entropy of the winner (bits)",
    "Span ({unit})",
    "Trimmed span ({unit})",
)
LISTED = 5
"""Most outlier seeds listed for each ruleset."""


def section(findings: Findings) -> Html:
    """Return a row for each ruleset, and the outlier seeds with the commands that play them again."""
    if not findings.luck:
        return Html("")
    unit = ", ".join(dict.fromkeys(one.unit for one in findings.luck))
    head = [title.format(unit=unit) for title in HEAD]
    rows = [row(one.variant, *cells(one), labels=head[1:]) for one in findings.luck]
    return inside(
        table("What seats and seeds decide", head, rows, cls="numbers"),
        tag("p", text("luck", unit=unit), cls="note"),
        [_outliers(one) for one in findings.luck if one.outliers],
    )


def cells(one: Luck) -> tuple[str, str, str, str, str]:
    """Return the figures of a ruleset under `HEAD`, each with its value expected by chance."""
    gap = f"{_pp(one.gap)}{_between(_pp(one.gap_low), _pp(one.gap_high))}"
    if one.gap_low <= 0 and one.gap_high > 0:
        gap = f"not told from chance, at most {_pp(one.gap_high)}"
    gap += _lot(_pp(one.gap_by_lot))
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
    """Yield the same as lines of text."""
    for one in findings.luck:
        shares, gap, bits, span, trimmed = cells(one)
        said = f"{one.variant}: wins by seat {shares}; largest gap (pp) {gap}"
        if one.entropy is not None:
            said += f"; entropy of the winner (bits) {bits}"
        yield f"{said}; span of seeds ({one.unit}) {span}, trimmed {trimmed}"
        for outlier in one.outliers[:LISTED]:
            yield f"  {outlying(one, outlier)}"


def outlying(one: Luck, found: Outlier) -> str:
    """Describe an outlier seed."""
    lead, distance = (number(value, 1, signed=True) for value in (found.lead, found.distance))
    who = f"seed {found.seed} is unusual under {one.variant}"
    return f"{who}: seat 1 leads by {lead} {one.unit} (modified z {distance})"


def _outliers(one: Luck) -> Html:
    listed = [
        inside(tag("p", outlying(one, found), "."), command(found.command) if found.command else None)
        for found in one.outliers[:LISTED]
    ]
    left = len(one.outliers) - LISTED
    more = tag("p", f"{left} more under {one.variant} in report.json.", cls="note") if left > 0 else None
    return inside(listed, more)


def _pp(value: float) -> str:
    return number(100 * value, 1)


def _between(low: str, high: str) -> str:
    return f" [{low}, {high}]" if NOTHING not in (low, high) else ""


def _lot(text: str) -> str:
    return f" ({text})" if text != NOTHING else ""
