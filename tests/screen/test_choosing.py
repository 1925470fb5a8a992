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
from tilewright.core.table import cursor_info, move_text, narration
from tilewright.core.table.choosing import slots, verb
from tilewright.core.table.table import Table

from ..toys import nim
from .playing import at, at_table, everything, pressed, rested, said, screen, settled, table

# -- looking anywhere ------------------------------------------------------------------------------------------------


@at_table("rebirth", 2, steps=30)
async def test_the_cursor_can_look_at_every_spot_and_comes_back_with_one_key(
    pilot: Pilot[TableExit], made: Table
) -> None:
    now = await rested(pilot)
    choice: Any = now.choice
    before, decisions = choice.action, made.match.decisions
    await pilot.press("shift+left")  # anywhere, without looking around before
    assert choice.where not in choice.choosing.spots
    await pilot.press("w")
    assert isinstance(pilot.app.screen, TextOverlay) and "RB-" in everything(pilot)
    await pilot.press("escape", "escape")
    assert screen(pilot) is now and choice.action == before
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
        moved = cursor_info.moved(now.chair, choice.under.action, choice.where)
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


@at_table("rebirth", 2, steps=30)
async def test_a_click_on_a_spot_without_a_choice_says_why(pilot: Pilot[TableExit], made: Table) -> None:
    now = await rested(pilot)
    assert now.choice is not None and now.boards.canvas is not None
    where = next(one for one in now.boards.drawn if one not in now.choice.choosing.spots and one[1][1] < 5)
    box = now.boards.canvas.boxes[where]
    await pilot.click("#boards", offset=(box.x, box.y))
    now = await rested(pilot)
    assert now.choice is not None and now.choice.where == where and now.choice.refused is not None
    await pilot.click("#boards", offset=(box.x, box.y))
    assert isinstance(pilot.app.screen, TextOverlay)
    await pilot.press("escape", "escape")
    assert now.choice.where in now.choice.choosing.spots


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
    assert cursor_info.why_not(chair, (board, chair.show.boards[board].spots[0].at)) is not None
    assert cursor_info.why_not(chair, (other, taken)) is None


# -- where the cursor begins -----------------------------------------------------------------------------------------


@at_table("glenmore", 2, seed=5)
async def test_enter_alone_never_sells_and_ends_once_nothing_else_is_left(
    pilot: Pilot[TableExit], made: Table
) -> None:
    """Goods lie on the tiles, and the step names selling last."""
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


@pytest.mark.parametrize("game", ["rebirth", "glenmore", "isleofskye", "carcassonne"])
def test_the_cursor_begins_on_a_way_out_or_where_something_must_be_done(game: str) -> None:
    from tilewright.core.table.initial_cursor import ordered, resting

    made = table(game, 2, seed=6, people=2)
    chosen = waited = 0
    while not made.over and made.match.decisions < 90:
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


@at_table("isleofskye", 2, seed=3)
async def test_a_tile_to_be_priced_is_not_dropped_by_enter(pilot: Pilot[TableExit], made: Table) -> None:
    """The step names prices before drops, whatever the order in which it lists the moves."""
    now = await rested(pilot)
    assert now.choice is not None and verb(now.choice.choosing.offers[0].action) == "price"
    assert now.choice.action is not None and verb(now.choice.action) == "price"
    assert "drop" in {verb(offer.action) for offer in now.choice.here}


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


@at_table("isleofskye", 2, seed=3, size=(120, 30))
async def test_the_footer_says_turn_only_of_what_turns(pilot: Pilot[TableExit], made: Table) -> None:
    await rested(pilot)
    assert made.said("table.do.other") in said(pilot, "foot")
    assert made.said("table.do.turn") not in said(pilot, "foot").replace(made.said("table.do.other"), "")


@at_table("isleofskye", 2, seed=3, can="build", size=(120, 30))
async def test_moves_that_differ_in_their_rotation_alone_are_turns(
    pilot: Pilot[TableExit], made: Table
) -> None:
    now = await rested(pilot)
    choice: Any = now.choice
    spots = choice.choosing.spots
    choice.point(next(where for where in spots if len({*map(str, spots[where])}) > 1))
    now.echo()
    await rested(pilot)
    turned = {offer.action.rotation for offer in choice.here if hasattr(offer.action, "rotation")}
    tiles = {offer.action.tile for offer in choice.here if hasattr(offer.action, "rotation")}
    assert choice.turns == (len(turned) > 1 and len(tiles) == 1)


@at_table("rebirth", 2)
async def test_enter_says_what_it_does_and_not_what_it_did_before(
    pilot: Pilot[TableExit], made: Table
) -> None:
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


@at_table("isleofskye", 2, seed=3, size=(120, 30))
async def test_the_head_says_what_to_choose_next(pilot: Pilot[TableExit], made: Table) -> None:
    now = await rested(pilot)
    tile = str(now.choice.action).split()[1]  # type: ignore[union-attr]
    await pilot.press("colon", *pressed(f"price {tile}"), "enter")
    await rested(pilot)
    assert "price" in said(pilot, "head") and tile in said(pilot, "head")
    assert made.said("table.next.amount", span="1-4") in said(pilot, "head")
    await pilot.press("2", "enter")
    await settled(pilot)
    assert [one.action.gold for one in made.match.played if one.seat == 0] == [2]  # type: ignore[attr-defined]


@at_table("ford", 2, seed=5, can="roll", people=2)
async def test_a_piece_that_would_move_is_drawn_at_its_new_place_alone(
    pilot: Pilot[TableExit], made: Table
) -> None:
    now = await rested(pilot)
    choice: Any = now.choice
    rolls = [offer for offer in choice.choosing.left if verb(offer.action) == "roll"]
    roll = next(one for one in rolls if (spots := now.chair.ghost(one)) and spots[0].pieces)

    def drawn() -> list[str]:
        canvas: Any = now.boards.canvas
        boxes = [canvas.boxes[where] for where in (roll.piece, (roll.board, roll.at))]
        return ["".join(canvas.strips[y].text[b.x : b.right] for y in range(b.y, b.bottom)) for b in boxes]

    assert ["l" in text for text in drawn()] == [True, False]
    choice.seek(roll.action)
    now.echo()
    await rested(pilot)
    assert ["l" in text for text in drawn()] == [False, True]


# -- words and the palette -------------------------------------------------------------------------------------------


ANSWERED = {"look L": "L", "rules castle": "IS-", "why drop": "drop", "hint": "price", "save": ""}


@pytest.mark.parametrize(
    ("lang", "words"), [("en", ANSWERED | {"provenance": "."}), ("de", {"warum drop": ""})]
)
def test_words_of_the_prompt_are_answered_in_the_line_for_moves(
    lang: str, words: dict[str, str], tmp_path: Any
) -> None:
    made = table("isleofskye", 2, seed=3, lang=lang, record=tmp_path / "game.jsonl")

    async def test(pilot: Pilot[TableExit]) -> None:
        now = await rested(pilot)
        tile = str(now.choice.action).split()[1]  # type: ignore[union-attr]
        for typed, found in words.items():
            text = typed.replace("look L", f"look {tile}").replace("drop", f"drop {tile}")
            before = made.match.decisions
            await pilot.press("colon", *pressed(text), "enter")
            assert isinstance(pilot.app.screen, TextOverlay), everything(pilot)
            named = move_text.spoken(now.chair).verb("drop") if lang == "de" else found
            assert named in said(pilot, "text") and made.match.decisions == before
            await pilot.press("enter")
            assert screen(pilot) is now

    at(made, test)


@at_table("rebirth", 2)
async def test_a_word_that_is_mistyped_or_finds_nothing_is_a_sentence(
    pilot: Pilot[TableExit], made: Table
) -> None:
    await rested(pilot)
    for typed in ("lok 3,4", "rules xyzzy", "look xyzzy"):
        await pilot.press("colon", *pressed(typed), "enter")
        assert typed.split()[-1 if " xyz" in typed else 0] in said(pilot, "preview")
    await pilot.press("colon", *pressed("log"), "enter")
    assert made.said("line.nothing_yet") in said(pilot, "preview")


@at_table("rebirth", 2)
async def test_the_palette_begins_with_keys_and_finds_how_to_scroll(
    pilot: Pilot[TableExit], made: Table
) -> None:
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
    top = now.boards.scroll_offset.y
    await pilot.press("pagedown")
    assert now.boards.scroll_offset.y > top


# -- sheets and pages ------------------------------------------------------------------------------------------------


def test_the_score_sheet_has_no_holes() -> None:
    made = table("rebirth", 2, steps=30)
    panel = narration.panel(made.chair(0).standing(), "")
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
            assert isinstance(pilot.app.screen, PlayScreen)

    at(made, test)
