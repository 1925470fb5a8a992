"""`design`: find values of options that meet targets, and confirm them on games that the search has not seen."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from ...base import limits
from ...lab.games.libraries import installed
from ..shared import common
from ..shared.options import Json, read_seed


def design(
    plan: Annotated[
        Path | None,
        typer.Argument(metavar="PLAN", help="A plan in YAML; see --example.", show_default=False),
    ] = None,
    example: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="Print a plan for this game, to be changed, and do nothing else."),
    ] = None,
    factor: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUES",
            help="An option, module:M or data:FILE.PATH with values: 1 to 9, 2 to 8 by 2, all, or a,b,c; repeatable.",
        ),
    ] = None,
    target: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEXT",
            help='What must hold: "seat_gap under 5 %", "decisions between 90 and 110", "BOT beats BOT over 60 %"; '
            "repeatable.",
        ),
    ] = None,
    goal: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEXT",
            help='What to make small or large: "minimise METRIC", "maximise METRIC"; repeatable.',
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="The game, if the plan does not name it.")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="PANEL",
            help="Casts separated by ; and the bots of a cast by , as in greedy;greedy,random.",
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option(min=2, max=limits.PLAYERS, metavar="N", help="Number of players.")
    ] = None,
    budget: Annotated[
        int | None,
        typer.Option(
            min=1, max=limits.GAMES, metavar="N", help="Blocks of the search (2000), each of one setting."
        ),
    ] = None,
    confirm: Annotated[
        int | None,
        typer.Option(min=2, max=limits.GAMES, metavar="N", help="Fresh blocks for each finalist (1000)."),
    ] = None,
    baseline: Annotated[
        bool | None,
        typer.Option(
            "--baseline/--no-baseline",
            help="Also search at random with as many blocks (yes).",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="A folder for blocks, report and failed games; a run can be continued there."
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
    seed: Annotated[
        int | None,
        typer.Option(
            parser=read_seed,
            envvar="TILEWRIGHT_SEED",
            metavar="N",
            help="The same seed gives the same search.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Find values of options that meet targets.

    Searches with the same luck for all settings, thins them out in rounds, and confirms the best on fresh blocks at a
    stated error. Then plays every setting one step away. To continue an interrupted run with --out, repeat the command.
    Exit code 1 if games failed.

    Examples: tilewright design --example GAME > plan.yaml; tilewright design plan.yaml --out DIR --workers 2
    """
    installed("design", "design")
    from ...lab.design import request as asking
    from .design_run import run_through, written_down

    if example is not None:
        for line in written_down(example):
            common.say(line)
        return
    said = asking.Asked(
        game=game,
        factors=_factors(factor),
        targets=target or None,
        goals=goal or None,
        bots=bots,
        players=players,
        budget=budget,
        confirm=confirm,
        baseline=baseline,
        seed=seed,
        workers=workers,
        engine=engine,
        out=os.fspath(out) if out is not None else None,
    )
    run_through(*asking.merged(said, plan), json)


def _factors(given: list[str] | None) -> dict[str, str | list[str]] | None:
    found: dict[str, str | list[str]] = {}
    for word in given or ():
        name, equals, values = word.partition("=")
        if not equals or not name.strip() or not values.strip():
            raise common.usage(f"--factor {word}: write it as NAME=VALUES, such as NAME=1 to 9")
        found[name.strip()] = values
    return found or None
