"""The limits of a comparison."""

from __future__ import annotations

from ...base.html import Html, inside, tag
from ..study.findings import Findings
from ..texts import text
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
    said = [text("limits.people")]
    if primary:
        tests, explored = capital(count(primary, "primary test")), count(other, "exploratory one")
        more = text("limits.explored", tests=explored, share=f"{100 * spec.alpha:.0f}") if other else ""
        said.append(text("limits.tests", tests=tests, alpha=f"{spec.alpha:g}", more=more))
    if findings.analysis.blocks:
        said.append(text("limits.blocks", blocks=number(findings.analysis.blocks, 0)))
    if not findings.restricted:
        said.append(text("limits.strategies"))
    return [*findings.limits, *said]
