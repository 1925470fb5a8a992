"""`content`: which items of a content make what difference, from designed draws."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ...lab.study.settings import ContentRequest
from ..shared import common
from ..shared.forfeits import forfeited
from .flags import request
from .verify import check, of_blocks, request_of

if TYPE_CHECKING:
    from ...lab.content.study import ContentFindings


@request(plan="question", yes="engine", verify="out")
def content(
    said: ContentRequest,
    plan: Path | None = None,
    yes: bool = False,
    verify: str | None = None,
    json: bool = False,
) -> None:
    """Measure which scoring tiles, missions or special places make what difference, alone and in pairs."""
    from ...lab.games.libraries import installed

    installed("content")
    from ...lab.study.request import merged

    if verify is not None:
        _verified(request_of(said, said.game, plan)[0], verify, json)
    else:
        _study(merged(said, plan)[0], yes, json)


def _verified(asked: ContentRequest, text: str, json: bool) -> None:
    from ...lab.content.study import planned
    from ...lab.games.store import RunFolder
    from ...lab.study.verification import spans_of

    plan = planned(asked, lambda: common.seeded(None))
    check(Path(str(asked.out)), RunFolder, plan, of_blocks(asked, partial(spans_of, plan)), text, json)


def _study(asked: ContentRequest, yes: bool, json: bool) -> None:
    """Plan and play the study, save and print its results."""
    from ...lab.content.study import planned, study
    from ...lab.games.engine import checked
    from ...lab.games.store import RunFolder
    from ...lab.report import content as report
    from ...lab.report.json import plain
    from ...lab.study.request import pinned, unsaid
    from ...lab.study.run import PlayHalted, play
    from .study_run import StudyRun, failed, repeated

    checked(asked.engine or "local")
    plan = planned(asked, lambda: common.seeded(None))
    assert plan.content is not None
    size = (
        f"{len(plan.content.items)} items, {plan.content.arms} sets in each of {plan.blocks} blocks "
        f"({plan.games_in_block * plan.blocks:.0f} games), seed {plan.seed}"
    )
    command = repeated(plan.seed, unsaid(asked, plan.variants[0].data))
    asked = pinned(asked, plan.variants[0].data)

    def printed(found: ContentFindings) -> None:
        for line in report.terminal(found, min(common.terminal().width, 110)).split("\n"):
            common.say(line)

    def told(stop: KeyboardInterrupt) -> dict[str, object]:
        if not isinstance(stop, PlayHalted) or not stop.played.rows:
            return {}
        found, _ = study(plan, stop.played, command=command)
        if not json:
            common.say(f"interrupted: {len(stop.played.rows)} of {plan.blocks} blocks are finished")
            printed(found)
        return dict(plain(report.as_json(found)))

    with StudyRun(asked, plan, size, RunFolder, command, json) as run:
        with run.playing(plan.blocks, yes, told) as crew:
            played = play(plan, crew)
        found, table = study(plan, played, command=command, folder=run.out)
        written = run.write(plain(report.as_json(found)), partial(report.page, found), table)
    failed(found.failures)
    if json:
        common.emit(written)
    else:
        printed(found)
    forfeited([game for row in played.rows for games in row["arms"].values() for game in games])
    run.end(found.failures)
