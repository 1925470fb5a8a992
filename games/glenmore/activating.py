"""The second half of a turn: activations, deals at brown tiles and distilleries, Loch Ness (GM-ACT, GM-BRN)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.actions import Action, Reason
from tilewright.core.schedule import push

from .actions import Activate, Buy, Done, End, LochNess, Pay, Sell
from .paying import hand_in, why_no_cube
from .printed import ANY
from .state import ONE, RESOURCES, amount, has, put, total
from .trade import TurnStep, cell, key, own_cubes
from .warehouse import Purse, payable, price, purse

if TYPE_CHECKING:
    from tilewright.core.events import Log

    from .printed import Kind
    from .state import GlenMoreState


class ActivateStep(TurnStep):
    """The new tile and its neighbours are activated in free order, Loch Ness in between (GM-ACT-1 to -4)."""

    name = "activate"
    actions = (Activate, LochNess, End, Sell)

    def bind(self, rules: Any) -> None:
        super().bind(rules)
        self.deal: DealStep = rules.by_name["deal"]
        self.tavern = rules.reason["tavern"]

    def needed(self, state: Any, seat: int) -> bool:
        # Until new tiles are laid cubes can be sold, those just gained too (GM-WARE-2, GM-AMB-22).
        return bool(state.placed) and bool(
            state.active or self.ness_open(state, seat) or self.sales(state, seat)
        )

    def ness_open(self, state: GlenMoreState, seat: int) -> bool:
        """Whether Loch Ness could activate something (GM-SP-4, GM-AMB-5)."""
        if state.ness or not state.placed or not has(state, seat, "loch_ness"):
            return False
        return any(at not in state.activated for at in state.displays[seat])

    def moves(self, state: GlenMoreState, seat: int) -> list[Action]:
        found: list[Action] = []
        for at in state.active:
            found += [Activate(seat, cell(at), cube) for cube in self.cubes(state, seat, at)]
        if self.options.activation == "optional" or not found:
            found.append(End(seat))
        return found + self.ness_moves(state, seat)

    def ness_moves(self, state: GlenMoreState, seat: int) -> list[Action]:
        if not self.ness_open(state, seat):
            return []
        tiles = sorted(at for at in state.displays[seat] if at not in state.activated)
        return [LochNess(seat, cell(at), cube) for at in tiles for cube in self.cubes(state, seat, at)]

    def cubes(self, state: GlenMoreState, seat: int, at: int) -> list[str]:
        """What may be named with an activation: at the abbey a resource, elsewhere nothing."""
        if self.kind(state, seat, at).each.cube == ANY and self.has_room(state, seat, at):
            return list(RESOURCES)
        return [""]

    def kind(self, state: GlenMoreState, seat: int, at: int) -> Kind:
        return self.printed.kinds[state.displays[seat][at]]

    def has_room(self, state: GlenMoreState, seat: int, at: int) -> bool:
        """Whether a further cube fits (GM-PROD-2, GM-SP-1); the abbey may be spent (option iona_production)."""
        if (
            self.kind(state, seat, at).each.cube == ANY
            and self.options.iona_production == "once"
            and state.iona
        ):
            return False
        return total(state.cubes[seat].get(at, 0)) < self.options.tile_capacity

    def carry_out(self, state: GlenMoreState, action: Any, log: Log | None) -> bool:
        seat = action.seat
        if isinstance(action, End):
            state.active = []
            if not self.options.ness_after_movement:
                state.ness = 1
            return False
        at = key(action.cell)
        if isinstance(action, LochNess):
            state.ness = 1
        if at in state.active:
            state.active.remove(at)
        self.activate(state, seat, at, action.cube, log)
        return True

    def activate(self, state: GlenMoreState, seat: int, at: int, cube: str, log: Log | None) -> None:
        """The tile's benefit, once (GM-ACT-3); deals are pushed as a step of their own."""
        kind = self.kind(state, seat, at)
        each = kind.each
        state.activated.append(at)
        if log is not None:
            log.add("activated", seat=seat, tile=kind.id, cell=str(cell(at)))
        if each.does == "produce":
            if cube:
                put(state, seat, at, RESOURCES.index(cube))
                state.iona = 1
            elif each.cube != ANY and self.has_room(state, seat, at):
                put(state, seat, at, each.cube)
        elif each.does == "score":
            state.gain(seat, each.vp, self.tavern, state.displays[seat][at])
        elif each.does == "move":
            if at or self.options.start_village_counts:
                state.points += each.movement
        elif each.deals:
            push(state, self.deal, seat, at, 0)

    def why_not(self, state: GlenMoreState, action: Any) -> list[Reason]:
        seat = action.seat
        if isinstance(action, End):
            return [Reason("activation_is_mandatory", "GM-AMB-7", {})]
        at = key(action.cell)
        where: dict[str, object] = {"cell": str(action.cell)}
        if at not in state.displays[seat]:
            return [Reason("no_tile_here", "GM-ACT-2", where)]
        if at in state.activated:
            return [
                Reason("activated_already", "GM-SP-4" if isinstance(action, LochNess) else "GM-ACT-3", where)
            ]
        if isinstance(action, LochNess) and not self.ness_open(state, seat):
            owned = has(state, seat, "loch_ness")
            return [Reason("ness_used", "GM-SP-4", {}) if owned else Reason("no_ness", "GM-SP-4", {})]
        if isinstance(action, Activate) and at not in state.active:
            return [Reason("not_around", "GM-ACT-4", where)]
        if self.kind(state, seat, at).each.cube == ANY and self.has_room(state, seat, at):
            return [Reason("name_a_cube", "GM-SP-1", {})]
        return [Reason("no_cube_to_name", "GM-SP-1", where)]


class DealStep(TurnStep):
    """Cubes are handed in at a brown tile or a distillery, one by one, until the deal is closed.

    The frame holds the cell and what has been handed in, packed as on tiles.
    """

    name = "deal"
    actions = (Pay, Buy, Done, Sell)

    def bind(self, rules: Any) -> None:
        super().bind(rules)
        self.reason = {kind: rules.reason[kind] for kind in ("butcher", "fair", "grocer", "bridge")}

    def kind(self, state: GlenMoreState, seat: int) -> Kind:
        return self.printed.kinds[state.displays[seat][state.stack[-1][2]]]

    def only_own(self, state: GlenMoreState, seat: int) -> bool:
        return self.options.own_only and self.kind(state, seat).kind in ("grocer", "bridge")

    def rests(self, state: GlenMoreState, seat: int, given: int) -> list[list[int]]:
        """What is still to be handed in for each of the tile's deals that `given` can become."""
        done = [amount(given, kind) for kind in range(5)]
        found = []
        for deal in self.kind(state, seat).each.deals:
            rest = [want - have for want, have in zip(deal.give, done, strict=True)]
            if min(rest) >= 0:
                found.append(rest)
        return found

    def completable(self, state: GlenMoreState, seat: int, given: int, left: Purse) -> bool:
        """Whether the rest of some deal can be handed in from what is left; nothing given is no deal begun."""
        if not given:
            return True
        rests = self.rests(state, seat, given)
        if self.only_own(state, seat):
            return any(all(o >= n for o, n in zip(left.own, rest, strict=True)) for rest in rests)
        return any(payable(left, rest) for rest in rests)

    def closable(self, state: GlenMoreState, seat: int, given: int) -> bool:
        return not given or [0] * 5 in self.rests(state, seat, given)

    def moves(self, state: GlenMoreState, seat: int) -> list[Action]:
        given = state.stack[-1][3]
        found: list[Action] = []
        for kind, at in own_cubes(state, seat):
            if self.completable(state, seat, given + ONE[kind], purse(state, seat).less(kind)):
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
        return self.completable(state, seat, given + ONE[kind], mine.bought(kind))

    def bears(self, state: GlenMoreState, seat: int, kind: int) -> bool:
        given = state.stack[-1][3]
        if self.closable(state, seat, given):
            return True
        return self.completable(state, seat, given, purse(state, seat).sold(kind))

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
            if any(any(rest) for rest in self.rests(state, seat, given)):
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
        if deal.vp:
            state.gain(seat, deal.vp, self.reason[kind.kind], state.displays[seat][at])

    def why_not(self, state: GlenMoreState, action: Any) -> list[Reason]:
        seat = action.seat
        if isinstance(action, Done):
            return [Reason("deal_unfinished", "GM-BRN-7", {})]
        kind = RESOURCES.index(action.kind)
        if not self.rests(state, seat, state.stack[-1][3] + ONE[kind]):
            return [Reason("not_taken_here", "GM-BRN-4", {"kind": action.kind})]
        return why_no_cube(state, action, kind, self.options.buy_owned, self.only_own(state, seat)) or [
            Reason("deal_unfinishable", "GM-BRN-7", {"kind": action.kind})
        ]
