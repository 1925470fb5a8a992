"""The tile goes into the display and gives its one-time benefit (GM-PLACE, GM-TILE-4, GM-SP)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tilewright.authoring import Action, Log, Reason, Rules

from . import placing_rules
from .actions import Decline, FillTiles, LochNess, PlaceTile, Sell, TakeCube
from .early_steps import EarlyStep
from .files import RESOURCES
from .gains import has_room
from .options import forced
from .printed import ANY
from .state import NO_MOVEMENT, give_card, put, stand
from .trade import cell, key

if TYPE_CHECKING:
    from .files import Card
    from .state import GlenMoreState


@lru_cache(maxsize=8192)
def _placement(seat: int, at: int) -> PlaceTile:
    return PlaceTile(seat, cell(at))


class PlaceStep(EarlyStep):
    """The tile goes into the display (GM-PLACE), and gives its one-time benefit (GM-TILE-4, GM-SP)."""

    name = "place"
    actions = (PlaceTile, LochNess, Sell)
    rules = ("GM-TURN-7", "GM-PLACE", "GM-AMB-19", "GM-AMB-21", "GM-TILE-4", "GM-SP-0", "GM-SP-14")

    def bind(self, rules: Rules) -> None:
        super().bind(rules)
        self.placed = self.printed.answers.placed

    def needed(self, state: GlenMoreState, seat: int) -> bool:
        return bool(state.tile >= 0)

    def moves(self, state: GlenMoreState, seat: int) -> list[Action]:
        return [_placement(seat, at) for at in placing_rules.open_spots(state, seat)]

    def carry_out(self, state: GlenMoreState, action: PlaceTile, log: Log | None) -> bool:
        seat, at, number = action.seat, key(action.cell), state.tile
        kind = self.printed.kinds[number]
        display = state.displays[seat]
        display[at] = number
        state.tile = -1
        state.spots = []
        state.placed = [at]
        if log is not None:
            log.add("placed", seat=seat, tile=kind.id, cell=str(action.cell))
        state.barrels[seat] += kind.once.whisky
        members = kind.once.member
        around = (at, *(at + off for off in placing_rules.AROUND))
        state.active = sorted([c for c in around if c in display and c not in state.activated])
        if kind.card is not None:
            members += self.take_card(state, seat, kind.card, log)
        if members:
            stand(state, seat, at, members)
        for moment in self.placed:
            moment(state, seat, at, log)
        return False

    def take_card(self, state: GlenMoreState, seat: int, card: Card, log: Log | None) -> int:
        """The card is the seat's, and what it gives once (GM-SP-0, GM-SP-14). Return the members that it brings."""
        once = card.once
        give_card(state, seat, card)
        if log is not None:
            log.add("card_taken", seat=seat, card=card.id)
            if once.coins:
                log.add("coins_gained", seat=seat, coins=once.coins)
            if once.whisky:
                log.add("barrels_gained", seat=seat, barrels=once.whisky)
        state.barrels[seat] += once.whisky
        state.coins[seat] += once.coins
        state.benefit = once.cubes or (-1 if once.restock else 0)
        if card.every_turn is not None and self.options.ness_time == "next_turn":
            state.ness = 1
        if once.activate_all:
            state.active = sorted(state.displays[seat])
            state.ness = 1
            if self.options.oich_movement == "lost":
                state.marks |= NO_MOVEMENT
        return once.member

    def why_not(self, state: GlenMoreState, action: PlaceTile) -> list[Reason]:
        return placing_rules.broken(state, action.seat, self.printed.kinds[state.tile], key(action.cell))


class BenefitStep(EarlyStep):
    """Cubes of Loch Lochy and Loch Shiel, which leave a choice (GM-SP-2, GM-SP-5)."""

    name = "benefit"
    actions = (TakeCube, FillTiles, Decline, LochNess, Sell)
    rules = ("GM-SP-2", "GM-SP-5", "GM-SP-14", "GM-EV-9", "GM-AMB-12", "GM-AMB-16", "GM-AMB-23", "GM-AMB-29")

    def needed(self, state: GlenMoreState, seat: int) -> bool:
        return bool(state.benefit)

    def moves(self, state: GlenMoreState, seat: int) -> list[Action]:
        found: list[Action] = []
        if state.benefit > 0:
            for at in self.takers(state, seat):
                found += [TakeCube(seat, name, cell(at)) for name in RESOURCES]
            if not self.options.lochy_compulsory or not found:
                found.append(Decline(seat))
            return found
        abbey = self.empty_abbey(state, seat)
        if abbey is None or not forced(self.options):
            found.append(FillTiles(seat, ""))
        if abbey is not None:
            found += [FillTiles(seat, name) for name in RESOURCES]
        if not self.options.shiel_compulsory:
            found.append(Decline(seat))
        return found

    def takers(self, state: GlenMoreState, seat: int) -> list[int]:
        if self.options.lochy_cubes == "on_lochy":
            return list(state.placed)
        return sorted(
            at
            for at, number in state.displays[seat].items()
            if self.printed.kinds[number].each.does != "produce" or has_room(state, seat, at)
        )

    def empty_abbey(self, state: GlenMoreState, seat: int) -> int | None:
        for at, number in state.displays[seat].items():
            if self.printed.kinds[number].each.cube == ANY and at not in state.cubes[seat]:
                return at
        return None

    def carry_out(
        self, state: GlenMoreState, action: TakeCube | FillTiles | Decline, log: Log | None
    ) -> bool:
        seat = action.seat
        if isinstance(action, TakeCube):
            put(state, seat, key(action.cell), RESOURCES.index(action.kind))
            if log is not None:
                log.add("cube_gained", seat=seat, kind=action.kind, cell=str(action.cell))
            state.benefit -= 1
            return state.benefit > 0
        if isinstance(action, FillTiles):
            for at, number in sorted(state.displays[seat].items()):
                each = self.printed.kinds[number].each
                if each.does == "produce" and each.cube != ANY and at not in state.cubes[seat]:
                    put(state, seat, at, each.cube)
            abbey = self.empty_abbey(state, seat)
            if action.abbey and abbey is not None:
                put(state, seat, abbey, RESOURCES.index(action.abbey))
            if log is not None:
                log.add("tiles_filled", seat=seat)
        state.benefit = 0
        return False

    def why_not(self, state: GlenMoreState, action: TakeCube | FillTiles | Decline) -> list[Reason]:
        if isinstance(action, Decline):
            return [Reason("benefit_is_compulsory", "GM-AMB-29", {})]
        if isinstance(action, TakeCube) and state.benefit > 0:
            rule = "GM-SP-2" if self.options.lochy_cubes == "on_lochy" else "GM-AMB-23"
            return [Reason("cube_not_there", rule, {"cell": str(action.cell)})]
        if isinstance(action, FillTiles) and state.benefit < 0 and not action.abbey:
            return [Reason("abbey_is_filled", "GM-AMB-16", {})]
        if isinstance(action, FillTiles) and state.benefit < 0:
            return [Reason("no_empty_abbey", "GM-SP-5", {})]
        return [Reason("not_this_benefit", "GM-SP-14", {})]
