"""`schema`: what is printed is a JSON schema, and files of packages refer to those that are written for them."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tilewright.core.base.errors import InvalidFile
from tilewright.core.editor.package_schemas import outdated

from ...cases import cases
from ...editor.eyes import wrong
from ..shell import GAME, run
from .test_new import NAME, installed
from .test_new import path as path

MODELINE = re.compile(r"# yaml-language-server: \$schema=(\S+)\n")


def printed(*words: str | Path) -> dict[str, Any]:
    ran = run("schema", *words)
    assert ran.code == 0 and not ran.err, ran
    found: dict[str, Any] = json.loads(ran.out)
    assert found["$schema"] == "http://json-schema.org/draft-07/schema#"
    return found


def test_a_schema_of_scenes_of_any_game_and_of_one() -> None:
    scene = "{scene: x, game: rebirth, players: [anna, bruno], given: {castels: {}}}"
    assert not wrong(printed("scene"), scene)
    assert "'castels' was unexpected" in str(wrong(printed("scene", "--game", GAME), scene))


def test_modules_are_those_that_are_asked_for() -> None:
    made = printed("scene", "--game", "isleofskye", "--with", "druids")
    assert made["definitions"]["scene"]["properties"]["modules"]["items"] == {"enum": ["druids"]}


@pytest.mark.parametrize("command", ["compare", "content", "design"])
def test_a_schema_of_plans_says_what_the_flags_say(command: str) -> None:
    made = printed("plan", command, "--game", GAME)
    fields = made["properties"]
    assert made["description"] and all(one.get("description") for one in fields.values()), [
        name for name, one in fields.items() if not one.get("description")
    ]
    assert "castle" in fields["set"]["anyOf"][0]["properties"]
    assert wrong(made, "{bot: greedy}") and not wrong(made, "{bots: greedy, game: rebirth}")


def test_a_schema_of_options() -> None:
    made = printed("options", "isleofskye", "--with", "outskirts")
    assert "IS-INC-1" in made["properties"]["castle_income"]["description"]
    assert any(name.startswith("outskirts.") for name in made["properties"])
    assert not wrong(made, "{castle_income: 5}") and wrong(made, "{castle_income: 1}")


def test_a_schema_of_a_data_file() -> None:
    made = printed("data", GAME, "missions.yaml")
    assert made["title"] == "missions.yaml of rebirth" and made["required"] == ["deck", "cards"]
    assert printed("data", "isleofskye.druids", "tablets.yaml")["title"] == "tablets.yaml of druids"


@pytest.mark.parametrize(("words", "code", "said"), cases(__file__, "what_will_not_do_is_said"))
def test_what_will_not_do_is_said(
    home: Path, monkeypatch: pytest.MonkeyPatch, words: str, code: int, said: str
) -> None:
    monkeypatch.chdir(home)
    (home / "file").write_text("precious", "utf-8")
    ran = run("schema", *words.split())
    assert ran.code == code and said in " ".join(ran.err.split()) and "Traceback" not in ran.err, ran
    assert [one.name for one in home.iterdir()] == ["file"] and not ran.out


@pytest.mark.parametrize(
    "more",
    [(), ("--grid", "hex"), ("--module", GAME), ("--module", "isleofskye"), ("--module", "glenmore")],
    ids=["square", "hex", "module", "scoring", "tiles"],
)
def test_every_yaml_file_of_a_new_package_names_a_schema_that_it_fits(
    home: Path, more: tuple[str, ...]
) -> None:
    folder = home / NAME
    assert run("new", NAME, folder, *more).code == 0
    files = [*folder.rglob("*.yaml")]
    named = set()
    for file in files:
        text = file.read_text("utf-8")
        found = MODELINE.match(text)
        assert found, f"{file} does not begin with the name of its schema"
        schema = (file.parent / found[1]).resolve()
        named.add(schema)
        assert not wrong(json.loads(schema.read_text("utf-8")), text)
    written = {one.resolve() for one in (folder / "schemas").rglob("*.json")}
    assert len(files) > 1 and named <= written and len(written) - len(named) <= ("--module" in more)
    assert not [*folder.rglob("__pycache__")] and NAME not in sys.modules


def test_a_changed_class_is_told_by_the_test_and_known_after_the_command(home: Path, path: list[str]) -> None:
    """Also while the file does not fit it yet: then the editor says what is missing."""
    folder = home / NAME
    run("new", NAME, folder)
    installed(folder, path)
    code, file = folder / NAME / "files.py", folder / NAME / "data" / "tiles.yaml"
    code.write_text(
        code.read_text("utf-8").replace("    letter: str\n", "    letter: str\n    colour: str\n"), "utf-8"
    )
    with pytest.raises(InvalidFile, match="'colour' is missing"):
        outdated(NAME, folder / "schemas")
    schema = folder / "schemas" / NAME / "tiles.json"
    assert not wrong(json.loads(schema.read_text("utf-8")), file.read_text("utf-8"))
    ran = run("schema", "package", NAME, "--out", folder / "schemas")
    assert ran.code == 3 and "tiles.yaml:3:3: meadow: key 'colour' is missing" in ran.err, ran
    assert "'colour' is a required property" in str(
        wrong(json.loads(schema.read_text("utf-8")), file.read_text("utf-8"))
    )
    file.write_text(file.read_text("utf-8").replace("letter:", "colour: red, letter:"), "utf-8")
    assert not wrong(json.loads(schema.read_text("utf-8")), file.read_text("utf-8"))
    assert outdated(NAME, folder / "schemas") == []
    schema.unlink()
    [stale] = outdated(NAME, folder / "schemas")
    assert "tiles.json" in stale


def test_a_folder_will_do_before_the_package_is_installed(home: Path) -> None:
    run("new", NAME, home / NAME)
    before = {one: one.read_bytes() for one in (home / NAME / "schemas").rglob("*.json")}
    for one in before:
        one.unlink()
    ran = run("schema", "package", home / NAME, "--out", home / NAME / "schemas")
    assert ran.code == 0 and ran.out == f"{len(before)} schemas in {home / NAME / 'schemas'}\n", ran
    assert before == {one: one.read_bytes() for one in (home / NAME / "schemas").rglob("*.json")}
