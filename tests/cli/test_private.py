"""What holds a seed or a secret can be read by its user alone; copies and pages for others are as the umask says."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

import tilewright as tw

from .shell import run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no such permissions")
BOTS = ("-p", "anna:random", "-p", "bruno:random", "--seed", "3")


@pytest.fixture(autouse=True)
def open_to_all() -> Iterator[None]:
    old = os.umask(0o022)
    yield
    os.umask(old)


def modes(folder: Path) -> dict[str, int]:
    """The permissions of a folder and of everything in it, by name."""
    return {
        one.name: stat.S_IMODE(one.stat().st_mode)
        for one in (folder, *folder.rglob("*"))
        if ".lock" not in one.name
    }


def test_records_and_the_folders_that_are_made_for_them(home: Path) -> None:
    assert run("play", "rebirth", *BOTS).code == 0
    games = next(home.rglob("*.jsonl")).parent
    found = modes(games)
    assert {found.pop("games")} == {0o700} and {*found.values()} == {0o600}
    assert run("simulate", "rebirth", "-n", "2", "--out", home / "a" / "b").code == 0
    found = modes(home / "a")
    assert {name for name, mode in found.items() if mode == 0o700} == {"a", "b", "run"}
    assert {mode for name, mode in found.items() if "." in name} == {0o600}


def test_copies_and_pages_for_others(home: Path) -> None:
    record, folder = home / "game.jsonl", home / "out"
    tw.Match(tw.load("rebirth"), ["anna", "bruno"], seed=3, record=record).close()
    folder.mkdir()
    assert run("record", "show", record, "--as", "anna", "--out", folder / "copy").code == 0
    for who, name in (("referee", "all"), ("anna", "hers")):
        pages = ("--html", folder / f"{name}.html", "--svg", folder / f"{name}.svg", "--review", "0")
        assert run("show", record, "--as", who, *pages).code == 0
    found = modes(folder)
    assert {name for name, mode in found.items() if mode == 0o600} == {"all.svg", "all.html"}
    assert {mode for name, mode in found.items() if name in ("copy", "hers.svg", "hers.html")} == {0o644}
