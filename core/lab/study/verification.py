"""Plays blocks of a run again from their seeds, and names what its folder says otherwise.

Digests show what was changed by accident or without care (`core/lab/games/lines.py`). This shows everything, for the
blocks that it plays.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

import attrs

from ...base import limits
from ...base.errors import UsageError
from ..games.block import Span, span_rows
from ..games.engine import engine
from ..games.store import BlockStore
from .plan import ComparisonPlan

Row = Mapping[str, Any]
ALL = "all"
PATHS = ("record",)
"""What a game says of places on a machine."""


@attrs.frozen
class BlockDifference:
    """Something that a block has in the folder and not when it is played again, or the other way round."""

    block: int
    seed: int
    setting: str
    """Of a search; "" for a comparison."""
    arm: str
    game: int
    """From 1."""
    what: str
    kept: Any
    again: Any

    def __str__(self) -> str:
        setting = f" of setting {self.setting}" if self.setting else ""
        place = f"block {self.block}{setting} (seed {self.seed}), {self.arm}, game {self.game}"
        return f"{place}: {self.what} is {json.dumps(self.kept)} in the folder, {json.dumps(self.again)} played again"


def drawn(text: str, total: int, draw: Callable[[], int]) -> tuple[list[int], int | None]:
    """Return the places of the blocks to play again, of so many, and the seed by which they are drawn.

    `text` is `all`, `N`, or `N:SEED`; without a seed `draw` makes one.
    """
    if text == ALL:
        return [*range(total)], None
    word, _, said = text.partition(":")
    count = limits.number(word)
    if not count or (":" in text and not said):
        raise UsageError(
            f"--verify {text}: write a number of blocks, N:SEED as an earlier run said, or {ALL}"
        )
    if count >= total:
        return [*range(total)], None
    seed = limits.seed(said) if said else draw()
    return sorted(Random(seed).sample(range(total), count)), seed


def verified(
    rows: Sequence[Row], spans: Sequence[Span], name: str, workers: int, progress: Callable[[int], None]
) -> Generator[BlockDifference]:
    """Play the spans, in each of which is the block of one of these rows; yield every difference as it is found."""
    if not rows:
        return
    with engine(name, spans[0][1], workers) as playing:
        again = playing.playing(partial(span_rows, tuple(spans))).rows(0, len(spans), progress)
        for kept, row in zip(rows, again, strict=True):
            yield from _differing(kept, row)


def spans_of(plan: ComparisonPlan, store: BlockStore, rows: Sequence[Row], failed: str) -> list[Span]:
    """Return the spans of these blocks of a comparison."""
    work = plan.work(failed)
    return [("", work, row["block"], 1) for row in rows]


def _differing(kept: Row, row: Row) -> Iterator[BlockDifference]:
    again = json.loads(json.dumps(row))
    for arm, games in again["arms"].items():
        mine = kept["arms"].get(arm, [])
        for n in range(max(len(games), len(mine))):
            before, now = (dict(_flat(some[n])) if n < len(some) else {} for some in (mine, games))
            for what in {**before, **now}:
                if what not in PATHS and before.get(what) != now.get(what) and (what in before or not before):
                    where = kept["block"], kept["seed"], kept.get("setting", ""), arm, n + 1
                    yield BlockDifference(*where, what, before.get(what), now.get(what))


def _flat(game: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield what a game says by name, its measured values each by its own."""
    for key, value in game.items():
        if isinstance(value, Mapping):
            yield from ((f"{key}.{name}", one) for name, one in value.items())
        else:
            yield key, value
