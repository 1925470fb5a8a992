"""The points of a match as charts in SVG, from the same data as those in text: by source as bars, by round as lines.

A letter says which source a part of a bar is, a letter and the dashes whose a line is, so that colours are not needed.
Both scale with the page, are as wide as a phone, and say all their numbers in words.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..base.html import Html, inside, short, tag
from ..base.sanitize import printable
from .cells import cell_len, cut
from .colours import OKABE_ITO, Theme, dashes, readable
from .css import tint_class
from .signs import letters
from .svg_page import FONT
from .text_charts import SIGNS, TINTS, PointSource, ticks_of, weight

WIDE, HIGH = 360.0, 220.0
EDGE = 6.0
ROW, BAR = 44.0, 22.0
"""From one bar to the next, and how thick a bar is."""
MOST = len(TINTS)
"""So many sources have a part of a bar each; the small ones of more are added up."""
NAME = 14
LABEL = 13
"""The most numbers of rounds below a chart."""


def sources_svg(
    title: str,
    seats: Sequence[str],
    parts: Sequence[PointSource],
    *,
    rest: str,
    signs: Sequence[str] = (),
    theme: Theme = OKABE_ITO,
) -> Html:
    """Return a bar of points by source for each seat, losses at its left; `rest` names what is added up.

    `signs` are the players' letters in the drawings of the match.
    """
    parts = gathered(parts, rest)
    gains = [sum(max(part.points[seat], 0) for part in parts) for seat in range(len(seats))]
    losses = [sum(max(-part.points[seat], 0) for part in parts) for seat in range(len(seats))]
    scale = (WIDE - 2 * EDGE) / max(1, max(gains, default=0) + max(losses, default=0))
    zero = EDGE + scale * max(losses, default=0)
    drawn: list[Html] = []
    for seat, sign in enumerate(signs or letters(seats)):
        y = EDGE + seat * ROW
        drawn += _named(EDGE, y + 11, sign, _cut(seats[seat]), theme.tint(f"seat {seat}", {}))
        total = str(gains[seat] - losses[seat])
        drawn.append(_text(WIDE - EDGE, y + 11, total, anchor="end", bold=True))
        left, right = zero - scale * losses[seat], zero
        for n, part in enumerate(parts):
            points = part.points[seat]
            wide = scale * abs(points)
            at = left if points < 0 else right
            if points:
                drawn.append(_segment(at, y + 16, wide, n, points, theme))
            left, right = left + wide * (points < 0), right + wide * (points > 0)
    if any(losses):
        low = EDGE + len(seats) * ROW
        drawn.append(tag("path", d=f"M{short(zero)} {short(EDGE)}V{short(low)}", stroke="currentColor"))
    said = [
        f"{name} {gains[seat] - losses[seat]}: "
        + ", ".join(f"{part.name} {part.points[seat]}" for part in parts if part.points[seat])
        for seat, name in enumerate(seats)
    ]
    return _chart(title, said, 2 * EDGE + len(seats) * ROW - 6, drawn, "sources")


def sources_table(
    seats: Sequence[str],
    parts: Sequence[PointSource],
    *,
    rest: str,
    signs: Sequence[str] = (),
    theme: Theme = OKABE_ITO,
) -> Html:
    """Return what the letters of the bars mean, with the points of each seat, as a table."""
    parts = gathered(parts, rest)
    names = [
        tag("th", tag("span", sign, title=name, aria_label=name), scope="col", cls="number")
        for sign, name in zip(signs or letters(seats), seats, strict=True)
    ]
    rows = []
    for n, part in enumerate(parts):
        chip = tag("span", SIGNS[n], cls=f"ink chip {tint_class(_tint(n, theme))}", aria_hidden="true")
        points = [tag("td", str(one) if one else "-", cls="number") for one in part.points]
        rows.append(tag("tr", tag("th", chip, " ", part.name, scope="row"), points))
    return tag("table", tag("thead", tag("tr", tag("td"), names)), tag("tbody", rows), cls="sources")


def gathered(parts: Sequence[PointSource], rest: str) -> list[PointSource]:
    """Return the sources with points, the largest first, small ones of many added up under the name `rest`."""
    found = sorted((part for part in parts if any(part.points)), key=lambda part: -weight(part))
    if len(found) <= MOST:
        return found
    small = [part.points for part in found[MOST - 1 :]]
    return [*found[: MOST - 1], PointSource(rest, tuple(map(sum, zip(*small, strict=True))))]


def rounds_svg(
    title: str,
    seats: Sequence[str],
    numbers: Sequence[int],
    rounds: Sequence[Sequence[int]],
    *,
    signs: Sequence[str] = (),
    theme: Theme = OKABE_ITO,
) -> Html:
    """Return the points of each seat at the end of each round as a line. `numbers` are those of the rounds."""
    said = [f"{name}: {', '.join(str(points[seat]) for points in rounds)}" for seat, name in enumerate(seats)]
    if not rounds:
        return _chart(title, said, 2 * EDGE, [], "rounds")
    low, high = min(0, *map(min, rounds)), max(1, *map(max, rounds))
    ticks = ticks_of(low, high, 9)
    low, high = min(low, ticks[0]), max(high, ticks[-1])
    left = EDGE + 7.0 * max(len(str(tick)) for tick in ticks) + 4
    right, top, bottom = WIDE - EDGE - 44.0, EDGE + 6, HIGH - 20.0

    def x_of(n: int) -> float:
        return left + 4 + (right - left - 10) * n / max(1, len(rounds) - 1)

    def y_of(points: int) -> float:
        return bottom - (bottom - top) * (points - low) / (high - low)

    drawn: list[Html] = []
    for tick in ticks:
        y = y_of(tick)
        path = f"M{short(left)} {short(y)}H{short(right)}"
        drawn.append(tag("path", d=path, stroke="currentColor", opacity="0.25" if tick else "0.7"))
        drawn.append(_text(left - 5, y + 4, str(tick), anchor="end"))
    every = -(-len(rounds) // LABEL)
    shown = [n for n in range(len(rounds)) if n % every == 0 and (n == 0 or len(rounds) - n >= every)]
    drawn += [_text(x_of(n), HIGH - 5, str(numbers[n]), anchor="middle") for n in shown]
    for seat in range(len(seats)):
        points = [(x_of(n), y_of(one[seat])) for n, one in enumerate(rounds)]
        drawn.append(_line(points, seat, theme.tint(f"seat {seat}", {})))
    ends = _spread([y_of(rounds[-1][seat]) for seat in range(len(seats))], 17.0, top, bottom)
    for seat, sign in enumerate(signs or letters(seats)):
        (x, y), end = (x_of(len(rounds) - 1), y_of(rounds[-1][seat])), ends[seat]
        lead = f"M{short(x + 3)} {short(y)}L{short(right + 3)} {short(end)}"
        drawn.append(tag("path", d=lead, stroke="currentColor", opacity="0.4", fill="none"))
        points_now = str(rounds[-1][seat])
        drawn += _named(right + 3, end + 4.5, sign, points_now, theme.tint(f"seat {seat}", {}))
    names, low_end = _names(seats, signs or letters(seats), HIGH + 14, theme)
    # For a cursor: where the first round and the last one are, and from where to where it goes.
    where = {"data_first": x_of(0), "data_last": x_of(len(rounds) - 1), "data_top": top, "data_low": bottom}
    return _chart(title, said, low_end + EDGE, [*drawn, *names], "rounds", **where)


def _chart(
    title: str, said: Sequence[str], high: float, drawn: Sequence[Html], kind: str, **more: object
) -> Html:
    return tag(
        "svg",
        tag("title", title),
        tag("desc", "; ".join(said)),
        drawn,
        cls=f"chart {kind}",
        viewBox=f"0 0 {short(WIDE)} {short(high)}",
        role="img",
        aria_label=f"{title}. {'; '.join(said)}",
        font_family=FONT,
        font_size="12",
        **more,
    )


def _text(
    x: float,
    y: float,
    text: str,
    *,
    anchor: str | None = None,
    bold: bool = False,
    fill: str = "currentColor",
) -> Html:
    weight = "bold" if bold else None
    return tag("text", text, x=x, y=y, text_anchor=anchor, font_weight=weight, fill=fill)


def _named(x: float, y: float, sign: str, said: str, colour: str) -> list[Html]:
    """Return a player's letter on the player's colour, and a text beside it, both on this baseline."""
    badge = tag("rect", x=x, y=y - 11.5, width=15.0, height=15.0, rx="3", fill=colour, stroke="#1a1a1a")
    letter = _text(x + 7.5, y, sign, anchor="middle", bold=True, fill=readable(colour))
    return [badge, letter, _text(x + 19, y, said)]


def _segment(x: float, y: float, wide: float, n: int, points: int, theme: Theme) -> Html:
    """Return the part of a bar that source number `n` makes up, with its letter and its points if there is room."""
    colour = _tint(n, theme)
    said = next((text for text in (f"{SIGNS[n]} {points}", SIGNS[n]) if 7.6 * len(text) + 3 < wide), "")
    return inside(
        tag("rect", x=x, y=y, width=wide, height=BAR, fill=colour, stroke="#1a1a1a", stroke_width="0.8"),
        _text(x + wide / 2, y + 15.5, said, anchor="middle", fill=readable(colour)) if said else None,
    )


def _line(points: Sequence[tuple[float, float]], seat: int, colour: str) -> Html:
    """Return a line through these points, with dots on it, dark around its colour."""
    path = "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)
    dots = "".join(f"M{short(x - 2.6)} {short(y)}a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0" for x, y in points)
    dash = dashes(seat) or None
    return inside(
        tag("path", d=path, fill="none", stroke=colour, stroke_width="2.2", stroke_dasharray=dash),
        tag("path", d=dots, fill=colour, stroke="#1a1a1a", stroke_width="0.7"),
    )


def _names(seats: Sequence[str], signs: Sequence[str], y: float, theme: Theme) -> tuple[list[Html], float]:
    """Return whose the letters are, in as many lines as needed, and where they end."""
    drawn: list[Html] = []
    x = EDGE
    for seat, sign in enumerate(signs):
        name = _cut(seats[seat])
        wide = 19 + 7.6 * cell_len(name) + 36
        if x > EDGE and x + wide > WIDE:
            x, y = EDGE, y + 20
        drawn += _named(x, y, sign, name, theme.tint(f"seat {seat}", {}))
        dash = dashes(seat) or None
        path, colour = f"M{short(x + wide - 32)} {short(y - 4)}h22", theme.tint(f"seat {seat}", {})
        drawn.append(tag("path", d=path, stroke=colour, stroke_width="2.2", stroke_dasharray=dash))
        x += wide
    return drawn, y + 6


def _spread(places: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Return places as near to these as can be, at least a gap from one to the next, in the same order."""
    order = sorted(range(len(places)), key=lambda n: places[n])
    found = list(places)
    for n, one in enumerate(order):
        found[one] = max(places[one], found[order[n - 1]] + gap) if n else max(places[one], top)
    limit = bottom
    for one in reversed(order):
        found[one] = min(found[one], limit)
        limit = found[one] - gap
    return found


def _tint(n: int, theme: Theme) -> str:
    return theme.pale[TINTS[n % len(TINTS)]]


def _cut(name: str) -> str:
    return cut(printable(name), NAME)
