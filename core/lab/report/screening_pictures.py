"""The pictures of a screening: a curve over a number, a map of two, a ranked list of changes; in a terminal and on a
page."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ...base.html import Html, inside, row, table, tag
from ...draw.cells import cell_len, ljust, rjust
from ..stats.block_table import MetricResult
from ..study.findings import Findings
from ..study.screening import Level
from ..texts import text
from . import overview
from .number_text import Scale, count, few, finite
from .page_frame import folded, heat
from .screening import of, scale_of, setting, short, signs, title
from .small_chart import TOP, Plot, capital, span
from .verdicts import metric_of, primaries, word

LISTED = 10
"""Changes in a ranked list."""


# -- a terminal ------------------------------------------------------------------------------------------------------


def lines(findings: Findings, width: int) -> Iterator[str]:
    """Yield the curves, the maps or the ranked list for a terminal of this width."""
    found = of(findings)
    if len(found.factors) == 1:
        for name in findings.spec.primary:
            yield from _curve_lines(findings, name, width)
    elif found.factors:
        for name in findings.spec.primary:
            yield from _map_lines(findings, name, width)


def _rows(findings: Findings, name: str) -> list[Level]:
    """Return the levels of one number in its order, the printed one among them."""
    found = of(findings)
    [one] = found.factors
    known = [level for level in found.levels if level.metric == name]
    if not one.ordered:
        return known
    return sorted(known, key=lambda level: int(found.values[level.variant][0]))


def _curve_lines(findings: Findings, name: str, width: int) -> Iterator[str]:
    levels = [one for one in _rows(findings, name) if finite(one.mean)]
    if not levels:
        return
    scale = scale_of(findings, name, levels)
    low, high = _axis(scale, levels)
    names = [setting(findings, one.variant) for one in levels]
    means = [scale.value(one.mean) for one in levels]
    marks = [signs(findings, one.variant) for one in levels]
    left, middle, right = (max(map(cell_len, column)) for column in (names, means, marks))
    room = max(10, width - left - middle - right - 6)
    ends = scale.value(low), scale.value(high)
    yield ""
    yield capital(scale.named())
    yield f"{' ' * (left + middle + 3)}{ends[0]}{rjust(ends[1], max(1, room - cell_len(ends[0])))}"
    for one, said, mean, sign in zip(levels, names, means, marks, strict=True):
        a, at, b = (
            min(room - 1, max(0, round((value - low) / (high - low) * (room - 1))))
            for value in (one.low, one.mean, one.high)
        )
        drawn = "".join("●" if n == at else "─" if a <= n <= b else " " for n in range(room))
        yield f"{ljust(said, left)}  {rjust(mean, middle)} {drawn} {sign}".rstrip()


def _axis(scale: Scale, levels: Sequence[Level]) -> tuple[float, float]:
    """Return the ends of an axis for these levels; a share has none below 0 or above 1."""
    low, high = span([end for one in levels for end in (one.low, one.mean, one.high)])
    return (low, high) if scale.metric.kind == "mean" else (max(low, 0.0), min(high, 1.0))


def _map_lines(findings: Findings, name: str, width: int) -> Iterator[str]:
    down, across, cells, scale = _grid(findings, name)
    shown = {key: f"{scale.value(one.mean)}{_sign(findings, one)}" for key, one in cells.items()}
    wide = max([cell_len(said) for said in (*shown.values(), *across[1])], default=1)
    left = max(cell_len(value) for value in (*down[1], down[0]))
    yield ""
    yield f"{capital(scale.named())}; across: {across[0]}; p: printed, b: best, t: tried again on fresh blocks"
    columns = across[1][: max(1, (width - left - 2) // (wide + 1))]
    yield f"{ljust(down[0], left)}  {' '.join(rjust(one, wide) for one in columns)}"
    for value in down[1]:
        yield f"{rjust(value, left)}  {' '.join(rjust(shown.get((value, one), ''), wide) for one in columns)}"


def _sign(findings: Findings, one: Level) -> str:
    return signs(findings, one.variant)[:1]


def _grid(
    findings: Findings, name: str
) -> tuple[tuple[str, list[str]], tuple[str, list[str]], dict[tuple[str, str], Level], Scale]:
    """Return the names and values of both numbers, the levels by these values, and their scale."""
    found = of(findings)
    known = [one for one in found.levels if one.metric == name and finite(one.mean)]
    cells = {(found.values[one.variant][0], found.values[one.variant][1]): one for one in known}
    sides = []
    for one in found.factors:
        values = list(dict.fromkeys((*one.values, one.usual)))
        sides.append((title(one), sorted(values, key=int) if one.ordered else values))
    down, across = sides
    return down, across, cells, scale_of(findings, name, known)


def listing(findings: Findings) -> tuple[list[str], list[list[str]]]:
    """Return heads and rows of the ranked list for a terminal."""
    found = of(findings)
    heads = ["", "change", "SD", *(metric_of(findings, name).title for name in findings.spec.primary)]
    rows = []
    for n, variant in enumerate(found.ranked[:LISTED], 1):
        results = primaries(findings, variant)
        cells = [Scale.fitting(metric_of(findings, one.metric), one).moved(one.difference) for one in results]
        size = overview.size(results[0])
        again = "*" if variant in found.chosen else ""
        rows.append([f"{n}{again}", short(variant), few(size, 2) if math.isfinite(size) else "∞", *cells])
    return heads, rows


# -- a page ------------------------------------------------------------------------------------------------------------


def picture(findings: Findings) -> Html | None:
    """Return the curves, the maps or the ranked list."""
    found = of(findings)
    if len(found.factors) == 1:
        drawn = [made.figure() for name in findings.spec.primary if (made := curve(findings, name))]
        note = tag("p", text("screening.curve"), cls="note")
        return tag("div", tag("div", drawn, cls="plots"), note, cls="picture")
    if found.factors:
        maps = [_map(findings, name) for name in findings.spec.primary]
        key = tag("p", text("screening.map"), cls="note")
        return tag("div", maps[:1], folded("Other metrics", maps[1:]), key, cls="picture")
    return tag("div", ranking(findings), cls="picture")


def curve(findings: Findings, name: str) -> Plot | None:
    """Return one metric over the number, with a band that holds for all values, and the printed value marked."""
    levels = [one for one in _rows(findings, name) if finite(one.mean)]
    if len(levels) < 2:
        return None
    found, scale = of(findings), scale_of(findings, name, levels)
    [factor] = found.factors
    at = {
        one.variant: float(found.values[one.variant][0]) if factor.ordered else float(n)
        for n, one in enumerate(levels)
    }
    factor_of = scale.factor
    low, high = (factor_of * end for end in _axis(scale, levels))
    base = findings.arms[0].name
    ends = f"{setting(findings, base)} is printed, with {scale.value(found_level(levels, base))}{scale.unit_behind}."
    plot = Plot(scale.named(), ends, span(at.values()), (low, high))
    plot.axes(title(factor), whole=True, every=1.0 if len(levels) <= LISTED else 0)
    upper = [(at[one.variant], factor_of * one.high) for one in levels]
    lower = [(at[one.variant], factor_of * one.low) for one in levels]
    plot.line([*upper, *reversed(lower)], "band b")
    plot.line([(at[one.variant], factor_of * one.mean) for one in levels], "curve b")
    for one in levels:
        here = (at[one.variant], factor_of * one.mean)
        sign = signs(findings, one.variant)
        plot.marks([here], "a" if sign == "printed" else "b")
        if sign:
            # Above the band, and away from the side on which that rises.
            x, y = plot.at(at[one.variant], factor_of * one.high)
            side = "end" if levels[-1].mean - levels[0].mean > 3 * (one.high - one.low) else "middle"
            plot.out.append(tag("text", sign, x=x, y=max(y - 5, TOP + 9), text_anchor=side, cls="soft"))
    return plot


def found_level(levels: Sequence[Level], variant: str) -> float:
    """Return the mean of this variant; NaN if it is not among them."""
    return next((one.mean for one in levels if one.variant == variant), math.nan)


def _map(findings: Findings, name: str) -> Html:
    """Return one metric over two numbers as a table with colours: more than printed is warm, less is cold."""
    down, across, cells, scale = _grid(findings, name)
    results = {one.variant: one for one in findings.analysis.whole(family="primary") if one.metric == name}
    rows = []
    for value in down[1]:
        made = [_cell(findings, cells.get((value, other)), results, scale) for other in across[1]]
        rows.append(tag("tr", tag("th", value, scope="row"), made))
    caption = inside(tag("b", capital(scale.named())), f"; down: {down[0]}, across: {across[0]}")
    return table(caption, (down[0], *across[1]), rows, cls="heat")


def _cell(findings: Findings, one: Level | None, results: dict[str, MetricResult], scale: Scale) -> Html:
    if one is None:
        return tag("td")
    result = results.get(one.variant)
    sign = signs(findings, one.variant)
    marked = tag("small", sign) if sign else None
    look = heat(result.difference, result.verdict == "differs") if result is not None else None
    return tag("td", scale.value(one.mean), [tag("br"), marked] if sign else None, cls=look)


def ranking(findings: Findings) -> Html:
    """Return the first changes of the list; all others are folded."""
    found, names = of(findings), {arm.name for arm in findings.arms[1:]}
    order = [name for name in found.ranked if name in names]
    rest = order[LISTED:]
    said = f"The other {count(len(rest), 'change')}" if len(rest) > 1 else "The other change"
    more = folded(said, _ranked(findings, rest, LISTED + 1)) if rest else None
    return inside(_ranked(findings, order[:LISTED], 1), more)


def _ranked(findings: Findings, order: Sequence[str], first: int) -> Html:
    found = of(findings)
    metrics = [metric_of(findings, name) for name in findings.spec.primary]
    heads = [f"{capital(one.title)}{Scale(one, 0).step_note}" for one in metrics]
    rows = []
    for n, variant in enumerate(order, first):
        results = primaries(findings, variant)
        cells = []
        for one in results:
            scale = Scale.fitting(metric_of(findings, one.metric), one)
            cells.append(
                inside(tag("b", scale.change(one.difference)), " ", scale.between(one.low, one.high))
            )
        again = "played again" if variant in found.chosen else ""
        rows.append(row(f"{n}. {short(variant)}", f"{few(results[0].effect, 2)} SD", *cells, again))
    caption = f"Changes by effect on {metrics[0].title}; intervals are not corrected for so many"
    return table(caption, ("Change", "Effect", *heads, ""), rows, cls="ranked")


def confirmation(findings: Findings) -> Html:
    """Return what fresh blocks say, in numbers, with what the first blocks had said."""
    found = of(findings)
    if not found.claims or found.fresh is None:
        return Html("")
    rows = []
    for one in found.claims:
        scale = scale_of(findings, one.metric, [one.best, one.printed], one.low, one.high)
        result = found.fresh.analysis.of(one.variant, one.metric)
        rows.append(
            row(
                setting(findings, one.variant),
                scale.value(one.searched),
                f"{scale.value(one.best.mean)} {scale.between(one.best.low, one.best.high)}",
                f"{scale.value(one.printed.mean)} {scale.between(one.printed.low, one.printed.high)}",
                scale.ranged(one.difference, one.low, one.high),
                word(result),
            )
        )
    scale = Scale(metric_of(findings, found.claims[0].metric), 0)
    caption = inside(tag("b", capital(scale.metric.title)), scale.unit_note, ", on fresh blocks")
    heads = ("Setting", "When it was found", "On fresh blocks", "Printed", "Difference", "")
    return inside(table(caption, heads, rows, cls="confirmed"), tag("p", text("screening.fresh"), cls="note"))
