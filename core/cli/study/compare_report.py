"""What `compare` saves and prints when all blocks are played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from ...lab.study.requests import ComparisonRequest
from ..shared import common, csv_table
from ..shared.forfeits import forfeited
from ..shared.options import ENGLISH, Lang
from ..shared.output import Styled
from .study_run import StudyRun, continued, failed

if TYPE_CHECKING:
    from ...lab.games.store import RunFolder
    from ...lab.study.findings import Findings
    from ...lab.study.plan import ComparisonPlan
    from ...lab.study.play import PlayedBlocks


@attrs.frozen
class Shown:
    """What of the results is shown, and where."""

    where: bool = False
    verbose: bool = False
    csv: Path | None = None
    json: bool = False
    lang: Lang = ENGLISH


IN_SHORT = Shown()
"""The table for people, without details."""


def report(
    asked: ComparisonRequest,
    plan: ComparisonPlan,
    played: PlayedBlocks,
    run: StudyRun[RunFolder],
    shown: Shown,
) -> None:
    """Save and print the results; raises Stopped with the exit code unless it is 0."""
    from ...lab.report import as_json, page, terminal
    from ...lab.study import fail_if
    from ...lab.study.covariates import gain_lines
    from ...lab.study.run import findings

    condition = fail_if.of_plan(asked.fail_if, plan)
    lang = shown.lang.value
    found = findings(plan, played, command=run.command, lang=lang, folder=run.out)
    if shown.where:
        with continued(run.command, run.out is not None, json=shown.json):
            found = _located(plan, played.rows, found, lang)
    made = run.write(as_json(found), partial(page, found), found.table, shown.csv is not None)
    failed(found.audit.failures)
    printed = csv_table.put(shown.csv, made["analysis"]["results"])
    if shown.json:
        common.emit(made)
    elif not printed:
        here = common.terminal()
        text = terminal(found, min(here.width, 110), here.colour, verbose=shown.verbose)
        common.say(Styled(text.rstrip("\n")))
    for line in gain_lines(plan.covariates, found.gains, plan.spec.primary):
        common.note(line)
    forfeited([game for row in played.rows for games in row["arms"].values() for game in games])
    met = condition is not None and condition.met(found.analysis)
    run.end(found.audit.failures, condition.text if condition is not None and met else "")


def _located(plan: ComparisonPlan, rows: Sequence[Any], found: Findings, lang: str) -> Findings:
    """Return the findings with where and when things happen; the blocks for that are played once more."""
    from ...lab.study.where import cost, where
    from ..shared.terminal import progress

    blocks, seconds = cost(plan, rows)
    common.note(f"--where: playing {blocks} blocks once more, about {max(1, round(seconds))} s")
    with progress("blocks", blocks) as advance:
        return attrs.evolve(found, where=where(plan, blocks, lang, advance))


def size(plan: ComparisonPlan) -> str:
    from ...lab.report.number_text import worded

    casts = len(plan.casts)
    variants = f"{len(plan.variants)} variants"
    if plan.adaptation is not None:
        times = worded(len(plan.adaptation.seeds), "training")
        variants = f"{len(plan.adaptation.files)} rulesets with printed and adapted players, {times} each"
    most = "at most " if plan.sequential else ""
    games = plan.games_in_block * plan.blocks
    fresh = f", then {len(plan.fresh)} fresh blocks for the best" if plan.fresh else ""
    many = f"{casts} casts" if casts > 1 else "1 cast"
    return f"{variants}, {many}, {most}{plan.blocks} blocks ({games:.0f} games){fresh}, seed {plan.seed}"
