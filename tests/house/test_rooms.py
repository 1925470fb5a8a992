"""The same room has the same name in every game, in the outside example, and in what `tilewright new` writes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..cases import cases
from .sources import GAMES, ROOT, files, path_id

HOMES = {
    **{f"games/{game}": ROOT / "games" / game for game in GAMES},
    **{
        f"examples/{name}": ROOT / "examples" / name / name
        for name in ("carcassonne", "dominoes", "paths", "stowage")
    },
    "tests/toys/harvest": ROOT / "tests" / "toys" / "harvest_dist" / "harvest",
    "core/skeleton/game": ROOT / "core" / "skeleton" / "game" / "NAME",
}
WHOLE = [home for home in HOMES if home.startswith("games/")]
"""Homes that have every room; small games keep several rooms in one file."""
ROOMS = cases(__file__, "rooms")
ONCE = cases(__file__, "once")
"""Names that rooms had in one game or another. `show/sheets` is what is drawn without a match."""


def sources(home: Path) -> Iterator[tuple[str, str, ast.Module]]:
    """Path, room and tree of every Python file; the room is its name, or that of the folder it lies in."""
    for path in [*files(home, ".py"), *files(home, ".py.template")]:
        text = path.read_text("utf-8")
        if path.name.endswith(".template"):
            for blank in ("$grid", "$title", "$name", "$id", "$"):
                text = text.replace(blank, "GRID" if blank == "$grid" else "NAME")
        inner = path.relative_to(home).parts
        rooms = [part.removesuffix(".template").removesuffix(".py") for part in inner]
        known = [room for room in rooms if room in ROOMS]
        yield path_id(path), known[0] if known else rooms[-1], ast.parse(text)


def belongs(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """(what is defined at the top of a file, the room where it belongs)."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            bases = [ast.unparse(base).partition("[")[0] for base in node.bases]
            if "State" in bases:
                yield node.name, "state"
            if "Action" in bases:
                yield node.name, "actions"
            if any(
                "spec" in map(ast.unparse, item.decorator_list)
                for item in node.body
                if isinstance(item, ast.FunctionDef)
            ):
                yield node.name, "hooks"
            if node.name == "Options":
                yield node.name, "options"
        elif isinstance(node, ast.FunctionDef):
            if node.name in ("show", "meters", "choices", "appraise"):
                yield node.name, {"choices": "appraise"}.get(node.name, node.name)
            if node.name.startswith("check_"):
                yield node.name, "checks"
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            name = ast.unparse(target)
            if name in ("NOUNS", "RESTRICTIONS"):
                yield name, {"NOUNS": "scenes", "RESTRICTIONS": "restrictions"}[name]


@pytest.mark.parametrize("home", [home for home in HOMES if home.startswith(("games/", "examples/"))])
def test_what_a_game_defines_lies_in_its_room(home: str) -> None:
    """In a small game, if it has that room."""
    files = [one for one in sources(HOMES[home]) if "/modules/" not in one[0] or "/modules/_" in one[0]]
    rooms = {*ROOMS} if home in WHOLE else {lies for _, lies, _ in files}
    wrong = [
        f"{path}: {name} belongs in {room}"
        for path, lies, tree in files
        for name, room in belongs(tree)
        if lies != room and room in rooms
    ]
    assert not wrong


@pytest.mark.parametrize("home", HOMES)
def test_no_room_has_a_name_of_its_own(home: str) -> None:
    wrong = [
        path for path, _, _ in sources(HOMES[home]) if _name(path) in ONCE and "/show/sheets" not in path
    ]
    assert not wrong


@pytest.mark.parametrize("home", WHOLE)
def test_every_game_has_the_rooms_that_all_need(home: str) -> None:
    needed = {"actions", "options", "state", "files", "checks", "printed", "show", "scenes", "appraise"}
    assert needed <= {room for _, room, _ in sources(HOMES[home])}


def _name(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]


def test_a_room_in_the_wrong_place_is_seen() -> None:
    tree = ast.parse(
        "class Table(State): ...\ndef check_tiles(): ...\nNOUNS = ()\n@attrs.define\nclass Options: ..."
    )
    assert list(belongs(tree)) == [
        ("Table", "state"), ("check_tiles", "checks"), ("NOUNS", "scenes"), ("Options", "options"),
    ]  # fmt: skip


def test_contributing_names_every_room() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert not [room for room in ROOMS if f"`{room}`" not in page]
