"""The final scoring, and who wins (RB-END)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import Automatic, Log, Rules, by_score

from .missions import meeting, points
from .settlements import Settlements
from .state import RebirthState

if TYPE_CHECKING:
    from tilewright.authoring import View

    from .options import Options
    from .printed import Printed


class FinalScoring(Automatic[RebirthState]):
    """Unfinished settlements, castles, missions; then the game is over (RB-END-1 to -4)."""

    name = "final scoring"

    def bind(self, rules: Rules) -> None:
        self.options: Options = rules.options
        self.printed: Printed = rules.data
        self.settlements = Settlements(rules)
        self.castle = rules.reason["castle"]
        self.mission = rules.reason["mission"]
        self.bonus = rules.reason["cathedral_bonus"]
        self.final_lines = rules.calls("final_scoring")

    def run(self, state: RebirthState, seat: int, log: Log | None) -> None:
        if log is not None:
            log.add("final_scoring")
        self.settlements.final(state)
        for castle, owner in enumerate(state.castles):
            if owner >= 0:
                state.gain(owner, self.options.castle, self.castle, castle)
        cards = self.printed.missions
        for owner, held in enumerate(state.missions):
            for kind in held:
                card = cards[kind]
                met = meeting(state, card)[owner]
                if met:
                    reason = self.bonus if card.kind == "unconditional" else self.mission
                    state.gain(owner, points(self.options, card), reason, kind)
                if log is not None:
                    log.add("mission_met" if met else "mission_failed", seat=owner, mission=card.id)
        for function in self.final_lines:
            function(state, log)
        state.over = True


def last_turn(view: View) -> bool:
    """True if the seat has drawn its last tile (RB-END-1). Of several in hand, all but one go back into the supply."""
    assert view.seat is not None
    return not view.count("supply", view.seat) and view.count("hand", view.seat) <= 1


def ranking(state: RebirthState) -> list[tuple[int, ...]]:
    """By points; a tie for first place is broken by Edinburgh, then Stirling (RB-END-5, RB-END-6, RB-AMB-6)."""
    found = by_score(state.scores)
    if len(found[0]) == 1 or not state.over:
        return found
    winners = _winners(state, found[0])
    rest = [tuple(seat for seat in place if seat not in winners) for place in found]
    return [winners, *(place for place in rest if place)]


def _winners(state: RebirthState, tied: tuple[int, ...]) -> tuple[int, ...]:
    """Returns who wins of those who are tied for first place; perhaps another seat."""
    castles = state.rules.things["castle"].numbers
    holders = [state.castles[castles[code]] for code in state.printed.map.tie_breakers]
    for at, holder in enumerate(holders):
        if holder in tied or (at and holder >= 0):
            return (holder,)
    for function in state.rules.calls("break_tie"):
        if winners := tuple(function(state, tied)):
            return winners
    if state.rules.options.final_tie == "castles":
        most = max(state.castles.count(seat) for seat in tied)
        return tuple(seat for seat in tied if state.castles.count(seat) == most)
    return tied
