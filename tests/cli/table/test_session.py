"""People at one terminal: sealed decisions, hot seat, undo; with a toy game of secrets."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.cli.shared.common import Crash, Stopped
from tilewright.core.cli.shared.terminal import CLEAR, Terminal
from tilewright.core.cli.table.session import Session
from tilewright.core.table.face_texts import Texts
from tilewright.core.table.table import Table

from ...toys import auction, meadow

NAMES = ("anna", "bruno")


class At:
    """A session's output and how it ended."""

    def __init__(self, session: Session, code: int, out: str, err: str) -> None:
        self.session, self.code, self.out, self.err = session, code, out, err


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a session with these people and type these lines."""

    def sit(
        plugin: Any,
        people: Sequence[str],
        lines: Sequence[str],
        asks: bool = False,
        plain: bool = True,
        undo: bool = True,
        help_level: Any = "full",
        confirm: bool = True,
    ) -> At:
        rules = tw.load(plugin)
        others = {name: bots.make("random", rules) for name in NAMES if name not in people}
        match = tw.Match(rules, NAMES, seed=3, bots=others, help_level=help_level)
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        terminal = Terminal(plain=plain, colour=False, asks=asks, width=80)
        session, code = Session(Table(match, undo=undo, confirm=confirm), terminal), 0
        try:
            session.run()
        except Stopped as stopped:
            code = stopped.code
        said = capsys.readouterr()
        return At(session, code, said.out, said.err)

    return sit


def test_a_sealed_decision_of_others_shows_only_that_there_is_one(sit: Any) -> None:
    at = sit(auction.PLUGIN, ["anna"], ["log", "pick hare", "log"])
    assert at.code == 130
    bid = at.session.match.played[0]
    assert bid.seat == 1 and bid.sealed
    assert "bruno decides in secret" in at.out
    assert f"bruno: {bid.action}" not in at.out
    assert at.out.count("anna: pick hare") == 2  # when it was made, and in the own log


def test_sealed_decisions_are_shown_with_the_reveal(sit: Any) -> None:
    at = sit(auction.PLUGIN, ["anna"], ["pick hare", "offer 1"])
    played = at.session.match.played
    for decision in played[:4]:
        assert f"{NAMES[decision.seat]}: {decision.action}" in at.out
    assert "bruno plays" in at.out


def test_a_sealed_decision_taken_back_is_never_shown(sit: Any) -> None:
    at = sit(auction.PLUGIN, NAMES, ["pick hare", "undo", "pick owl", "offer 0", "pick hare", "offer 0"])
    assert "taken back" in at.out
    assert "bruno plays hare and offers 0" in at.out
    assert "anna: pick owl" in at.out
    assert "anna: pick hare" not in at.out


def test_two_people_hand_the_terminal_over(sit: Any) -> None:
    """The other's secrets leave the screen before Enter is asked for, and nothing secret follows."""
    lines = ["", "pick hare", "offer 1", "", "pick hare", "offer 0", "", "keep"]
    at = sit(auction.PLUGIN, NAMES, lines, asks=True, plain=False, confirm=False)
    assert at.err.count("pass to anna, then press Enter> ") >= 1
    assert at.err.count("pass to bruno, then press Enter> ") >= 1
    screens = at.out.split(CLEAR)
    assert len(screens) >= 3
    assert "anna: pick hare" in screens[0]  # on the own board, what one did oneself
    assert "anna: pick" not in screens[1] and "offer 1" not in screens[1].replace("[b] offer 1", "")
    revealed = screens[2]
    assert "anna: " in revealed and "bruno: " in revealed, revealed


def test_all_sealed_steps_are_shown_before_the_last_one_is_sealed(sit: Any) -> None:
    """Whether or not another person decides after it: Enter seals them, `no` changes the last one."""
    for people in (["anna"], NAMES):
        at = sit(auction.PLUGIN, people, [*[""] * (len(people) - 1), "pick hare", "offer 1", "no"], asks=True)
        assert "pick hare; offer 1: " in at.err and at.err.count("Enter seals it") == 1
        assert [str(one.action) for one in at.session.match.played if one.seat == 0] == ["pick hare"]
        undone = sit(
            auction.PLUGIN,
            people,
            [*[""] * (len(people) - 1), "pick hare", "offer 1", "undo", "undo"],
            asks=True,
        )
        assert not [one for one in undone.session.match.played if one.seat == 0]


def test_the_end_of_input_at_a_confirmation_leaves_as_elsewhere(sit: Any) -> None:
    at = sit(auction.PLUGIN, ["anna"], ["pick hare", "offer 1"], asks=True)
    assert at.code == 130 and "Enter seals it" in at.err


def test_a_plain_terminal_with_secrets_warns(sit: Any) -> None:
    assert "history may keep" in sit(auction.PLUGIN, NAMES, [], asks=True).err
    for people, plain in ((["anna"], True), (NAMES, False)):
        assert "history may keep" not in sit(auction.PLUGIN, people, [], asks=True, plain=plain).err
    assert "history may keep" not in sit(meadow.PLUGIN, NAMES, [], asks=True).err


def test_the_last_sealed_step_can_be_taken_back_before_passing_on(sit: Any) -> None:
    lines = ["", "pick hare", "offer 1", "undo", "offer 0", "", "pick hare", "offer 0"]
    at = sit(auction.PLUGIN, NAMES, lines, asks=True, plain=False, confirm=False)
    assert at.err.count("anna can still take back the last step: undo") == 2
    moves = [str(played.action) for played in at.session.match.played if played.seat == 0]
    assert moves == ["pick hare", "offer 0"]
    off = sit(auction.PLUGIN, NAMES, lines[:4], asks=True, plain=False, confirm=False, undo=False)
    assert "can still take" not in off.err


def test_errors_later_in_a_line_are_shown_to_the_person_who_typed_it(sit: Any) -> None:
    """Not to the next player: what was typed may be a secret."""
    at = sit(auction.PLUGIN, ["anna"], ["pick hare; offer 9", "quit"], asks=True)
    assert at.err.count("not played: offer 9") == 1
    assert [str(played.action) for played in at.session.match.played if played.seat == 0] == ["pick hare"]
    two = sit(auction.PLUGIN, NAMES, ["", "pick hare; offer 1; offer 2", ""], asks=True, confirm=False)
    assert "offer 2" in two.err and two.err.index("offer 2") < two.err.rindex("pass to bruno")
    assert two.session.late == []


def test_the_card_of_a_secret_move_stays_secret(sit: Any) -> None:
    lines = ["pick hare", "offer 1", "pick hare", "offer 0", "slip owl", "log"]
    at = sit(auction.PLUGIN, NAMES, lines)
    slipped = next(played for played in at.session.match.played if str(played.action) == "slip owl")
    assert f"{slipped.number}. anna: slip ?" in at.out
    assert "anna: slip owl" not in at.out


def test_in_plain_mode_the_last_screen_is_pushed_away(sit: Any) -> None:
    at = sit(auction.PLUGIN, NAMES, ["", "pick hare", "offer 1", ""], asks=True, confirm=False)
    assert "\n" * 20 in at.out
    assert "\x1b" not in at.out


def test_the_question_before_final_moves_and_the_pace_are_switched_in_the_game(sit: Any) -> None:
    lines = ["switch confirm off", "pick hare", "offer 1", "switch pace 2.5", "switch pace 61", "quit"]
    at = sit(auction.PLUGIN, ["anna"], lines, asks=True)
    assert [str(played.action) for played in at.session.match.played if played.seat == 0] == lines[1:3]
    assert "Enter seals" not in at.err and "Enter plays" not in at.err
    assert not at.session.table.confirm and at.session.table.pace == 2.5
    assert Texts()("table.set.what", most=60) in at.err and "help level is full" in at.out


def test_a_script_for_two_is_not_asked_to_pass(sit: Any) -> None:
    at = sit(auction.PLUGIN, NAMES, ["pick hare", "offer 1", "pick hare", "offer 0"])
    assert "press Enter" not in at.err
    assert "--- anna ---" in at.out and "--- bruno ---" in at.out


def test_a_person_confirms_what_cannot_be_taken_back(sit: Any) -> None:
    lines = ["pick hare", "offer 1", "", "keep", "no", "keep", "slip owl", "", "quit"]
    at = sit(auction.PLUGIN, ["anna"], lines, asks=True)
    assert at.code == 0
    moves = [str(played.action) for played in at.session.match.played if played.seat == 0]
    assert moves[2] == "slip owl"  # typed instead of confirming the other
    assert at.err.count("Enter plays it") == 3 and at.err.count("Enter seals it") == 1


def test_undo_and_redo(sit: Any) -> None:
    """In a game without secrets, the last move can be taken back, also by the player before."""
    rules = tw.load(meadow.PLUGIN)
    state = rules.new(NAMES, 3)
    first = str(state.legal(state.to_act[0])[0])
    at = sit(meadow.PLUGIN, NAMES, [first, "undo", "redo"])
    if "taken back" in at.out:
        assert at.out.count(f": {first}") == 2
    off = sit(meadow.PLUGIN, NAMES, [first, "undo"], undo=False)
    assert off.code == 4 and "--undo off" in off.err


def test_a_crash_in_a_game_names_the_command_that_repeats_it(
    sit: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*args: object) -> bool:
        raise ZeroDivisionError("lost in the rules")

    monkeypatch.setattr(auction.SlipStep, "play", fails)
    rules = tw.load(auction.PLUGIN)
    others = {"bruno": bots.make("random", rules)}
    match = tw.Match(rules, NAMES, seed=3, bots=others, record=tmp_path / "game.jsonl")
    monkeypatch.setattr("sys.stdin", io.StringIO("pick hare\noffer 1\nkeep\n"))
    with pytest.raises(Crash) as crash:
        Session(Table(match), Terminal(plain=True, colour=False, asks=False, width=80)).run()
    said = str(crash.value)
    assert "(keep): ZeroDivisionError: lost in the rules" in said
    assert f"echo keep | tilewright resume --debug {tmp_path / 'game.jsonl'}" in said
    assert (tmp_path / "game.jsonl").read_text("utf-8").count('"move"') == 4


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
def test_a_path_stands_on_a_line_of_its_own(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """However long, and with blanks in it: it can be copied as it stands."""
    path = tmp_path / " and ".join(["a long name"] * 12)
    terminal, said = Terminal(plain=True, colour=False, asks=True, width=60), Texts(lang)
    for key in ("line.saving", "line.record", "line.spare", "line.moved", "line.copied", "history.none"):
        terminal.place(said(key), path)
        assert capsys.readouterr().out.splitlines()[-1] == f"  {path}", key


def test_a_what_if_off_turn_at_the_curtain(sit: Any) -> None:
    """Anna has bid and bruno is to sit down: she tries moves as herself, and the screen is cleared before him."""
    lines = ["", "pick hare", "offer 1", "what-if", "hint", "back", "", "pick hare", "offer 0"]
    at = sit(auction.PLUGIN, NAMES, lines, asks=True, plain=False, confirm=False)
    assert "anna may try moves first: what-if" in at.err
    screens = at.out.split(CLEAR)
    tried = next(screen for screen in screens if "WHAT IF (not the match)" in screen)
    assert "back at the match" in tried and "WHAT IF (not the match) anna> " in at.err
    assert "WHAT IF" not in "".join(screens[screens.index(tried) + 1 :])
    assert [str(one.action) for one in at.session.match.played[:4]] == [
        "pick hare",
        "offer 1",
        "pick hare",
        "offer 0",
    ]


def test_anyone_here_can_try_moves_off_turn_and_the_terminal_is_handed_over(sit: Any) -> None:
    lines = ["", "what-if BRUNO", "", "back", "", "what-if carla", "pick hare"]
    at = sit(auction.PLUGIN, NAMES, lines, asks=True, plain=False, confirm=False)
    assert "there is no player 'carla'; playing: anna, bruno" in at.err
    own, tried, again = at.out.split(CLEAR)[:3]
    assert "WHAT IF" in tried and "WHAT IF" not in own + again
    said = [at.err.index(text) for text in ("anna> ", "pass to bruno", "WHAT IF (not the match) bruno> ")]
    assert said == sorted(said) and at.err.count("pass to anna") == 2
    assert [str(one.action) for one in at.session.match.played] == ["pick hare"]


def test_without_secrets_nothing_is_handed_over_for_a_what_if(sit: Any) -> None:
    rules = tw.load(meadow.PLUGIN)
    state = rules.new(NAMES, 3)
    other = NAMES[1 - state.to_act[0]]
    at = sit(meadow.PLUGIN, NAMES, [f"what-if {other}", "back", "quit"], asks=True)
    assert f"WHAT IF (not the match) {other}> " in at.err and "pass to" not in at.err
    assert at.code == 0 and not at.session.match.played
    bots_only = sit(meadow.PLUGIN, NAMES[:1], ["what-if bruno", "quit"], asks=True)
    assert "there is no player 'bruno'; playing: anna" in bots_only.err


def test_without_help_the_prompt_gives_no_hint_no_copy_and_no_preview(sit: Any) -> None:
    """Neither at a decision nor where the terminal is passed on; what is final still asks, and why still answers."""
    lines = ["", "hint", "what-if", "why pick hare", "pick hare", "offer 2", "", "what-if", "", "quit"]
    at = sit(auction.PLUGIN, NAMES, lines, asks=True, plain=False, help_level="none")
    sentence = Texts()("table.unhelped", level="none")
    assert " ".join(at.err.split()).count(sentence) == 3 and "WHAT IF" not in at.out + at.err
    assert Texts()("line.may_try", who="anna") not in at.err
    assert Texts()("table.why_allowed", move="pick hare") in at.out
    assert f"pick hare; offer 2. {Texts()('line.reveals')}" in at.err
    assert "pass to bruno" in at.err
    assert [str(one.action) for one in at.session.match.played] == ["pick hare", "offer 2"]
    final = sit(auction.PLUGIN, NAMES, ["", "pick owl", "no"], asks=True, undo=False, help_level="none")
    assert "pick owl: this is final. " in final.err and not final.session.match.played
    asked = sit(meadow.PLUGIN, NAMES, ["hint", "what-if", "quit"], asks=True, help_level="previews")
    assert " ".join(asked.err.split()).count(Texts()("table.unhelped", level="previews")) == 2
