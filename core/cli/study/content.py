"""`content`: which items of a content make what difference, from designed draws."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...base import limits
from ...lab.games.libraries import installed
from ..shared import common
from ..shared.forfeits import forfeited
from ..shared.options import Data, Edition, Json, Modules, Settings, read_seed

if TYPE_CHECKING:
    from ...lab.content.request import Asked


def content(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="The game; a plan file can name it instead.", show_default=False),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Argument(
            metavar="[KIND]", help="The kind of content, if there are several.", show_default=False
        ),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(metavar="PANEL", help="Casts separated by ; and the bots of a cast by a comma."),
    ] = None,
    players: Annotated[
        int | None, typer.Option(min=1, max=limits.PLAYERS, metavar="N", help="Number of players.")
    ] = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Rotate seats even if all bots are the same.")
    ] = False,
    blocks: Annotated[
        int | None, typer.Option(max=limits.GAMES, metavar="N", help="Number of blocks (400).")
    ] = None,
    sets: Annotated[
        int | None,
        typer.Option(
            "--sets",
            metavar="N",
            help="Sets of items that play with the same luck (as many as have no item in common, at least 2).",
        ),
    ] = None,
    primary: Annotated[
        str | None,
        typer.Option(metavar="M1,M2", help="The metrics that answer the question (at most three)."),
    ] = None,
    metrics: Annotated[
        str | None, typer.Option(metavar="M1,M2", help="What to measure (by default everything).")
    ] = None,
    question: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Your question; it becomes the title of the report."),
    ] = None,
    plan: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="A plan in YAML: all of these settings, written down before the run."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="A folder for design, blocks and report; a run can be continued there."
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=limits.WORKERS,
            metavar="N",
            help="Number of processes (1); it does not change the results.",
        ),
    ] = None,
    engine: Annotated[
        str | None, typer.Option(metavar="ENGINE", help="local, dask, or dask:ADDRESS of a scheduler.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before a long run.")] = False,
    modules: Modules = None,
    edition: Edition = None,
    settings: Settings = None,
    data: Data = None,
    seed: Annotated[
        int | None,
        typer.Option(
            parser=read_seed,
            envvar="TILEWRIGHT_SEED",
            metavar="N",
            help="The same seed gives the same design and the same blocks.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Measure which scoring tiles, missions or special places make what difference, alone and in pairs.

    Chance does not deal the content: a design does, in which each item and each pair occurs equally often, and the
    sets of a block share all other luck. Exit code 1 if games failed. To continue an interrupted run with --out,
    repeat the command.

    Example: tilewright content GAME KIND --bots greedy --blocks 400 --seed 1 --out DIR
    """
    installed("content")
    from ...lab.content import request as asking

    said = asking.Asked(
        question=question,
        game=game,
        kind=kind,
        with_=common.names(modules) or None,
        edition=edition,
        set_={name: str(value) for name, value in common.settings(settings).items()} or None,
        data=common.folder(data),
        bots=bots,
        players=players,
        rotate=rotate or None,
        blocks=blocks,
        sets=sets,
        primary=common.names(primary) or None,
        metrics=common.names(metrics) or None,
        seed=seed,
        workers=workers,
        engine=engine,
        out=str(out) if out is not None else None,
    )
    _study(asking.merged(said, plan), yes, json)


def _study(asked: Asked, yes: bool, json: bool) -> None:
    """Plan and play the study, save and print its results."""
    from ...lab.content.study import plan_of, study
    from ...lab.games.engine import checked
    from ...lab.games.store import Store, Unkept
    from ...lab.report import content as report
    from ...lab.report.json import plain
    from ...lab.study import run
    from ...lab.study.planning import seeded
    from ...lab.study.request import unsaid
    from ..shared.terminal import progress
    from .compare_run import agreed, continued, repeated, written

    engine = checked(asked.engine or "local")
    out = Path(asked.out) if asked.out is not None else None
    plan = seeded(asked.seed, asked.out, lambda seed: plan_of(asked, seed), lambda: common.seeded(None))
    assert plan.content is not None
    games = plan.games_in_block * plan.blocks
    common.note(
        f"plan {plan.hash}: {len(plan.content.items)} items, {plan.content.arms} sets in each of {plan.blocks} blocks "
        f"({games:.0f} games), seed {plan.seed}"
    )
    store = Store(out, plan.stated(), plan.hash, common.note) if out is not None else None
    if store is not None and store.rows:
        common.note(f"continuing after the {len(store.rows)} blocks in {out}")
    command = repeated(plan.seed, unsaid(asked, plan.variants[0].data))
    unwritten = None
    try:
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
        found, table = study(plan, played, command=command, folder=out)
        if store is not None:
            unwritten = written(store, report.as_json(found), report.page(found), table)
    finally:
        if store is not None:
            store.close()
    if json:
        common.emit(plain(report.as_json(found)))
    else:
        for line in report.terminal(found, min(common.terminal().width, 110)).split("\n"):
            common.say(line)
    for failure in found.failures[:10]:
        common.note(
            f"block {failure.block} failed in {failure.variant} (seed {failure.seed}): {failure.error}"
        )
    forfeited([game for row in played.rows for games in row["arms"].values() for game in games])
    if unwritten is not None:
        raise Unkept(f"{unwritten}; to write it: {command}") from unwritten
    if found.failures:
        raise common.Stopped(1)
