"""The schemas of a package: of the data files of its game or modules, and of scenes with them.

    schemas/scene.json                          scenes
    schemas/messages.json, rules.json           files that are alike in every game
    schemas/orchard/tiles.json                  other files, by the game or module whose they are

What is not the package's own, such as the game of its module, counts only as far as scenes name it.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from pathlib import Path, PurePosixPath
from typing import Any

import attrs

from ..base import files as disk
from ..base.errors import InvalidFile, Problem, UsageError
from ..rules import plugins
from ..rules.assembly import EDITIONS
from ..rules.plugins import GROUPS, Found
from ..text import schema as schemas
from ..text.folder import TEXTS, is_text
from ..text.lesson_file import LEARN
from ..text.options import declared, unknown
from ..text.schema import Schema
from . import class_schema
from .option_schema import options
from .ruleset_schema import Known, known
from .scene_schema import lessons, scenes

SCENES = "scene.json"
ELSEWHERE = r"\."
"""Pattern of options of modules, which an edition may set as well."""


@attrs.frozen
class Package:
    """A game with modules, as plugins or names, and those of them that the package brings."""

    game: Any
    modules: Mapping[str, Any]
    own: frozenset[str]
    """Names of modules, and "" for the game."""

    def known(self) -> Known:
        return known(self.game, [*self.modules.values()])


@contextmanager
def opened(text: str) -> Iterator[Package]:
    """The package that is meant by a game, GAME.MODULE, a package or distribution, or a folder with a pyproject.toml.

    UsageError if there is none; InvalidFile if its pyproject.toml names no plugin.
    """
    games, modules = plugins.found("game"), plugins.found("module")
    own = [one for one in (*games.values(), *modules.values()) if text in (one.name, *one.homes)]
    if own:
        yield _package([games[text]] if text in games else own)
    elif os.path.isfile(Path(text) / "pyproject.toml"):
        with _importable(Path(text)):
            yield _package(_declared(Path(text)))
    elif os.path.isdir(text):
        raise UsageError(
            f"{text} is a folder without a pyproject.toml, and no game, module or package is called so"
        )
    else:
        raise unknown("game, module or package", text, [*games, *modules])


def _package(own: list[Found]) -> Package:
    """The package with these plugins, which belong to one game; a game that was named brings its modules along."""
    games = {one.name: one for one in own if one.kind == "game"}
    names = {*games, *(one.name.partition(".")[0] for one in own if one.kind == "module")}
    if len(names) != 1:
        raise UsageError(f"there are several games: name one of {', '.join(sorted(names))}")
    [name] = names
    whole = games.get(name) or plugins.found("game").get(name)
    beside = {
        found.name: found
        for found in plugins.found("module").values()
        if found.name.startswith(f"{name}.") and whole is not None and found.homes & whole.homes
    }
    ours = {one.name: one for one in own if one.kind == "module"}
    modules = {full.partition(".")[2]: found.load() for full, found in sorted((beside | ours).items())}
    own_names = {"", *modules} if games else {full.partition(".")[2] for full in ours}
    return Package(whole.load() if whole is not None else name, modules, frozenset(own_names))


def _declared(folder: Path) -> list[Found]:
    """The plugins that a package declares in its pyproject.toml."""
    file = folder / "pyproject.toml"
    try:
        project = tomllib.loads(disk.text(file)).get("project", {})
    except tomllib.TOMLDecodeError as error:
        raise InvalidFile([Problem(file.as_posix(), 0, 0, "", str(error))]) from None
    points = project.get("entry-points", {})
    found = [
        Found(kind, name, f"{project.get('name', folder.name)}", EntryPoint(name, value, GROUPS[kind]))
        for kind in ("game", "module")
        for name, value in points.get(GROUPS[kind], {}).items()
    ]
    if not found:
        said = f"it has no entry point in {GROUPS['game']} or {GROUPS['module']}"
        raise InvalidFile([Problem(file.as_posix(), 0, 0, "", said)])
    return found


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    """Packages in the folder, or in its `src`, can be imported. Afterwards they are forgotten, also on the disk."""
    path, written, before = list(sys.path), sys.dont_write_bytecode, set(sys.modules)
    root = folder.resolve()
    sys.path[:0] = [str(root), str(root / "src")]
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.path[:], sys.dont_write_bytecode = path, written
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None)
            if file is not None and Path(file).is_relative_to(root):
                del sys.modules[name]


# -- its schemas ---------------------------------------------------------------------------------------------------


def files(package: Package, found: Known) -> dict[str, Schema]:
    """The schemas of the package by the file to which each is written."""
    made = {place(owner, file): schema for (owner, file), schema in data(package, found).items()}
    return made | ({SCENES: scenes(found)} if found.rulesets else {})


def data(package: Package, found: Known) -> dict[tuple[str, str], Schema]:
    """The schema of each data file of the package, by the game or module whose it is, and the file's name."""
    made = {}
    for owner in sorted(package.own):
        name = owner or found.game.name
        for file, kinds in found.readings[owner].kinds.items():
            shared = is_text(file)
            schema = class_schema.document(kinds, file if shared else f"{file} of {name}")
            if file == EDITIONS and not owner:
                schema = _editions(schema, found)
            if file == LEARN:
                schema = lessons(schema, found)
            if file != LEARN or found.rulesets:  # of positions nothing is known without
                made[name, file] = schema
    return made


def unread(package: Package, found: Known) -> list[str]:
    """The data files of the package that nothing reads as a type, so that they have no schema."""
    return [file for owner in sorted(package.own) for file in found.readings[owner].unread]


def place(owner: str, file: str) -> str:
    """Return the file of the schema of a data file: `messages.json`, `orchard/tiles.json`."""
    name = str(PurePosixPath(file).with_suffix(".json"))
    return name if is_text(file) else f"{owner}/{name}"


def _editions(schema: Schema, found: Known) -> Schema:
    """The schema of editions, which set options of the game, and may set some of modules."""
    known_options = options(declared(found.game.options), data=False)
    own = known_options | {"patternProperties": {ELSEWHERE: schemas.text()}}
    edition = schema["definitions"]["Edition"]
    before = edition["properties"]["options"]
    fields = edition["properties"] | {"options": {**own, "description": before.get("description", "")}}
    return schema | {"definitions": {"Edition": edition | {"properties": fields}}}


def write(made: Mapping[str, Schema], folder: Path) -> None:
    """Write schemas to the folder; UsageError says why if that is not possible."""
    try:
        for name, schema in made.items():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            disk.put(target, schemas.written(schema))
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}") from error


def left_over(made: Mapping[str, Schema], folder: Path) -> list[Path]:
    """Return the schemas in the folder that belong to a data file which is gone, and so are not among those made."""
    owners = {PurePosixPath(name).parts[0] for name in made if "/" in name}
    found = [path for owner in owners for path in (folder / owner).rglob("*.json")]
    found += [folder / f"{PurePosixPath(name).stem}.json" for name in TEXTS]
    return sorted(
        path for path in found if path.is_file() and path.relative_to(folder).as_posix() not in made
    )


def outdated(text: str, folder: Path | str) -> list[str]:
    """The schemas in the folder that are missing or are not those of the package (`opened`); empty if all are fresh."""
    with opened(text) as package:
        found = package.known()
        if found.problem is not None:
            raise found.problem
        made = {Path(folder) / name: schemas.written(one) for name, one in files(package, found).items()}
    return [str(path) for path, text in made.items() if not path.is_file() or path.read_text("utf-8") != text]
