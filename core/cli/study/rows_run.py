"""Games or blocks that a command plays one after the other: what is finished is kept, and may be continued."""

from __future__ import annotations

import functools
import inspect
import os
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import attrs

from ...base.brief import some
from ..shared import common
from ..shared.interruption import interruptible
from ..shared.options import flat, spread
from ..shared.terminal import progress
from .study_run import repeated
from .verify import Beside, belonging, check, unnamed

if TYPE_CHECKING:
    from ...lab.games.store import RunFolder
    from ...rules.ruleset import Rules
    from ...simulation.workers import Job

Command = Callable[..., None]
TIMING = ("seconds", "games_per_second", "ms_per_decision")
"""Keys of reports that depend on the machine; the report in a folder is without them."""
INNER = "run"
"""In a folder of records, the one with the rows."""
HERE = ("out", "workers", "csv", "json", "verify")
"""Parameters that are not kept with a run, since no row depends on them."""


def verifiable(inner: str = "") -> Callable[[Command], Command]:
    """Return what lets the folder of a run stand for a command's game with `--verify`: its request is read.

    `inner` is the folder in it that holds the rows.
    """

    def made(function: Command) -> Command:
        command = spread(function)

        @functools.wraps(command)
        def run(**given: Any) -> None:
            if given["verify"] is not None and given["out"] is None:
                if not os.path.isdir(given["game"]):
                    raise common.usage(f"--verify: there is no folder {given['game']}")
                found = requested(command, Path(given["game"], inner), given)
                given = {**found, "out": Path(given["game"])}
            command(**given)

        return run

    return made


def requested(command: Command, folder: Path, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the run in the folder was begun with; what was given in this command counts more.

    InvalidFile if that cannot be read, or would start code that is not installed and was not named.
    """
    from ...lab.games.store import REQUEST
    from ...lab.study.request import trusted
    from ...text.document import read_document

    if not (folder / REQUEST).is_file():
        raise unnamed(folder)
    belonging(folder, command.__name__)
    document, fields = read_document(folder / REQUEST), dict[str, Any]()
    usual = inspect.signature(command, eval_str=True).parameters
    for name in [name for name in usual if name not in HERE]:
        kind: Any = usual[name].annotation
        kind = str if Path in get_args(kind) else kind
        fields[name] = attrs.field(default=None, type=kind | None)
    kept = attrs.asdict(document.structure(attrs.make_class("Request", fields, frozen=True)))
    kept = {key: value for key, value in kept.items() if value is not None}
    for key in ("bots", "skill_trace"):
        if key in kept and given.get(key) in (None, usual[key].default):
            trusted([kept[key]], document, key, [f"--{key.replace('_', '-')}", kept[key]])
    said = {key: value for key, value in given.items() if key != "game" and value != usual[key].default}
    found = {**given, **kept, **said}
    return found | {"data": Path(found["data"]) if found["data"] is not None else None}


def bots_of(text: str, rules: Rules, players: int | None, usual: int) -> list[str]:
    """Return a bot for each seat; UsageError if the number of bots does not fit the number of players.

    A single bot has all seats: those of so many players, or else of the usual number.
    """
    from ...bots import several

    chosen = [common.bot_text(name, rules) for name in several(text)]
    if not chosen:
        raise common.usage("--bots: name a bot")
    count = players or (len(chosen) if len(chosen) > 1 else usual)
    if len(chosen) == 1:
        chosen *= count
    if len(chosen) != count:
        raise common.usage(f"--bots names {len(chosen)} bots for {count} players; name one, or one for each")
    return chosen


class RowsRun:
    """One run of a command."""

    def __init__(self, command: str, said: Mapping[str, Any], rules: Rules, inner: str = "") -> None:
        """`said` are the parameters of the command. Its rows are in its folder `out`, or in the `inner` one of that;
        without a seed, that of the run there is used."""
        from ...lab.games.store import seed_of

        self.command, self.said, self.rules = command, flat(said), rules
        self.out = Path(said["out"], inner) if said["out"] is not None else None
        known = seed_of(self.out) if self.out is not None and said["seed"] is None else None
        self.seed = common.seeded(said["seed"] if known is None else known)
        self.rows: list[dict[str, Any]] = []
        """All rows in order, those of an earlier run in the folder first."""
        self.seconds = 0.0
        """Wall time of all rows."""
        self.interrupted = False
        self._store: RunFolder | None = None

    def head(self) -> dict[str, Any]:
        """Return how the report of the run begins."""
        rules = self.rules
        return {
            "schema": 1,
            "game": rules.game.name,
            "options": rules.option_values,
            "option_hash": rules.option_hash,
            "seed": self.seed,
        }

    def play(
        self,
        settings: Mapping[str, Any],
        total: int,
        unit: str,
        job: Callable[[str], Job],
        *,
        place: Callable[[int], Mapping[str, Any]],
        whole: Sequence[str],
        timed: Mapping[str, Any] = {},
        beside: Beside = lambda rows: (),
    ) -> None:
        """Play what is missing of `total` rows, until the user interrupts it; with `--verify`, play some again and end.

        `settings` are what decides the rows, which `job` plays, given a folder for games that fail; `place`, `whole`
        and `timed` are those of `RowPlan`, `beside` that of `check`. UsageError if the folder is another run's.
        """
        from ...lab.games.row_plan import RowPlan
        from ...lab.games.store import RunFolder
        from ...simulation import workers as spread

        plan = RowPlan(
            command=self.command,
            rules=self.rules,
            seed=self.seed,
            settings=settings,
            place=place,
            whole=whole,
            timed={"seconds": 0.0, **timed},
        )
        workers = self.said["workers"]
        if self.said["verify"] is not None:

            def again(
                store: RunFolder, places: Sequence[int], folder: str, progress: Callable[[int], None]
            ) -> Generator[dict[str, Any]]:
                with spread.local(functools.partial(spread.picked, job(folder), places), workers) as playing:
                    yield from playing.rows(0, len(places), progress)

            if self.out is None:
                raise unnamed(Path(self.said["game"]))
            how = self.said["verify"], self.said["json"], unit.removesuffix("s"), beside
            check(self.out, RunFolder, plan, again, *how)
        if self.out is not None:
            self._store = RunFolder(self.out, plan, common.note, self._request())
            if self._store.rows:
                common.note(f"continuing after the {len(self._store.rows)} {unit} in {self.out}")
                for one in some(beside(self._store.rows)):
                    common.note(one)
            self.seconds = sum(row["seconds"] for row in self._store.rows)
            self.rows = [
                {key: value for key, value in row.items() if key != "seconds"} for row in self._store.rows
            ]
        try:
            with (
                self._kept(),
                interruptible(),
                spread.local(job(str(common.home() / "failed")), workers) as playing,
                progress(unit, total) as advance,
            ):
                advance(len(self.rows))
                with closing(playing.rows(len(self.rows), total, advance)) as coming:
                    began = time.perf_counter()
                    for row in coming:
                        with spread.late_interrupts():
                            now = time.perf_counter()
                            if self._store is not None:
                                self._store.add({**row, "seconds": now - began})
                            self.rows.append(row)
                            self.seconds += now - began
                            began = now
        except KeyboardInterrupt:
            self.interrupted = len(self.rows) < total

    def _request(self) -> str:
        """Return the parameters as a file from which `requested` has them again: with its seed, and its data named."""
        import yaml

        from ...text.folder import SHIPPED

        said = {**self.said, "seed": self.seed, "data": self.rules.data_folder or SHIPPED}
        said = {key: value for key, value in said.items() if value not in (None, False) and key not in HERE}
        return yaml.safe_dump(said, sort_keys=False, allow_unicode=True, width=110)

    @contextmanager
    def _kept(self) -> Iterator[None]:
        """Close the folder at the end; tell the user how to continue if the run ends early."""
        from ...base.errors import UsageError
        from ...simulation.workers import Lost

        try:
            try:
                yield
            finally:
                if self._store is not None:
                    self._store.close()
        except (Lost, UsageError) as error:
            if self.out is None and not isinstance(error, Lost):
                raise
            raise type(error)(f"{error}; {self._further()}") from error

    def _further(self) -> str:
        """Return how to go on."""
        if self.out is None:
            return "with --out DIR it can be continued later"
        return f"to continue: {repeated(self.seed)}"

    def marks(self, unit: str, finished: int, planned: int) -> dict[str, Any]:
        """Return what a report says if the run was interrupted, and note how to go on."""
        if not self.interrupted:
            return {}
        common.note(f"interrupted after {finished} of {planned} {unit}; {self._further()}")
        return {"interrupted": True, unit: finished, "of": planned, "command": repeated(self.seed)}

    def end(self, report: Mapping[str, Any], failed: bool) -> None:
        """Keep the report of a whole run in its folder; raise Stopped if the run was interrupted or a game failed."""
        if self.interrupted:
            raise common.Stopped(130)
        if self._store is not None:
            with self._kept():
                self._store.report(_lasting(report), {})
        if failed:
            raise common.Stopped(1)


def marked(report: Mapping[str, Any], unit: str) -> str:
    """Return the line above the results of an interrupted run; "" for a whole one."""
    if "interrupted" not in report:
        return ""
    return f"interrupted: {report[unit]} of {report['of']} {unit} are finished"


def _lasting(thing: Any) -> Any:
    """Return the report without what depends on the machine."""
    if isinstance(thing, Mapping):
        return {key: _lasting(value) for key, value in thing.items() if key not in TIMING}
    return [_lasting(one) for one in thing] if isinstance(thing, (list, tuple)) else thing
