"""The play screen: choosing, previews, what can be asked, secrets between people, bots, and what goes wrong."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic
from typing import Any

import attrs
import pytest
from textual.pilot import Pilot

from tilewright.core.draw.styled_lines import line
from tilewright.core.play.match import Match
from tilewright.core.record.format import Help
from tilewright.core.rules.assembly import load
from tilewright.core.screen import keys
from tilewright.core.screen.app import TableApp, TableExit
from tilewright.core.screen.overlays import Curtain, Finder, TextOverlay
from tilewright.core.screen.play_screen import PlayScreen
from tilewright.core.table.choice_cursor import ChoiceCursor, alike
from tilewright.core.table.face_texts import every
from tilewright.core.table.table import Table

from .playing import Keys, app, everything, left, said, screen, settled, table
from .steady import driven
from .test_games import SKYE, carcassonne

SRC = Path(__file__).parents[2] / "src"
FIELD = {" ": "space", ",": "comma", "-": "minus", "/": "slash", ".": "full_stop", "_": "underscore"}
"""What keys are called."""
Test = Callable[[Pilot[TableExit]], Awaitable[None]]


def at(made: Table, test: Test, size: tuple[int, int] = (80, 24), **more: Any) -> TableApp:
    """Open the table and run the test at it, once a person is asked."""
    opened = app(made, **more)

    async def run() -> None:
        async with driven(opened, size) as pilot:
            await settled(pilot)
            await test(pilot)

    asyncio.run(run())
    left(opened)
    return opened


async def rested(pilot: Pilot[TableExit]) -> PlayScreen:
    """The screen once everything has been computed."""
    now = screen(pilot)
    while now.resting or now.thinker.busy:
        if not now.thinker.busy:
            now.rest()
        await pilot.pause(0.001)
    await pilot.pause()
    return now


# -- choosing --------------------------------------------------------------------------------------------------------


def test_prices_are_typed_in_place_and_revealed_only_after_a_look() -> None:
    made = table("isleofskye", 3, seed=3)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = screen(pilot)
        assert now.choice is not None
        tiles = [str(offer.action).split()[1] for offer in now.choice.forms]
        await pilot.press("2")
        assert f"price {tiles[0]} 2" in said(pilot, "preview")
        await pilot.press("+")
        assert f"price {tiles[0]} 3" in said(pilot, "preview")
        await pilot.press("-", "-", "enter")
        await rested(pilot)
        first = made.match.decisions
        assert f"{tiles[0]} 1 gold" in said(pilot, "side")
        await pilot.press("right", "9")
        assert "9" in said(pilot, "preview") and made.match.decisions == first
        await pilot.press("2", "enter")
        await rested(pilot)
        before = made.match.decisions
        await pilot.press("enter")
        now = await rested(pilot)
        assert now.pending is not None and made.match.decisions == before
        assert made.said("table.confirm") in said(pilot, "preview")
        await pilot.press("escape")
        now = await rested(pilot)
        assert now.pending is None and made.match.decisions == before
        await pilot.press("enter", "enter")
        await settled(pilot)
        assert made.match.decisions > before

    at(made, test)


def test_a_tile_appears_in_a_legal_rotation_and_the_refused_ones_say_why() -> None:
    made = table(carcassonne(), 2, seed=4, steps=12)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)
        assert now.choice is not None
        while not hasattr(now.choice.action, "rotation"):
            await Keys(pilot).move()
            await settled(pilot)
            now = await rested(pilot)
        choice: Any = now.choice
        legal = len(choice.forms)
        assert legal < 4
        seen = set()
        for _ in range(legal):
            seen.add(choice.offer.action.rotation)
            assert now.boards._ghost == (choice.where, now.chair.ghost(choice.offer))
            await pilot.press("r")
            now = await rested(pilot)
        assert len(seen) == legal and choice.refused is not None and now.boards._refused
        reasons = now.chair.reasons(choice.refused[1])
        assert reasons[0][:20] in said(pilot, "preview").replace("\n", " ")
        before = made.match.decisions
        await pilot.press("enter")
        assert made.match.decisions == before and choice.refused is not None
        await pilot.press("R")
        assert choice.refused is None or legal < 3

    at(made, test)


def test_where_nothing_can_be_done_it_says_why_with_the_rule() -> None:
    made = table("rebirth", 2, steps=30)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)
        assert now.choice is not None
        await pilot.press("shift+left")
        now = await rested(pilot)
        assert now.choice is not None and now.choice.where not in now.choice.choosing.spots
        await pilot.press("w")
        assert isinstance(pilot.app.screen, TextOverlay)
        assert "RB-" in everything(pilot)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, PlayScreen)

    at(made, test)


def test_arrow_keys_walk_over_hexes_as_they_lie_on_the_screen() -> None:
    made = table("rebirth", 2)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)
        choice, canvas = now.choice, now.boards.canvas
        assert choice is not None and canvas is not None
        for _ in range(3):
            for key, axis, sign in (("right", 0, 1), ("down", 1, 1), ("left", 0, -1), ("up", 1, -1)):
                assert choice.where is not None
                before = canvas.boxes[choice.where]
                await pilot.press(key)
                after = canvas.boxes[choice.where]
                step = (after.x - before.x, after.y - before.y)
                assert step == (0, 0) or step[axis] * sign > 0

    at(made, test)


def test_choices_without_a_spot_have_letters_that_are_no_commands() -> None:
    made = table("isleofskye", 2, seed=3, modules=SKYE)

    async def test(pilot: Pilot[TableExit]) -> None:
        for _ in range(60):
            now = await rested(pilot)
            assert now.choice is not None
            if now.choice.listed:
                break
            await Keys(pilot).move()
            await settled(pilot)
        choice = screen(pilot).choice
        assert choice is not None
        labels = choice.labels
        assert labels and not {*labels} & {*keys.KEYS}
        await pilot.press(labels[0])
        assert choice.line == 0
        await pilot.press("tab")
        assert choice.line is None

    at(made, test)


# -- asking ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game, verb", [("rebirth", "place"), ("isleofskye", "buy"), ("glenmore", "activate")]
)
def test_every_key_of_the_footer_does_something(game: str, verb: str) -> None:
    made = table(game, 2, seed=2)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = screen(pilot)
        for _ in range(80):
            now = await rested(pilot)
            assert now.choice is not None
            if any(str(offer.action).startswith(verb) for offer in now.choice.choosing.left):
                break
            await Keys(pilot).move()
            await settled(pilot)
        for key in keys.shown(now):
            if key in ("enter", "q", "u"):
                continue
            before = (pilot.app.screen, everything(pilot))
            await pilot.press({":": "colon", "?": "question_mark"}.get(key, key))
            await pilot.pause(0.02)
            assert (pilot.app.screen, everything(pilot)) != before, key
            for _ in range(2):
                if key == "i":
                    await settled(pilot)
                if pilot.app.screen is not now or now.walk is not None or now.focused is not None:
                    await pilot.press("i" if key == "i" else "escape")
            assert pilot.app.screen is now, key
            if now.choice is not None:
                now.every = now.choice.free = False
                now.choice.renew(now.chair.choosing)
                now.draw()
                now.message = ""
            await rested(pilot)
        decisions = made.match.decisions
        await pilot.press("right", "enter")
        if now.pending is not None:
            await pilot.press("enter")
        await settled(pilot)
        assert made.match.decisions != decisions
        if made.can_take_back(0):
            await pilot.press("u")
            assert made.said("screen.undone") in everything(pilot)
        await pilot.press("q")

    opened = at(made, test)
    assert opened.return_value == TableExit("left")


def test_the_palette_finds_a_move_by_a_name_and_does_it() -> None:
    made = table("glenmore", 2, seed=5)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)
        assert now.choice is not None
        wanted = [*now.choice.choosing.spots][2]
        spot = now.boards.spot(wanted)
        assert spot is not None
        name = spot.said.split(",")[0]
        await pilot.press("question_mark", *["space" if c == " " else c for c in name.lower()])
        assert isinstance(pilot.app.screen, Finder)
        found = pilot.app.screen.found
        assert found and name in found[0].text
        await pilot.press("enter")
        now = await rested(pilot)
        if now.pending is not None:
            assert now.pending == found[0].value
        else:
            own = [one.action for one in made.match.played if one.seat == 0]
            assert own == [found[0].value]

    at(made, test)


def test_a_typed_move_and_the_rules_by_word() -> None:
    made = table("rebirth", 2)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)
        assert now.choice is not None
        move = str(now.choice.choosing.left[3].action)
        await pilot.press("colon", *"nonsense", "enter")
        assert "nonsense" in said(pilot, "preview") and made.match.decisions == 0
        await pilot.press(
            "colon", *[{" ": "space", ",": "comma", "-": "minus"}.get(c, c) for c in move], "enter"
        )
        await rested(pilot)
        assert str(now.pending or made.match.played[0].action) == move
        await pilot.press("escape", "t", *"cathedral")
        assert isinstance(pilot.app.screen, Finder)
        found = [f"{one.text} {one.more}" for one in pilot.app.screen.found]
        assert found and all("cathedral" in text.lower() or "RB-CATH-" in text for text in found)

    at(made, test)


def test_the_log_walks_back_and_the_boards_follow() -> None:
    made = table("isleofskye", 2, seed=3)

    async def test(pilot: Pilot[TableExit]) -> None:
        seen: dict[int, Any] = {}
        person = Keys(pilot)
        for _ in range(12):
            await settled(pilot)
            now = screen(pilot)
            played = len(made.match.played)
            if played:
                seen[id(made.match.played[-1])] = now.chair.show.boards
            await person.move()
        await settled(pilot)
        now = await rested(pilot)
        await pilot.press("l")
        met = 0
        told = now.history.told(now.chair)
        for n in reversed(range(len(told))):
            assert now.walk == n and told[n][1].move.split()[0] in everything(pilot)
            if id(told[n][0]) in seen:
                met += 1
                assert now.show.boards == seen[id(told[n][0])]
            await pilot.press("up")
        assert met > 5
        await pilot.press("escape")
        assert now.walk is None and now.show is now.chair.show

    at(made, test)


@pytest.mark.parametrize("level", ["previews", "none"])
def test_without_help_h_and_i_say_so_and_what_moves_bring_is_shown_or_not(level: Help) -> None:
    made = table("rebirth", 2, lang="de", help_level=level)
    sentence = made.said("table.unhelped", level=level)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)
        assert not {"h", "i"} & {*keys.shown(now)} and "w" in keys.shown(now)
        for key in ("h", "i"):
            await pilot.press(key)
            assert screen(pilot) is now and sentence in said(pilot, "preview").replace("\n", " ")
        await pilot.press("right")
        now = await rested(pilot)
        shown, free = said(pilot, "preview").replace("\n", " "), made.said("table.no_points")
        assert (made.said("table.final") in shown) == (level == "none")
        assert now.choice is not None and now.choice.action is not None and free
        assert (": " + now.chair.said(now.choice.action) in shown) and now.boards.ghost_at == now.choice.where
        await pilot.press("w")
        text = everything(pilot)
        assert ("Das bringt" in text) == (level == "previews") and made.said("table.why_final")[:20] in text
        await pilot.press("escape", "enter")
        await settled(pilot)
        assert now.pending is not None and made.match.decisions == 0
        await pilot.press("enter")
        await settled(pilot)
        assert made.match.decisions > 0

    at(made, test)


def test_what_if_is_a_copy_that_cannot_be_mistaken(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    made = table("rebirth", 2, record=path, lang="pl")

    async def test(pilot: Pilot[TableExit]) -> None:
        match, before = await rested(pilot), path.read_bytes()
        state = made.match.state
        await pilot.press("right", "down", "right")
        assert match.choice is not None
        chosen = match.choice.action
        assert chosen != made.match.state.legal(0)[0]
        await pilot.press("i")
        await settled(pilot)
        copy = await rested(pilot)
        assert copy.choice is not None and copy.choice.action == chosen, "the cursor stays where it was"
        assert copy is not match and copy.table.trial and made.said("screen.trial") in everything(pilot)
        await Keys(pilot).move()
        await settled(pilot)
        assert copy.table.match.decisions > 0
        await pilot.press("u")
        await settled(pilot)
        await pilot.press("s")
        await pilot.press("escape")
        await pilot.press("i")
        assert pilot.app.screen is match and made.said("screen.trial") not in everything(pilot)
        assert made.match.state is state and path.read_bytes() == before

    at(made, test)


# -- secrets ---------------------------------------------------------------------------------------------------------


def test_nothing_of_one_persons_secrets_is_on_the_screen_of_another() -> None:
    """Whatever anna stakes in secret, bruno's screens say the same, letter for letter, and the curtain says nothing."""

    def shown(price: str) -> list[str]:
        found: list[str] = []

        async def test(pilot: Pilot[TableExit]) -> None:
            await pilot.press(price, "enter")
            for _ in range(3):
                await settled(pilot)
                if isinstance(pilot.app.screen, PlayScreen):
                    await pilot.press("1", "enter")
            assert isinstance(pilot.app.screen, Curtain)
            behind = pilot.app.screen_stack[-2]
            assert isinstance(behind, PlayScreen) and behind.boards.canvas is None
            found.append(everything(pilot))
            found.append(" ".join(str(one.text) for one in behind.query("Sheet")).strip())  # type: ignore[attr-defined]
            await pilot.press("enter")
            await settled(pilot)
            for key in ("o", "s", "k"):
                await pilot.press(key)
                found.append(everything(pilot))
                await pilot.press("escape")
            await rested(pilot)
            found.append(pilot.app.export_screenshot())
            await pilot.press("l")
            found.append(everything(pilot))

        at(table("isleofskye", 2, seed=3, people=2), test, size=(120, 50))
        return [strip_id(text) for text in found]

    one, other = shown("2"), shown("3")
    assert one[1] == "" and one == other


def strip_id(text: str) -> str:
    """A picture without the name of its styles, which is drawn by chance."""
    import re

    return re.sub(r"terminal-\d+", "terminal", text)


# -- bots ------------------------------------------------------------------------------------------------------------


@attrs.define
class Slow:
    """A bot that thinks until it is told to stop, and then takes the first move."""

    awake: threading.Event = attrs.field(factory=threading.Event)

    def choose(self, view: Any, stream: Any) -> Any:
        self.awake.wait(30)
        return view.legal()[0]


def slow_table() -> tuple[Table, Slow]:
    rules, bot = load("rebirth"), Slow()
    return Table(
        Match(rules, ["anna", "bruno"], seed=1, bots={"bruno": bot}, bot_names={"bruno": "slow"})
    ), bot


def test_a_bot_that_thinks_can_be_stopped_and_a_copy_tried_meanwhile() -> None:
    made, bot = slow_table()

    async def test(pilot: Pilot[TableExit]) -> None:
        now = screen(pilot)
        while made.next_bot() is None:
            await pilot.press("enter")
            if now.pending is not None:
                await pilot.press("enter")
        await pilot.pause(0.05)
        assert made.said("screen.thinks", who="bruno (slow)") in said(pilot, "head")
        decisions = made.match.decisions
        await pilot.press("i")
        await settled(pilot)
        assert screen(pilot).table.trial
        await pilot.press("i")
        await pilot.press("escape")
        assert now.paused and made.said("screen.paused", who="bruno (slow)") in said(pilot, "head")
        bot.awake.set()
        await pilot.pause(0.1)
        assert made.match.decisions == decisions, "a result that nobody waits for was played"
        await pilot.press("enter")
        await settled(pilot)
        assert made.match.decisions == decisions + 1

    at(made, test)


def test_leaving_does_not_wait_for_a_bot() -> None:
    made, bot = slow_table()

    async def test(pilot: Pilot[TableExit]) -> None:
        now = screen(pilot)
        while made.next_bot() is None:
            await pilot.press("enter")
            if now.pending is not None:
                await pilot.press("enter")
        await pilot.press("q")

    begun = monotonic()
    opened = at(made, test)
    assert opened.return_value == TableExit("left") and monotonic() - begun < 20
    bot.awake.set()


def test_moves_of_bots_are_shown_for_a_while_and_marked() -> None:
    made = table("rebirth", 2, steps=8)
    opened = TableApp(made, pace=30)

    async def run() -> None:
        async with driven(opened, (80, 24)) as pilot:
            await settled(pilot)
            now = screen(pilot)
            decisions = made.match.decisions
            await pilot.press("enter")
            if now.pending is not None:
                await pilot.press("enter")
            await pilot.until(lambda: made.match.decisions > decisions + 1)
            assert now.choice is None and now.changed and "bruno" in said(pilot, "news")
            assert now.boards._changed == now.changed
            await pilot.press("enter")  # no need to wait
            await settled(pilot)
            assert now.choice is not None and now.changed

    asyncio.run(run())
    left(opened)


# -- what goes wrong -------------------------------------------------------------------------------------------------


class Broken:
    """A bot with a mistake."""

    def choose(self, view: Any, stream: Any) -> Any:
        raise ZeroDivisionError("a mistake")


def test_a_bot_that_fails_closes_the_screen_with_its_error() -> None:
    rules = load("rebirth")
    made = Table(Match(rules, ["anna", "bruno"], seed=1, bots={"anna": Broken(), "bruno": Broken()}))
    opened = app(made)

    async def run() -> None:
        async with driven(opened, (80, 24)) as pilot:
            await pilot.until(lambda: opened.return_value is not None)

    with pytest.raises(ZeroDivisionError):
        asyncio.run(run())
    assert opened.return_value is not None and opened.return_value.why == "failed"
    assert isinstance(opened.return_value.error, ZeroDivisionError)


def test_a_record_that_cannot_be_written_costs_no_move(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    made = table("rebirth", 2, record=path)

    async def test(pilot: Pilot[TableExit]) -> None:
        path.write_text("something else\n")
        now = await rested(pilot)
        await pilot.press("enter")
        if now.pending is not None:
            await pilot.press("enter")
        assert isinstance(pilot.app.screen, TextOverlay) and "save FILE" in said(pilot, "text").replace(
            "\n", " "
        )
        await pilot.press("enter")
        assert path.name in said(pilot, "preview").replace("\n", "") and made.match.decisions == 0
        assert now.choice is not None
        await pilot.press(
            "colon", *"save ", *[FIELD.get(c, c) for c in str(tmp_path / "other.jsonl")], "enter"
        )
        assert isinstance(pilot.app.screen, TextOverlay), everything(pilot)
        await pilot.press("enter", "enter", "enter")
        await settled(pilot)
        assert made.match.decisions > 0

    at(made, test)
    assert (tmp_path / "other.jsonl").read_bytes().count(b'"move"') == made.match.decisions


def test_a_full_disk_is_told_and_the_game_goes_on_when_there_is_room(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    path = tmp_path / "game.jsonl"
    made = table("rebirth", 2, record=path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    async def test(pilot: Pilot[TableExit]) -> None:
        await rested(pilot)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 10, hard))
        try:
            await pilot.press("enter", "enter")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert made.match.decisions == 0 and "cannot be written" in everything(pilot)
        await pilot.press("escape", "enter", "enter")
        await settled(pilot)
        assert made.match.decisions > 0

    at(made, test)
    assert path.read_bytes().count(b'"move"') == made.match.decisions


def test_a_record_that_is_deleted_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    made = table("rebirth", 2, record=path)

    async def test(pilot: Pilot[TableExit]) -> None:
        await rested(pilot)
        path.unlink()
        await pilot.press("enter", "enter")
        await settled(pilot)
        assert made.match.decisions > 0

    at(made, test)
    assert path.read_bytes().count(b'"move"') == made.match.decisions


# -- windows, languages, speed ---------------------------------------------------------------------------------------


def test_boards_grow_and_shrink_with_the_window() -> None:
    made = table("rebirth", 2, steps=20)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)
        assert now.choice is not None and now.boards.canvas is not None
        await pilot.press("right", "down")
        where, small = now.choice.where, now.boards.canvas.size
        await pilot.resize_terminal(200, 60)
        await pilot.pause(0.1)
        assert now.boards.canvas.size > small and now.boards.cursor == where == now.choice.where
        await pilot.resize_terminal(60, 16)
        await pilot.pause(0.1)
        box = now.boards.canvas.boxes[where].translate(-now.boards.scroll_offset)  # type: ignore[index]
        assert now.boards.size.region.contains_region(box) and now.boards.cursor == where

    at(made, test)


@pytest.mark.parametrize("lang", ["de", "pl"])
def test_the_screen_speaks_one_language(lang: str) -> None:
    """Every text of the screen exists in it, and none of the English ones is left over on the screen."""
    own = {key: texts for key, texts in every().items() if key.startswith(("screen.", "table."))}
    assert own and all(texts.get(lang) for texts in own.values())
    made = table("glenmore", 2, lang=lang)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)
        footer = said(pilot, "foot")
        for key in keys.shown(now)[:4]:
            text = own[f"table.do.{keys.KEYS[key].text}"]
            assert text[lang] in footer
            assert text["en"] == text[lang] or f" {text['en']} " not in f"{footer} "

    at(made, test)


@pytest.mark.parametrize(
    "code",
    [
        "import tilewright",
        "import tilewright.core.table.table",
        "from tilewright.core.cli import app; import contextlib, io\n"
        "with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()): app(['--help'])",
        "from tilewright.core.cli import app; import contextlib, io, tempfile\n"
        "sys.stdin = io.StringIO('hint\\n')\n"
        "with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):\n"
        "    app(['play', 'rebirth', '--seed', '1', '--save', tempfile.mkdtemp() + '/game.jsonl'])",
    ],
)
def test_nothing_else_imports_textual(code: str) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys\n{code}\nprint([m for m in sys.modules if m.startswith('textual')])",
        ],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(SRC), "PATH": ""},
        timeout=120,
    )
    assert done.stdout.strip().splitlines()[-1] == "[]", done.stderr


def test_space_turns_the_page_and_closes_the_last_one() -> None:
    made = table("rebirth")

    async def test(pilot: Pilot[TableExit]) -> None:
        await rested(pilot)
        pilot.app.push_screen(TextOverlay("long", [line(str(n)) for n in range(60)], made.said))
        await pilot.pause()
        for _ in range(3):
            assert isinstance(pilot.app.screen, TextOverlay)
            await pilot.press("space")
            await pilot.pause()
        await pilot.press("space")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PlayScreen)

    at(made, test)


def test_a_rotation_stays_where_it_is_legal_when_the_cursor_moves() -> None:
    made, moved = table(carcassonne(), 2, seed=4, steps=12), 0
    chair = made.chair(made.match.state.to_act[0])
    choice = ChoiceCursor(chair, "")
    for here, offers in choice.choosing.spots.items():
        for there, others in choice.choosing.spots.items():
            for offer in offers if here != there else ():
                choice.seek(offer.action)
                choice.point(there)
                same = [one for one in others if alike(one.action, offer.action)]
                assert choice.offer is (*same, *others)[0]
                moved += bool(same) and same[0] is not others[0]
    assert moved


# -- stopping a bot, and the end ------------------------------------------------------------------------------------


def test_escape_stops_while_a_bots_move_is_shown_until_enter() -> None:
    made = table("glenmore", 3, seed=5)
    opened = TableApp(made, pace=0.2)

    async def run() -> None:
        async with driven(opened, (80, 24)) as pilot:
            await pilot.until(lambda: made.match.decisions > 0 or screen(pilot).choice is not None)
            now = screen(pilot)
            while now.choice is not None:  # until a bot has moved
                await pilot.press(*["enter"] * (1 + (now.pending is not None)))
                await pilot.pause()
            await pilot.until(lambda: now.pause is not None)
            decisions = made.match.decisions
            await pilot.press("escape")
            for key in ("escape", "left"):
                assert now.paused and made.said("screen.paused.keys") in said(pilot, "preview")
                assert made.said("table.do.go_on") in said(pilot, "foot")
                await pilot.pause(0.6)
                assert made.match.decisions == decisions, "Esc was pressed, and the bots went on"
                await pilot.press(key)
            await pilot.press("enter")
            await pilot.until(lambda: now.choice is not None or made.match.decisions > decisions)

    asyncio.run(run())
    left(opened)


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
@pytest.mark.parametrize("key", ["enter", "escape", "q"])
def test_the_end_names_the_winner_and_the_way_on(key: str, lang: str) -> None:
    made = table("glenmore", 2, steps=1000, lang=lang)
    state = made.match.state

    async def test(pilot: Pilot[TableExit]) -> None:
        first = said(pilot, "foot").strip()
        assert first.startswith(made.said("table.key.enter")) and made.said("table.do.after") in first
        assert any(state.seats[seat] in said(pilot, "preview") for seat in state.winners)
        best, second = sorted(zip(state.scores, state.seats, strict=True), reverse=True)
        assert f"1. {best[1]} {best[0]}, 2. {second[1]} {second[0]}" in said(pilot, "news")
        await pilot.press("l", key if key != "q" else "escape")  # the log is left first
        assert pilot.app.return_value is None
        await pilot.press(key)

    assert at(made, test).return_value == TableExit("over")
