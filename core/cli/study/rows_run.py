"""Games or blocks that a command plays one after the other: what is finished is kept, and may be continued."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..shared import common
from ..shared.interruption import interruptible
from ..shared.terminal import progress
from .study_run import repeated

if TYPE_CHECKING:
    from ...rules.ruleset import Rules

Rows = Callable[[Callable[[int], None], int], Generator[dict[str, Any]]]
"""Plays on from the row of this number; the function is called with the number of newly finished rows."""
TIMING = ("seconds", "games_per_second", "ms_per_decision")
"""Keys of reports that depend on the machine; the report in a folder is without them."""


class RowsRun:
    """One run of a command."""

    def __init__(self, command: str, out: Path | None, seed: int | None, rules: Rules) -> None:
        """`out` is its folder; without a seed, that of the run in the folder is used."""
        from ...lab.games.store import seed_of

        self.command, self.out, self.rules = command, out, rules
        known = seed_of(out) if out is not None and seed is None else None
        self.seed = common.seeded(seed if known is None else known)
        self.rows: list[dict[str, Any]] = []
        """All rows in order, those of an earlier run in the folder first."""
        self.seconds = 0.0
        """Wall time of all rows."""
        self.interrupted = False

    def play(
        self, settings: Mapping[str, Any], total: int, unit: str, rows: Rows, timed: Sequence[str] = ()
    ) -> None:
        """Play what is missing of `total` rows, until the user interrupts it.

        `settings` are what decides the rows, and `timed` those of their keys that depend on the machine. UsageError if
        the folder is another run's.
        """
        from ...lab.games.row_store import RowPlan, RowStore
        from ...simulation.workers import late_interrupts

        store = None
        if self.out is not None:
            store = RowStore(
                self.out, RowPlan(self.command, self.rules, self.seed, settings), common.note, timed
            )
            if store.rows:
                common.note(f"continuing after the {len(store.rows)} {unit} in {self.out}")
            self.rows, self.seconds = store.rows, store.seconds
        try:
            with interruptible(), progress(unit, total) as advance:
                advance(len(self.rows))
                with closing(rows(advance, len(self.rows))) as coming:
                    began = time.perf_counter()
                    for row in coming:
                        with late_interrupts():
                            now = time.perf_counter()
                            if store is not None:
                                store.add(row, now - began)
                            else:
                                self.rows.append(row)
                            self.seconds += now - began
                            began = now
        except KeyboardInterrupt:
            self.interrupted = len(self.rows) < total
        finally:
            if store is not None:
                store.close()

    def marks(self, unit: str, finished: int, planned: int) -> dict[str, Any]:
        """Return what a report says if the run was interrupted, and note how to go on."""
        if not self.interrupted:
            return {}
        again = repeated(self.seed)
        go_on = (
            f"to continue: {again}" if self.out is not None else "with --out DIR it can be continued later"
        )
        common.note(f"interrupted after {finished} of {planned} {unit}; {go_on}")
        return {"interrupted": True, unit: finished, "of": planned, "command": again}

    def end(self, report: Mapping[str, Any], failed: bool) -> None:
        """Keep the report of a whole run in its folder; raise Stopped if the run was interrupted or a game failed."""
        from ...base.files import replace
        from ...base.sanitize import json_text

        if self.interrupted:
            raise common.Stopped(130)
        if self.out is not None:
            replace(self.out / "report.json", json_text(_lasting(report), indent=1) + "\n", private=True)
        if failed:
            raise common.Stopped(1)


def marked(report: Mapping[str, Any], unit: str) -> str:
    """Return the line above the results of an interrupted run; "" for a whole one."""
    return (
        f"interrupted: {report[unit]} of {report['of']} {unit} are finished"
        if "interrupted" in report
        else ""
    )


def _lasting(thing: Any) -> Any:
    """Return the report without what depends on the machine."""
    if isinstance(thing, Mapping):
        return {key: _lasting(value) for key, value in thing.items() if key not in TIMING}
    return [_lasting(one) for one in thing] if isinstance(thing, (list, tuple)) else thing
