"""The report as one self-contained HTML file: no script, no font, no network."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

from ...base.html import Html, inside, tag
from ..study.findings import Findings
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
    relearning,
    round_curves,
    source_bars,
    validity,
    verdicts,
)
from .first_screen import opening
from .number_text import worded
from .small_chart import capital

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
"""Nothing is loaded and nothing runs, whatever names and errors contain."""
SECTIONS: tuple[tuple[str, str, Callable[[Findings], Html]], ...] = (
    ("relearning", "What players have to relearn", relearning.section),
    ("factors", "Alone and together", factors.section),
    ("play", "How the game is played", changed_play.section),
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
"""What follows the opening: answers first, then what they rest on."""


def page(findings: Findings) -> str:
    """Return one self-contained HTML file; empty sections are left out."""
    drawn = [
        (key, _title(key, title, findings), section)
        for key, title, draw in SECTIONS
        if (section := draw(findings))
    ]
    links = [tag("li", tag("a", title, href=f"#{key}")) for key, title, _ in drawn]
    # The hatching of the base's areas, used by all charts.
    hatch = tag(
        "pattern",
        tag("path", d="M0 6L6 0", cls="hatch"),
        id="hatch",
        width="6",
        height="6",
        patternUnits="userSpaceOnUse",
    )
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="generator", content=f"tilewright {findings.version}"),
        tag("title", findings.question),
        tag("style", Html(files(__package__).joinpath("style.css").read_text("utf-8"))),
    )
    body = tag(
        "body",
        tag(
            "svg",
            tag("defs", hatch, forest_plot.marks()),
            width="0",
            height="0",
            cls="defs",
            aria_hidden="true",
        ),
        opening(findings),
        tag("nav", tag("ul", links), aria_label="Sections"),
        tag("main", [tag("section", tag("h2", title, id=key), section) for key, title, section in drawn]),
        tag(
            "footer",
            tag(
                "p",
                f"tilewright {findings.version}, plan ",
                tag("code", findings.plan_hash),
                f", seed {findings.seed}",
            ),
        ),
    )
    return "<!doctype html>\n" + inside(tag("html", head, "\n", body, lang="en")) + "\n"


def _title(key: str, title: str, findings: Findings) -> str:
    return capital(f"{worded(len(findings.watch), 'game')} to watch") if key == "watch" else title
