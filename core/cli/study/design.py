"""`design`: find values of options that meet targets, and confirm them on games that the search has not seen."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...lab.study.requests import DesignRequest
from ..shared import common, csv_table
from .flags import request
from .study_run import StudyRun, failed
from .verify import check_blocks, request_of

if TYPE_CHECKING:
    from ...lab.design.plan import SearchPlan


@request
def design(
    said: DesignRequest,
    plan: Path | None = None,
    example: str | None = None,
    verify: str | None = None,
    csv: Path | None = None,
    json: bool = False,
) -> None:
    """Find values of options that meet targets."""
    csv_table.ready(csv, json)
    from ...lab.games.libraries import installed

    installed("design", "design", "optuna")
    from ...lab.study.request import merged

    if example is not None:
        for line in _example_plan(example).splitlines():
            common.say(line)
        return
    from ...lab.design.deviations import spans_of
    from ...lab.design.folder import SearchFolder
    from ...lab.design.plan import planned

    folder = str(plan) if plan is not None and plan.is_dir() else None
    asked, document = merged(said, plan) if verify is None else request_of(said, folder, plan)
    made = planned(asked, document, lambda: common.seeded(None))
    if verify is not None:
        check_blocks(asked, SearchFolder, made, spans_of, verify, json)
    _run_through(asked, made, json, csv)


def _run_through(asked: DesignRequest, plan: SearchPlan, json: bool, csv: Path | None) -> None:
    """Play the search, save and print its results; raises Stopped with the exit code unless it is 0."""
    from ...lab.design import terminal as texts
    from ...lab.design.findings import as_json, halted
    from ...lab.design.folder import SearchFolder
    from ...lab.design.page import page
    from ...lab.design.run import design, most
    from ...lab.design.search import SearchHalted

    def told(stop: KeyboardInterrupt) -> dict[str, object]:
        if not isinstance(stop, SearchHalted):
            return {}
        for line in () if json else texts.halted(plan, stop, min(common.terminal().width, 110)):
            common.say(line)
        return halted(plan, stop)

    with StudyRun(asked, plan, plan.space.base.data, _size(plan), SearchFolder.of, json) as run:
        with run.playing(most(plan), halted=told) as crew:
            found = design(plan, crew, run.command)
        report = run.write(as_json(found), partial(page, found))
    failed(found.failures, "setting {variant}")
    shown = csv_table.put(csv, _rows(report))
    if json:
        common.emit(report)
    elif not shown:
        for line in texts.terminal(found, min(common.terminal().width, 110)):
            common.say(line)
    run.end(found.failures)


def _rows(report: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a row for each target of each confirmed setting."""
    for one in report["confirmed"]:
        for target in one["targets"]:
            kept = {key: one[key] for key in ("setting", "role", "failed")}
            yield {**kept, "all_hold": one["holds"], **target}


def _example_plan(game: str) -> str:
    """Return a plan for this game, made from its first options."""
    from ...box import owner_data
    from ...lab.texts import text

    rules = owner_data.loaded(game)
    lines = []
    for option in [one for one in rules.declared if one.ranged or (one.values and one.type != "bool")][:3]:
        if option.ranged:
            low, high = (int(bound) for bound in option.values)
            usual = int(option.default)
            values = f"{max(low, usual - 2)} to {min(high, usual + 3)}"
        else:
            values = "all"
        lines.append(f"  {option.name}: {values}")
    if not lines:
        raise common.usage(
            f"{game} has no options that could be searched; data:FILE.PATH and module:M are factors, too"
        )
    bots, skill = "random", ""
    if rules.game.choices is not None:
        bots, skill = "greedy", "\n  - greedy beats random over 60 %"
    players = rules.game.fewest(2)
    question, target, sides = "design.fair", "seat_gap under 10 %", rules.game.sides(players)
    if not sides.rivals:
        question, skill = "design.winnable", ""
        target = "score over 10" if sides.scored else "won between 40 and 60 %"
    return text(
        "design.example",
        question=text(question, title=rules.game.title),
        game=game,
        factors="\n".join(lines),
        target=target,
        skill=skill,
        bots=bots,
        players=players,
    )


def _size(plan: SearchPlan) -> str:
    factors = common.counted(len(plan.space.factors), "factor")
    size = f"{plan.space.size:,}" if plan.space.size < 10**9 else f"10^{math.log10(plan.space.size):.0f}"
    twice = ", and as many at random" if plan.baseline else ""
    games = common.counted(plan.games_in_block, "game")
    return (
        f"{factors} with {size} settings, {plan.budget} blocks{twice}, then {plan.confirm} fresh blocks for each of "
        f"{common.counted(plan.finalists, 'finalist')} and its steps; {games} in a block, "
        f"seed {plan.seed}"
    )
