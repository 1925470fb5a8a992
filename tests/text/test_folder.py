"""Folders of data files: overlays, single values replaced, the digest, and places of problems."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

import attrs
import pytest

from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.text.document import Document, read_document
from tilewright.core.text.folder import Folder
from tilewright.core.text.strict import near

from ..cases import cases

TILES = cases(__file__, "tiles")
MAP = """\
name: Default
picture: |
  F.  E.
    S.  ..
"""


@attrs.frozen
class Tile:
    id: str
    points: int


@attrs.frozen
class Tiles:
    total: int
    tiles: tuple[Tile, ...]
    mixes: dict[str, dict[str, int]]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = tmp_path / "ours"
    (files / "maps").mkdir(parents=True)
    (files / "tiles.yaml").write_text(TILES)
    (files / "maps" / "default.yaml").write_text(MAP)
    (files / "README.md").write_text("# Notation\n")
    (files / "__init__.py").write_text("")
    (files / ".hidden.yaml").write_text("not: read")
    return files


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    folder = tmp_path / "theirs"
    folder.mkdir()
    return folder


def ours(root: Path, overlay: Path | None = None, overrides: Mapping[str, str] | None = None) -> Folder:
    return Folder(root, "data/toy", overlay=overlay, overrides=overrides or {})


def test_a_folder_knows_its_data_files(root: Path) -> None:
    folder = ours(root)
    assert folder.names() == ("maps/default.yaml", "tiles.yaml")
    assert folder.text("maps/default.yaml") == MAP
    assert folder.load("tiles.yaml", Tiles).tiles[1] == Tile("fair", 2)
    assert folder.document("tiles.yaml") is folder.document("tiles.yaml")


def test_a_folder_may_lie_in_an_archive(root: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "toy.zip", "w") as archive:
        for file in sorted(root.rglob("*.yaml")):
            archive.write(file, Path("toy") / file.relative_to(root))
    folder = Folder(zipfile.Path(tmp_path / "toy.zip", "toy/"), "data/toy")
    assert folder.names() == ("maps/default.yaml", "tiles.yaml")
    assert folder.digest() == ours(root).digest()


def test_a_problem_names_our_files_by_their_place_in_the_data_folder(root: Path) -> None:
    (root / "tiles.yaml").write_text(TILES.replace("points: 2", "points: two"))
    with pytest.raises(InvalidFile) as caught:
        ours(root).load("tiles.yaml", Tiles)
    assert str(caught.value) == (
        "data/toy/tiles.yaml:5:24: tiles.fair.points: expected a whole number, got 'two'"
    )
    assert caught.value.exit_code == 3


def test_a_file_that_does_not_exist_is_answered_with_the_nearest(root: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^data/toy has no file 'tile.yaml'; did you mean 'tiles.yaml'\?$"):
        ours(root).load("tile.yaml", Tiles)
    with pytest.raises(UsageError, match=r"nowhere is not a folder with data files$"):
        ours(tmp_path / "nowhere")


def test_a_users_file_replaces_ours_and_is_named_by_its_own_path(root: Path, theirs: Path) -> None:
    (theirs / "tiles.yaml").write_text("total: 1\ntiles: []\nmixes: {}\n")
    (theirs / "README.md").write_text("my variant")
    (theirs / ".swp").write_text("an editor's")
    (theirs / "__init__.py").write_text("")
    folder = ours(root, theirs)
    assert folder.load("tiles.yaml", Tiles) == Tiles(1, (), {})
    assert folder.text("maps/default.yaml") == MAP
    (theirs / "tiles.yaml").write_text("total: one\ntiles: []\nmixes: {}\n")
    with pytest.raises(InvalidFile) as caught:
        ours(root, theirs).load("tiles.yaml", Tiles)
    assert str(caught.value) == (
        f"{theirs.as_posix()}/tiles.yaml:1:8: total: expected a whole number, got 'one'"
    )


def test_files_that_replace_nothing_are_refused_with_what_is_known(root: Path, theirs: Path) -> None:
    (theirs / "maps").mkdir()
    (theirs / "tiles.yml").write_text("total: 1")
    (theirs / "maps" / "mine.yaml").write_text("name: Mine")
    with pytest.raises(InvalidFile) as caught:
        ours(root, theirs)
    said = "data/toy has no such file; known: maps/default.yaml, tiles.yaml"
    assert str(caught.value).splitlines() == [
        f"{theirs.as_posix()}/maps/mine.yaml: {said}",
        f"{theirs.as_posix()}/tiles.yml: {said}",
    ]


def test_an_overlay_that_is_no_folder_is_wrong_usage(root: Path, theirs: Path) -> None:
    with pytest.raises(UsageError, match=r"theirs/nowhere is not a folder with data files$"):
        ours(root, theirs / "nowhere")


@pytest.mark.parametrize("setting", ["tiles.tiles.fair.points", "tiles.tiles.1.points"])
def test_one_value_is_replaced_by_number_or_by_name(root: Path, setting: str) -> None:
    folder = ours(root, overrides={setting: "9", "tiles.total": "12", "maps/default.name": "Mine"})
    tiles = folder.load("tiles.yaml", Tiles)
    assert (tiles.tiles, tiles.total) == ((Tile("tavern", 3), Tile("fair", 9)), 12)
    assert folder.document("maps/default.yaml").content["name"] == "Mine"
    assert (folder.value(setting), folder.value("tiles.tiles.tavern.points")) == ("9", "3")
    with pytest.raises(UsageError, match=r"data:tiles.totl: .* did you mean 'total'"):
        folder.value("tiles.totl")


@pytest.mark.parametrize(("setting", "said"), cases(__file__, "a_setting_must_name_one_value_that_exists"))
def test_a_setting_must_name_one_value_that_exists(root: Path, setting: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        ours(root, overrides={setting: "1"})
    assert str(caught.value) == f"data:{setting}: {said}"


def test_a_problem_says_which_setting_is_behind_it(root: Path) -> None:
    folder = ours(root, overrides={"tiles.mixes.even.food": "many"})
    with pytest.raises(InvalidFile) as caught:
        folder.load("tiles.yaml", Tiles)
    setting = "(with data:tiles.mixes.even.food=many)"
    assert str(caught.value) == (
        f"data/toy/tiles.yaml:6:22: mixes.even.food: expected a whole number, got 'many' {setting}"
    )
    document = folder.document("tiles.yaml")
    assert str(document.problem(("mixes", "even"), "too few")).endswith(f"mixes.even: too few {setting}")
    assert str(document.problem(("total",), "wrong")) == "data/toy/tiles.yaml:2:8: total: wrong"


def test_the_digest_changes_with_every_value_and_with_nothing_else(root: Path, theirs: Path) -> None:
    first = ours(root).digest()
    assert len(first) == 16
    assert int(first, 16)
    (root / "README.md").write_text("other words")
    (root / "tiles.yaml").write_text(TILES.replace("# the tiles\n", "").replace("total: 5", "total:   '5'"))
    assert ours(root).digest() == first
    seen = {first}
    for setting in ("tiles.total", "tiles.tiles.tavern.id", "tiles.mixes.even.food", "maps/default.picture"):
        seen.add(ours(root, overrides={setting: "7"}).digest())
    (theirs / "tiles.yaml").write_text(TILES.replace("points: 2", "points: 1"))
    seen.add(ours(root, theirs).digest())
    (root / "maps" / "default.yaml").rename(root / "maps" / "other.yaml")
    seen.add(ours(root).digest())
    assert len(seen) == 7


def place(document: Document, *path: str | int, **where: int) -> str:
    return str(document.problem(path, "here", **where)).removesuffix(": here")  # type: ignore[arg-type]


def test_a_problem_found_later_is_placed_like_one_of_reading() -> None:
    document = read_document(TILES, "toy.yaml")
    assert place(document, "tiles", 1, "points") == "toy.yaml:5:24: tiles.fair.points"
    assert place(document, "tiles", 1) == "toy.yaml:5:5: tiles.fair"
    assert place(document, "tiles") == "toy.yaml:3:1: tiles"
    assert place(document, "tiles", 1, "each") == "toy.yaml:5:5: tiles.fair.each"
    assert place(document) == "toy.yaml:1:1"
    assert place(document, "total", at_key=True) == "toy.yaml:2:1: total"


def test_a_problem_can_point_into_a_block_of_text() -> None:
    document = read_document(MAP, "map.yaml")
    assert place(document, "picture", row=0) == "map.yaml:3:3: picture"
    assert place(document, "picture", row=1, letter=6) == "map.yaml:4:9: picture"
    deep = read_document("maps:\n  - picture: |2\n\n        ab\n      cd\n", "map.yaml")
    assert deep.content["maps"][0]["picture"] == "\n  ab\ncd\n"
    assert place(deep, "maps", 0, "picture", row=1, letter=2) == "map.yaml:4:9: maps.0.picture"


def test_in_other_text_and_beyond_a_block_a_problem_stands_where_the_text_begins() -> None:
    document = read_document(MAP, "map.yaml")
    assert place(document, "name", row=0, letter=3) == "map.yaml:1:7: name"
    assert place(document, "picture", row=7) == "map.yaml:2:10: picture"
    folded = read_document("text: >-\n  one\n  two\n", "f")
    assert place(folded, "text", row=0, letter=3) == "f:1:7: text"


def test_a_file_of_the_users_is_read_by_its_path(tmp_path: Path) -> None:
    file = tmp_path / "scene.yaml"
    file.write_text("game: toy\nplayers: [a, b]\n")
    assert read_document(file).content == {"game": "toy", "players": ["a", "b"]}
    assert place(read_document(file), "players", 1) == f"{file.as_posix()}:2:14: players.1"
    with pytest.raises(UsageError, match=r"nothing.yaml cannot be read: No such file or directory$"):
        read_document(tmp_path / "nothing.yaml")
    with pytest.raises(UsageError, match=r" is a folder; name a file$"):
        read_document(tmp_path)


def test_near_names_the_nearest_or_all() -> None:
    assert near("raod", ["road", "river"]) == "; did you mean 'road'?"
    assert near("sky", ["road", "river"]) == "; known: road, river"
    assert near("sky", []) == "; none are known"
