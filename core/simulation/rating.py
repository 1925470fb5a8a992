"""Rates bots by the order in which they finished games (Plackett-Luce model): the most likely ratings, and intervals.

An interval holds the differences that Rao's score test does not reject ("Large sample tests of statistical hypotheses",
1948), so it has no end where the games set no bound. For two bots it is Wilson's, corrected for continuity.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations, product
from math import exp, inf, isfinite, log, prod, sqrt

import attrs

from .wilson import Z, dispersion

Order = tuple[str, ...]
"""Bots from first to last; a bot that had several seats occurs several times."""
Field = tuple[tuple[str, int], ...]
"""The bots that had not finished yet, each with its number of seats."""

POINTS = 400 / log(10)
"""Rating points in one unit of log strength: 400 points are odds of ten to one, as in chess."""
ENOUGH = 1e-7
LIMIT = 200
STRIDE = 1.5
"""The longest step of a fit, in units of log strength."""
FAR = 30.0
"""A difference in units of log strength that stands for any larger one."""
TINY = 0.001
"""Number of drawn games added between any two bots where intervals are computed, so that every fit is finite."""


@attrs.frozen
class Choices:
    """All that the likelihood of some games depends on: each place but the last was taken by one of a field."""

    taken: Mapping[str, float]
    """Number of places by bot."""
    fields: Mapping[Field, float]

    @classmethod
    def of(cls, bots: Sequence[str], games: Mapping[Order, float]) -> Choices:
        """Count the places that were taken in these orders."""
        taken, fields = dict.fromkeys(bots, 0.0), dict[Field, float]()
        for order, weight in games.items():
            for bot, field in places(order):
                taken[bot] += weight
                fields[field] = fields.get(field, 0.0) + weight
        return cls(taken, fields)


def places(order: Order) -> list[tuple[str, Field]]:
    """Return for each place except the last the bot that took it, and the field that it was taken from."""
    return [(order[place], tuple(sorted(Counter(order[place:]).items()))) for place in range(len(order) - 1)]


def orders(ranking: Sequence[Sequence[str]]) -> Iterable[tuple[Order, float]]:
    """Yield every order that fits a ranking with shared places, each with its share of one game."""
    ways = [list(permutations(place)) for place in ranking]
    weight = 1 / prod(map(len, ways))
    for chosen in product(*ways):
        yield tuple(name for place in chosen for name in place), weight


def evened(bots: Sequence[str], games: float) -> dict[Order, float]:
    """Return so many drawn games between any two bots; with them, every rating is finite."""
    return {pair: games / 2 for pair in permutations(bots, 2)}


def added(*counts: Mapping[Order, float]) -> dict[Order, float]:
    """Return the games of all of these together."""
    found: dict[Order, float] = {}
    for games in counts:
        for order, weight in games.items():
            found[order] = found.get(order, 0.0) + weight
    return found


def fit(bots: Sequence[str], games: Mapping[Order, float]) -> dict[str, float]:
    """Return the ratings that make the games most likely, with the first bot at 0.

    `games` counts orders. Ratings are finite only if no group of bots always finishes before all others; see `evened`.
    """
    found = strengths(Choices.of(bots, games), {bots[0]: 0.0}, dict.fromkeys(bots, 0.0))
    return {bot: POINTS * found[bot] for bot in bots}


def strengths(choices: Choices, held: Mapping[str, float], start: Mapping[str, float]) -> dict[str, float]:
    """Return the most likely log strengths among those that leave the `held` ones as they are (Newton's method)."""
    at = {**start, **held}
    free = [bot for bot in at if bot not in held]
    for _ in range(LIMIT if free else 0):
        slope, curve = _derivatives(choices, at)
        step = solved([[curve[a][b] for b in free] for a in free], [slope[bot] for bot in free])
        longest = max(map(abs, step))
        # The likelihood is concave: a step that is no longer than this comes nearer.
        size = min(1.0, STRIDE / longest) if longest else 1.0
        at |= {bot: at[bot] + size * one for bot, one in zip(free, step, strict=True)}
        if size * longest < ENOUGH:
            break
    return at


def _shares(field: Field, at: Mapping[str, float]) -> list[tuple[str, float]]:
    """Return how likely each bot of the field is to be the next to finish."""
    top = max(at[bot] for bot, _ in field)
    parts = [(bot, seats * exp(at[bot] - top)) for bot, seats in field]
    whole = sum(part for _, part in parts)
    return [(bot, part / whole) for bot, part in parts]


def _derivatives(
    choices: Choices, at: Mapping[str, float]
) -> tuple[dict[str, float], dict[str, dict[str, float]]]:
    """Return the slope of the likelihood, and its curvature with the sign changed (the information)."""
    slope, curve = dict(choices.taken), {bot: dict.fromkeys(at, 0.0) for bot in at}
    for field, weight in choices.fields.items():
        shares = _shares(field, at)
        for bot, share in shares:
            slope[bot] -= weight * share
            row = curve[bot]
            row[bot] += weight * share
            for other, part in shares:
                row[other] -= weight * share * part
    return slope, curve


def error(choices: Choices, first: str, at: Mapping[str, float], parts: Mapping[str, float]) -> float:
    """Return the standard error of a sum of the most likely log strengths, each times its part; `first` is at 0."""
    _, curve = _derivatives(choices, at)
    free = [bot for bot in at if bot != first]
    wanted = [parts.get(bot, 0.0) for bot in free]
    moved = solved([[curve[a][b] for b in free] for a in free], wanted)
    return sqrt(sum(part * one for part, one in zip(wanted, moved, strict=True)))


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve a symmetric, positive set of equations; what is not determined is 0."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for n in range(size):
        best = max(range(n, size), key=lambda k: abs(rows[k][n]))
        rows[n], rows[best] = rows[best], rows[n]
        if abs(rows[n][n]) < 1e-300:
            rows[n][n:] = [1.0, *[0.0] * (size - n)]
        for k in range(n + 1, size):
            ratio = rows[k][n] / rows[n][n]
            if ratio:
                rows[k][n:] = [one - ratio * two for one, two in zip(rows[k][n:], rows[n][n:], strict=True)]
    found = [0.0] * size
    for n in reversed(range(size)):
        known = sum(rows[n][k] * found[k] for k in range(n + 1, size))
        found[n] = (rows[n][size] - known) / rows[n][n]
    return found


def between(low: float, high: float) -> str:
    """Return an interval in words; an infinite end is open."""
    return " to ".join(f"{end:.0f}" if isfinite(end) else "open" for end in (low, high))


def intervals(bots: Sequence[str], blocks: Sequence[Mapping[Order, float]]) -> dict[str, tuple[float, float]]:
    """Return the 95 % interval of each bot's rating; an end that the games do not bound is infinite.

    Blocks are independent, and the games of one need not be. The first bot is at 0 by definition and is left out.
    """
    choices = Choices.of(bots, added(evened(bots, TINY), *blocks))
    first, *others = bots
    middle = strengths(choices, {first: 0.0}, dict.fromkeys(bots, 0.0))
    most = max((sum(block.values()) for block in blocks), default=1.0)
    found = {}
    for bot in others:
        along = _direction(choices, middle, bot, first)
        spread = _dispersion(blocks, middle, along, most)
        low, high = (_end(choices, middle, bot, first, spread, side) for side in (-1, 1))
        found[bot] = POINTS * low, POINTS * high
    return found


def _direction(choices: Choices, at: Mapping[str, float], bot: str, first: str) -> dict[str, float]:
    """Return how all strengths move with that of the bot when the likelihood falls least: what is left of its slope in
    this direction does not depend on the other strengths (the efficient score)."""
    _, curve = _derivatives(choices, at)
    free = [one for one in at if one not in (bot, first)]
    moved = solved([[curve[a][b] for b in free] for a in free], [-curve[one][bot] for one in free])
    return {**dict(zip(free, moved, strict=True)), bot: 1.0, first: 0.0}


def _dispersion(
    blocks: Sequence[Mapping[Order, float]], at: Mapping[str, float], along: Mapping[str, float], most: float
) -> float:
    """Return how much more the blocks vary in this direction than so many independent games would."""
    known: dict[Order, tuple[float, float]] = {}
    for order in {order for block in blocks for order in block}:
        score = spread = 0.0
        for bot, field in places(order):
            shares = _shares(field, at)
            mean = sum(share * along[one] for one, share in shares)
            score += along[bot] - mean
            spread += sum(share * (along[one] - mean) ** 2 for one, share in shares)
        known[order] = score, spread
    return dispersion(
        [sum(weight * known[order][0] for order, weight in block.items()) for block in blocks],
        [sum(weight * known[order][1] for order, weight in block.items()) for block in blocks],
        most,
    )


def _end(
    choices: Choices, middle: Mapping[str, float], bot: str, first: str, spread: float, side: int
) -> float:
    """Return where the test begins to reject differences on this side of the most likely one; infinite if nowhere."""
    start = middle

    def rejected(difference: float) -> bool:
        nonlocal start
        start = strengths(choices, {first: 0.0, bot: difference}, start)
        along = _direction(choices, start, bot, first)
        slope, curve = _derivatives(choices, start)
        score = sum(along[one] * slope[one] for one in along)
        known = sum(along[one] * along[bot] * curve[one][bot] for one in along)
        return max(abs(score) - spread / 2 - len(middle) * TINY, 0.0) ** 2 > Z * Z * spread * max(known, 0.0)

    near, far = middle[bot], middle[bot] + side * FAR
    if not rejected(far):
        return side * inf
    start = middle
    # Doubling steps first: far from the estimate fits take longer.
    step = 0.25
    while not rejected(near + side * step):
        near, step = near + side * step, 2 * step
    far = near + side * step
    while abs(far - near) > 3e-4:
        half = (near + far) / 2
        near, far = (near, half) if rejected(half) else (half, far)
    return far
