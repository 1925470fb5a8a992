"""The three scorings and the final accounting (GM-SCORE, GM-FINAL)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.majority import Difference, prizes
from tilewright.core.state import by_score

from .state import held

if TYPE_CHECKING:
    from tilewright.core.events import Log
    from tilewright.core.rules import Rules

    from .state import GlenMoreState, Readable


def bonnets(state: Readable, seat: int) -> int:
    """Bonnets on the seat's cards (GM-AMB-10, GM-SP-13)."""
    cards = state.rules.data.cards
    return sum(card.bonnets for number, card in enumerate(cards) if state.cards[seat] >> number & 1)


def chiefs(state: Readable, seat: int) -> int:
    """What counts in the chieftain comparison: chieftains, twice with Castle of Mey, and bonnets (GM-SP-12, -13)."""
    each = 1
    for number, card in enumerate(state.rules.data.cards):
        if state.cards[seat] >> number & 1 and card.every_scoring is not None:
            each = max(each, card.every_scoring.chieftain)
    return int(state.chieftains[seat] * each + bonnets(state, seat))


def categories(state: Readable) -> dict[str, list[int]]:
    """By reason, each seat's count in one of the three categories (GM-SCORE-3)."""
    seats = range(len(state.seats))
    return {
        "scoring_whisky": list(state.barrels),
        "scoring_chieftains": [chiefs(state, seat) for seat in seats],
        "scoring_cards": [state.cards[seat].bit_count() for seat in seats],
    }


class Scoring:
    """Scores under one ruleset."""

    def __init__(self, rules: Rules) -> None:
        self.reason = rules.reason
        self.options = rules.options
        self.printed = rules.data

    def score(self, state: GlenMoreState, log: Log | None) -> None:
        """One of the three scorings takes place."""
        state.scorings += 1
        if log is not None:
            log.add("scoring", number=state.scorings)
        for reason, amounts in categories(state).items():
            for prize in prizes(amounts, Difference(self.printed.difference_vp)):
                state.gain(prize.seat, prize.points, self.reason[reason], state.scorings)

    def finish(self, state: GlenMoreState, log: Log | None) -> None:
        """The final accounting; the game is over (GM-FINAL-1 to -4)."""
        if log is not None:
            log.add("final_accounting")
        kinds, options = self.printed.kinds, self.options
        counts = [len(display) for display in state.displays]
        for seat, display in enumerate(state.displays):
            for number, card in enumerate(self.printed.cards):
                if state.cards[seat] >> number & 1 and card.final is not None:
                    final = card.final
                    tiles = sum(
                        1
                        for at, kind in display.items()
                        if (final.frame is None or kinds[kind].frame == final.frame)
                        and (final.kind is None or kinds[kind].kind == final.kind)
                        and (at or options.start_village_counts)
                    )
                    if tiles:
                        state.gain(seat, tiles * card.final.points, self.reason["special_place"], number)
            if state.coins[seat] and options.coin_vp:
                state.gain(seat, state.coins[seat] * options.coin_vp, self.reason["coins"])
            more = counts[seat] - min(counts)
            if more and options.tile_penalty:
                state.gain(seat, -more * options.tile_penalty, self.reason["tile_penalty"])
            if options.final_floor == "zero" and state.scores[seat] < 0:
                state.gain(seat, -state.scores[seat], self.reason["floor"])
        state.over = True


def ranking(state: GlenMoreState) -> list[tuple[int, ...]]:
    """By points, then by cubes on tiles; whoever is still tied shares the place (GM-FINAL-6)."""
    found: list[tuple[int, ...]] = []
    for place in by_score(state.scores):
        cubes = {seat: sum(held(state, seat)) for seat in place}
        found += [tuple(s for s in place if cubes[s] == n) for n in sorted(set(cubes.values()), reverse=True)]
    return found
