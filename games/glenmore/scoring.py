"""The three scorings and the final accounting (GM-SCORE, GM-FINAL)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import Difference, Log, Message, by_score, prizes

from .state import cards_of, give_card, held

if TYPE_CHECKING:
    from collections.abc import Callable

    from .files import Card
    from .hooks import Line
    from .options import Options
    from .state import GlenMoreState, Readable


def chiefs(state: Readable, seat: int) -> int:
    """The seat's count of chieftains: those it has, twice with Castle of Mey, and bonnets (GM-SP-12, GM-AMB-10)."""
    cards = cards_of(state, seat)
    each = max([1, *(card.every_scoring.chieftain for card in cards if card.every_scoring is not None)])
    return int(state.chieftains[seat] * each + sum(card.bonnets for card in cards))


def categories(state: Readable) -> dict[str, list[int]]:
    """By reason, each seat's count in one of the three categories (GM-SCORE-3)."""
    seats = range(len(state.seats))
    return {
        "scoring_whisky": list(state.barrels),
        "scoring_chieftains": [chiefs(state, seat) for seat in seats],
        "scoring_cards": [state.cards[seat].bit_count() for seat in seats],
    }


def score(state: GlenMoreState, log: Log | None) -> None:
    """One of the three scorings takes place."""
    state.scorings += 1
    if log is not None:
        log.add("scoring", number=state.scorings)
    for reason, amounts in categories(state).items():
        for prize in prizes(amounts, Difference(state.printed.difference_vp)):
            state.gain(prize.seat, prize.points, state.rules.reason[reason], state.scorings)


def special(state: Readable, seat: int) -> list[tuple[Card, int]]:
    """Returns what the seat's cards would score in the final accounting now, if anything (GM-FINAL-2)."""
    village = state.rules.options.start_village_counts
    found = []
    for card in cards_of(state, seat):
        if card.final is not None:
            kinds = state.rules.assembled.kinds
            tiles = [kinds[kind] for at, kind in state.displays[seat].items() if at or village]
            amount = card.final.points * sum([card.final.counts(tile) for tile in tiles])
            if amount:
                found.append((card, amount))
    return found


def further(state: Readable, seat: int) -> list[Line]:
    """Returns what modules would give the seat in the final accounting now."""
    return [line for lines in state.rules.assembled.answers.finals for line in lines(state, seat) if line[1]]


def finish(state: GlenMoreState, log: Log | None) -> None:
    """The final accounting; the game is over (GM-FINAL-1 to -4)."""
    if log is not None:
        log.add("final_accounting")
    printed, reason = state.printed, state.rules.reason
    options: Options = state.rules.options
    counts = [len(display) for display in state.displays]
    for seat in range(len(counts)):
        for card, amount in special(state, seat):
            state.gain(seat, amount, reason["special_place"], printed.card_number[card.id])
        for key, amount in further(state, seat):
            state.gain(seat, amount, reason[key])
        if state.coins[seat] and options.coin_vp:
            state.gain(seat, state.coins[seat] * options.coin_vp, reason["coins"])
        more = counts[seat] - min(counts)
        if more and options.tile_penalty:
            state.gain(seat, -more * options.tile_penalty, reason["tile_penalty"])
        if options.final_floor == "zero" and state.scores[seat] < 0:
            state.gain(seat, -state.scores[seat], reason["floor"])
    state.over = True


def ended(state: GlenMoreState) -> None:
    """The last of the scorings takes place, and the final accounting (GM-FINAL-1).

    A tile that has been taken counts as placed, with its card and what both bring once: its seat must place it.
    """
    if state.tile >= 0:
        seat, kind = state.stack[0][1], state.printed.kinds[state.tile]
        state.displays[seat][max(state.displays[seat]) + 1] = state.tile
        state.barrels[seat] += kind.once.whisky
        if kind.card is not None:
            give_card(state, seat, kind.card)
            state.barrels[seat] += kind.card.once.whisky
            state.coins[seat] += kind.card.once.coins
        state.tile = -1
    score(state, None)
    finish(state, None)


def coins_held(state: Readable, seat: int) -> Message:
    """Says how many coins the seat has (GM-FINAL-3)."""
    return Message("show.coins_of", {"count": state.coins[seat]})


def more_tiles(state: Readable, seat: int) -> Message:
    """Says how many tiles the seat has, and the fewest that any has (GM-FINAL-4)."""
    counts = [len(display) for display in state.displays]
    return Message("tiles_and_fewest", {"count": counts[seat], "fewest": min(counts)})


def more_of(reason: str) -> Callable[[Readable, int], Message]:
    """Says how many the seat has in this category of a scoring, and the fewest that any has (GM-SCORE-4)."""

    def said(state: Readable, seat: int) -> Message:
        counts = categories(state)[reason]
        return Message("count_and_fewest", {"count": counts[seat], "fewest": min(counts)})

    return said


def ranking(state: GlenMoreState) -> list[tuple[int, ...]]:
    """By points, then by cubes on tiles; seats that are still tied share the place (GM-FINAL-6)."""
    found: list[tuple[int, ...]] = []
    for place in by_score(state.scores):
        cubes = {seat: sum(held(state, seat)) for seat in place}
        found += [tuple(s for s in place if cubes[s] == n) for n in sorted(set(cubes.values()), reverse=True)]
    return found
