"""Files of a ruleset's code: the Python files of its packages, and the projects in which they are written."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from inspect import ismodule
from pathlib import Path

import attrs

from ..rules.game import Game, Module
from ..rules.ruleset import Rules

OURS = ("tilewright", "tilewright.games")
"""Packages that hold many rulesets: the package of one does not reach up to them."""
FOREIGN = frozenset({*sys.stdlib_module_names, "attr", "attrs", "cattrs"})
INSTALLED = frozenset({"site-packages", "dist-packages"})
PROJECT = ("pyproject.toml", "setup.cfg", "setup.py")
TESTS = ("tests", "test")
BESIDE = (*TESTS, "scenes")
"""Folders of a project in which scenes and tests lie."""


@attrs.frozen(eq=False)
class Home:
    """The files of a game's or module's code."""

    part: Game | Module
    roots: tuple[Path, ...]
    """The folders of its packages, and the files of modules that are in none."""

    @property
    def files(self) -> list[Path]:
        """Its Python files, without tests; with a file come those next to it that it imports."""
        found: dict[Path, None] = {}
        for root in self.roots:
            inside = sorted(root.rglob("*.py")) if root.is_dir() else _imported(root)
            found |= dict.fromkeys(one for one in inside if not _tests(one, root))
        return list(found)

    @property
    def project(self) -> Path | None:
        """The folder with the project file above the code; None for code that was installed from elsewhere."""
        return next((found for root in self.roots if (found := _project(root))), None)

    @property
    def beside(self) -> list[Path]:
        """The folders with its scenes and tests."""
        places = [*([self.project] if self.project is not None else []), *self.roots]
        return [folder for place in places for name in BESIDE if (folder := place / name).is_dir()]


def homes(rules: Rules) -> list[Home]:
    """Return where the code of the game and of each module lies, in this order."""
    parts: list[Game | Module] = [rules.game, *rules.modules]
    return [Home(part, tuple(dict.fromkeys(_roots(rules, part)))) for part in parts]


def searched(found: list[Home]) -> str:
    """Return what a search of these files goes through, in words: `14 Python files of orchard`."""
    files = {path for home in found for path in home.files}
    names = dict.fromkeys(root.name for home in found for root in home.roots)
    return f"{len(files)} Python {'file' if len(files) == 1 else 'files'} of {', '.join(names)}"


def _roots(rules: Rules, part: Game | Module) -> Iterator[Path]:
    plugin = rules.plugins.get_plugin(part.name)
    # A plugin may declare what lies in a package next to it.
    held = list(attrs.asdict(part, recurse=False).values())
    if not ismodule(plugin):
        held += vars(plugin).values()
    names = {str(getattr(one, "__module__", "")) for one in held if callable(one)}
    if ismodule(plugin):
        names.add(plugin.__name__)
    for name in sorted(names):
        if name.partition(".")[0] in FOREIGN or (
            name.startswith("tilewright.") and not name.startswith(OURS[1])
        ):
            continue
        outer = name
        while (parent := outer.rpartition(".")[0]) and parent not in OURS and file(parent) is not None:
            outer = parent
        first = file(outer)
        if first is not None:
            yield first.parent if hasattr(sys.modules[outer], "__path__") else first


def _tests(path: Path, root: Path) -> bool:
    return root.is_dir() and any(part in TESTS for part in path.relative_to(root).parts)


def _imported(path: Path) -> Iterator[Path]:
    """Yield a file, and the files in its folder that it imports, directly or not."""
    waiting, found = [path], {path}
    while waiting:
        one = waiting.pop()
        yield one
        names = set(
            re.findall(r"^\s*(?:from|import)\s+\.?(\w+)", one.read_text("utf-8-sig", "replace"), re.MULTILINE)
        )
        near = {path.parent / f"{name}.py" for name in names}
        more = sorted(each for each in near - found if each.is_file())
        found.update(more)
        waiting += more


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
