"""A plugin that imports an old name is listed with the new one."""

from __future__ import annotations

import ast
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from zlib import crc32

import pytest

from tilewright import authoring
from tilewright.core.base.errors import PluginError
from tilewright.core.rules import plugins
from tilewright.core.rules.renamed import renamed

from ..house.sources import GAMES, ROOT

CORE = "tilewright.core"


def is_file(name: str) -> bool:
    """True if core has a file of this name."""
    return ROOT.joinpath("core", *name.split(".")).with_suffix(".py").is_file()


OLD = [(CORE, old, new) for old, new in renamed().items() if not is_file(new)]
for game in GAMES:
    home = f"tilewright.games.{game}"
    OLD += [(home, old, new) for old, new in import_module(f"{home}.renamed").RENAMED.items()]


def listed(statement: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the error with which a plugin that consists of this statement is listed."""
    name = f"elder_{crc32(statement.encode())}"  # a file of its own, since Python remembers what files say
    (folder / f"{name}.py").write_text(f"{statement}\n", "utf-8")
    point = EntryPoint("elder", name, "tilewright.games")
    with monkeypatch.context() as patch, pytest.raises(PluginError) as error:
        patch.syspath_prepend(folder)
        plugins.Found("game", "elder", "elder 1.0", point).load()
    return str(error.value)


def exists(name: str) -> bool:
    """True if this is a module, or a name in one."""
    holder, _, last = name.rpartition(".")
    for module, inner in ((name, ""), (holder, last)):
        try:
            found = import_module(module)
        except ModuleNotFoundError:
            continue
        if not inner or hasattr(found, inner):
            return True
    return False


def test_a_plugin_that_imports_an_old_name_is_listed_with_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for home, old, new in OLD:
        assert not exists(f"{home}.{old}"), old
        assert new.startswith("gone: ") or exists(f"{home}.{new.split()[0]}"), new
        holder, _, last = f"{home}.{old}".rpartition(".")
        # A file is imported from, and a single name is imported.
        wanted = f"from {home}.{old} import anything" if "." not in old else f"from {holder} import {last}"
        said = listed(wanted, tmp_path, monkeypatch)
        if not new.startswith("gone"):
            where, _, name = f"{home}.{new.split()[0]}".rpartition(".")
            mine = getattr(authoring, name, "") is getattr(import_module(where), name, None)
            new = f"{name} in tilewright.authoring" if mine else f"{home}.{new}"
        assert said.endswith(f" is now {new}"), old


def public(module: str) -> list[str]:
    """Return the public names that a file of the engine defines, without importing it."""
    path = ROOT / "core" / (module.replace(".", "/") + ".py")
    found = []
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.append(node.name)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.append(node.targets[0].id)
    return [name for name in found if not name.startswith("_")]


def test_every_name_of_a_file_that_has_moved_is_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for old, new in renamed().items():
        if " " in new or not is_file(new):
            continue
        names = public(new)[:40]
        wanted = f"from {CORE}.{old} import (\n    {', '.join(names) or 'anything'}\n)"
        said = listed(wanted, tmp_path, monkeypatch)
        here = import_module(f"{CORE}.{new}")
        # Where a folder has this name now, Python stops at the first name.
        for name in names[:1] if exists(f"{CORE}.{old}") else names:
            mine = getattr(authoring, name, "") is getattr(here, name)
            now = f"{name} in tilewright.authoring" if mine else f"{CORE}.{new}.{name}"
            assert f"; {old}.{name} is now {now}" in said, old
        assert names or f"; {old} is now {CORE}.{new}" in said, old


def test_an_old_file_is_told_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = listed(f"from {CORE} import grid", tmp_path, monkeypatch)
    assert said.endswith(f"; grid is now {CORE}.land.grid")
    said = listed(f"import {CORE}.grid", tmp_path, monkeypatch)
    assert said.endswith(f"; grid is now {CORE}.land.grid")
    said = listed(f"from {CORE}.draw.model import Board", tmp_path, monkeypatch)
    assert said.endswith("; draw.model.Board is now Diagram in tilewright.authoring")
    said = listed("from tilewright.authoring import Incumbent", tmp_path, monkeypatch)
    assert said.endswith("; Incumbent is now gone: write a policy with a method `share(amounts)` of your own")


@pytest.mark.parametrize("never", ["nothing_at_all", "rules.nothing", "land.grid.nothing"])
def test_what_was_never_there_gets_no_hint(
    never: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    holder, _, last = f"{CORE}.{never}".rpartition(".")
    assert "is now" not in listed(f"from {holder} import {last}", tmp_path, monkeypatch)
