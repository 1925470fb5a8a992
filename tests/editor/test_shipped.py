"""Every YAML file of the repository fits its schema, and mistakes planted in it are flagged if and only if it loads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from tilewright.core.base.chance import Stream
from tilewright.core.bots.learned_file import Trained
from tilewright.core.editor import class_schema, package_schemas
from tilewright.core.editor.option_schema import plan
from tilewright.core.editor.scene_schema import scenes
from tilewright.core.lab.study import settings
from tilewright.core.lab.study.requests import ComparisonRequest, DesignRequest
from tilewright.core.meters.metrics import Metric
from tilewright.core.rules.tile_sets import About
from tilewright.core.text.document import read_document
from tilewright.core.text.grammar import Grammar
from tilewright.core.text.pace import Pace
from tilewright.core.text.strict import Slips, structure

from ..house.sources import GAMES, ROOT, files
from .eyes import flagged, of_game, seen, single, wrong

EXAMPLES = sorted(path.parent.name for path in (ROOT / "examples").glob("*/pyproject.toml"))
HOMES = {
    **{f"examples/{name}": {name: f"{name}/data"} for name in EXAMPLES},
    "tests/toys/causeway_dist": {"causeway": "causeway/data"},
    "tests/toys/harvest_dist": {"harvest": "harvest/data", "storm": "harvest/storm_data"},
    "tests/toys/smiths_dist": {"smiths": "smiths/data"},
}
"""Packages that are not installed here, with their folders of data by game or module."""


@cache
def data(game: str) -> dict[str, tuple[dict[str, Any], list[Any]]]:
    """By path, the schema of each data file, and the types that it is read as."""
    told = of_game(game)
    with package_schemas.opened(game) as opened:
        made = package_schemas.data(opened, told)
    homes = {game: f"data/{game}"} | {name: f"data/{game}/modules/{name}" for name in told.modules}
    return {
        f"{homes[owner]}/{file}": (schema, told.readings["" if owner == game else owner].kinds[file])
        for (owner, file), schema in made.items()
    }


@cache
def of_folder(folder: str) -> dict[str, dict[str, Any]]:
    """By path, the schemas of a package that is not installed: of its data and of its scenes."""
    with package_schemas.opened(str(ROOT / folder)) as opened:
        told = opened.known()
        assert told.problem is None
        made = package_schemas.data(opened, told)
        scene = scenes(told)
    paths = {f"{folder}/{HOMES[folder][owner]}/{file}": schema for (owner, file), schema in made.items()}
    tests = (path.relative_to(ROOT).as_posix() for path in files(ROOT / folder, ".yaml"))
    return paths | {path: scene for path in tests if "/tests/scenes/" in path}


@cache
def of_scenes(game: str = "") -> dict[str, Any]:
    """The schema of scenes of this game, or of any."""
    return scenes(of_game(game)) if game else scenes()


@cache
def schema_of(path: str) -> dict[str, Any] | None:
    """The schema of a file of the repository, None if there is none for such files."""
    parts = path.split("/")
    if path.startswith("examples/carcassonne/sets/"):  # a list of the game's own records
        if parts[-1] == "set.yaml":
            return class_schema.document([About], "set")
        whole = of_folder("examples/carcassonne")["examples/carcassonne/carcassonne/data/tiles.yaml"]
        return {"definitions": whole["definitions"], **whole["properties"]["tiles"]}
    for folder in HOMES:
        if path.startswith(f"{folder}/"):
            return of_folder(folder)[path]
    if path.startswith("data/languages/"):
        return class_schema.document([Grammar], "language")
    if path.startswith("data/core/"):
        kinds = {"metrics.yaml": list[Metric], "laboratory.yaml": dict[str, str], "pace.yaml": Pace}
        return class_schema.document([kinds.get(parts[-1], dict[str, dict[str, str]])], parts[-1])
    if "/trained/" in path:
        return class_schema.document([Trained], "trained")
    if parts[0] == "data":
        return data(parts[1])[path][0]
    if path.startswith("tests/scenes/"):
        return of_scenes(parts[2])
    if path.startswith("docs/studies/") or path == "examples/design/rebirth.yaml":
        search = "factors" in seen((ROOT / path).read_text("utf-8"))
        game = seen((ROOT / path).read_text("utf-8"))["game"]
        kind = DesignRequest if search else ComparisonRequest
        about = {settings.key_of(name): one.help for name, one in settings.settings_of(kind).items()}
        return plan(kind, "plan", about | {"": "plan"}, of_game(game))
    return None


EVERY = [
    path.relative_to(ROOT).as_posix()
    for path in files(ROOT, ".yaml")
    # Budgets are read by their own command, and what hosts copy by theirs. tests/corpus itself reads what is frozen
    # there; what lies in other folders of tests are tables of cases.
    if path.relative_to(ROOT).parts[0] not in ("benchmarks", "hosting", "tests")
    or re.match("tests/(scenes|toys(?!/(isle|broken)))/", path.relative_to(ROOT).as_posix())
]


def test_every_file_fits_its_schema() -> None:
    for path in EVERY:
        schema = schema_of(path)
        assert schema is not None, f"{path}: no schema is known for such files"
        assert not wrong(schema, (ROOT / path).read_text("utf-8")), path


def test_scenes_fit_the_schema_of_any_game() -> None:
    for path in EVERY:
        assert "scenes/" not in path or not wrong(of_scenes(), (ROOT / path).read_text("utf-8")), path


# -- mistakes --------------------------------------------------------------------------------------------------------


def places(content: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of every value in a document."""
    if path:
        yield path
    items = (
        content.items()
        if isinstance(content, dict)
        else enumerate(content)
        if isinstance(content, list)
        else ()
    )
    for key, value in items:
        yield from places(value, (*path, key))


PLANTED = ("missing", "new", "list", "mapping", "text", "-1", "99", "true", "~", "nothing")


def planted(content: Any, path: tuple[Any, ...], what: str) -> Any:
    """The document with this mistake at this place; it need not be one."""
    content = deepcopy(content)
    holder = content
    for step in path[:-1]:
        holder = holder[step]
    if what == "missing":
        del holder[path[-1]]
    elif what == "new":
        if isinstance(holder, list):
            holder.append(deepcopy(holder[path[-1]]))
        else:
            holder["unheard_of"] = "x"
    else:
        holder[path[-1]] = {"list": ["x"], "mapping": {"x": "y"}, "text": "some text", "nothing": None}.get(
            what, what
        )
    return content


def looked_at(content: Any) -> Any:
    """What an editor sees of values as we read them, if none of them is quoted."""
    if isinstance(content, dict):
        return {key: looked_at(value) for key, value in content.items()}
    if isinstance(content, list):
        return [looked_at(value) for value in content]
    return single(content) if isinstance(content, str) else content


def short(content: Any) -> Any:
    """A few of the records of a file, which are much alike."""
    if isinstance(content, list):
        return content[:3]
    return dict([*content.items()][:6]) if len(content) > 20 else content


@pytest.mark.parametrize("game", GAMES)
def test_a_planted_mistake_is_flagged_if_the_file_no_longer_loads(game: str) -> None:
    """Of each data file, 8 places with each kind of mistake. What loads is never flagged."""
    for path, (schema, kinds) in data(game).items():
        if path.endswith(("editions.yaml", "learn.yaml")):
            continue  # options of an edition and positions of a lesson are looked at when they are played
        content = short(read_document(ROOT / path).content)
        every, stream = list(places(content)), Stream(7, path)
        caught = 0
        for place in (stream.pick(every) for _ in range(8)):
            for what in PLANTED:
                made = planted(content, place, what)
                try:
                    for kind in kinds:
                        structure(made, kind)
                    loads = True
                except Slips:
                    loads = False
                flags = flagged(schema, looked_at(made))
                assert not (loads and flags), (path, place, what, flags)
                assert loads or flags or what in ("~", "nothing"), (path, place, what)
                caught += not loads
        assert caught > 15, path
