"""The command `tilewright`: what comes before any of its commands, and the help of all.

Each command lives in a file of its own, which is imported when the command is named, and imports the engine only when
it runs; data/core/settings.toml lists them.
"""

from __future__ import annotations

from itertools import groupby
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from .shared import common, output
from .shared.lazy_commands import LazyCommands
from .shared.options import Debug
from .shared.plain_values import plain
from .shared.versions import print_versions
from .table.menu import follow, possible

NAME = "tilewright"
WHOLE = 200
"""More letters than the first sentence of any command has: it is not cut off."""


class Group(TyperGroup):
    """Some commands, each imported when it is named."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.commands: Any = LazyCommands("" if self.name == NAME else str(self.name), Group, follow)

    def get_params(self, ctx: Any) -> Any:
        return plain(super().get_params(ctx))

    def list_commands(self, ctx: Any) -> list[str]:
        return [*self.commands]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands below their headings, each with its first sentence."""
        for heading, names in groupby(self.commands, self.commands.under.__getitem__):
            with formatter.section(heading):
                formatter.write_dl([(name, self.commands[name].get_short_help_str(WHOLE)) for name in names])


class Commands(Group):
    """All commands; also what typer itself prints, such as a wrong word of the command line, drives no terminal.

    At a terminal, the menu opens where nothing says what to do or to play; elsewhere these words give help.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        if args in ([], ["play"]) and not ctx.resilient_parsing and possible():
            args = ["menu"]
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        found = next(iter(args), "")
        if found not in self.commands:
            if found == "help":
                ctx.fail("-h lists the commands; COMMAND -h explains one.")
            from ..rules.plugins import found as installed

            if found.lower() in installed("game"):
                ctx.fail(f"'{found}' is a game, not a command. To play it: tilewright play {found.lower()}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:  # the prefix of the library that reads values
            error.message = error.message.removeprefix("Value error, ")
            raise

    def main(self, *args: Any, **given: Any) -> Any:
        with output.kept(forever=given.get("standalone_mode", True)):
            try:
                return super().main(*args, **given)
            except OSError as error:
                output.discard()
                common.note(f"stdout cannot be written: {error.strerror}")
                raise SystemExit(1) from None


app = typer.Typer(
    cls=Commands,
    name=NAME,
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        print_versions()
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Print the version, and that of each plugin."
        ),
    ] = False,
    debug: Debug = False,
) -> None:
    """Play, study and write tile-laying games.

    At a terminal, tilewright alone opens a menu. Or begin with: tilewright games. Then: tilewright play GAME (you
    against a bot). Add -h to any command for its options.
    """
