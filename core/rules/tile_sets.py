"""Sets of tiles as data: a folder of a player's own, in play where it is named like a module: `--with ./myset`.

    myset/tiles.yaml     a list of records, as in the game's file; `Game.sets` says which files a set may have
    myset/set.yaml       its title, and what it is
    myset/rules.yaml, messages.yaml     rules and texts of its own

Its records are read by the game as if they stood at the end of its own list, and mistakes are named with file and line.
The module's name is the folder's path; its version is a digest of the files, so that records name what they need.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path, PurePath
from types import SimpleNamespace
from typing import Any

import attrs

from ..base import files as disk
from ..base.errors import InvalidFile, Problem, UsageError
from ..text.document import Document
from ..text.folder import Folder, labelled
from ..text.strict import near
from . import plugins
from .game import Game, Module
from .hooks import hook

ABOUT = "set.yaml"
TEXTS = ("messages.yaml", "rules.yaml")
RECORDS = 1_000
"""Records that a set may have in one file."""
LONGEST = 80
"""Letters of its title."""


def _brief(instance: object, field: attrs.Attribute[str], value: str) -> None:
    if not 0 < len(value) <= LONGEST:
        raise ValueError(f"{field.name}: expected 1 to {LONGEST} letters, got {len(value)}")


@attrs.frozen
class About:
    """The file `set.yaml`."""

    title: str = attrs.field(validator=_brief)
    """What people call the set."""
    text: str = ""
    """What it is, and where it comes from."""


def is_set(name: str) -> bool:
    """True if the name of a module is the path of a folder: `./myset`."""
    return name.startswith(".") or "/" in name or os.sep in name


def full(name: str) -> str:
    """Return the name that the module has in rulesets and records: that of a set is its path without links."""
    return disk.real(name) if is_set(name) else name


def short(name: str) -> str:
    """Return the name of a module without the folders above a set, which are their owner's."""
    return PurePath(name).name if is_set(name) else name


def hashed(modules: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return names and versions of modules, for a hash that is the same wherever a set lies."""
    return sorted((short(name), version) for name, version in modules.items())


def module(game: Game, name: str) -> Any:
    """Return the plugin of a module, of an installed one or of a set. UsageError or InvalidFile if there is none."""
    if not is_set(name):
        return plugins.module(game.name, name)
    folder = _folder(game, full(name))
    title = folder.load(ABOUT, About).title if ABOUT in folder.names() else short(full(name))
    return _plugin(game.name, full(name), title, folder.digest())


def joining(game: Game, names: Sequence[str]) -> dict[str, list[tuple[str, Document]]]:
    """Return by file of the game the lists of records that these sets add, each with the place of the game's list."""
    folders = [_folder(game, name) for name in names if is_set(name)]
    return {
        file: [(at, folder.document(file)) for folder in folders if file in folder.names()]
        for file, at in game.sets.items()
    }


def _folder(game: Game, path: str) -> Folder:
    if not game.sets:
        raise UsageError(f"{path}: {game.title} takes no sets of tiles")
    if not os.path.isdir(path):
        raise UsageError(f"there is no folder {path} with a set of tiles")
    if "," in path:
        raise UsageError(f"{path}: the path of a set has no comma, which stands between modules")
    known, label = (*game.sets, ABOUT, *TEXTS), labelled(Path(path), path)
    wrong = []
    for entry in disk.walk(path):
        file = os.path.relpath(entry.path, path).replace(os.sep, "/")
        if file.startswith(".") or file.endswith(".md"):
            continue
        if entry.is_symlink():
            wrong.append(Problem(f"{label}/{file}", 0, 0, "", "a set holds its files themselves, not links"))
        elif file not in known:
            said = f"a set of {game.title} has no such file{near(file, known)}"
            wrong.append(Problem(f"{label}/{file}", 0, 0, "", said))
    if wrong:
        raise InvalidFile(wrong)
    folder = Folder(Path(path), label)
    found = [folder.document(file) for file in game.sets if file in folder.names()]
    if not found:
        raise UsageError(f"{path} holds no set of tiles: it has no {' or '.join(game.sets)}")
    for document in found:
        if not isinstance(document.content, list) or not 0 < len(document.content) <= RECORDS:
            raise InvalidFile([document.problem((), f"expected a list of 1 to {RECORDS:,} records")])
    return folder


@lru_cache(maxsize=128)
def _plugin(game: str, path: str, title: str, digest: str) -> Any:
    """The same object for the same files, so that the ruleset is assembled once."""

    def load(folder: Folder, options: Any) -> None:
        if ABOUT in folder.names():
            folder.load(ABOUT, About)

    made = Module(name=path, game=game, title=title, version=digest, folder=lambda: Path(path), load=load)
    return SimpleNamespace(__name__=path, tilewright_module=hook(lambda: made))
