"""A search's findings as lines for the terminal: the answer, targets by settings, one step away, games to watch."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...base.sanitize import printable
from ...draw.cells import wrapped
from ..report import reconstructed
from ..report.number_text import explained, number
from . import sentences
from .confirmation import Confirmed
from .findings import SearchFindings
from .plan import SearchPlan
from .search import SearchHalted

GAMES = 3
"""Games that are shown; the page has more."""


def terminal(found: SearchFindings, width: int = 80) -> list[str]:
    """Return the report as lines without colours, each at most `width` wide where its words allow."""
    return explained("\n".join(_lines(found, width))).split("\n")


def halted(plan: SearchPlan, stop: SearchHalted, width: int = 80) -> Iterator[str]:
    """Yield what a search that was interrupted had found, as lines."""
    said = (
        "no setting is known yet" if not stop.best else "the best settings so far, which are not confirmed:"
    )
    yield from _wrapped(f"Interrupted in the {stop.stage}; {said}", width)
    for one in stop.best[: plan.finalists]:
        seen = "; ".join(
            f"{of.title} {sentences.amount(of, one.values[name])}" for name, of in plan.quantities.items()
        )
        yield from _wrapped(
            f"{sentences.setting_text(plan, one.candidate.values)}: {seen} ({one.blocks} blocks)", width, "  "
        )


def _lines(found: SearchFindings, width: int) -> Iterator[str]:
    plan = found.plan
    yield from _wrapped(found.question, width)
    yield ""
    for said in sentences.answer(found):
        yield from _wrapped(said, width)
    if made := reconstructed.sentence(plan.rules.provenance()):
        yield from _wrapped(made, width)
    yield from _wrapped(f"What to do: {sentences.advice(found)}", width)
    fresh = number(plan.confirm, 0)
    yield from _wrapped(
        f"({fresh} fresh blocks for each setting; all intervals hold together with {sentences.certainty(plan)}.)",
        width,
    )
    for one in found.shown:
        yield ""
        yield from _wrapped(f"{sentences.named(found, one)}{_role(found, one)}", width)
        for check in one.checks:
            of = plan.quantities[check.quantity]
            seen = sentences.estimated(of, check.estimate)
            searched = math.isfinite(check.searched)
            before = f"; in the search {sentences.amount(of, check.searched)}" if searched else ""
            yield from _wrapped(
                f"{check.verdict:<13} {sentences.wanted(plan, check)}: {seen}{before}{sentences.needed(check)}",
                width,
                "  ",
            )
        for name, seen_ in one.goals.items():
            of = plan.quantities[name]
            yield from _wrapped(f"{'goal':<13} {of.title}: {sentences.estimated(of, seen_)}", width, "  ")
    yield ""
    yield from _wrapped(sentences.steps(found), width)
    if said := sentences.rival(found):
        yield from _wrapped(said, width)
    yield ""
    for shown in found.watch[:GAMES]:
        yield printable(f"{shown.why}:")
        yield f"  {printable(shown.command)}"
    yield ""
    yield f"plan {plan.hash}, seed {plan.seed}, {number(found.played, 0)} blocks of one setting each"


def _role(found: SearchFindings, one: Confirmed) -> str:
    if one is found.chosen:
        return ": confirmed" if one.holds else ": nearest"
    return ": best of random search" if one is found.rival else ""


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    return wrapped(printable(text), max(width, 40), indent, indent + " " * 2 * bool(indent))
