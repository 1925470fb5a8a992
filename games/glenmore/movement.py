"""Movement points, spent at the end of the own turn over members and chieftains (GM-GREY-3 to -9)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tilewright.authoring import Action, Log, Reason, Rules

from . import loch_ness
from .actions import End, LochNess, MoveMember, Promote, Sell
from .member_departure import last_may_leave
from .placing_rules import AROUND
from .state import MOVED, NO_MOVEMENT, STEPPED, stand
from .trade import TurnStep, cell, end, key

if TYPE_CHECKING:
    from .state import GlenMoreState


@lru_cache(maxsize=8192)
def _step(seat: int, start: int, to: int) -> MoveMember:
    return MoveMember(seat, cell(start), cell(to))


@lru_cache(maxsize=8192)
def _promotion(seat: int, at: int) -> Promote:
    return Promote(seat, cell(at))


class MoveStep(TurnStep):
    """Members step to neighbouring tiles or become chieftains, a point each; points may lapse."""

    name = "move"
    actions = (MoveMember, Promote, LochNess, End, Sell)
    rules = ("GM-GREY-2", "GM-GREY-5", "GM-AMB-1", "GM-AMB-6")

    def bind(self, rules: Rules) -> None:
        super().bind(rules)
        self.alone = self.options.members_per_tile == "one"

    def needed(self, state: GlenMoreState, seat: int) -> bool:
        if state.marks & NO_MOVEMENT:
            return False
        # After the last point has been spent, the other actions of the step remain (GM-WARE-2, GM-AMB-26).
        return state.points > 0 or bool(
            state.marks & MOVED and (self.ness_moves(state, seat) or self.sells(state, seat))
        )

    def ness_moves(self, state: GlenMoreState, seat: int) -> list[Action]:
        return loch_ness.late_moves(state, seat) if self.options.ness_after_movement else []

    def moves(self, state: GlenMoreState, seat: int) -> list[Action]:
        found: list[Action] = []
        if state.points:
            members, display = state.members[seat], state.displays[seat]
            full = members if self.alone else ()
            promotes = self.may_promote(state, seat)
            for at in sorted(members):
                found += [
                    _step(seat, at, at + off)
                    for off in AROUND
                    if at + off in display and at + off not in full
                ]
                if promotes:
                    found.append(_promotion(seat, at))
        return [*found, *self.ness_moves(state, seat), end(seat)]

    def may_promote(self, state: GlenMoreState, seat: int) -> bool:
        if self.options.promotions_first and state.marks & STEPPED:
            return False
        laid = self.options.movement_after_refill
        return sum(state.members[seat].values()) > 1 or last_may_leave(state, seat, state.chain, laid)

    def carry_out(
        self, state: GlenMoreState, action: MoveMember | Promote | LochNess | End, log: Log | None
    ) -> bool:
        seat = action.seat
        if isinstance(action, End):
            state.points = 0
            return False
        if isinstance(action, LochNess):
            loch_ness.use(state, action, log)
            if self.options.movement_after_refill:
                state.gained = {}  # phase 3 is over (GM-AMB-17)
            return True
        state.points -= 1
        state.marks |= MOVED
        if isinstance(action, Promote):
            stand(state, seat, key(action.cell), -1)
            state.chieftains[seat] += 1
            if log is not None:
                log.add("promoted", seat=seat, cell=str(action.cell))
        else:
            stand(state, seat, key(action.start), -1)
            stand(state, seat, key(action.cell))
            state.marks |= STEPPED
            if log is not None:
                log.add("moved", seat=seat, start=str(action.start), cell=str(action.cell))
        return True

    def why_not(self, state: GlenMoreState, action: MoveMember | Promote | LochNess) -> list[Reason]:
        seat = action.seat
        if isinstance(action, LochNess):
            if not self.options.ness_after_movement:
                return [Reason("ness_before_movement", "GM-AMB-26", {})]
            return loch_ness.why_not_late(state, action)
        if not state.points:
            return [
                Reason("no_movement_point", "GM-GREY-7" if isinstance(action, Promote) else "GM-GREY-4", {})
            ]
        start = key(action.cell if isinstance(action, Promote) else action.start)
        if start not in state.members[seat]:
            return [Reason("no_member_there", "GM-GREY-3", {"cell": str(cell(start))})]
        if isinstance(action, Promote):
            if self.options.promotions_first and state.marks & STEPPED:
                return [Reason("promotions_come_first", "GM-EV-4", {})]
            return [Reason("last_member_stays", "GM-GREY-9", {})]
        at = key(action.cell)
        where: dict[str, object] = {"cell": str(action.cell)}
        if at not in state.displays[seat]:
            return [Reason("no_tile_here", "GM-GREY-4", where)]
        if at - start not in AROUND:
            return [Reason("not_a_neighbour", "GM-GREY-4", where)]
        return [Reason("tile_is_full", "GM-AMB-20", where)]
