"""The steps before the activations; Loch Ness may be used in them if the rules allow it at any time (GM-AMB-5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

from tilewright.authoring import Action, Legal, Log, Reason, Rules, listed

from . import loch_ness
from .actions import LochNess
from .debt import BARRELS, after, coverable, wanted
from .gains import has_room, products
from .state import GlenMoreState, amount
from .trade import TurnStep
from .warehouse import Purse, purse

if TYPE_CHECKING:
    from .deals import DealStep


class EarlyStep(TurnStep):
    """A step before the activations. If Loch Ness may be used in it, what that yields helps to pay."""

    def bind(self, rules: Rules) -> None:
        super().bind(rules)
        self.early = self.options.ness_time == "any_time"
        self.deal = cast("DealStep", rules.by_name["deal"])

    def legal(self, state: GlenMoreState, seat: int) -> Legal:
        return listed(self.moves(state, seat) + self.ness_moves(state, seat) + self.sales(state, seat))

    def ness_moves(self, state: GlenMoreState, seat: int) -> list[Action]:
        if not self.ness_open(state, seat):
            return []
        found = loch_ness.uses(state, seat)
        if self.debts(state, seat) is None:
            return found
        return [action for action in found if self.leaves_payable(state, action)]

    def ness_open(self, state: GlenMoreState, seat: int) -> bool:
        """True if Loch Ness may be used now; never in the turn in which Loch Oich is placed (GM-SP-6)."""
        if not self.early or not loch_ness.ready(state, seat):
            return False
        return state.tile < 0 or not self.printed.activates_all(state.tile)

    def leaves_payable(self, state: GlenMoreState, action: Action) -> bool:
        """True if one of the costs can be paid after the action."""
        seat = action.seat
        trial = state.clone()
        self.play(trial, action, None)
        if trial.step is self.deal:
            return self.deal.reachable(trial, seat, 0, purse(trial, seat))
        debts = self.debts(trial, seat)
        return debts is None or any(self.can_pay(trial, seat, owed) for owed in debts)

    def can_pay(self, state: GlenMoreState, seat: int, owed: Sequence[int]) -> bool:
        """True if the cubes and barrels owed can be handed over, with buying, selling and Loch Ness."""
        if state.barrels[seat] >= owed[BARRELS] and coverable(purse(state, seat), owed):
            return True
        return self.ness_pays(state, seat, owed)

    def ness_pays(self, state: GlenMoreState, seat: int, owed: Sequence[int]) -> bool:
        """True if some use of Loch Ness makes the rest payable: a cube more, or a barrel for cubes."""
        if not self.ness_open(state, seat):
            return False
        mine = purse(state, seat)
        lacking = owed[BARRELS] - state.barrels[seat]
        for at, number in state.displays[seat].items():
            if at in state.activated:
                continue
            kind = self.printed.kinds[number]
            for deal in kind.each.deals:
                if deal.whisky and deal.whisky >= lacking and coverable(mine, owed, deal.give):
                    return True
            if lacking <= 0 and any(
                coverable(left.more(product), rest)
                for left, rest in _with_room(state, seat, at, mine, owed)
                for product in products(state, kind)
            ):
                return True
        return False

    def play(self, state: GlenMoreState, action: Action, log: Log | None) -> bool:
        if not isinstance(action, LochNess):
            return super().play(state, action, log)
        loch_ness.use(state, action, log)
        # Only what phase 3 brings may have to stay (GM-AMB-17).
        state.gained = {}
        return True

    def explain(self, state: GlenMoreState, action: Action) -> list[Reason]:
        if not isinstance(action, LochNess):
            return super().explain(state, action)
        if action in self.legal(state, action.seat):
            return []
        if not self.early:
            return [Reason("ness_not_yet", "GM-AMB-5", {})]
        found = loch_ness.why_not(state, action)
        if not found and state.tile < 0 and not state.placed:
            found.append(Reason("ness_not_with_discard", "GM-AMB-27", {}))
        return found or [Reason("rest_unpaid", "GM-TILE-3", {})]


def _with_room(
    state: GlenMoreState, seat: int, at: int, mine: Purse, owed: Sequence[int]
) -> Iterator[tuple[Purse, Sequence[int]]]:
    """Purse and debt once the tile has room for a cube: from a full one a cube is sold or handed in before."""
    if has_room(state, seat, at):
        yield mine, owed
        return
    for resource in range(5):
        if amount(state.cubes[seat].get(at, 0), resource):
            if state.warehouse[resource]:
                yield mine.sold(resource), owed
            if wanted(owed, resource):
                yield mine.less(resource), after(owed, resource)
