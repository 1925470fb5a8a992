"""The charts of a match for its replay: the points by round, on which a cursor follows the walk, and by source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.html import Html, inside, tag
from ..draw.signs import signs
from ..draw.svg_charts import bars, rounds_svg
from ..rules.state import by_score
from ..table.point_course import course
from . import end_card

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
    """Return where the points came from as bars; at the end of a match what decided it as well. "" without points."""
    found, said = course(walk.match), walk.said
    if walk.match.over:
        return end_card.content(walk.match, walk.eyes if isinstance(walk.eyes, int) else None, walk.lang)
    if not found.reasons:
        return Html("")
    places, marks = by_score(found.scores), found.signs
    parts, rest = found.parts(walk.rules, walk.lang), said("after.rest")
    drawn = bars(found.seats, marks, places, found.scores, parts, rest=rest)
    return inside(tag("h2", said("after.sources")), drawn)
