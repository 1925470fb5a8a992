"""The options that several commands take, each with its help."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ...base import limits
from ...base.errors import UsageError

DEBUG = "TILEWRIGHT_DEBUG"


class Lang(StrEnum):
    """Languages of names and sentences."""

    en = "en"
    de = "de"
    pl = "pl"


class HelpLevel(StrEnum):
    """How much the table tells about moves before they are played."""

    full = "full"
    previews = "previews"
    none = "none"


Modules = Annotated[
    str | None, typer.Option("--with", metavar="M1,M2", help="Modules (expansions), separated by commas.")
]
Edition = Annotated[
    str | None, typer.Option(metavar="NAME", help="A named set of options; see the games command.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Set an option, or a value in the data: data:FILE.PATH=VALUE; repeatable.",
    ),
]
Data = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="A folder with files that replace the game's files of the same name; none: the shipped files, even if "
        "you have put your own in place (see the box command).",
    ),
]


def read_seed(text: str) -> int:
    """Return the seed that was typed."""
    try:
        return limits.seed(str(text))
    except UsageError as error:
        shown = text if len(str(text)) <= 40 else f"{str(text)[:37]}..."
        raise typer.BadParameter(f"'{shown}' is not a seed: {error}") from None


def number_of(what: str, such_as: str) -> Callable[[str], float]:
    """Return the function that reads a number, which may have a fraction, and says what it counts if it cannot."""

    def read(text: str) -> float:
        try:
            return float(text)
        except ValueError:
            shown = text if len(text) <= 40 else f"{text[:37]}..."
            raise typer.BadParameter(
                f"'{shown}' is not a number of {what}; write one such as {such_as}"
            ) from None

    return read


read_minutes = number_of("minutes", "5")
"""Reads the minutes of a training."""
Seed = Annotated[
    int | None,
    typer.Option(
        parser=read_seed,
        envvar="TILEWRIGHT_SEED",
        metavar="N",
        help="The same seed gives the same game (random by default).",
    ),
]
FirstSeed = Annotated[
    int,
    typer.Option(parser=read_seed, envvar="TILEWRIGHT_SEED", metavar="N", help="Seed of the first game."),
]
Workers = Annotated[
    int,
    typer.Option(
        min=1, max=limits.WORKERS, metavar="N", help="Number of processes; it does not change the results."
    ),
]
Plain = Annotated[
    bool,
    typer.Option(
        "--plain", envvar="TILEWRIGHT_PLAIN", help="No colour and no redrawing, for pipes and screen readers."
    ),
]
Language = Annotated[
    Lang, typer.Option("--lang", envvar="TILEWRIGHT_LANG", help="Language of names and sentences.")
]
Line = Annotated[
    bool, typer.Option("--line", help="Line by line at a prompt, instead of full screen; so is --plain.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Start = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="SCENE|RECORD@N",
        help="Begin from a position: a scene file, or RECORD@N (the record after N decisions).",
    ),
]
Debug = Annotated[bool, typer.Option("--debug", envvar=DEBUG, help="Show tracebacks.")]
Helping = Annotated[
    HelpLevel,
    typer.Option(
        "--help-level",
        help="For all players, and written in the record: what a move would bring, hints and moves tried in a copy; "
        "previews of what it would bring alone; or none of them.",
    ),
]
