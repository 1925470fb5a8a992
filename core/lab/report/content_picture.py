"""Pieces of the report of a study of content for notebooks: a chart of one metric, and the answer with its table."""

from __future__ import annotations

from ...base.html import Html, inside, row, table, tag
from ..content.effects import Fit
from ..content.study import ContentFindings
from .content import answers, ordered, scale_of
from .forest_plot import Ruler
from .number_text import probability
from .small_chart import capital, span
from .svg_chart import HEAD, WIDE, ChartRows, document, note


def chart(study: ContentFindings, metric: str) -> Html | None:
    """Draw the effect of each item on a metric as a complete SVG document; None if it is not known."""
    fit = _fit(study, metric)
    if fit is None:
        return None
    digits = scale_of(study, fit, fit.items)
    by = digits.factor
    ends = [end * by for one in fit.items for end in (one.low, one.high)]
    rows, sure = ChartRows(Ruler(*span(ends, zero=True)), HEAD), fit.called(study.alpha)
    for one in ordered(fit.items):
        look = "b" if one in sure else "open"
        said = digits.ranged(one.estimate, one.low, one.high)
        rows.row(study.items[one.term[0]], f"{said} {digits.step}".rstrip())
        rows.line(one.low * by, one.high * by, look)
        rows.mark(one.estimate * by, look)
    key = note(f"in play instead of an average other {study.title}; filled: shown to differ", 32.0)
    return document(study.metrics[metric].title, rows.done(signed=True), key, width=WIDE, height=rows.height)


def embedded(study: ContentFindings) -> Html:
    """Return the question, the answers, and the effect of each item on the first primary metric."""
    fit = _fit(study, study.primary[0])
    first, *others = answers(study)
    said = [tag("p", tag("b", first)), *(tag("p", one) for one in others)]
    return inside(tag("h4", study.question), said, _item_table(study, fit) if fit is not None else None)


def _item_table(study: ContentFindings, fit: Fit) -> Html:
    digits = scale_of(study, fit, fit.items)
    rows = []
    for one in ordered(fit.items):
        said = digits.ranged(one.estimate, one.low, one.high)
        rows.append(row(study.items[one.term[0]], said, probability(one.adjusted)))
    metric = study.metrics[fit.metric]
    head = (capital(study.title), "Instead of an average other one", "Adjusted p")
    return table(f"{capital(metric.title)}{digits.step_note}", head, rows)


def _fit(study: ContentFindings, metric: str) -> Fit | None:
    return next((fit for fit in study.fits if fit.metric == metric and fit.items), None)
