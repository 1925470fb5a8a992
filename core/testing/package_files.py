"""Files of a ruleset's code: the Python files of its packages."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from inspect import ismodule
from pathlib import Path

import attrs

from ..rules.game import Game, Module
from ..rules.ruleset import Rules

OURS = ("tilewright", "tilewright.games")
"""Packages that hold many rulesets: the package of one does not reach up to them."""
FOREIGN = frozenset({*sys.stdlib_module_names, "attr", "attrs", "cattrs"})
TESTS = ("tests", "test")


def roots(rules: Rules) -> list[Path]:
    """The folders of the packages of the game and its modules, and the files of modules that are in none."""
    parts: list[Game | Module] = [rules.game, *rules.modules]
    return list(dict.fromkeys(root for part in parts for root in _roots(rules, part)))


def sources(places: Iterable[Path]) -> list[Path]:
    """The Python files there, without tests; with a file come those next to it that it imports."""
    found: dict[Path, None] = {}
    for root in places:
        inside = sorted(root.rglob("*.py")) if root.is_dir() else _imported(root)
        found |= dict.fromkeys(one for one in inside if not _tests(one, root))
    return list(found)


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
