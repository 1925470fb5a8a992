"""What a newcomer relies on: two commands, whole packages, links that stay inside."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from .sources import FOLDERS, ROOT, SOURCES, files, path_id

PLAY = (
    "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/tilewright play rebirth"
    " -p anna:greedy -p bruno:greedy -p clara:random --seed 7"
)
TEST = 'python3 -m venv .venv && .venv/bin/pip install -e ".[test]" && .venv/bin/pytest'
README = ROOT / "README.md"
CI = ROOT / ".ci" / "run"
TEXTS = {".py", ".md", ".template", ".toml", ".tcss", ".yaml", ".html", ".ipynb", ".txt", ""}
LINKS = {name: f"../../{name}" for name in FOLDERS}


def section(text: str, title: str) -> str:
    """The part of a Markdown text under the second-level heading `title`."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"no heading '## {title}'"
    return found[1]


def fenced(text: str) -> list[str]:
    """The contents of the fenced blocks of a Markdown text, in order."""
    return re.findall(r"^```[^\n]*\n(.*?)\n```$", text, re.MULTILINE | re.DOTALL)


def test_readme_sets_up_with_exactly_two_commands() -> None:
    text = README.read_text("utf-8")
    assert fenced(section(text, "Set up")) == [PLAY, TEST]
    installs = [line for block in fenced(text) for line in block.splitlines() if "pip install" in line]
    assert installs == [PLAY, TEST], "an installation outside '## Set up'"


def test_the_code_of_the_readme_runs_and_says_what_it_shows(capsys: pytest.CaptureFixture[str]) -> None:
    text = README.read_text("utf-8")
    game, question = re.findall(r"^```python\n(.*?)\n```$", text, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(game, str(README), "exec"), names)
    assert names["state"].over and len(game.splitlines()) <= 12
    assert str(names["state"].ranking()) in capsys.readouterr().out
    exec(compile(question, str(README), "exec"), names)
    answer = " ".join(line.removeprefix("> ") for line in text.splitlines() if line.startswith("> "))
    assert answer in " ".join(capsys.readouterr().out.split())


def test_ci_ends_with_the_command_that_the_readme_gives() -> None:
    lines = [line.strip() for line in CI.read_text("utf-8").splitlines()]
    commands = [line for line in lines if line and not line.startswith("#")]
    assert commands[-1] == TEST
    assert "set -euo pipefail" in commands[:2]


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no executable bit")
def test_ci_is_executable() -> None:
    assert os.access(CI, os.X_OK)


def test_every_package_folder_has_an_init() -> None:
    """A folder without one is missing for type checkers and from pkgutil's walk."""
    folders = {
        parent
        for path in SOURCES
        for parent in path.parents
        if parent != ROOT and parent.is_relative_to(ROOT)
    }
    folders |= {ROOT / name for name in FOLDERS}
    assert not [path_id(folder) for folder in sorted(folders) if not (folder / "__init__.py").is_file()]


def test_links_are_relative_and_stay_inside() -> None:
    for path in files(ROOT):
        if path.is_symlink():
            assert not Path(os.readlink(path)).is_absolute(), path_id(path)
            assert path.resolve().is_relative_to(ROOT), path_id(path)


def test_the_links_for_type_checkers() -> None:
    """Three links, or the text of one where the clone was made without links; an archive has none."""
    for name, target in LINKS.items():
        link = ROOT / "src" / "tilewright" / name
        if os.path.lexists(link):
            seen = os.readlink(link) if link.is_symlink() else link.read_text("utf-8").strip()
            assert Path(seen).as_posix() == target


def test_the_wheel_maps_each_folder() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"][
        "wheel"
    ]
    assert wheel["sources"] == {name: f"tilewright/{name}" for name in (*FOLDERS, "docs")} | {
        "src/tilewright": "tilewright"
    }


def test_no_package_index_is_named() -> None:
    """The package is on none, so a link to one leads nowhere; installers know theirs."""
    hosts = re.compile(rb"pypi[.]org|pythonhosted[.]org|anaconda[.]org")
    texts = [path for path in files(ROOT) if path.suffix in TEXTS and not path.is_symlink()]
    assert len(texts) > 900
    assert not [path for path in texts if hosts.search(path.read_bytes())]
