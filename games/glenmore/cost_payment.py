"""A tile's cost is paid, cube by cube (GM-TILE-3, GM-TILE-9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import Action, Log, Reason

from . import placing_rules
from .actions import Buy, LochNess, Pay, PayChieftain, PayMember, Sell
from .cube_payment import hand_in, may_buy, payment, why_no_cube
from .debt import BARRELS, DIFFERENT, GIVEN, MEMBERS, after, coverable, settled, wanted
from .early_steps import EarlyStep
from .files import RESOURCES
from .member_departure import CHIEFTAIN, last_may_pay, payers, without
from .state import own_cubes, stand
from .trade import cell, key, sale
from .warehouse import Purse, purse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .state import GlenMoreState


class PayStep(EarlyStep):
    """The cost is paid, with cubes from any own tiles or bought ones (GM-TILE-9, GM-WARE-5)."""

    name = "pay"
    actions = (Pay, Buy, PayMember, PayChieftain, LochNess, Sell)
    rules = ("GM-TILE-3", "GM-BLUE-4")

    def needed(self, state: GlenMoreState, seat: int) -> bool:
        return bool(state.owed)

    def moves(self, state: GlenMoreState, seat: int) -> list[Action]:
        found: list[Action] = []
        owed, mine = state.owed, purse(state, seat)
        whole = self.covers(state, mine, owed)
        ness_open = self.ness_open(state, seat)
        for resource, at in own_cubes(state, seat):
            if wanted(owed, resource):
                # A cube that is owed by kind leaves the rest as easy to pay as the whole was; but if something can
                # stand in for cubes, it matters for which.
                leads = (
                    whole
                    if owed[resource] and not mine.stand_ins
                    else self.covers(state, mine.less(resource), after(owed, resource))
                )
                pay = payment(seat, resource, at)
                if leads or (ness_open and self.leaves_payable(state, pay)):
                    found.append(pay)
        for resource in range(5):
            if wanted(owed, resource) and may_buy(state, mine, resource):
                leads = (
                    whole
                    if owed[resource] and not mine.stand_ins
                    else self.covers(state, mine.bought(resource), after(owed, resource))
                )
                buy = Buy(seat, RESOURCES[resource])
                if leads or (ness_open and self.leaves_payable(state, buy)):
                    found.append(buy)
        if state.owed[MEMBERS]:
            for payer in self.payers(state, seat):
                found.append(PayChieftain(seat) if payer == CHIEFTAIN else PayMember(seat, cell(payer)))
        return found

    def debts(self, state: GlenMoreState, seat: int) -> list[list[int]] | None:
        return [state.owed] if state.owed else None

    def payers(self, state: GlenMoreState, seat: int) -> list[int]:
        """The members and chieftains that may pay: the tile must still have a spot afterwards."""
        kind = self.printed.kinds[state.tile]
        found = payers(state, seat, state.advanced)
        if self.options.ness_payment == "before_payment":
            return found
        return [p for p in found if placing_rules.spots(state, seat, kind, without(state, seat, p))]

    def covers(self, state: GlenMoreState, mine: Purse, owed: Sequence[int]) -> bool:
        """True if no barrel is owed and the rest of this debt can be paid from the purse, without Loch Ness."""
        return not state.owed[BARRELS] and coverable(mine, owed)

    def sales(self, state: GlenMoreState, seat: int) -> list[Action]:
        if not self.ness_open(state, seat):
            return super().sales(state, seat)
        # A full tile may have to be emptied for Loch Ness, so it matters from which one a cube is sold.
        cubes = [(resource, at) for resource, at in own_cubes(state, seat) if state.warehouse[resource]]
        found = [sale(seat, resource, at) for resource, at in cubes]
        return [action for action in found if self.allows(state, action)]

    def bears(self, state: GlenMoreState, seat: int, resource: int) -> bool:
        # A cube that is sold can be bought back at the same price, so nothing that could be paid is lost.
        return not any(state.owed[:GIVEN]) or coverable(purse(state, seat), state.owed)

    def allows(self, state: GlenMoreState, action: Sell) -> bool:
        if not self.ness_open(state, action.seat):
            return super().allows(state, action)
        return self.leaves_payable(state, action)

    def carry_out(
        self, state: GlenMoreState, action: Pay | Buy | PayMember | PayChieftain, log: Log | None
    ) -> bool:
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
            resource = RESOURCES.index(action.kind)
            state.owed = after(state.owed, resource)
            hand_in(state, action, resource, log)
        if settled(state.owed):
            state.owed = []
        return bool(state.owed)

    def why_not(self, state: GlenMoreState, action: Pay | Buy | PayMember | PayChieftain) -> list[Reason]:
        seat = action.seat
        if isinstance(action, (PayMember, PayChieftain)):
            if not state.owed[MEMBERS]:
                return [Reason("not_owed", "GM-TILE-3", {"kind": "member"})]
            if isinstance(action, PayChieftain) or key(action.cell) not in state.members[seat]:
                return [Reason("no_such_member", "GM-BLUE-3", {})]
            return self.why_no_payer(state, seat, key(action.cell))
        resource = RESOURCES.index(action.kind)
        if not wanted(state.owed, resource):
            rule = "GM-WARE-5" if isinstance(action, Buy) else "GM-TILE-3"
            different = state.owed[DIFFERENT]
            return [Reason("not_owed", "GM-BLUE-4" if different else rule, {"kind": action.kind})]
        return why_no_cube(state, action, resource, "GM-TILE-9") or [
            Reason("rest_unpaid", "GM-TILE-3", {"kind": action.kind})
        ]

    def why_no_payer(self, state: GlenMoreState, seat: int, payer: int) -> list[Reason]:
        """Every rule that forbids this member to pay for Loch Ness."""
        found = []
        if sum(state.members[seat].values()) == 1:
            if state.chieftains[seat] and not self.options.ness_last_member:
                found.append(Reason("chieftain_pays", "GM-AMB-28", {}))
            if not last_may_pay(state, seat, state.advanced):
                found.append(Reason("last_member_stays", "GM-GREY-9", {}))
        if self.options.ness_payment == "after_payment":
            kind = self.printed.kinds[state.tile]
            if not placing_rules.spots(state, seat, kind, without(state, seat, payer)):
                found.append(Reason("nobody_beside", "GM-PLACE-2", {"tile": kind.id}))
                found.append(Reason("payer_counts_no_more", "GM-AMB-4", {}))
        return found
