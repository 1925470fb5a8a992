"""Where a check knows the only value that would be right: put in place, the problem is gone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.errors import InvalidFile, Problem
from tilewright.core.box.plain_values import at, put
from tilewright.core.text.document import read_document

from ..cases import cases

Place = tuple[str | int, ...]
OVER = "modules/ireland/over/maps/ireland.yaml"
SHOWN = ("sheep", "cattle", "farm", "broch", "lighthouse", "ship", "barrel")

COUNTED, STATED = (
    [(game, file, tuple(path)) for game, file, path in cases(__file__, which)]
    for which in ("counted", "stated")
)
"""Numbers of a rulebook: pieces have to agree with them, and not they with the pieces."""


@cache
def content(game: str, file: str) -> Any:
    text = (files("tilewright.data") / game / file).read_text("utf-8")
    return read_document(text, file).content


def problems(game: str, changed: Mapping[str, Any], folder: Path) -> list[Problem]:
    """What is wrong with the game, or with the module that a file belongs to, with these files in place of ours."""
    modules = {name.split("/")[1] for name in changed if name.startswith("modules/")}
    for name, value in changed.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(value), "utf-8")
    try:
        tw.load(game, sorted(modules), data=folder)
    except InvalidFile as error:
        return error.problems
    return []


@pytest.mark.parametrize(("game", "file"), dict.fromkeys((game, file) for game, file, _ in COUNTED))
def test_counted_numbers_are_known(game: str, file: str, tmp_path: Path) -> None:
    """All those of a file at once: each is wrong, told with what is right, and put right."""
    places: list[Place] = [path for *where, path in COUNTED if where == [game, file]]
    shipped = made = content(game, file)
    for path in places:
        made = put(made, path, str(int(at(shipped, path)) + 1))
    found = problems(game, {file: made}, tmp_path)
    for path in places:
        assert [one.right for one in found if one.path == path] == [at(shipped, path)], path
        made = put(made, path, at(shipped, path))
    assert made == shipped and problems(game, {file: made}, tmp_path) == []


@pytest.mark.parametrize(("game", "file", "path"), STATED)
def test_a_number_of_the_rulebook_is_not_for_a_count_to_change(
    game: str, file: str, path: Place, tmp_path: Path
) -> None:
    shipped = content(game, file)
    wrong = put(shipped, path, str(int(at(shipped, path)) + 1))
    found = [one for one in problems(game, {file: wrong}, tmp_path) if one.path == path]
    assert [one.right for one in found] == [None]
    # Unless an owner vouches for another one.
    holder = path[:-1]
    owned = put(wrong, (*holder, "provenance"), "owner")
    found = [one for one in problems(game, {file: owned}, tmp_path) if one.path == path]
    assert [one.right for one in found] == [at(shipped, path)]


def test_a_mark_more_on_a_tile_is_put_right_in_every_place(tmp_path: Path) -> None:
    """In both readings of the box, where they are counted apart, and of a mark that both show as often."""
    for mark in ("sheep 2", "cattle 1"):
        tiles = content("isleofskye", "landscape.yaml")
        name, extra = mark.split()
        number = next(
            n for n, tile in enumerate(tiles)
            if "alternative" not in tile and not any(name in text for text in tile.get("has", []))
            and len([row for row in tile["face"].split() if "P" in row]) == 3
        )  # fmt: skip
        has = [*tiles[number].get("has", []), f"{extra} {name} P"]
        changed = {
            "landscape.yaml": put(tiles, (number, "has"), has),
            "box.yaml": content("isleofskye", "box.yaml"),
        }
        found = problems("isleofskye", changed, tmp_path)
        assert found
        for one in found:
            if one.right is not None:
                changed["box.yaml"] = put(changed["box.yaml"], one.path, one.right)
        assert problems("isleofskye", changed, tmp_path) == []


@pytest.mark.parametrize(
    ("readings", "right"), cases(__file__, "nothing_is_right_that_two_readings_contradict")
)
def test_nothing_is_right_that_two_readings_contradict(
    readings: dict[str, Any], right: str | None, tmp_path: Path
) -> None:
    tiles = content("isleofskye", "landscape.yaml")
    number = next(n for n, tile in enumerate(tiles) if "alternative" in tile)
    has = [*tiles[number].get("has", []), f"scroll per_sheep {tiles[number]['face'].split()[0][1]}"]
    record = {**tiles[number], "has": has, **readings}
    if record["alternative"] is None:
        del record["alternative"]
    found = problems("isleofskye", {"landscape.yaml": put(tiles, (number,), record)}, tmp_path)
    assert {one.right for one in found if one.path == (0, "copies")} == {right}
