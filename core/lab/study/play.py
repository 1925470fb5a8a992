"""The games of a comparison: a pilot and the rest, until a test decides, part by part, and fresh ones for the best."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from typing import NamedTuple

from ...simulation.workers import late_interrupts
from ..games.engine import engine
from ..games.part_folder import PartFolder
from ..games.reuse import Blocks
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
    """Wall time of the blocks, without start-up and questions; for those that were played before as if all processes
    had been busy throughout."""
    sums: Summed | None = None
    """Of a large run all blocks added up; its rows are the first ones, without measured values."""
    reused: str = ""
    """In words what was not played, but taken from games that were played before."""


class PlayHalted(KeyboardInterrupt):
    """The run was interrupted after these blocks."""

    def __init__(self, played: PlayedBlocks) -> None:
        super().__init__(played)
        self.played = played


def play(plan: ComparisonPlan, crew: Crew[RunFolder]) -> PlayedBlocks:
    """Play all blocks of the plan except those in the crew's store. Raises `Declined` if the forecast is declined, and
    `PlayHalted` at an interruption."""
    if isinstance(crew.store, PartFolder):
        reused = play_parts(plan, crew, crew.store)
        sums = summed(plan, crew.store)
        return PlayedBlocks(sums.rows, None, sums.seconds, sums, reused)
    rows: list[Row] = list(crew.store.rows) if crew.store is not None else []
    try:
        return _played(plan, crew, rows)
    except KeyboardInterrupt as stop:
        raise PlayHalted(PlayedBlocks(rows, None, _took(rows))) from stop


@contextmanager
def _blocks(
    plan: ComparisonPlan, crew: Crew[RunFolder], spans: Sequence[tuple[int, int]]
) -> Iterator[Blocks]:
    """Give the blocks of the plan. What plays them is started if any in these spans is to be played."""
    work = plan.work(crew.failed)
    with ExitStack() as stack:
        start = cache(lambda: stack.enter_context(engine(crew.engine, work, crew.workers)))
        with Blocks(work, plan.rules, start, crew.kept, crew.note) as playing:
            if any(playing.left(*span) for span in spans):
                start()
            yield playing


def play_parts(
    plan: ComparisonPlan, crew: Crew[RunFolder], store: PartFolder, shard: tuple[int, int] | None = None
) -> str:
    """Play the blocks of the plan that are not in the folder, or those of one of several shards of them; return in
    words what was taken from games played before.

    Raises `Declined` and `PlayHalted` as `play` does; of a shard nothing is forecast.
    """
    spans = [*store.missing(shard or (1, 1))]
    left = sum(end - first for first, end in spans)
    crew.progress(plan.blocks - left if shard is None else 0)
    if not spans:
        return ""
    try:
        with _blocks(plan, crew, spans) as playing:
            began, tried = time.perf_counter(), 0
            for first, end in spans:
                if shard is None and not tried:
                    tried = min(plan.spec.pilot, end - first)
                    rows = [*playing.rows(first, first + tried, crew.progress)]
                    for row in rows:
                        store.add(row)
                    seconds = time.perf_counter() - began
                    if playing.seen:
                        share = sum(playing.left(*span) * (span[1] - span[0]) for span in spans) / left
                        seconds = _took(rows, crew.workers) * share
                    if left > tried:
                        _promised(plan, crew, rows, seconds, tried, left - tried)
                    first += tried
                for row in playing.rows(first, end, crew.progress):
                    store.add(row)
            store.flush()
        return playing.reused
    except KeyboardInterrupt as stop:
        raise PlayHalted(PlayedBlocks((), None, 0.0)) from stop


def _promised(
    plan: ComparisonPlan, crew: Crew[RunFolder], rows: Sequence[Row], seconds: float, played: int, left: int
) -> None:
    """Raise `Declined` unless the crew agrees to the blocks that are left; `rows` are those of the pilot."""
    pilot = table(rows, plan.names, plan.metrics)
    if not crew.agreed(forecast(plan, pilot, seconds, played, left)):
        raise Declined


def _played(plan: ComparisonPlan, crew: Crew[RunFolder], rows: list[Row]) -> PlayedBlocks:
    crew.progress(len(rows))
    earlier = _took(rows)
    with _blocks(plan, crew, [(len(rows), plan.fresh.stop)]) as playing:
        began, held = time.perf_counter(), len(rows)
        if plan.sequential:
            path = _until_decided(plan, crew, playing, rows)
            return _done(crew, playing, rows, earlier + time.perf_counter() - began, path)
        _more(crew, playing, rows, plan.spec.pilot)
        seconds = time.perf_counter() - began
        if held < plan.blocks:
            new, left = len(rows) - held, plan.blocks - len(rows)
            # Where the pilot was played before, what its blocks have taken says how long others will.
            before = not new or playing.seen
            spent = _took(rows, crew.workers) * playing.left(len(rows), plan.blocks) if before else seconds
            _promised(plan, crew, rows[: plan.spec.pilot], spent, len(rows) if before else new, left)
        began = time.perf_counter()
        _more(crew, playing, rows, plan.blocks)
        if plan.fresh:
            few = best(plan, rows)
            with playing.of(few.work(crew.failed), few.rules) as fresh:
                _more(crew, fresh, rows, plan.fresh.stop)
        return _done(crew, playing, rows, earlier + seconds + time.perf_counter() - began)


def _done(
    crew: Crew[RunFolder],
    playing: Blocks,
    rows: list[Row],
    seconds: float,
    path: SequentialResult | None = None,
) -> PlayedBlocks:
    if crew.store is not None:
        crew.store.flush()
    spent = _took(rows, crew.workers) if playing.seen else seconds
    return PlayedBlocks(rows, path, spent, reused=playing.reused)


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


def _more(crew: Crew[RunFolder], playing: Blocks, rows: list[Row], end: int) -> None:
    for row in playing.rows(len(rows), end, crew.progress):
        _kept(crew, rows, row)


def _kept(crew: Crew[RunFolder], rows: list[Row], row: Row) -> None:
    with late_interrupts():
        if crew.store is not None:
            crew.store.add(row)
        rows.append(row)


def _until_decided(
    plan: ComparisonPlan, crew: Crew[RunFolder], playing: Blocks, rows: list[Row]
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
