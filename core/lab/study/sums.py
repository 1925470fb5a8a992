"""A large run added up: means of equal bundles of blocks take the place of the blocks, and memory stays the same.

Blocks are independent, so means of several of them are, too, and all that is computed from a table of blocks holds for
one of bundles, which differ less from each other by as much as there are fewer of them. A bundle has blocks of one
cast that were played one after the other. It depends only on the number of a block, so that parts of any machine, in
any order, give the same table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import attrs
import numpy as np

from ..games.game_columns import Chunk
from ..games.part_folder import PartFolder
from ..games.parts import PART, rows_of
from ..games.tabulate import Row, Wins, gap_of, table_of, wins
from ..games.variants import AGAIN
from ..stats.block_table import BlockTable, Floats
from .audit import Auditor
from .findings import Audit
from .plan import ComparisonPlan

FIRST = 1000
"""Blocks that are also looked at one by one: for distributions, seeds, restricted bots, and games to watch."""
Key = tuple[str, ...]
MOST = 500
"""Most bundles: with more of them intervals would hardly change, and take more memory than all else."""


@attrs.frozen(kw_only=True, eq=False)
class Summed:
    """All blocks of a large run, added up."""

    table: BlockTable
    """One row for each bundle."""
    first: BlockTable
    """The first blocks, one by one: `FIRST` of them."""
    rows: Sequence[Row]
    """The same as rows, without measured values."""
    audit: Audit
    again: BlockTable | None
    """Of an `--aa` run the base and the base on other blocks, by bundle."""
    seconds: float


def summed(plan: ComparisonPlan, store: PartFolder) -> Summed:
    """Add up the blocks in the folder, all of which must be there."""
    names = (*plan.names, AGAIN) if plan.aa else plan.names
    usual = _usual(names, store.chunks()) if any(one.over_wins for one in plan.metrics.values()) else None
    sums = Bundles(plan.blocks, len(plan.casts))
    again = Bundles(plan.blocks, len(plan.casts))
    first: list[BlockTable] = []
    auditor, seconds = Auditor(plan.names), dict[str, float]()
    for found in store.tables():
        chunk = Chunk.of_columns(found)
        made = table_of(chunk, plan.names, plan.metrics, usual)
        sums.add(made)
        if plan.aa:
            again.add(table_of(chunk, (plan.names[0], AGAIN), plan.metrics, usual))
        if len(first) * PART < FIRST:
            first.append(made)
        workers = found["worker"].to_pylist()
        auditor.add(chunk, workers, partial(_row, found))
        for name, took in zip(workers, found["seconds"].to_pylist(), strict=True):
            seconds[name] = seconds.get(name, 0.0) + took
    one_by_one = joined(first)
    return Summed(
        table=attrs.evolve(sums.table(one_by_one), games=one_by_one.games),
        first=one_by_one,
        rows=[*store.results(FIRST)],
        audit=auditor.audit(),
        again=again.table(one_by_one, (plan.names[0], AGAIN)) if plan.aa else None,
        seconds=sum(seconds.values()) / max(len(seconds), 1),
    )


def _row(table: Any, at: int) -> Row:
    return rows_of(table.slice(at, 1))[0]


def _usual(names: Sequence[str], chunks: Iterator[Chunk]) -> dict[str, Wins]:
    """Return by variant what bots usually win in each seat, over all blocks."""
    found: dict[str, Wins] = {name: {} for name in names}
    for chunk in chunks:
        for name in names:
            used = chunk.arms[name].whole & chunk.arms[names[0]].whole
            for key, (total, count) in wins(chunk.arms[name], used).items():
                before = found[name].get(key, (0.0, 0))
                found[name][key] = before[0] + total, before[1] + count
    return found


class Bundles:
    """Sums of the values of blocks, by bundle."""

    def __init__(self, blocks: int, casts: int) -> None:
        """At most `MOST` bundles of so many blocks, which so many casts play in turn."""
        self._casts = casts
        self._of_cast = [len(range(cast, blocks, casts)) for cast in range(casts)]
        # Of equal sizes if the blocks can be divided so: else their mean would be a little beside that of the blocks.
        fewest = min(self._of_cast)
        self._each = fewest // math.ceil(fewest / max(MOST // casts, 1))
        self._blocks = blocks
        self.count = self._each * casts
        self._sums: dict[Key, Floats] = {}
        self._known: dict[Key, Floats] = {}
        self._first = np.full(self.count, -1, np.intp)

    def bundle(self, block: int) -> int:
        """Return the bundle of a block, so that bundles of one cast have equal sizes, or nearly."""
        cast = block % self._casts
        return block // self._casts * self._each // self._of_cast[cast] * self._casts + cast

    def add(self, table: BlockTable) -> None:
        """Add the blocks of a table, which follow those that were added before."""
        places = np.array([self.bundle(block) for block in table.blocks], np.intp)
        for block, place in zip(table.blocks, places.tolist(), strict=True):
            if self._first[place] < 0:
                self._first[place] = block
        for key, values in _columns(table):
            known = np.isfinite(values)
            filled, there = np.where(known, values, 0.0), known.astype(float)
            for kept, added in ((self._sums, filled), (self._known, there)):
                wide = added.shape[1:]
                old = kept.get(key)
                if old is None:
                    old = kept[key] = np.zeros((self.count, *wide))
                elif old.shape[1:] < wide:  # a longer game than any before
                    old = kept[key] = np.pad(old, ((0, 0), (0, wide[0] - old.shape[1])))
                np.add.at(old[:, : wide[0]] if wide else old, places, added)

    def table(self, like: BlockTable, variants: tuple[str, ...] | None = None) -> BlockTable:
        """Return the means of all bundles as a table whose metrics and variants are those of another one."""
        found: dict[Key, Floats] = {}
        for key, total in self._sums.items():
            count = self._known[key]
            found[key] = np.where(count > 0, total / np.maximum(count, 1), np.nan)
        means: dict[tuple[str, str, str], Floats] = {
            (key[1], key[2], key[3]): values for key, values in found.items() if key[0] == "mean"
        }
        for (variant, name, part), _ in [*means.items()]:
            if like.metrics[name].kind == "gap" and not part:
                seats = [one for key, one in means.items() if key[:2] == (variant, name) and key[2]]
                means[variant, name, ""] = gap_of(seats)
        return BlockTable(
            variants=variants or like.variants,
            metrics=like.metrics,
            blocks=tuple(self._first.tolist()),
            means=means,
            games={},
            curves={(key[1], key[2]): values for key, values in found.items() if key[0] == "curve"},
            diverged={key[1]: values for key, values in found.items() if key[0] == "diverged"},
            casts=tuple(n % self._casts for n in range(self.count)),
            size=self._blocks / self.count,
            above={(key[1], key[2]): values for key, values in found.items() if key[0] == "above"},
            differing={
                (key[1], key[2]): int(self._sums[key].sum()) for key in found if key[0] == "differing"
            },
        )


def _columns(table: BlockTable) -> Iterator[tuple[Key, Floats]]:
    """Yield what is added up of a table."""
    base = table.variants[0]
    for (variant, name, part), values in table.means.items():
        yield ("mean", variant, name, part), values
        if variant != base and not part and (base, name, "") in table.means:
            more = values - table.means[base, name, ""]
            yield ("above", variant, name), np.where(np.isnan(more), np.nan, (np.sign(more) + 1) / 2)
            yield ("differing", variant, name), np.where(np.isnan(more), np.nan, (more != 0).astype(float))
    for (variant, name), values in table.curves.items():
        yield ("curve", variant, name), values
    for variant, values in table.diverged.items():
        yield ("diverged", variant), values


def joined(tables: Sequence[BlockTable]) -> BlockTable:
    """Return the blocks of these tables, one after the other, as one; what one of them lacks is NaN there."""
    counts = [len(one.blocks) for one in tables]

    def stacked(parts: Sequence[Mapping[Any, Floats]]) -> dict[Any, Floats]:
        found = {}
        for key in dict.fromkeys(key for part in parts for key in part):
            shape = np.max([part[key].shape[1:] for part in parts if key in part], axis=0).astype(int)
            whole = np.full((sum(counts), *shape), np.nan)
            at = 0
            for part, count in zip(parts, counts, strict=True):
                if key in part:
                    own = part[key]
                    whole[(slice(at, at + count), *(slice(0, wide) for wide in own.shape[1:]))] = own
                at += count
            found[key] = whole
        return found

    casts = [cast for one in tables for cast in one.casts]
    return attrs.evolve(
        tables[0],
        blocks=tuple(block for one in tables for block in one.blocks),
        means=stacked([one.means for one in tables]),
        games=stacked([one.games for one in tables]),
        curves=stacked([one.curves for one in tables]),
        diverged=stacked([one.diverged for one in tables]),
        casts=tuple(casts),
    )
