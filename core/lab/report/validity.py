"""Whether the numbers can be trusted: pairing, divergence, the same rules against themselves, machines, failures."""

from __future__ import annotations

import math
import statistics

from ..findings import Failure, Findings
from ..table import Result, SequentialResult
from .digits import NOTHING, Scale, count, few, number, p_is, probability, share, stated
from .markup import Html, inside, row, table, tag
from .plot import Plot, capital, span
from .verdicts import metric_of

LISTED = 12
"""Failures, workers and metrics told one by one."""


def section(findings: Findings) -> Html:
    """Everything that is known of it."""
    return inside(
        tag("h3", "Pairing"),
        _pairing(findings),
        _divergence(findings),
        tag("h3", "The same rules against themselves"),
        _aa(findings),
        [[tag("h3", "How the sequential test went"), _paths(findings)] if findings.analysis.paths else None],
        tag("h3", "Machines and failures"),
        _workers(findings),
        _failures(findings),
    )


def _pairing(findings: Findings) -> Html:
    whole = [one for one in findings.analysis.results if not one.part]
    named = [one for one in whole if one.family == "primary"]
    rows = [
        row(
            f"{metric_of(findings, one.metric).title}"
            + (f", {one.variant}" if len(findings.arms) > 2 else ""),
            number(one.correlation, 2, signed=True),
            few(one.gain, 2),
            _analysed(one),
        )
        for one in named
    ]
    head = ("Primary metric", "Correlation \u03c1", "Gain", "Analysed")
    gains = [one.gain for one in whole if one.gain is not None and math.isfinite(one.gain)]
    told = (
        "Gain is the variance if unpaired divided by the variance paired: above 1, playing both rulesets with the same "
        "luck saved games. Whether a metric is analysed in pairs was decided on the first "
        f"{count(findings.spec.pilot, 'block')} alone."
    )
    if gains:
        below = sum(1 for gain in gains if gain < 1)
        told += (
            f" Over all {count(len(gains), 'metric')} the median gain is {few(statistics.median(gains), 2)}"
        )
        told += f", and for {below} of them it is below 1." if below else ", and for none is it below 1."
    return inside(table("Pairing", head, rows, cls="numbers") if rows else None, tag("p", told, cls="note"))


def _analysed(one: Result) -> str:
    return ("in pairs" if one.paired else "unpaired") + {
        "bca": ", BCa",
        "t": ", t",
        "newcombe": ", Newcombe",
    }.get(one.interval, "")


def _divergence(findings: Findings) -> list[Html]:
    found = []
    for one in findings.divergences:
        told = f"{one.variant}: {share(one.never)} of games never went otherwise than the base's"
        if one.median_round is not None and math.isfinite(one.median_round):
            told += f"; of the others, half had done so by turn {stated(one.median_round)}"
        found.append(tag("p", told, "."))
    return found


def _aa(findings: Findings) -> Html:
    if findings.aa is None:
        return tag(
            "p",
            "Not part of this run; ",
            tag("code", "--aa"),
            " adds it. The tool's own rate of false alarms is in benchmarks/calibration.md.",
        )
    known = {name: p for name, p in findings.aa.items() if math.isfinite(p)}
    low = sum(1 for p in known.values() if p < findings.spec.alpha)
    told = (
        f"The base against itself on other blocks: {low} of {count(len(known), 'metric')} "
        f"{'has' if low == 1 else 'have'} an uncorrected p below {findings.spec.alpha:g}, where about "
        f"{number(findings.spec.alpha * len(known), 1)} are expected by chance."
    )
    least = sorted(known.items(), key=lambda pair: pair[1])[:LISTED]
    rows = [row(metric_of(findings, name).title, probability(p)) for name, p in least]
    return inside(
        tag("p", told),
        table("Smallest p, uncorrected", ("Metric", "p"), rows, cls="numbers") if rows else None,
    )


def _paths(findings: Findings) -> list[Html]:
    stopped = [tag("p", findings.stopped)] if findings.stopped else []
    return [*stopped, tag("div", [_path(findings, one) for one in findings.analysis.paths], cls="plots")]


def _path(findings: Findings, path: SequentialResult) -> Html:
    metric = metric_of(findings, path.metric)
    scale = Scale.of(metric, [(path.high - path.low) / 2], [path.estimate])
    between = scale.between(path.low, path.high)
    end = path.looks[-1][0] if path.looks else 0
    told = (
        f"{capital(path.decision)} after {count(end, 'block')} of at most {number(path.cap, 0)}. An estimate that "
        f"stays valid after stopping: {scale.change(path.estimate)} {scale.step} {between}".rstrip()
        + "."
    )
    right = max(end * 1.1, 10.0)
    reach = span([*(value for _, value in path.looks), path.lower, path.upper], zero=True)
    plot = Plot.of(
        f"{metric.title}, {path.variant}: log likelihood ratio",
        told,
        (0.0, min(right, float(max(path.cap, end, 10)))),
        reach,
    )
    plot.axes("blocks", signed=True)
    plot.level(path.upper, "differs", "bound")
    plot.level(path.lower, "equivalent", "bound")
    points = [(float(blocks), value) for blocks, value in path.looks if math.isfinite(value)]
    plot.line([(0.0, 0.0), *points], "curve b")
    if points:
        plot.marks(points[-1:], "b")
    return plot.figure(tag("p", told, cls="under"))


def _workers(findings: Findings) -> Html:
    workers = findings.audit.workers
    if findings.audit.p is not None and math.isfinite(findings.audit.p):
        told = f"Winners by worker, chi-squared: {p_is(findings.audit.p)}. A small p would mean that machines disagree."
    elif len(workers) > 1:
        told = "Too few games by worker to compare them."
    else:
        told = "One process played everything."
    rows = [
        row(
            one.name,
            number(one.games, 0),
            ", ".join(share(won / one.games) for won in one.wins) if one.games else NOTHING,
        )
        for one in workers[:LISTED]
    ]
    drawn = (
        table("Workers", ("Worker", "Games", "Wins by seat"), rows, cls="numbers")
        if len(workers) > 1
        else None
    )
    return inside(tag("p", told), drawn)


def _failures(findings: Findings) -> Html:
    failures = findings.audit.failures
    if not failures:
        return tag("p", "No game failed or met its turn limit: all were completed.")
    names = [arm.name for arm in findings.arms]
    rates = [_completion(findings, name) for name in names]
    told = "; ".join(f"{name}: {sum(1 for one in failures if one.variant == name)}" for name in names)
    listed = [_failure(one) for one in failures[:LISTED]]
    more = f" The first {LISTED} are listed." if len(failures) > LISTED else ""
    return inside(
        tag(
            "p",
            tag("strong", f"{count(len(failures), 'game')} failed or met the turn limit ({told})."),
            f" Their blocks are left out of the analysis.{more} Positions that the rules do not cover show here first.",
        ),
        table("Completion", ("Ruleset", "Games", "Completed", "Met the turn limit"), rates, cls="numbers"),
        table("Failures", ("Ruleset", "Block", "Seed", "Error", "Record"), listed, cls="failures"),
    )


def _completion(findings: Findings, name: str) -> Html:
    """How many of a ruleset's games came to an end."""
    games = findings.audit.games.get(name, 0)
    failed = [one for one in findings.audit.failures if one.variant == name]
    endless = sum(one.endless for one in failed)
    rates = [share(1 - len(failed) / games), share(endless / games)] if games else [NOTHING, NOTHING]
    return row(name, number(games, 0), *rates)


def _failure(one: Failure) -> Html:
    record = tag("code", one.record) if one.record else NOTHING
    return row(one.variant, number(one.block, 0), str(one.seed), one.error[:400], record)
