"""Rates bots by the order in which they finished games (Plackett-Luce model, fitted as in Hunter 2004)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations, product
from math import log, prod

Order = tuple[str, ...]
"""Bots from first to last; a bot that had several seats occurs several times."""

POINTS = 400 / log(10)
"""Rating points in one unit of log strength: 400 points are odds of ten to one, as in chess."""
ENOUGH = 1e-7
LIMIT = 10_000


def orders(ranking: Sequence[Sequence[str]]) -> Iterable[tuple[Order, float]]:
    """Yield every order that fits a ranking with shared places, each with its share of one game."""
    ways = [list(permutations(place)) for place in ranking]
    weight = 1 / prod(map(len, ways))
    for chosen in product(*ways):
        yield tuple(name for place in chosen for name in place), weight


def evened(bots: Sequence[str], games: float) -> dict[Order, float]:
    """Return so many drawn games between any two bots; with them, every rating is finite."""
    return {pair: games / 2 for pair in permutations(bots, 2)}


def fit(bots: Sequence[str], games: Mapping[Order, float]) -> dict[str, float]:
    """Return the ratings that make the games most likely, with the first bot at 0.

    `games` counts orders. Ratings are finite only if no group of bots always finishes before all others; see `evened`.
    """
    # Each place except the last was taken by one of the bots that had not finished yet.
    taken = dict.fromkeys(bots, 0.0)
    fields: dict[tuple[tuple[str, int], ...], float] = {}
    for order, weight in games.items():
        for place in range(len(order) - 1):
            taken[order[place]] += weight
            field = tuple(sorted(Counter(order[place:]).items()))
            fields[field] = fields.get(field, 0.0) + weight
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(LIMIT):
        shares = dict.fromkeys(bots, 0.0)
        for field, weight in fields.items():
            whole = sum(strength[bot] * seats for bot, seats in field)
            for bot, seats in field:
                shares[bot] += weight * seats / whole
        new = {bot: taken[bot] / shares[bot] if shares[bot] else 1.0 for bot in bots}
        level = prod(new.values()) ** (1 / len(bots)) or 1.0
        new = {bot: max(value / level, 1e-12) for bot, value in new.items()}
        moved = max(abs(log(new[bot] / strength[bot])) for bot in bots)
        strength = new
        if moved < ENOUGH:
            break
    return {bot: POINTS * log(strength[bot] / strength[bots[0]]) for bot in bots}
