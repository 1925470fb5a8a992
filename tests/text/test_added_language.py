"""A fourth language from files in a folder of a translator: it is found, spoken, typed, and checked."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base.errors import InvalidFile
from tilewright.core.rules.assembly import forget
from tilewright.core.table.face_texts import Texts, every, of
from tilewright.core.text.grammar import Grammar, grammar
from tilewright.core.text.languages import VARIABLE, languages, shipped
from tilewright.core.text.unreadable import engine

from ..cases import cases

CZECH = cases(__file__, "czech")


def kept(folder: Path, name: str, text: str) -> None:
    place = folder / "cs" / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("\n".join(line.strip() for line in text.splitlines()), "utf-8")


def _fresh() -> None:
    forget()
    of.cache_clear()
    every.cache_clear()
    engine.cache_clear()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The translator's folder, in effect."""
    for name, text in CZECH.items():
        kept(tmp_path, name, text)
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    _fresh()
    yield tmp_path
    _fresh()


def test_a_folder_is_a_language(folder: Path) -> None:
    assert languages() == ("en", "cs", "de", "pl") and shipped() == ("en", "de", "pl")
    assert grammar("cs").name == "čeština"
    assert Texts("cs")("menu.new") == "Nová hra"
    assert Texts("cs")("menu.continue") == Texts("en")("menu.continue") != Texts("de")("menu.continue")


def test_a_game_is_played_in_it(folder: Path) -> None:
    rules = tw.load("glenmore")
    said = [rules.say("sold", {"seat": 0, "kind": "wood", "coins": n}, ("Eva",), "cs") for n in (1, 3, 5)]
    assert said == ["Eva prodává dřevo za " + coins for coins in ("1 minci", "3 mince", "5 mincí")]
    state = rules.new(2, 7)
    move = rules.read("zaplatit dřevo 1,0", state, state.to_act[0], "cs")
    assert str(move) == "pay wood 1,0" and rules.say_move(move, 0, "cs") == "platím dřevo 1,0"
    assert rules.say("not_your_turn", {}, (), "cs") == "it is not your turn"
    texts = rules.rule_texts(lang="cs")
    assert (
        texts["GM-COMP-1"].text == "Dva až pět hráčů." and texts["GM-COMP-2"].text[:16] == "(English) There "
    )


def test_a_ruleset_is_the_same_in_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = tw.load("glenmore").data_digest
    monkeypatch.delenv(VARIABLE)
    _fresh()
    assert tw.load("glenmore").data_digest == spoken


def test_a_users_own_text_comes_before_it(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    data = tmp_path_factory.mktemp("data")
    data.joinpath("messages.yaml").write_text('name.wood: {cs: "polena"}', "utf-8")
    words = tw.load("glenmore", data=data).words
    assert words.name("wood", "cs") == "polena" and words.name("wood", "de") == "Holz"


@pytest.mark.parametrize(
    ("name", "text", "said"), cases(__file__, "what_is_wrong_in_it_is_said_with_its_place")
)
def test_what_is_wrong_in_it_is_said_with_its_place(folder: Path, name: str, text: str, said: str) -> None:
    kept(folder, name, text)
    with pytest.raises(InvalidFile) as error:
        tw.load("glenmore")
    assert said in str(error.value)


def test_a_language_may_have_one_form_or_six() -> None:
    assert Grammar("日本語", ".", {"other": ""}).form(1) == 0
    rules = {
        "zero": "n = 0",
        "one": "n = 1",
        "two": "n = 2",
        "few": "n % 100 = 3..10",
        "many": "n % 100 = 11..99",
    }
    arabic = Grammar("العربية", "٫", {**rules, "other": ""})
    assert [arabic.form(n) for n in (0, 1, 2, 3, 110, 11, 199, 100, 102)] == [0, 1, 2, 3, 3, 4, 4, 5, 5]
    latvian = Grammar(
        "latviešu", ",", {"one": "n % 10 = 1 and n % 100 != 11 or n % 100 = 71,81..82", "other": ""}
    )
    assert [latvian.form(n) for n in (1, 11, 21, 72, 82, 182)] == [0, 1, 0, 1, 0, 0]


def test_a_command_lists_it_and_speaks_it(folder: Path) -> None:
    """In a process of its own: the command line lists the languages once, when it starts."""
    said = """
import sys
from tilewright.core.cli import app
from typer.testing import CliRunner
for words in ("show -h", "show glenmore tiles --lang cs", "show glenmore tiles --lang xx"):
    sys.stdout.write(CliRunner().invoke(app.app, words.split()).output)
"""
    run = [sys.executable, "-c", said]
    shown = subprocess.run(run, capture_output=True, text=True, env={**os.environ, "COLUMNS": "100"}).stdout
    assert "en|cs|de|pl" in shown and "dřevo" in shown and "'en', 'cs', 'de', 'pl'" in shown
