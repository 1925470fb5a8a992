"""The final scoring, and who wins (RB-END)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.schedule import Automatic
from tilewright.core.state import by_score

from .files import TIE_BREAKERS
from .missions import meeting, points
from .settlements import Settlements
from .state import RebirthState

if TYPE_CHECKING:
    from tilewright.core.events import Log
    from tilewright.core.rules import Rules

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


def ranking(state: RebirthState) -> list[tuple[int, ...]]:
    """By points; a tie for first place is broken by Edinburgh, then Stirling (RB-END-5, RB-END-6, RB-AMB-6)."""
    found = by_score(state.scores)
    tied = found[0]
    if len(tied) == 1 or not state.over:
        return found
    castles = state.rules.things["castle"].numbers
    edinburgh, stirling = (state.castles[castles[code]] for code in TIE_BREAKERS)
    winners: tuple[int, ...]
    if edinburgh in tied:
        winners = (edinburgh,)
    elif stirling >= 0:
        winners = (stirling,)
    elif state.rules.options.final_tie == "castles":
        most = max(state.castles.count(seat) for seat in tied)
        winners = tuple(seat for seat in tied if state.castles.count(seat) == most)
    else:
        winners = tied
    rest = [tuple(seat for seat in place if seat not in winners) for place in found]
    return [winners, *(place for place in rest if place)]
