"""The menu, with the keyboard alone: matches are set up, saved games are chosen, and bad files only say so."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from textual import app
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.bots import levels, make
from tilewright.core.play.match import Match
from tilewright.core.rules import plugins
from tilewright.core.screen.lines_widget import LinesWidget
from tilewright.core.screen.menu_screen import MenuChoice, MenuContext, MenuScreen
from tilewright.core.screen.setup_screen import SetupScreen
from tilewright.core.table.face_texts import Texts
from tilewright.core.table.match_setup import NAMES, MatchSetup, Remembered, SeatSetup, remember, remembered
from tilewright.core.table.setup_choices import titled

from .playing import answered
from .playing import everything as shown

SIZES = ((80, 24), (120, 40))


def opened(
    home: Path, play: Any, size: tuple[int, int] = (80, 24), memory: Remembered | None = None
) -> MenuChoice | None:
    """What a person chooses in the menu."""
    around = MenuContext(
        home, memory or Remembered(), lambda lang, width: ["numbers"], lambda then, said: "today"
    )
    return answered(MenuScreen(around), play, size)


async def to(pilot: Pilot[Any], text: str) -> None:
    """Go down to the line that has this text."""
    screen = pilot.app.screen
    assert isinstance(screen, SetupScreen)
    for n, made in enumerate(screen.rows()):
        if text in f"{made.text} {made.right}":
            while screen.at != n:
                await pilot.press("down" if screen.at < n else "up")
            return
    raise AssertionError(text)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("game", "modules"),
    [("Rebirth", ()), ("Glen More", ()), ("Isle of Skye", ("bonus", "druids", "outskirts", "tunnel"))],
)
def test_each_game_with_its_modules_is_set_up_with_the_keyboard(
    game: str, modules: tuple[str, ...], size: tuple[int, int], tmp_path: Path
) -> None:
    async def play(pilot: Pilot[Any]) -> None:
        await pilot.press("enter")
        await to(pilot, "Game")
        for _ in range(4):
            if game in shown(pilot):
                break
            await pilot.press("right")
        for name in modules:
            await to(pilot, f"{name}:")
            await pilot.press("space")
        await to(pilot, "Players")
        await pilot.press("right")
        await to(pilot, "Seat 1")
        await pilot.press("A", "d", "a", "x", "backspace")
        await to(pilot, "Seat 2")
        await pilot.press("right")
        await to(pilot, "Start")
        assert "-p Ada" in shown(pilot)
        await pilot.press("enter")

    chosen = opened(tmp_path, play, size)
    assert chosen is not None and chosen.plan is not None
    plan = chosen.plan
    assert set(plan.modules) == {*modules}
    assert plan.players == (
        SeatSetup(name="Ada"),
        SeatSetup(name="bruno", level="hard"),
        SeatSetup(name="clara", level="normal"),
    )
    rules = plan.rules()
    bots = {one.name: make(one.level, rules) for one in plan.players if one.level}
    match = Match(rules, [one.name for one in plan.players], bots=bots)
    assert match.state.to_act


def test_three_keys_from_the_menu_to_the_first_game(tmp_path: Path) -> None:
    chosen = opened(tmp_path, ("enter", "enter"))
    assert chosen is not None and chosen.plan is not None
    assert [one.level for one in chosen.plan.players] == ["", "normal"]
    assert chosen.plan.players[0].name == NAMES[0]


def test_the_last_choice_is_offered_again(tmp_path: Path) -> None:
    plan = MatchSetup(
        game="isleofskye", modules=("tunnel",),
        players=(SeatSetup(name="Zoë"), SeatSetup(name="b", level="easy"), SeatSetup(name="c", level="hard")),
    )  # fmt: skip
    memory = Remembered(lang="de")
    memory.keep(plan)
    path = tmp_path / "deep" / "last.json"
    remember(path, memory)
    again, why = remembered(path)
    assert (again, why) == (memory, "")

    async def play(pilot: Pilot[Any]) -> None:
        assert "Neue Partie" in shown(pilot) and "Isle of Skye" in shown(pilot)
        await pilot.press("enter", "enter")

    chosen = opened(tmp_path, play, memory=again)
    assert chosen is not None and chosen.plan == plan


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"[]", b"\xff\xfe", b"null", b'{"lang": 5}', b'{"game": ["a"]}',
        b'{"plans": {"rebirth": {"game": "rebirth", "players": [{"name": "a", "level": "exec:rm"}]}}}',
        b'{"plans": {"rebirth": 1}}', b'{"strange": 1}', b"[" * 100_000, b'{"lang": "de", "lang": "en"}',
        b'{"game": "' + b"x" * 400_000 + b'"}',
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_used_is_said_and_nothing_is_remembered(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "last.json"
    path.write_bytes(content)
    memory, why = remembered(path)
    assert memory == Remembered() and str(path) in why


def test_neither_folder_nor_pipe_is_read_and_an_unwritable_place_is_said(tmp_path: Path) -> None:
    (tmp_path / "last.json").mkdir()
    assert "is a folder" in remembered(tmp_path / "last.json")[1]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert "is a pipe" in remembered(tmp_path / "pipe")[1]
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be written"):
        remember(tmp_path / "file" / "last.json", Remembered())


def test_what_is_remembered_but_no_longer_possible_is_left_out(tmp_path: Path) -> None:
    odd = {
        "game": "rebirth",
        "plans": {
            "rebirth": {
                "game": "rebirth", "modules": ["gone"], "edition": "lost", "options": {"nonsense": "1"},
                "players": [{"name": "\x1b[31mred" * 20, "level": "hard"}] * 30,
            }
        },
    }  # fmt: skip
    path = tmp_path / "last.json"
    path.write_text(json.dumps(odd), "utf-8")
    memory, why = remembered(path)
    assert why == ""

    async def play(pilot: Pilot[Any]) -> None:
        await pilot.press("enter")
        assert "\x1b" not in shown(pilot)
        await pilot.press("enter")
        assert "option" in shown(pilot) or "twice" in shown(pilot) or "same" in shown(pilot)
        await pilot.press("escape", "q")

    assert opened(tmp_path, play, memory=memory) is None


def test_what_went_wrong_is_told_to_its_end(tmp_path: Path) -> None:
    """It may end with the command that goes on, such as that for a bot which lies in a file."""
    words = [f"word{n}" for n in range(90)]

    async def play(pilot: Pilot[Any]) -> None:
        assert " ".join(words) in " ".join(shown(pilot).replace("│", " ").split())
        assert "New game" in shown(pilot)
        await pilot.press("q")

    around = MenuContext(tmp_path, Remembered(), lambda *_: [], lambda *_: "", message=" ".join(words))
    assert answered(MenuScreen(around), play, (80, 24)) is None


def test_two_players_of_one_name_get_a_sentence_and_the_menu_stays(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any]) -> None:
        await pilot.press("enter")
        await to(pilot, "Seat 1")
        await pilot.press(*"bruno")
        await to(pilot, "Start")
        await pilot.press("enter")
        assert "bruno" in pilot.app.screen.message  # type: ignore[attr-defined]
        await to(pilot, "Seat 1")
        await pilot.press(*"brunox")
        await to(pilot, "Start")
        await pilot.press("enter")

    chosen = opened(tmp_path, play)
    assert chosen is not None and chosen.plan is not None and chosen.plan.players[0].name == "brunox"


def test_enter_starts_on_the_last_line_only(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any]) -> None:
        await pilot.press("enter")
        screen = pilot.app.screen
        assert isinstance(screen, SetupScreen)
        await to(pilot, "Edition")
        await pilot.press("enter")
        assert pilot.app.screen is screen and screen.edition == "alea-de"
        await to(pilot, "Players")
        await pilot.press("enter")
        assert screen.count == 3
        await to(pilot, "Seat 1")
        await pilot.press(*"Ada", "enter", *"Bo", "enter")
        assert screen.names[:2] == ["Ada", "Bo"] and screen.fields()[screen.at] == ("seat", 2)
        await to(pilot, "Start")
        await pilot.press("enter")

    chosen = opened(tmp_path, play, memory=Remembered(game="glenmore"))
    assert chosen is not None and chosen.plan is not None and chosen.plan.edition == "alea-de"


def test_escape_gives_a_name_back_before_it_leaves(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any]) -> None:
        await pilot.press("enter")
        screen = pilot.app.screen
        assert isinstance(screen, SetupScreen)
        await to(pilot, "Seat 2")
        await pilot.press("k", "i", "backspace")
        assert screen.names[1] == "k"
        await pilot.press("escape")
        assert pilot.app.screen is screen and screen.names[1] == NAMES[1]
        await pilot.press("backspace", "escape")
        assert pilot.app.screen is screen and screen.names[1] == NAMES[1]
        await pilot.press("escape")
        assert pilot.app.screen is not screen
        await pilot.press("q")

    assert opened(tmp_path, play) is None


def test_a_key_that_does_nothing_says_so_until_the_next_one(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any]) -> None:
        await pilot.press("f5")
        assert "f5 does nothing here; the keys are below." in shown(pilot)
        await pilot.press("left")
        assert "left does nothing here" in shown(pilot)
        await pilot.press("enter")
        assert "does nothing" not in shown(pilot)
        await to(pilot, "Seat 1")
        await pilot.press("f5")
        assert "f5 does nothing here" in shown(pilot) and NAMES[0] in shown(pilot)
        await to(pilot, "Start")
        await pilot.press("%")
        assert "% does nothing here" in shown(pilot)
        await pilot.press("down")
        assert "does nothing" not in shown(pilot)
        await to(pilot, "Options")
        await pilot.press("enter", "%")
        assert "% does nothing here" in shown(pilot)
        await pilot.press("escape", "escape", "q")

    assert opened(tmp_path, play) is None


def test_options_are_listed_with_what_they_mean_when_asked_for(tmp_path: Path) -> None:
    async def play(pilot: Pilot[Any]) -> None:
        await pilot.press("enter")
        await to(pilot, "Options")
        await pilot.press("enter")
        rules = tw.load("glenmore")
        assert rules.declared[0].doc[:20] in shown(pilot) and rules.declared[0].rule in shown(pilot)
        await pilot.press("right", "down", "right", "enter")
        await pilot.press("down", "enter")

    memory = Remembered(game="glenmore")
    chosen = opened(tmp_path, play, memory=memory)
    assert chosen is not None and chosen.plan is not None
    assert chosen.plan.options and chosen.plan.rules().changed


# -- saved games -------------------------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with a finished game, one that goes on, and much that is none."""
    rules = tw.load("rebirth")
    for name, most in (("whole", 1000), ("half", 9)):
        bots = {"anna": make("random", rules), "bruno": make("random", rules)}
        match = Match(
            rules,
            ("anna", "bruno"),
            seed=1,
            bots=bots,
            bot_names={"bruno": "random"},
            record=tmp_path / f"{name}.jsonl",
        )
        while not match.over and match.decisions < most:
            match.play(match.choose(match.state.to_act[0]))
        match.close()
    (tmp_path / "empty.jsonl").write_bytes(b"")
    (tmp_path / "noise.jsonl").write_bytes(bytes(range(256)) * 50)
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "gone.jsonl").symlink_to(tmp_path / "nowhere")
    (tmp_path / "evil\x1b[2Jname.jsonl").write_text('{"tilewright": 1}\n')
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.jsonl")
    return tmp_path


@pytest.mark.parametrize("size", SIZES)
def test_a_saved_game_is_continued_and_broken_files_say_why(size: tuple[int, int], home: Path) -> None:
    async def play(pilot: Pilot[Any]) -> None:
        await pilot.press("c")
        assert "Rebirth: anna, bruno (random)" in shown(pilot) and "whole" not in shown(pilot)
        assert "\x1b" not in shown(pilot)
        await pilot.press("down", "enter")
        assert "cannot be read" in shown(pilot)
        await pilot.press("a")

    chosen = opened(home, play, size)
    assert chosen == MenuChoice("resume", path=home / "half.jsonl")


def test_every_sound_game_can_be_replayed(home: Path) -> None:
    chosen = opened(home, ("r", "down", "enter"))
    assert chosen is not None and chosen.do == "replay" and chosen.path == home / "whole.jsonl"


@pytest.mark.parametrize("size", SIZES[:1])
def test_pages_and_languages(size: tuple[int, int], tmp_path: Path) -> None:
    memory = Remembered()

    async def play(pilot: Pilot[Any]) -> None:
        await pilot.press("h")
        assert "numbers" in shown(pilot)
        await pilot.press("x", "v")
        for word in ("easy", "normal", "hard"):
            assert word in shown(pilot)
        await pilot.press("x", "l")
        assert "Neue Partie" in shown(pilot)
        await pilot.press("right")
        assert "Nowa gra" in shown(pilot)
        await pilot.press("c")
        assert "zapisanych partii" in shown(pilot)
        await pilot.press("escape", "q")

    assert opened(tmp_path / "nothing", play, size, memory) is None
    assert memory.lang == "pl"


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
def test_the_page_of_levels_says_how_strong_they_are_without_codes(lang: str, tmp_path: Path) -> None:
    """A sentence for each, and a game whose levels nobody has measured is named."""
    said = Texts(lang)

    async def play(pilot: Pilot[Any]) -> None:
        await pilot.press("v")
        page = " ".join(pilot.app.screen.query_one("#text", LinesWidget).text.split())
        for level in levels.LEVELS:
            assert said(f"menu.about.{level}") in page
        for name in plugins.found("game"):
            unmeasured = said("menu.levels.unmeasured", title=titled(name)) in page
            assert unmeasured == (not tw.load(name).game.levels(tw.load(name)))
        assert "~" not in page and "learned" not in page
        await pilot.press("escape")
        await pilot.press("q")

    opened(tmp_path, play, (80, 24), Remembered(lang=lang))


def test_the_question_and_the_pace_are_switched_in_the_menu_and_remembered(tmp_path: Path) -> None:
    memory = Remembered()
    opened(tmp_path, ("f", "p", "p", "q"), memory=memory)
    assert (memory.confirm, memory.pace) == (False, 5.0)
    remember(tmp_path / "last.json", memory)
    assert remembered(tmp_path / "last.json") == (memory, "")


@pytest.mark.parametrize(
    ("ground", "theme"),
    [("0;15", "ansi-light"), ("0;default;7", "ansi-light"), ("15;0", "ansi-dark"), ("", "ansi-dark")],
)
def test_colours_go_with_the_ground_before_styles_are_read(
    ground: str, theme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORFGBG", ground)
    read: list[str] = []

    class Counting(Stylesheet):
        def reparse(self) -> None:
            read.append("again")
            super().reparse()

    monkeypatch.setattr(app, "Stylesheet", Counting)

    async def look(pilot: Pilot[Any]) -> None:
        assert pilot.app.theme == theme
        assert pilot.app.stylesheet._variables == pilot.app.get_css_variables()
        await pilot.press("q")

    opened(tmp_path, look)
    assert not read
