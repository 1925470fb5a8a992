"""The command line: one file for each command, in folders by who types it. No file names a game.

Each command lives in a file of its own and imports the engine only when it runs; data/core/settings.toml lists them.
"""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ..base.version import __version__
from ..lab.study.settings import commands, groups
from .shared import common, output
from .shared.options import Debug
from .table.menu import follow, possible


class Commands(TyperGroup):
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
    name="tilewright",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
# A group's callback makes one of a single command, too.
_groups = {
    name: typer.Typer(no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False, help=about)
    for name, about in groups().items()
}
for _name, _group in _groups.items():
    _group.callback()(lambda: None)
    app.add_typer(_group, name=_name)
# A file may have the class that reads its command line, `CommandLine`.
for _place, _more in commands().items():
    _file, _, _name = _place.partition(":")
    _module = import_module(f".{_file}", __name__)
    _above = _groups.get(_more.get("group", ""), app)
    _above.command(no_args_is_help=not _more.get("bare"), cls=getattr(_module, "CommandLine", None))(
        common.guarded(getattr(_module, _name or _file.rpartition(".")[2]), follow)
    )


def _version(asked: bool) -> None:
    if not asked:
        return
    from ..rules.plugins import GROUPS, found

    common.say(f"tilewright {__version__}")
    for kind in GROUPS:
        for plugin in found(kind).values():
            if plugin.source != "tilewright":
                common.say(f"  {kind} {plugin.name}: {plugin.source}")
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
