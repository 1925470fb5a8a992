"""The learning curve as a picture: share of wins against the usual bot by number of training games, with intervals.

Each step has a mark of its own, so that colours are not needed, and the picture says its numbers in words.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..base.html import Html, inside, tag
from ..bots.learned_file import Point, Trained
from ..lab.report.small_chart import HEIGHT, WIDTH, Plot, mark
from ..lab.report.svg_chart import HEAD, document

BELOW = 24.0
"""Between the pictures of two numbers of players: room for the heading of the second."""
SAID = {"weights": "weights tuned", "value": "values learned", "whole": "the bot"}
LOOKS = {"weights": "a", "value": "open", "whole": "b"}


def curve_svg(found: Trained, title: str) -> str:
    """Return one curve for each number of players, below each other, as SVG."""
    drawn: list[Html] = []
    for count, one in found.players.items():
        if one.curve:
            usual = one.results[0].against if one.results else "the usual bot"
            equal = one.results[0].even(int(count)) if one.results else 1 / int(count)
            plot = _curve(f"{count} players: share of wins against {usual}", one.curve, equal)
            top = HEAD + len(drawn) * (HEIGHT + BELOW)
            head = tag("text", plot.title, x=8.0, y=top + BELOW - 8, cls="head")
            drawn.append(inside(head, plot.picture(x=0.0, y=top + BELOW, width=WIDTH, height=HEIGHT)))
    high, places = len(drawn) * (HEIGHT + BELOW), {"weights": 12.0, "value": 120.0, "whole": 230.0}
    legend = inside(
        [mark(x, 28.0, LOOKS[step]), tag("text", SAID[step], x=x + 9, y=32.0)] for step, x in places.items()
    )
    return f"{document(f'{title}: learning curve', inside(drawn), legend, height=high)}\n"


def _curve(title: str, points: Sequence[Point], equal: float) -> Plot:
    """Draw a point for each step, joined by a line; above each other if several have as many games."""
    said = "; ".join(
        f"{SAID[point.step]}, after {point.games:,} games: {point.share:.3f} ({point.low:.3f} to {point.high:.3f})"
        for point in points
    )
    most = max(1, *(point.games for point in points))
    plot = Plot(title, said, (-0.02 * most, 1.04 * most), (0.0, 1.0))
    plot.axes("training games")
    plot.level(equal, f"an equal bot ({equal:.2f})", "bound")
    # Before it learns anything, a bot plays as the usual one does.
    plot.line([(0.0, equal), *((point.games, point.share) for point in points)], "zero")
    for step, look in LOOKS.items():
        mine = [point for point in points if point.step == step]
        plot.rises([(point.games, point.low, point.high) for point in mine], f"bar {look}")
        plot.marks([(point.games, point.share) for point in mine], look)
    return plot
