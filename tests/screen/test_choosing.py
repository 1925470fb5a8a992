"""How one chooses at the full screen: looking anywhere, where the cursor begins, letters, amounts, words, pages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from textual.pilot import Pilot

from tilewright.core.screen import keys
from tilewright.core.screen.app import TableExit
from tilewright.core.screen.overlays import Finder, TextOverlay
from tilewright.core.screen.play_screen import PlayScreen
from tilewright.core.table import move_text, narration
from tilewright.core.table.choosing import slots, verb
from tilewright.core.table.table import Table

from ..toys import nim
from .playing import Keys, everything, said, screen, settled, table
from .test_games import carcassonne
from .test_play_screen import at, rested

NAMES = {" ": "space", ",": "comma", "-": "minus"}


def pressed(text: str) -> list[str]:
    """The keys that type this text."""
    return [NAMES.get(letter, letter) for letter in text]


async def until(pilot: Pilot[TableExit], made: Table, kind: str) -> PlayScreen:
    """Play on until a move of this kind is possible."""
    for _ in range(80):
        now = await rested(pilot)
        assert now.choice is not None
        if any(verb(offer.action) == kind for offer in now.choice.choosing.left):
            return now
        made.chair(0).play(made.chair(0).view.legal()[0])
        now.go()
        await settled(pilot)
    raise AssertionError(kind)


# -- looking anywhere ------------------------------------------------------------------------------------------------


def test_the_cursor_can_look_at_every_spot_and_comes_back_with_one_key() -> None:
    made = table("rebirth", 2, steps=30)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)
        choice: Any = now.choice
        before, decisions = choice.action, made.match.decisions
        await pilot.press("x")
        assert made.said("table.do.choices") in said(pilot, "foot")
        met = set()
        for key in ("right", "down", "left", "down", "left", "up", "right", "right"):
            await pilot.press(key)
            now = await rested(pilot)
            if choice.where in choice.choosing.spots:
                await pilot.press("enter")  # to look is not to play
                assert made.match.decisions == decisions and now.pending is None and not choice.free
                await pilot.press("x")
                continue
            met.add(choice.where)
            moved = now.chair.moved(choice.under.action, choice.where)
            refused = now.chair.refused(moved) if moved is not None else None
            assert refused is not None and now.chair.reasons(refused)[0] in said(pilot, "preview").replace(
                "\n", " "
            )
            assert made.said("table.do.why_not") in said(pilot, "foot")
            await pilot.press("enter")
            assert isinstance(pilot.app.screen, TextOverlay) and "RB-" in everything(pilot)
            await pilot.press("enter")
            assert screen(pilot) is now and made.match.decisions == decisions
        assert len(met) > 2
        while choice.where in choice.choosing.spots:
            await pilot.press("right")
        await pilot.press("x")
        now = await rested(pilot)
        assert not choice.free and choice.offer is not None and choice.where in choice.choosing.spots
        assert type(choice.action) is type(before)

    at(made, test)


def test_a_click_on_a_spot_without_a_choice_says_why() -> None:
    made = table("rebirth", 2, steps=30)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)
        assert now.choice is not None and now.boards.canvas is not None
        where = next(
            one for one in now.boards.drawn if one not in now.choice.choosing.spots and one[1][1] < 5
        )
        box = now.boards.canvas.boxes[where]
        await pilot.click("#boards", offset=(box.x, box.y))
        now = await rested(pilot)
        assert now.choice is not None and now.choice.where == where and now.choice.refused is not None
        await pilot.click("#boards", offset=(box.x, box.y))
        assert isinstance(pilot.app.screen, TextOverlay)
        await pilot.press("escape", "escape")
        assert now.choice.where in now.choice.choosing.spots

    at(made, test)


def test_the_tile_can_be_turned_where_it_is_refused() -> None:
    """Each rotation says why it cannot lie there."""
    made = table(carcassonne(), 2, seed=4, steps=12)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)
        while not hasattr(now.choice and now.choice.action, "rotation"):
            await Keys(pilot).move()
            await settled(pilot)
            now = await rested(pilot)
        choice: Any = now.choice
        taken = next(one for one in now.boards.drawn if one not in choice.choosing.spots)
        choice.point(taken)
        now.echo()
        await rested(pilot)
        seen = set()
        for _ in range(4):
            assert choice.refused is not None and choice.where == taken
            assert now.chair.reasons(choice.refused[1])[0] in said(pilot, "preview").replace("\n", " ")
            seen.add(choice.action.rotation)
            await pilot.press("r")
            await rested(pilot)
        assert len(seen) == 4

    at(made, test)


def test_other_players_boards_do_not_give_reasons_of_ones_own() -> None:
    made = table("isleofskye", 2, seed=3)
    chair = made.chair(0)
    while not any(verb(offer.action) == "build" for offer in chair.choosing.left):
        seat = made.to_act[0]
        own = made.chair(seat)
        own.play(made.think() if seat in made.bots else own.view.legal()[0])
    board = next(offer.board for offer in chair.choosing.left if verb(offer.action) == "build")
    other = next(
        n
        for n, one in enumerate(chair.show.boards)
        if n != board and one.grid == chair.show.boards[board].grid
    )
    taken = chair.show.boards[other].spots[0].at
    assert chair.why_not((board, chair.show.boards[board].spots[0].at)) is not None
    assert chair.why_not((other, taken)) is None


# -- where the cursor begins -----------------------------------------------------------------------------------------


def test_enter_alone_never_sells_and_ends_once_nothing_else_is_left() -> None:
    """Goods lie on the tiles, and the step names selling last."""
    made = table("glenmore", 2, seed=5)

    async def test(pilot: Pilot[TableExit]) -> None:
        ended = 0
        for _ in range(120):
            await settled(pilot)
            now = await rested(pilot)
            choice = now.choice
            assert choice is not None
            kinds = {verb(offer.action) for offer in choice.choosing.left}
            if "sell" in kinds:
                assert choice.action is None or verb(choice.action) != "sell"
                if kinds == {"sell", "end"}:
                    assert choice.action is not None and verb(choice.action) == "end"
                    ended += 1
            if ended > 2:
                return
            before = made.match.decisions
            await pilot.press("enter")
            if now.pending is not None:
                await pilot.press("enter")
            if choice.nowhere and screen(pilot) is now and now.choice is choice:
                assert made.match.decisions == before, "Enter has played what nobody has pointed at"
                assert made.said("table.rest").split(";")[0] in said(pilot, "preview").replace("\n", " ")
                await pilot.press("right", "enter")
                if now.pending is not None:
                    await pilot.press("enter")
            sold = [one.action for one in made.match.played if one.seat == 0 and verb(one.action) == "sell"]
            assert not sold
        raise AssertionError("nothing was ever to be sold")

    at(made, test)


@pytest.mark.parametrize("game", ["rebirth", "glenmore", "isleofskye", carcassonne])
def test_the_cursor_begins_on_a_way_out_or_where_something_must_be_done(game: Any) -> None:
    from tilewright.core.table.initial_cursor import ordered, resting

    made = table(game() if callable(game) else game, 2, seed=6, people=2)
    chosen = waited = 0
    while not made.over and made.match.decisions < 150:
        seat = made.to_act[0]
        chair = made.chair(seat)
        choosing = ordered(chair)
        assert {offer.action for offer in choosing.left} == {*chair.view.legal()}
        kinds = {verb(offer.action) for offer in choosing.left}
        ways_out = {verb(offer.action) for offer in choosing.left if not slots(offer.action)}
        found = resting(choosing)
        if found is None:
            waited += 1
            assert ways_out and len(kinds) > 1
        else:
            chosen += 1
            assert len(kinds) == 1 or not ways_out or ways_out == {verb(found.action)}
        legal = chair.view.legal()
        chair.play(legal[made.match.decisions % len(legal)])
    assert chosen and (waited or game == "rebirth")


def test_a_tile_to_be_priced_is_not_dropped_by_enter() -> None:
    """The step names prices before drops, whatever the order in which it lists the moves."""
    made = table("isleofskye", 2, seed=3)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)
        assert now.choice is not None and verb(now.choice.choosing.offers[0].action) == "price"
        assert now.choice.action is not None and verb(now.choice.action) == "price"
        assert "drop" in {verb(offer.action) for offer in now.choice.here}

    at(made, test)


# -- letters, amounts and what is said of keys -----------------------------------------------------------------------


def test_letters_of_the_list_have_no_gap_and_amounts_are_one_line() -> None:
    made = table(nim.PLUGIN)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)
        choice: Any = now.choice
        assert len(choice.choosing.left) > 2 and len(choice.listed) == 1
        assert re.search(r"\[\d+-\d+\]", said(pilot, "side"))
        low, high = (
            int(n)
            for n in re.findall(r"\d+", move_text.target(now.chair, choice.listed[0]).partition("[")[2])
        )
        assert f"{low}-{high} + -" in said(pilot, "foot") and made.said("table.do.amount") in said(
            pilot, "foot"
        )
        await pilot.press("+")
        assert str(choice.action).endswith(str(low + 1))
        await pilot.press(str(high))
        assert str(choice.action).endswith(str(high))

    at(made, test, size=(120, 30))
    assert not {*"abcdefg"} & {*keys.KEYS}, "a list of up to seven has letters without a gap"


def test_the_footer_says_turn_only_of_what_turns() -> None:
    made = table("isleofskye", 2, seed=3)

    async def test(pilot: Pilot[TableExit]) -> None:
        await rested(pilot)
        assert made.said("table.do.other") in said(pilot, "foot")
        assert made.said("table.do.turn") not in said(pilot, "foot").replace(made.said("table.do.other"), "")
        now = await until(pilot, made, "build")
        choice: Any = now.choice
        spots = choice.choosing.spots
        choice.point(next(where for where in spots if len({*map(str, spots[where])}) > 1))
        now.echo()
        await rested(pilot)
        turned = {offer.action.rotation for offer in choice.here if hasattr(offer.action, "rotation")}
        tiles = {offer.action.tile for offer in choice.here if hasattr(offer.action, "rotation")}
        assert choice.turns == (len(turned) > 1 and len(tiles) == 1)

    at(made, test, size=(120, 30))


def test_enter_says_what_it_does_and_not_what_it_did_before() -> None:
    made = table("rebirth", 2)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)

        def foot() -> str:
            return said(pilot, "foot").split("  ")[1].strip()

        assert foot().startswith(made.said("table.do.enter"))
        taken = next(one for one in now.boards.drawn if one not in now.choice.choosing.spots)  # type: ignore[union-attr]
        move = str(now.choice.action).rsplit(" ", 1)[0] + f" {taken[1][0]},{taken[1][1]}"  # type: ignore[union-attr]
        await pilot.press("colon", *pressed(move), "enter")
        await rested(pilot)
        assert made.match.decisions == 0 and foot().startswith(made.said("table.do.why_not"))
        assert made.said("table.pick") not in said(pilot, "preview")
        await pilot.press("escape", "enter")
        assert now.pending is not None and foot().startswith(made.said("table.do.confirm"))

    at(made, test)


def test_the_head_says_what_to_choose_next() -> None:
    made = table("isleofskye", 2, seed=3)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)
        tile = str(now.choice.action).split()[1]  # type: ignore[union-attr]
        await pilot.press("colon", *pressed(f"price {tile}"), "enter")
        await rested(pilot)
        assert "price" in said(pilot, "head") and tile in said(pilot, "head")
        assert made.said("table.next.amount", span="1-4") in said(pilot, "head")
        await pilot.press("2", "enter")
        await settled(pilot)
        assert [one.action.gold for one in made.match.played if one.seat == 0] == [2]  # type: ignore[attr-defined]

    at(made, test, size=(120, 30))


# -- words and the palette -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("look L", "L"),
        ("rules castle", "IS-"),
        ("why drop", "drop"),
        ("hint", "price"),
        ("provenance", "."),
        ("save", ""),
        ("warum drop", ""),
    ],
)
def test_words_of_the_prompt_are_answered_in_the_line_for_moves(
    typed: str, found: str, tmp_path: Any
) -> None:
    lang = "de" if typed.startswith("warum") else "en"
    made = table("isleofskye", 2, seed=3, lang=lang, record=tmp_path / "game.jsonl")

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)
        tile = str(now.choice.action).split()[1]  # type: ignore[union-attr]
        text = typed.replace("look L", f"look {tile}").replace("drop", f"drop {tile}")
        before = made.match.decisions
        await pilot.press("colon", *pressed(text), "enter")
        assert isinstance(pilot.app.screen, TextOverlay), everything(pilot)
        named = move_text.spoken(now.chair).verb("drop") if lang == "de" else found
        assert named in said(pilot, "text") and made.match.decisions == before
        await pilot.press("enter")
        assert screen(pilot) is now

    at(made, test)


def test_a_word_that_is_mistyped_or_finds_nothing_is_a_sentence() -> None:
    made = table("rebirth", 2)

    async def test(pilot: Pilot[TableExit]) -> None:
        await rested(pilot)
        for typed in ("lok 3,4", "rules xyzzy", "look xyzzy"):
            await pilot.press("colon", *pressed(typed), "enter")
            assert typed.split()[-1 if " xyz" in typed else 0] in said(pilot, "preview")
        await pilot.press("colon", *pressed("log"), "enter")
        assert made.said("screen.log.none") in said(pilot, "preview")

    at(made, test)


def test_the_palette_begins_with_keys_and_finds_how_to_scroll() -> None:
    made = table("rebirth", 2)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)
        top = now.boards.scroll_offset.y
        await pilot.press("question_mark")
        found = pilot.app.screen
        assert isinstance(found, Finder)
        lines = everything(pilot)
        assert made.said("screen.find.do") in lines and found.found[0].value in keys.KEYS
        assert found.found[0].value != "enter", "Enter, Enter would play"
        kinds = [isinstance(one.value, str) or one.value is None for one in found.found]
        assert kinds == sorted(kinds, reverse=True) and not all(kinds)
        await pilot.press(*"scrol")
        assert made.said("screen.how.scroll.key") in everything(pilot)
        await pilot.press("escape")
        await pilot.resize_terminal(60, 16)
        while not now.boards.max_scroll_y:
            await pilot.pause(0.01)
        await pilot.press("home", "pageup", "pageup")
        await pilot.pause()
        top = now.boards.scroll_offset.y
        await pilot.press("pagedown")
        await pilot.pause()
        assert now.boards.scroll_offset.y > top

    at(made, test)


# -- sheets and pages ------------------------------------------------------------------------------------------------


def test_the_score_sheet_has_no_holes() -> None:
    made = table("rebirth", 2, steps=30)
    panel = narration.panel(made.chair(0).standing(), "", "total")
    assert all(ink.text for row in panel.rows for ink in row)
    assert any(ink.text == "0" for row in panel.rows for ink in row)


@pytest.mark.parametrize("key", ["space", "enter"])
def test_space_and_enter_read_on_and_close_alike(key: str) -> None:
    from tilewright.core.draw.styled_lines import line

    made = table("rebirth", 2)

    async def test(pilot: Pilot[TableExit]) -> None:
        await rested(pilot)
        short, long = [line("one")], [line(str(n)) for n in range(60)]
        for lines, times in ((short, 1), (long, 4)):
            pilot.app.push_screen(TextOverlay("page", lines, made.said))
            await pilot.pause()
            await pilot.pause()
            how = made.said("screen.page.short" if times == 1 else "screen.page.long")
            assert how[:20] in everything(pilot)
            for _ in range(times):
                assert isinstance(pilot.app.screen, TextOverlay)
                await pilot.press(key)
                await pilot.pause()
            assert isinstance(pilot.app.screen, PlayScreen)

    at(made, test)


# -- what a line on the screen promises -------------------------------------------------------------------------------


async def armed(pilot: Pilot[TableExit], made: Table) -> PlayScreen:
    """The screen at the question about a final move."""
    for _ in range(60):
        await pilot.press("enter")
        now = await rested(pilot)
        if now.pending is not None:
            return now
    raise AssertionError("nothing is final")


@pytest.mark.parametrize("key", ["u", "h", "9", "U"])
def test_what_hides_the_question_about_a_final_move_takes_back_the_answer(key: str) -> None:
    made = table("rebirth", 2, seed=7)

    async def test(pilot: Pilot[TableExit]) -> None:
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

    at(made, test)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_all_that_a_final_move_does_is_told_when_it_is_asked_for(size: tuple[int, int]) -> None:
    made = table("rebirth", 2, seed=7, steps=67)

    async def test(pilot: Pilot[TableExit]) -> None:
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
        assert now.query_one("#boards").size.height > top > 3, (
            "the boards gave the lines only for the question"
        )

    at(made, test, size)


@pytest.mark.parametrize("steps", [2, 8])
def test_a_hint_does_not_cover_the_spot_that_it_is_about(steps: int) -> None:
    made = table("rebirth", 2, seed=5, steps=steps)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)
        await pilot.press("h")
        await pilot.pause()
        page = pilot.app.screen
        assert isinstance(page, TextOverlay) and now.choice is not None and now.choice.where is not None
        row, frame = now.boards.row(now.choice.where), page.query_one("#frame").region
        assert row is not None and not frame.y <= row < frame.bottom
        await pilot.press("escape")

    at(made, test)


def test_a_move_that_is_typed_replaces_the_one_that_was_asked_about() -> None:
    made = table("rebirth", 2, seed=7)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await armed(pilot, made)
        assert now.choice is not None
        first = now.pending
        other = next(one.action for one in now.choice.choosing.left if one.action != first)
        decisions = made.match.decisions
        await pilot.press("colon", *pressed(str(other)), "enter")
        now = await rested(pilot)
        played = [one.action for one in made.match.played[decisions:]]
        assert now.pending == other or other in played
        assert first not in played

    at(made, test)


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
def test_why_says_of_a_legal_move_that_it_is_one_and_whether_it_is_final(lang: str) -> None:
    made = table("glenmore", 2, seed=5, lang=lang)

    async def test(pilot: Pilot[TableExit]) -> None:
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

    at(made, test)


def test_why_of_a_spot_without_a_move_has_the_name_of_the_spot() -> None:
    made = table("glenmore", 2, steps=9)

    async def test(pilot: Pilot[TableExit]) -> None:
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

    at(made, test)


def test_turning_goes_through_one_tile_before_the_next_and_is_called_what_it_is() -> None:
    made = table("isleofskye", 2, seed=3, people=1)

    async def test(pilot: Pilot[TableExit]) -> None:
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

    at(made, test)


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
@pytest.mark.parametrize(
    ("game", "seats", "key"), [("rebirth", 4, "down"), ("glenmore", 5, "space"), ("isleofskye", 5, "x")]
)
def test_the_page_before_the_first_move_is_short_and_any_key_closes_it(
    game: str, seats: int, key: str, lang: str
) -> None:
    made = table(game, seats, lang=lang)
    first = made.match.rules.provenance(lang) * 3

    async def test(pilot: Pilot[TableExit]) -> None:
        assert isinstance(pilot.app.screen, TextOverlay)
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
