"""Writes docs/cli.md and a page of each command in docs/commands from the commands themselves.

python docs/cli.py            # writes the pages again; a test compares them
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from itertools import groupby
from pathlib import Path
from typing import Any, get_args

import typer

from tilewright.core.cli.app import WHOLE, Group, app
from tilewright.core.table.commands import listed

PAGE = Path(__file__).with_name("cli.md")
FOLDER = Path(__file__).with_name("commands")
HEAD = """# The command line

Every command has `--help` (or `-h`), which prints the text of its page, and `--debug`, which shows tracebacks. Results
go to stdout; prompts, progress, notes and the seed go to stderr, and so does what plugins and bots print. With `--json`
a command prints one object. Text from files, plugins and typed lines shows what is not printable as an escape. Names of
commands and options, the keys of JSON and the exit codes are stable: see [stability.md](stability.md).

`tilewright --version` prints our version and that of each plugin. `--install-completion` teaches your shell to complete
commands and options.

| exit code | meaning |
| --- | --- |
| 0 | done |
| 1 | unexpected, or a check found something |
| 2 | wrong usage, or a file named there is missing or cannot be written |
| 3 | a data, config, scene, record or plugin file is invalid, or a program breaks the protocol |
| 4 | an illegal move from a script, a replay that diverges, or a run that --verify plays otherwise |
| 5 | a record from an incompatible version |
| 6 | `compare --fail-if` is met |
| 7 | a record fits as far as it can be compared, but its states cannot be compared |
| 130 | Ctrl-C, SIGTERM in long work, end of input in mid-game; the match is saved; it says how to go on |

`NO_COLOR`, `--plain` or a pipe give plain text, one line after another. This page and those of the
commands are written by `python docs/cli.py`.
"""
PROMPT = """## At the prompt

In `play` and `resume` you can type these instead of a move, in English or in the language of `--lang`. A move may be
typed as its letter on the board, as a name or a coordinate, or in full; see [table.md](table.md).
"""


def plain(default: object) -> str:
    """Write a default as it would be typed; "" if there is none worth stating."""
    if isinstance(default, Enum):
        return str(default.value)
    if default is None or isinstance(default, bool) or callable(default) or default in ((), [], ""):
        return ""
    return str(default)


def kind(parameter: Any, annotation: object) -> str:
    """Return the placeholder after an option's name: `N`, `FILE`, the possible words; "" for a flag."""
    if parameter.metavar:
        return str(parameter.metavar)
    types = [annotation, *get_args(annotation)]
    for one in types:
        if isinstance(one, type) and issubclass(one, Enum):
            return "|".join(str(value.value) for value in one)
    if bool in types:
        return ""
    return next((word for kind, word in ((int, "N"), (float, "X"), (Path, "FILE")) if kind in types), "TEXT")


def rows(command: Any, function: Callable[..., None]) -> Iterator[tuple[str, str, str]]:
    """Yield for each argument and option of a command its kind, how it is written, and what it does."""
    annotations = {
        name: get_args(one.annotation)[0] if hasattr(one.annotation, "__metadata__") else one.annotation
        for name, one in inspect.signature(function).parameters.items()
    }
    for parameter in command.params:
        if parameter.name in ("debug", "help") or getattr(parameter, "hidden", False):
            continue
        word = kind(parameter, annotations[parameter.name])
        said = str(parameter.help or "")
        if parameter.param_type_name == "argument":
            many = " ..." if parameter.nargs == -1 else ""
            yield "argument", f"`{parameter.metavar or parameter.name.upper()}`{many}", said
            continue
        written = ", ".join(f"`{name}`" for name in (*parameter.opts, *parameter.secondary_opts))
        default = plain(parameter.default)
        notes = [f"default `{default}`"] if default else []
        notes += ["required"] if parameter.required else []
        notes += [f"or `{parameter.envvar}` in the environment"] if parameter.envvar else []
        if notes:
            said = f"{said} ({'; '.join(notes)})"
        yield "option", f"{written} `{word}`" if word else written, said


def cell(text: str) -> str:
    """Escape a text for a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def table(head: str, lines: list[tuple[str, str]]) -> str:
    """Return a Markdown table of two columns."""
    return "\n".join([f"| {head} | |", "| --- | --- |", *(f"| {cell(a)} | {cell(b)} |" for a, b in lines)])


def prose(doc: str) -> str:
    """Return a command's docstring with its examples as code blocks."""
    parts = []
    for part in doc.split("\n\n"):
        head, colon, commands = " ".join(part.split()).partition(": ")
        shown = colon and head in ("Example", "Examples")
        parts.append("```sh\n" + commands.replace("; ", "\n") + "\n```" if shown else part)
    return "\n\n".join(parts)


def described(name: str, command: Any, level: str = "#") -> str:
    """Return what there is to say of a command, below a heading of this level."""
    function = command.callback
    found = list(rows(command, function))
    parts = [f"{level} tilewright {name}", prose(inspect.getdoc(function) or "")]
    for what in ("argument", "option"):
        lines = [(written, said) for one, written, said in found if one == what]
        if lines:
            parts.append(table(what, lines))
    return "\n\n".join(parts) + "\n"


def commands() -> Mapping[str, Any]:
    """Return the commands, and groups of them, by name in the order of the help."""
    whole: Any = typer.main.get_command(app)
    found: Mapping[str, Any] = whole.commands
    return found


def pages() -> dict[str, str]:
    """Return the page of each command, or group of commands, by name."""
    return {
        name: "\n".join(
            [f"# tilewright {name}\n\n{command.help}\n"]
            + [described(f"{name} {inner}", one, "##") for inner, one in command.commands.items()]
        )
        if isinstance(command, Group)
        else described(name, command)
        for name, command in commands().items()
    }


def page() -> str:
    """Return the page that leads to all of them."""
    parts = [HEAD]
    found: Any = commands()
    for heading, names in groupby(found, found.under.__getitem__):
        lines = [(f"[{name}](commands/{name}.md)", found[name].get_short_help_str(WHOLE)) for name in names]
        parts.append(f"## {heading}\n\n{table('command', lines)}\n")
    said = [(f"`{name}`", does) for name, does in listed().items()]
    parts.append(f"{PROMPT}\n{table('type', said)}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.md"):
        path.unlink()
    for name, text in pages().items():
        (FOLDER / f"{name}.md").write_text(text, "utf-8")
