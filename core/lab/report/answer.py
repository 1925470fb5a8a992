"""The answer in words: one sentence over all primary results, what each rules out and would take, what to do next."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import attrs
import numpy as np

from ..stats.block_table import MetricResult
from ..stats.power import planned, smallest
from ..study.bot_shares import part_of_all
from ..study.findings import Divergence, Findings
from ..study.remarks import remarks
from ..texts import text
from . import screening, seats, skill
from .number_text import Scale, count, decimals, duration, finite, listed, number, p_is, stated
from .overview import size
from .relearning import untrained
from .small_chart import capital
from .verdicts import all_primaries, metric_of

FEW = 3
"""With more variants than this, the sentence names what differs and counts the rest."""
NAMED = 4
"""Most variants that the sentence names together."""
MOST = 2
"""Most parts of the sentence that say what differs, if there are many variants."""


def answer(findings: Findings) -> str:
    """Return the sentence: what differs, with its direction and size, what does not, what is not resolved."""
    found = all_primaries(findings)
    found = [one for one in found if math.isfinite(one.difference)]
    if not found:
        return "No block could be analysed, so there is no answer; the section on validity says why."
    if findings.trainings == 1:
        return text("trainings.one")
    if len(findings.arms) - 1 > FEW:
        parts = [*_largest(findings, found), *_others(findings, found)]
    else:
        parts = [
            *_differing(findings, found),
            *_equivalent(findings, found),
            *_unchanged(findings, found),
            *_open(findings, found),
        ]
    return f"{capital('; '.join(parts))}."


def _largest(findings: Findings, found: Sequence[MetricResult]) -> Iterator[str]:
    """Yield the differences, the largest effects first, and the number of those left out."""
    said = list(_differing(findings, sorted(found, key=lambda one: -size(one))))
    yield from said[:MOST]
    if len(said) > MOST:
        yield f"{count(len(said) - MOST, 'more difference')} below"


def _others(findings: Findings, found: Sequence[MetricResult]) -> Iterator[str]:
    """Count the comparisons of many variants that do not differ; if all are open, say what they rule out."""
    same = sum(1 for one in found if one.verdict in ("equivalent", "the same"))
    left = sum(1 for one in found if one.verdict == "not resolved")
    if left == len(found):
        yield from _open(findings, found)
    elif same + left:
        comparisons = count(same + left, "other comparison" if same + left < len(found) else "comparison")
        shows = "shows" if same == 1 else "show"
        if same and left:
            are = "is" if left == 1 else "are"
            yield f"of {comparisons}, {same} {shows} no difference that matters and {left} {are} not resolved"
        elif same:
            yield f"{comparisons} {shows} no difference that matters"
        else:
            yield f"not resolved: {comparisons}"


def sentences(findings: Findings) -> list[str]:
    """Return the answer, after what makes it void: failed training, and rules to which no bot reacted.

    Of a screening it is that of its fresh blocks."""
    if findings.screening is not None:
        fresh = findings.screening.fresh
        more = [] if fresh is None else _unmoved(fresh) if findings.screening.factors else sentences(fresh)
        return [*screening.sentences(findings), *more]
    return [
        *untrained(findings),
        *_unmoved(findings),
        *_drifting(findings),
        answer(findings),
        *skill.sentences(findings),
        *seats.ahead(findings),
    ]


def _drifting(findings: Findings) -> list[str]:
    """Return a sentence on the surest trend over the blocks, if there is any."""
    if not findings.trends:
        return []
    one = findings.trends[0]
    scale = Scale.of(metric_of(findings, one.metric), [], [one.before_mean, one.after_mean])
    means = [f"{scale.value(each)}{_step(scale)}" for each in (one.before_mean, one.after_mean)]
    what = scale.metric.title
    where = names(findings, [one.variant])
    about = f"the difference of {where} in {what}" if one.difference else f"{what} with {where}"
    more = f", and {count(len(findings.trends) - 1, 'more trend')}" if len(findings.trends) > 1 else ""
    said = text(
        "trend", about=about, block=one.after, before=means[0], after=means[1], p=p_is(one.p), more=more
    )
    return [said]


def never_came_up(findings: Findings) -> list[Divergence]:
    """Return the variants with other rules of which no game shows any: decisions, points and results are the same."""
    ruled = {
        one.name for one in findings.arms[1:] if one.differing and not (one.trained or findings.relearned)
    }
    moved = {one.variant for one in findings.analysis.results if finite(one.difference) and one.difference}
    return [one for one in findings.divergences if one.unseen and one.variant in ruled - moved]


def _unmoved(findings: Findings) -> list[str]:
    """Return sentences on rules that change nothing, or to which no bot reacted; variants alike are joined."""
    same = [one.name for one in findings.arms[1:] if not (one.differing or one.trained or findings.relearned)]
    base = findings.arms[0].name
    idle = f"Nothing is changed by {names(findings, same, 'or')}: {base} has the same rules already."
    alike: dict[str, list[str]] = {}
    for one in findings.divergences:
        if said := one.arithmetic:
            alike.setdefault(said.partition(": ")[2], []).append(one.variant)
    unseen = never_came_up(findings)
    games = min((one.games for one in unseen), default=0)
    void = text(
        "unseen", which=names(findings, [one.variant for one in unseen], "or"), games=count(games, "game")
    )
    return (
        [idle] * bool(same)
        + [void] * bool(unseen)
        + [f"No bot reacted to {names(findings, variants, 'or')}: {rest}" for rest, variants in alike.items()]
    )


def _differing(findings: Findings, found: Sequence[MetricResult]) -> Iterator[str]:
    for variants, results in together(one for one in found if one.verdict == "differs"):
        clauses = [f"{moved(findings, same[0])} ({means(findings, same)})" for same in results]
        yield f"with {names(findings, variants)}, {listed(clauses)}"


def _equivalent(findings: Findings, found: Sequence[MetricResult]) -> Iterator[str]:
    for variants, results in together((one for one in found if one.verdict == "equivalent"), False):
        titles = []
        for same in results:
            one = same[0]
            scale = Scale.fitting(metric_of(findings, one.metric), one)
            margin = f" (\u00b1{_margin(scale, one.margin)})" if one.margin is not None else ""
            titles.append(
                f"{scale.metric.title}{' (none at all)' if all(one.same for one in same) else margin}"
            )
        yield f"with {names(findings, variants)}, there is no difference that matters in {listed(titles)}"


def _unchanged(findings: Findings, found: Sequence[MetricResult]) -> Iterator[str]:
    for variants, results in together((one for one in found if one.verdict == "the same"), False):
        titles = [
            f"{metric_of(findings, same[0].metric).title} ({_always(findings, same[0])})" for same in results
        ]
        yield f"with {names(findings, variants)}, nothing changes in {listed(titles)}"


def _always(findings: Findings, one: MetricResult) -> str:
    """Return in words that no block differs, and the value that all have, if they have one."""
    base = findings.table.means.get((findings.arms[0].name, one.metric, one.part))
    blocks = count(one.blocks, "block")
    if base is None or not one.blocks or np.ptp(base[np.isfinite(base)]) > 0:
        return f"the same in each of {blocks}"
    if part_of_all(findings.table, one.metric):
        return text("answer.parts", players=findings.players)
    scale = Scale.fitting(metric_of(findings, one.metric), one)
    return f"always {one.base_mean * scale.factor:.10g}{scale.unit_behind}, in each of {blocks}"


def _open(findings: Findings, found: Sequence[MetricResult]) -> Iterator[str]:
    left = [one for one in found if one.verdict == "not resolved"]
    for same_in, results in together((one for one in left if one.same), False):
        always = [
            f"{metric_of(findings, same[0].metric).title} "
            f"({'; '.join(filter(None, (_always(findings, same[0]), takes(findings, same[0]))))})"
            for same in results
        ]
        yield f"with {names(findings, same_in)}, nothing has changed so far in {listed(always)}"
    left = [one for one in left if not one.same]
    by: dict[str, list[MetricResult]] = {}
    for one in left:
        by.setdefault(one.metric, []).append(one)
    variants = list(dict.fromkeys(one.variant for one in found))
    asked = {metric: [one.variant for one in same] for metric, same in by.items()}
    if left and len(left) == len(found):
        blocks = count(max(one.blocks for one in left), "block")
        titles = listed([_at_most(findings, same) for same in by.values()], last="or")
        change = "change" if len(variants) > NAMED else "changes"
        yield f"not resolved: {blocks} cannot say if {names(findings, variants, 'or')} {change} {titles}"
    elif left:
        titles = listed(
            [
                _at_most(findings, same)
                + (f" with {names(findings, asked[metric])}" if asked[metric] != variants else "")
                for metric, same in by.items()
            ]
        )
        yield f"not resolved: {titles}"


def _at_most(findings: Findings, same: Sequence[MetricResult]) -> str:
    """Return the metric and the largest difference of these variants that their intervals leave possible."""
    scale = Scale.fitting(metric_of(findings, same[0].metric), *same)
    ends = [abs(end) for one in same for end in (one.low, one.high)]
    if not all(map(math.isfinite, ends)) or not any(ends):
        return scale.metric.title
    return (
        f"{scale.metric.title} (by {number(max(ends) * scale.factor, scale.decimals)}{_step(scale)} at most)"
    )


def together(
    results: Iterable[MetricResult], signed: bool = True
) -> Iterator[tuple[list[str], list[list[MetricResult]]]]:
    """Yield the variants that have the same metrics (and directions), and for each metric their results."""
    mine: dict[str, list[MetricResult]] = {}
    for one in results:
        mine.setdefault(one.variant, []).append(one)
    alike: dict[tuple[tuple[str, bool], ...], list[str]] = {}
    for variant, found in mine.items():
        key = tuple((one.metric, signed and one.difference > 0) for one in found)
        alike.setdefault(key, []).append(variant)
    for variants in alike.values():
        yield variants, [list(same) for same in zip(*(mine[variant] for variant in variants), strict=True)]


def names(findings: Findings, variants: Sequence[str], last: str = "and") -> str:
    """Return the variants in words; one whose name says nothing (`B`) with its change."""
    texts = {arm.name: arm.text for arm in findings.arms}
    said = {name: f"{name} ({text})" if len(name) == 1 and text else name for name, text in texts.items()}
    for one in findings.relearned:
        said[one.change.shock] = f"{one.change.variant} at first"
        said[one.change.adapted] = f"{one.change.variant} once learned"
    return listed([said.get(one, one) for one in variants], NAMED, last)


def moved(findings: Findings, one: MetricResult) -> str:
    """Return what a player sees of the difference, in the metric's own words: `games end closer`."""
    metric = metric_of(findings, one.metric)
    up = one.difference > 0
    return (metric.more if up else metric.less) or f"{metric.title} {'up' if up else 'down'}"


def means(findings: Findings, same: Sequence[MetricResult]) -> str:
    """Write the means of one metric under some variants and the base: `18.8 and 19.2 points instead of 16.2`."""
    scale = Scale.fitting(metric_of(findings, same[0].metric), *same)
    # Two digits of the difference are enough in a sentence.
    least = min((abs(one.difference) for one in same if one.difference), default=0.0)
    scale = attrs.evolve(scale, decimals=min(scale.decimals, decimals(least * scale.factor)))
    rate = "\u202f%" if scale.unit == "%" else ""
    unit = f" {scale.unit}" if scale.unit and not rate else ""
    shown = same if len(same) <= FEW else same[:1]
    values = listed(list(dict.fromkeys(f"{scale.value(one.variant_mean)}{rate}" for one in shown)))
    where = f"{shown[0].variant}: " if len(shown) < len(same) else ""
    return f"{where}{values}{unit} instead of {scale.value(shown[0].base_mean)}{rate}"


def _margin(scale: Scale, margin: float) -> str:
    return f"{stated(margin * scale.factor)}{_step(scale)}"


def _step(scale: Scale) -> str:
    return f"\u00a0{scale.step}" if scale.step else ""


def bounds(findings: Findings, one: MetricResult) -> str:
    """Return in words what the result rules out, and what it leaves open.

    Where interval and verdict seem to disagree, the words explain why: the page must not contradict itself.
    """
    # That an interval is uncorrected is said with the numbers.
    more = remarks(attrs.evolve(one, uncorrected=False), findings.spec.alpha)
    if not math.isfinite(one.difference):
        return "no block has this metric under both rulesets"
    if one.same:
        return ", ".join([_always(findings, one).replace("the same", "exactly the same"), *more])
    return "; ".join([_ruled_out(findings, one), *more])


def _ruled_out(findings: Findings, one: MetricResult) -> str:
    scale = Scale.fitting(metric_of(findings, one.metric), one)
    step = _step(scale)
    if one.verdict == "equivalent":
        if one.margin is None:
            return "nothing as large as the test looks for"
        said = f"within \u00b1{_margin(scale, one.margin)}"
        return f"{said}; a real difference, but too small to matter" if _beyond(one) else said
    if not (math.isfinite(one.low) and math.isfinite(one.high)):
        return "too few blocks for an interval"
    low, high = sorted((abs(one.low), abs(one.high)))
    ends = [number(end * scale.factor, scale.decimals) for end in (low, high)]
    way = "more" if one.difference > 0 else "less"
    if _beyond(one):
        between = f"{' to '.join(dict.fromkeys(ends))}{step} {way}"
        if one.verdict == "differs":
            return between if finite(one.adjusted) else f"{between}, by the sequential test"
        return f"{between}, but {_uncorrected(findings, one)}"
    if one.verdict == "differs":
        size = number(abs(one.difference) * scale.factor, scale.decimals)
        by = p_is(one.adjusted) if finite(one.adjusted) else "sequential"
        return f"{size}{step} {way}; the test is sure ({by}), the interval alone would not be"
    if high <= 1.5 * low:
        return f"no more than {ends[1]}{step} either way"
    up, down = (number(abs(end) * scale.factor, scale.decimals) for end in (one.high, one.low))
    return f"no more than {up}{step} up and {down} down"


def _beyond(one: MetricResult) -> bool:
    """True if the 95 % interval does not contain 0."""
    return one.low > 0 or one.high < 0


def _uncorrected(findings: Findings, one: MetricResult) -> str:
    if not finite(one.adjusted):
        return "not sure: the sequential test reached its cap before it could decide"
    tests = len(findings.analysis.whole(family="primary"))
    corrected = f"corrected for {tests} tests" if tests > 1 else "by its test"
    return f"not sure: {corrected} {p_is(one.adjusted)}, and this interval is uncorrected"


def takes(findings: Findings, one: MetricResult) -> str:
    """Return how large a run would resolve the result, and how long it would take; "" if that is unknown."""
    if one.verdict == "not resolved" and one.interval == "training":
        return "twice the trainings and blocks would halve the interval"
    if one.verdict != "not resolved" or one.needed is None:
        return ""
    if one.same:
        constant = part_of_all(findings.table, one.metric)
        return (
            "" if constant else f"{count(one.needed, 'block')} would settle it{time_of(findings, one.needed)}"
        )
    if one.needed <= one.blocks:
        return "these blocks are enough for the smallest difference of interest; a smaller one takes more"
    blocks = round_up(one.needed)
    return f"about {count(blocks, 'block')} would {_shown(findings, one)}{time_of(findings, blocks)}"


def _shown(findings: Findings, one: MetricResult) -> str:
    """Return what the blocks that a result needs are enough for: a decision only if a margin was stated."""
    if one.margin is None and one.interval == "gap" and one.needed:
        scale = Scale.fitting(metric_of(findings, one.metric), one)
        half = (one.high90 - one.low90) / 2 * math.sqrt(one.blocks / one.needed)
        return f"narrow it to \u00b1{number(half * scale.factor, 0 if half >= 0.02 else 1)}{_step(scale)}"
    if one.margin is not None or not one.effect:
        return "decide"
    spec, sd = findings.spec, abs(one.difference / one.effect)
    tests = len(findings.analysis.whole(family="primary"))
    if planned(spec, one.metric, sd, tests) != one.needed:
        return "show it if it is as large as it looks"
    scale = Scale.fitting(metric_of(findings, one.metric), one)
    size = number(smallest(spec, one.metric, sd) * scale.factor, scale.decimals)
    return f"show a difference of {size}{_step(scale)}"


def time_of(findings: Findings, blocks: int) -> str:
    played = findings.analysis.blocks
    if not played or not math.isfinite(findings.seconds):
        return ""
    taken = duration(findings.seconds * blocks / played)
    return f" ({taken})".replace(" ", "\u00a0").replace("\u00a0(", " (")


def round_up(blocks: int) -> int:
    """Round up to two digits, since an estimate is not exact."""
    step: int = 10 ** max(0, len(str(blocks)) - 2)
    return math.ceil(blocks / step) * step
