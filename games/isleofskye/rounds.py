"""Phase 6, the end of a round, and the final scoring (IS-END, IS-FINAL)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tilewright.core.schedule import Automatic

from .checks import LETTERS
from .state import catalogue, from_start, track
from .territory import territory

if TYPE_CHECKING:
    from tilewright.core.events import Log
    from tilewright.core.rules import Rules
    from tilewright.core.state import State

    from .options import Options
    from .state import IsleOfSkyeState, Table


class ScoreStep(Automatic):
    """Everybody scores the scoring tiles of this round's letters (IS-END-1, IS-END-2)."""

    name = "score"

    def bind(self, rules: Rules) -> None:
        self.reason = rules.reason

    def run(self, state: State, seat: int, log: Log | None) -> None:
        here = cast("IsleOfSkyeState", state)
        seats = from_start(here)
        for place in track(here)[here.round].scored:
            points = scored(here, place)
            tile = catalogue(here).scorings[here.scoring[place]]
            if log is not None:
                log.add("letter_scored", letter=LETTERS[place], scoring=tile.id)
            for owner in seats:
                if points[owner]:
                    here.gain(owner, points[owner], self.reason[tile.id], place)


def scored(table: Table, place: int) -> list[int]:
    """By seat, what the scoring tile on this place would bring now, as far as `table` shows it."""
    tile = catalogue(table).scorings[table.scoring[place]]
    return tile.shared([tile.total(territory(table, seat)) for seat in range(len(table.seats))])


class GoldStep(Automatic):
    """Everybody's gold is exchanged for points, as far as it goes (IS-FINAL-2, IS-FINAL-4)."""

    name = "exchange"

    def bind(self, rules: Rules) -> None:
        self.rate: int = rules.options.gold_for_vp
        self.reason = rules.reason["gold"]

    def run(self, state: State, seat: int, log: Log | None) -> None:
        here = cast("IsleOfSkyeState", state)
        for owner in from_start(here):
            points = here.gold[owner] // self.rate
            if points:
                here.gold[owner] -= points * self.rate
                here.gain(owner, points, self.reason)


class EndStep(Automatic):
    """The game is over (IS-FINAL-3)."""

    name = "end"

    def run(self, state: State, seat: int, log: Log | None) -> None:
        state.over = True


class RoundStep(Automatic):
    """The start-player tile goes on clockwise, and the round marker to the next space (IS-END-4)."""

    name = "round"

    def run(self, state: State, seat: int, log: Log | None) -> None:
        here = cast("IsleOfSkyeState", state)
        here.round += 1
        here.start = (here.start + 1) % len(here.seats)
        if log is not None:
            log.add("round_begins", seat=here.start, round=here.round + 1)


def left_over(state: IsleOfSkyeState) -> list[int]:
    """By seat, the gold that breaks ties: after the exchange for points, or before it (IS-FINAL-3, IS-AMB-1)."""
    options: Options = state.rules.options
    if options.tie_gold == "left_over":
        return list(state.gold)
    reason = state.rules.reason["gold"]
    exchanged = [0] * len(state.seats)
    for owner, points, why, *_ in state.ledger:
        if why == reason:
            exchanged[owner] += points * options.gold_for_vp
    return [gold + more for gold, more in zip(state.gold, exchanged, strict=True)]


def ranking(state: IsleOfSkyeState) -> list[tuple[int, ...]]:
    """Seats by place: most points, then most gold left; who is still tied shares the place (IS-FINAL-3)."""
    ranks = list(zip(state.scores, left_over(state), strict=True))
    return [
        tuple(seat for seat, rank in enumerate(ranks) if rank == place)
        for place in sorted(set(ranks), reverse=True)
    ]
