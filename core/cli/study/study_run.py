"""The run of a study on the command line, for every kind: folder, progress, reports, and how to continue it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Self, TypeAlias, TypeVar

from ..shared import common

if TYPE_CHECKING:
    from ...lab.games.store import RunFolder, Stated, Unkept
    from ...lab.stats.block_table import BlockTable
    from ...lab.study.adaptation import Adaptation
    from ...lab.study.crew import Crew
    from ...lab.study.findings import FailedGame
    from ...lab.study.forecast import Forecast
    from ...lab.study.requests import StudyRequest

PATIENCE = 10
"""Minutes. A run that will take longer needs the person's consent."""
CSV = "blocks.csv"
"""The block means, where `--csv` is given."""
SHOWN = 10
"""Failed games that are named."""
F = TypeVar("F", bound="RunFolder")
Halted: TypeAlias = "Callable[[KeyboardInterrupt], dict[str, object]]"


class StudyRun(Generic[F]):
    """One study: `with` closes its folder, which holds everything that was played."""

    def __init__(
        self,
        said: StudyRequest,
        plan: Stated,
        data: str | None,
        size: str,
        opened: Callable[[Path | None, Any, Callable[[str], None], str], F | None],
        json: bool,
        command: str = "",
    ) -> None:
        """Open the folder that was asked for, and print the size of the study.

        `data` is the owner's data of its base; `command` repeats the study, if it is not the one that was typed.
        """
        from ...lab.study.request import kept, pinned, unsaid

        self.asked, self.plan, self.json = pinned(said, data), plan, json
        self.command = command or repeated(plan.seed, unsaid(said, data))
        self.out = Path(said.out) if said.out is not None else None
        self.unwritten: Unkept | None = None
        common.note(f"plan {plan.hash}: {size}")
        request = kept(self.asked, plan)
        self.store = opened(self.out, plan, common.note, request)
        if self.out is not None and self.store is not None and self.store.blocks:
            common.note(f"continuing after the {self.store.blocks} blocks in {self.out}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.store is not None:
            self.store.close()

    @contextmanager
    def playing(self, blocks: int, yes: bool = True, halted: Halted = lambda stop: {}) -> Iterator[Crew[F]]:
        """Give the crew that plays about so many blocks; without `yes` a person may decline a long run.

        `halted` prints what an interruption has left, and returns what `--json` adds.
        """
        from ...lab.study.crew import Crew
        from ..shared.terminal import progress

        done = 0

        def finished(count: int) -> None:
            nonlocal done
            done += count
            advance(count)

        def so_far(stop: KeyboardInterrupt) -> dict[str, object]:
            count = done if self.store is None else self.store.blocks
            return {"plan_hash": self.plan.hash, "blocks": count, "of": blocks, **halted(stop)}

        with (
            continued(self.command, self.out is not None, so_far, self.json),
            progress("blocks", blocks) as advance,
        ):
            yield Crew.of(
                self.asked,
                self.store,
                common.home(),
                finished,
                lambda promise: agreed(promise, yes),
                common.games(),
                common.note,
            )

    def write(
        self,
        report: Mapping[str, Any],
        page: Callable[[str], str],
        table: BlockTable | None = None,
        csv: bool = False,
    ) -> Mapping[str, Any]:
        """Write the reports to the folder, and the table if Parquet can be written; `end` raises what went wrong.

        `page` is given what it is made of. Returns the report with its digests.
        """
        from ...base.errors import install
        from ...lab.games.store import PAGE, PARQUET, Unkept, sealed
        from ...lab.games.tabulate import parquet_of

        store = self.store
        if store is None or self.out is None:
            return sealed(report, None if store is None else store.seal)
        outputs: dict[str, str | bytes] = {PAGE: page(store.state)}
        if table is not None and csv:
            outputs[CSV] = _means(table)
        try:
            if table is not None:
                outputs[PARQUET] = parquet_of(table, store.state)
        except ImportError:
            common.told(f"{PARQUET} was not written; it needs:{install('parquet')}")
        try:
            whole, files = store.report(report, outputs)
        except Unkept as error:
            self.unwritten = error
            return sealed(report, store.seal)
        for path in files:
            common.note(f"written: {path}")
        return whole

    def end(self, failures: Sequence[FailedGame], met: str = "") -> None:
        """Raise what is wrong with a study that was printed: no report, a condition that is met, failed games."""
        from ...lab.games.store import Unkept

        if self.unwritten is not None:
            raise Unkept(f"{self.unwritten}; to write it: {self.command}") from self.unwritten
        if met:
            common.note(f"--fail-if is met: {met}")
            raise common.Stopped(6)
        if failures:
            raise common.Stopped(1)


def _means(table: BlockTable) -> str:
    """Return the block means as CSV, in the columns of the Parquet file."""
    from ...lab.games.tabulate import long
    from ..shared import csv_table

    columns = {name: [None if one != one else one for one in values] for name, values in long(table).items()}
    return csv_table.written(dict(zip(columns, row)) for row in zip(*columns.values(), strict=True))


@contextmanager
def continued(
    command: str, kept: bool, so_far: Halted = lambda stop: {}, json: bool = False
) -> Iterator[None]:
    """Tell the user how to continue if the run ends early. Raise Stopped if the user has ended it.

    `so_far` says what is finished by then: `blocks`, of how many, and whatever else `json` shall print.
    """
    from ...lab.games.engine import Lost
    from ...lab.games.store import Unkept
    from ...lab.study.crew import Declined
    from ..shared.interruption import interruptible

    again = f"; to continue: {command}" if kept else "; with --out DIR a run can be continued later"
    try:
        with interruptible():
            yield
    except KeyboardInterrupt as stop:
        done = so_far(stop)
        if json:
            common.emit({"schema": 1, "interrupted": True, **done, "command": command})
        count = f" after {done['blocks']} of {done['of']} blocks" if done else ""
        common.note(f"interrupted{count}{again}")
        raise common.Stopped(130) from None
    except Declined:
        common.note(f"stopped{again}")
        raise common.Stopped(0) from None
    except (Lost, Unkept) as error:
        raise type(error)(f"{error}{again}") from error


def repeated(
    seed: int, data: str | None = None, made: Adaptation | None = None, words: Sequence[str] | None = None
) -> str:
    """Return the command line as it was given, or as these words, with its seed, the owner's data in this folder, if
    that was used, and the budget and number of its trainings, if it has any."""
    more = {"--seed": str(seed), "--data": data}
    if made is not None:
        more |= {"--adapt-budget": made.budget, "--trainings": str(len(made.seeds))}
    left = [
        word
        for flag, value in more.items()
        if value is not None and not any(one == flag or one.startswith(f"{flag}=") for one in sys.argv)
        for word in (flag, value)
    ]
    return common.command(*(sys.argv[1:] if words is None else words), *left)


def agreed(promise: Forecast, yes: bool) -> bool:
    """Print the forecast; return whether to go on."""
    for line in promise.lines():
        common.note(line)
    return promise.minutes <= PATIENCE or willing(yes)


def willing(yes: bool) -> bool:
    """Ask a person at a terminal whether to go on with what takes long; True if there is none, or with `yes`."""
    terminal = common.terminal()
    if yes or not terminal.asks:
        return True
    try:
        return terminal.ask("Continue? [Y/n] ").strip().lower() in ("", "y", "yes")
    except EOFError:
        return False


def failed(failures: Sequence[FailedGame], where: str = "{variant} (seed {seed})") -> None:
    """Print the first failed games, each with the command that repeats it."""
    from ..shared.seats import resume

    for one in failures[:SHOWN]:
        place = where.format(variant=one.variant, seed=one.seed)
        common.note(f"block {one.block} failed under {place}: {one.error}")
        if one.record:
            common.note(f"  to repeat it: {resume(one.record, one.bots, one.bots, '--debug')}")
    if len(failures) > SHOWN:
        common.note(f"... and {len(failures) - SHOWN} more")
