"""`schema`: what editors and assistants need to complete and check YAML files, as JSON schemas."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from ...lab.study import requests, settings
from ..shared import common, output

if TYPE_CHECKING:
    from ...editor.ruleset_schema import Known
    from ...text.schema import Schema


class Planned(StrEnum):
    """Commands that read plan files."""

    compare = "compare"
    content = "content"
    design = "design"


def scene(game: str | None = None, modules: str | None = None) -> None:
    """Print the schema of scenes."""
    from ...editor.scene_schema import scenes

    _print(scenes(_known(game, modules)))


def plan(
    command: Planned,
    game: str | None = None,
    modules: str | None = None,
) -> None:
    """Print the schema of plan files of a command."""
    from ...editor.option_schema import plan as of_plan
    from ..study import compare, content, design

    kind, function = {
        Planned.compare: (requests.ComparisonRequest, compare.compare),
        Planned.content: (requests.ContentRequest, content.content),
        Planned.design: (requests.DesignRequest, design.design),
    }[command]
    about = {settings.key_of(name): one.help for name, one in settings.settings_of(kind).items()}
    about[""] = str(function.__doc__).split("\n")[0]
    _print(of_plan(kind, f"plans of tilewright {command.value}", about, _known(game, modules)))


def options(game: str, modules: str | None = None) -> None:
    """Print the schema of a game's options, with those of its modules: types, values, defaults, rules."""
    from ...editor.option_schema import options as of_options
    from ...text import schema as schemas

    known = _played(game, modules)
    _print(schemas.document(of_options(known.options), f"options of {known.game.title}", {}))


def data(
    what: str,
    file: str,
) -> None:
    """Print the schema of a data file of a game or module."""
    from ...editor import package_schemas
    from ...text.strict import near

    with package_schemas.opened(what) as opened:
        known = opened.known()
        found = {name: schema for (_, name), schema in reversed(package_schemas.data(opened, known).items())}
        if file not in found:
            if known.problem is not None:
                raise known.problem
            raise common.usage(f"{what} reads no file {file!r}{near(file, found)}")
        _print(found[file])


def package(
    what: str,
    out: Path,
) -> None:
    """Write the schemas of a package to a folder: of its data files and of scenes."""
    from ...editor import package_schemas as packages

    with packages.opened(what) as opened:
        known = opened.known()
        made = packages.files(opened, known)
        packages.write(made, out)
        for file in packages.unread(opened, known) if known.problem is None else ():
            common.note(f"{file} has no schema: nothing reads it as a type")
        for path in packages.left_over(made, out):
            common.note(f"{path}: its data file is gone; delete it")
    common.say(f"{common.counted(len(made), 'schema')} in {out}")
    if known.problem is not None:
        raise known.problem


def _known(game: str | None, modules: str | None) -> Known | None:
    """Return what is known of the game, if one is named."""
    if game is None and modules is not None:
        raise common.usage("--with needs --game")
    return _played(game, modules) if game is not None else None


def _played(game: str, modules: str | None) -> Known:
    """Return what is known of the game with these modules, or else with all that are installed."""
    from ...editor.ruleset_schema import known
    from ...rules.plugins import found

    prefix = f"{game}."
    every = sorted(name.removeprefix(prefix) for name in found("module") if name.startswith(prefix))
    what = known(game, common.names(modules) if modules is not None else every)
    if what.problem is not None:
        raise what.problem
    return what


def _print(schema: Schema) -> None:
    from ...text.schema import written

    for line in written(schema, output.out().encoding or "utf-8").splitlines():
        common.say(line)
