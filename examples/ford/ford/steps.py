"""A turn: a stone of the hand is laid, or a light stone is rolled to a cell beside it."""

from typing import Any

import attrs

from tilewright.authoring import Action, Cell, Decision, Legal, Log, Reason, listed, notation, pack, unpack

from .state import STONES, FordState, around, is_light


@attrs.frozen(cache_hash=True)
class Lay(Action):
    """A stone of the own hand goes on a free cell next to a bank or to a stone. `lay heavy 2,0`"""

    parts = notation("lay {stone} {cell}")
    stone: str
    cell: Cell


@attrs.frozen(cache_hash=True)
class Roll(Action):
    """A light stone is rolled to a free cell beside it. `roll 2,1 3,1`"""

    parts = notation("roll {cell} {to}")
    cell: Cell
    to: Cell


class WorkStep(Decision[FordState]):
    """A stone is laid or rolled (FD-LAY-1, FD-ROLL-1)."""

    name = "work"
    actions = (Lay, Roll)
    rules = ("FD-LAY", "FD-ROLL", "FD-FLOW")

    def legal(self, state: FordState, seat: int) -> Legal:
        board, banks = state.stones, (0, state.rules.options.height - 1)
        near = [
            Cell(*unpack(key))
            for key in board.frontier
            if unpack(key)[1] in banks or any(other in board for other in around(key, board))
        ]
        found: list[Action] = [
            Lay(seat, STONES[kind], cell) for kind in dict.fromkeys(state.hand[seat]) for cell in sorted(near)
        ]
        for key in sorted(board):
            beside = [other for other in around(key, board) if is_light(board, key) and other not in board]
            found += [Roll(seat, Cell(*unpack(key)), Cell(*unpack(other))) for other in beside]
        return listed(found)

    def play(self, state: FordState, action: Any, log: Log | None) -> bool:
        if isinstance(action, Roll):
            state.stones.move(pack(*action.cell), pack(*action.to))
            return False
        kind = STONES.index(action.stone)
        state.hand[action.seat].remove(kind)
        state.stones.place(pack(*action.cell), state.rules.data[kind])
        return False

    def explain(self, state: FordState, action: Any) -> list[Reason]:
        if action in self.legal(state, action.seat):
            return []
        if isinstance(action, Roll):
            if not is_light(state.stones, pack(*action.cell)):
                return [Reason("not_light", "FD-ROLL-1", {"cell": str(action.cell)})]
            return [Reason("no_room", "FD-ROLL-1", {"cell": str(action.to)})]
        if STONES.index(action.stone) not in state.hand[action.seat]:
            return [Reason("not_in_hand", "FD-LAY-1", {"stone": action.stone})]
        return [Reason("not_there", "FD-LAY-1", {"cell": str(action.cell)})]
