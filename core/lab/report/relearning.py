"""Relearning: the shock of a rule, the game once players have learned it, and who wins if the two meet."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.html import Html, inside, row, table, tag
from ..stats.block_table import MetricResult
from ..study.findings import Findings
from ..study.relearning import Relearned, VictoryShare
from .forest_plot import difference, ruler
from .number_text import NOTHING, Scale, count, finite, number, p_is, probability
from .small_chart import capital
from .verdicts import SIGNS, metric_of

MORE = 8
"""Most exploratory metrics of a variant in the table; report.json has all."""
TITLES = {
    "adapted": "adaptation is shown",
    "alike": "nothing was learned that tells the two apart",
    "better trained": "adaptation is not shown: the control wins as well",
    "not resolved": "adaptation is not shown",
    "untrained": "the training has failed",
    "worse": "the training has failed",
}
"""The claim in words."""


def section(findings: Findings) -> Html:
    """Return for each variant sentences, the metrics at first and once learned, and the duel with its control."""
    if not findings.relearned:
        return Html("")
    parts = []
    for n, one in enumerate(findings.relearned):
        heading = tag("h3", one.change.variant) if len(findings.relearned) > 1 else None
        said = tag("ul", [tag("li", line) for line in sentences(findings, one)], cls="lead")
        parts.append(inside(heading, said, _metrics(findings, one), _duel(findings, one, f"d{n}")))
    base = findings.arms[0].name
    note = (
        f"At first, players meet the changed rule as they have learned to play {base}; once learned, they are trained "
        "under the rule itself, with the same number of games and the same seed. Relearning is the difference between "
        "the two, over blocks with the same luck; its p values are corrected over the primary metrics of a variant "
        "(Holm). In the duel as many adapted as printed players sit at one table, in all seats; shares are moved so "
        f"that 0.5 is even. The control is the same duel under {base}, where the rule gives nobody an advantage: what "
        "adapted players win there, they win by luck in training."
    )
    return inside(parts, tag("p", note, cls="note"), _pupils(findings))


def sentences(findings: Findings, one: Relearned) -> Iterator[str]:
    """Yield what the duel shows, then how much of each primary metric is shock and how much is learned."""
    yield _claimed(findings, one)
    for result in _primary(findings, one):
        yield _moved(findings, one, result)


def untrained(findings: Findings) -> Iterator[str]:
    """Yield a sentence on each ruleset whose players have learned too little to say anything."""
    for one in findings.pupils:
        if one.weak:
            yield (
                f"The training under {one.ruleset} has failed: its players win {_two(one.share)} of the games against "
                f"{one.against}, where 0.5 is even. So this run says nothing about how people will play; train longer "
                "(--adapt MINUTES)."
            )


def _claimed(findings: Findings, one: Relearned) -> str:
    base, variant = findings.arms[0].name, one.change.variant
    met = (
        f"Players trained under {variant} win {share(one.duel)} of the games against players trained as printed "
        f"when {variant} is played"
    )
    there = f"{share(one.control)} when {base} is played"
    if one.claim == "untrained":
        return (
            "Players of one of the two rulesets have learned too little, so neither the shock nor the duel says "
            "anything."
        )
    if one.claim == "alike":
        return (
            f"Players trained under {variant} and under {base} have learned the same and play alike: whatever the "
            "duel says is luck. With more time (--adapt MINUTES) they may learn what tells the two apart."
        )
    if not finite(one.duel.low):
        return f"{met}; there are too few blocks to say more."
    if one.duel.low == one.duel.high == 0.5:
        return (
            f"{met}, and {there}, the control. Under {variant} every block was shared evenly: what they have learned "
            "does not differ where it matters."
        )
    if one.claim == "adapted":
        even = "where they lose" if one.control.high < 0.5 else "where they are even"
        return f"{met}, and {there}, {even}. They have adapted: the rule asks players to relearn."
    if one.claim == "better trained":
        return (
            f"{met}, but also {there}, the control; the difference is {_pp(one.edge)}. So adaptation is not shown: "
            "these players may only be better trained."
        )
    better = f"{_pp(one.edge, signed=False)} better than in the control" if one.edge.low > 0 else ""
    if one.claim == "worse":
        hint = f" Since they do {better}, they know this rule better than the printed one." if better else ""
        return (
            f"{met}, and {there}, the control: they lose under their own rule.{hint} Their training has not found out "
            "how to play it, so do not take their game for the one that people will learn; train longer."
        )
    hint = f" That they do {better} hints at some." if better else ""
    return (
        f"{met}, and {there}, the control. Adaptation is not shown: there is little to relearn, or the training was "
        f"too short to learn it.{hint}"
    )


def _moved(findings: Findings, one: Relearned, result: MetricResult) -> str:
    first = findings.analysis.of(one.change.shock, result.metric)
    then = findings.analysis.of(one.change.adapted, result.metric)
    scale = Scale.fitting(metric_of(findings, result.metric), result, first, then)
    step = f"\u00a0{scale.step}" if scale.step else ""
    title = capital(scale.metric.title)
    both = (
        f"{title}: {scale.change(first.difference)}{step} at first, {scale.change(then.difference)}{step} once players "
        "have adapted"
    )
    if result.same:
        return f"{both}; relearning changes nothing."
    between = scale.between(result.low, result.high)
    between = f" {between}" if between else ""
    sure = p_is(result.adjusted) if result.verdict == "differs" else result.verdict
    return f"{both}; relearning makes {scale.change(result.difference)}{step}{between}, {sure}."


def _primary(findings: Findings, one: Relearned) -> list[MetricResult]:
    wanted = {name: n for n, name in enumerate(findings.spec.primary)}
    found = [result for result in one.learning if result.family == "primary"]
    return sorted(found, key=lambda result: wanted[result.metric])


def _metrics(findings: Findings, one: Relearned) -> Html:
    """Return the primary metrics, and those others that relearning changes most surely."""
    alpha, base = findings.spec.alpha, findings.arms[0].name
    others = [two for two in one.learning if two.family != "primary" and two.adjusted < alpha]
    others.sort(key=lambda two: (two.adjusted, two.p))
    head = (
        "Metric",
        base,
        inside(one.change.variant, " ", tag("small", "at first")),
        inside(one.change.variant, " ", tag("small", "once learned")),
        "Relearning",
        "Adjusted p",
        "",
    )
    bodies = [[_metric(findings, one, two) for two in _primary(findings, one)]]
    if others:
        group = tag("tr", tag("th", "Exploratory", colspan="7", scope="rowgroup"), cls="group")
        bodies.append([group, *(_metric(findings, one, two) for two in others[:MORE])])
    left = len(others) - MORE
    more = tag("p", f"{count(left, 'more metric')} in report.json.", cls="note") if left > 0 else None
    caption = f"The shock and the game once it is learned, {one.change.variant} compared with {base}"
    return inside(table(caption, head, *bodies, cls="verdicts"), more)


def _metric(findings: Findings, one: Relearned, result: MetricResult) -> Html:
    scale = Scale.fitting(metric_of(findings, result.metric), result)
    means = findings.table.means.get((findings.arms[0].name, result.metric, ""))
    known = means[means == means] if means is not None else ()
    base = float(sum(known) / len(known)) if len(known) else None
    word = "" if result.family != "primary" else f"{SIGNS[result.verdict]} {result.verdict}"
    return row(
        scale.named(),
        scale.value(base),
        scale.value(result.base_mean),
        scale.value(result.variant_mean),
        difference(scale, result.difference, result.low, result.high),
        probability(result.adjusted),
        tag("strong", word, cls=f"verdict {result.verdict.replace(' ', '-')}") if word else "",
        labels=(findings.arms[0].name, "At first", "Once learned", "Relearning", "Adjusted p", ""),
    )


def _duel(findings: Findings, one: Relearned, grid: str) -> Html:
    base, variant = findings.arms[0].name, one.change.variant
    shown = [
        (f"when {variant} is played", one.duel, 0.5, "b"),
        (f"when {base} is played (control)", one.control, 0.5, "open"),
    ]
    axis = ruler([100 * (end - even) for _, two, even, _ in shown for end in (two.low, two.high)], grid)
    rows = [
        row(
            title,
            axis.interval(
                f"{title}: {share(two)}",
                100 * (two.share - even),
                100 * (two.low - even),
                100 * (two.high - even),
                look,
            )
            if finite(two.low)
            else NOTHING,
            inside(tag("b", _two(two.share)), " ", tag("i", _between(two))),
            number(two.games, 0),
            labels=("", "Share", "Games"),
        )
        for title, two, even, look in shown
    ]
    caption = (
        f"Adapted against printed players: {TITLES[one.claim]}. The difference of the two: {_pp(one.edge)}"
    )
    head = ("Share of adapted players", inside("pp above even", axis.numbers()), "Share", "Games")
    return inside(axis.lines(), table(caption, head, rows, cls="forest"))


def _pupils(findings: Findings) -> Html:
    head = ("Trained under", "Budget", "Games", "Against", "Share", "File")
    rows = [
        row(
            one.ruleset,
            tag("code", one.budget),
            number(one.games, 0),
            one.against,
            f"{_two(one.share)} [{_two(one.low)}, {_two(one.high)}]",
            tag("code", one.file),
            labels=head[1:],
        )
        for one in findings.pupils
    ]
    caption = (
        "The players: how they were trained, and how strong they are under their own rules, on fresh seeds"
    )
    return table(caption, head, rows, cls="rulesets")


def lines(findings: Findings, brief: bool) -> Iterator[str]:
    """Yield the section as lines of text, the claim of each variant first; `brief` yields nothing else."""
    for one in findings.relearned:
        base, variant = findings.arms[0].name, one.change.variant
        if brief:
            shares = f"{share(one.duel)} under {variant}, {share(one.control)} under {base}"
            yield f"{variant}: {TITLES[one.claim]}; {shares}"
            continue
        yield f"{variant}: {TITLES[one.claim]}"
        for line in sentences(findings, one):
            yield f"  {line}"
    for pupil in () if brief else findings.pupils:
        yield (
            f"players of {pupil.ruleset}: {count(pupil.games, 'game')} of training; against {pupil.against} "
            f"{_two(pupil.share)} [{_two(pupil.low)}, {_two(pupil.high)}]"
        )


def share(one: VictoryShare) -> str:
    """Write `0.67 [0.60, 0.73]`."""
    return f"{_two(one.share)} {_between(one)}".rstrip()


def _between(one: VictoryShare) -> str:
    return f"[{_two(one.low)}, {_two(one.high)}]" if finite(one.low) and one.low != one.high else ""


def _two(value: float) -> str:
    return number(value, 2)


def _pp(one: VictoryShare, *, signed: bool = True) -> str:
    ends = [number(100 * value, 1, signed=signed) for value in (one.share, one.low, one.high)]
    return f"{ends[0]}\u00a0pp" + (f" [{ends[1]}, {ends[2]}]" if finite(one.low) else "")
