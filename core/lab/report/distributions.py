"""Whole distributions: histograms of single games under two rulesets, and the shift of the nine deciles."""

from __future__ import annotations

import math

import numpy as np

from ...base.html import Html, inside, tag
from ..stats.block_table import Floats, Shift
from ..study.findings import Arm, Findings
from ..texts import text
from .number_text import MINUS, NOTHING, decimals, few, number, p_is, stated
from .page_frame import by_variant
from .small_chart import Plot, key, span
from .verdicts import metric_of

CHARTS = 16
"""Most charts over all variants; primary metrics first."""
BINS = 24
WHOLE = 40
"""Up to this many different whole numbers each get a bin of their own."""


def section(findings: Findings) -> Html:
    """Return for each variant and metric both histograms and the shift of the deciles."""
    room = max(1, CHARTS // max(1, len(findings.arms) - 1))
    base = findings.arms[0].name

    def charts(_: int, arm: Arm) -> Html:
        found = [one for one in findings.analysis.shifts if one.variant == arm.name]
        found.sort(key=lambda one: one.metric not in findings.spec.primary)
        fixed = [said for one in found if (said := _fixed(findings, one))]
        varying = [one for one in found if not _fixed(findings, one)][:room]
        drawn = [inside(_histogram(findings, one), _deciles(findings, one)) for one in varying]
        constant = f"Constant, the same in every game: {'; '.join(fixed)}."
        return inside(
            [key(base, arm.name), [tag("div", one, cls="plots") for one in drawn]] if drawn else None,
            tag("p", constant, cls="note") if fixed else None,
        )

    return by_variant(findings, charts, text("distributions"))


def edges(values: Floats) -> Floats:
    """Return the edges of bins: one for each whole number if there are few of them, else up to BINS."""
    low, high = float(values.min()), float(values.max())
    most = max(8, min(WHOLE, round(2 * math.sqrt(values.size / 2))))
    if np.all(values == np.round(values)):
        step = max(1, math.ceil((high - low + 1) / most))
        return np.arange(low - 0.5, high + step + 0.5, step)
    if high <= low:
        return np.array([low - 0.5, low + 0.5])
    return np.linspace(low, high, min(BINS, most) + 1)


def _sides(findings: Findings, shift: Shift) -> list[Floats]:
    """Return the known values of single games under the base and under the variant."""
    found = []
    for name in (findings.arms[0].name, shift.variant):
        flat = np.asarray(findings.table.games.get((name, shift.metric), ()), float).ravel()
        found.append(flat[np.isfinite(flat)])
    return found


def _fixed(findings: Findings, shift: Shift) -> str:
    """Return the value that all games have, by ruleset if it differs between them; "" if it varies under one."""
    sides = _sides(findings, shift)
    if not all(side.size and np.ptp(side) == 0 for side in sides):
        return ""
    metric = metric_of(findings, shift.metric)
    unit = f" {metric.unit}" if metric.unit and metric.unit != metric.title else ""
    one, two = (float(side[0]) for side in sides)
    values = stated(one)
    if one != two:
        values = f"{values} under {findings.arms[0].name}, {stated(two)} under {shift.variant}"
    return f"{metric.title} {values}{unit}"


def _histogram(findings: Findings, shift: Shift) -> Html | None:
    found = histogram(findings, shift)
    if found is None:
        return None
    plot, said = found
    return plot.figure(*(tag("p", one, cls="under") for one in said))


def histogram(findings: Findings, shift: Shift) -> tuple[Plot, list[str]] | None:
    """Return both histograms in one chart, and the sentence below it; None without values of single games."""
    base = findings.arms[0].name
    sides = _sides(findings, shift)
    if not all(side.size for side in sides):
        return None
    metric = metric_of(findings, shift.metric)
    cuts = edges(np.concatenate(sides))
    shares = [np.histogram(side, cuts)[0] / side.size for side in sides]
    medians = [float(np.median(side)) for side in sides]
    constant = [name for name, side in zip((base, shift.variant), sides) if np.ptp(side) == 0]
    # A constant side has all games in one bin, which would flatten the other.
    top = (
        float(max(share.max() for share, side in zip(shares, sides) if np.ptp(side) or len(constant) > 1))
        * 1.06
    )
    sizes = f"{sides[0].size} and {sides[1].size} values"
    said = f"Median {few(medians[0])} under {base}, {few(medians[1])} under {shift.variant}; {sizes}."
    plot = Plot(f"{metric.title}: distribution", said, (float(cuts[0]), float(cuts[-1])), (-0.07 * top, top))
    for side, share, look in zip(sides, shares, "ab"):
        if not np.ptp(side):  # a box would look as if the values varied
            plot.rises([(float(side[0]), 0.0, top)], f"bar {look}")
            continue
        steps = [(float(x), float(y)) for n, y in enumerate(share) for x in cuts[n : n + 2]]
        plot.line([(float(cuts[0]), 0.0), *steps, (float(cuts[-1]), 0.0)], f"hist {look}")
    plot.axes(metric.unit or metric.title, labels=False)
    for median, look in zip(medians, "ab"):
        plot.marks([(median, -0.035 * top)], look)
    return plot, [f"Constant under {name}: {stated(medians[name != base])}." for name in constant]


def _deciles(findings: Findings, shift: Shift) -> Html | None:
    """Return the chart of the shifts with their bands; None if none is known, as with players that were trained."""
    if not any(map(math.isfinite, shift.low)):
        return None
    metric = metric_of(findings, shift.metric)
    moved = [other - base for base, other in zip(shift.base, shift.other)]
    low, high = span([*shift.low, *shift.high, *moved], zero=True)
    unit = f" ({metric.unit})" if metric.unit else ""
    said = ", ".join(f"decile {n}: {few(value)}" for n, value in enumerate(moved, 1))
    plot = Plot(f"{metric.title}: shift of deciles{unit}", said, (0.5, 9.5), (low, high))
    plot.axes("decile", whole=True, every=1, signed=True)
    known = [
        (n, *each)
        for n, each in enumerate(zip(moved, shift.low, shift.high), 1)
        if all(map(math.isfinite, each))
    ]
    plot.line([(float(n), middle) for n, middle, _, _ in known], "curve b thin")
    plot.rises([(n, least, most) for n, _, least, most in known], "bar b")
    plot.marks([(n, middle) for n, middle, _, _ in known], "b")
    spread = f"{_ratio(shift.spread)} [{_ratio(shift.spread_low)}, {_ratio(shift.spread_high)}]"
    said = f"{p_is(shift.p)}; SD ratio {spread}".replace("-", MINUS)
    return plot.figure(tag("p", said, cls="under"))


def _ratio(value: float) -> str:
    return number(value, max(2, decimals(value, 2))) if math.isfinite(value) and value < 1e6 else NOTHING
