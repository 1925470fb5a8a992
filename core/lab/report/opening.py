"""The first screen of a page: the question, the sentence that answers it, the picture, and what to do."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...html import Html, inside, row, table, tag
from ..findings import Findings
from ..table import Result
from . import overview
from .answer import advice, answer, bounds, takes, unmoved
from .digits import Scale, count, duration
from .forest import ruler
from .plot import capital
from .provenance import panel
from .verdicts import metric_of, primaries, word

ROWS = 12
"""Most rows of the picture that are open at once; further metrics are folded."""
LOOKS = {"differs": "b", "equivalent": "same", "not resolved": "open"}
"""The look of a result's mark by its verdict."""


def opening(findings: Findings) -> Html:
    """Return the head of the page, which a reader without statistics understands."""
    advised = list(advice(findings))
    return tag(
        "header",
        tag("p", "Comparison of rules", cls="kind"),
        tag("h1", findings.question),
        [tag("p", said, cls="answer") for said in (*unmoved(findings), answer(findings))],
        picture(findings),
        tag("p", tag("b", "What to do: "), " ".join(advised), cls="advice") if advised else None,
        tag("p", _played(findings), cls="note"),
    )


def _played(findings: Findings) -> Html:
    games = sum(findings.audit.games.values())
    return inside(
        f"{capital(count(games, 'game'))} of {count(findings.players, 'player')} in "
        f"{count(len(findings.table.blocks), 'block')} with the same luck under each ruleset, "
        f"{duration(findings.seconds)}, played by bots ({panel(findings)}). People may play differently: ",
        tag("a", "limits", href="#limits"),
        ".",
    )


def picture(findings: Findings) -> Html | None:
    """Return for each primary metric the differences of all variants: direction, size, certainty and margin."""
    gathered: dict[str, list[Result]] = {}
    for one in _ordered(findings):
        gathered.setdefault(one.metric, []).append(one)
    drawn: list[Html] = []
    folded: list[Html] = []
    rows = 0
    for n, results in enumerate(gathered.values()):
        rows += len(results)
        (folded if n and rows > ROWS else drawn).append(_metric(findings, results, f"o{n}", not n))
    if not drawn:
        return None
    titles = [metric_of(findings, name).title for name in gathered][len(drawn) :]
    more = tag("details", tag("summary", f"Also: {', '.join(titles)}"), folded) if folded else None
    return tag("div", drawn, more, tag("p", _key(findings, gathered), cls="note"), cls="picture")


def _ordered(findings: Findings) -> list[Result]:
    """Return the primary results; of many variants those with the largest effects come first."""
    if overview.wanted(findings):
        return [one for found in overview.ranked(findings) for one in found]
    return [one for arm in findings.arms[1:] for one in primaries(findings, arm.name)]


def _metric(findings: Findings, results: Sequence[Result], grid: str, first: bool) -> Html:
    metric = metric_of(findings, results[0].metric)
    scale = Scale.fitting(metric, *results)
    factor = scale.factor
    margins = [margin for one in results if (margin := one.margin) is not None]
    ends = [end * factor for one in results for end in (one.low, one.high, one.difference)]
    axis = ruler([*ends, *(1.2 * margin * factor for margin in margins)], grid)
    rows = []
    for one in results:
        change = f"{scale.change(one.difference)}{' ' if scale.step else ''}{scale.step}"
        margin = one.margin * factor if one.margin is not None else None
        known = math.isfinite(one.difference)
        drawn = axis.interval(
            f"{one.variant}: {change} {scale.between(one.low, one.high)}".rstrip(),
            one.difference * factor,
            one.low * factor,
            one.high * factor,
            LOOKS[one.verdict],
            margin,
            (one.low90 * factor, one.high90 * factor) if margin is not None else (math.nan, math.nan),
        )
        needed = takes(findings, one)
        rows.append(
            row(
                _named(findings, one.variant),
                drawn if known else "",
                inside(tag("b", change if known else ""), " ", word(one)),
                inside(bounds(findings, one), [tag("br"), needed] if needed else None),
            )
        )
    less, more = f"\u2190\u00a0{metric.less or 'less'}", f"{metric.more or 'more'}\u00a0\u2192"
    sides = tag("span", tag("span", less), tag("span", more), cls="sides")
    said = ("Difference", "What these games say") if first else ("", "")
    head = ("", inside(sides, axis.numbers()), *said)
    unit = f" ({scale.unit})" if scale.unit else ""
    base = f", {scale.value(results[0].base_mean)} under {findings.arms[0].name}"
    caption = inside(
        tag("b", capital(metric.title), unit), base if math.isfinite(results[0].base_mean) else ""
    )
    return inside(axis.lines(), table(caption, head, rows, cls="answers"))


def _named(findings: Findings, variant: str) -> Html:
    [arm] = [one for one in findings.arms if one.name == variant][:1]
    text = arm.text if arm.text != variant else ""
    return inside(variant, [tag("br"), tag("small", text)] if text else None)


def _key(findings: Findings, gathered: dict[str, list[Result]]) -> str:
    base, sure = findings.arms[0].name, f"{100 * (1 - findings.spec.alpha):.0f}\u00a0%"
    results = [one for found in gathered.values() for one in found]
    text = f"Mark: the difference from {base}; line: where the true one lies, {sure} sure of each by itself"
    text += (
        " (thick: 90\u00a0%, which decides about equivalence)"
        if any(math.isfinite(one.low90) and one.margin is not None for one in results)
        else ""
    )
    if any(one.margin is not None for one in results):
        text += "; shaded: differences that do not matter, as stated before the run"
    return text + "."
