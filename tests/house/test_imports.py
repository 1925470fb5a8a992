"""What may import what: the direction of imports, and how an import is written.

    cli, screen, web, notebook -> learn -> lab, box, bots, draw -> engine     a module -> its own game -> engine

The model that `show` returns, its captions and what is derived for it lie in core/draw/ and count as engine: everybody
may know them, and they know no drawing.

Relative within a home (core, data, one game), `tilewright.*` from one home to another: a type checker that
opens a file by its path would otherwise see every class twice.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from .sources import (
    FOLDERS,
    GAMES,
    MODEL,
    ROOMS_BESIDE_THE_ENGINE,
    ROOT,
    SOURCES,
    Import,
    Source,
    files,
    inside,
    path_id,
)

CORE, GAME, DATA = "tilewright.core", "tilewright.games", "tilewright.data"


def room(name: str) -> str:
    return f"{CORE}.{name}"


def forbidden(source: Source) -> dict[str, str]:
    """The packages that `source` may not import, each with the reason."""
    tables = {
        room(name): "a table stands in front of the rest" for name in ("cli", "screen", "web", "notebook")
    }
    if inside(source.module, GAME):
        own = source.home
        bans = {room(name): "a game knows the engine alone" for name in ROOMS_BESIDE_THE_ENGINE}
        bans |= {
            f"{GAME}.{game}": "games do not know each other" for game in GAMES if f"{GAME}.{game}" != own
        }
        if not inside(source.module, f"{own}.modules"):
            bans[f"{own}.modules"] = "a game does not know its modules"
        return bans
    if inside(source.module, DATA):
        return {CORE: "data knows nobody", GAME: "data knows nobody"}
    bans = {GAME: "core does not know the games"}
    if source.is_engine:
        bans |= {room(name): "the engine knows no room above it" for name in ROOMS_BESIDE_THE_ENGINE}
    elif not any(inside(source.module, table) for table in tables):
        bans |= tables
    return bans


def complaint(source: Source, found: Import) -> str | None:
    """Why this import is wrong, or None."""
    if not found.relative and found.base.split(".")[0] in FOLDERS:
        return f"write tilewright.{found.base}"
    if found.relative and not inside(found.base, source.home):
        return "relative imports stay at home; write tilewright.* in full"
    if not found.relative and found.touches(source.home):
        return "import relatively at home"
    if any(inside(found.base, model) for model in MODEL):
        return None
    return next((why for package, why in forbidden(source).items() if found.touches(package)), None)


def complaints(source: Source) -> list[str]:
    """Every wrong import of `source`; and in core, every game that is called by its name."""
    bad = [f"line {i.line}: {i.base}: {why}" for i in source.imports() if (why := complaint(source, i))]
    if inside(source.module, CORE):
        names = {*GAMES, *(f"{GAME}.{game}" for game in GAMES)}
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in names:
                bad.append(f"line {node.lineno}: {node.value!r}: core knows no game by name")
    return bad


@pytest.mark.parametrize("path", SOURCES, ids=path_id)
def test_imports(path: Path) -> None:
    assert not complaints(Source.read(path))


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("core.grid", "import core.faces"),
        ("core.grid", "from data import tiles"),
        ("core.grid", "from tilewright.core.land.faces import Face"),
        ("core.grid", "from tilewright.core import faces"),
        ("core.grid", "from ..data import tiles"),
        ("core.grid", "import tilewright.games.rebirth"),
        ("core.grid", "from tilewright import games"),
        ("core.grid", "from .cli import app"),
        ("core.grid", "from . import lab"),
        ("core.grid", "def later():\n    from .draw import text"),
        ("core.cli.play", "GAME = 'rebirth'"),
        ("core.cli.play", "import_module('tilewright.games.rebirth')"),
        ("core.lab.report", "from ..cli import progress"),
        ("core.draw.model", "from .svg import picture"),
        ("games.rebirth.rules", "from ..glenmore import chain"),
        ("games.rebirth.rules", "from tilewright.games.isleofskye.price_phase import price"),
        ("games.rebirth.rules", "from tilewright.games.rebirth.state import State"),
        ("games.rebirth.rules", "from tilewright.core.bots import greedy"),
        ("games.isleofskye.rules", "from .modules.druids import Druids"),
        ("games.isleofskye.rules", "from .modules import druids"),
        ("data.tables", "from tilewright.core.land.grid import Cell"),
    ],
)
def test_a_wrong_import_is_seen(module: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.GAMES", ["glenmore", "isleofskye", "rebirth"])
    assert complaints(Source(f"tilewright.{module}", False, ast.parse(text)))


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("core.grid", "import attrs\nfrom .faces import Face\nfrom . import errors"),
        ("core.plugins", "import_module('tilewright.games')"),
        ("core.game", "from .draw.model import Show"),
        ("core.draw.model", "from ..grid import Cell"),
        ("games.rebirth.show", "from tilewright.core.draw.model import Show"),
        ("core.cli.play", "from ..draw import text\nfrom ..lab import report\nfrom ..match import Match"),
        (
            "core.lab.report",
            "from ..draw import text\nfrom ..bots import greedy\nfrom tilewright import __version__",
        ),
        ("games.isleofskye.rules", "from .state import State\nfrom tilewright.core.land.grid import Cell"),
        ("games.isleofskye.modules.druids", "from ..state import State\nfrom tilewright.core import hooks"),
    ],
)
def test_a_right_import_passes(module: str, text: str) -> None:
    assert not complaints(Source(f"tilewright.{module}", False, ast.parse(text)))


ELSEWHERE = [path for path in files(ROOT, ".py") if path.relative_to(ROOT).parts[0] not in FOLDERS]


@pytest.mark.parametrize("path", ELSEWHERE, ids=path_id)
def test_nobody_imports_the_bare_folders(path: Path) -> None:
    """`import core` works from the repository's root by accident, and nowhere else."""
    source = Source("elsewhere", False, ast.parse(path.read_text("utf-8")))
    bare = [i for i in source.imports() if not i.relative and i.base.split(".")[0] in FOLDERS]
    assert not bare


OUTSIDE = sorted(
    path
    for top in ("examples", "core/skeleton", "tests/toys/harvest_dist")
    for path in (ROOT / top).rglob("*")
    if path.name.endswith((".py", ".py.template"))
)


@pytest.mark.parametrize("path", OUTSIDE, ids=path_id)
def test_what_authors_are_shown_needs_what_is_promised_alone(path: Path) -> None:
    """Skeletons, examples and the tutorial's game import from the names at the top, authoring and testing."""
    text = path.read_text("utf-8")
    homes = set(re.findall(r"^\s*(?:from|import) (tilewright[\w.]*)", text, re.MULTILINE))
    assert homes <= {"tilewright", "tilewright.authoring", "tilewright.testing"}


def test_there_are_examples_for_authors() -> None:
    assert (
        len(OUTSIDE) > 30 and sum("tilewright.authoring" in path.read_text("utf-8") for path in OUTSIDE) > 20
    )
