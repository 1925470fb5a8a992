"""Shared by all commands: errors with their exit codes, names on the command line, notes.

The engine is imported only when a command needs it, so that help and `--version` are quick.
"""

from __future__ import annotations

import functools
import inspect
import os
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import attrs
import typer

from ...base.brief import brief
from ...base.errors import InvalidFile, TilewrightError, UsageError
from ...base.sanitize import json_text
from . import output
from .options import Debug, described, helped, spread
from .output import say as say

if TYPE_CHECKING:
    from ...rules.ruleset import Rules
    from .terminal import Terminal


class Stopped(Exception):
    """Raised to end the command with this exit code, once every message has been printed.

    `errors` are those that were reported; `--debug` shows where they come from.
    """

    def __init__(self, code: int, errors: Sequence[BaseException] = ()) -> None:
        self.code, self.errors = code, errors
        super().__init__(code)


class Back(Exception):
    """Raised to return from a copy in which a person tries moves out."""


class Crash(Exception):
    """A game or bot has failed; `what` says where, `then` what is saved and which command repeats it."""

    def __init__(self, what: str, then: str = "") -> None:
        self.what, self.then = what, then
        super().__init__(what, then)


def guarded(
    function: Callable[..., Any], then: Callable[[Any], None] = lambda answer: None
) -> Callable[..., None]:
    """Return the command with `--debug` added and every error turned into a sentence on stderr and an exit code.

    `then` is called with what the command returns.
    """
    function = spread(function)
    signature = described(function)
    debug = inspect.Parameter("debug", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=Debug)
    context = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)

    @functools.wraps(function)
    def run(*args: Any, context: typer.Context, debug: bool = False, **given: Any) -> None:
        output.part()
        debug = debug or bool(context.find_root().params.get("debug"))  # tilewright --debug play ...
        try:
            then(function(*args, **given))
            output.flush()
        except (typer.Exit, typer.Abort, typer.BadParameter, output.Unwritten):
            raise
        except Stopped as stopped:
            for error in stopped.errors if debug else ():
                traced(error)
            raise typer.Exit(stopped.code) from None
        except BrokenPipeError:
            output.discard()
            raise typer.Exit(0) from None
        except KeyboardInterrupt:
            note("interrupted")
            raise typer.Exit(130) from None
        except BaseException as error:  # a stranger's sys.exit, for example
            code = failed(error, debug)
            raise typer.Exit(code) from None

    whole = signature.replace(parameters=[*signature.parameters.values(), debug, context])
    run.__signature__ = whole  # type: ignore[attr-defined]
    run.__doc__ = helped(function)
    # Evaluated once: typer would evaluate the text of each of hundreds of annotations again, twice.
    run.__annotations__ = {name: one.annotation for name, one in whole.parameters.items()}
    return run


def failed(error: BaseException, debug: bool) -> int:
    """Print the error on stderr and return its exit code."""
    from ...base.files import reason
    from ...base.plugin_errors import said

    if debug:
        traced(error)
    if isinstance(error, InvalidFile):
        for line in error.said:
            told(line)
        return error.exit_code
    if isinstance(error, OSError) and error.filename is not None:
        told(brief(f"{error.filename}: {reason(error)}"))  # a name that the system does not take
        return 2
    if isinstance(error, TilewrightError):
        told(str(error))
        return error.exit_code
    if isinstance(error, Crash):
        told(error.what)
        note(error.then)
        return 1
    told(f"unexpected error: {said(error)}")
    if not debug:
        note(f"this is a bug; to see where it happened, run: {again('--debug')}")
    return 1


def traced(error: BaseException) -> None:
    """Print the traceback of the error on stderr."""
    import traceback

    told("".join(traceback.format_exception(error)).rstrip())


def again(*more: str) -> str:
    """Return the command line that was given, with further words, quoted for a shell."""
    return shlex.join(["tilewright", *sys.argv[1:], *more])


def note(*lines: str) -> None:
    """Print lines on stderr: prompts, progress, notes, errors."""
    try:
        for line in lines:
            output.note(line)
    except BrokenPipeError:
        raise
    except (OSError, ValueError):
        pass


def told(text: str) -> None:
    """Print what an error says on stderr, which may be several lines."""
    note(*output.lines(text))


def emit(thing: object) -> None:
    """Print one JSON object on a line of stdout."""
    output.say(json_text(thing, encoding=output.out().encoding or "utf-8"))
    output.flush()


def fields(of: object, *names: str) -> dict[str, Any]:
    """Return these attributes by name, as `--json` prints them."""
    return {name: getattr(of, name) for name in names}


def usage(message: str) -> Exception:
    """Return an error of wrong usage (exit code 2)."""
    return UsageError(message)


def counted(number: int, noun: str) -> str:
    """Return `1 decision`, `2 decisions`."""
    return f"{number} {noun}{'s' * (number != 1)}"


def either(words: Sequence[str]) -> str:
    """Return `a`, `a or b`, `a, b or c`."""
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def both(words: Sequence[str]) -> str:
    """Return `a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def settings(given: Sequence[str] | None) -> dict[str, object]:
    """Return NAME=VALUE words as a dict; UsageError if one says nothing, or two say different things of one name."""
    found: dict[str, object] = {}
    for word in given or ():
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise usage(f"--set {word}: write it as NAME=VALUE")
        if found.setdefault(name, value) != value:
            raise usage(twice(f"--set {name}", found[name], value))
    return found


def twice(what: str, first: object, second: object) -> str:
    """Return the sentence for a name that has two different values."""
    return f"{what} is given twice, as {first} and as {second}: leave one of them out"


def names(given: str | None) -> list[str]:
    """Return the names in a list separated by commas."""
    return [name.strip() for name in (given or "").split(",") if name.strip()]


def folder(data: Path | None) -> str | None:
    """Return the folder of data as requests name it; `none`, the shipped data, as it is."""
    from ...base import files
    from ...text.folder import SHIPPED

    return None if data is None else SHIPPED if str(data) == SHIPPED else files.real(data)


def seeded(seed: int | None) -> int:
    """Return the seed given, or else one of 128 random bits, which no bot can guess; it is printed on stderr."""
    if seed is not None:
        return seed
    seed = drawn()
    note(f"seed {seed} (random; --seed {seed} repeats it)")
    return seed


def drawn() -> int:
    """Return a seed of 128 random bits."""
    import secrets

    return secrets.randbits(128)


def bot_text(text: str, rules: Rules | None = None) -> str:
    """Return a bot as records name it: a level with the bot that plays it under these rules, a path made absolute."""
    if text.startswith("exec:"):
        from ...bots import parted
        from ...bots.human_error import warmth
        from ...outside.program_name import ProgramName

        whole, banned = parted(text)
        name, _ = warmth(whole)
        return "!".join((ProgramName.read(name).absolute() + whole.removeprefix(name), *banned))
    from ...base import files

    if ".py:" in text:
        path, _, name = text.rpartition(":")
        return f"{files.real(path)}:{name}"
    if "learned:" in text:
        from ...bots import learned_from

        if file := learned_from(text):
            before, sign, after = text.partition("learned:")
            return f"{before}{sign}{files.real(file)}{after.removeprefix(file)}"
    if rules is not None:
        from ...bots import levels

        return levels.settled(text, rules)
    return text


def bot_shown(text: str) -> str:
    """Return a bot as people read it: a path in this folder as they would type it."""
    return text.replace(os.path.join(os.getcwd(), ""), "")


def bots_shown(texts: Sequence[str]) -> tuple[list[str], str]:
    """Return the bots as a table shows them, levels by their names, and a line that says which bots play these.

    The line is "" without levels. Two bots that would have the same name are shown in full.
    """
    from ...bots import levels

    told, found = {text: levels.spoken(text) for text in texts}, dict[str, str]()
    shown = []
    for text in texts:
        name = told[text] if [*told.values()].count(told[text]) == 1 else text
        if name != text:
            found[name.partition("!")[0]] = levels.bot(text.partition("!")[0])
        shown.append(bot_shown(name))
    return shown, f"levels: {', '.join(f'{name} is {bot}' for name, bot in found.items())}" if found else ""


def home() -> Path:
    """Return the folder of saved games."""
    from platformdirs import user_data_path

    return user_data_path("tilewright", appauthor=False) / "games"


def learned() -> Path:
    """Return the folder in which players that were trained for a comparison are kept, to be used again."""
    from platformdirs import user_cache_path

    return user_cache_path("tilewright", appauthor=False) / "learned"


def games() -> Path:
    """Return the folder of games that comparisons have played, to be used again."""
    return learned().parent / "blocks"


def command(*words: str | Path) -> str:
    """Return a `tilewright` command, quoted for a shell."""
    return shlex.join(["tilewright", *map(str, words)])


def paragraph(text: str) -> None:
    """Print plain text, broken at the terminal's width; lines after the first are indented."""
    terminal(plain=True).wrapped(text, "", "  ")


def terminal(plain: bool = False) -> Terminal:
    """Return the terminal as it is now, with `--plain` or without."""
    from .terminal import Terminal

    return Terminal.here(plain)


@attrs.frozen
class NextCommand:
    """A command that follows the one that returns it, since people ask for it at the end of a match or a replay."""

    name: Literal["play", "rematch", "learn", "menu"]
    given: Mapping[str, Any] = attrs.field(factory=dict)
    """The arguments of the command's function."""
