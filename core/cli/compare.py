"""`compare`: what a rule change does, with an interval around it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from . import common
from .common import Data, Edition, Json, Lang, Language, Modules, Settings, Start


def compare(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="The game; a plan file may name it.", show_default=False),
    ] = None,
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FILE]...", help="With --exact: records and scenes to play again.", show_default=False
        ),
    ] = None,
    a: Annotated[
        str | None,
        typer.Option("--a", metavar="WORDS", help="The base: what it changes; nothing unless given."),
    ] = None,
    b: Annotated[
        str | None,
        typer.Option(
            "--b",
            metavar="WORDS",
            help="The variant: NAME=VALUE with=M1,M2 without=M edition=E data=DIR game=G, separated by blanks.",
        ),
    ] = None,
    variant: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME:WORDS", help="A further variant with a name of its own; repeatable."),
    ] = None,
    question: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="What you want to know, as the title of the report."),
    ] = None,
    each: Annotated[
        bool, typer.Option("--each", help="Every single change of the base: options and modules.")
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
            help="Casts separated by ; and their bots by , as in greedy;random;greedy,search:40.",
        ),
    ] = None,
    players: Annotated[int | None, typer.Option(min=1, metavar="N", help="How many players.")] = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Rotate seats even where all bots are the same.")
    ] = False,
    blocks: Annotated[
        int | None, typer.Option(metavar="N", help="Blocks to play (400); with --sequential the most (2000).")
    ] = None,
    sequential: Annotated[
        bool, typer.Option("--sequential", help="Stop as soon as the evidence suffices; one primary metric.")
    ] = False,
    effect: Annotated[
        float | None,
        typer.Option(metavar="SD", help="With --sequential: the effect to tell from none (0.1 SD)."),
    ] = None,
    primary: Annotated[
        str | None,
        typer.Option(metavar="M1,M2", help="The metrics that the question is about, three at most."),
    ] = None,
    margin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="METRIC=X",
            help="A difference up to X does not matter: equivalence is tested; repeatable.",
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
        typer.Option(metavar="M1,M2", help="What to measure, such as score,source.*; all unless given."),
    ] = None,
    aa: Annotated[
        bool, typer.Option("--aa", help="Also the base against itself, on blocks of other luck.")
    ] = False,
    exact: Annotated[
        bool, typer.Option("--exact", help="Play records or scenes again: where do the rules part, and why?")
    ] = False,
    plan: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A plan in YAML: all that stands here, written before the run."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="A folder for blocks, report and failed games; goes on there."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Processes (1); results do not depend on it.")
    ] = None,
    engine: Annotated[
        str | None, typer.Option(metavar="ENGINE", help="local, dask, or dask:ADDRESS of a scheduler.")
    ] = None,
    fail_if: Annotated[
        str | None,
        typer.Option(
            metavar="EXPR", help="Exit code 6 where it holds: differs, not equivalent, METRIC > X ..."
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
        typer.Option(envvar="TILEWRIGHT_SEED", metavar="N", help="The same seed gives the same blocks."),
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Of many variants all results, not only the first screen.")
    ] = False,
    json: Json = False,
    lang: Language = Lang.en,
) -> None:
    """Say what a rule change does.

    The same blocks of games are played under each ruleset. Options after GAME (--with, --set ...) go for all variants.
    Exit code 6: --fail-if is met; 1: games failed. An interrupted run with --out goes on with the same command.

    Example: tilewright compare GAME --b "NAME=VALUE" --bots greedy --blocks 400 --seed 1 --out DIR
    """
    installed("compare")
    from ..lab import asked as asking

    said = asking.Asked(
        question=question,
        game=game,
        with_=common.names(modules) or None,
        edition=edition,
        set_={name: str(value) for name, value in common.settings(settings).items()} or None,
        data=str(data.resolve()) if data is not None else None,
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
        aa=aa or None,
        from_=start,
        seed=seed,
        fail_if=fail_if,
        workers=workers,
        engine=engine,
        out=str(out) if out is not None else None,
    )
    asked = asking.merged(said, plan)
    if exact:
        from .exactly import exactly

        exactly(asked, files or (), json)
    elif files:
        raise common.usage(
            f"{files[0]}: files are for --exact; a plan is --plan FILE, a position --from FILE"
        )
    else:
        from .comparing import run_through

        run_through(asked, yes, json, lang.value, verbose)


def installed(command: str) -> None:
    """UsageError that names what to install where the command's libraries are not there."""
    from importlib.util import find_spec

    for library in ("numpy", "scipy", "statsmodels"):
        if find_spec(library) is None:
            raise common.usage(f'{command} needs {library}: pip install "tilewright[lab]"')


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
