"""The play screen: choosing, previews, what can be asked, secrets between people, bots, and what goes wrong."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tilewright.core.screen import keys
from tilewright.core.screen.app import TableExit
from tilewright.core.screen.lines_widget import LinesWidget
from tilewright.core.screen.overlays import Curtain
from tilewright.core.screen.play_screen import PlayScreen
from tilewright.core.screen.shell import Shell
from tilewright.core.table import move_text
from tilewright.core.table.choice_cursor import ChoiceCursor
from tilewright.core.table.choosing import alike
from tilewright.core.table.table import Table

from ..cases import cases
from .playing import Keys, at, at_table, everything, rested, said, screen, settled, table
from .steady import driven
from .test_games import SKYE

SRC = Path(__file__).parents[2] / "src"


# -- choosing --------------------------------------------------------------------------------------------------------


@at_table("isleofskye", 3, seed=3)
async def test_prices_are_typed_in_place_and_revealed_only_after_a_look(
    pilot: Pilot[TableExit], made: Table
) -> None:
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


@at_table("carcassonne", 2, seed=4, steps=12)
async def test_a_tile_appears_in_a_legal_rotation_and_the_refused_ones_say_why(
    pilot: Pilot[TableExit], made: Table
) -> None:
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
        assert [*now.boards._ghost.values()] == [*now.chair.ghost(choice.offer)]
        assert now.boards.ghost_at == choice.where
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


@at_table("rebirth", 2)
async def test_arrow_keys_walk_over_hexes_as_they_lie_on_the_screen(
    pilot: Pilot[TableExit], made: Table
) -> None:
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


@at_table("isleofskye", 2, seed=3, modules=SKYE)
async def test_choices_without_a_spot_have_letters_that_are_no_commands(
    pilot: Pilot[TableExit], made: Table
) -> None:
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


# -- windows, languages, speed ---------------------------------------------------------------------------------------


@at_table("rebirth", 2, steps=20)
async def test_boards_grow_and_shrink_with_the_window(pilot: Pilot[TableExit], made: Table) -> None:
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


@at_table("rebirth", 2)
async def test_a_key_that_means_nothing_is_told_so_until_the_next_one(
    pilot: Pilot[TableExit], made: Table
) -> None:
    await rested(pilot)
    before = made.match.decisions
    for key, name in (("f5", "f5"), ("percent_sign", "%")):
        await pilot.press(key)
        assert f"{name} does nothing here; ? lists the keys." in said(pilot, "preview")
    await pilot.press("right")
    await rested(pilot)
    assert "does nothing" not in said(pilot, "preview") and made.match.decisions == before


class Counted(PlayScreen):
    """A table that counts how often it has been drawn."""

    draws = 0

    def draw(self) -> None:
        self.draws += 1
        super().draw()


def test_a_table_is_drawn_once_for_each_size() -> None:
    async def test() -> None:
        shown = Counted(table("rebirth", 2))
        async with driven(Shell(shown), size=(80, 24)) as pilot:
            await pilot.until(lambda: shown.draws and not shown.resting)
            assert shown.draws == 1
            await pilot.resize_terminal(100, 30)
            await pilot.until(lambda: shown.draws > 1 and not shown.resting)
            assert shown.draws == 2

    asyncio.run(test())


@pytest.mark.parametrize(("size", "steps"), [((80, 24), 12), ((60, 16), 36), ((120, 40), 0)])
def test_what_was_drawn_once_is_drawn_alike_again_and_lists_each_choice_once(
    size: tuple[int, int], steps: int
) -> None:
    async def test() -> None:
        made = table("glenmore", 2, seed=3, steps=steps)
        made.pace = 0
        shown = PlayScreen(made)

        def texts() -> list[str]:
            return [one.text for one in shown.query(LinesWidget)]

        async with driven(Shell(shown), size=size) as pilot:
            for _ in range(3):
                await pilot.until(lambda: shown.choice and not shown.resting)
                assert shown.choice is not None
                before, side = texts(), shown.query_one("#side", LinesWidget).text
                for label, target in zip(shown.choice.labels, shown.choice.listed, strict=False):
                    assert side.count(f"{label} {move_text.target(shown.chair, target)} ") == 1
                shown.draw()
                await pilot.until(lambda: not shown.resting)
                assert texts() == before
                shown.play(random.Random(steps).choice(shown.chair.view.legal()))

    asyncio.run(test())


def test_nothing_else_imports_textual() -> None:
    """Neither the library nor the table, the help of the command line or the prompt; one process does it all."""
    steps = cases(__file__, "nothing_else_imports_textual")
    seen = "print([m for m in sys.modules if m.startswith('textual')])"
    code = "\n".join(["import sys", *(f"{step}\n{seen}" for step in steps)])
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(SRC), "PATH": ""},
        timeout=120,
    )
    assert done.stdout.split("\n") == ["[]"] * len(steps) + [""], done.stderr


def test_a_rotation_stays_where_it_is_legal_when_the_cursor_moves() -> None:
    made, moved = table("carcassonne", 2, seed=4, steps=12), 0
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
