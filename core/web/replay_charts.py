"""The charts of a match for its replay: the points by round, on which a cursor follows the walk, and by source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.html import Html, inside, tag
from ..draw.signs import signs
from ..draw.svg_charts import rounds_svg, sources_svg, sources_table
from ..draw.text_charts import PointSource
from ..table.narration import label
from ..table.point_course import course

if TYPE_CHECKING:
    from ..table.replay_walk import Walk


def rounds(walk: Walk) -> Html:
    """Return a chart of the points after each round; nothing before the second round, since one point is no line."""
    chart = walk.chart(walk.last)
    if chart is None:
        return Html("")
    title, numbers, points = chart
    return inside(tag("h2", title), rounds_svg(title, walk.seats, numbers, points, signs=signs(walk.show)))


def sources(walk: Walk) -> Html:
    """Return where the points came from, as bars and in a table; nothing if there are none."""
    found, said = course(walk.match), walk.said
    if not found.reasons:
        return Html("")
    parts = [
        PointSource(label(walk.rules, key, walk.lang), by)
        for key, by in zip(found.reasons, found.sources, strict=True)
    ]
    title, rest = said("after.sources"), said("after.rest")
    return inside(
        tag("h2", title),
        sources_svg(title, found.seats, parts, rest=rest, signs=found.signs),
        tag("div", sources_table(found.seats, parts, rest=rest, signs=found.signs), cls="scroll"),
    )
