"""`content`: which items of a content make what difference, from designed draws."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ...lab.study.requests import ContentRequest
from ..shared import common, csv_table
from ..shared.forfeits import forfeited
from .flags import request
from .verify import check_blocks, request_of

if TYPE_CHECKING:
    from ...lab.content.study import ContentFindings
    from ...lab.study.plan import ComparisonPlan


@request
def content(
    said: ContentRequest,
    plan: Path | None = None,
    yes: bool = False,
    verify: str | None = None,
    csv: Path | None = None,
    json: bool = False,
) -> None:
    """Measure which scoring tiles, missions or special places make what difference, alone and in pairs."""
    csv_table.ready(csv, json)
    from ...lab.games.libraries import installed

    installed("content")
    from ...lab.content.study import planned
    from ...lab.games.store import RunFolder
    from ...lab.study.request import merged
    from ...lab.study.verification import spans_of

    asked = merged(said, plan)[0] if verify is None else request_of(said, said.game, plan)[0]
    made = planned(asked, lambda: common.seeded(None))
    if verify is not None:
        check_blocks(asked, RunFolder, made, spans_of, verify, json)
    _study(asked, made, yes, json, csv)


def _study(asked: ContentRequest, plan: ComparisonPlan, yes: bool, json: bool, csv: Path | None) -> None:
    """Play the study, save and print its results."""
    from ...lab.content.study import study
    from ...lab.games.store import RunFolder
    from ...lab.report import content as report
    from ...lab.report.json import plain
    from ...lab.study.play import PlayHalted, play
    from .study_run import StudyRun, failed

    assert plan.content is not None
    size = (
        f"{len(plan.content.items)} items, {plan.content.arms} sets in each of {plan.blocks} blocks "
        f"({plan.games_in_block * plan.blocks:.0f} games), seed {plan.seed}"
    )

    def printed(found: ContentFindings) -> None:
        for line in report.terminal(found, min(common.terminal().width, 110)).split("\n"):
            common.say(line)

    def told(stop: KeyboardInterrupt) -> dict[str, object]:
        if not isinstance(stop, PlayHalted) or not stop.played.rows:
            return {}
        found, _ = study(plan, stop.played, command=run.command)
        if not json:
            common.say(f"interrupted: {len(stop.played.rows)} of {plan.blocks} blocks are finished")
            printed(found)
        return dict(plain(report.as_json(found)))

    with StudyRun(asked, plan, plan.variants[0].data, size, RunFolder.of, json) as run:
        with run.playing(plan.blocks, yes, told) as crew:
            played = play(plan, crew)
        found, table = study(plan, played, command=run.command, folder=run.out)
        written = run.write(plain(report.as_json(found)), partial(report.page, found), table, csv is not None)
    failed(found.failures)
    effects = [one for fit in written["fits"] for one in (*fit["items"], *fit["pairs"])]
    shown = csv_table.put(csv, effects)
    if json:
        common.emit(written)
    elif not shown:
        printed(found)
    forfeited([game for row in played.rows for games in row["arms"].values() for game in games])
    run.end(found.failures)
