"""testing.register: a distribution that is not installed, found by its names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tilewright.core.base.errors import UsageError
from tilewright.core.testing import register

from ..cases import cases

PROJECT: str = cases(__file__, "project")
ASK: str = cases(__file__, "ask")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A distribution of a game and a module, which nobody has installed."""
    (tmp_path / "pyproject.toml").write_text(PROJECT, "utf-8")
    (tmp_path / "glade").mkdir()
    (tmp_path / "glade" / "__init__.py").write_text("HERE = 'game'\n", "utf-8")
    (tmp_path / "glade" / "rain.py").write_text("HERE = 'module'\n", "utf-8")
    return tmp_path


def test_a_distribution_is_found_once_here_and_in_other_processes(folder: Path) -> None:
    script = folder / "tests" / "ask.py"  # whose own folder is found anyway
    script.parent.mkdir()
    script.write_text(ASK, "utf-8")
    done = subprocess.run([sys.executable, script, folder], capture_output=True, text=True, check=False)
    assert not done.stderr
    found, _, home = done.stdout.strip().rpartition(" ")
    source = "tilewright-glade 3"
    assert found == str([("glade", source, "game"), ("glade.rain", source, "module")])
    assert "tilewright-" in home and not Path(home).exists()  # it goes with the process


def test_what_is_installed_stays_as_it_is(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    (folder / "pyproject.toml").write_text(PROJECT.replace("tilewright-glade", "attrs"), "utf-8")
    before = list(sys.path)
    register(folder)
    assert sys.path == before


@pytest.mark.parametrize(
    "text", ["", PROJECT.replace('name = "tilewright-glade"', ""), '[project]\nname = "glade"\n']
)
def test_a_project_without_entry_points_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(text, "utf-8")
    for folder in (tmp_path, str(tmp_path)):
        with pytest.raises(
            UsageError, match=r"pyproject\.toml: expected \[project\] with a name and its entry points"
        ):
            register(folder)
