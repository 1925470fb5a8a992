"""A replay full screen, walked with keys."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

import tilewright as tw
from tilewright.core.bots import make
from tilewright.core.play.match import Match
from tilewright.core.screen.board_widget import BoardWidget
from tilewright.core.screen.keys import KEYS
from tilewright.core.screen.lines_widget import LinesWidget
from tilewright.core.screen.replay_screen import ReplayScreen
from tilewright.core.screen.shell import Shell
from tilewright.core.table.face_texts import Texts
from tilewright.core.table.replay_walk import Walk
from tilewright.core.text.seat_names import REFEREE

from ..cases import soaked
from .playing import NAMES, everything, taken_for
from .steady import driven

SIZES = ((80, 24), (120, 40))
ALL = ("druids", "tunnel", "bonus", "outskirts")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Records of games between bots, one of each kind."""
    found = tmp_path_factory.mktemp("walked")
    for game, modules, seats in (("rebirth", (), 2), ("glenmore", (), 3), ("isleofskye", ALL, 3)):
        rules = tw.load(game, list(modules))
        names = NAMES[:seats]
        bots = {name: make("random", rules) for name in names}
        match = Match(rules, names, seed=5, bots=bots, record=found / f"{game}.jsonl")
        match.play_bots()
        match.close()
    return found


class Person:
    """Somebody at the keyboard, in front of a walk."""

    def __init__(self, pilot: Pilot[object], screen: ReplayScreen) -> None:
        self.pilot, self.screen, self.walk = pilot, screen, screen.walk

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    def said(self, part: str) -> str:
        return self.screen.query_one(f"#{part}", LinesWidget).text

    def shown(self) -> str:
        return everything(self.pilot)


def walked(path: Path, size: tuple[int, int], play: object, lang: str = "en") -> Shell[str]:
    """The program after a person has played with a walk through this record."""

    async def run() -> Shell[str]:
        screen = ReplayScreen(Walk.open(path, lang))
        shell: Shell[str] = Shell(screen)  # type: ignore[arg-type]
        async with driven(shell, size) as pilot:
            await play(Person(pilot, screen))  # type: ignore[operator, arg-type]
        if shell.error is not None:
            raise shell.error
        return shell

    return asyncio.run(run())


def walk_of(
    game: str = "", *, size: tuple[int, int] = (80, 24), then: str | None = None
) -> Callable[[Callable[..., Awaitable[None]]], Callable[..., None]]:
    """Run the test with a person before a walk through the record of a game; `then` is what the walk ends with.

    Parameters of the test named game, size and lang are those of the walk.
    """

    def wrap(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
        def run(folder: Path, **values: Any) -> None:
            path = folder / f"{values.get('game', game)}.jsonl"
            window, lang = values.get("size", size), values.get("lang", "en")
            left = walked(path, window, lambda person: test(person, **values), lang)
            assert then in (None, left.return_value)

        return taken_for(test, run, ("person",), "folder")

    return wrap


@pytest.mark.parametrize(
    ("game", "size"), [("rebirth", SIZES[0]), ("glenmore", SIZES[1]), ("isleofskye", SIZES[0])]
)
@walk_of(then="left")
async def test_a_whole_record_is_walked_forth_by_keys_and_back(
    person: Person, game: str, size: tuple[int, int]
) -> None:
    walk, rounds = person.walk, 0
    for key in ("n", "right", "down", "enter", "space"):
        at = walk.at
        await person.press(key)
        assert walk.at == at + 1
        assert f"decision {walk.number} of {walk.final_number}" in person.said("head")
    while walk.at < walk.last:
        await person.press("r" if rounds < 6 else "end")
        rounds += 1
        assert person.shown().strip()
        everything = person.screen.query_one("#boards", BoardWidget).drawn
        changed = walk.changed()
        assert not changed or any(where in everything for where in changed)
    assert (rounds > 2 and "win" in person.said("next")) or "victory" in person.said("next")
    await person.press("n")
    assert "last position" in person.said("next")
    for _ in range(3):
        await person.press("R")
    assert walk.at < walk.last
    await person.press("home")
    await person.press("p")
    assert "beginning" in person.said("next")
    await person.press("end", "T", "left", "home", "1", "2", "enter")
    assert walk.number == 12
    await person.press("q")


@pytest.mark.parametrize("size", [SIZES[0], *soaked((SIZES[1],))])
@walk_of("isleofskye", then="left")
async def test_eyes_change_and_what_is_secret_stays_so(person: Person, size: tuple[int, int]) -> None:
    walk = person.walk
    sealed = next(n for n, s in enumerate(walk.steps, 1) if s.sealed and s.seat == 1 and not s.log.barrier)
    move = str(walk.steps[sealed - 1].action)
    walk.eyes = 0
    await person.press(*str(sealed), "enter")
    assert "bruno decides in secret" in person.shown() and move not in person.shown()
    seen = set()
    for _ in walk.every_eyes:
        await person.press("v")
        seen.add(walk.eyes)
        assert (move in person.shown()) == (walk.eyes in (1, REFEREE))
    assert seen == {*walk.every_eyes}
    await person.press("tab", "shift+tab", "V", "escape")


@pytest.mark.parametrize(("lang", "size"), [("en", SIZES[1]), ("de", SIZES[0])])
@walk_of("isleofskye", then="play")
async def test_every_page_opens_and_closes(person: Person, lang: str, size: tuple[int, int]) -> None:
    await person.press("r", "r", "r")
    for key in ("s", "c", "o", "k", "?"):
        await person.press(key)
        assert person.pilot.app.screen is not person.screen
        await person.press("x")
        assert person.pilot.app.screen is person.screen
    await person.press("b", "shift+down", "shift+right", "y")
    assert "y" in person.said("next")
    await person.press("g")


@pytest.mark.parametrize("lang", ["de", *soaked("en", "pl")])
@walk_of("rebirth")
async def test_the_list_of_keys_is_wrapped_and_not_cut(person: Person, lang: str) -> None:
    texts = Texts(lang)
    await person.press("?")
    room = person.pilot.app.screen.query_one("#text", LinesWidget)
    lines = room.text.split("\n")
    assert max(map(cell_len, lines)) <= room.size.width
    listed = " ".join(room.text.split())
    for key in texts.known("walk.keys."):
        assert listed.count(texts(key).split()[-1]), key
    await person.press("x", "q")


def test_one_key_is_one_thing_in_play_and_in_a_replay() -> None:
    """n and p step through a replay, and o opens everything else, there as in play."""
    panels = next(key for key, found in KEYS.items() if found.text == "panels")
    assert panels == Texts("en")("walk.key.panels") == "o"
    assert not {"n", "p"} & {*KEYS}


@walk_of("rebirth", then="what if")
async def test_at_the_end_nobody_plays_on_and_a_spectator_tries_nothing(person: Person) -> None:
    await person.press("end", "g")
    assert "game is over" in person.said("next")
    await person.press("home")
    person.walk.eyes = None
    await person.press("i")
    assert "(v)" in person.said("next")
    person.walk.eyes = 0
    await person.press("i")


def test_a_damaged_record_says_on_the_screen_where_it_ends(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    lines = (folder / "rebirth.jsonl").read_text("utf-8").split("\n")
    path.write_text("\n".join([*lines[:50], "broken", *lines[51:]]), "utf-8")

    async def play(person: Person) -> None:
        await person.press("end")
        assert "bad.jsonl:51" in person.shown().replace("\n", "")
        await person.press("q")

    walked(path, (120, 40), play)


@walk_of("rebirth", size=(120, 40))
async def test_the_wheel_walks_and_a_click_in_the_log_goes_there(person: Person) -> None:
    await person.press("2", "0", "enter")
    log = person.screen.query_one("#log", LinesWidget)
    first = int(log.text.split(" ")[0])
    await person.pilot.click("#log", offset=(1, 0))
    await person.pilot.pause()
    assert person.walk.number == first
    await person.press("q")


@walk_of("rebirth")
async def test_the_smallest_window_has_the_whole_map_the_points_and_the_decision_once(person: Person) -> None:
    walk, board = person.walk, person.screen.query_one("#boards", BoardWidget)
    for key in ("n", "r", "r", "end", "home", "end"):
        await person.press(key)
        assert board.max_scroll_y == board.max_scroll_x == 0, person.shown()
        for name, points in zip(walk.seats, walk.scores(), strict=True):
            assert f"{name} {points}" in person.said("head")
        lines = person.shown().split("\n")
        if walk.at > 1:
            step = walk.step()
            assert step is not None
            assert "".join(lines).count(walk.event()[:30]) == 1
            assert "".join(lines).count(f"{step.number - 1} ") >= 1  # the log stands beside the map
    assert person.said("news").endswith(".."), person.said("news")


@walk_of("rebirth", size=(80, 16))
async def test_home_goes_to_the_top_of_boards_that_scroll(person: Person) -> None:
    board = person.screen.query_one("#boards", BoardWidget)
    await person.press("end")
    board.scroll_to(0, 5, animate=False)
    await person.pilot.pause()
    assert board.scroll_offset.y > 0
    await person.press("home")
    assert board.scroll_offset.y == 0


@walk_of("rebirth")
async def test_digits_that_come_at_once_make_one_number(person: Person) -> None:
    for key in ("2", "0", "enter"):  # as a terminal gives them that has them all in one piece
        person.screen.action_press(key)
    await person.pilot.pause()
    assert person.walk.number == 20
    await person.press("3", "3", "backspace")
    assert " 3:" in person.said("next")
    await person.press("escape")
    assert person.walk.number == 20
    await person.press("1", "enter")
    assert person.walk.number == 1


@walk_of("rebirth", size=(80, 40))
async def test_a_chart_of_one_round_is_too_early_and_one_of_few_points_is_small(person: Person) -> None:
    await person.press("n", "n", "c")
    assert person.pilot.app.screen is person.screen
    assert person.said("next").strip() == Texts("en")("walk.early")
    await person.press("r", "n", "c")
    chart = person.pilot.app.screen.query_one(LinesWidget)
    assert person.pilot.app.screen is not person.screen
    assert chart.rows < 12
