"""What to do after a comparison: sentences, and the whole commands of the runs that they speak of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..study.anew import anew
from ..study.findings import Findings
from ..texts import text
from . import screening
from .answer import MOST, never_came_up, round_up, takes, time_of
from .number_text import count, finite, listed
from .relearning import twice
from .small_chart import capital
from .verdicts import all_primaries, metric_of


class Step(NamedTuple):
    """A thing to do."""

    said: str
    command: str = ""
    """The whole command of the run that it takes; "" if it takes none, or a plan file has to be changed for it."""


def advice(findings: Findings) -> list[str]:
    """Return sentences on what to do, the most urgent first."""
    return [one.said for one in steps(findings)]


def commands(findings: Findings) -> list[str]:
    """Return the commands to which the sentences refer, ready to paste."""
    return list(dict.fromkeys(one.command for one in steps(findings) if one.command))


def steps(findings: Findings, flag: str = "--blocks") -> Iterator[Step]:
    """Yield what to do, the most urgent first; `flag` is what sets the number of these blocks."""
    if findings.screening is not None:
        yield from (Step(*one) for one in screening.advice(findings))
        if not findings.screening.factors and findings.screening.fresh is not None:
            yield from steps(findings.screening.fresh, "--confirm")
        return
    found = all_primaries(findings)
    verdicts = {one.verdict for one in found if finite(one.difference)}
    failures = len(findings.audit.failures)
    if failures:
        yield Step(
            f"{capital(count(failures, 'game'))} failed: read the section on validity before you trust the rest."
        )
    if findings.trends:
        yield Step(text("trend.do"))
    arms = [arm.name for arm in findings.arms[1:]]
    if {one.variant for one in findings.divergences if one.arithmetic}.issuperset(arms):
        yield Step("Do not judge how the rule plays by this run: nobody has played by it.")
        return
    if arms and {one.variant for one in never_came_up(findings)}.issuperset(arms):
        yield Step("Do not judge the rule by this run: it never came up.")
        return
    if "differs" in verdicts:
        yield Step("Where the game differs, decide if you want it that way; the games to watch show it.")
    if verdicts & {"equivalent", "the same"}:
        yield Step("Where nothing that matters differs, choose by taste.")
    if findings.trainings == 1:
        yield Step(text("trainings.one.advice"))
        return
    if "not resolved" not in verdicts:
        return
    # Block n has the seed of the run plus n, and those of --aa come after the others.
    unused = findings.seed + findings.analysis.blocks * (2 if findings.aa is not None else 1)
    if any(path.drifting for path in findings.analysis.paths):
        return
    unknown = [one for one in found if one.verdict == "not resolved" and finite(one.difference)]
    blocks = [
        one.needed
        for one in unknown
        if one.needed is not None and one.needed > one.blocks and takes(findings, one)
    ]
    if findings.analysis.paths:
        cap = max(path.cap for path in findings.analysis.paths)
        yield _run(findings, "advice.sequential", {flag: 2 * cap, "--seed": unused})
        return
    if any(one.interval == "training" for one in unknown):
        yield _run(findings, "trainings.more", {**twice(findings), "--seed": unused})
    elif blocks:
        most = round_up(max(blocks))
        long = {"blocks": count(most, "block"), "time": time_of(findings, most)}
        yield _run(findings, "advice.blocks", {flag: most, "--seed": unused}, **long)
    # Where no block differs there is nothing to be small.
    loose = [one.metric for one in unknown if one.margin is None and not one.same]
    for name in list(dict.fromkeys(loose))[:MOST]:
        title = metric_of(findings, name).title
        asked = next((one for one in findings.plan.get("primary", ()) if name.startswith(f"{one}.")), name)
        yield Step(f"To call {title} equivalent, state what does not matter: --margin {asked}=X.")


def _run(findings: Findings, why: str, flags: Mapping[str, int], **more: str) -> Step:
    """Return the step to a new run with these flags: its command, or the flags where there is no whole command."""
    words = {flag: str(value) for flag, value in flags.items()}
    command = anew(findings.command, words)
    said = text("run.below") if command else listed([f"{flag} {value}" for flag, value in words.items()])
    return Step(text(why, run=said, **more), command)
