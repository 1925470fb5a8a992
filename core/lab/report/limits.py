"""The limits of a comparison."""

from __future__ import annotations

from ...base.html import Html, inside, tag
from ..study.findings import Findings
from .number_text import count, number
from .small_chart import capital


def section(findings: Findings) -> Html:
    """Return the limits: bots, players, multiple tests, deviations, and those of this run."""
    said = lines(findings)
    kept = "The plan was kept." if not findings.deviations else "Deviations from the plan:"
    return inside(
        tag("ul", [tag("li", one) for one in said]),
        tag("p", kept, " Its hash, ", tag("code", findings.plan_hash), ", was fixed before the first game."),
        tag("ul", [tag("li", one) for one in findings.deviations]) if findings.deviations else None,
    )


def lines(findings: Findings) -> list[str]:
    """Return the limits as sentences."""
    spec, results = findings.spec, findings.analysis.results
    primary = sum(1 for one in results if one.family == "primary")
    other = len(results) - primary
    said = ["A rule may affect people differently from bots, and the numbers say nothing about fun."]
    if primary:
        text = f"{capital(count(primary, 'primary test'))} at a family-wise level of {spec.alpha:g} (Holm)"
        if other:
            text += (
                f"; {count(other, 'exploratory one')} by Benjamini-Hochberg: about {100 * spec.alpha:.0f}\u00a0% of "
                "those marked are expected to be false, so another run must confirm them"
            )
        said.append(text + ".")
    if findings.table.blocks:
        said.append(
            f"Intervals are based on {number(len(findings.table.blocks), 0)} independent blocks, however many games "
            "they contain."
        )
    if not findings.restricted:
        said.append("No restricted bots played, so the value of single strategies is unknown.")
    return [*findings.limits, *said]
