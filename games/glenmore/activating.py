"""The second half of a turn: activations, Loch Ness among them (GM-ACT, GM-SP-4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tilewright.core.actions import Action, Reason
from tilewright.core.schedule import push

from .actions import Activate, End, LochNess, Sell
from .files import RESOURCES
from .printed import ANY
from .state import ONE, has, put, total
from .trade import TurnStep, cell, key

if TYPE_CHECKING:
    from tilewright.core.events import Log

    from .dealing import DealStep
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
        # Until new tiles are laid cubes can be sold, those just gained too (GM-WARE-2, GM-AMB-22), and also after a
        # discard (GM-AMB-27).
        return bool(state.placed or state.advanced) and bool(
            state.active or self.ness_open(state, seat) or self.sales(state, seat)
        )

    def ness_ready(self, state: GlenMoreState, seat: int) -> bool:
        """Whether the seat has Loch Ness, unused in this turn, and a tile for it (GM-SP-4)."""
        if state.ness or not has(state, seat, "loch_ness"):
            return False
        return any(at not in state.activated for at in state.displays[seat])

    def ness_open(self, state: GlenMoreState, seat: int) -> bool:
        """Whether Loch Ness could activate something now, a tile being placed, or discarded (GM-AMB-27)."""
        return self.ness_ready(state, seat) and bool(state.placed or self.options.ness_on_discard)

    def moves(self, state: GlenMoreState, seat: int) -> list[Action]:
        found: list[Action] = []
        for at in state.active:
            found += [Activate(seat, cell(at), cube) for cube in self.cubes(state, seat, at)]
        if self.options.activation == "optional" or not found:
            found.append(End(seat))
        return found + self.ness_moves(state, seat)

    def ness_moves(self, state: GlenMoreState, seat: int) -> list[Action]:
        return self.ness_choices(state, seat) if self.ness_open(state, seat) else []

    def ness_choices(self, state: GlenMoreState, seat: int) -> list[Action]:
        """Every tile that has not been activated, with every cube that it may be asked for."""
        tiles = sorted(at for at in state.displays[seat] if at not in state.activated)
        return [LochNess(seat, cell(at), cube) for at in tiles for cube in self.cubes(state, seat, at)]

    def cubes(self, state: GlenMoreState, seat: int, at: int) -> list[str]:
        """What may be named with an activation: at the abbey a resource, elsewhere nothing."""
        return list(RESOURCES) if self.asks(state, seat, at) else [""]

    def asks(self, state: GlenMoreState, seat: int, at: int) -> bool:
        """Whether the tile makes a cube of one's choice now."""
        return len(self.products(state, seat, at)) > 1 and self.has_room(state, seat, at)

    def kind(self, state: GlenMoreState, seat: int, at: int) -> Kind:
        return self.printed.kinds[state.displays[seat][at]]

    def products(self, state: GlenMoreState, seat: int, at: int) -> Sequence[int]:
        """The resources of which the tile makes one when activated, room given; an abbey may be spent (GM-EV-12)."""
        each = self.kind(state, seat, at).each
        if each.does != "produce":
            return ()
        if each.cube != ANY:
            return (each.cube,)
        return () if self.options.iona_production == "once" and state.iona else range(5)

    def has_room(self, state: GlenMoreState, seat: int, at: int) -> bool:
        """Whether a further cube fits on a production tile (GM-PROD-2, GM-SP-1)."""
        return total(state.cubes[seat].get(at, 0)) < self.options.tile_capacity

    def carry_out(self, state: GlenMoreState, action: Any, log: Log | None) -> bool:
        seat = action.seat
        if isinstance(action, End):
            state.active = []
            if not self.options.ness_after_movement:
                state.ness = 1
            return False
        if isinstance(action, LochNess):
            self.use_ness(state, action, log)
        else:
            at = key(action.cell)
            state.active.remove(at)
            self.activate(state, seat, at, action.cube, log)
        return True

    def use_ness(self, state: GlenMoreState, action: LochNess, log: Log | None) -> None:
        """Loch Ness has activated the tile, and nothing more in this turn (GM-SP-4)."""
        at = key(action.cell)
        state.ness = 1
        if at in state.active:
            state.active.remove(at)
        self.activate(state, action.seat, at, action.cube, log)

    def activate(self, state: GlenMoreState, seat: int, at: int, cube: str, log: Log | None) -> None:
        """The tile's benefit, once (GM-ACT-3); deals are pushed as a step of their own."""
        kind = self.kind(state, seat, at)
        each = kind.each
        state.activated.append(at)
        if log is not None:
            log.add("activated", seat=seat, tile=kind.id, cell=str(cell(at)))
        if each.does == "produce":
            if cube:
                self.gain(state, seat, at, RESOURCES.index(cube))
                state.iona = 1
            elif each.cube != ANY and self.has_room(state, seat, at):
                self.gain(state, seat, at, each.cube)
        elif each.does == "score":
            state.gain(seat, each.vp, self.tavern, state.displays[seat][at])
        elif each.does == "move":
            if at or self.options.start_village_counts:
                state.points += each.movement
        elif each.deals:
            push(state, self.deal, seat, at, 0)

    def gain(self, state: GlenMoreState, seat: int, at: int, kind: int) -> None:
        """A cube more lies on the tile; in one reading it must stay there while the phase lasts (GM-AMB-17)."""
        put(state, seat, at, kind)
        if not self.options.spend_gained:
            state.gained[at] = state.gained.get(at, 0) + ONE[kind]

    def why_not(self, state: GlenMoreState, action: Any) -> list[Reason]:
        seat = action.seat
        if isinstance(action, LochNess):
            if not state.placed and not self.options.ness_on_discard:
                return [Reason("ness_not_with_discard", "GM-AMB-27", {})]
            return self.why_no_ness(state, action)
        if isinstance(action, End):
            return [Reason("activation_is_mandatory", "GM-AMB-7", {})]
        at = key(action.cell)
        where: dict[str, object] = {"cell": str(action.cell)}
        if at not in state.displays[seat]:
            return [Reason("no_tile_here", "GM-ACT-2", where)]
        if at in state.activated:
            return [Reason("activated_already", "GM-ACT-3", where)]
        if at not in state.active:
            return [Reason("not_around", "GM-ACT-4", where)]
        return self.why_this_cube(state, seat, at)

    def why_no_ness(self, state: GlenMoreState, action: LochNess) -> list[Reason]:
        """Why Loch Ness cannot activate the tile in this way, in whatever step; empty when it can."""
        seat, at = action.seat, key(action.cell)
        where: dict[str, object] = {"cell": str(action.cell)}
        if not has(state, seat, "loch_ness"):
            return [Reason("no_ness", "GM-SP-4", {})]
        number = state.displays[seat][state.placed[0]] if state.placed else state.tile
        if number >= 0 and self.printed.activates_all(number):
            return [Reason("oich_and_ness", "GM-SP-6", {})]
        if at not in state.displays[seat]:
            return [Reason("no_tile_here", "GM-SP-4", where)]
        if at in state.activated:
            return [Reason("activated_already", "GM-SP-4", where)]
        if state.ness:
            card = self.printed.kinds[number].card if number >= 0 else None
            if card is not None and card.every_turn and self.options.ness_time == "next_turn":
                return [Reason("ness_next_turn", "GM-AMB-5", {})]
            return [Reason("ness_used", "GM-SP-4", {})]
        return [] if action.cube in self.cubes(state, seat, at) else self.why_this_cube(state, seat, at)

    def why_this_cube(self, state: GlenMoreState, seat: int, at: int) -> list[Reason]:
        """A cube is named exactly where one may be chosen."""
        if self.asks(state, seat, at):
            return [Reason("name_a_cube", "GM-SP-1", {})]
        return [Reason("no_cube_to_name", "GM-SP-1", {"cell": str(cell(at))})]
