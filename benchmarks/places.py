"""How often `compare --where` errs: the same rules with other luck on both sides, so that every difference is luck; and
what it finds of places that are taken more often, in made-up games.

    python benchmarks/places.py            # minutes; the tables of docs/statistics.md, as Markdown
"""

from __future__ import annotations

from collections import Counter

import attrs
import numpy as np

from tilewright.core.lab.games.block import BlockPlayer
from tilewright.core.lab.stats.max_t import largest
from tilewright.core.lab.study.planning import made_of
from tilewright.core.lab.study.settings import ComparisonRequest
from tilewright.core.lab.study.where import Key, averaged, compared, watching

GAMES = (("rebirth", "castle=8", "greedy", 2, 40, 150), ("rebirth", "castle=8", "random", 2, 40, 150))
"""Game, any change to it, bots, players, blocks of a report, reports."""
PLACES, RUNS = 200, 100
"""Of a made-up game, and how many reports of it."""


def alarms(game: str, change: str, bots: str, players: int, blocks: int, reports: int) -> tuple[int, int]:
    """Return in how many reports anything is in full colour, and how many places and moments one has."""
    plan = made_of(ComparisonRequest(game=game, b=change, bots=bots, players=players, blocks=50), 1)
    work, sink = plan.work(""), list[Counter[Key]]()
    player = BlockPlayer(attrs.evolve(work, sides=work.sides[:1]))
    player.meters = [[watching(sink)]]

    def block(number: int) -> Counter[Key] | None:
        sink.clear()
        games = player.row(number)["arms"][plan.names[0]]
        return averaged(sink, len(games))

    found, fields = 0, 0
    for run in range(reports):
        arms = [[block(2 * blocks * run + side * blocks + n) for n in range(blocks)] for side in (0, 1)]
        spec = attrs.evolve(plan.spec, seed=run)
        told = compared(attrs.evolve(plan, spec=spec), "B", arms[0], arms[1], None)
        found += bool(told.places or told.told)
        fields = sum(len(one.places) for one in told.maps) + len(told.moments)
    return found, fields


def power(blocks: int, more: float) -> float:
    """Return how often a place is found that is taken in 50 + `more` of 100 games instead of 50, among others."""
    chance, found = np.random.default_rng([blocks, int(100 * more)]), 0
    for run in range(RUNS):
        base = chance.random((blocks, PLACES)) < 0.5
        other = chance.random((blocks, PLACES)) < np.where(np.arange(PLACES) == 0, 0.5 + more, 0.5)
        found += bool(largest(other.astype(float) - base, run, 1000)[0] < 0.05)
    return found / RUNS


def main() -> None:
    print("| game | bots | players | blocks | places and moments | reports | with a false alarm |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for game, change, bots, players, blocks, reports in GAMES:
        found, fields = alarms(game, change, bots, players, blocks, reports)
        cells = (game, bots, players, blocks, fields, reports, f"{100 * found / reports:.1f} %")
        print(f"| {' | '.join(map(str, cells))} |", flush=True)
    print("\n| blocks | 60 instead of 50 | 70 | 80 | 90 |\n| --- | --- | --- | --- | --- |")
    for blocks in (50, 100):
        shares = [f"{100 * power(blocks, more):.0f} %" for more in (0.1, 0.2, 0.3, 0.4)]
        print(f"| {' | '.join([str(blocks), *shares])} |")


if __name__ == "__main__":
    main()
