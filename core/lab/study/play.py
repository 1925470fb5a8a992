"""The games of a comparison: a pilot and the rest, until a test decides, part by part, and fresh ones for the best."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from typing import NamedTuple

from ...simulation.workers import late_interrupts
from ..games.block import rows as play_rows
from ..games.engine import Engine, engine
from ..games.part_folder import PartFolder
from ..games.store import RunFolder
from ..games.tabulate import Row, table
from ..stats.block_table import SequentialResult
from ..stats.sequential import Sequential
from .crew import Crew, Declined
from .forecast import forecast
from .plan import ComparisonPlan
from .sums import Summed, summed

BATCH = 10
"""Blocks between the looks of a sequential test."""


class PlayedBlocks(NamedTuple):
    """The blocks played."""

    rows: Sequence[Row]
    """All blocks in order."""
    path: SequentialResult | None
    """The outcome of a sequential test."""
    seconds: float
    """Wall time of the blocks, without start-up and questions; for blocks of an earlier run as if all its processes had
    been busy throughout."""
    sums: Summed | None = None
    """Of a large run all blocks added up; its rows are the first ones, without measured values."""


class PlayHalted(KeyboardInterrupt):
    """The run was interrupted after these blocks."""

    def __init__(self, played: PlayedBlocks) -> None:
        super().__init__(played)
        self.played = played


def play(plan: ComparisonPlan, crew: Crew[RunFolder]) -> PlayedBlocks:
    """Play all blocks of the plan except those in the crew's store. Raises `Declined` if the forecast is declined, and
    `PlayHalted` at an interruption."""
    if isinstance(crew.store, PartFolder):
        play_parts(plan, crew, crew.store)
        sums = summed(plan, crew.store)
        return PlayedBlocks(sums.rows, None, sums.seconds, sums)
    rows: list[Row] = list(crew.store.rows) if crew.store is not None else []
    try:
        return _played(plan, crew, rows)
    except KeyboardInterrupt as stop:
        raise PlayHalted(PlayedBlocks(rows, None, _took(rows))) from stop


def play_parts(
    plan: ComparisonPlan, crew: Crew[RunFolder], store: PartFolder, shard: tuple[int, int] | None = None
) -> None:
    """Play the blocks of the plan that are not in the folder, or those of one of several shards of them.

    Raises `Declined` and `PlayHalted` as `play` does; of a shard nothing is forecast.
    """
    spans = [*store.missing(shard or (1, 1))]
    left = sum(end - first for first, end in spans)
    crew.progress(plan.blocks - left if shard is None else 0)
    if not spans:
        return
    try:
        with engine(crew.engine, plan.work(crew.failed), crew.workers) as playing:
            began, tried = time.perf_counter(), 0
            for first, end in spans:
                if shard is None and not tried:
                    tried = min(plan.spec.pilot, end - first)
                    rows = [*playing.rows(first, first + tried, crew.progress)]
                    for row in rows:
                        _added(store, row)
                    seconds = time.perf_counter() - began
                    pilot = table(rows, plan.names, plan.metrics)
                    if left > tried and not crew.agreed(forecast(plan, pilot, seconds, tried, left - tried)):
                        raise Declined
                    first += tried
                for row in playing.rows(first, end, crew.progress):
                    _added(store, row)
            store.flush()
    except KeyboardInterrupt as stop:
        raise PlayHalted(PlayedBlocks((), None, 0.0)) from stop


def _added(store: RunFolder, row: Row) -> None:
    with late_interrupts():
        store.add(row)


def _played(plan: ComparisonPlan, crew: Crew[RunFolder], rows: list[Row]) -> PlayedBlocks:
    crew.progress(len(rows))
    earlier = _took(rows)
    with engine(crew.engine, plan.work(crew.failed), crew.workers) as playing:
        began, held = time.perf_counter(), len(rows)
        if plan.sequential:
            path = _until_decided(plan, crew, playing, rows)
            _safe(crew)
            return PlayedBlocks(rows, path, earlier + time.perf_counter() - began)
        _more(crew, playing, rows, plan.spec.pilot)
        seconds = time.perf_counter() - began
        if held < plan.blocks:
            pilot = table(rows[: plan.spec.pilot], plan.names, plan.metrics)
            new, left = len(rows) - held, plan.blocks - len(rows)
            # Where the pilot was played before, what its blocks have taken says how long others will.
            spent = seconds if new else _took(rows, crew.workers)
            promise = forecast(plan, pilot, spent, new or len(rows), left)
            if not crew.agreed(promise):
                raise Declined
        began = time.perf_counter()
        _more(crew, playing, rows, plan.blocks)
        if plan.fresh:
            _more(
                crew,
                playing.playing(partial(play_rows, best(plan, rows).work(crew.failed))),
                rows,
                plan.fresh.stop,
            )
        _safe(crew)
        return PlayedBlocks(rows, None, earlier + seconds + time.perf_counter() - began)


def best(plan: ComparisonPlan, rows: Sequence[Row]) -> ComparisonPlan:
    """Return the plan of the base and the best few of a screening, as its blocks say which they are."""
    assert plan.screen is not None
    wanted = {name: plan.metrics[name] for name in plan.screen.judged_by(plan.spec)}
    seen = table(rows[: plan.blocks], plan.names, wanted)
    return plan.few(plan.screen.chosen(seen, plan.spec))


def _took(rows: Sequence[Row], processes: int | None = None) -> float:
    """Return the seconds of these blocks, on so many processes or on those that have played them."""
    processes = processes or max(len({row["worker"] for row in rows}), 1)
    return float(sum(row["seconds"] for row in rows)) / processes


def _more(crew: Crew[RunFolder], playing: Engine, rows: list[Row], end: int) -> None:
    for row in playing.rows(len(rows), end, crew.progress):
        _kept(crew, rows, row)


def _kept(crew: Crew[RunFolder], rows: list[Row], row: Row) -> None:
    with late_interrupts():
        if crew.store is not None:
            crew.store.add(row)
        rows.append(row)


def _safe(crew: Crew[RunFolder]) -> None:
    if crew.store is not None:
        crew.store.flush()


def _until_decided(
    plan: ComparisonPlan, crew: Crew[RunFolder], playing: Engine, rows: list[Row]
) -> SequentialResult:
    """Play blocks until the test decides or reaches its cap; blocks from the store are tested first."""
    [metric] = plan.spec.primary
    base, other = plan.names
    test = Sequential(
        metric=metric,
        variant=other,
        effect=plan.effect,
        alpha=plan.spec.alpha,
        beta=1 - plan.spec.power,
        batch=min(BATCH, plan.blocks),
        cap=plan.blocks,
    )

    def decided(row: Row) -> bool:
        seen = table([row], plan.names, {metric: plan.metrics[metric]})
        test.add(seen.means[other, metric, ""] - seen.means[base, metric, ""])
        return test.decision is not None

    for at, row in enumerate(rows):
        if decided(row):
            del rows[at + 1 :]
            return test.path()
    with closing(playing.rows(len(rows), plan.blocks, crew.progress)) as coming:
        for row in coming:
            _kept(crew, rows, row)
            if decided(row):
                break
    return test.path()
