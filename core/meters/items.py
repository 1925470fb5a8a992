"""Metrics for each kind of content (which are picked, when, with what success) and for each reason of points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..rules.actions import Action
from ..rules.events import Log
from ..rules.game import ScoreReason
from ..rules.ruleset import Rules
from ..rules.state import State
from ..rules.teams import sides_of
from .metrics import Meter, Metric, S_contra, Value, Watcher, at_end, declared, filled

PICKS = declared("content.picked.{kind}", "content.time.{kind}", "content.win.{kind}")


def picks(kinds: Mapping[str, str]) -> list[Metric]:
    """Return three metrics for each kind of content; `kinds` maps its name to its words in reports."""
    return [filled(one, kind=kind, words=words) for kind, words in kinds.items() for one in PICKS]


class Picks(Watcher[S_contra]):
    """Records picks. A subclass says which kinds an action picked, and how many were available."""

    def __init__(self, state: S_contra) -> None:
        self._kind_picks: list[tuple[str, int, int]] = []

    def picked(self, state: S_contra, action: Action) -> Sequence[str]:
        """Return the kinds that the action just applied picked; an item may belong to several."""
        return ()

    def open(self, state: S_contra) -> Mapping[str, int]:
        """Return how many of each kind were available in the whole game."""
        return {}

    def decided(self, state: S_contra, action: Action, log: Log | None) -> None:
        for kind in self.picked(state, action):
            self._kind_picks.append((kind, action.seat, state.turns))

    def values(self, state: S_contra) -> Mapping[str, Value]:
        wins = sides_of(state).shares(state.winners)
        whole = max(state.turns_played, 1)
        picks: dict[str, list[tuple[int, int]]] = {}
        for kind, seat, turn in self._kind_picks:
            picks.setdefault(kind, []).append((seat, turn))
        found: dict[str, Value] = {}
        for kind, number in self.open(state).items():
            mine = picks.get(kind, [])
            found[f"content.picked.{kind}"] = len(mine) / number if number else None
            found[f"content.time.{kind}"] = (
                sum([turn for _, turn in mine]) / len(mine) / whole if mine else None
            )
            pickers = {seat for seat, _ in mine}
            found[f"content.win.{kind}"] = [won if seat in pickers else None for seat, won in enumerate(wins)]
        return found


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
    """Return the meter of points by reason, from the ledger at the end; games make those of their content."""
    return [at_end([*(source(rules, reason) for reason in rules.reasons), USED], points)]
