"""A search's findings as plain HTML without a style, for pages of others such as notebooks."""

from __future__ import annotations

from ...base.html import Child, Html, inside, row, table, tag
from ..report.small_chart import capital
from . import sentences
from .charts import role
from .confirmation import Confirmed
from .findings import SearchFindings


def embedded(found: SearchFindings) -> Html:
    """Return the question, the answer, every quantity of every confirmed setting, and what lies one step away."""
    plan = found.plan
    first, *others = sentences.answer(found)
    bounds = {one.quantity.name: one.titled for one in plan.targets}
    heads = [capital(bounds.get(name, of.title)) for name, of in plan.quantities.items()]
    rival = sentences.rival(found)
    return inside(
        tag("h4", found.question),
        tag("p", tag("b", first), [f" {said}" for said in others]),
        table("On fresh blocks", ("Setting", "", *heads), [_row(found, one) for one in found.shown]),
        tag("p", sentences.steps(found)),
        tag("p", rival) if rival else None,
    )


def _row(found: SearchFindings, one: Confirmed) -> Html:
    verdicts = {check.quantity: check.verdict for check in one.checks}
    cells: list[Child] = []
    for name, of in found.plan.quantities.items():
        said = sentences.estimated(of, one.estimates[name])
        cells.append(f"{said}: {verdicts[name]}" if name in verdicts else said)
    return row(sentences.setting_text(found.plan, one.candidate.values), role(found, one), *cells)
