"""How much skill decides: a matrix of pairs of bots by rulesets, in a terminal and on a page."""

from __future__ import annotations

from ...base.html import Html, inside, table, tag
from ...bots.levels import LEVELS
from ..games.duels import METRIC
from ..study.findings import Findings
from ..study.skill import SkillPair
from ..texts import text
from .number_text import Scale, number
from .page_frame import heat
from .small_chart import capital

CEILING = 0.97
"""A better bot that is ahead so often under all rulesets cannot be told to be ahead more often under one of them."""
Matrix = dict[tuple[str, str], dict[str, SkillPair]]


def matrix(findings: Findings) -> Matrix:
    """Return each pair of bots, the weaker one first, with what it has under each ruleset."""
    found: Matrix = {}
    for one in findings.skill:
        found.setdefault((one.weak, one.strong), {})[one.variant] = one
    return found


def rows(findings: Findings) -> tuple[list[str], list[list[str]]]:
    """Return heads and rows for a terminal: the share under each ruleset, and the difference of the variants."""
    arms = [arm.name for arm in findings.arms]
    several = len(arms) > 2
    heads = ["pair", arms[0]]
    for name in arms[1:]:
        heads += [name, f"{name} less {arms[0]}" if several else "difference"]
    found = []
    for (weak, strong), by in matrix(findings).items():
        cells = [f"{strong} / {weak}", _share(by[arms[0]])]
        for name in arms[1:]:
            cells += [_share(by[name]), _change(by[name])]
        found.append(cells)
    return heads, found


def sentences(findings: Findings) -> list[str]:
    """Return what the matrix cannot tell: pairs in which the better bot always wins, and levels that have learned."""
    known = matrix(findings)
    sure = [pair for pair, by in known.items() if all(one.share >= CEILING for one in by.values())]
    said = [
        text("skill.ceiling", strong=strong, weak=weak, share=number(100 * CEILING, 0))
        for weak, strong in sure
    ]
    if any(name in LEVELS for pair in known for name in pair) and len(findings.arms) > 1:
        said.append(text("skill.levels"))
    return said


def section(findings: Findings) -> Html:
    """Return the matrix: pairs of bots down, rulesets across, coloured where a difference is told from noise."""
    if not findings.skill:
        return Html("")
    arms = [arm.name for arm in findings.arms]
    drawn = []
    for (weak, strong), by in matrix(findings).items():
        name = inside(tag("b", strong), f" against {weak}")
        cells = [_cell(by[arm], n == 0) for n, arm in enumerate(arms)]
        drawn.append(tag("tr", tag("th", name, scope="row"), cells))
    heads = ("", *(f"{arm} (base)" if n == 0 else arm for n, arm in enumerate(arms)))
    caption = f"{capital(METRIC.title)} (%)"
    return inside(table(caption, heads, drawn, cls="heat skill"), tag("p", text("skill"), cls="note"))


def _cell(one: SkillPair, base: bool) -> Html:
    change = None if base else [tag("br"), tag("small", f"{_change(one)} pp")]
    return tag(
        "td", _share(one), change, cls=None if base else heat(one.difference, one.verdict == "differs")
    )


def _share(one: SkillPair) -> str:
    scale = Scale.of(METRIC, [(one.high - one.low) / 2], [one.share])
    return f"{scale.value(one.share)} {scale.between(one.low, one.high)}".rstrip()


def _change(one: SkillPair) -> str:
    low, high = one.difference_low, one.difference_high
    if low is None or high is None or one.difference is None:
        return ""
    scale = Scale.of(METRIC, [(high - low) / 2], [one.difference])
    sign = " *" if one.verdict == "differs" else ""
    return f"{scale.ranged(one.difference, low, high)}{sign}"
