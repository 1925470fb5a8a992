"""Metrics of points by source: the ledger, read once at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .declared import declared
from .metrics import Meter, Metric, at_end

if TYPE_CHECKING:
    from ..rules.game import ScoreReason
    from ..rules.ruleset import Rules
    from ..rules.state import State
    from .metrics import Value

(USED,) = declared("sources_used")


def source(rules: Rules, reason: ScoreReason) -> Metric:
    """Return the metric of one reason for points."""
    cited = f" ({reason.rule})" if reason.rule else ""
    words = reason.key.replace("_", " ")
    return Metric(
        name=f"source.{reason.key}",
        title=f"points: {words}",
        more=f"players get more points from {words}",
        less=f"players get fewer points from {words}",
        group="sources",
        unit="points",
        by="seat",
        doc=f"Sum of the seat's score lines with the reason `{reason.key}`{cited}; 0 if there are none.",
    )


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
