"""Questions at the play screen: keys, the palette, typed moves, the log, help levels, what if."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tilewright.core.record.format import Help
from tilewright.core.screen import keys
from tilewright.core.screen.app import TableExit
from tilewright.core.screen.lines_widget import LinesWidget
from tilewright.core.screen.overlays import ChapterOverlay, Finder, TextOverlay
from tilewright.core.screen.play_screen import PlayScreen
from tilewright.core.table import lookup, narration, rule_search
from tilewright.core.table.table import Table
from tilewright.core.web import questions as web_questions
from tilewright.core.web.live_match import LiveMatch

from ..cases import soaked
from .playing import Keys, at, at_table, everything, rested, said, screen, settled, table


@pytest.mark.parametrize("game, can", [("rebirth", "place"), ("isleofskye", "buy"), ("glenmore", "activate")])
def test_every_key_of_the_footer_does_something(game: str, can: str) -> None:
    made = table(game, 2, seed=2, can=can)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)
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
            assert "taken back: activate" in everything(pilot)
        await pilot.press("q")

    opened = at(made, test)
    assert opened.return_value == TableExit("left")


@at_table("glenmore", 2, seed=5)
async def test_the_palette_finds_a_move_by_a_name_and_does_it(pilot: Pilot[TableExit], made: Table) -> None:
    now = await rested(pilot)
    assert now.choice is not None
    wanted = [*now.choice.choosing.spots][2]
    spot = lookup.spot_at(now.show, wanted)
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


@pytest.mark.parametrize("lang", ["de", *soaked("en", "pl")])
@at_table("rebirth", 2, modules=["ireland"])
async def test_the_rules_are_chapters_to_walk_through_and_to_search(
    pilot: Pilot[TableExit], made: Table, lang: str
) -> None:
    """Every chapter fits the width of 80 columns; Space reads on from one to the next, and `/` finds a rule."""
    now = await rested(pilot)
    await pilot.press("t")
    rules = pilot.app.screen
    assert isinstance(rules, ChapterOverlay)
    pages = rule_search.pages(now.chair)
    for n, one in enumerate(pages):
        sheet = rules.query_one("#text", LinesWidget)
        assert rules.at == n and sheet.virtual_size.width <= sheet.size.width
        assert all(f"({rule})" in sheet.text for rule in one.rules)
        for _ in range(40):
            if rules.at == n < len(pages) - 1:
                await pilot.press("space")
    await pilot.press("right", *["left"] * 2)
    assert rules.at == len(pages) - 3
    assert "printed" not in rules.query_one("#text", LinesWidget).text
    await pilot.press("s")
    assert now.said("table.source", source="")[:6] in rules.query_one("#text", LinesWidget).text
    await pilot.press("slash", *pages[2].title.lower(), "enter")
    assert (pilot.app.screen, rules.at) == (rules, 2)
    await pilot.press("slash", *"rb-castle-2")
    finder = pilot.app.screen
    await pilot.press("enter")
    assert isinstance(finder, Finder) and isinstance(pilot.app.screen, TextOverlay)
    assert "RB-CASTLE-2: " in pilot.app.screen.query_one("#text", LinesWidget).text
    await pilot.press("escape", "escape")
    assert isinstance(pilot.app.screen, PlayScreen)


@at_table("isleofskye", 2, seed=3)
async def test_the_log_walks_back_and_the_boards_follow(pilot: Pilot[TableExit], made: Table) -> None:
    seen: dict[int, Any] = {}
    person = Keys(pilot)
    for _ in range(8):
        await settled(pilot)
        now = screen(pilot)
        played = len(made.match.played)
        if played:
            seen[played] = now.chair.show.boards
        await person.move()
    await settled(pilot)
    now = await rested(pilot)
    await pilot.press("l")
    met = 0
    told = now.chair.log
    for n in reversed(range(len(told))):
        assert now.walk == n and told[n][1].move.split()[0] in everything(pilot)
        if told[n][0] in seen:
            met += 1
            assert now.show.boards == seen[told[n][0]]
        await pilot.press("up")
    assert met > 3
    await pilot.press("escape")
    assert now.walk is None and now.show is now.chair.show

    await pilot.press("colon", *"log 9", "enter")
    assert now.walk is not None and told[now.walk][1].number == 9
    await pilot.press("enter", "down", "enter")  # the whole log as a list, from there on
    await pilot.pause()
    assert told[now.walk][1].number == 10 and f"10 {told[now.walk][1].who}" in everything(pilot)
    await pilot.press("escape", "colon", *"log 999", "enter")
    assert now.message == made.said("line.no_decision", n=999, last=told[-1][1].number)
    await pilot.press("L")
    page = " ".join(everything(pilot).split())
    assert now.said("table.messages") in page and "there is no decision 999" in page
    assert all(text[:30] in page for text in now.chair.news.texts)


def test_the_score_pages_say_what_the_end_would_bring() -> None:
    """Castles among the points of the end, and the same words in the browser."""
    made = table("rebirth", 2, steps=30)
    chair = made.chair(0)
    rows = [" ".join(ink.text for ink in row) for row in narration.panel(chair.standing(), "").rows]
    assert made.said("table.end_now") in rows and sum(row.startswith("castle ") for row in rows) == 1
    page = re.sub(r"<[^>]+>", " ", str(web_questions.score(LiveMatch(made, pace=0).session(0, "p")).body))
    assert made.said("table.end_of", reason="") in page

    async def test(pilot: Pilot[TableExit]) -> None:
        await rested(pilot)
        await pilot.press("s")
        for text in (everything(pilot), page):
            words = " ".join(re.sub("[│▁-█┃]", " ", text).split())
            assert not [row for row in rows if row[:40] not in words], words  # long ones are broken

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


@at_table("stowage", 2)
async def test_what_if_names_no_move_that_was_only_pointed_at(pilot: Pilot[TableExit], made: Table) -> None:
    """Where moves are chosen part by part, Enter takes a part in the copy as well."""
    choice = (await rested(pilot)).choice
    assert choice is not None
    spots = choice.choosing.spots
    choice.point(max(spots, key=lambda where: len(spots[where])))
    assert choice.picks
    await pilot.press("i")
    await settled(pilot)
    assert made.match.decisions == 0 and screen(pilot).table.trial
    await pilot.press("enter")
    copy = await rested(pilot)
    assert copy.pending is None and copy.table.match.decisions == 0
