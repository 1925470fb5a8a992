"""`compare`: measure what a rule change does, with confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from ...base import limits
from ...lab.games.libraries import installed
from ..shared import common
from ..shared.options import (
    Data,
    Edition,
    Json,
    Lang,
    Language,
    Modules,
    Settings,
    Start,
    number_of,
    read_minutes,
    read_seed,
)
from .compare_adapt import MINUTES, number


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


def compare(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="The game; a plan file can name it instead.", show_default=False),
    ] = None,
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FILE]...", help="With --exact: records and scenes to replay.", show_default=False
        ),
    ] = None,
    a: Annotated[
        str | None,
        typer.Option(
            "--a", metavar="WORDS", help="Changes that make the base, written as for --b (none by default)."
        ),
    ] = None,
    b: Annotated[
        str | None,
        typer.Option(
            "--b",
            metavar="WORDS",
            help="The variant: NAME=VALUE with=M1,M2 without=M edition=E data=DIR game=G, separated by spaces.",
        ),
    ] = None,
    variant: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME:WORDS", help="Another variant, with its own name; repeatable."),
    ] = None,
    question: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Your question; it becomes the title of the report."),
    ] = None,
    each: Annotated[
        bool, typer.Option("--each", help="Try every single change to the base: each option and each module.")
    ] = False,
    factorial: Annotated[
        str | None,
        typer.Option(
            metavar="F1,F2", help="All combinations of modules or NAME=VALUE, with their interactions."
        ),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="PANEL",
            help="Casts separated by ; and the bots of a cast by , as in greedy;random;greedy,search:40.",
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option(min=1, max=limits.PLAYERS, metavar="N", help="Number of players.")
    ] = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Rotate seats even if all bots are the same.")
    ] = False,
    blocks: Annotated[
        int | None,
        typer.Option(
            max=limits.GAMES, metavar="N", help="Number of blocks (400); with --sequential at most (2000)."
        ),
    ] = None,
    sequential: Annotated[
        bool,
        typer.Option("--sequential", help="Stop as soon as the evidence suffices; needs one primary metric."),
    ] = False,
    effect: Annotated[
        float | None,
        typer.Option(
            parser=number_of("standard deviations", "0.1"),
            metavar="SD",
            help="With --sequential: the smallest effect to detect (0.1 SD).",
        ),
    ] = None,
    primary: Annotated[
        str | None,
        typer.Option(metavar="M1,M2", help="The metrics that answer the question (at most three)."),
    ] = None,
    margin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="METRIC=X",
            help="Differences up to X do not matter: test for equivalence; repeatable.",
        ),
    ] = None,
    smallest: Annotated[
        list[str] | None,
        typer.Option(
            metavar="METRIC=X", help="The smallest difference worth finding, for the forecast; repeatable."
        ),
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option(
            metavar="M1,M2", help="What to measure, such as score,source.* (by default everything)."
        ),
    ] = None,
    covariates: Annotated[
        str | None,
        typer.Option(
            metavar="C1,C2", help="Adjust means for what was dealt, such as scoring.* (docs/laboratory.md)."
        ),
    ] = None,
    aa: Annotated[
        bool, typer.Option("--aa", help="Also compare the base with itself, on blocks with different luck.")
    ] = False,
    adapt: Annotated[
        float | None,
        typer.Option(
            parser=read_minutes,
            metavar="[MINUTES]",
            help="Train players for each ruleset, so long each (5): adapted ones play, and those trained as printed.",
        ),
    ] = None,
    adapt_budget: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT", help="The games of that training, as an earlier run said, to repeat it exactly."
        ),
    ] = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Replay records or scenes: where do the rules differ, and why?")
    ] = False,
    plan: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="A plan in YAML: all of these settings, written down before the run."
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
    fail_if: Annotated[
        str | None,
        typer.Option(
            metavar="EXPR", help="Exit code 6 if this holds: differs, not equivalent, METRIC > X ..."
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before a long run.")] = False,
    start: Start = None,
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
            help="The same seed gives the same blocks.",
        ),
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Print the results of all variants, not only the first screen.")
    ] = False,
    json: Json = False,
    lang: Language = Lang.en,
) -> None:
    """Measure what a rule change does.

    Plays the same blocks of games under each ruleset. Options after GAME (--with, --set ...) apply to all variants.
    Exit code 6 if --fail-if is met, 1 if games failed. To continue an interrupted run with --out, repeat the command.

    Example: tilewright compare GAME --b "NAME=VALUE" --bots greedy --blocks 400 --seed 1 --out DIR
    """
    installed("compare")
    from ...lab.study import request as asking
    from ...training.request import once

    said = asking.Asked(
        question=question,
        game=game,
        with_=common.names(modules) or None,
        edition=edition,
        set_={name: str(value) for name, value in common.settings(settings).items()} or None,
        data=common.folder(data),
        a=a,
        b=b,
        variants=_named(variant),
        each=each or None,
        factorial=_words(factorial) or None,
        bots=bots,
        players=players,
        rotate=rotate or None,
        blocks=blocks,
        sequential=sequential or None,
        effect=effect,
        primary=common.names(primary) or None,
        margins=_numbers("--margin", margin),
        smallest=_numbers("--smallest", smallest),
        metrics=common.names(metrics) or None,
        covariates=common.names(covariates) or None,
        aa=aa or None,
        adapt=adapt,
        adapt_budget=adapt_budget,
        from_=start,
        seed=seed,
        fail_if=fail_if,
        workers=workers,
        engine=engine,
        out=str(out) if out is not None else None,
    )
    asked = asking.merged(said, plan)
    once(said, asked)
    if exact and (asked.adapt is not None or asked.adapt_budget is not None):
        raise common.usage(
            "--exact replays games that were played; nobody learns there, so leave --adapt out"
        )
    if exact:
        from .compare_exact import exactly

        exactly(asked, files or (), json)
    elif files:
        for flag, words in (("--a", a), ("--b", b)):
            if words is not None and words.split()[-1:] and "=" not in words.split()[-1]:
                meant = f'{flag} "{words}={files[0]}"' if " " in words else f"{flag} {words}={files[0]}"
                raise common.usage(
                    f"{flag} {words} {files[0]}: options are written NAME=VALUE; did you mean {meant}?"
                )
        minutes = f"; the minutes of --adapt are a number, such as {MINUTES:g}" if adapt is not None else ""
        raise common.usage(
            f"{files[0]}: files are only for --exact; name a plan with --plan FILE, a position with --from FILE"
            f"{minutes}"
        )
    else:
        from .compare_run import run_through

        run_through(asked, yes, json, lang.value, verbose)


def _words(given: str | None) -> list[str]:
    return [word.strip() for word in (given or "").split(",") if word.strip()]


def _named(given: Sequence[str] | None) -> dict[str, str] | None:
    found: dict[str, str] = {}
    for word in given or ():
        name, colon, text = word.partition(":")
        if not colon or not name.strip():
            raise common.usage(f"--variant {word}: write it as NAME:WORDS")
        if name.strip() in found:
            raise common.usage(f"--variant {name.strip()} is given twice")
        found[name.strip()] = text.strip()
    return found or None


def _numbers(flag: str, given: Sequence[str] | None) -> dict[str, float] | None:
    found: dict[str, float] = {}
    for word in given or ():
        name, equals, value = word.partition("=")
        try:
            found[name.strip()] = float(value)
        except ValueError:
            equals = ""
        if not equals or not name.strip():
            raise common.usage(f"{flag} {word}: write it as METRIC=NUMBER")
    return found or None
