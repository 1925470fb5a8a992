"""Checks on the run itself: failed games by variant, and whether results depend on the worker process."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from scipy.special import chdtrc

from ...simulation.games import ENDLESS
from ..games.tabulate import Game, Row
from .findings import Audit, FailedGame, Worker

LEAST = 5.0
"""Fewest expected wins in each cell; below that the test is not made."""


def audit(rows: Sequence[Row], variants: Sequence[str]) -> Audit:
    """Audit these blocks; processes are numbered in the order in which they returned their first block."""
    games: Counter[str] = Counter()
    wins: dict[str, list[float]] = {}
    played: Counter[str] = Counter()
    names: dict[str, str] = {}
    for row in rows:
        for variant in variants:
            games[variant] += len(row["arms"][variant])
        if not row["worker"]:
            continue
        name = names.setdefault(row["worker"], f"process {len(names) + 1}")
        for game in row["arms"][variants[0]]:
            played[name] += 1
            mine = wins.setdefault(name, [0.0] * len(game["bots"]))
            for seat in game.get("winners", ()) if "error" not in game else ():
                mine[seat] += 1 / len(game["winners"])
    workers = [Worker(name=name, games=played[name], wins=tuple(wins[name])) for name in names.values()]
    return Audit(
        workers=workers,
        p=_homogeneous([one.wins for one in workers]),
        failures=list(failures(rows, variants)),
        games={name: games[name] for name in variants},
    )


def failures(rows: Sequence[Row], variants: Sequence[str]) -> Iterator[FailedGame]:
    """Yield every game that failed under one of these variants."""
    for row in rows:
        for variant in variants:
            yield from failed(variant, row, row["arms"][variant])


def failed(variant: str, row: Row, games: Sequence[Game]) -> Iterator[FailedGame]:
    """Yield those games of a block that failed."""
    for game in games:
        if "error" in game:
            yield FailedGame(
                variant=variant,
                block=int(row["block"]),
                seed=int(game["seed"]),
                error=str(game["error"]),
                record=str(game.get("record", "")),
                bots=dict(zip(game["players"], game["bots"], strict=True)),
                endless=ENDLESS in str(game["error"]),
            )


def lost_blocks(rows: Sequence[Row], variants: Sequence[str]) -> dict[str, int]:
    """Count the blocks missing for each variant because a game of it or of the base failed; only where some do."""
    lost: defaultdict[str, set[int]] = defaultdict(set)
    for failure in failures(rows, variants):
        for variant in variants[1:] if failure.variant == variants[0] else (failure.variant,):
            lost[variant].add(failure.block)
    return {variant: len(blocks) for variant, blocks in lost.items()}


def _homogeneous(wins: Sequence[tuple[float, ...]]) -> float | None:
    """Return the chi-squared p of "wins by seat do not depend on the process"; None with one process or few games."""
    found = np.array(wins, dtype=float)
    if len(found) < 2:
        return None
    found = found[:, found.sum(axis=0) > 0]
    total = found.sum()
    if total == 0 or found.shape[1] < 2:
        return None
    expected = np.outer(found.sum(axis=1), found.sum(axis=0)) / total
    if expected.min() < LEAST:
        return None
    statistic = ((found - expected) ** 2 / expected).sum()
    return float(chdtrc((len(found) - 1) * (found.shape[1] - 1), statistic))
