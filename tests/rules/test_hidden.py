"""A folder that is called like an installed module hides it from Python, but not from us."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any

import attrs
import pytest

from tilewright.core.base.errors import PluginError
from tilewright.core.rules import plugins

FOUND = plugins.Found("game", "fen", "fen 1.0", EntryPoint("fen", "fen", "tilewright.games"))


@attrs.define
class Editable(MetaPathFinder):
    """Finds one module in its file, as the finder of an editable installation does."""

    file: Path

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        return spec_from_file_location(name, self.file) if name == self.file.stem else None


@pytest.fixture
def parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder above fen/fen.py, in which Python runs."""
    (tmp_path / "fen").mkdir()
    (tmp_path / "fen" / "fen.py").write_text("HERE = 'module'\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    sys.modules.pop("fen", None)


@pytest.mark.parametrize("imported", [False, True])
def test_an_installed_module_is_found_behind_a_folder_of_its_name(
    parent: Path, monkeypatch: pytest.MonkeyPatch, imported: bool
) -> None:
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Editable(parent / "fen" / "fen.py")])
    if imported:
        assert __import__("fen").__file__ is None
    assert FOUND.load().HERE == "module"


def test_a_module_that_fails_behind_a_folder_is_named_each_time(
    parent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (parent / "fen" / "fen.py").write_text("\n1 / 0\n", "utf-8")
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Editable(parent / "fen" / "fen.py")])
    for _ in range(2):
        with pytest.raises(PluginError, match=r"ZeroDivisionError: division by zero \(fen.py:2\)"):
            FOUND.load()


def test_a_folder_that_hides_all_is_named(parent: Path) -> None:
    with pytest.raises(
        PluginError, match=r"the folder .*fen, which has no __init__.py, hides the module fen"
    ):
        FOUND.load()
