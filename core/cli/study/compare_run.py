"""A comparison on the command line: plan, run, report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..shared import common
from ..shared.forfeits import forfeited
from ..shared.output import Styled
from . import compare_adapt

if TYPE_CHECKING:
    from ...lab.games.store import Store, Unkept
    from ...lab.stats.block_table import Table
    from ...lab.study.findings import Findings
    from ...lab.study.forecast import Forecast
    from ...lab.study.plan import Plan
    from ...lab.study.request import Asked

PATIENCE = 10
"""Minutes: a person is asked before a run that will take longer."""


def run_through(asked: Asked, yes: bool, json: bool, lang: str, verbose: bool = False) -> None:
    """Plan and play the comparison, save and print its results; raises Stopped with the exit code unless it is 0."""
    from ...lab.games.engine import checked
    from ...lab.games.store import Store, Unkept
    from ...lab.report import as_json, page
    from ...lab.study import fail_if, run
    from ...lab.study.covariates import told
    from ...lab.study.planning import planned
    from ...lab.study.request import unsaid
    from ...training.request import wanted
    from ..shared.terminal import progress

    engine = checked(asked.engine or "local")
    said = asked
    asked, plan = planned(said, lambda: common.seeded(None))
    own = unsaid(said, plan.variants[0].data)
    if wanted(asked):
        plan = compare_adapt.planned(asked, plan)
    condition = fail_if.of_plan(asked.fail_if, plan)
    out = Path(asked.out) if asked.out is not None else None
    common.note(f"plan {plan.hash}: {_size(plan)}")
    store = Store(out, plan.stated(), plan.hash, common.note) if out is not None else None
    if store is not None and store.rows:
        common.note(f"continuing after the {len(store.rows)} blocks in {out}")
    command = repeated(plan.seed, own, plan.adaptation.budget if plan.adaptation is not None else None)
    try:
        if plan.adaptation is not None:
            with continued(command, True):
                compare_adapt.train(asked, plan, yes)
        with progress("blocks", plan.blocks) as advance, continued(command, out is not None):
            crew = run.Crew(
                engine=engine,
                workers=asked.workers or 1,
                store=store,
                failed=str((out or common.home()).resolve() / "failed"),
                progress=advance,
                agreed=lambda promise: agreed(promise, yes),
            )
            played = run.play(plan, crew)
        found = run.findings(plan, played, command=command, lang=lang)
        unwritten = None
        if store is not None:
            unwritten = written(store, as_json(found), page(found), found.table)
    finally:
        if store is not None:
            store.close()
    _print(found, json, verbose)
    for line in told(plan.covariates, found.gains, plan.spec.primary):
        common.note(line)
    forfeited([game for row in played.rows for games in row["arms"].values() for game in games])
    if unwritten is not None:
        raise Unkept(f"{unwritten}; to write it: {command}") from unwritten
    if condition is not None and condition.met(found.analysis):
        common.note(f"--fail-if is met: {condition.text}")
        raise common.Stopped(6)
    if found.audit.failures:
        raise common.Stopped(1)


@contextmanager
def continued(command: str, kept: bool) -> Iterator[None]:
    """Say how a run that ends early is continued, if what it did is kept; raises Stopped where a person ended it."""
    from ...lab.games.engine import Lost
    from ...lab.games.store import Unkept
    from ...lab.study.run import Declined

    again = f"; to continue: {command}" if kept else "; with --out DIR a run can be continued later"
    try:
        yield
    except KeyboardInterrupt:
        common.note(f"interrupted{again}")
        raise common.Stopped(130) from None
    except Declined:
        common.note(f"stopped{again}")
        raise common.Stopped(0) from None
    except (Lost, Unkept) as error:
        raise type(error)(f"{error}{again}") from error


def repeated(seed: int, data: str | None = None, budget: str | None = None) -> str:
    """Return the command line as it was given, with its seed, the owner's data in this folder, if that was used, and
    the budget of its training, if it has one."""
    import sys

    more = {"--seed": str(seed)}
    if data is not None:
        more["--data"] = data
    if budget is not None:
        more["--adapt-budget"] = budget
    left = [
        word
        for flag, value in more.items()
        if not any(one == flag or one.startswith(f"{flag}=") for one in sys.argv)
        for word in (flag, value)
    ]
    words = sys.argv[1:] if budget is None else compare_adapt.without(sys.argv[1:])
    return common.command(*words, *left)


def _size(plan: Plan) -> str:
    casts = len(plan.casts)
    variants = f"{len(plan.variants)} variants"
    if plan.adaptation is not None:
        variants = f"{len(plan.adaptation.files)} rulesets with printed and adapted players"
    most = "at most " if plan.sequential else ""
    games = plan.games_in_block * plan.blocks
    many = f"{casts} casts" if casts > 1 else "1 cast"
    return f"{variants}, {many}, {most}{plan.blocks} blocks ({games:.0f} games), seed {plan.seed}"


def agreed(promise: Forecast, yes: bool) -> bool:
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


def written(store: Store, report: Mapping[str, Any], drawn: str, table: Table) -> Unkept | None:
    """Write the report, and the table if Parquet can be written, to the run's folder; return the error, if any."""
    from ...base.errors import install
    from ...base.sanitize import json_text
    from ...lab.games.store import Unkept, write_parquet

    text = json_text(report, indent=1) + "\n"
    try:
        store.write("report.json", lambda path: path.write_text(text, "utf-8"))
        files = [store.write("report.html", lambda path: path.write_text(drawn, "utf-8"))]
        try:
            files.append(store.write("blocks.parquet", lambda path: write_parquet(table, path)))
        except ImportError:
            common.note(f"blocks.parquet was not written; it needs: {install('parquet')}")
    except Unkept as error:
        return error
    for path in files:
        common.note(f"written: {path}")
    return None


def _print(found: Findings, json: bool, verbose: bool) -> None:
    from ...lab.report import as_json, terminal
    from ..shared.seats import resume

    for failure in found.audit.failures[:10]:
        common.note(
            f"block {failure.block} failed under {failure.variant} (seed {failure.seed}): {failure.error}"
        )
        if failure.record:
            common.note(f"  to repeat it: {resume(failure.record, failure.bots, failure.bots, '--debug')}")
    if len(found.audit.failures) > 10:
        common.note(f"... and {len(found.audit.failures) - 10} more")
    if json:
        common.emit(as_json(found))
        return
    here = common.terminal()
    common.say(Styled(terminal(found, min(here.width, 110), here.colour, verbose=verbose).rstrip("\n")))
