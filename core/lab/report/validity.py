"""Checks on the numbers: pairing, divergence, the same rules against themselves, workers, failures."""

from __future__ import annotations

import math
import statistics

from ...base.html import Html, inside, row, table, tag
from ..stats.block_table import MetricResult, SequentialResult
from ..study.findings import FailedGame, Findings
from ..texts import text
from .number_text import NOTHING, Scale, count, few, number, p_is, probability, share, stated
from .small_chart import Plot, capital, span
from .verdicts import METHODS, metric_of

LISTED = 12
"""Most failures, workers and metrics listed."""


def section(findings: Findings) -> Html:
    """Return all checks."""
    return inside(
        tag("h3", "Pairing"),
        _pairing(findings),
        _divergence(findings),
        tag("h3", "The same rules against themselves"),
        _aa(findings),
        [[tag("h3", "The sequential test"), _paths(findings)] if findings.analysis.paths else None],
        tag("h3", "Workers and failures"),
        _workers(findings),
        _failures(findings),
    )


def _pairing(findings: Findings) -> Html:
    rows = [
        row(
            f"{metric_of(findings, one.metric).title}"
            + (f", {one.variant}" if len(findings.arms) > 2 else ""),
            number(one.correlation, 2, signed=True),
            few(one.gain, 2),
            _analysed(one),
        )
        for one in findings.analysis.whole(family="primary")
    ]
    head = ("Primary metric", "Correlation \u03c1", "Gain", "Analysed")
    known = [one.gain for one in findings.analysis.whole() if one.gain is not None]
    gains = [gain for gain in known if math.isfinite(gain)]
    more = ""
    if gains:
        below = sum(1 for gain in gains if gain < 1)
        median, metrics = few(statistics.median(gains), 2), count(len(gains), "metric")
        less = f"for {below} of them it is below 1" if below else "it is never below 1"
        more = text("pairing.all", metrics=metrics, median=median, less=less)
    note = tag("p", text("pairing", pilot=count(findings.spec.pilot, "block")), more, cls="note")
    return inside(table("Pairing", head, rows, cls="numbers") if rows else None, note)


def _analysed(one: MetricResult) -> str:
    method = METHODS.get(one.interval, one.interval)
    return ("in pairs" if one.paired else "unpaired") + (f", {method}" if method else "")


def _divergence(findings: Findings) -> list[Html]:
    found = []
    for one in findings.divergences:
        said = (
            f"{one.variant}: games with the same decisions and points as under the base: {share(one.never)}"
        )
        if one.median_round is not None and math.isfinite(one.median_round):
            said += f"; half of the others had diverged by turn {stated(one.median_round)}"
        found.append(tag("p", said, "."))
    return found


def _aa(findings: Findings) -> Html:
    if findings.aa is None:
        return tag("p", "Not part of this run; ", tag("code", "--aa"), text("aa.none"))
    known = {name: p for name, p in findings.aa.items() if math.isfinite(p)}
    low = sum(1 for p in known.values() if p < findings.spec.alpha)
    expected = number(findings.spec.alpha * len(known), 1)
    metrics, alpha = count(len(known), "metric"), f"{findings.spec.alpha:g}"
    said = text("aa", low=low, metrics=metrics, alpha=alpha, expected=expected)
    least = sorted(known.items(), key=lambda pair: pair[1])[:LISTED]
    rows = [row(metric_of(findings, name).title, probability(p)) for name, p in least]
    return inside(
        tag("p", said),
        table("Smallest p, uncorrected", ("Metric", "p"), rows, cls="numbers") if rows else None,
    )


def _paths(findings: Findings) -> list[Html]:
    stopped = [tag("p", findings.stopped)] if findings.stopped else []
    return [*stopped, tag("div", [_path(findings, one) for one in findings.analysis.paths], cls="plots")]


def _path(findings: Findings, path: SequentialResult) -> Html:
    metric = metric_of(findings, path.metric)
    scale = Scale.estimated(metric, path)
    between = scale.between(path.low, path.high)
    end = path.looks[-1][0] if path.looks else 0
    estimate = f"{scale.change(path.estimate)} {scale.step} {between}".rstrip()
    end_, cap = count(end, "block"), number(path.cap, 0)
    said = text("sequential", decision=capital(path.decision), blocks=end_, cap=cap, estimate=estimate)
    right = max(end * 1.1, 10.0)
    reach = span([*(value for _, value in path.looks), path.lower, path.upper], zero=True)
    plot = Plot(
        f"{metric.title}, {path.variant}: log likelihood ratio",
        said,
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
    return plot.figure(tag("p", said, cls="under"))


def _workers(findings: Findings) -> Html:
    workers = findings.audit.workers
    if findings.audit.p is not None and math.isfinite(findings.audit.p):
        said = text("workers", p=p_is(findings.audit.p))
    else:
        said = text("workers.few" if len(workers) > 1 else "workers.one")
    rows = [
        row(
            one.name,
            number(one.games, 0),
            ", ".join(share(won / one.games) for won in one.wins) if one.games else NOTHING,
        )
        for one in workers[:LISTED]
    ]
    head = ("Worker", "Games", "Wins by seat")
    drawn = table("Workers", head, rows, cls="numbers") if len(workers) > 1 else None
    return inside(tag("p", said), drawn)


def _failures(findings: Findings) -> Html:
    failures = findings.audit.failures
    if not failures:
        return tag("p", "No game failed or reached its turn limit: all were completed.")
    names = [arm.name for arm in findings.arms]
    rates = [_completion(findings, name) for name in names]
    counts = "; ".join(f"{name}: {sum(1 for one in failures if one.variant == name)}" for name in names)
    listed = [_failure(one) for one in failures[:LISTED]]
    more = f" The first {LISTED} are listed." if len(failures) > LISTED else ""
    return inside(
        tag(
            "p",
            tag("strong", f"{count(len(failures), 'game')} failed or reached the turn limit ({counts})."),
            text("failures", more=more),
        ),
        table(
            "Completion", ("Ruleset", "Games", "Completed", "Reached the turn limit"), rates, cls="numbers"
        ),
        table("Failures", ("Ruleset", "Block", "Seed", "Error", "Record"), listed, cls="failures"),
    )


def _completion(findings: Findings, name: str) -> Html:
    """Return the row of a ruleset: how many of its games were completed."""
    games = findings.audit.games.get(name, 0)
    failed = [one for one in findings.audit.failures if one.variant == name]
    endless = sum(one.endless for one in failed)
    rates = [share(1 - len(failed) / games), share(endless / games)] if games else [NOTHING, NOTHING]
    return row(name, number(games, 0), *rates)


def _failure(one: FailedGame) -> Html:
    record = tag("code", one.record) if one.record else NOTHING
    return row(one.variant, number(one.block, 0), str(one.seed), one.error[:400], record)
