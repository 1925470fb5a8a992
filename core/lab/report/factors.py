"""Modules alone and together: main effects and interactions of a factorial run."""

from __future__ import annotations

import math

from ...base.html import Html, inside, tag
from ..stats.block_table import Effect
from ..study.findings import Findings
from ..texts import text
from .forest_plot import effects as effects_table
from .number_text import Scale
from .small_chart import capital
from .verdicts import SIGNS, metric_of

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
    folded = [tables[name] for name in least]
    title = f"Other metrics, the clearest effects first ({len(least)} of {len(gathered) - len(asked)})"
    return inside(
        [tables[name] for name in asked],
        tag("p", text("factors"), learned, cls="note"),
        tag("details", tag("summary", title), folded) if folded else None,
    )


def _found(one: Effect) -> bool:
    """True if the effect is known and not exactly 0 in every block."""
    return math.isfinite(one.estimate) and (one.estimate != 0 or math.isfinite(one.low))


def _table(findings: Findings, name: str, effects: list[Effect], grid: str) -> Html:
    metric = metric_of(findings, name)
    scale = Scale.of(metric, [(one.high - one.low) / 2 for one in effects], [one.estimate for one in effects])
    rows = [
        (" \u00d7 ".join(one.term), one, len(one.term) > 1)
        for one in sorted(effects, key=lambda one: len(one.term))
    ]
    sign = f"{SIGNS['differs']} "
    return effects_table(capital(metric.title), "Term", scale, rows, findings.spec.alpha, grid, sign)
