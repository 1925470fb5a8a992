"""`design`: find values of options that meet targets, and confirm them on games that the search has not seen."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...lab.study.settings import DesignRequest
from ..shared import common
from ..shared.options import Json
from .flags import request
from .verify import Verify, request_of


@request(plan="", example="plan", verify="out")
def design(
    said: DesignRequest,
    plan: Annotated[
        Path | None, typer.Argument(metavar="PLAN", help="A plan in YAML; see --example.", show_default=False)
    ] = None,
    example: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="Print a plan for this game, to be changed, and do nothing else."),
    ] = None,
    verify: Verify = None,
    json: Json = False,
) -> None:
    """Find values of options that meet targets.

    Searches with the same luck for all settings, thins them out in rounds, and confirms the best on fresh blocks at a
    stated error. Then plays every setting one step away. To continue an interrupted run with --out, repeat the command.
    Exit code 1 if games failed.

    Examples: tilewright design --example GAME > plan.yaml; tilewright design plan.yaml --out DIR --workers 2
    """
    from ...lab.games.libraries import installed

    installed("design", "design")
    from ...lab.study.request import merged
    from .design_run import example_plan, run_through, verified

    if example is not None:
        for line in example_plan(example):
            common.say(line)
        return
    if verify is not None:
        folder = str(plan) if plan is not None and plan.is_dir() else None
        verified(*request_of(said, folder, plan), verify, json)
        return
    run_through(*merged(said, plan), json)
