"""A tile's cost is paid, cube by cube; and what paying has in common with the deals of brown tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.actions import Action, Reason

from . import land
from .actions import Buy, Pay, PayChieftain, PayMember, Sell
from .state import RESOURCES, held, put, stand
from .taking import CHIEFTAIN, DIFFERENT, GIVEN, MEMBERS, ChooseStep, without
from .trade import TurnStep, cell, key, own_cubes
from .warehouse import Purse, buy, payable, price, purse

if TYPE_CHECKING:
    from tilewright.core.events import Log

    from .state import GlenMoreState


class PayStep(TurnStep):
    """The cost is paid, with cubes from any own tiles or bought ones (GM-TILE-9, GM-WARE-5)."""

    name = "pay"
    actions = (Pay, Buy, PayMember, PayChieftain, Sell)

    def bind(self, rules: Any) -> None:
        super().bind(rules)
        self.choose: ChooseStep = rules.by_name["take"]

    def needed(self, state: Any, seat: int) -> bool:
        return bool(state.owed)

    def moves(self, state: GlenMoreState, seat: int) -> list[Action]:
        found: list[Action] = []
        for kind, at in own_cubes(state, seat):
            if self.wanted(state, kind) and self.leads_on(state, kind, purse(state, seat).less(kind)):
                found.append(Pay(seat, RESOURCES[kind], cell(at)))
        for kind in range(5):
            if self.wanted(state, kind) and self.can_buy(state, seat, kind):
                found.append(Buy(seat, RESOURCES[kind]))
        if state.owed[MEMBERS]:
            for payer in self.payers(state, seat):
                found.append(PayChieftain(seat) if payer == CHIEFTAIN else PayMember(seat, cell(payer)))
        return found

    def payers(self, state: GlenMoreState, seat: int) -> list[int]:
        """Who may pay: the tile must still have a spot afterwards."""
        kind = self.printed.kinds[state.tile]
        found = self.choose.payers(state, seat, state.advanced)
        if self.options.ness_payment == "before_payment":
            return found
        return [p for p in found if land.spots(state, seat, kind, without(state, seat, p))]

    def wanted(self, state: GlenMoreState, kind: int) -> bool:
        owed = state.owed
        return bool(owed[kind]) or bool(owed[DIFFERENT] and not owed[GIVEN] >> kind & 1)

    def after(self, state: GlenMoreState, kind: int) -> list[int]:
        """What is owed once a cube of this kind has been handed in."""
        owed = state.owed.copy()
        if owed[kind]:
            owed[kind] -= 1
        else:
            owed[DIFFERENT] -= 1
            owed[GIVEN] |= 1 << kind
        return owed

    def leads_on(self, state: GlenMoreState, kind: int, left: Purse) -> bool:
        """Whether the rest can be paid from what is left after a cube of this kind has been handed in."""
        owed = self.after(state, kind)
        return payable(left, owed[:5], owed[DIFFERENT], owed[GIVEN])

    def can_buy(self, state: GlenMoreState, seat: int, kind: int) -> bool:
        mine = purse(state, seat)
        cost = price(state, kind)
        if not cost or cost > mine.coins or (not self.options.buy_owned and mine.own[kind]):
            return False
        return self.leads_on(state, kind, mine.bought(kind))

    def bears(self, state: GlenMoreState, seat: int, kind: int) -> bool:
        owed = state.owed
        if not any(owed[:6]):
            return True
        return payable(purse(state, seat).sold(kind), owed[:5], owed[DIFFERENT], owed[GIVEN])

    def carry_out(self, state: GlenMoreState, action: Any, log: Log | None) -> bool:
        seat = action.seat
        if isinstance(action, PayMember):
            stand(state, seat, key(action.cell), -1)
            state.owed[MEMBERS] -= 1
            if log is not None:
                log.add("paid_member", seat=seat, cell=str(action.cell))
        elif isinstance(action, PayChieftain):
            state.chieftains[seat] -= 1
            state.owed[MEMBERS] -= 1
            if log is not None:
                log.add("paid_chieftain", seat=seat)
        else:
            kind = RESOURCES.index(action.kind)
            state.owed = self.after(state, kind)
            hand_in(state, action, kind, log)
        if not any(state.owed[:6]) and not state.owed[MEMBERS]:
            state.owed = []
            return False
        return True

    def why_not(self, state: GlenMoreState, action: Any) -> list[Reason]:
        seat = action.seat
        if isinstance(action, (PayMember, PayChieftain)):
            if not state.owed[MEMBERS]:
                return [Reason("not_owed", "GM-TILE-3", {"kind": "member"})]
            there = isinstance(action, PayChieftain) and state.chieftains[seat]
            there = there or (isinstance(action, PayMember) and key(action.cell) in state.members[seat])
            return [
                Reason("last_member_cannot_pay", "GM-GREY-9", {})
                if there
                else Reason("no_such_member", "GM-BLUE-3", {})
            ]
        kind = RESOURCES.index(action.kind)
        if not self.wanted(state, kind):
            return [Reason("not_owed", "GM-TILE-3", {"kind": action.kind})]
        return why_no_cube(state, action, kind, self.options.buy_owned) or [
            Reason("rest_unpaid", "GM-TILE-3", {"kind": action.kind})
        ]


def hand_in(state: GlenMoreState, action: Pay | Buy, kind: int, log: Log | None) -> None:
    """The cube is spent: an own one leaves its tile, a bought one is paid for."""
    if isinstance(action, Buy):
        if log is not None:
            log.add("bought", seat=action.seat, kind=action.kind, coins=price(state, kind))
        buy(state, action.seat, kind)
    else:
        put(state, action.seat, key(action.cell), kind, -1)
        if log is not None:
            log.add("paid", seat=action.seat, kind=action.kind, cell=str(action.cell))


def why_no_cube(
    state: GlenMoreState, action: Pay | Buy, kind: int, buy_owned: bool, own_only: bool = False
) -> list[Reason]:
    """Why this cube cannot be handed in as far as cubes, coins and the warehouse go."""
    args: dict[str, object] = {"kind": action.kind}
    if isinstance(action, Pay):
        if not state.cubes[action.seat].get(key(action.cell), 0) >> 4 * kind & 15:
            return [Reason("no_such_cube", "GM-TILE-9", {**args, "cell": str(action.cell)})]
        return []
    if own_only:
        return [Reason("own_cubes_only", "GM-AMB-24", args)]
    cost = price(state, kind)
    if not cost:
        return [Reason("sold_out", "GM-WARE-4", args)]
    if not buy_owned and held(state, action.seat)[kind]:
        return [Reason("own_one_first", "GM-AMB-8", args)]
    if cost > state.coins[action.seat]:
        return [Reason("too_dear", "GM-WARE-3", {**args, "coins": cost})]
    return []
