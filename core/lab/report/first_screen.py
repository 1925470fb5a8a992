"""The first screen of a page: the question, the sentence that answers it, the picture, and what to do."""

from __future__ import annotations

from ...base.html import Html, inside, tag
from ..study.findings import Findings
from .answer import advice, sentences
from .number_text import count, duration
from .picture import picture
from .provenance import panel
from .small_chart import capital


def opening(findings: Findings) -> Html:
    """Return the head of the page, which a reader without statistics understands."""
    advised = list(advice(findings))
    return tag(
        "header",
        tag("p", "Comparison of rules", cls="kind"),
        tag("h1", findings.question),
        [tag("p", said, cls="answer") for said in sentences(findings)],
        picture(findings),
        tag("p", tag("b", "What to do: "), " ".join(advised), cls="advice") if advised else None,
        tag("p", _played(findings), cls="note"),
    )


def _played(findings: Findings) -> Html:
    games = sum(findings.audit.games.values())
    return inside(
        f"{capital(count(games, 'game'))} of {count(findings.players, 'player')} in "
        f"{count(len(findings.table.blocks), 'block')} with the same luck under each ruleset, "
        f"{duration(findings.seconds)}, played by bots ({panel(findings)}). People may play differently: ",
        tag("a", "limits", href="#limits"),
        ".",
    )
