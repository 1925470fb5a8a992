"""The figure moves on to a tile that can be paid for and placed (GM-TURN-5, GM-TURN-6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from tilewright.authoring import Action, Log, Reason, Rules

from . import placing_rules
from .actions import Discard, EndGame, LochNess, PassTurn, Sell, Take
from .debt import cost_of, coverable, pay_barrels
from .early_steps import EarlyStep
from .files import RESOURCES
from .member_departure import payers, without
from .state import figure
from .warehouse import payable, price, purse

if TYPE_CHECKING:
    from .printed import Kind
    from .state import GlenMoreState
    from .warehouse import Purse


@lru_cache(maxsize=1024)
def _take(seat: int, space: int) -> Take:
    return Take(seat, space)


class TakeStep(EarlyStep):
    """The figure moves on to a tile that can be placed and paid in full (GM-TURN-5, GM-TURN-6)."""

    name = "take"

    actions = (Take, Discard, PassTurn, EndGame, LochNess, Sell)
    rules = (
        "GM-TURN",
        "GM-TILE-2",
        "GM-TILE-3",
        "GM-TILE-8",
        "GM-WARE-4",
        "GM-BLUE-3",
        "GM-BLUE-4",
        "GM-SP-6",
        "GM-PLACE",
        "GM-AMB-4",
        "GM-AMB-21",
    )

    def bind(self, rules: Rules) -> None:
        super().bind(rules)
        kinds = self.printed.kinds
        self.costs = [cost_of(kind) for kind in kinds]
        self.free = [kind.cost.free for kind in kinds]
        self.lines = [(kind.river, kind.road) for kind in kinds]
        self.alone = [self.printed.activates_all(number) for number in range(len(kinds))]

    def moves(self, state: GlenMoreState, seat: int) -> list[Action]:
        ahead = self.ahead(state, seat)
        mine, ness_open = purse(state, seat), self.ness_open(state, seat)
        found: list[Action] = [
            _take(seat, n)
            for n in self.placeable(state, seat, ahead)
            if self.pays(state, seat, ahead[n], n, mine, ness_open)
        ]
        if found:
            return found
        if self.options.no_tile == "discard":
            return [Discard(seat, n) for n in ahead]
        return [PassTurn(seat) if self.options.no_tile == "pass" else EndGame(seat)]

    def ahead(self, state: GlenMoreState, seat: int) -> dict[int, int]:
        """The kinds of the tiles ahead of the figure, by their distance."""
        # Some tiles may lie behind the figure: options no_tile, die_removal.
        ahead = state.chain[state.chain.index(figure(seat)) :]
        return {n: item for n, item in enumerate(ahead) if item >= 0}

    def placeable(self, state: GlenMoreState, seat: int, ahead: Mapping[int, int]) -> list[int]:
        """The distances of those of these tiles that fit somewhere."""
        found = []
        room = placing_rules.places(state, seat)
        for n, number in ahead.items():
            kind = self.printed.kinds[number]
            if self.spots(state, seat, kind, n) if kind.cost.member else room[self.lines[number]]:
                found.append(n)
        return found

    def pays(
        self, state: GlenMoreState, seat: int, number: int, space: int, mine: Purse, ness_open: bool
    ) -> bool:
        """True if `unpaid` finds nothing; quicker. `mine` is the seat's purse."""
        alone = self.alone[number]
        if alone and self.early and state.ness:
            return False
        if self.free[number]:
            return True
        cost = self.printed.kinds[number].cost
        if cost.member and not payers(state, seat, space):
            return False
        if state.barrels[seat] >= cost.whisky and (
            payable(mine, cost.cubes, cost.different)
            or (mine.stand_ins and coverable(mine, self.costs[number]))
        ):
            return True
        return ness_open and not alone and self.ness_pays(state, seat, self.costs[number])

    def debts(self, state: GlenMoreState, seat: int) -> list[list[int]] | None:
        """Some tile must stay payable, unless Loch Ness may be used with a discard too (GM-AMB-27)."""
        if self.options.ness_on_discard and self.options.no_tile == "discard":
            return None
        ahead = self.ahead(state, seat)
        found = []
        for n in self.placeable(state, seat, ahead):
            if not self.alone[ahead[n]] or not self.unpaid(state, seat, ahead[n], n):
                found.append(self.costs[ahead[n]])
        return found

    def unpaid(self, state: GlenMoreState, seat: int, number: int, space: int) -> list[Reason]:
        """The part of the cost of this kind of tile that the seat cannot pay, even with trading and Loch Ness."""
        kind = self.printed.kinds[number]
        args: dict[str, object] = {"tile": kind.id}
        found = []
        if kind.cost.member and not payers(state, seat, space):
            found.append(Reason("no_member_to_pay", "GM-BLUE-3", args))
        alone = self.alone[number]
        if alone and self.early and state.ness:
            return [*found, Reason("oich_and_ness", "GM-SP-6", args)]
        short = self.short(state, seat, kind)
        if short and not alone and self.ness_pays(state, seat, cost_of(kind)):
            return found
        return found + short

    def short(self, state: GlenMoreState, seat: int, kind: Kind) -> list[Reason]:
        """The part of the tile's cost that the seat cannot pay as things are, even with buying and selling."""
        args: dict[str, object] = {"tile": kind.id}
        found = []
        if state.barrels[seat] < kind.cost.whisky:
            found.append(Reason("no_barrel", "GM-TILE-3", args))
        if any(kind.cost.cubes) or kind.cost.different:
            mine = purse(state, seat)
            if not coverable(mine, cost_of(kind)):
                for number, name in enumerate(RESOURCES):
                    if kind.cost.cubes[number] > mine.own[number] and not price(state, number):
                        found.append(Reason("sold_out", "GM-WARE-4", {**args, "kind": name}))
                if not found:
                    found.append(Reason("cannot_pay", "GM-TILE-3", args))
        return found

    def spots(self, state: GlenMoreState, seat: int, kind: Kind, space: int) -> list[int]:
        """The cells where the tile could be placed once it is paid for."""
        if not kind.cost.member or self.options.ness_payment == "before_payment":
            return placing_rules.spots(state, seat, kind)
        found: set[int] = set()
        for payer in payers(state, seat, space):
            found.update(placing_rules.spots(state, seat, kind, without(state, seat, payer)))
        return sorted(found)

    def carry_out(
        self, state: GlenMoreState, action: Take | Discard | PassTurn | EndGame, log: Log | None
    ) -> bool:
        seat = action.seat
        if isinstance(action, PassTurn):
            state.passed |= 1 << seat
            if log is not None:
                log.add("passed", seat=seat)
            return False
        if isinstance(action, EndGame):
            state.passed = (1 << len(state.seats)) - 1
            return False
        space = action.space
        start = state.chain.index(figure(seat))
        number = state.chain[start + space]
        kind = self.printed.kinds[number]
        state.chain[start + space] = figure(seat)
        del state.chain[start]
        state.advanced = space
        state.passed = 0
        if log is not None:
            log.add(
                "took" if isinstance(action, Take) else "discarded", seat=seat, tile=kind.id, spaces=space
            )
        if isinstance(action, Discard):
            return False
        state.tile = number
        if not kind.cost.free:
            if kind.cost.member and self.options.ness_payment == "before_payment":
                state.spots = placing_rules.spots(state, seat, kind)
            state.owed = cost_of(kind)
            pay_barrels(state, seat)
        return False

    def why_not(self, state: GlenMoreState, action: Take | Discard | PassTurn | EndGame) -> list[Reason]:
        seat = action.seat
        legal = self.moves(state, seat)
        if isinstance(action, (PassTurn, EndGame)):
            if isinstance(legal[0], Take):
                return [Reason("a_tile_can_be_taken", "GM-TURN-14", {})]
            return [Reason("not_this_option", "GM-AMB-3", {"value": self.options.no_tile})]
        ahead = state.chain[state.chain.index(figure(seat)) :]
        if action.space <= 0:
            return [Reason("not_ahead", "GM-TURN-5", {})]
        if action.space >= len(ahead) or ahead[action.space] < 0:
            return [Reason("no_tile_there", "GM-TURN-5", {"space": action.space})]
        if isinstance(action, Discard):
            if isinstance(legal[0], Take):
                return [Reason("a_tile_can_be_taken", "GM-TURN-14", {})]
            return [Reason("not_this_option", "GM-AMB-3", {"value": self.options.no_tile})]
        kind = self.printed.kinds[ahead[action.space]]
        found = self.unpaid(state, seat, ahead[action.space], action.space)
        if not self.spots(state, seat, kind, action.space) and not (found and kind.cost.member):
            nowhere = Reason("no_spot", "GM-TURN-6", {"tile": kind.id})
            return [nowhere, *placing_rules.nowhere(state, seat, kind), *found]
        return found
