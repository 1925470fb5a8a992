"""Do ratings describe who beats whom? Every pair of bots that met, and a test of all pairs at once.

If a beats b, b beats c and c beats a, no ratings say so. The test compares the share in which one bot of each pair was
ahead with that which the ratings promise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product
from math import erfc, exp, lgamma, log

import attrs

from ..base.chance import Stream
from .rating import POINTS, Order, solved
from .wilson import by_block, dispersion

Pairs = Mapping[tuple[str, str], float]
"""A number by pair of bots."""

DRAWS = 999
GROUPS = 1000
"""Blocks of one set of bots are put together so that there are no more groups than this: it saves time alone."""
SMALL = 0.1
"""Signs are drawn only if chi-squared finds less than this: p is the larger of the two."""
LEAST = 4
"""Groups of one set, at least."""


@attrs.frozen
class Pair:
    """Two bots in the games in which both played."""

    bot: str
    other: str
    games: int
    wins: float
    """Number of games in which the bot finished ahead of the other, shared places half; in parts with several seats."""
    low: float
    high: float
    """95 % interval of the share, over blocks."""
    expected: float
    """The share that their ratings promise."""

    @property
    def share(self) -> float:
        return self.wins / self.games


@attrs.frozen
class FitTest:
    """The test that all pairs agree with the ratings."""

    statistic: float
    """Pearson's X² over the pairs, less what other ratings would take away."""
    degrees: int
    """Number of pairs that met, less the ratings that were estimated."""
    p: float
    """The chance of so large a statistic if ratings describe the bots: by the chi-squared distribution, widened by what
    games of a block share; if that is small, by drawing the signs of whole blocks if this is more careful."""


def goodness_of_fit(
    bots: Sequence[str], ratings: Mapping[str, float], blocks: Sequence[Mapping[Order, float]], seed: int
) -> tuple[list[Pair], FitTest | None]:
    """Return the pairs that met, and the test; None if other ratings could explain any shares of these pairs."""
    met = [_met(bots, block) for block in blocks]
    found = []
    for bot, other in combinations(bots, 2):
        played = [
            (block[bot, other], round(sum(games.values())))
            for block, games in zip(met, blocks, strict=True)
            if (bot, other) in block
        ]
        if played:
            promised = 1 / (1 + exp((ratings[other] - ratings[bot]) / POINTS))
            games, wins = sum(count for _, count in played), sum(wins for wins, _ in played)
            found.append(Pair(bot, other, games, wins, *by_block(played), promised))
    free = _free(bots, found)
    degrees = len(found) - len(free)
    if degrees <= 0:
        return found, None
    expected = {(one.bot, one.other): one.expected for one in found}
    groups: dict[frozenset[tuple[str, str]], list[Pairs]] = {}
    for ahead, block in zip(met, blocks, strict=True):
        count = sum(block.values())
        left = {pair: won - count * expected[pair] for pair, won in ahead.items()}
        groups.setdefault(frozenset(left), []).append(left)
    measured = _statistic(found, free)
    seen = measured(_sums([(1, left) for one in groups.values() for left in one]))
    spread = dispersion(
        [value for one in groups.values() for left in one for value in left.values()],
        [
            sum(block.values()) * expected[pair] * (1 - expected[pair])
            for ahead, block in zip(met, blocks, strict=True)
            for pair in ahead
        ],
        max(sum(block.values()) for block in blocks),
    )
    p = _beyond(max(seen, 0.0) / spread, degrees)
    if p < SMALL:
        most = max(LEAST, GROUPS // len(groups))
        p = max(
            p, _drawn(seen, measured, [_grouped(one, most) for one in groups.values()], Stream(seed, "fit"))
        )
    return found, FitTest(seen, degrees, p)


def _drawn(
    seen: float, measured: Callable[[Pairs], float], sets: Sequence[Sequence[Pairs]], stream: Stream
) -> float:
    """Return how often the statistic is as large if the residuals of whole groups have their signs drawn."""
    hits = 0
    for _ in range(DRAWS):
        signed = []
        for one in sets:
            for at in range(0, len(one), 64):
                bits = stream.bits()
                signed += [(1 if bits >> n & 1 else -1, left) for n, left in enumerate(one[at : at + 64])]
        hits += measured(_sums(signed)) >= seen * (1 - 1e-9)
    return (1 + hits) / (1 + DRAWS)


def _beyond(statistic: float, degrees: int) -> float:
    """Return the chance that chi-squared exceeds the statistic."""
    half = statistic / 2
    found, at = (erfc(half**0.5), 1) if degrees % 2 else (exp(-half), 2)
    while at < degrees:
        found += exp(at / 2 * log(half) - half - lgamma(at / 2 + 1)) if half > 0 else 0.0
        at += 2
    return found


def _met(bots: Sequence[str], block: Mapping[Order, float]) -> dict[tuple[str, str], float]:
    """Return by pair the number of the block's games in which the first one was ahead."""
    found: dict[tuple[str, str], float] = {}
    for order, weight in block.items():
        seats = {bot: [n for n, one in enumerate(order) if one == bot] for bot in bots if bot in order}
        for bot, other in combinations(seats, 2):
            won = sum(mine < theirs for mine, theirs in product(seats[bot], seats[other]))
            found[bot, other] = found.get((bot, other), 0.0) + weight * won / (
                len(seats[bot]) * len(seats[other])
            )
    return found


def _free(bots: Sequence[str], met: Sequence[Pair]) -> list[str]:
    """Return the bots without the first one of each group that met, at least through others."""
    free: list[str] = []
    left = list(bots)
    while left:
        group, there = [left.pop(0)], 0
        while there < len(group):
            near = [bot for bot in left if any({bot, group[there]} == {one.bot, one.other} for one in met)]
            left = [bot for bot in left if bot not in near]
            group += near
            there += 1
        free += group[1:]
    return free


def _grouped(blocks: Sequence[Pairs], most: int) -> list[Pairs]:
    """Return the sums of neighbouring blocks, at most so many."""
    size = -(-len(blocks) // most)
    return [_sums([(1, one) for one in blocks[n : n + size]]) for n in range(0, len(blocks), size)]


def _sums(signed: Sequence[tuple[int, Pairs]]) -> dict[tuple[str, str], float]:
    found: dict[tuple[str, str], float] = {}
    for sign, one in signed:
        for pair, value in one.items():
            found[pair] = found.get(pair, 0.0) + sign * value
    return found


def _statistic(met: Sequence[Pair], free: Sequence[str]) -> Callable[[Pairs], float]:
    """Return the function that measures how far sums of residuals are from what any ratings explain."""
    weights = {(one.bot, one.other): max(one.games * one.expected * (1 - one.expected), 1e-12) for one in met}
    curve = {bot: dict.fromkeys(free, 0.0) for bot in free}
    for (bot, other), weight in weights.items():
        for one, two in ((bot, other), (other, bot)):
            if one in curve:
                curve[one][one] += weight
                if two in curve:
                    curve[one][two] -= weight
    matrix = [[curve[one][two] for two in free] for one in free]
    inverse = [solved(matrix, [float(one == two) for two in free]) for one in free]

    def measured(left: Pairs) -> float:
        slope = dict.fromkeys(free, 0.0)
        for (bot, other), value in left.items():
            for one, sign in ((bot, 1), (other, -1)):
                if one in slope:
                    slope[one] += sign * value
        taken = sum(
            slope[one] * slope[two] * inverse[n][k]
            for n, one in enumerate(free)
            for k, two in enumerate(free)
        )
        return sum(value * value / weights[pair] for pair, value in left.items()) - taken

    return measured
