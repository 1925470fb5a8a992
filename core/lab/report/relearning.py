"""Relearning: the shock of a rule, the game once players have learned it, and who wins if the two meet."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.html import Html, inside, row, table, tag
from ..stats.block_table import MetricResult
from ..study.findings import Findings
from ..study.relearning import Pupil, Relearned, VictoryShare
from ..texts import text
from .forest_plot import difference, ruler
from .number_text import NOTHING, Scale, count, finite, listed, number, p_is, probability
from .page_frame import folded
from .small_chart import capital
from .verdicts import SIGNS, metric_of

MORE = 8
"""Most exploratory metrics of a variant in the table; report.json has all. With more trainings than this they are
folded."""


def section(findings: Findings) -> Html:
    """Return for each variant sentences, the metrics at first and once learned, and the duel with its control."""
    if not findings.relearned:
        return Html("")
    parts = []
    for n, one in enumerate(findings.relearned):
        heading = tag("h3", one.change.variant) if len(findings.relearned) > 1 else None
        said = tag("ul", [tag("li", line) for line in sentences(findings, one)], cls="lead")
        parts.append(inside(heading, said, _metrics(findings, one), _duel(findings, one, f"d{n}")))
    note = tag("p", text("relearning", base=findings.arms[0].name), cls="note")
    return inside(parts, note, _pupils(findings))


def sentences(findings: Findings, one: Relearned) -> Iterator[str]:
    """Yield what the duel shows, then how much of each primary metric is shock and how much is learned."""
    yield _claimed(findings, one)
    for result in _primary(findings, one):
        yield _moved(findings, one, result)


def untrained(findings: Findings) -> Iterator[str]:
    """Yield a sentence on each ruleset whose players have learned too little to say anything, in whichever training."""
    weak: dict[str, list[Pupil]] = {}
    for one in findings.pupils:
        if one.weak:
            weak.setdefault(one.ruleset, []).append(one)
    for ruleset, found in weak.items():
        yield text(
            "untrained" if findings.trainings < 2 else "untrained.some",
            ruleset=ruleset,
            n=len(found),
            of=findings.trainings,
            share=listed([_two(one.share) for one in found]),
            against=found[0].against,
            even=_two(found[0].even),
        )


def twice(findings: Findings) -> dict[str, int]:
    """Return the flags of a run with twice the trainings and blocks, whose intervals are about half as wide."""
    return {"--trainings": 2 * findings.trainings, "--blocks": 2 * len(findings.table.blocks)}


def _claimed(findings: Findings, one: Relearned) -> str:
    base, variant, claim = findings.arms[0].name, one.change.variant, str(one.claim)
    if claim not in ("untrained", "alike", "one training"):
        even = one.duel.low == one.duel.high == 0.5
        claim = "few" if not finite(one.duel.low) else "even" if even else claim
    hinted = claim in ("worse", "not resolved") and one.edge.low > 0
    return text(
        f"relearned.{claim}",
        base=base,
        variant=variant,
        met=text("relearned.met", variant=variant, share=share(one.duel)),
        control=share(one.control),
        fare="lose" if one.control.high < 0.5 else "are even",
        edge=_pp(one.edge),
        hint=text(f"relearned.{claim}.hint", edge=_pp(one.edge, signed=False)) if hinted else "",
        n=findings.trainings,
    )


def _moved(findings: Findings, one: Relearned, result: MetricResult) -> str:
    first = findings.analysis.of(one.change.shock, result.metric)
    then = findings.analysis.of(one.change.adapted, result.metric)
    scale = Scale.fitting(metric_of(findings, result.metric), result, first, then)
    step = f"\u00a0{scale.step}" if scale.step else ""
    shock, learned = (f"{scale.change(one.difference)}{step}" for one in (first, then))
    both = text("relearned.metric", title=capital(scale.metric.title), shock=shock, learned=learned)
    if result.same:
        return f"{both}; relearning changes nothing."
    change = f"{scale.change(result.difference)}{step} {scale.between(result.low, result.high)}".rstrip()
    if findings.trainings == 1:
        return f"{both}; the difference between the two is {change}."
    sure = p_is(result.adjusted) if result.verdict == "differs" else result.verdict
    return f"{both}; relearning makes {change}, {sure}."


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
        (f"when {variant} is played", one.duel, "b"),
        (f"when {base} is played (control)", one.control, "open"),
    ]
    ends = [end - 0.5 for _, two, _ in shown for end in (two.low, two.high)]
    axis = ruler(ends, grid, factor=100.0)
    rows = [
        row(
            title,
            axis.interval(f"{title}: {share(two)}", two.share - 0.5, two.low - 0.5, two.high - 0.5, look)
            if finite(two.low)
            else NOTHING,
            inside(tag("b", _two(two.share)), " ", tag("i", _between(two))),
            number(two.games, 0),
            labels=("", "Share", "Games"),
        )
        for title, two, look in shown
    ]
    caption = text("relearned.duel", claim=text(f"claim.{one.claim}"), edge=_pp(one.edge))
    each = tag("p", _each(one), cls="note") if len(one.trainings) > 1 else None
    head = ("Share of adapted players", inside("pp above even", axis.numbers()), "Share", "Games")
    return inside(axis.lines(), table(caption, head, rows, cls="forest"), each)


def _each(one: Relearned) -> str:
    """Return the shares of each training, the control's in brackets."""
    shares = [f"{_two(each.duel)} ({_two(each.control)})" for each in one.trainings]
    return text("relearned.each", shares=", ".join(shares))


def _pupils(findings: Findings) -> Html:
    head = ("Trained under", "Training", "Budget", "Games", "Against", "Share", "File")
    rows = [
        row(
            one.ruleset,
            number(one.training, 0),
            tag("code", one.budget),
            number(one.games, 0),
            one.against,
            _bounded(one),
            tag("code", one.file),
            labels=head[1:],
        )
        for one in findings.pupils
    ]
    title = text("relearned.players", even=_two(findings.pupils[0].even))
    found = table(title, head, rows, cls="rulesets")
    folding = folded(f"The {len(rows)} trainings, one by one", found) if len(rows) > MORE else None
    return folding or found


def lines(findings: Findings, brief: bool) -> Iterator[str]:
    """Yield the section as lines of text, the claim of each variant first; `brief` yields nothing else."""
    for one in findings.relearned:
        base, variant = findings.arms[0].name, one.change.variant
        said = f"{variant}: {text(f'claim.{one.claim}')}"
        if brief:
            yield f"{said}; {share(one.duel)} under {variant}, {share(one.control)} under {base}"
            continue
        yield said
        for line in sentences(findings, one):
            yield f"  {line}"
        if len(one.trainings) > 1:
            yield f"  {_each(one)}"
    if not brief:
        yield from _schooled(findings)


def _schooled(findings: Findings) -> Iterator[str]:
    """Yield a line on the players of each ruleset: their trainings, and what they win in each."""
    pupils: dict[str, list[Pupil]] = {}
    for one in findings.pupils:
        pupils.setdefault(one.ruleset, []).append(one)
    for ruleset, found in pupils.items():
        wins = [_bounded(one) if len(found) == 1 else _two(one.share) for one in found]
        trained = f"{count(len(found), 'training')}, {count(sum(one.games for one in found), 'game')}"
        against = f"against {found[0].against} (even: {_two(found[0].even)})"
        yield f"players of {ruleset}: {trained}; {against} {', '.join(wins)}"


def _bounded(one: Pupil) -> str:
    return f"{_two(one.share)} [{_two(one.low)}, {_two(one.high)}]"


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
