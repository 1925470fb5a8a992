"""What a user's files call things is what is said of them: no shipped name, short name or translation survives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.text.folder import Folder, is_text

from ..cases import cases

RULESETS = [
    ("rebirth", ()),
    ("rebirth", ("ireland",)),
    ("glenmore", ()),
    ("isleofskye", ()),
    *[("isleofskye", (module,)) for module in ("bonus", "druids", "outskirts", "tunnel")],
]


def renamed(content: Any) -> Any:
    """The content with a word more in every English text that has a place for translations."""
    if isinstance(content, dict):
        if isinstance(content.get("en"), str) and {*content} <= {"en", "de", "pl"}:
            return {**content, "en": f"{content['en']} here"}
        return {key: renamed(value) for key, value in content.items()}
    return [renamed(value) for value in content] if isinstance(content, list) else content


def write(folder: Folder, place: Path) -> None:
    for name in folder.names():
        if not is_text(name):
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_text(json.dumps(renamed(folder.document(name).content)), "utf-8")


@pytest.mark.parametrize(("game", "modules"), RULESETS)
def test_what_a_users_files_call_otherwise_has_no_shipped_name(
    game: str, modules: tuple[str, ...], tmp_path: Path
) -> None:
    shipped = tw.load(game, modules)
    write(shipped.folder, tmp_path)
    for module, folder in zip(modules, shipped.folders[1:], strict=True):
        write(folder, tmp_path / "modules" / module)
    if modules == ("ireland",):
        for name in ("box.yaml", "maps/ireland.yaml"):  # the module brings its own
            (tmp_path / name).unlink()
    theirs = tw.load(game, modules, data=tmp_path)
    said = {name: dict(texts) for name, texts in theirs.game.names(theirs.data).items()}
    for one in theirs.modules:
        said |= {name: dict(texts) for name, texts in one.names(theirs.module_data.get(one.name)).items()}
    checked = 0
    for name, texts in said.items():
        if texts["en"].endswith(" here"):
            assert theirs.words.texts(f"name.{name}") == {"en": texts["en"]}, name
            checked += 1
    assert checked > 5


@pytest.mark.parametrize(
    ("old", "new", "en", "de"), cases(__file__, "a_card_that_asks_for_something_else_says_so")
)
def test_a_card_that_asks_for_something_else_says_so(
    old: str, new: str, en: str, de: str, tmp_path: Path
) -> None:
    text = tw.load("rebirth").folder.text("missions.yaml")
    (tmp_path / "missions.yaml").write_text(text.replace(old, new), "utf-8")
    words = tw.load("rebirth", data=tmp_path).words
    assert words.name("crown_castles") == en
    assert words.name("crown_castles", "de") == de
    assert words.name("castles_all", "pl") == "najwięcej zamków"


def test_a_card_follows_the_names_of_the_castles_on_the_map(tmp_path: Path) -> None:
    text = tw.load("rebirth").folder.text("maps/default.yaml")
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps/default.yaml").write_text(text.replace("Edinburgh Castle", "Ravenhall"), "utf-8")
    words = tw.load("rebirth", data=tmp_path).words
    assert words.name("crown_castles") == "You control any of these castles: Ravenhall, Stirling Castle."
    assert "Ravenhall" in words.name("crown_castles", "pl")
