"""The base of every step of a turn: cubes can be sold in all of them (GM-WARE-2)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tilewright.authoring import SQUARE8, Action, Cell, Decision, Legal, Log, Reason, Rules, listed

from .actions import End, Sell
from .files import RESOURCES
from .state import GlenMoreState, amount, sorts, spendable
from .warehouse import sell, worth

if TYPE_CHECKING:
    from .options import Options
    from .printed import Printed


@lru_cache(maxsize=4096)
def cell(key: int) -> Cell:
    """The cell with this key; cells are values, so each is made once."""
    return SQUARE8.at(key)


def key(at: Cell) -> int:
    """The key of a cell."""
    return SQUARE8.key(at)


@lru_cache(maxsize=8192)
def sale(seat: int, resource: int, at: int) -> Sell:
    """The sale of such a cube from this cell; orders are values, so each is made once."""
    return Sell(seat, RESOURCES[resource], cell(at))


@lru_cache(maxsize=16)
def end(seat: int) -> End:
    """The order to stop; made once, as well."""
    return End(seat)


class TurnStep(Decision[GlenMoreState]):
    """A step of a player's turn: selling is possible in all of them (GM-WARE-2, GM-AMB-22)."""

    def bind(self, rules: Rules) -> None:
        self.options: Options = rules.options
        self.printed: Printed = rules.assembled

    def moves(self, state: GlenMoreState, seat: int) -> list[Action]:
        """The actions that the step itself offers."""
        return []

    def debts(self, state: GlenMoreState, seat: int) -> list[list[int]] | None:
        """Costs of which one must stay payable whatever is done; None if nothing is to be paid."""
        return None

    def bears(self, state: GlenMoreState, seat: int, resource: int) -> bool:
        """True if the seat may sell a cube of this kind and still finish what it has begun."""
        return True

    def allows(self, state: GlenMoreState, action: Sell) -> bool:
        """As `bears`, for the cube on this very tile."""
        return self.bears(state, action.seat, RESOURCES.index(action.kind))

    def needed_for(self, state: GlenMoreState, seat: int) -> str:
        """The rule that says that what has been begun must be finished."""
        return "GM-TILE-3"

    def legal(self, state: GlenMoreState, seat: int) -> Legal:
        return listed(self.moves(state, seat) + self.sales(state, seat))

    def sales(self, state: GlenMoreState, seat: int) -> list[Action]:
        warehouse = state.warehouse
        borne: dict[int, bool] = {}
        found: list[Action] = []
        for at, pile in sorted(spendable(state, seat).items()):
            for resource in sorts(pile):
                if warehouse[resource]:
                    if resource not in borne:
                        borne[resource] = self.bears(state, seat, resource)
                    if borne[resource]:
                        found.append(sale(seat, resource, at))
        return found

    def sells(self, state: GlenMoreState, seat: int) -> bool:
        """True if there are any sales."""
        warehouse = state.warehouse
        for pile in spendable(state, seat).values():
            for resource in sorts(pile):
                if warehouse[resource] and self.bears(state, seat, resource):
                    return True
        return False

    def play(self, state: GlenMoreState, action: Action, log: Log | None) -> bool:
        if isinstance(action, Sell):
            resource = RESOURCES.index(action.kind)
            gained = worth(state, resource)
            sell(state, action.seat, resource, key(action.cell))
            if log is not None:
                log.add("sold", seat=action.seat, kind=action.kind, coins=gained)
            return True
        return self.carry_out(state, action, log)

    def carry_out(self, state: GlenMoreState, action: Any, log: Log | None) -> bool:
        """Play one of `moves`; True leaves the step on the stack."""
        raise TypeError(f"{type(self).__name__} does not carry out {action}")

    def explain(self, state: GlenMoreState, action: Action) -> list[Reason]:
        if isinstance(action, Sell):
            return self.why_not_sell(state, action)
        return [] if action in self.legal(state, action.seat) else self.why_not(state, action)

    def why_not(self, state: GlenMoreState, action: Any) -> list[Reason]:
        """Why one of the step's own actions is refused."""
        return []

    def why_not_sell(self, state: GlenMoreState, action: Sell) -> list[Reason]:
        resource, at, seat = RESOURCES.index(action.kind), key(action.cell), action.seat
        args: dict[str, object] = {"kind": action.kind, "cell": str(action.cell)}
        found = []
        if not amount(state.cubes[seat].get(at, 0), resource):
            found.append(Reason("no_such_cube", "GM-WARE-7", args))
        if not state.warehouse[resource]:
            found.append(Reason("row_without_coins", "GM-WARE-9", args))
        if not found and not amount(spendable(state, seat)[at], resource):
            found.append(Reason("just_gained", "GM-AMB-17", args))
        if not found and not self.allows(state, action):
            found.append(Reason("cube_is_needed", self.needed_for(state, seat), args))
        return found


class TradeStep(TurnStep):
    """Cubes are sold after new tiles have been laid, where an option allows it (GM-AMB-22)."""

    name = "trade"
    actions = (Sell, End)
    rules = ("GM-AMB-22",)

    def needed(self, state: GlenMoreState, seat: int) -> bool:
        return bool(state.advanced) and self.sells(state, seat)

    def moves(self, state: GlenMoreState, seat: int) -> list[Action]:
        return [end(seat)]

    def carry_out(self, state: GlenMoreState, action: End, log: Log | None) -> bool:
        return False
