"""Metrics of points by source: the ledger, read once at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..rules.game import ScoreReason
from ..rules.ruleset import Rules
from ..rules.state import State
from .metrics import Meter, Metric, Value, at_end, declared, filled

USED, SOURCE = declared("sources_used", "source.{key}")


def source(rules: Rules, reason: ScoreReason) -> Metric:
    """Return the metric of one reason for points."""
    cited = f" ({reason.rule})" if reason.rule else ""
    return filled(SOURCE, key=reason.key, words=reason.key.replace("_", " "), cited=cited)


def points(state: State) -> Mapping[str, Value]:
    """Return the points of each seat by reason."""
    found = [[0] * len(state.seats) for _ in state.rules.reasons]
    for seat, amount, reason, _, _ in state.ledger:
        found[reason][seat] += amount
    used = {reason for _, _, reason, _, _ in state.ledger}
    named = {
        f"source.{reason.key}": by_seat for reason, by_seat in zip(state.rules.reasons, found, strict=True)
    }
    return {**named, "sources_used": len(used)}


def meters(rules: Rules) -> Sequence[Meter]:
    """Return the meter of this file."""
    return [at_end([*(source(rules, reason) for reason in rules.reasons), USED], points)]
