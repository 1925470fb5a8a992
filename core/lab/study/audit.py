"""Checks on the run itself: failed games by variant, and whether results depend on the worker process."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from scipy.special import chdtrc

from ...simulation.games import ENDLESS
from ..games.game_columns import Chunk
from ..games.tabulate import Game, Row
from ..stats.block_table import Floats
from .findings import Audit, FailedGame, Worker

LEAST = 5.0
"""Fewest expected wins in each cell; below that the test is not made."""


class Auditor:
    """Audits blocks as they come; processes are numbered in the order in which they returned their first block."""

    def __init__(self, variants: Sequence[str]) -> None:
        self._variants = variants
        self._games: Counter[str] = Counter()
        self._wins: dict[str, Floats] = {}
        self._failures: list[FailedGame] = []

    def add(self, chunk: Chunk, workers: Sequence[str], row: Callable[[int], Row]) -> None:
        """Add the blocks of a chunk: `workers` played them ("" if that was lost), `row` returns one of them."""
        broken: set[int] = set()
        for variant in self._variants:
            arm = chunk.arms[variant]
            self._games[variant] += int(arm.counts.sum())
            broken.update(np.flatnonzero(~arm.whole).tolist())
        for at in sorted(broken):
            found = row(at)
            self._failures += [
                one for variant in self._variants for one in failed(variant, found, found["arms"][variant])
            ]
        base = chunk.arms[self._variants[0]]
        by_game = np.repeat(np.array(workers, object), base.counts)
        shares = np.nan_to_num(base.wins)
        for name in dict.fromkeys(workers):
            if name:
                here = by_game == name
                mine = np.append(shares[here].sum(axis=0), here.sum())
                self._wins[name] = self._wins.get(name, 0.0) + mine

    def audit(self) -> Audit:
        """Return the audit of all blocks."""
        workers = [
            Worker(name=f"process {n}", games=int(found[-1]), wins=tuple(found[:-1].tolist()))
            for n, found in enumerate(self._wins.values(), 1)
        ]
        return Audit(
            workers=workers,
            p=_homogeneous([one.wins for one in workers]),
            failures=self._failures,
            games={name: self._games[name] for name in self._variants},
        )


def audit(rows: Sequence[Row], variants: Sequence[str]) -> Audit:
    """Audit these blocks."""
    found = Auditor(variants)
    found.add(Chunk.of_rows(rows, variants), [row["worker"] for row in rows], rows.__getitem__)
    return found.audit()


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


def lost_blocks(failures: Sequence[FailedGame], variants: Sequence[str]) -> dict[str, int]:
    """Count the blocks missing for each variant because a game of it or of the base failed; only where some do."""
    lost: defaultdict[str, set[int]] = defaultdict(set)
    for failure in failures:
        for variant in variants[1:] if failure.variant == variants[0] else (failure.variant,):
            lost[variant].add(failure.block)
    return {variant: len(lost[variant]) for variant in variants if variant in lost}


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
