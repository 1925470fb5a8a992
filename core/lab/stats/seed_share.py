"""The influence of seats and seeds: the gap between seats, and how much of the outcome the seed decides beforehand.

Span, trimmed span, outliers and entropy are taken from Goodman, Perez-Liebana and Lucas ("Seeding for Success: Skill
and Stochasticity in Tabletop Games", 2025), who play each seed a thousand times. With only a few games for each seed
the span is large by chance alone, so each number comes with its value after the same games are shuffled over the seeds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs
import numpy as np

from ...simulation.games import shares, standing
from .block_table import Floats
from .intervals import of_means, weights
from .seat_gap import gap

MIXED = 3
"""The random stream of the shuffles here; intervals.py and permutation.py have others."""
TRIM = 0.1
"""The share of the seeds left out at either end of the trimmed span."""
FAR = 3.5
"""The modified z score beyond which a seed is an outlier (Iglewicz and Hoaglin, "How to Detect and Handle Outliers",
1993)."""


@attrs.frozen(kw_only=True)
class Outlier:
    """A seed with unusual results."""

    seed: int
    lead: float
    """Lead of seat 1, mean of the seed's games."""
    distance: float
    """Its modified z score."""
    command: str = ""
    """The command that plays one of its games again."""


@attrs.frozen(kw_only=True)
class Luck:
    """The influence of seats and seeds under one ruleset."""

    variant: str
    seeds: int
    games: int
    shares: tuple[float, ...]
    """The win share of each seat, over seeds."""
    gap: float
    """The largest share minus the smallest."""
    gap_low: float
    gap_high: float
    """The 95 % interval (`seat_gap`): it allows for the pair of seats having been picked after the fact."""
    gap_by_lot: float
    """The gap to be expected if no seat had an advantage."""
    gap_p: float
    """The chance that it would then be at least as large."""
    entropy: float | None
    """Entropy of the winning seat in bits over the games of one seed, mean of the seeds: 0 if the seed decides who
    wins. None if every seed was played once."""
    entropy_low: float | None
    entropy_high: float | None
    entropy_by_lot: float | None
    span: float
    """The lead of seat 1 (its score minus the mean of the others): the largest mean of a seed minus the smallest."""
    span_by_lot: float | None
    trimmed: float
    """The same without a tenth of the seeds at either end."""
    trimmed_by_lot: float | None
    outliers: tuple[Outlier, ...]
    """The most extreme first."""
    unit: str = "points"
    """Of the lead."""

    def commanded(self, commands: Mapping[int, str]) -> Luck:
        """Return it with the commands that play a game of each unusual seed again."""
        told = (attrs.evolve(one, command=commands[one.seed]) for one in self.outliers)
        return attrs.evolve(self, outliers=tuple(told))


@attrs.frozen(eq=False)
class Bundle:
    """The games of one seed."""

    seed: int
    cast: tuple[str, ...]
    wins: Floats
    """Share of the victory, by game and seat."""
    leads: Floats
    """Lead of seat 1, by game."""


def bundle(seed: int, cast: Sequence[str], games: Sequence[Mapping[str, Any]]) -> Bundle:
    """Make a bundle of the games of a seed, each with `scores`, `winners` and `first`, the seat that begins."""
    wins = [in_order(game) for game in games]
    return Bundle(seed, tuple(cast), np.array(wins), np.array([lead(standing(game)) for game in games]))


def in_order(game: Mapping[str, Any]) -> list[float]:
    """Return the shares of the victory in the order of play, from the seat that begins.

    Where the start player is drawn, chairs at the table are equal whatever the rules are.
    """
    first, found = max(game["first"], 0), shares(game)
    return [*found[first:], *found[:first]]


def lead(scores: Sequence[int], seat: int = 0) -> float:
    """Return the seat's points minus the mean of the others'; in a solo game, its points."""
    others = [points for other, points in enumerate(scores) if other != seat]
    return scores[seat] - sum(others) / len(others) if others else float(scores[seat])


def luck(variant: str, bundles: Sequence[Bundle], resamples: int = 1000) -> Luck | None:
    """Measure the influence of seats and seeds in these games; None if there are none."""
    if not bundles:
        return None
    means = np.array([one.wins.mean(axis=0) for one in bundles])
    leads = np.array([one.leads.mean() for one in bundles])
    by_seat = means.mean(axis=0)
    between = gap(means)
    by_lot, p = _by_lot(means, resamples)
    several = [one for one in bundles if len(one.wins) > 1]
    whole = len(several) == len(bundles)
    bits = np.array([entropy(one.wins) for one in several])
    dealt = list(_dealt(several, max(20, resamples // 5)))
    near, far = _interval(bits, math.log2(means.shape[1]), resamples)
    return Luck(
        variant=variant,
        seeds=len(bundles),
        games=sum(len(one.wins) for one in bundles),
        shares=tuple(float(share) for share in by_seat),
        gap=between.seen,
        gap_low=between.low,
        gap_high=between.high,
        gap_by_lot=by_lot,
        gap_p=p,
        entropy=float(bits.mean()) if several else None,
        entropy_low=near,
        entropy_high=far,
        entropy_by_lot=float(np.mean([one[0] for one in dealt])) if dealt else None,
        span=float(np.ptp(leads)),
        span_by_lot=float(np.mean([one[1] for one in dealt])) if dealt and whole else None,
        trimmed=trimmed(leads),
        trimmed_by_lot=float(np.mean([one[2] for one in dealt])) if dealt and whole else None,
        outliers=outliers([one.seed for one in bundles], leads),
    )


def entropy(wins: Floats) -> Floats:
    """Return the entropy of the winning seat in bits; the last two axes are games and seats. Shared wins are split."""
    shares = wins.mean(axis=-2)
    bits = -shares * np.log2(np.where(shares > 0, shares, 1.0))
    return np.asarray(np.abs(bits.sum(axis=-1)))


def trimmed(values: Floats) -> float:
    """Return the range without a tenth of the values at either end, rounded down (with fewer than ten, all stay)."""
    cut = int(TRIM * len(values))
    kept = np.sort(values)[cut : len(values) - cut]
    return float(np.ptp(kept))


def outliers(seeds: Sequence[int], values: Floats) -> tuple[Outlier, ...]:
    """Return the seeds whose modified z score is beyond `FAR`, the most extreme first.

    It is 0.6745 (x - median) / MAD; if more than half of the values are equal, the mean deviation replaces MAD.
    """
    middle = np.median(values)
    apart = np.abs(values - middle)
    scale = np.median(apart) / 0.6745 or apart.mean() * 1.253314
    if not scale:
        return ()
    scores = (values - middle) / scale
    order = np.argsort(-np.abs(scores), kind="stable")
    return tuple(
        Outlier(seed=seeds[n], lead=float(values[n]), distance=float(scores[n]))
        for n in order
        if abs(scores[n]) > FAR
    )


def _by_lot(means: Floats, resamples: int) -> tuple[float, float]:
    """Return the gap to be expected of equal seats, and how often it is as large as here; NaN with one seed."""
    if len(means) < 2:
        return float("nan"), float("nan")
    seen = np.ptp(means.mean(axis=0))
    chance = np.random.default_rng([0, MIXED, len(means)])
    lots = np.array([np.ptp(chance.permuted(means, axis=1).mean(axis=0)) for _ in range(resamples)])
    return float(lots.mean()), float((1 + (lots >= seen - 1e-12).sum()) / (1 + resamples))


def _interval(bits: Floats, most: float, resamples: int) -> tuple[float | None, float | None]:
    if len(bits) < 2:
        return None, None
    middle = most / 2
    if not np.ptp(bits):
        [(low, high)] = of_means(bits[:, None] - middle, weights(len(bits), 1, 0), (0.95,), middle)
        return float(low[0]) + middle, float(high[0]) + middle
    [(low, high)] = of_means(bits[:, None], weights(len(bits), resamples, 0), (0.95,))
    return max(0.0, float(low[0])), min(float(high[0]), most)


def _dealt(bundles: Sequence[Bundle], times: int) -> Iterator[tuple[float, float, float]]:
    """Yield entropy, span and trimmed span after each shuffle of the games over the seeds.

    A game goes to another seed of the same cast and keeps its position, and with it its seating.
    """
    if len(bundles) < 2:
        return
    chance = np.random.default_rng([0, MIXED, 1, len(bundles)])
    alike: dict[tuple[tuple[str, ...], int], list[Bundle]] = {}
    for one in bundles:
        alike.setdefault((one.cast, len(one.wins)), []).append(one)
    wins = [np.array([one.wins for one in group]) for group in alike.values()]
    leads = [np.array([one.leads for one in group]) for group in alike.values()]
    for _ in range(times):
        bits: list[Floats] = []
        mixed: list[Floats] = []
        for won, led in zip(wins, leads, strict=True):
            lots = chance.permuted(np.tile(np.arange(len(won))[:, None], (1, won.shape[1])), axis=0)
            places = np.arange(won.shape[1])
            bits.append(entropy(won[lots, places]))
            mixed.append(led[lots, places].mean(axis=1))
        means = np.concatenate(mixed)
        yield float(np.concatenate(bits).mean()), float(np.ptp(means)), trimmed(means)
