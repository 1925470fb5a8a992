"""Metrics of content: which kinds are picked, when, and with what success."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .endings import win_shares
from .metrics import Metric, S_contra, Watcher

if TYPE_CHECKING:
    from ..rules.actions import Action
    from ..rules.events import Log
    from .metrics import Value


def picks(kinds: Mapping[str, str]) -> list[Metric]:
    """Return three metrics for each kind of content; `kinds` maps its name to its words in reports."""
    found = []
    for kind, words in kinds.items():
        found += [
            Metric(
                name=f"content.picked.{kind}",
                title=f"{words}: picked",
                more=f"\u201c{words}\u201d is picked more often",
                less=f"\u201c{words}\u201d is picked less often",
                group="content",
                kind="rate",
                doc=f"Share of the available items ({words}) that were picked.",
            ),
            Metric(
                name=f"content.time.{kind}",
                title=f"{words}: time of picking",
                more=f"\u201c{words}\u201d is picked later",
                less=f"\u201c{words}\u201d is picked earlier",
                group="content",
                kind="rate",
                doc=f"Turns played before a pick ({words}) as a share of the game's turns, mean over picks.",
            ),
            Metric(
                name=f"content.win.{kind}",
                title=f"{words}: extra wins of the picker",
                more=f"\u201c{words}\u201d helps the picker more",
                less=f"\u201c{words}\u201d helps the picker less",
                group="content",
                by="seat",
                unit="victories",
                over_wins=True,
                doc=f"Win share of a seat that picks ({words}) minus the mean win share of the same seat with the same "
                "bot. Seats may also pick because they are ahead.",
            ),
        ]
    return found


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
        wins = win_shares(state)
        whole = max(state.turns, 1)
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
