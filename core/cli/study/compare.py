"""`compare`: measure what a rule change does, with confidence intervals."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from ...lab.study.settings import ComparisonRequest
from ..shared import common
from ..shared.options import ENGLISH, Json, Language
from .compare_adapt import MINUTES, number
from .flags import PlanFile, Yes, request
from .verify import Verify, request_of


class Compare(TyperCommand):
    """The command; `--adapt` may come without its minutes."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        given = list(args)
        for n, word in enumerate(args[:-1] if "--" not in args else args[: args.index("--")]):
            if word == "--adapt" and not number(args[n + 1]):
                given[n] = f"--adapt={MINUTES:g}"
        if args[-1:] == ["--adapt"]:
            given[-1] = f"--adapt={MINUTES:g}"
        return super().parse_args(ctx, given)


@request(files="game", exact="adapt_budget", plan="exact", yes="fail_if", verify="out")
def compare(
    said: ComparisonRequest,
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FILE]...", help="With --exact: records and scenes to replay.", show_default=False
        ),
    ] = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Replay records or scenes: where do the rules differ, and why?")
    ] = False,
    plan: PlanFile = None,
    yes: Yes = False,
    verify: Verify = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Print the results of all variants, not only the first screen.")
    ] = False,
    json: Json = False,
    lang: Language = ENGLISH,
) -> None:
    """Measure what a rule change does.

    Plays the same blocks of games under each ruleset. Options after GAME (--with, --set ...) apply to all variants.
    Exit code 6 if --fail-if is met, 1 if games failed. To continue an interrupted run with --out, repeat the command.

    Examples: tilewright compare GAME --b "NAME=VALUE" --bots greedy --blocks 400 --seed 1 --out DIR;
    tilewright compare DIR --verify 20
    """
    from ...lab.games.libraries import installed

    installed("compare")
    from ...lab.study.request import merged
    from ...training.request import once

    if verify is not None:
        from .compare_run import verified

        verified(request_of(said, said.game, plan)[0], verify, json)
        return
    asked, _ = merged(said, plan)
    once(said, asked)
    if exact and (asked.adapt is not None or asked.adapt_budget is not None):
        raise common.usage(
            "--exact replays games that were played; nobody learns there, so leave --adapt out"
        )
    if exact:
        from .compare_exact import exactly

        exactly(asked, files or (), json)
    elif files:
        for flag, words in (("--a", said.a), ("--b", said.b)):
            if words is not None and words.split()[-1:] and "=" not in words.split()[-1]:
                meant = f'{flag} "{words}={files[0]}"' if " " in words else f"{flag} {words}={files[0]}"
                raise common.usage(
                    f"{flag} {words} {files[0]}: options are written NAME=VALUE; did you mean {meant}?"
                )
        minutes = (
            f"; the minutes of --adapt are a number, such as {MINUTES:g}" if said.adapt is not None else ""
        )
        raise common.usage(
            f"{files[0]}: files are only for --exact; name a plan with --plan FILE, a position with --from FILE"
            f"{minutes}"
        )
    else:
        from .compare_run import run_through

        run_through(asked, yes, json, lang.value, verbose)
