"""How imports are written, and that core names no game. What may import what, `lint-imports` checks (pyproject.toml).

Relative within a home (core, data, one game), `tilewright.*` from one home to another: a type checker that
opens a file by its path would otherwise see every class twice.
"""

from __future__ import annotations

import ast
import re
from graphlib import CycleError, TopologicalSorter

import pytest

from ..cases import cases
from .sources import FOLDERS, GAMES, ROOT, SOURCES, Import, Source, files, inside

CORE, GAME = "tilewright.core", "tilewright.games"


def complaint(source: Source, found: Import) -> str | None:
    """Why this import is wrong, or None."""
    if not found.relative and found.base.split(".")[0] in FOLDERS:
        return f"write tilewright.{found.base}"
    if found.relative and not inside(found.base, source.home):
        return "relative imports stay at home; write tilewright.* in full"
    if not found.relative and found.touches(source.home):
        return "import relatively at home"
    own = f"{source.home}.modules"
    if inside(source.module, GAME) and not inside(source.module, own) and found.touches(own):
        return "a game does not know its modules"
    if inside(source.module, GAME) and found.touches(CORE):
        return "a game imports what authors are promised, from tilewright.authoring"
    return None


def complaints(source: Source) -> list[str]:
    """Return every wrong import of `source`; and in core, every game that is called by its name."""
    bad = [f"line {i.line}: {i.base}: {why}" for i in source.imports() if (why := complaint(source, i))]
    if inside(source.module, CORE) and any(game in source.text for game in GAMES):
        names = {*GAMES, *(f"{GAME}.{game}" for game in GAMES)}
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in names:
                bad.append(f"line {node.lineno}: {node.value!r}: core knows no game by name")
    return bad


@pytest.fixture(scope="module")
def sources() -> list[Source]:
    """All sources, each read once."""
    return [Source.read(path) for path in SOURCES]


def test_imports(sources: list[Source]) -> None:
    assert not {source.module: bad for source in sources if (bad := complaints(source))}


@pytest.mark.parametrize(("module", "text"), cases(__file__, "a_wrong_import_is_seen"))
def test_a_wrong_import_is_seen(module: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.GAMES", ["glenmore", "isleofskye", "rebirth"])
    assert complaints(Source(f"tilewright.{module}", False, text))


@pytest.mark.parametrize(("module", "text"), cases(__file__, "a_right_import_passes"))
def test_a_right_import_passes(module: str, text: str) -> None:
    assert not complaints(Source(f"tilewright.{module}", False, text))


def circle(sources: list[Source]) -> list[str]:
    """Return files that need each other at run time, at the top or inside functions; the first is again the last."""
    known = {source.module for source in sources}
    needs: dict[str, set[str]] = {}
    for source in sources:
        found = [one for one in source.imports() if not one.types]
        named = {name if name in known else one.base for one in found for name in one.names[1:] or one.names}
        needs[source.module] = (named & known) - {source.module}
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_files_need_each_other(sources: list[Source]) -> None:
    assert not circle(sources)


@pytest.mark.parametrize(("text", "found"), cases(__file__, "a_circle_is_seen"))
def test_a_circle_is_seen(text: str, found: bool) -> None:
    land = f"{CORE}.land"
    texts = {land: "", "grid": text, "faces": "from .edges import Edge", "edges": "from . import grid"}
    sources = [
        Source(name if name == land else f"{land}.{name}", name == land, one) for name, one in texts.items()
    ]
    names = {name.rpartition(".")[2] for name in circle(sources)}
    assert names == ({"grid", "faces", "edges"} if found else set())


ELSEWHERE = [path for path in files(ROOT, ".py") if path.relative_to(ROOT).parts[0] not in FOLDERS]


def test_nobody_imports_the_bare_folders() -> None:
    """`import core` works from the repository's root by accident, and nowhere else."""
    may = re.compile(rf"(?:from|import|,) +(?:{'|'.join(FOLDERS)})\b")
    for path in ELSEWHERE:
        text = path.read_text("utf-8")
        found = Source("elsewhere", False, text if may.search(text) else "").imports()
        assert not [one for one in found if not one.relative and one.base.split(".")[0] in FOLDERS], path


OUTSIDE = sorted(
    path
    for top in ("examples", "core/skeleton", "tests/toys/harvest_dist")
    for path in (ROOT / top).rglob("*")
    if path.name.endswith((".py", ".py.template"))
)


def test_what_authors_are_shown_needs_what_is_promised_alone() -> None:
    """Skeletons, examples and the tutorial's game import from the names at the top, authoring and testing."""
    for path in OUTSIDE:
        homes = set(
            re.findall(r"^\s*(?:from|import) (tilewright[\w.]*)", path.read_text("utf-8"), re.MULTILINE)
        )
        assert homes <= {"tilewright", "tilewright.authoring", "tilewright.testing"}, path


def test_there_are_examples_for_authors() -> None:
    assert (
        len(OUTSIDE) > 30 and sum("tilewright.authoring" in path.read_text("utf-8") for path in OUTSIDE) > 20
    )
