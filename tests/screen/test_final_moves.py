"""Final moves at the play screen: what asks for them, and what the lines of the screen promise."""

from __future__ import annotations

import re
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from tilewright.core.screen import keys
from tilewright.core.screen.app import TableExit
from tilewright.core.screen.overlays import TextOverlay
from tilewright.core.screen.play_screen import PlayScreen
from tilewright.core.table import move_text
from tilewright.core.table.choosing import verb
from tilewright.core.table.table import Table

from ..cases import soaked
from .playing import Keys, at, at_table, everything, rested, said, settled, table


async def armed(pilot: Pilot[TableExit], made: Table) -> PlayScreen:
    """The screen at the question about a final move."""
    for _ in range(60):
        await pilot.press("enter")
        now = await rested(pilot)
        if now.pending is not None:
            return now
    raise AssertionError("nothing is final")


@pytest.mark.parametrize("key", ["u", "h"])
@at_table("rebirth", 2, seed=7)
async def test_what_hides_the_question_about_a_final_move_takes_back_the_answer(
    pilot: Pilot[TableExit], made: Table, key: str
) -> None:
    await armed(pilot, made)
    decisions = made.match.decisions
    await pilot.press(key)
    if isinstance(pilot.app.screen, TextOverlay):
        await pilot.press("escape")
    now = await rested(pilot)
    asks = made.said("table.confirm") in said(pilot, "preview")
    assert asks == (now.pending is not None)
    await pilot.press("enter")
    assert asks or made.match.decisions == decisions, "a move was played that nothing asked about"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@at_table("rebirth", 2, seed=7, steps=67)
async def test_all_that_a_final_move_does_is_told_when_it_is_asked_for(
    pilot: Pilot[TableExit], made: Table, size: tuple[int, int]
) -> None:
    now = await rested(pilot)
    assert now.choice is not None
    chair, moves = now.chair, [one.action for one in now.choice.choosing.offers]
    longest = max(moves, key=lambda move: len(chair.said(move, whole=True)))
    now.choice.seek(longest)
    now.echo()
    await pilot.press("enter")
    now = await rested(pilot)
    assert now.pending == longest
    shown = " ".join(everything(pilot).split())
    assert chair.said(longest, whole=True) in shown and made.said("table.confirm") in shown
    top = now.query_one("#boards").size.height
    await pilot.press("escape")
    await rested(pilot)
    assert now.query_one("#boards").size.height > top > 3, "the boards gave the lines only for the question"


@pytest.mark.parametrize("steps", [2, 8])
@at_table("rebirth", 2, seed=5)
async def test_a_hint_does_not_cover_the_spot_that_it_is_about(
    pilot: Pilot[TableExit], made: Table, steps: int
) -> None:
    now = await rested(pilot)
    await pilot.press("h")
    page = pilot.app.screen
    assert isinstance(page, TextOverlay) and now.choice is not None and now.choice.where is not None
    row, frame = now.boards.row(now.choice.where), page.query_one("#frame").region
    assert row is not None and not frame.y <= row < frame.bottom
    await pilot.press("escape")


@pytest.mark.parametrize("steps", [2, 8])
@at_table("rebirth", 2, seed=5)
async def test_enter_while_a_hint_is_being_found_neither_plays_nor_hides_it(
    pilot: Pilot[TableExit], made: Table, steps: int
) -> None:
    now = await rested(pilot)
    decided = made.match.decisions
    for key in ("h", "enter", "enter"):  # a terminal keeps them while the hint is being found
        pilot.app.post_message(events.Key(key, None))
    await pilot.pause()
    assert isinstance(pilot.app.screen, TextOverlay)
    assert made.match.decisions == decided and now.pending is None
    await pilot.press("enter")
    assert not isinstance(pilot.app.screen, TextOverlay), "a later one closes the page"


@pytest.mark.parametrize("lang", ["de", *soaked("en", "pl")])
@at_table("glenmore", 2, seed=5)
async def test_why_says_of_a_legal_move_that_it_is_one_and_whether_it_is_final(
    pilot: Pilot[TableExit], made: Table, lang: str
) -> None:
    for _ in range(60):
        now = await rested(pilot)
        assert now.choice is not None
        action = now.choice.action
        if action is None:
            await pilot.press("tab", "down")
            continue
        await pilot.press("w")
        text = " ".join(said(pilot, "text").split())
        move, brings = move_text.move(now.chair, action), now.chair.said(action)
        assert made.said("table.why_legal", move=move, brings=brings).split(".")[0] in text
        assert (made.said("table.why_final") in text) == now.chair.final(action)
        await pilot.press("escape")
        if now.chair.final(action):
            return
        await pilot.press("enter")
        await settled(pilot)
    raise AssertionError("nothing was final")


@at_table("glenmore", 2, steps=9)
async def test_why_of_a_spot_without_a_move_has_the_name_of_the_spot(
    pilot: Pilot[TableExit], made: Table
) -> None:
    now = await rested(pilot)
    choice: Any = now.choice
    shown = [(n, one) for n, board in enumerate(now.show.boards) for one in board.spots if one.said]
    met = 0
    for n, one in shown:
        choice.point((n, one.at))
        choice.judge()
        if choice.action is not None:
            choice.home()
            continue
        met += 1
        await pilot.press("w")
        assert isinstance(pilot.app.screen, TextOverlay)
        assert pilot.app.screen.heading == re.split("[,:;]", one.said)[0].strip()
        await pilot.press("escape")
        choice.home()
    assert met


@at_table("isleofskye", 2, seed=3, people=1)
async def test_turning_goes_through_one_tile_before_the_next_and_is_called_what_it_is(
    pilot: Pilot[TableExit], made: Table
) -> None:
    mixed = single = 0
    for _ in range(60):
        now = await rested(pilot)
        assert now.choice is not None
        if now.choice.action is not None and verb(now.choice.action) == "build":
            for where in now.choice.choosing.spots:
                now.choice.point(where)
                tiles = [str(one.action).split()[1] for one in now.choice.forms]
                runs = [tile for n, tile in enumerate(tiles) if n == 0 or tiles[n - 1] != tile]
                assert len(runs) == len(set(runs)), tiles
                if len(tiles) > 1:
                    other = keys.does(now, "r") == made.said("table.do.other")
                    assert other == (len(runs) > 1), tiles
                    mixed, single = mixed + other, single + (not other)
                    await pilot.press("r", "R")
                    await rested(pilot)
                    assert f" of {len(tiles)})" in said(pilot, "preview").replace("\n", " ")
        if mixed and single:
            return
        await Keys(pilot).move()
        await settled(pilot)
    raise AssertionError((mixed, single))


@pytest.mark.parametrize(
    ("game", "seats", "key", "lang"),
    [("rebirth", 4, "down", "pl"), ("glenmore", 5, "space", "de"), ("isleofskye", 5, "x", "en")],
)
def test_the_page_before_the_first_move_is_short_and_any_key_closes_it(
    game: str, seats: int, key: str, lang: str
) -> None:
    made = table(game, seats, lang=lang)
    first = made.match.rules.provenance(lang) * 3

    async def test(pilot: Pilot[TableExit]) -> None:
        assert isinstance(pilot.app.screen, TextOverlay)
        assert not any(isinstance(one, PlayScreen) for one in pilot.app.screen_stack)
        assert made.said("screen.page.short") in everything(pilot)
        assert pilot.app.screen.query_one("#text").max_scroll_y == 0
        again = made.said("screen.first")
        assert again in " ".join(said(pilot, "text").split())
        word = next(text for text in again.split() if text.startswith(":"))
        await pilot.press(key)
        now = await rested(pilot)
        await pilot.press("colon", *word[1:], "enter")
        assert isinstance(pilot.app.screen, TextOverlay), everything(pilot)
        assert first[0] in " ".join(said(pilot, "text").split())
        await pilot.press("escape", "k")
        text = " ".join(said(pilot, "text").split())
        assert now.show.legend[0][1] in text and not any(one in text for one in first)

    at(made, test, first=first)
