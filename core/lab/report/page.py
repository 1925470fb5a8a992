"""The report as one self-contained HTML file: no script, no font, no network.

Its first screen has the question, the sentence that answers it, the picture, and what to do. For pages of others, such
as notebooks, there is a piece of it without a style.
"""

from __future__ import annotations

from collections.abc import Callable

from ...base.html import Html, command, inside, row, table, tag
from ..stats.block_table import MetricResult
from ..study.findings import Findings
from ..texts import text
from . import (
    by_seat,
    changed_play,
    distributions,
    factors,
    forest_plot,
    games,
    limits,
    luck,
    provenance,
    reconstructed,
    relearning,
    round_curves,
    screening_pictures,
    skill,
    source_bars,
    validity,
    verdicts,
    where,
)
from .advice import advice, commands
from .answer import answer, bounds, sentences
from .flag_text import held
from .number_text import POINTS, Scale, certainty, count, duration, worded
from .page_frame import definitions, folded, footer, framed, sections
from .picture import picture
from .small_chart import capital

SECTIONS: tuple[tuple[str, str, Callable[[Findings], Html]], ...] = (
    ("relearning", "What players have to relearn", relearning.section),
    ("skill", "How much skill decides", skill.section),
    ("factors", "Alone and together", factors.section),
    ("play", "How the game is played", changed_play.section),
    ("where", "Where and when", where.section),
    ("watch", "Games to watch", lambda findings: games.watch(findings.watch)),
    ("run", "Plan and rulesets", provenance.section),
    ("verdict", "Primary metrics", verdicts.section),
    ("metrics", "All metrics", forest_plot.section),
    ("parts", "By seat and by bot", by_seat.section),
    ("distributions", "Distributions", distributions.section),
    ("time", "Over time", round_curves.section),
    ("sources", "Where the points come from", source_bars.section),
    ("restricted", "What strategies are worth", games.restricted),
    ("luck", "What seats and seeds decide", luck.section),
    ("validity", "Pairing and validity", validity.section),
    ("limits", "Limits", limits.section),
)
"""The sections after the opening: answers first, then the evidence."""
SHORT = ("skill", "play", "watch", "verdict")
"""Of a screening, the sections on its fresh blocks that are open; the others are folded."""
WHOLE = ("factors", "relearning", "where", "run", "limits")
"""The sections that are about the whole run."""


def page(findings: Findings, state: str = "") -> str:
    """Return one self-contained HTML file; empty sections are left out. `state` says of what it was made."""
    titles = {"watch": capital(f"{worded(len(findings.watch), 'game')} to watch")}
    drawn = [
        (key, titles.get(key, title), section) for key, title, draw in SECTIONS if (section := draw(findings))
    ]
    if findings.screening is not None:
        drawn = _screened(findings, findings.screening.fresh)
    # The hatching of the base's areas, used by all charts.
    hatch = tag(
        "pattern",
        tag("path", d="M0 6L6 0", cls="hatch"),
        id="hatch",
        width="6",
        height="6",
        patternUnits="userSpaceOnUse",
    )
    return framed(
        findings.question,
        findings.version,
        definitions(hatch, forest_plot.marks()),
        _opening(findings),
        *sections(drawn),
        footer(findings.version, findings.plan_hash, findings.seed, state),
    )


def _screened(findings: Findings, fresh: Findings | None) -> list[tuple[str, str, Html]]:
    """Return the sections of a screening: those of its fresh blocks, most of them folded."""
    found, details = list[tuple[str, str, Html]](), list[Html]()
    for key, title, draw in SECTIONS:
        of = findings if key in WHOLE else fresh
        drawn = draw(of) if of is not None else Html("")
        if drawn and (key in WHOLE or key in SHORT):
            found.append((key, title, drawn))
        elif drawn:
            details.append(inside(tag("h3", title), drawn))
    if more := folded(text("page.folded"), details):
        found.insert(-1, ("details", "Details of what was confirmed", more))
    return found


def _opening(findings: Findings) -> Html:
    """Return the head of the page, which a reader without statistics understands."""
    advised = advice(findings)
    return tag(
        "header",
        tag("p", "Comparison of rules", cls="kind"),
        tag("h1", findings.question),
        [tag("p", held(said), cls="answer") for said in sentences(findings)],
        tag("p", said, cls="note") if (said := reconstructed.compared(findings)) else None,
        picture(findings) if findings.screening is None else screening_pictures.picture(findings),
        screening_pictures.confirmation(findings) if findings.screening is not None else None,
        tag("p", tag("b", "What to do: "), held(" ".join(advised)), cls="advice") if advised else None,
        [command(one) for one in commands(findings)],
        tag("p", _played(findings), cls="note"),
    )


def _played(findings: Findings) -> Html:
    said = text(
        "page.played",
        games=capital(count(sum(findings.audit.games.values()), "game")),
        players=count(findings.players, "player"),
        blocks=count(findings.analysis.blocks, "block"),
        seconds=duration(findings.seconds),
        bots=provenance.panel(findings.panel),
    )
    return inside(said, tag("a", "limits", href="#limits"), ".")


def embedded(findings: Findings) -> Html:
    """Return the question, the sentence that answers it, the primary results, and how the game is played."""
    results = verdicts.all_primaries(findings)
    shares = any(verdicts.metric_of(findings, one.metric).kind != "mean" for one in results)
    played = list(changed_play.lines(findings))
    advised = " ".join(advice(findings))
    return inside(
        tag("h4", findings.question),
        tag("p", tag("b", answer(findings))),
        _results(findings, results) if results else None,
        tag("p", tag("small", f"{POINTS}.")) if shares else None,
        tag("ul", [tag("li", one) for one in played]) if played else None,
        tag("p", tag("small", changed_play.explored(findings))) if played else None,
        tag("p", tag("b", "What to do: "), held(advised)) if advised else None,
        [command(one) for one in commands(findings)],
    )


def _results(findings: Findings, results: list[MetricResult]) -> Html:
    head = (
        "Variant",
        "Metric",
        findings.arms[0].name,
        "Variant",
        f"Difference, {certainty(findings.spec.alpha)} interval",
        "",
        "What it says",
    )
    rows = []
    for one in results:
        metric = verdicts.metric_of(findings, one.metric)
        scale = Scale.fitting(metric, one)
        change = scale.ranged(one.difference, one.low, one.high)
        rows.append(
            row(
                one.variant,
                f"{capital(metric.title)}{scale.unit_note}",
                scale.value(one.base_mean),
                scale.value(one.variant_mean),
                change,
                verdicts.word(one),
                bounds(findings, one),
            )
        )
    return table("Primary results", head, rows)
