"""Numbers that describe how a position of Glen More stands, for bots that learn what they are worth.

All but the order of the stacks is open, so every seat says the same of all seats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from . import placing_rules
from .files import RESOURCES
from .scoring import categories, further, special
from .state import cards_of, counted, figure, total
from .tile_rates import DEAL, PRODUCE, rates
from .warehouse import price
from .weights import LATER

if TYPE_CHECKING:
    from tilewright.authoring import View

    from .printed import Printed
    from .tile_rates import Rates

AHEAD = {"scoring_whisky": "whisky", "scoring_chieftains": "chieftains", "scoring_cards": "cards"}
SORTS = tuple(sort for sort in LATER if sort != "production")
MAKERS = tuple(f"{name}_makers" for name in RESOURCES)


def features(view: View) -> Mapping[str, Sequence[float]]:
    """By name, numbers by seat.

    Things: `cubes`, those of each resource, `coins`, `members`. Compared in scorings: `whisky`, `chieftains`, `cards`,
    and each as `..._ahead`, the points of the scorings to come if nothing changed. The display: `tiles` in all, of
    which the tile penalty is a multiple; tiles by sort, production tiles by resource, `full` ones, `deals` (the worth
    of the best deal of each tile with today's cubes), `room` (free cells beside members), `final` (points of cards for
    the end), `ness` (a card that activates a tile in every turn). The circuit: `behind` (spaces behind the head),
    `lead` (1 if the seat is next), `gap` (spaces to the next figure).
    """
    printed, weights = view.rules.assembled, view.weights
    rate = rates(printed, weights)
    displays, seats = view.displays, range(len(view.seats))
    held = [counted(piles) for piles in view.cubes]
    counts = [len(display) for display in displays]
    found: dict[str, Sequence[float]] = {
        "cubes": [sum(own) for own in held],
        "coins": view.coins,
        "tiles": counts,
        "members": [sum(standing.values()) for standing in view.members],
    }
    for n, resource in enumerate(RESOURCES):
        found[resource] = [own[n] for own in held]
    coming = 3 - view.scorings
    for reason, amounts in categories(view).items():
        least, name = min(amounts), AHEAD[reason]
        found[name] = amounts
        found[f"{name}_ahead"] = [printed.points(amount - least) * coming for amount in amounts]
    lacking = []
    for n in range(5):
        cost = price(view, n)
        lacking.append((cost - weights.bargain) * weights.coin if cost else weights.beyond)
    rows = [_display(view, seat, rate, held[seat], lacking) for seat in seats]
    for name, *values in zip(_DISPLAY, *rows, strict=True):
        found[name] = values
    found["final"] = [
        sum([amount for _, amount in special(view, seat)])
        + sum([amount for _, amount in further(view, seat)])
        for seat in seats
    ]
    found["ness"] = [sum([card.every_turn is not None for card in cards_of(view, seat)]) for seat in seats]
    return {**found, **_circuit(view)}


_DISPLAY = (*SORTS, *MAKERS, "full", "deals", "room")


def _display(view: View, seat: int, rate: Rates, own: Sequence[int], lacking: Sequence[float]) -> list[float]:
    """In the order of _DISPLAY, what the seat's display says."""
    display, piles, capacity = view.displays[seat], view.cubes[seat], view.options.tile_capacity
    tally = [0] * (len(SORTS) + 5)
    full, deals = 0, 0.0
    slots = _slots(view.rules.assembled)
    for at, kind in display.items():
        does, slot = rate.does[kind], slots[kind]
        if slot >= 0:
            tally[slot] += 1
        if does == PRODUCE:
            pile = piles.get(at)
            full += pile is not None and total(pile) >= capacity
        elif does == DEAL:
            deals += rate.deal(kind, own, lacking)
    beside = {at + off for at in view.members[seat] for off in placing_rules.AROUND}
    return [*tally, full, deals, len(beside - display.keys())]


@lru_cache(maxsize=8)
def _slots(printed: Printed) -> list[int]:
    """By kind of tile, which number of _DISPLAY counts it; -1 for none (an abbey makes no resource of its own)."""
    found = []
    for kind in printed.kinds:
        if kind.kind in SORTS:
            found.append(SORTS.index(kind.kind))
        else:
            found.append(len(SORTS) + kind.each.cube if 0 <= kind.each.cube < len(RESOURCES) else -1)
    return found


def _circuit(view: View) -> dict[str, Sequence[float]]:
    """Returns where the figures stand: before the others' figures a seat moves again and again."""
    chain: list[int] = view.chain
    count = len(view.seats)
    at = [chain.index(figure(seat)) for seat in range(count)]
    first = min(at)
    return {
        "behind": [len(chain) - place for place in at],
        "lead": [int(place == first) for place in at],
        "gap": [min([other for other in at if other > place], default=len(chain)) - place for place in at],
    }
