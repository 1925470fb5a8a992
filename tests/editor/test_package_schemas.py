"""The schemas of a package: which files they are of, where they stand, and when they are out of date."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright import testing
from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.editor import package_schemas
from tilewright.core.editor.file_types import reading
from tilewright.core.editor.ruleset_schema import known
from tilewright.core.rules.game import Game, Module
from tilewright.core.text import folder as data
from tilewright.core.text.options import option
from tilewright.core.text.schema import written
from tilewright.core.text.things import Thing

from ..cli.shell import SRC, environment
from ..toys import levy, meadow
from ..toys.paper import plugin
from .eyes import wrong

PACKAGE = Path(tw.__file__).parent
"""The sources, or the wheel."""
HARVEST = Path(__file__).parents[1] / "toys" / "harvest_dist"


@attrs.frozen
class Tile:
    name: str
    count: int


@attrs.frozen
class Other:
    title: str


@attrs.frozen(kw_only=True)
class Options:
    map: str = option("plain", rule="X-1", doc="the map", known=("plain", "hills"))
    size: int = option(1, rule="X-2", doc="the size", low=1, high=3)
    unread: str = option("a", rule="X-3", doc="nothing", values=("a", "b"))


def game_of(folder: Path, **files: str) -> Game:
    """A game whose options decide which of these files it reads."""
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")

    def load(files: data.Folder, options: Options) -> tuple[Tile, ...]:
        tiles = files.document("tiles.yaml").structure(tuple[Tile, ...])
        here = files.load(f"{options.map}.yaml", Other)
        more = files.load("large.yaml", Other).title if options.size > 2 else ""
        return (*tiles, Tile(here.title, 1), Tile(more, 1))

    declared = meadow.GAME
    return attrs.evolve(
        declared, name="varied", options=Options, folder=lambda: folder, load=load,
        things=lambda tiles: {"tile": [Thing(tile.name) for tile in tiles]}, pieces=lambda tiles: {},
    )  # fmt: skip


TILES = "- {name: oak, count: 2}\n"


def test_files_are_known_by_what_they_are_read_as(tmp_path: Path) -> None:
    """Also those that only another value of an option reads; a file that nothing reads as a type is named."""
    game = game_of(
        tmp_path / "data", tiles=TILES, plain="title: a", hills="title: b", large="title: c", notes="x: y"
    )
    found = reading(game)
    assert found.kinds == {
        "tiles.yaml": [tuple[Tile, ...]],
        "plain.yaml": [Other],
        "hills.yaml": [Other],
        "large.yaml": [Other],
    }
    assert found.unread == ["notes.yaml"] and found.problem is None
    assert {thing.code for thing in found.things["tile"]} == {"oak", "a", "b", "c", ""}


def test_values_that_belong_together_are_tried_together(tmp_path: Path) -> None:
    """Those of an edition; one that the game refuses, or that is of a module, is no obstacle."""
    game = game_of(tmp_path / "data", tiles=TILES, plain="title: a", hills="title: b", large="title: c")
    pairs: list[tuple[str, int]] = []

    def load(files: data.Folder, options: Options) -> Any:
        pairs.append((options.map, options.size))
        return game.load(files, options)

    watched = attrs.evolve(game, load=load)
    found = reading(
        watched,
        others=[{"size": "many"}, {"other.rain": "1"}, {"map": "hills", "size": "3"}, {"map": "none"}],
    )
    assert ("hills", 3) in pairs and ("plain", 1) in pairs and found.problem is None
    assert "none" not in {thing.code for thing in found.things["tile"]}


def test_a_file_that_does_not_fit_is_known_all_the_same(tmp_path: Path) -> None:
    """So an editor helps to mend it. What would be read after it is not known."""
    found = reading(game_of(tmp_path / "data", tiles="- {name: oak}\n", plain="title: a", hills="title: b"))
    assert found.kinds == {"tiles.yaml": [tuple[Tile, ...]]}
    assert isinstance(found.problem, InvalidFile) and "'count' is missing" in str(found.problem)


def test_a_file_that_is_no_yaml_is_a_problem_and_no_crash(tmp_path: Path) -> None:
    found = reading(game_of(tmp_path / "data", tiles="- {name: [\n", plain="title: a"))
    assert found.kinds == {} and isinstance(found.problem, InvalidFile)


def test_a_document_records_apart_from_all_others(tmp_path: Path) -> None:
    """What somebody else makes of the same file does not count."""
    game = game_of(tmp_path / "data", tiles=TILES, plain="title: a", hills="title: b")
    root = tmp_path / "data"
    data.Folder(root, data.labelled(root, "")).load("plain.yaml", dict[str, str])
    assert reading(game).kinds["plain.yaml"] == [Other]


# -- packages --------------------------------------------------------------------------------------------------------


def files(text: str) -> dict[str, dict[str, Any]]:
    with package_schemas.opened(text) as opened:
        return package_schemas.files(opened, opened.known())


def test_a_game_comes_with_its_modules() -> None:
    found = files("isleofskye")
    assert {"scene.json", "messages.json", "rules.json"} <= {*found}
    assert "isleofskye/landscape.json" in found and "druids/tablets.json" in found
    assert "druids.dolmen" in found["scene.json"]["definitions"]["scene"]["properties"]["given"]["properties"]
    assert files("isleofskye") == found


def test_a_module_alone_brings_its_own_files_and_the_words_of_the_game() -> None:
    found = files("isleofskye.bonus")
    own = ["bonus/box.json", "bonus/scoring.json"]
    shared = [f"{one}.json" for one in ("learn", "messages", "rules", "rules.de", "rules.pl", "scene")]
    assert sorted(found) == sorted(own + shared)
    given = found["scene.json"]["definitions"]["scene"]["properties"]["given"]["properties"]
    assert "scored scrolls" in given and "territories" in given


def test_a_lesson_has_the_words_of_its_game() -> None:
    found = files("glenmore")["learn.json"]
    text = (PACKAGE / "data" / "glenmore" / "learn.yaml").read_text("utf-8")
    assert not wrong(found, text) and wrong(found, text.replace(" circuit:", " circus:", 1))
    coach = found["definitions"]["CoachTexts"]["properties"]
    assert "take" in coach["steps"]["properties"] and "butcher" in coach["scores"]["properties"]
    assert "GM-TURN-1" in str(found["definitions"]["Chapter"]["properties"]["rules"])


def test_a_package_need_not_be_installed_and_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    shutil.copytree(HARVEST, tmp_path / "harvest", ignore=shutil.ignore_patterns("__pycache__"))
    path, modules = list(sys.path), set(sys.modules)
    found = files(str(tmp_path / "harvest"))
    assert {"harvest/tiles.json", "harvest/editions.json", "storm/weather.json", "scene.json"} <= {*found}
    assert sys.path == path and not {name for name in set(sys.modules) - modules if "harvest" in name}
    assert not [*tmp_path.rglob("__pycache__")]
    text = (HARVEST / "harvest" / "data" / "editions.yaml").read_text("utf-8")
    assert not wrong(found["harvest/editions.json"], text)
    name = text.partition(":")[0]
    assert wrong(found["harvest/editions.json"], f"{name}: {{title: x, options: {{none: 1}}}}")
    assert not wrong(found["harvest/editions.json"], f"{name}: {{title: x, options: {{other.rain: 1}}}}")


def test_schemas_are_out_of_date_when_something_has_changed(tmp_path: Path) -> None:
    package_schemas.write(files("isleofskye.bonus"), tmp_path)
    assert testing.outdated("isleofskye.bonus", tmp_path) == []
    scene = tmp_path / "scene.json"
    scene.write_text(scene.read_text("utf-8").replace("scored scrolls", "scrolls"), "utf-8")
    (tmp_path / "rules.json").unlink()
    assert testing.outdated("isleofskye.bonus", tmp_path) == [
        str(tmp_path / "rules.json"), str(tmp_path / "scene.json"),
    ]  # fmt: skip


def test_another_process_writes_the_same(tmp_path: Path) -> None:
    """Nothing depends on the order of a set."""
    command = [sys.executable, "-m", "tilewright", "schema", "scene", "--game", "isleofskye"]
    ran = [
        subprocess.run(
            command,
            env=environment(tmp_path) | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            timeout=120,
        ).stdout
        for seed in ("1", "2")
    ]
    assert ran[0] == ran[1] and json.loads(ran[0])["title"] == "scenes of Isle of Skye"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("isleofsky", "there is no game, module or package 'isleofsky'; did you mean 'isleofskye'?"),
        ("tilewright", "there are several games: name one of glenmore, isleofskye, rebirth"),
        (str(SRC.parent / "tests"), "is a folder without a pyproject.toml"),
        (str(SRC.parent), "it has no entry point in tilewright.games or tilewright.modules"),
    ],
)
def test_what_is_no_package_is_said(text: str, said: str) -> None:
    with pytest.raises((UsageError, InvalidFile), match=said):
        files(text)


def test_modules_that_cannot_be_played_together_are_known_one_by_one() -> None:
    """Two modules that make different things of one option of their game."""
    toll = attrs.evolve(
        levy.tilewright_module(), name="toll", options=None, changes=lambda options: {"castle": 9}
    )
    found = known("rebirth", [levy, plugin(toll)])
    assert found.problem is None and [*found.modules] == ["levy", "toll"]
    names = [[module.name for module in rules.modules] for rules in found.rulesets]
    assert names == [[], ["levy"], ["toll"]]


def test_a_module_without_data_may_have_things() -> None:
    """Scenes may name them, and all that the game has under any option."""
    fair = Module(name="fair", game="rebirth", title="Fair", things=lambda data: {"stall": [Thing("S1")]})
    found = known("rebirth", [plugin(fair)])
    assert found.things["stall"] == [Thing("S1")] and found.problem is None
    assert {"KE", "KS"} <= {thing.code for thing in found.things["castle"]}


def test_the_schema_of_a_file_is_that_of_its_package(tmp_path: Path) -> None:
    made = files("rebirth")
    package_schemas.write(made, tmp_path)
    assert (tmp_path / "rebirth" / "maps" / "default.json").read_text("utf-8") == written(
        made["rebirth/maps/alternative.json"] | {"title": "maps/default.yaml of rebirth"}
    )
