"""Nobody outside a module's own file or folder names it: no line of Python in core/ or games/, comments included.

A module's own rooms are games/GAME/modules/NAME.py and the folder _NAME beside it; games/GAME/renamed.py lists
old names. What cannot be avoided there is a matter for hooks.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..cases import cases
from .sources import GAMES, ROOT, files, path_id

pytestmark = pytest.mark.quick

WORDS: dict[str, tuple[str, ...]] = cases(__file__, "words")
"""By shipped module what names it: patterns. A plain word like `bonus` names it only as a quoted identifier."""


def shipped() -> set[str]:
    """Every module that lies in the repository."""
    return {
        f"{game}.{module.name}"
        for game in GAMES
        for module in pkgutil.iter_modules([str(ROOT / "games" / game / "modules")])
        if not module.name.startswith("_")
    }


def own(module: str, path: str) -> bool:
    """Whether the path is the module's own file, lies in its folder, or is a room of another game's modules."""
    game, _, name = module.partition(".")
    home = f"games/{game}/modules"
    if re.match(rf"games/(?!{game}/)\w+/modules/", path):
        return True
    if path in (f"{home}/{name}.py", f"games/{game}/renamed.py"):
        return True
    return path.startswith((f"{home}/_{name}/", f"{home}/{name}/"))


def naming(module: str, path: str, text: str) -> Iterator[str]:
    """The lines of a file outside the module's own rooms that name it, each with its place."""
    if own(module, path) or not any(re.search(word, text) for word in WORDS[module]):
        return
    for number, line in enumerate(text.splitlines(), 1):
        if any(re.search(word, line) for word in WORDS[module]):
            yield f"{path}:{number}: {line.strip()}"


def test_every_shipped_module_has_its_words() -> None:
    assert shipped() <= set(WORDS), "say in WORDS what names a module"


@pytest.mark.parametrize("module", WORDS)
def test_nobody_else_names_it(module: str) -> None:
    paths = [path for folder in ("core", "games") for path in files(ROOT / folder, ".py")]
    found = [line for path in paths for line in naming(module, path_id(path), path.read_text("utf-8"))]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("module", WORDS)
def test_files_of_others_do_not_bear_its_name(module: str) -> None:
    name = module.partition(".")[2]
    paths: list[Path] = [path for folder in ("core", "games") for path in files(ROOT / folder, ".py")]
    assert not [path_id(path) for path in paths if name in path.stem and not own(module, path_id(path))]


@pytest.mark.parametrize(("module", "path", "line", "seen"), cases(__file__, "a_name_is_seen"))
def test_a_name_is_seen(module: str, path: str, line: str, seen: bool) -> None:
    assert bool([*naming(module, path, line)]) == seen
