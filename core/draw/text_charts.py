"""The points of a match as charts in text: by source as bars, by round as steps.

    A anna  153 a40=======b31=====c12=      a bar has the letter of each source, its points if there is room,
    B bruno  96 a22===b31=====            - and losses at the left of the bar: 3d|a22===

    100|      BB      each column is a round or a part of one; a letter stands for a player's points
       |  BBABAAA     at its end; players with the same points take turns
      0|ABAA
       +1-2-3-4-

Coloured or plain, the letters are the same, and a chart is never larger than it may be.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

import attrs

from ..base.sanitize import printable
from .cells import begin, cell_len
from .colours import Paint, paint_of
from .model import Look
from .signs import letters
from .styled_lines import BOLD, DIM, StyledLine, line, wrap
from .text import written
from .text_panels import GAP

TINTS = ("yellow", "sky", "orange", "green", "purple", "blue", "red", "grey", "brown", "white")
"""Tints of the sources, in their order; pale ones, since strong ones are the players'."""
SIGNS = "abcdefghijklmnopqrstuvwxyz"
WIDEST = 12
"""The most columns that one round takes."""
NAME = 12
"""The most cells that a player's name takes."""
SOURCE, SHORT = 36, 24
"""The most cells that the name of a source takes, and if there are many sources."""


@attrs.frozen
class PointSource:
    """A source of points."""

    name: str
    points: tuple[int, ...]
    """By seat."""
    icon: str = ""
    """A symbol of data/core/symbols.svg, if there is one for it."""


def draw_sources(
    title: str,
    seats: Sequence[str],
    parts: Sequence[PointSource],
    *,
    rest: str,
    signs: Sequence[str] = (),
    width: int = 80,
    height: int = 24,
    colour: bool | str | None = False,
) -> str:
    """Return a bar of points by source for each seat, and a table of the sources, the largest first.

    `rest` is the name under which small sources are added up if they do not all fit, `signs` are the players' letters
    in the drawings of the match.
    """
    signs = signs or letters(seats)
    parts = gathered(parts, rest, len(parts))
    heads = [line(text, BOLD) for text in wrap(title, width)][:1]
    room = max(1, height - len(heads) - len(seats) - 2)
    amounts = [n for part in parts for n in part.points]
    if len(parts) > room:  # some may be added up
        amounts += [-sum(abs(part.points[seat]) for part in parts) for seat in range(len(seats))]
    number = max([len(str(n)) for n in amounts] + [2]) + 1
    longest = max([cell_len(part.name) for part in parts] + [cell_len(rest)])
    widest = max(width - 2 - number * len(seats), 1)
    name = min(SOURCE, longest, widest)
    across = max(1, (width + GAP) // (2 + name + number * len(seats) + GAP))
    if len(parts) > room * across:
        more = max(1, (width + GAP) // (2 + min(SHORT, name) + number * len(seats) + GAP))
        name, across = (min(SHORT, name), more) if more > across else (name, across)
    wide = 2 + name + number * len(seats)
    most = min(room * across, len(SIGNS))
    parts = gathered(parts, rest, most)
    paints = [paint_of("part", {"part": Look(tint=TINTS[n % len(TINTS)])}) for n in range(len(parts))]
    lines = [*heads, *_bars(seats, signs, parts, paints, width), line()]
    tall = -(-len(parts) // across)
    columns = [range(n, min(n + tall, len(parts))) for n in range(0, len(parts), tall or 1)]
    head = [line().to(2 + name) for _ in columns]
    for one in head:
        for seat, sign in enumerate(signs):
            one.add(" " * (number - 1)).add(sign, paint_of(f"seat {seat}", {}))
    blocks = [[top] for top in head]
    for block, column in zip(blocks, columns, strict=True):
        for n in column:
            row = line(SIGNS[n], paints[n]).add(f" {begin(printable(parts[n].name), name)}").to(2 + name)
            for points in parts[n].points:
                row.add((str(points) if points else "-").rjust(number))
            block.append(row)
    for rows in zip_longest(*blocks):
        joined = line()
        for n, row in enumerate(rows):
            if row is not None:
                joined.to(n * (wide + GAP)).join(row)
        lines.append(joined)
    return written(lines[:height], colour)


def gathered(parts: Sequence[PointSource], rest: str, most: int) -> list[PointSource]:
    """Return the sources with points, those that bring and cost most first; beyond so many, the others as `rest`."""
    found = sorted((part for part in parts if any(part.points)), key=lambda part: -sum(map(abs, part.points)))
    if len(found) <= most:
        return found
    small = [part.points for part in found[most - 1 :]]
    return [*found[: most - 1], PointSource(rest, tuple(map(sum, zip(*small, strict=True))))]


def _bars(
    seats: Sequence[str],
    signs: Sequence[str],
    parts: Sequence[PointSource],
    paints: Sequence[Paint],
    width: int,
) -> list[StyledLine]:
    """Return one line for each seat: its name, its points, and its bar."""
    totals = [sum(part.points[seat] for part in parts) for seat in range(len(seats))]
    gains = [sum(max(part.points[seat], 0) for part in parts) for seat in range(len(seats))]
    losses = [sum(max(-part.points[seat], 0) for part in parts) for seat in range(len(seats))]
    name = min(NAME, max(map(cell_len, seats)))
    number = max(len(str(total)) for total in totals) + 1
    room = width - 2 - name - number - 2
    per_cell = max(1.0, (max(gains) + max(losses)) / max(room, 1))
    left = round(max(losses) / per_cell) if any(losses) else 0
    left = max(left, 1) if any(losses) else 0
    found = []
    for seat, sign in enumerate(signs):
        row = line(sign, paint_of(f"seat {seat}", {})).add(f" {begin(printable(seats[seat]), name)}")
        row.to(2 + name).add(str(totals[seat]).rjust(number) + " ")
        start = row.width
        lost = _segments([max(-part.points[seat], 0) for part in parts], per_cell, left)
        row.to(start + left - sum(cells for _, cells in lost))
        for n, cells in lost:
            row.add(_segment(SIGNS[n], -parts[n].points[seat], cells), paints[n])
        if left:
            row.to(start + left).add("|", DIM)
        for n, cells in _segments([max(part.points[seat], 0) for part in parts], per_cell, room - left):
            row.add(_segment(SIGNS[n], parts[n].points[seat], cells), paints[n])
        found.append(row)
    return found


def _segments(amounts: Sequence[int], per_cell: float, most: int) -> list[tuple[int, int]]:
    """Return the number of cells of each amount that gets any; together they are as long as the sum."""
    found, done, drawn = [], 0, 0
    for n, amount in enumerate(amounts):
        done += amount
        end = min(round(done / per_cell), most)
        if end > drawn:
            found.append((n, end - drawn))
            drawn = end
    return found


def _segment(sign: str, amount: int, cells: int) -> str:
    """Return the letters of one segment: its sign, its amount if there is room, and what fills it."""
    text = f"{sign}{amount}" if cells > len(str(amount)) + 1 else sign
    return text + "=" * (cells - len(text))


def round_lines(
    title: str,
    seats: Sequence[str],
    numbers: Sequence[int],
    rounds: Sequence[Sequence[int]],
    *,
    signs: Sequence[str] = (),
    width: int = 80,
    height: int = 12,
) -> list[StyledLine]:
    """Return the points of each seat at the end of each round, as steps. `numbers` are those of the rounds."""
    heads = [line(text, BOLD) for text in wrap(title, width)][:1]
    if not rounds:
        return heads[:height]
    signs = signs or letters(seats)
    paints = [paint_of(f"seat {seat}", {}) for seat in range(len(seats))]
    low, high = min(0, *map(min, rounds)), max(1, *map(max, rounds))
    margin = max(len(str(low)), len(str(high)))
    room = width - margin - 1
    each = max(1, min(WIDEST, room // len(rounds)))
    shown = [n * len(rounds) // min(room, len(rounds)) for n in range(min(room, len(rounds)))]
    shown[-1] = len(rounds) - 1
    legend = _legend(seats, signs, rounds[-1], paints, width)
    tall = max(2, height - len(heads) - 1 - len(legend))
    ticks = ticks_of(low, high, tall)

    def row_of(points: int) -> int:
        return round((points - low) / (high - low) * (tall - 1))

    labels = {row_of(tick): tick for tick in ticks if low <= tick <= high}
    lines = list(heads)
    for row in reversed(range(tall)):
        made = line(str(labels.get(row, "")).rjust(margin) + "|", DIM)
        for x in range(len(shown) * each):
            here = [seat for seat in range(len(seats)) if row_of(rounds[shown[x // each]][seat]) == row]
            if here:
                seat = here[x % len(here)]
                made.to(margin + 1 + x).add(signs[seat], paints[seat])
        lines.append(made)
    axis = line(" " * margin + "+", DIM)
    for n, index in enumerate(shown):
        text, at = str(numbers[index]), margin + 1 + n * each
        if at >= axis.width + (n > 0) and at + len(text) <= width:
            axis.add("-" * (at - axis.width), DIM).add(text, DIM)
    axis.add("-" * (margin + 1 + len(shown) * each - axis.width), DIM)
    return [*lines, axis, *legend][:height]


def _legend(
    seats: Sequence[str], signs: Sequence[str], scores: Sequence[int], paints: Sequence[Paint], width: int
) -> list[StyledLine]:
    """Return each seat's letter with its name and points, in as many lines as needed."""
    found = [line()]
    for seat, sign in enumerate(signs):
        name = begin(printable(seats[seat]), NAME)
        entry = line(sign, paints[seat]).add(f" {name} {scores[seat]}")
        if found[-1].width and found[-1].width + GAP + entry.width > width:
            found.append(line())
        found[-1].to(found[-1].width + GAP if found[-1].width else 0).join(entry)
    return found


def ticks_of(low: int, high: int, tall: int) -> list[int]:
    """Return round numbers from below the lowest to above the highest points, far enough apart for these rows."""
    most = max(2, (tall - 1) // 2)  # below and above 0
    step = next(
        size * 10**power
        for power in range(12)
        for size in (1, 2, 5)
        if -(-high // (size * 10**power)) - low // (size * 10**power) <= most
    )
    return list(range(low // step * step, -(-high // step) * step + 1, step))
