"""What is typed at the full screen and is not what it expects: strange names, long lines, words off turn, two moves."""

from __future__ import annotations

import threading
from pathlib import Path
from time import monotonic

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from tilewright.core.base.chance import Stream
from tilewright.core.draw.styled_lines import wrap
from tilewright.core.rules.actions import Action
from tilewright.core.rules.views import View
from tilewright.core.screen.app import TableExit
from tilewright.core.screen.overlays import TextOverlay
from tilewright.core.screen.play_screen import PlayScreen
from tilewright.core.table import cursor_info
from tilewright.core.table.choice_cursor import ChoiceCursor
from tilewright.core.table.table import Table

from ..cases import soaked
from .playing import at, at_table, everything, said, screen, settled, table
from .steady import LONGEST


async def type_line(pilot: Pilot[TableExit], text: str) -> None:
    """Type it after a colon, as pasted text."""
    await pilot.press(":")
    screen(pilot).query_one("#typed", Input).value = text
    await pilot.press("enter")


@at_table("rebirth", 2, steps=6)
async def test_a_move_that_is_typed_or_hinted_takes_the_place_of_one_that_waits_for_enter(
    pilot: Pilot[TableExit], made: Table
) -> None:
    made.undo = False
    now = screen(pilot)
    assert now.choice is not None
    decisions, moves = made.match.decisions, [offer.action for offer in now.choice.choosing.offers]
    now.choice.seek(moves[-1])
    await pilot.press("enter")
    assert now.pending == moves[-1]
    await type_line(pilot, str(moves[0]))
    assert now.pending == moves[0] and made.match.decisions == decisions
    await type_line(pilot, "place")
    assert now.pending is None
    now.choice.seek(moves[-1])
    await pilot.press("enter", "h")
    assert now.pending is None and now.choice.action == now.chair.advice().action
    assert made.match.decisions == decisions


@pytest.mark.parametrize("size", [(80, 24), *soaked(((220, 50),))])
@at_table("isleofskye", 3, seed=3, people=1)
async def test_the_key_and_the_word_for_a_hint_tell_the_whole_of_the_same_sentence(
    pilot: Pilot[TableExit], made: Table, size: tuple[int, int]
) -> None:
    """Where it is too long for the lines below the boards, on a page."""
    await settled(pilot)
    wanted = str(cursor_info.hint(screen(pilot).chair)[1])
    paged = size == (80, 24)
    for typed in (False, True):
        if typed:
            await type_line(pilot, ":hint")
        else:
            await pilot.press("h")
        assert isinstance(pilot.app.screen, TextOverlay) == paged
        assert " ".join(said(pilot, "text" if paged else "preview").split()).startswith(wanted)
        await pilot.press("escape")


@at_table("isleofskye", 3, people=3)
async def test_two_moves_in_one_line_are_not_half_played(pilot: Pilot[TableExit], made: Table) -> None:
    await pilot.press("enter")
    await settled(pilot)
    now, decisions = screen(pilot), made.match.decisions
    assert now.choice is not None
    tiles = sorted({str(offer.action).split()[1] for offer in now.choice.choosing.left})
    for text in (f"{tiles[0]}=2 {tiles[1]}=1", f"price {tiles[0]} 2; price {tiles[1]} 1"):
        await type_line(pilot, text)
        assert made.match.decisions == decisions
        assert made.said("table.one_move") in said(pilot, "preview")


@at_table("rebirth", 2, steps=6)
async def test_a_typed_move_is_played_also_while_one_looks_around(
    pilot: Pilot[TableExit], made: Table
) -> None:
    await settled(pilot)
    now = screen(pilot)
    assert now.choice is not None
    move, decisions = now.choice.choosing.offers[-1].action, made.match.decisions
    await pilot.press("x")
    await type_line(pilot, str(move))
    assert now.pending == move or made.match.decisions > decisions


@pytest.mark.parametrize("steps", [9, 9999])
def test_words_are_answered_when_nobody_here_is_asked(steps: int) -> None:
    made = table("rebirth", 2, people=1 if steps == 9999 else 0, steps=steps)

    async def test(pilot: Pilot[TableExit]) -> None:
        await pilot.pause()
        for word in ("hint", "why zzz", "why 4,1", "changes", "look", "rules", "save", "back"):
            await type_line(pilot, word)
            if isinstance(pilot.app.screen, PlayScreen):
                assert said(pilot, "preview").strip(), word
            else:
                await pilot.press("escape")

    at(made, test)


@at_table("isleofskye", 3, people=1)
async def test_brackets_and_escapes_that_are_typed_are_text(pilot: Pilot[TableExit], made: Table) -> None:
    for line in ("rules [/]price", "rules [b]price", "rules price\x1b[31m", "board [x"):
        await settled(pilot)
        await type_line(pilot, line)
        assert "\x1b" not in everything(pilot), line
        if isinstance(pilot.app.screen, TextOverlay):
            assert line.replace("\x1b", "\\x1b") in everything(pilot)
            await pilot.press("escape")


def test_a_name_that_no_file_can_have_is_a_sentence(tmp_path: Path) -> None:
    made = table("isleofskye", 3, people=1, record=tmp_path / "game.jsonl")

    async def test(pilot: Pilot[TableExit]) -> None:
        for name in ("~nobody-is-called-so/x.jsonl", "a\0b", "x" * 900, "."):
            await settled(pilot)
            await type_line(pilot, f"save {name}")
            assert name[:40].replace("\0", "\\x00") in said(pilot, "preview").replace("\n", ""), name

    at(made, test)


@at_table("isleofskye", 3, people=1)
async def test_a_small_two_is_no_digit(pilot: Pilot[TableExit], made: Table) -> None:
    await settled(pilot)
    await pilot.press("\u00b2", "\u0663")
    assert screen(pilot).choice is not None


def test_a_word_of_any_length_is_broken_at_once() -> None:
    begun = monotonic()
    assert {len(part) for part in wrap("x" * 20_000, 100)} == {100}
    assert monotonic() - begun < 5


def test_letters_that_are_keys_choose_nothing_in_a_list() -> None:
    made = table("glenmore", 3, people=1, steps=60)
    chair = made.chair(made.to_act[0])
    assert [*ChoiceCursor(chair).labels][:1] == ["a"] and "a" not in ChoiceCursor(chair, "abc").labels


@at_table("rebirth", 2, steps=6)
async def test_a_word_with_more_words_than_it_takes_is_not_carried_out(
    pilot: Pilot[TableExit], made: Table
) -> None:
    await settled(pilot)
    now, decisions = screen(pilot), made.match.decisions
    for typed in ("score anna", "legend 3", "what-if anna", "undo this"):
        await type_line(pilot, typed)
        assert screen(pilot) is now and now.walk is None and made.match.decisions == decisions
        assert made.said("screen.no_rest", word=typed.split()[0]) in everything(pilot)


class Slow:
    """A bot that waits until it may choose."""

    def __init__(self) -> None:
        self.may = threading.Event()

    def choose(self, view: View, stream: Stream) -> Action:
        assert self.may.wait(LONGEST)
        return view.legal()[0]


def test_what_was_said_off_turn_goes_when_it_is_ones_turn() -> None:
    made, slow = table("rebirth", 2), Slow()
    made.match.bots["bruno"] = slow
    made.match.bot_names["bruno"] = "hard=greedy"

    async def test(pilot: Pilot[TableExit]) -> None:
        now = screen(pilot)
        while made.next_bot() is None:
            now.play(now.chair.view.legal()[0])
        await pilot.pause()
        assert "bruno (hard) thinks" in said(pilot, "head")
        await type_line(pilot, "foo")
        told = made.said("table.no_turn")
        assert told in said(pilot, "preview")
        slow.may.set()
        await settled(pilot)
        assert now.choice is not None and told not in everything(pilot)

    at(made, test)


@at_table("glenmore", 3)
async def test_tab_completes_and_ctrl_c_clears_a_line_before_it_leaves(
    pilot: Pilot[TableExit], made: Table
) -> None:
    """Ctrl-C at a line that has been begun is a slip of the hand in most cases; at an empty one it leaves."""
    await settled(pilot)
    await pilot.press(":", *"look gro")
    await pilot.pause(0.1)
    await pilot.press("tab")
    field = screen(pilot).query_one("#typed", Input)
    assert field.value == "look Grocer"
    await pilot.press("ctrl+c")
    assert field.value == "" and field.has_focus and pilot.app.is_running
    await pilot.press("ctrl+c")
    assert not pilot.app.is_running or pilot.app.return_value is not None
