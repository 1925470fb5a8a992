"""Where the code of a ruleset lies: the Python files of its packages, and the projects in which they are written."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from inspect import ismodule
from pathlib import Path

import attrs

from ..game import Game, Module
from ..rules import Rules

OURS = ("tilewright", "tilewright.games")
"""Packages that hold many rulesets: the package of one does not reach up to them."""
FOREIGN = frozenset({*sys.stdlib_module_names, "attr", "attrs", "cattrs"})
INSTALLED = frozenset({"site-packages", "dist-packages"})
PROJECT = ("pyproject.toml", "setup.cfg", "setup.py")
BESIDE = ("tests", "test", "scenes")
"""Folders of a project in which scenes and tests lie."""


@attrs.frozen(eq=False)
class Home:
    """Where the code of a game or module lies."""

    part: Game | Module
    files: tuple[Path, ...]
    project: Path | None
    """The folder with the project file above the code; None for code that was installed from elsewhere."""

    @property
    def package(self) -> str:
        """What messages call it: the outermost package, or the file."""
        first = self.files[0]
        return first.parent.name if len(self.files) > 1 or first.name == "__init__.py" else first.name

    @property
    def beside(self) -> list[Path]:
        """The folders with its scenes and tests."""
        return [] if self.project is None else [f for name in BESIDE if (f := self.project / name).is_dir()]


def homes(rules: Rules) -> list[Home]:
    """Return where the code of the game and of each module lies, in this order."""
    parts: list[Game | Module] = [rules.game, *rules.modules]
    return [_home(rules, part) for part in parts]


def searched(found: list[Home]) -> str:
    """Return what a search of these files goes through, in words: `14 Python files of orchard`."""
    files = {path for home in found for path in home.files}
    packages = dict.fromkeys(home.package for home in found if home.files)
    return f"{len(files)} Python {'file' if len(files) == 1 else 'files'} of {', '.join(packages)}"


def _home(rules: Rules, part: Game | Module) -> Home:
    plugin = rules.plugins.get_plugin(part.name)
    # A plugin may declare what lies in a package next to it.
    held = list(attrs.asdict(part, recurse=False).values())
    if not ismodule(plugin):
        held += vars(plugin).values()
    names = {str(getattr(one, "__module__", "")) for one in held if callable(one)}
    if ismodule(plugin):
        names.add(plugin.__name__)
    files = dict.fromkeys(path for name in sorted(names) for path in _files(name))
    return Home(part, tuple(files), next((found for path in files if (found := _project(path))), None))


def _files(name: str) -> Iterator[Path]:
    """Yield the Python files of the outermost package that holds this module and is not ours or namespace."""
    if name.partition(".")[0] in FOREIGN or (name.startswith("tilewright.") and not name.startswith(OURS[1])):
        return
    outer = name
    while (parent := outer.rpartition(".")[0]) and parent not in OURS and file(parent) is not None:
        outer = parent
    first = file(outer)
    if first is not None:
        package = hasattr(sys.modules[outer], "__path__")
        yield from sorted(first.parent.rglob("*.py")) if package else [first]


def file(module: str) -> Path | None:
    """Return the file of an imported module; None if it has none."""
    found = getattr(sys.modules.get(module), "__file__", None)
    return Path(found) if found else None


def named(path: Path) -> str:
    """Return a file as messages name it: with its folder."""
    return f"{path.parent.name}/{path.name}"


def _project(path: Path) -> Path | None:
    for folder in path.parents:
        if folder.name in INSTALLED:
            return None
        if any((folder / name).is_file() for name in PROJECT):
            return folder
    return None
