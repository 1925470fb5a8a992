"""The report of a search as one self-contained HTML file: the answer and a picture first, the methods last.

For pages of others, such as notebooks, there is a piece of it without a style.
"""

from __future__ import annotations

from ...base.html import Child, Html, command, inside, row, table, tag
from ..report import reconstructed
from ..report.games import figure, final
from ..report.number_text import number
from ..report.page_frame import facts, footer, framed, sections, stylesheet
from ..report.small_chart import capital
from ..texts import text
from . import charts, sentences
from .confirmation import Confirmed
from .findings import SearchFindings, setting

TRIED = 20
"""Settings of the search in the table; report.json has them all."""


def page(found: SearchFindings, state: str = "") -> str:
    """Return the page, which says of what state of the folder it was made."""
    plan = found.plan
    drawn: list[tuple[str, str, Child]] = [
        ("near", "What each option does near it", _near(found)),
        ("tried", "What the search saw", _tried(found)),
        ("watch", "Games to watch", [figure(shown, final(shown)) for shown in found.watch]),
        ("plan", "Plan", _plan(found)),
        ("limits", "Limits", tag("ul", [tag("li", said) for said in sentences.limits(found)])),
    ]
    first, *others = sentences.answer(found)
    return framed(
        found.question,
        found.version,
        tag(
            "header",
            tag("p", "Search over options", cls="kind"),
            tag("h1", found.question),
            tag("p", tag("b", first), [f" {said}" for said in others], cls="answer"),
            tag("p", made, cls="note") if (made := reconstructed.sentence(plan.rules.provenance())) else None,
            charts.targets(found),
            tag("p", tag("b", "What to do: "), sentences.advice(found), cls="advice"),
            tag("p", sentences.steps(found)),
            tag("p", said) if (said := sentences.rival(found)) else None,
        ),
        *sections(drawn),
        footer(found.version, plan.hash, plan.seed, state),
        style=stylesheet("search.css"),
    )


def _near(found: SearchFindings) -> Html:
    if not found.steps.steps:
        return tag("p", sentences.steps(found))
    blocks, sure = number(found.plan.confirm, 0), sentences.certainty(found.plan)
    return inside(charts.steps(found), tag("p", text("design.near", blocks=blocks, sure=sure), cls="note"))


def _tried(found: SearchFindings) -> Html:
    plan = found.plan
    best = found.searched.best()
    rows = [
        row(
            sentences.setting_text(plan, one.candidate.values),
            number(one.blocks, 0),
            *(sentences.amount(of, one.values[name]) for name, of in plan.quantities.items()),
        )
        for one in best[:TRIED]
    ]
    told = (
        f"In {found.searched.rounds} rounds {number(len(found.searched.tried), 0)} settings were played, on "
        f"{number(found.searched.blocks, 0)} blocks. All began with the same blocks, and the best of each round went "
        f"on: {', '.join(map(str, plan.rungs))} blocks. Figures here have the luck of those who were chosen by them."
    )
    heads = ("Setting", "Blocks", *(capital(of.title) for of in plan.quantities.values()))
    lucky = sentences.luck(found)
    return inside(
        tag("p", told),
        tag("p", "The setting that is taken: ", "; ".join(lucky), ".") if lucky else None,
        charts.front(found),
        table(f"The best {len(rows)} of {len(best)}", heads, rows, cls="numbers"),
    )


def _plan(found: SearchFindings) -> Html:
    plan, rules = found.plan, found.plan.rules
    casts = [f"{arm}: {', '.join(cast)}" for arm, cast in plan.arms.items()]
    known: list[tuple[str, Child]] = [
        ("Game", f"{rules.game.name} {rules.game.version}"),
        ("Modules", ", ".join(module.name for module in rules.modules) or "none"),
        ("Options", inside(tag("code", rules.option_hash), " before the search")),
        ("Data", tag("code", rules.data_digest)),
        ("Targets", "; ".join(one.text for one in plan.targets) or "none"),
        ("Goals", "; ".join(one.text for one in plan.goals) or "none"),
        ("Players", number(plan.players, 0)),
        ("Bots", "; ".join(casts)),
        (
            "Search",
            f"{number(plan.budget, 0)} blocks, rounds of {plan.width} on {', '.join(map(str, plan.rungs))}",
        ),
        ("Fresh", f"blocks {plan.fresh.start} to {plan.fresh.stop - 1}, for {len(found.confirmed)} settings"),
        (
            "Played",
            f"{number(found.played, 0)} blocks, {number(found.played * plan.games_in_block, 0)} games",
        ),
        ("Error", sentences.certainty(plan)),
        ("Seed", str(plan.seed)),
        ("Plan", tag("code", plan.hash)),
    ]
    taken = setting(plan, found.chosen.candidate.values)
    rows = [
        row(tag("code", one.name), ", ".join(one.values), one.usual, tag("b", taken[one.name]))
        for one in plan.space.factors
    ]
    return inside(
        facts(known),
        table("What could be set", ("Factor", "Values", "As the rules are", "Taken"), rows),
        tag("p", "To repeat this run:", cls="repeat"),
        command(found.command),
    )


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
        table("On fresh blocks", ("Setting", "", *heads), [_confirmed(found, one) for one in found.shown]),
        tag("p", sentences.steps(found)),
        tag("p", rival) if rival else None,
    )


def _confirmed(found: SearchFindings, one: Confirmed) -> Html:
    verdicts = {check.quantity: check.verdict for check in one.checks}
    cells: list[Child] = []
    for name, of in found.plan.quantities.items():
        said = sentences.estimated(of, one.estimates[name])
        cells.append(f"{said}: {verdicts[name]}" if name in verdicts else said)
    return row(sentences.setting_text(found.plan, one.candidate.values), charts.role(found, one), *cells)
