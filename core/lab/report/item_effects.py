"""The effects of the items of a content, as a picture and as a piece of a page that is not ours, such as a notebook."""

from __future__ import annotations

import math

from ...base.html import Html, inside, row, short, table, tag
from ..content.effects import Fit
from ..content.study import ContentFindings
from .content import answers, ordered, scale_of
from .number_text import probability
from .small_chart import WIDTH, R, capital, span, ticked, ticks
from .svg_chart import HEAD, document, note

LINE = 18.0
NAMES = 150.0
"""Room for the names of items."""
LETTERS = 26
"""Most letters of a name."""


def chart(study: ContentFindings, metric: str) -> Html | None:
    """Draw the effect of each item on a metric as a complete SVG document; None if it is not known."""
    fit = _fit(study, metric)
    if fit is None:
        return None
    shown, digits = ordered(fit.items), scale_of(study, fit, fit.items)
    by = digits.factor
    low, high = span([end * by for one in shown for end in (one.low, one.high)], zero=True)
    height = LINE * len(shown)

    def at(value: float) -> float:
        return NAMES + (WIDTH - NAMES - 12) * (value - low) / (high - low)

    columns = ticks(low, high)
    drawn = [
        tag(
            "path",
            d=f"M{short(at(value))} {short(HEAD)}v{short(height)}",
            cls="zero" if value == 0 else "grid",
        )
        for value in columns
    ]
    texts = zip(columns, ticked(columns, signed=True), strict=True)
    drawn += [
        tag("text", text, x=at(value), y=HEAD + height + 14, text_anchor="middle") for value, text in texts
    ]
    for n, one in enumerate(shown):
        y = HEAD + LINE * (n + 0.5)
        look = "b" if one.adjusted < study.alpha else "open"
        drawn.append(tag("text", study.items[one.term[0]][:LETTERS], x=8.0, y=y + 4))
        if math.isfinite(one.low):
            drawn.append(
                tag("line", x1=at(one.low * by), x2=at(one.high * by), y1=y, y2=y, cls=f"bar {look}")
            )
        mark = "mark b" if look == "b" else "mark a"
        drawn.append(tag("circle", cx=at(one.estimate * by), cy=y, r=R, cls=mark))
    unit = f", {digits.step}" if digits.step else ""
    key = (
        note(f"in play instead of an average other {study.title}{unit}", 28.0),
        note("filled: shown to differ", 40.0),
    )
    return document(study.metrics[metric].title, tag("g", drawn), *key, height=height + 24)


def embedded(study: ContentFindings) -> Html:
    """Return the question, the answers, and the effect of each item on the first primary metric."""
    fit = _fit(study, study.primary[0])
    said = [tag("p", tag("b", one)) for one in answers(study)[:1]] + [
        tag("p", one) for one in answers(study)[1:]
    ]
    return inside(tag("h4", study.question), said, _table(study, fit) if fit is not None else None)


def _table(study: ContentFindings, fit: Fit) -> Html:
    digits = scale_of(study, fit, fit.items)
    rows = [
        row(
            study.items[one.term[0]],
            f"{digits.change(one.estimate)} {digits.between(one.low, one.high)}",
            probability(one.adjusted),
        )
        for one in ordered(fit.items)
    ]
    metric = study.metrics[fit.metric]
    head = (capital(study.title), "Instead of an average other one", "Adjusted p")
    return table(f"{capital(metric.title)}{digits.step_note}", head, rows)


def _fit(study: ContentFindings, metric: str) -> Fit | None:
    return next((fit for fit in study.fits if fit.metric == metric and fit.items), None)
