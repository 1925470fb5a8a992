"""How often the intervals of `ladder` contain the truth, and how often its test of fit raises a false alarm.

    python benchmarks/ratings.py [--runs 300] [--seeds 2,5,10,20,60] [--bots 2,3,5] [--players 2,3,4] [--seed 1]

Bots of known strength finish in the order of strength plus chance (Gumbel's, which is the model of Plackett and Luce).
A share of the blocks (`alike`) has one chance for all its games, as a deal that decides everything would. Prints a
Markdown table: a row for each setting, with the share of ratings and of win shares whose 95 % interval held the truth,
the share of intervals with an open end, the median width of the others, and the share of runs in which the test of
fit had p < 0.05, although the model is right.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from itertools import product
from math import exp, inf, log
from statistics import median
from typing import Any

import attrs

from tilewright.core.simulation.fit_test import goodness_of_fit
from tilewright.core.simulation.games import SimulationPlan
from tilewright.core.simulation.ladder import Ladder, blocks_of, performances
from tilewright.core.simulation.rating import POINTS

SPREADS = {"equal": 0.0, "unequal": 1.0, "very unequal": 3.0}
"""Log strength between neighbours: 174 points for 1."""
ALIKE = (0.0, 0.5, 1.0)


@attrs.frozen
class Coverage:
    """What was counted over all runs of a setting."""

    ratings: float
    shares: float
    opened: float
    width: float
    alarms: float


def played(
    ladder: Ladder, strength: dict[str, float], alike: float, chance: random.Random
) -> Iterator[dict[str, Any]]:
    """Yield the rows of a ladder whose games follow the model."""

    def drawn() -> list[float]:
        return [-log(-log(chance.random())) for _ in range(ladder.players)]

    last = -1
    for block, seed, seated in ladder.seatings:
        if block != last:
            last, shared = block, drawn() if chance.random() < alike else None
            cast = seated
        luck = drawn()
        if shared is not None:  # each bot keeps its luck when seats rotate
            turn = next(n for n in range(len(cast)) if cast[n:] + cast[:n] == seated)
            luck = shared[turn:] + shared[:turn]
        ahead = [strength[bot] + one for bot, one in zip(seated, luck, strict=True)]
        places = sorted(range(len(ahead)), key=lambda seat: -ahead[seat])
        yield {
            "block": block,
            "seed": seed,
            "bots": list(seated),
            "scores": [-places.index(seat) for seat in range(len(seated))],
            "winners": [places[0]],
            "pace": [(1, 0.0)] * len(seated),
        }


def expected(ladder: Ladder, strength: dict[str, float], bot: str) -> float:
    """Return the true share of victories of the bot's seats."""
    shares = [
        exp(strength[bot]) / sum(exp(strength[one]) for one in cast)
        for _, _, cast in ladder.seatings
        for one in cast
        if one == bot
    ]
    return sum(shares) / len(shares)


def coverage(
    bots: int, players: int, seeds: int, spread: float, alike: float, runs: int, seed: int
) -> Coverage:
    """Play so many ladders, and count."""
    names = tuple("abcdefgh"[:bots])
    strength = {name: spread * n for n, name in enumerate(names)}
    plan = SimulationPlan(game="", bots=names, seed=seed)
    ladder = Ladder(plan=plan, bots=names, players=players, seeds=seeds)
    truth = {name: expected(ladder, strength, name) for name in names}
    chance = random.Random(f"{seed} {bots} {players} {seeds} {spread} {alike}")
    ratings, shares, opened, alarms, widths = 0, 0, 0, 0, []
    for _ in range(runs):
        rows = list(played(ladder, strength, alike, chance))
        found = performances(ladder, rows)
        for one in found:
            shares += one.wins_low <= truth[one.bot] <= one.wins_high
            if one.bot == names[0]:
                continue
            ratings += one.low <= POINTS * strength[one.bot] <= one.high
            opened += one.high - one.low == inf
            widths.append(one.high - one.low)
        _, test = goodness_of_fit(names, {one.bot: one.rating for one in found}, blocks_of(rows), seed)
        alarms += test is not None and test.p < 0.05
    others = runs * (bots - 1)
    return Coverage(ratings / others, shares / (runs * bots), opened / others, median(widths), alarms / runs)


def numbers(text: str) -> Sequence[int]:
    return [int(one) for one in text.split(",")]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--seeds", type=numbers, default=numbers("2,5,10,20,60"))
    parser.add_argument("--bots", type=numbers, default=numbers("2,3,5"))
    parser.add_argument("--players", type=numbers, default=numbers("2,3,4"))
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(
        "| players | bots | seeds | strength | alike | ratings | win shares | open | width | false alarms |"
    )
    print("| --- " * 10 + "|")
    for players, bots, seeds, (name, spread), alike in product(
        given.players, given.bots, given.seeds, SPREADS.items(), ALIKE
    ):
        found = coverage(bots, players, seeds, spread, alike, given.runs, given.seed)
        print(
            f"| {players} | {bots} | {seeds} | {name} | {alike:g} | {100 * found.ratings:.1f} % | "
            f"{100 * found.shares:.1f} % | {100 * found.opened:.0f} % | {found.width:.0f} | "
            f"{100 * found.alarms:.1f} % |",
            flush=True,
        )


if __name__ == "__main__":
    main()
