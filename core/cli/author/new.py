"""`new`: write a package that works from the start, a game or a module, for its author to change."""

from __future__ import annotations

import keyword
import os
import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from enum import StrEnum
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from string import Template
from typing import TYPE_CHECKING

from ..shared import common

if TYPE_CHECKING:
    from ...rules.ruleset import Rules

SUFFIX = ".template"
PLACE = "NAME"
"""Replaced by the package's name in paths of templates."""
AGENTS = "AGENTS.md.template"
"""The same for every new game."""
SCHEMAS = "schemas"
"""The folder of schemas in a package."""
FITS = re.compile("[a-z](_?[a-z0-9])*")
LONGEST = 30


class Shape(StrEnum):
    """Grids that a new game can have."""

    square = "square"
    hex = "hex"


GRIDS = {Shape.square: ("SQUARE4", "Cell"), Shape.hex: ("HEX", "Hex")}
"""Names in `core/land/grid.py`: the grid, and its coordinates."""


def new(
    name: str,
    folder: Path,
    grid: Shape = Shape.square,
    module: str | None = None,
    bare: bool = False,
) -> None:
    """Write a package for a new game or module."""
    if bare and module is not None:
        raise common.usage("--bare writes a game without example rules, so it does not go with --module")
    _named(name)
    words = {
        "name": name,
        "title": name.replace("_", " ").title(),
        "distribution": f"tilewright-{name.replace('_', '-')}",
        "id": name.replace("_", "")[:2].upper(),
    }
    if module is None:
        _free(name)
        kind, listed = "bare" if bare else "game", name
        words["grid"], words["cell"] = GRIDS[grid]
    else:
        kind, listed = "module", f"{module}.{name}"
        words |= _game_words(name, module)
    written = list(_filled(_skeleton(kind, module), words))
    _write(folder, written)
    schemas = _schemas(folder)
    played = f"{module} --with {name}" if module is not None else name
    common.say(f"{len(written) + schemas} files in {folder}. Next:")
    common.say(f"  {shlex.join(['pip', 'install', '-e', f'{folder}[test]'])}")
    common.say(f"  {common.command('check', listed)}")
    common.say(f"  {shlex.join(['pytest', str(folder)])}")
    common.say(f"  tilewright play {played} -p anna -p bot:{'random' if bare else 'greedy'}")
    common.say("Its README.md says what is where and how to go on.")


def _named(name: str) -> None:
    """Raise UsageError unless the name is free and fit for a Python package."""
    from importlib.util import find_spec

    from ...base.files import nameable

    if not FITS.fullmatch(name) or len(name) > LONGEST:
        raise common.usage(
            f"'{name}' cannot be a name: use lower-case letters, digits and single underscores, "
            f"beginning with a letter, at most {LONGEST} characters, such as my_game"
        )
    if keyword.iskeyword(name) or keyword.issoftkeyword(name) or name in sys.stdlib_module_names:
        raise common.usage(f"'{name}' is a name that Python itself uses; choose another one")
    nameable(name)
    known = find_spec(name)
    if name in ("tests", "test") or known is not None:
        where = known and (known.origin or next(iter(known.submodule_search_locations or ()), ""))
        raise common.usage(
            f"a package called '{name}' already exists{f' ({where})' if where else ''}; choose another name"
        )


def _free(name: str) -> None:
    from ...rules.plugins import found

    taken = found("game").get(name)
    if taken is not None:
        raise common.usage(f"there is already a game '{name}' ({taken.source}); choose another name")


def _game_words(name: str, game: str) -> dict[str, str]:
    """Return the words about its game for a module's templates; UsageError if the module's name is taken there."""
    from ...rules.assembly import load
    from ...rules.plugins import found
    from ...rules.schedule import name_of
    from ...table.match_setup import NAMES

    rules = load(game)
    taken = found("module").get(f"{game}.{name}")
    if taken is not None:
        raise common.usage(f"{game} already has a module '{name}' ({taken.source}); choose another name")
    if name in {name_of(node).removeprefix("phase ") for node in rules.nodes}:
        raise common.usage(f"{game} already has a step called '{name}'; choose another name")
    needed = ["tilewright", "attrs>=25.4"]
    dist = found("game")[game].point.dist
    if dist is not None and dist.name not in needed:
        needed.insert(1, dist.name)
    return {
        "game": game,
        "game_title": rules.game.title,
        "anchor": _anchor(rules),
        "players": ", ".join(["anna", *NAMES[1 : rules.game.fewest(2)]]),
        "dependencies": ", ".join(f'"{each}"' for each in needed),
    }


def _anchor(rules: Rules) -> str:
    """Return the last step of a turn, or of the first phase if the game has no turns."""
    from ...rules.schedule import name_of

    phase = next((phase for phase in rules.phases if phase.turns and phase.steps), rules.phases[0])
    return name_of(phase.steps[-1])


def _schemas(folder: Path) -> int:
    """Write what editors know of the package's files, which refer to it; return the number of files."""
    from ...editor import package_schemas

    with package_schemas.opened(str(folder)) as opened:
        made = package_schemas.files(opened, opened.known())
    package_schemas.write(made, folder / SCHEMAS)
    return len(made)


def _skeleton(kind: str, game: str | None) -> dict[PurePosixPath, Traversable]:
    """Return the templates by path, from core/skeleton/; a game's own for its modules add to them or replace them."""
    from ...rules.assembly import load
    from ...text.folder import SKELETON

    ours = files("tilewright.core") / "skeleton"
    found = dict(_templates(ours / kind, PurePosixPath()))
    if kind == "bare":
        found[PurePosixPath(AGENTS)] = ours / "game" / AGENTS
    own = load(game).game.folder() / SKELETON if game is not None else None
    return found if own is None or not own.is_dir() else found | dict(_templates(own, PurePosixPath()))


def _filled(
    templates: Mapping[PurePosixPath, Traversable], words: Mapping[str, str]
) -> Iterator[tuple[PurePosixPath, str]]:
    """Yield each file's path below the folder and its text."""
    for path, file in templates.items():
        name = str(path).removesuffix(SUFFIX).replace(PLACE, words["name"])
        yield PurePosixPath(name), Template(file.read_text("utf-8")).substitute(words)


def _templates(folder: Traversable, path: PurePosixPath) -> Iterator[tuple[PurePosixPath, Traversable]]:
    for one in sorted(folder.iterdir(), key=lambda found: found.name):
        if one.is_dir():
            yield from _templates(one, path / one.name)
        elif one.name.endswith(SUFFIX):
            yield path / one.name, one


def _write(folder: Path, written: list[tuple[PurePosixPath, str]]) -> None:
    """Write the files to the folder; UsageError says why if that is not possible."""
    try:
        if os.path.exists(folder) and (not os.path.isdir(folder) or any(folder.iterdir())):
            raise common.usage(f"{folder} already exists and is not an empty folder; name a new one")
        for path, text in written:
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        raise common.usage(f"{folder} cannot be written: {error.strerror}") from error
