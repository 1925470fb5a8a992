"""The learning curve as a picture: share of wins against the usual bot by number of training games, with intervals.

Each step has a mark of its own, so that colours are not needed, and the picture says its numbers in words.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..base.html import Html, inside, short, tag
from ..bots.learned_file import Point, Trained
from ..draw.svg_page import FONT
from ..draw.text_charts import ticks_of

WIDE, HIGH = 640.0, 330.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 20.0, 44.0, 76.0
BELOW = 26.0
"""Between the pictures of two numbers of players."""
PAPER, INK, PALE = "#ffffff", "#1a1a1a", "#d0d0d0"
COLOURS = {"weights": "#0072b2", "value": "#009e73", "whole": "#d55e00"}
"""Okabe and Ito's."""
SAID = {"weights": "weights tuned", "value": "values learned", "whole": "the bot"}


def curve_svg(found: Trained, title: str) -> str:
    """Return one curve for each number of players, below each other, as SVG."""
    parts: list[Html] = []
    y = 0.0
    for count, one in found.players.items():
        usual = one.results[0].against if one.results else "the usual bot"
        head = f"{title}, {count} players: share of wins against {usual}"
        if one.curve:
            parts.append(tag("g", _curve(head, one.curve, int(count)), transform=f"translate(0 {short(y)})"))
            y += HIGH + BELOW
    high = max(y - BELOW, TOP)
    drawn = tag(
        "svg",
        tag("title", f"Learning curve: {found.ruleset}"),
        tag("rect", x=0.0, y=0.0, width=WIDE, height=high, fill=PAPER),
        parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {short(WIDE)} {short(high)}",
        width=WIDE,
        height=high,
        font_family=FONT,
        font_size="13",
    )
    return f"{drawn}\n"


def _curve(head: str, points: Sequence[Point], players: int) -> list[Html]:
    """Draw a point for each step, joined by a line; above each other if several have as many games."""
    most = max(1, *(point.games for point in points))
    right, bottom = WIDE - RIGHT, HIGH - BOTTOM

    def x_of(games: float) -> float:
        return LEFT + 14 + (right - LEFT - 28) * games / most

    def y_of(share: float) -> float:
        return bottom - (bottom - TOP) * share

    drawn = [_text(LEFT - 40, 22, head, size="15", bold=True)]
    for n in range(6):
        y = y_of(n / 5)
        drawn.append(_rule(LEFT, y, right, y, PALE))
        drawn.append(_text(LEFT - 8, y + 4.5, f"{n / 5:.1f}", anchor="end"))
    equal = y_of(1 / players)
    drawn.append(_rule(LEFT, equal, right, equal, INK, dash="5 4"))
    for tick in ticks_of(0, most, 13):
        if tick <= most:
            x = x_of(tick)
            drawn.append(_rule(x, bottom, x, bottom + 4, INK))
            drawn.append(_text(x, bottom + 18, f"{tick:,}", anchor="middle"))
    drawn.append(_text((LEFT + right) / 2, bottom + 36, "training games", anchor="middle"))
    # Before it learns anything, a bot plays as the usual one does.
    at = [(0.0, 1 / players), *((point.games, point.share) for point in points)]
    line = "M" + "L".join(f"{short(x_of(games))} {short(y_of(share))}" for games, share in at)
    drawn.append(tag("path", d=line, fill="none", stroke="#707070", stroke_width="1.6"))
    for point in points:
        x, colour = x_of(point.games), COLOURS[point.step]
        low, high = y_of(point.low), y_of(point.high)
        bar = f"M{short(x)} {short(low)}V{short(high)}M{short(x - 4)} {short(low)}h8M{short(x - 4)} {short(high)}h8"
        said = (
            f"{SAID[point.step]}, after {point.games:,} games: {point.share:.3f}"
            f" ({point.low:.3f} to {point.high:.3f})"
        )
        drawn.append(
            tag(
                "g",
                tag("title", said),
                tag("path", d=bar, stroke=colour, stroke_width="1.6", fill="none"),
                _mark(point.step, x, y_of(point.share), colour),
            )
        )
    return [*drawn, *_legend(points, players)]


def _legend(points: Sequence[Point], players: int) -> list[Html]:
    """Explain the marks in a line below."""
    x, y = LEFT + 14, HIGH - 14
    drawn: list[Html] = []
    for step, said in SAID.items():
        if any(point.step == step for point in points):
            drawn += [_mark(step, x, y, COLOURS[step]), _text(x + 12, y + 4.5, said)]
            x += 7.4 * len(said) + 40
    return [
        *drawn,
        _rule(x - 8, y, x + 14, y, INK, dash="5 4"),
        _text(x + 20, y + 4.5, f"an equal bot ({1 / players:.2f})"),
    ]


def _mark(step: str, x: float, y: float, colour: str) -> Html:
    if step == "weights":
        return tag("circle", cx=x, cy=y, r="4.5", fill=colour, stroke=INK, stroke_width="0.8")
    shapes = {
        "value": f"M{short(x - 4.2)} {short(y - 4.2)}h8.4v8.4h-8.4z",
        "whole": f"M{short(x)} {short(y - 6.5)}l6.5 6.5-6.5 6.5-6.5-6.5z",
    }
    return tag("path", d=shapes[step], fill=colour, stroke=INK, stroke_width="0.8")


def _rule(x: float, y: float, to_x: float, to_y: float, colour: str, dash: str | None = None) -> Html:
    path = f"M{short(x)} {short(y)}L{short(to_x)} {short(to_y)}"
    return inside(tag("path", d=path, stroke=colour, stroke_dasharray=dash, fill="none"))


def _text(
    x: float, y: float, text: str, *, anchor: str | None = None, size: str | None = None, bold: bool = False
) -> Html:
    return tag(
        "text",
        text,
        x=x,
        y=y,
        text_anchor=anchor,
        font_size=size,
        font_weight="bold" if bold else None,
        fill=INK,
    )
