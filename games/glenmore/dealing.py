"""Deals at brown tiles and distilleries: cubes are handed in one by one (GM-BRN, GM-DIST)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tilewright.core.actions import Action, Reason

from .actions import Buy, Done, Pay, Sell
from .files import RESOURCES
from .ness import EarlyStep
from .options import forced
from .owing import BARRELS, NO_CUBES, coverable, pay_barrels
from .paying import hand_in, why_no_cube
from .state import ONE, amount
from .trade import TurnStep, cell, own_cubes
from .warehouse import Purse, payable, price, purse

if TYPE_CHECKING:
    from typing import TypeAlias

    from tilewright.core.events import Log

    from .printed import Kind
    from .state import GlenMoreState

    Ending: TypeAlias = tuple[Sequence[int], int]
    """Cubes by resource, and barrels."""

RULES = {"fair": "GM-BRN-4", "grocer": "GM-BRN-7", "bridge": "GM-BRN-8", "distillery": "GM-DIST-2"}
BUTCHERS = {RESOURCES.index("sheep"): "GM-BRN-1", RESOURCES.index("cattle"): "GM-BRN-2"}
"""By what they take; the one that takes both is GM-BRN-3."""


class DealStep(TurnStep):
    """Cubes are handed in at a brown tile or a distillery, one by one, until the deal is closed.

    The frame holds the cell and what has been handed in, packed as on tiles.
    """

    name = "deal"
    actions = (Pay, Buy, Done, Sell)

    def bind(self, rules: Any) -> None:
        super().bind(rules)
        self.reason = {kind: rules.reason[kind] for kind in ("butcher", "fair", "grocer", "bridge")}
        self.forced = forced(self.options)
        self.early = self.options.ness_time == "any_time"

    def kind(self, state: GlenMoreState, seat: int) -> Kind:
        return self.printed.kinds[state.displays[seat][state.stack[-1][2]]]

    def only_own(self, state: GlenMoreState, seat: int) -> bool:
        return self.options.own_only and self.kind(state, seat).kind in ("grocer", "bridge")

    def rule(self, state: GlenMoreState, seat: int) -> str:
        """The rule that says what the tile takes."""
        kind = self.kind(state, seat)
        if kind.kind == "butcher":
            return BUTCHERS.get(kind.each.cube, "GM-BRN-3")
        return RULES.get(kind.kind, "GM-TILE-5")

    def needed_for(self, state: GlenMoreState, seat: int) -> str:
        return self.rule(state, seat) if state.stack[-1][3] else super().needed_for(state, seat)

    def debts(self, state: GlenMoreState, seat: int) -> list[list[int]] | None:
        """What must stay payable besides, when Loch Ness has come before the cost is paid (GM-AMB-5)."""
        if not self.early:
            return None
        below = state.rules.nodes[state.stack[-2][0]]
        return below.debts(state, seat) if isinstance(below, EarlyStep) else None

    def endings(self, state: GlenMoreState, seat: int, given: int) -> Iterator[Ending]:
        """For each deal that `given` can become: what is still to be handed in, and the barrels it brings.

        Nothing given may stay nothing.
        """
        if not given:
            yield NO_CUBES, 0
        done = [amount(given, kind) for kind in range(5)]
        for deal in self.kind(state, seat).each.deals:
            rest = [want - have for want, have in zip(deal.give, done, strict=True)]
            if min(rest) >= 0:
                yield rest, deal.whisky

    def affords(
        self, state: GlenMoreState, seat: int, left: Purse, endings: Iterable[Ending], own_only: bool
    ) -> bool:
        """Whether one of these can be had with what is left, and what the turn owes be paid as well."""
        debts = self.debts(state, seat)
        for rest, whisky in endings:
            if own_only and any(have < need for have, need in zip(left.own, rest, strict=True)):
                continue
            if debts is None:
                if payable(left, rest):
                    return True
            else:
                barrels = state.barrels[seat] + whisky
                if any(barrels >= owed[BARRELS] and coverable(left, owed, rest) for owed in debts):
                    return True
        return False

    def reachable(self, state: GlenMoreState, seat: int, given: int, left: Purse) -> bool:
        """Whether a deal with these cubes given can still be finished with what is left."""
        return self.affords(state, seat, left, self.endings(state, seat, given), self.only_own(state, seat))

    def closable(self, state: GlenMoreState, seat: int, given: int) -> bool:
        """Whether the deal may end here; not for nothing where own cubes must be handed in (GM-AMB-16)."""
        mine = purse(state, seat)
        if not self.affords(state, seat, mine, self.stopping(state, seat, given), False):
            return False
        if given or not self.forced:
            return True
        more = (ending for ending in self.endings(state, seat, given) if any(ending[0]))
        return not self.affords(state, seat, mine, more, True)

    def stopping(self, state: GlenMoreState, seat: int, given: int) -> Iterator[Ending]:
        """The endings to which nothing is missing."""
        return (ending for ending in self.endings(state, seat, given) if not any(ending[0]))

    def moves(self, state: GlenMoreState, seat: int) -> list[Action]:
        given = state.stack[-1][3]
        found: list[Action] = []
        for kind, at in own_cubes(state, seat):
            if self.reachable(state, seat, given + ONE[kind], purse(state, seat).less(kind)):
                found.append(Pay(seat, RESOURCES[kind], cell(at)))
        for kind in range(5):
            if self.can_buy(state, seat, kind, given):
                found.append(Buy(seat, RESOURCES[kind]))
        if self.closable(state, seat, given):
            found.append(Done(seat))
        return found

    def can_buy(self, state: GlenMoreState, seat: int, kind: int, given: int) -> bool:
        mine = purse(state, seat)
        cost = price(state, kind)
        if not cost or cost > mine.coins or self.only_own(state, seat):
            return False
        if not self.options.buy_owned and mine.own[kind]:
            return False
        return self.reachable(state, seat, given + ONE[kind], mine.bought(kind))

    def bears(self, state: GlenMoreState, seat: int, kind: int) -> bool:
        return self.reachable(state, seat, state.stack[-1][3], purse(state, seat).sold(kind))

    def carry_out(self, state: GlenMoreState, action: Any, log: Log | None) -> bool:
        seat = action.seat
        frame = state.stack[-1]
        given = frame[3]
        if not isinstance(action, Done):
            kind = RESOURCES.index(action.kind)
            hand_in(state, action, kind, log)
            given += ONE[kind]
            state.stack[-1] = (*frame[:3], given)
            # As long as a deal takes more, the seat says itself when it is done.
            if any(any(rest) for rest, _ in self.endings(state, seat, given)):
                return True
        self.close(state, seat, frame[2], given, log)
        return False

    def close(self, state: GlenMoreState, seat: int, at: int, given: int, log: Log | None) -> None:
        """The deal's worth: a barrel at a distillery, points elsewhere; an empty deal brings nothing (GM-AMB-25)."""
        if not given:
            if self.options.empty_activation == "free":
                state.activated.remove(at)
            return
        kind = self.kind(state, seat)
        give = tuple(amount(given, n) for n in range(5))
        deal = next(deal for deal in kind.each.deals if deal.give == give)
        if deal.whisky:
            state.barrels[seat] += deal.whisky
            if log is not None:
                log.add("distilled", seat=seat)
            pay_barrels(state, seat)
        if deal.vp:
            state.gain(seat, deal.vp, self.reason[kind.kind], state.displays[seat][at])

    def why_not(self, state: GlenMoreState, action: Any) -> list[Reason]:
        seat = action.seat
        given, rule = state.stack[-1][3], self.rule(state, seat)
        if isinstance(action, Done):
            if not any(self.stopping(state, seat, given)):
                return [Reason("deal_unfinished", rule, {})]
            if not self.affords(state, seat, purse(state, seat), self.stopping(state, seat, given), False):
                return [Reason("rest_unpaid", "GM-TILE-3", {})]
            return [Reason("exchange_is_forced", "GM-AMB-16", {})]
        kind = RESOURCES.index(action.kind)
        args: dict[str, object] = {"kind": action.kind}
        if not any(self.endings(state, seat, given + ONE[kind])):
            return [Reason("not_taken_here", rule, args)]
        own_rule = "GM-DIST-3" if rule == "GM-DIST-2" else rule
        own_only = self.only_own(state, seat)
        return why_no_cube(state, action, kind, own_rule, self.options.buy_owned, own_only) or [
            Reason("deal_unfinishable", rule, args)
        ]
