"""Phase 1: income (IS-INC)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import Automatic, Log, Rules

from .state import IsleOfSkyeState, bank, from_start, track
from .territory import territory

if TYPE_CHECKING:
    from .options import Options
    from .state import Readable


def income(state: Readable, seat: int, number: int | None = None) -> dict[str, int]:
    """Returns the income that the seat would have now, by message key of its source (IS-INC-1 to IS-INC-6).

    `number` is the round, from 0; by default the present one.
    """
    options: Options = state.rules.options
    paying = len(territory(state, seat).paying())
    return {
        "castle_income": options.castle_income,
        "barrel_income": paying * options.barrel_income,
        "catch_up": catch_up(state, seat, number),
    }


def catch_up(state: Readable, seat: int, number: int | None = None) -> int:
    """Returns what the seat would have now for the players ahead of it, as part of its income (IS-INC-3)."""
    ahead: int = sum(score > state.scores[seat] for score in state.scores)
    line = track(state)[state.round if number is None else number]
    return ahead * line.catch_up


def pay_out(state: IsleOfSkyeState, seat: int, amount: int) -> int:
    """Pays the seat from the bank, as far as it has gold; returns how much (IS-AMB-17)."""
    if state.rules.options.coins == "limited":
        amount = min(amount, bank(state))
    state.gold[seat] += amount
    return amount


class IncomeStep(Automatic[IsleOfSkyeState]):
    """All players get gold; it is decided who is ahead before anyone is paid (IS-INC-6)."""

    name = "income"

    def bind(self, rules: Rules) -> None:
        self.lines = rules.calls("income_lines")

    def run(self, state: IsleOfSkyeState, seat: int, log: Log | None) -> None:
        due = [list(income(state, owner).items()) for owner in range(len(state.seats))]
        for lines in self.lines:
            for owner, found in enumerate(due):
                found += lines(state, owner)
        for owner in from_start(state):
            for key, amount in due[owner]:
                paid = pay_out(state, owner, amount)
                if log is not None and amount:
                    log.add("income", seat=owner, gold=paid, source=key)
