"""A screening in words: the best value, or the changes with the largest effects, and what fresh blocks say of them."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator, Sequence

from ..games.factors import DATA, Factor
from ..study.anew import anew
from ..study.findings import Findings
from ..study.screen import Aim
from ..study.screening import Claim, Level, Screening
from ..texts import text
from .number_text import Scale, count, finite, listed, number
from .small_chart import capital
from .verdicts import metric_of

SWEPT = ("--sweep", "--aim", "--confirm")
"""Flags that a comparison of one setting does without."""


def of(findings: Findings) -> Screening:
    """Return the screening of findings that have one."""
    assert findings.screening is not None
    return findings.screening


# -- words ---------------------------------------------------------------------------------------------------------


def title(one: Factor) -> str:
    """Return the number in a few letters: `castle`; of a number in the data its last names: `rounds.2.catch_up`."""
    if not one.name.startswith(DATA):
        return one.name
    *_, above, other, last = ["", "", *one.name.removeprefix(DATA).split(".")]
    return ".".join(part for part in (above if other.isdecimal() else "", other, last) if part)


def ranges(findings: Findings) -> str:
    """Write what was tried: `castle=0 to 9`."""
    tried = [
        f"{one.values[0]} to {one.values[-1]}" if one.ordered else ", ".join(one.values)
        for one in of(findings).factors
    ]
    return listed([f"{title(one)}={said}" for one, said in zip(of(findings).factors, tried, strict=True)])


def setting(findings: Findings, variant: str) -> str:
    """Write the values of a variant: `castle=3`."""
    found = of(findings)
    values = zip(found.factors, found.values[variant], strict=True)
    return " ".join(f"{title(one)}={value}" for one, value in values)


def wanted(findings: Findings, aim: Aim) -> tuple[str, str]:
    """Write what the best value has, and what a better one would have: `the smallest margin`, `a smaller margin`."""
    metric = metric_of(findings, aim.metric)
    if aim.target is None:
        most, more = ("smallest", "smaller") if aim.towards == "min" else ("largest", "larger")
        return f"the {most} {metric.title}", f"a {more} {metric.title}"
    scale = Scale.of(metric, [], [aim.target])
    to = f"to {scale.value(aim.target)}{scale.unit_behind}"
    return f"the {metric.title} nearest {to}", f"a {metric.title} nearer {to}"


def sentences(findings: Findings) -> Iterator[str]:
    """Yield what the screening says: of a sweep the best value, and what fresh blocks say of it."""
    found = of(findings)
    if not found.factors:
        tried, first = count(len(found.ranked), "single change"), findings.spec.primary[0]
        named = listed([short(one) for one in found.chosen])
        metric = metric_of(findings, first).title
        yield f"Of {tried}, {named} change {metric} most in units of its spread; what follows is from fresh blocks."
        return
    for claim in found.claims:
        yield _claimed(findings, claim)
    for name in findings.spec.primary:
        if found.aim is None or name != found.aim.metric:
            yield _course(findings, name)


def short(name: str) -> str:
    """Return a change in a few letters: a module without `with=`."""
    return name.removeprefix("with=")


def _claimed(findings: Findings, one: Claim) -> str:
    found = of(findings)
    aim = found.aim
    assert aim is not None and found.fresh is not None
    scale = scale_of(findings, aim.metric, [one.best, one.printed], one.low, one.high)
    best, printed = setting(findings, one.variant), setting(findings, findings.arms[0].name)
    blocks = count(len(found.fresh.table.blocks), "fresh block")
    change = f"{scale.ranged(one.difference, one.low, one.high)} {scale.step}".rstrip()
    means = f"{scale.value(one.best.mean)}{scale.unit_behind} instead of {scale.value(one.printed.mean)}"
    most, more = wanted(findings, aim)
    if one.verdict == "better":
        return (
            f"Of {ranges(findings)}, {best} has {most}, and {blocks} confirm that it does better than the printed "
            f"{printed}: {means} ({change})."
        )
    first = found.ranked[0] == findings.arms[0].name
    looked = (
        f"that looked best itself, and {best} next"
        if first
        else f"{best} looked best with {scale.value(one.searched)}{scale.unit_behind}"
    )
    said = {
        "not resolved": "that is not told from noise"
        if aim.target is None
        else "it is not known which of the two is nearer",
        "equivalent": "that is no difference that matters",
        "worse": "that is worse",
    }[one.verdict]
    return (
        f"Of {ranges(findings)}, none is shown to have {more} than the printed {printed}: {looked}; on {blocks} "
        f"{best} has {means}, and {said} ({change})."
    )


def _course(findings: Findings, name: str) -> str:
    """Return how far a metric goes over the settings, and which differ from the printed one."""
    metric = metric_of(findings, name)
    known = [one for one in of(findings).levels if one.metric == name and finite(one.mean)]
    if not known:
        return f"{capital(metric.title)} has no value here."
    scale = scale_of(findings, name, known)
    low, high = (pick(known, key=lambda one: one.mean) for pick in (min, max))
    results = [one for one in findings.analysis.whole(family="primary") if one.metric == name]
    apart = sum(one.verdict == "differs" for one in results)
    differ = f"{number(apart, 0)} of {count(len(results), 'setting')} differ{'s' if apart == 1 else ''}"
    differ = differ if apart else f"none of {count(len(results), 'setting')} is shown to differ"
    return (
        f"{capital(metric.title)} goes from {scale.value(low.mean)} ({setting(findings, low.variant)}) to "
        f"{scale.value(high.mean)}{scale.unit_behind} ({setting(findings, high.variant)}); {differ} from the "
        "printed one."
    )


def advice(findings: Findings) -> Iterator[tuple[str, str]]:
    """Yield what to do next, and the command of the run that it takes, if any."""
    found = of(findings)
    if not found.factors:
        return
    if found.aim is None:
        yield text("screening.no_aim"), ""
        return
    if found.fresh is None:
        yield text("screening.unconfirmed"), ""
        return
    unused = found.fresh.seed + len(found.fresh.table.blocks)
    for one in found.claims:
        if one.verdict == "better":
            yield text("screening.take", setting=setting(findings, one.variant)), ""
        elif one.verdict == "not resolved":
            result = found.fresh.analysis.of(one.variant, one.metric)
            blocks = max(result.needed or 0, 2 * result.blocks)
            flags = {"--b": one.variant, "--primary": one.metric, "--blocks": blocks, "--seed": unused}
            words = {flag: str(value) for flag, value in flags.items()}
            command = anew(findings.command, {**dict.fromkeys(SWEPT), **words})
            typed = shlex.join(word for pair in words.items() for word in pair)
            run = text("run.below") if command else typed
            yield text("screening.alone", setting=setting(findings, one.variant), run=run), command
        else:
            yield text("screening.stay"), ""


def scale_of(
    findings: Findings, name: str, levels: Sequence[Level], low: float = math.nan, high: float = math.nan
) -> Scale:
    """Return the format of the metric for these levels and a difference with this interval."""
    widths = [(one.high - one.low) / 2 for one in levels]
    return Scale.of(metric_of(findings, name), [*widths, (high - low) / 2], [one.mean for one in levels])


def signs(findings: Findings, variant: str) -> str:
    """Return what marks a setting: `printed`, `best` if fresh blocks say so, `tried again` else."""
    if variant == findings.arms[0].name:
        return "printed"
    claim = next((one for one in of(findings).claims if one.variant == variant), None)
    return "" if claim is None else "best" if claim.verdict == "better" else "tried again"
