"""Modules alone and together: main effects and interactions of a factorial run."""

from __future__ import annotations

import math

from ...base.html import Html, inside, table, tag
from ...meters.metrics import Metric
from ..stats.block_table import Effect
from ..study.findings import Findings
from ..study.seat_effects import metric_of_seat
from ..texts import text
from .forest_plot import effects as effects_table
from .number_text import Scale
from .page_frame import folded, heat
from .small_chart import capital
from .verdicts import SIGNS, metric_of

EXPERIENCE = ("viability", "tension", "choice")
"""The topics of metrics that say how a game feels."""
SHOWN = 12
"""Most of these metrics in the picture, besides the primary ones."""
FOLDED = 30
"""Most exploratory metrics, which are folded; report.json has all."""


def section(findings: Findings) -> Html:
    """Return a table for each metric: main effects, then interactions of two; those of primary metrics are open."""
    gathered: dict[str, list[Effect]] = {}
    for one in findings.analysis.effects:
        gathered.setdefault(one.metric, []).append(one)
    if not gathered:
        return Html("")
    asked = [name for name in gathered if name in findings.spec.primary]
    others = {
        name: found for name, found in gathered.items() if name not in asked and any(map(_found, found))
    }
    least = sorted(others, key=lambda name: min(one.adjusted for one in others[name]))[:FOLDED]
    tables = {
        name: _table(findings, name, gathered[name], f"f{n}") for n, name in enumerate([*asked, *least])
    }
    learned = " They are those of the games once players have learned the rules." * bool(findings.relearned)
    title = f"Other metrics, the clearest effects first ({len(least)} of {len(gathered) - len(asked)})"
    return inside(
        picture(findings),
        [tables[name] for name in asked],
        tag("p", text("factors"), learned, cls="note"),
        folded(title, [tables[name] for name in least]),
    )


def picture(findings: Findings) -> Html | None:
    """Return the seats and what players experience down, rules alone and in pairs across, in one coloured table."""
    by: dict[str, dict[tuple[str, ...], Effect]] = {}
    for one in (*findings.seat_effects, *findings.analysis.effects):
        by.setdefault(one.metric, {})[one.term] = one
    seats = list(dict.fromkeys(one.metric for one in findings.seat_effects))
    asked = [name for name in findings.spec.primary if name in by]
    least = {name: min(one.adjusted for one in by[name].values()) for name in by}
    felt = [
        name
        for name in by
        if name not in (*seats, *asked)
        and metric_of(findings, name).group in EXPERIENCE
        and least[name] < findings.spec.alpha
    ]
    felt = [*asked, *sorted(felt, key=least.__getitem__)[:SHOWN]]
    terms = sorted({term for found in by.values() for term in found}, key=lambda term: (len(term), term))
    bodies = [
        [_row(findings, name, by[name], terms, metric_of_seat(name)) for name in seats],
        [_row(findings, name, by[name], terms, metric_of(findings, name)) for name in felt],
    ]
    heads = ("", *(" \u00d7 ".join(term) for term in terms))
    caption = text("factors.picture")
    drawn = table(caption, heads, *(body for body in bodies if body), cls="heat")
    return inside(drawn, tag("p", text("factors.colours"), cls="note"))


def _row(
    findings: Findings,
    name: str,
    found: dict[tuple[str, ...], Effect],
    terms: list[tuple[str, ...]],
    metric: Metric,
) -> Html:
    known = [one for one in found.values() if math.isfinite(one.estimate)]
    scale = Scale.estimated(metric, *known)
    cells = []
    for term in terms:
        one = found.get(term)
        if one is None or not math.isfinite(one.estimate):
            cells.append(tag("td"))
            continue
        look = heat(one.estimate, one.adjusted < findings.spec.alpha)
        cells.append(tag("td", scale.change(one.estimate), cls=look))
    return tag("tr", tag("th", f"{capital(metric.title)}{scale.step_note}", scope="row"), cells)


def _found(one: Effect) -> bool:
    """True if the effect is known and not exactly 0 in every block."""
    return math.isfinite(one.estimate) and (one.estimate != 0 or math.isfinite(one.low))


def _table(findings: Findings, name: str, effects: list[Effect], grid: str) -> Html:
    metric = metric_of(findings, name)
    scale = Scale.estimated(metric, *effects)
    rows = [
        (" \u00d7 ".join(one.term), one, len(one.term) > 1)
        for one in sorted(effects, key=lambda one: len(one.term))
    ]
    sign = f"{SIGNS['differs']} "
    return effects_table(capital(metric.title), "Term", scale, rows, findings.spec.alpha, grid, sign)
