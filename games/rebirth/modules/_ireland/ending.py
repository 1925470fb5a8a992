"""The end of the game: private missions, and the Hill of Tara (RI-END)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import hook

from .cards import conditions_of
from .state import options, part, printed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.authoring import Log

    from ...state import RebirthState


@hook
def final_scoring(state: RebirthState, log: Log | None) -> None:
    """Private missions that were fulfilled bring their higher number (RI-TOW-6, RI-AMB-8)."""
    rules, here = state.rules, part(state)
    at_end = options(rules).private_lost == "end_only"
    for seat, held in enumerate(here.private):
        for number in held:
            card = printed(rules).cards[number]
            fulfilled = bool(here.fulfilled[number] >> seat & 1)
            if at_end:
                fulfilled = seat in conditions_of(rules).holding(state, number)
            if fulfilled:
                state.gain(seat, card.first, rules.reason["private_mission"], number)
            if log is not None:
                log.add("private_met" if fulfilled else "private_failed", seat=seat, card=card.id)


@hook
def break_tie(state: RebirthState, tied: Sequence[int]) -> Sequence[int]:
    """The seats with the most tiles around the Hill of Tara; none if no seat has any (RI-END-5, -6, RI-AMB-10)."""
    data, tiles = printed(state.rules), state.tiles
    seats = range(len(state.seats))
    counts = [sum(tiles[cell] >> 3 == seat for cell in data.tower_cells[data.tara]) for seat in seats]
    most = max(counts)
    return [seat for seat in seats if counts[seat] == most] if most else []
