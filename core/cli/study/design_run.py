"""A search over options on the command line: plan, run, report."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from ..shared import common
from .compare_run import continued, repeated

if TYPE_CHECKING:
    from ...lab.design.findings import Found
    from ...lab.design.folder import Kept
    from ...lab.design.plan import Design
    from ...lab.design.request import Asked
    from ...text.folder import Document

SHOWN = 10
"""Failed games that are named."""


def run_through(asked: Asked, document: Document | None, json: bool) -> None:
    """Plan and play the search, save and print its results; raises Stopped with the exit code unless it is 0."""
    from ...lab.design.folder import Kept
    from ...lab.design.plan import planned
    from ...lab.design.run import Crew, design, most
    from ...lab.games.engine import checked
    from ...lab.games.store import Unkept
    from ...lab.study.request import unsaid
    from ..shared.terminal import progress

    engine = checked(asked.engine or "local")
    plan = planned(asked, document, lambda: common.seeded(None))
    out = Path(asked.out) if asked.out is not None else None
    common.note(f"plan {plan.hash}: {_size(plan)}")
    kept = Kept(out, plan, common.note) if out is not None else None
    if kept is not None and kept.rows:
        common.note(f"continuing after the {len(kept.rows)} blocks in {out}")
    command = repeated(plan.seed, unsaid(asked, plan.space.base.data))
    unwritten = None
    try:
        with progress("blocks", most(plan)) as advance, continued(command, out is not None):
            crew = Crew(
                engine=engine,
                workers=asked.workers or 1,
                kept=kept,
                failed=str((out or common.home()).resolve() / "failed"),
                progress=advance,
            )
            found = design(plan, crew, command)
        if kept is not None:
            try:
                _written(kept, found)
            except Unkept as error:
                unwritten = error
    finally:
        if kept is not None:
            kept.close()
    _print(found, json)
    if unwritten is not None:
        raise Unkept(f"{unwritten}; to write it: {command}") from unwritten
    if found.failures:
        raise common.Stopped(1)


def written_down(game: str) -> list[str]:
    """Return a plan for this game, made from its first options, as the lines of a plan file."""
    from ...box import owner_data

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
    rated = rules.game.choices is not None
    skill = ["  - greedy beats random over 60 %"] if rated else []
    low, high = rules.game.seats
    return [
        f'question: "Which values make {rules.game.title} fair, and leave it a game of skill?"',
        f"game: {game}",
        "factors:",
        *lines,
        "targets:",
        "  - seat_gap under 10 %",
        *skill,
        f"bots: {'greedy' if rated else 'random'}",
        f"players: {min(max(low, 2), high)}",
        "budget: 500",
        "rungs: [12, 36, 108]",
        "finalists: 3",
        "confirm: 1000",
        "seed: 1",
    ]


def _size(plan: Design) -> str:
    factors = common.counted(len(plan.space.factors), "factor")
    size = f"{plan.space.size:,}" if plan.space.size < 10**9 else f"10^{math.log10(plan.space.size):.0f}"
    twice = ", and as many at random" if plan.baseline else ""
    games = common.counted(plan.games_in_block, "game")
    return (
        f"{factors} with {size} settings, {plan.budget} blocks{twice}, then {plan.confirm} fresh blocks for each of "
        f"{common.counted(plan.finalists, 'finalist')} and its steps; {games} in a block, "
        f"seed {plan.seed}"
    )


def _written(kept: Kept, found: Found) -> None:
    """Write the reports to the run's folder; `Unkept` if that fails."""
    from ...base.sanitize import json_text
    from ...lab.design.findings import as_json
    from ...lab.design.page import page

    kept.write("report.json", json_text(as_json(found), indent=1) + "\n")
    common.note(f"written: {kept.write('report.html', page(found))}")


def _print(found: Found, json: bool) -> None:
    from ...lab.design.findings import as_json
    from ...lab.design.terminal import terminal

    for failure in found.failures[:SHOWN]:
        common.note(f"block {failure.block} of setting {failure.variant} failed: {failure.error}")
        if failure.record:
            from ..shared.seats import resume

            common.note(f"  to repeat it: {resume(failure.record, failure.bots, failure.bots, '--debug')}")
    if len(found.failures) > SHOWN:
        common.note(f"... and {len(found.failures) - SHOWN} more")
    if json:
        common.emit(as_json(found))
        return
    for line in terminal(found, min(common.terminal().width, 110)):
        common.say(line)
