"""The points of a match as charts for pages, from the same data as those in text: by source as bars, and over time.

A symbol or letter says which source a part of a bar is, a letter and a style whose a line is, so that colours are not
needed. Both use the width that there is, and say all their numbers in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..base.html import Html, inside, percent, short, tag
from ..base.sanitize import printable
from .cells import cut
from .colours import LINES, SEATS, dashes, readable
from .signs import letters
from .svg_page import FONT
from .symbols import SYMBOLS, use
from .text_charts import SIGNS, PointSource, gathered, ticks_of

WIDE, HIGH = 360.0, 165.0
EDGE = 6.0
MOST = 14
"""So many sources have a part of a bar each; the small ones of more are added up."""
NAME = 14
SHADES = (1.0, 0.94, 0.56, 0.46, 0.36, 0.28)
"""How much of the player's colour the parts of a bar have, from the largest on."""
ROOM = (0.03, 0.07, 0.14)
"""Shares of a bar from which on there is room for a number, on a wide page for a symbol too, and everywhere."""
HATCH = tag(
    "pattern",
    tag("rect", width=6, height=6, fill="#fff"),
    tag("rect", width=2, height=6, fill="#a3271c"),
    id="hatched",
    width=6,
    height=6,
    patternUnits="userSpaceOnUse",
    patternTransform="rotate(45)",
)
NO_NOTES: Mapping[int, str] = {}
LABEL = 13
"""The most numbers of rounds below a chart."""


def bars(
    seats: Sequence[str],
    signs: Sequence[str],
    places: Sequence[Sequence[int]],
    totals: Sequence[int],
    parts: Sequence[PointSource],
    *,
    rest: str,
    notes: Mapping[int, str] = NO_NOTES,
    numbered: bool = True,
    partners: Sequence[Sequence[int]] = (),
) -> Html:
    """Return a row for each player by places, with a bar of points by source and losses hatched at its end.

    `totals` are what decides. `partners` share a row, with one bar of what each has brought. A source has its symbol,
    or a letter; a list says which. `rest` names what is added up; `notes` stand by names.
    Without `numbered` nobody is in a place.
    """
    parts = gathered(parts, rest, MOST)
    sides = partners or [(seat,) for own in places for seat in own]
    groups = [[left for side in sides if (left := [one for one in side if one in own])] for own in places]
    whole = max(
        [sum(abs(part.points[seat]) for part in parts for seat in side) for own in groups for side in own]
        + [1]
    )
    rows = list[Html]()
    for place, side in [
        (1 + sum(max(1, len(one)) for one in groups[:n]), side)
        for n, own in enumerate(groups)
        for side in own
    ]:
        at, drawn, said, names = 0.0, list[Html](), list[str](), list[Html]()
        for seat in side:
            found = sorted((-part.points[seat], n) for n, part in enumerate(parts) if part.points[seat])
            for rank, (lost, n) in enumerate(found):
                drawn.append(_segment(at / whole, abs(lost) / whole, seat, rank, n, parts[n]))
                at += abs(lost)
            told, name = ", ".join(f"{parts[n].name} {-lost}" for lost, n in found), printable(seats[seat])
            said.append(f"{name}: {told or 0}" if len(side) > 1 else told or "0")
            note = tag("small", notes[seat]) if seat in notes else None
            names += [
                tag("span", signs[seat], cls=f"chip seat-{seat % len(SEATS)}", aria_hidden="true"),
                tag("b", cut(name, NAME), note, cls="name"),
            ]
        bar = tag(
            "svg",
            None if rows else HATCH,
            drawn,
            cls="points-bar",
            height=34,
            role="img",
            aria_label="; ".join(said),
        )
        row = [
            tag("span", str(place) if numbered else "", cls="place"),
            *([tag("div", names, cls="partners")] if len(side) > 1 else names),
            bar,
            tag("b", str(totals[side[0]]), cls="total"),
        ]
        rows.append(tag("li", row, cls="first" if place == 1 else None))
    named = [tag("li", _source_sign(n, part), " ", part.name) for n, part in enumerate(parts)]
    return inside(tag("ol", rows, cls="standings"), tag("ul", named, cls="meanings") if named else None)


def _segment(at: float, wide: float, seat: int, rank: int, n: int, part: PointSource) -> Html:
    """Return a part of a bar, with what it is and its points as far as there is room."""
    points, colour = part.points[seat], SEATS[seat % len(SEATS)]
    box = {"x": percent(at), "y": 0, "width": percent(wide), "height": 34, "rx": 5}
    paper = tag("rect", **box, fill="#fffaf0")
    shade = SHADES[min(rank, len(SHADES) - 1)]
    ink = "#a3271c" if points < 0 else "#fff" if shade > 0.9 else "#1a150e"
    area = (
        tag("rect", **box, fill="url(#hatched)")
        if points < 0
        else tag("rect", **box, fill=colour, fill_opacity=shade)
    )
    number = str(points).replace("-", "\u2212")
    both: str = _symbol(n, part, -26.0, 5.0, colour, ink) + _text(2.0, 22.0, number, bold=True, fill=ink)
    only: str = tag("text", number, y=22, text_anchor="middle", font_weight="bold", fill=ink)
    room = "" if wide < ROOM[0] else "few" if wide < ROOM[1] else "some" if wide < ROOM[2] else "much"
    if points < 0 and room:
        both = only = tag("rect", x=-12, y=8, width=24, height=18, rx=4, fill="#fff") + only
    shown = [tag("g", Html(both), cls="full") if room in ("some", "much") else None]
    shown.append(tag("g", Html(only), cls="bare") if room in ("few", "some") else None)
    inner = tag("svg", shown, x=percent(at + wide / 2), overflow="visible") if room else None
    return tag("g", tag("title", f"{part.name} {points}"), paper, area, inner, cls=f"seg {room}".rstrip())


def _symbol(n: int, part: PointSource, x: float, y: float, colour: str, ink: str) -> str:
    """Return the symbol of a source on a plate, or its letter, 24 high."""
    if part.icon not in SYMBOLS:
        return _text(x + 12, y + 17, SIGNS[n], anchor="middle", fill=ink)
    plate = tag("rect", x=x, y=y, width=24, height=24, rx=6, fill="#fffaf0")
    return plate + tag(
        "g", Html(use(part.icon, 20, colour)), transform=f"translate({short(x + 12)} {short(y + 12)})"
    )


def _source_sign(n: int, part: PointSource) -> Html:
    if max(part.points) <= 0:
        drawn = tag("rect", x=-11, y=-11, width=22, height=22, rx=4, fill="url(#hatched)")
    else:
        drawn = Html(_symbol(n, part, -12.0, -12.0, "#8a8378", "currentColor"))
    return tag("svg", drawn, cls="icon", viewBox="-12 -12 24 24", aria_hidden="true")


def rounds_svg(
    title: str,
    seats: Sequence[str],
    numbers: Sequence[int],
    rounds: Sequence[Sequence[int]],
    *,
    signs: Sequence[str] = (),
) -> Html:
    """Return the points of each seat at the end of each round as a line. `numbers` are those of the rounds.

    `signs` are the players' letters; the page says whose they are.
    """
    said = [f"{name}: {', '.join(str(points[seat]) for points in rounds)}" for seat, name in enumerate(seats)]
    if not rounds:
        return tag("svg", tag("title", title), cls="chart course", role="img", aria_label=title)
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
        drawn.append(_line(points, seat))
    ends = _spread([y_of(rounds[-1][seat]) for seat in range(len(seats))], 17.0, top, bottom)
    for seat, sign in enumerate(signs or letters(seats)):
        (x, y), end = (x_of(len(rounds) - 1), y_of(rounds[-1][seat])), ends[seat]
        lead = f"M{short(x + 3)} {short(y)}L{short(right + 3)} {short(end)}"
        drawn.append(tag("path", d=lead, stroke="currentColor", opacity="0.4", fill="none"))
        points_now = str(rounds[-1][seat])
        drawn += _named(right + 3, end + 4.5, sign, points_now, SEATS[seat % len(SEATS)])
    # For a cursor: where the first round and the last one are, and from where to where it goes.
    where = {"data_first": x_of(0), "data_last": x_of(len(rounds) - 1), "data_top": top, "data_low": bottom}
    return tag(
        "svg",
        tag("title", title),
        drawn,
        cls="chart course",
        viewBox=f"0 0 {short(WIDE)} {short(HIGH)}",
        role="img",
        aria_label=f"{title}. {'; '.join(said)}",
        font_family=FONT,
        font_size="12",
        **where,
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


def _line(points: Sequence[tuple[float, float]], seat: int) -> Html:
    """Return a line through these points, in the colour and style of its player."""
    path = "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)
    return tag(
        "path",
        d=path,
        fill="none",
        stroke=f"var(--chart{seat % len(SEATS)}, {SEATS[seat % len(SEATS)]})",
        stroke_width="3",
        stroke_linejoin="round",
        stroke_dasharray=dashes(seat) or None,
        stroke_linecap="round" if LINES[seat % len(LINES)] == "dotted" else None,
    )


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
