"""What a comparison does not say."""

from __future__ import annotations

from ..findings import Findings
from .digits import count, number
from .head import panel
from .markup import Html, inside, tag
from .plot import capital


def section(findings: Findings) -> Html:
    """Bots, players, multiplicity, deviations, and what the run itself states."""
    said = lines(findings)
    kept = "The plan was kept." if not findings.deviations else "Deviations from the plan:"
    return inside(
        tag("ul", [tag("li", one) for one in said]),
        tag("p", kept, " Its hash, ", tag("code", findings.plan_hash), ", was fixed before the first game."),
        tag("ul", [tag("li", one) for one in findings.deviations]) if findings.deviations else None,
    )


def lines(findings: Findings) -> list[str]:
    """In sentences."""
    spec, results = findings.spec, findings.analysis.results
    primary = sum(1 for one in results if one.family == "primary")
    other = len(results) - primary
    said = [
        f"Bots played ({panel(findings)}), not people: what a rule does to them need not be what it does to "
        "you, and says nothing of fun.",
        f"Only games of {count(findings.players, 'player')} were played.",
    ]
    if primary:
        told = f"{capital(count(primary, 'primary test'))} at a joint level of {spec.alpha:g} (Holm)"
        if other:
            told += (
                f"; {count(other, 'exploratory one')} by Benjamini-Hochberg: about {100 * spec.alpha:.0f}\u00a0% of "
                "those marked are expected to be false, and a run of their own would have to confirm them"
            )
        said.append(told + ".")
    if findings.table.blocks:
        said.append(
            f"Intervals rest on {number(len(findings.table.blocks), 0)} independent blocks, however many games "
            "they hold."
        )
    if not findings.restricted:
        said.append("No restricted bots played, so nothing is said of what single strategies are worth.")
    return [*said, *findings.limits]
