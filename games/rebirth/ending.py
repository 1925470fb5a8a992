"""The final scoring and who has won (RB-END)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tilewright.core.schedule import Automatic
from tilewright.core.state import by_score

from .missions import meeting, points
from .settlements import Settlements

if TYPE_CHECKING:
    from tilewright.core.events import Log
    from tilewright.core.rules import Rules
    from tilewright.core.state import State

    from .chart import Chart
    from .options import Options
    from .state import RebirthState


class FinalScoring(Automatic):
    """Unfinished settlements, castles, missions; then the game is over (RB-END-1 to -4)."""

    name = "final scoring"

    def bind(self, rules: Rules) -> None:
        options = cast("Options", rules.options)
        self.chart: Chart = rules.data
        self.cell_at = self.chart.cell_at
        self.settlements = Settlements(rules, options)
        self.castle_points = options.castle
        self.castle = rules.reason["castle"]
        self.mission = rules.reason["mission"]
        self.bonus = rules.reason["cathedral_bonus"]
        self.final_lines = rules.calls("final_scoring")

    def run(self, state: State, seat: int, log: Log | None) -> None:
        here = cast("RebirthState", state)
        if log is not None:
            log.add("final_scoring")
        self.settlements.final(here)
        for castle, owner in enumerate(here.castles):
            if owner >= 0:
                here.gain(owner, self.castle_points, self.castle, castle)
        cards = self.chart.missions
        for owner, held in enumerate(here.missions):
            for kind in held:
                card = cards[kind]
                met = meeting(here, card)[owner]
                if met:
                    reason = self.bonus if card.kind == "unconditional" else self.mission
                    here.gain(owner, points(here, card), reason, kind)
                if log is not None:
                    told = "mission_met" if met else "mission_failed"
                    log.add(told, seat=owner, mission=card.id)
        for function in self.final_lines:
            function(here, log)
        here.over = True


def ranking(state: RebirthState) -> list[tuple[int, ...]]:
    """By points; a tie for first place is broken by Edinburgh, then Stirling (RB-END-5, RB-END-6, RB-AMB-6)."""
    found = by_score(state.scores)
    tied = found[0]
    if len(tied) == 1 or not state.over:
        return found
    codes = [castle.code for castle in state.chart.castles]
    edinburgh, stirling = (state.castles[codes.index(code)] for code in ("KE", "KS"))
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
