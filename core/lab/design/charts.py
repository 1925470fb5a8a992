"""Pictures: each target under each setting, each step from the setting, and the trade-off between two quantities."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...base.html import Child, Html, inside, percent, row, table, tag
from ..report.forest_plot import Ruler
from ..report.small_chart import HEIGHT, WIDTH, Plot, R, capital, span
from ..report.svg_chart import HEAD, document, note
from ..texts import text
from . import sentences
from .confirmation import Confirmed, TargetCheck
from .estimates import QuantityEstimate
from .findings import SearchFindings
from .targets import Quantity, SearchTarget

MIDDLE = 12.0
"""Height of a mark, in a strip of twice that."""
DOTS = 400
"""Most settings in a scatter; those with the fewest blocks are left out."""


def strip(
    axis: Ruler,
    title: str,
    seen: QuantityEstimate,
    look: str,
    band: tuple[float, float] | None = None,
    before: float = math.nan,
    zero: bool = False,
) -> Html:
    """Draw the bounds as a band, the interval with its mark, and what the search had seen as a ring."""
    out: list[Html] = []
    if band is not None:
        out.append(axis.band(*band))
    if zero:
        middle = percent(axis.held(0.0))
        out.append(tag("line", x1=middle, x2=middle, y1="0", y2="100%", cls="zero"))
    if math.isfinite(seen.low) and math.isfinite(seen.high):
        begin, end = percent(axis.held(seen.low)), percent(axis.held(seen.high))
        out.append(tag("line", x1=begin, x2=end, y1=MIDDLE, y2=MIDDLE, cls=f"bar {look}"))
    if math.isfinite(before):
        out.append(tag("circle", cx=percent(axis.held(before)), cy=MIDDLE, r=R + 1, cls="before"))
    if math.isfinite(seen.value):
        out.append(tag("circle", cx=percent(axis.held(seen.value)), cy=MIDDLE, r=R, cls=f"spot {look}"))
    return tag("svg", tag("title", title), out, cls="strip", role="img")


def targets(found: SearchFindings) -> Html:
    """Show every quantity of every confirmed setting, against the bounds of its target."""
    plan = found.plan
    bounds = {one.quantity.name: one for one in plan.targets}
    axes = {name: _axis(name, found.shown, bounds.get(name)) for name in plan.quantities}
    heads = [_head(of, bounds.get(name), axes[name]) for name, of in plan.quantities.items()]
    labels = [bounds[name].titled if name in bounds else of.title for name, of in plan.quantities.items()]
    rows = []
    for one in found.shown:
        look = "b" if one is found.chosen else "a"
        cells = [_cell(found, one, key, axes[key], bounds.get(key), look) for key in plan.quantities]
        rows.append(
            row(
                inside(
                    tag("b", role(found, one)),
                    tag("small", sentences.setting_text(plan, one.candidate.values)),
                ),
                *cells,
                labels=labels,
            )
        )
    return table(text("design.targets"), ("Setting", *heads), rows, cls="settings")


def _axis(name: str, shown: Sequence[Confirmed], target: SearchTarget | None) -> Ruler:
    ends: list[float] = []
    for one in shown:
        seen = one.estimates[name]
        ends += [seen.low, seen.high, seen.value, one.searched.get(name, math.nan)]
    if target is not None:
        ends += [end for end in (target.low, target.high) if math.isfinite(end)]
    return Ruler(*span(ends))


def _head(of: Quantity, target: SearchTarget | None, axis: Ruler) -> Html:
    said = target.titled.removeprefix(of.title).strip() if target is not None else "goal"
    numbers = Ruler(axis.low * of.factor, axis.high * of.factor).numbers(signed=False)
    return inside(capital(of.title), _unit(of), tag("br"), tag("small", said), numbers)


def _cell(
    found: SearchFindings, one: Confirmed, name: str, axis: Ruler, target: SearchTarget | None, look: str
) -> Child:
    of, seen = found.plan.quantities[name], one.estimates[name]
    check = next((check for check in one.checks if check.quantity == name), None)
    said = sentences.estimated(of, seen)
    band = (max(target.low, axis.low), min(target.high, axis.high)) if target is not None else None
    title = f"{of.title}: {said}{'' if check is None else f', {check.verdict}'}"
    return inside(
        strip(axis, title, seen, look, band, one.searched.get(name, math.nan)),
        _verdict(check),
        tag("small", said),
    )


def _verdict(check: TargetCheck | None) -> Html | None:
    if check is None:
        return None
    look = {"met": "equivalent", "not met": "differs", "not resolved": "not-resolved"}[check.verdict]
    return inside(tag("span", check.verdict, cls=f"verdict {look}"), " ")


def role(found: SearchFindings, one: Confirmed) -> str:
    """Return what a setting is in the search, in words."""
    if one is found.chosen:
        return "Confirmed" if one.holds else "Nearest"
    if one is found.base:
        return "As the rules are"
    return "Best of random search" if one is found.rival else "Another finalist"


def steps(found: SearchFindings) -> Html:
    """Show what each option does near the setting: every step, and the difference that it makes."""
    plan, every = found.plan, found.steps
    heads = [capital(of.title) for of in plan.quantities.values()]
    axes = {
        name: Ruler(
            *span(
                [end for step in every.steps for end in (step.changes[name].low, step.changes[name].high)],
                zero=True,
            )
        )
        for name in plan.quantities
    }
    titled = {target.text: target.titled for target in plan.targets}
    rows = []
    for step in every.steps:
        cells: list[Child] = []
        for name, of in plan.quantities.items():
            change, margin = step.changes[name], every.margins[name]
            said = sentences.estimated(of, change, signed=True)
            sure = change.low > 0 or change.high < 0
            drawn = strip(
                axes[name],
                f"{of.title}: {said}",
                change,
                "b" if sure else "open",
                (-margin, margin),
                zero=True,
            )
            cells.append(inside(drawn, tag("small", said)))
        missed = ", ".join(titled[target] for target in step.breaks)
        said = f"misses {missed}" if missed else "better" if step.improves else ""
        what = inside(tag("b", step.factor), f" {step.before} to {step.after}")
        rows.append(row(what, *cells, said, labels=heads))
    return table(text("design.steps"), ("Step", *heads, ""), rows, cls="settings")


def front(found: SearchFindings) -> Html | None:
    """Draw two quantities of everything that was tried: the goals if there are two, else the first that vary."""
    plot, upward = _front(found)
    if plot is None:
        return None
    key = tag("p", text("design.front", upward=upward), cls="note")
    return tag("div", plot.figure(key), cls="front")


def chart(found: SearchFindings) -> Html | None:
    """Draw the same as a complete SVG document."""
    plot, upward = _front(found)
    if plot is None:
        return None
    key = (
        note(f"{upward} upwards; squares: fresh blocks", 28.0),
        note("circles: all blocks of the search; dots: some of them", 40.0),
    )
    return document(plot.title, plot.picture(x=0.0, y=HEAD, width=WIDTH, height=HEIGHT), *key)


def _front(found: SearchFindings) -> tuple[Plot | None, str]:
    """Return the chart and the title of its upward axis; no chart if less than two quantities vary."""
    plan = found.plan
    tried = sorted(found.searched.tried, key=lambda one: -one.blocks)[:DOTS]
    names = [goal.quantity.name for goal in plan.goals]
    names = list(dict.fromkeys([*names, *plan.quantities]))
    varied = [name for name in names if len({one.values[name] for one in tried if one.known}) > 1]
    if len(varied) < 2:
        return None, ""
    x, y = varied[:2]
    across, upward = plan.quantities[x], plan.quantities[y]
    known = [one for one in tried if one.known]
    early, late, fresh = (
        [(across.factor * values[x], upward.factor * values[y]) for values in some]
        for some in (
            [one.values for one in known if one.blocks < plan.rungs[-1]],
            [one.values for one in known if one.blocks >= plan.rungs[-1]],
            [{name: seen.value for name, seen in one.estimates.items()} for one in found.confirmed],
        )
    )
    everything = [*early, *late, *fresh]
    title = f"{across.title} and {upward.title}"
    about = text("design.front.about", title=title, settings=len(tried))
    plot = Plot(title, about, span([one for one, _ in everything]), span([one for _, one in everything]))
    plot.axes(f"{across.title}{_unit(across)}")
    for target in plan.targets:
        for bound in (target.low, target.high):
            if not math.isfinite(bound):
                continue
            at = target.quantity.factor * bound
            if target.quantity.name == y and plot.y[0] < at < plot.y[1]:
                plot.level(at, target.titled, "bound")
            elif target.quantity.name == x and plot.x[0] < at < plot.x[1]:
                plot.line([(at, plot.y[0]), (at, plot.y[1])], "bound")
    for dot in early:
        left, top = plot.at(*dot)
        plot.out.append(tag("circle", cx=left, cy=top, r=1.6, cls="dot"))
    plot.marks(late, "a")
    plot.marks(fresh, "b")
    return plot, f"{capital(upward.title)}{_unit(upward)}"


def _unit(of: Quantity) -> str:
    unit = "%" if of.share else of.unit
    return f" ({unit})" if unit else ""
