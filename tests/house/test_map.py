"""The map of core in CONTRIBUTING.md: every file once, each below all that it stands on."""

from __future__ import annotations

import ast
import re

import pytest

from .sources import ROOT, files

pytestmark = pytest.mark.quick

PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
LISTED = re.findall(
    r"^\| `([a-z_]+)` \|", PAGE.partition("## A map of the engine")[2].partition("\n## ")[0], re.MULTILINE
)
CORE = ROOT / "core"
ENGINE = sorted(path.stem for path in CORE.glob("*.py") if path.stem != "__init__")


def needs(name: str) -> set[str]:
    """The files of the engine that this one imports when it is loaded."""
    found = set()
    for node in ast.parse((CORE / f"{name}.py").read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            found |= {node.module.partition(".")[0]} if node.module else {alias.name for alias in node.names}
    return found & set(ENGINE)


def test_every_file_stands_on_the_map_once() -> None:
    assert sorted(LISTED) == ENGINE


@pytest.mark.parametrize("name", ENGINE)
def test_a_file_stands_on_files_above_it(name: str) -> None:
    assert needs(name) <= set(LISTED[: LISTED.index(name)])


def test_every_folder_of_core_is_named() -> None:
    folders = {path.parent.name for path in files(CORE, "__init__.py") if path.parent.parent == CORE}
    assert not [name for name in folders if f"`core/{name}/`" not in PAGE]
