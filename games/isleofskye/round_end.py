"""Phase 6, the end of a round, and the final scoring (IS-END, IS-FINAL)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import Automatic, Log, Message, Rules, conclude

from .files import LETTERS
from .state import IsleOfSkyeState, catalogue, from_start, track
from .territory import homes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .options import Options
    from .state import Readable
    from .territory import Territory


class ScoreStep(Automatic[IsleOfSkyeState]):
    """All players score the scoring tiles of this round's letters (IS-END-1, IS-END-2)."""

    name = "score"

    def bind(self, rules: Rules) -> None:
        self.reason = rules.reason

    def run(self, state: IsleOfSkyeState, seat: int, log: Log | None) -> None:
        seats = from_start(state)
        lands = homes(state)
        for place in track(state)[state.round].scored:
            points = scored(state, place, lands)
            tile = catalogue(state).scorings[state.scoring[place]]
            if log is not None:
                log.add("letter_scored", letter=LETTERS[place], scoring=tile.id)
            for owner in seats:
                if points[owner]:
                    state.gain(owner, points[owner], self.reason[tile.id], place)


def scored(state: Readable, place: int, lands: Sequence[Territory]) -> list[int]:
    """Returns by seat what the scoring tile on this place would bring now; `lands` are the `homes` of `state`."""
    tile = catalogue(state).scorings[state.scoring[place]]
    return tile.shared([tile.total(land) for land in lands])


class GoldStep(Automatic[IsleOfSkyeState]):
    """All players exchange their gold for points, as far as it goes (IS-FINAL-2, IS-FINAL-4)."""

    name = "exchange"

    def bind(self, rules: Rules) -> None:
        self.rate: int = rules.options.gold_for_vp
        self.reason = rules.reason["gold"]

    def run(self, state: IsleOfSkyeState, seat: int, log: Log | None) -> None:
        for owner in from_start(state):
            points = state.gold[owner] // self.rate
            if points:
                state.gold[owner] -= points * self.rate
                state.gain(owner, points, self.reason)


class EndStep(Automatic[IsleOfSkyeState]):
    """The game is over (IS-FINAL-3)."""

    name = "end"

    def run(self, state: IsleOfSkyeState, seat: int, log: Log | None) -> None:
        state.over = True


class RoundStep(Automatic[IsleOfSkyeState]):
    """The start-player tile moves on clockwise, and the round marker to the next space (IS-END-4)."""

    name = "round"

    def run(self, state: IsleOfSkyeState, seat: int, log: Log | None) -> None:
        state.round += 1
        state.start = (state.start + 1) % len(state.seats)
        if log is not None:
            log.add("round_begins", seat=state.start, round=state.round + 1)


def ended(state: IsleOfSkyeState) -> None:
    """Scores as at the end of the game (IS-FINAL); in the last round its scoring tiles come first (IS-END-1).

    Gold that lies at a seat's tiles counts as its own, until it is known who pays for them.
    """
    for seat, stakes in enumerate(state.stakes):
        state.gold[seat] += sum(stake for stake in stakes if stake > 0)
    last = state.round + 1 == len(track(state))
    conclude(state, "scoring" if last else "final")


def left_over(state: IsleOfSkyeState) -> list[int]:
    """Returns by seat the gold that breaks ties: after the exchange for points, or before it (IS-FINAL-3, IS-AMB-1)."""
    options: Options = state.rules.options
    if options.tie_gold == "left_over":
        return list(state.gold)
    return [left + more for left, more in zip(state.gold, exchanged(state), strict=True)]


def exchanged(state: IsleOfSkyeState) -> list[int]:
    """Returns by seat the gold that has been exchanged for points."""
    rate, reason = state.rules.options.gold_for_vp, state.rules.reason["gold"]
    found = [0] * len(state.seats)
    for owner, points, why, *_ in state.ledger:
        if why == reason:
            found[owner] += points * rate
    return found


def gold_held(state: IsleOfSkyeState, seat: int) -> Message:
    """Says how much gold the seat has had for the exchange (IS-FINAL-2)."""
    return Message("gold_held", {"gold": state.gold[seat] + exchanged(state)[seat]})


def ranking(state: IsleOfSkyeState) -> list[tuple[int, ...]]:
    """Returns the seats by place: most points, then most gold left; players still tied share a place (IS-FINAL-3)."""
    ranks = list(zip(state.scores, left_over(state), strict=True))
    return [
        tuple(seat for seat, rank in enumerate(ranks) if rank == place)
        for place in sorted(set(ranks), reverse=True)
    ]
