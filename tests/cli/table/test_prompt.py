"""The prompt, driven by lines from a pipe: moves in every spelling, commands, and scripts that go wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.cli.shared.common import either
from tilewright.core.table.preview import foresee
from tilewright.core.text.messages import Words

from ..shell import GAME, Ran, first_moves, food_seed, lines_of, moves_of, next_moves, run


def play(home: Path, *lines: str, more: tuple[str, ...] = ()) -> Ran:
    """You against a bot; you begin, with food in hand."""
    save = home / "mine.jsonl"
    save.unlink(missing_ok=True)
    typed = "".join(f"{line}\n" for line in lines)
    return run("play", GAME, "--seed", food_seed(), "--save", save, *more, typed=typed)


def decisions(home: Path) -> list[str]:
    """The moves that the record holds."""
    return moves_of(home / "mine.jsonl")


def test_the_board_is_drawn_with_letters_and_what_is_reconstructed_is_said_once(home: Path) -> None:
    ran = play(home)
    assert "player: place food" in ran.out and re.search(r"\b[A-Z][a-z]{2} ", ran.out)
    assert "reconstructed" in ran.out
    again = play(home, "7,0", "provenance")
    assert "reconstructed" in again.out[again.out.index("1. player") :]
    assert "reconstructed" not in again.out[: again.out.index("1. player")]


@pytest.mark.parametrize(
    "spelling", ["7,0", "place food 7,0", "FOOD 7,0", "PLACE 7,0", "food 7,0", "place on 7,0", " 7 , 0 "]
)
def test_one_move_in_many_spellings(home: Path, spelling: str) -> None:
    ran = play(home, f"{spelling}  # a comment", "", "# nothing")
    assert ran.code == 130, ran
    assert decisions(home)[0] == "place food 7,0"


def test_lines_as_windows_writes_them(home: Path) -> None:
    play(home, "\ufeff7,0\r")
    assert decisions(home)[0] == "place food 7,0"


def test_end_of_input_in_mid_game_is_saved_and_says_how_to_go_on(home: Path) -> None:
    ran = play(home, "7,0")
    assert ran.code == 130
    assert f"tilewright resume {home / 'mine.jsonl'}" in ran.err
    assert "saved after 2 decisions" in ran.err
    again = run("resume", home / "mine.jsonl", typed=next_moves(home / "mine.jsonl", moves=1))
    assert again.code == 130
    assert "saved after 4 decisions" in again.err


def test_quit_is_no_failure(home: Path) -> None:
    ran = play(home, "7,0", "quit")
    assert ran.code == 0
    assert "tilewright resume" in ran.err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("place food 99,99", "off the map; tiles go on land only (RB-PLACE-3)"),
        ("99,99", "(RB-PLACE-3)"),
        ("place energy 7,0", "you have no energy in hand (RB-PLACE-1)"),
        ("lay-aside food", "(RB-PLACE-1)"),
        ("place", "'place' fits every move that is left"),
        ("plac", "'plac' fits every move that is left"),
        ("place 3", "'place 3' is not a whole move"),
        ("place x", "'x' is not a cell"),
        ("100", "100 is an amount, but none is asked for"),
        ("1", "1 is an amount, but none is asked for; choose with a letter or a name"),
        ("fly 7,0", "'fly' is not a move; moves now begin with place"),
        ("lay-aside 7,0", "'lay-aside' is not possible now"),
        ("undo", "nothing to undo"),
        ("redo", "nothing to redo"),
        ("scroe", "did you mean 'score'?"),
        ("palce food 8,0", "did you mean 'place food 8,0'?"),
        ("save nowhere/copy.jsonl", "there is no folder 'nowhere'"),
        ("back", "nothing has been picked yet"),
        ("castle KE", "first place the tile in your hand"),
        ("\x00\x1b[A\udcff".encode("utf-8", "replace").decode(), "is not a move"),
    ],
)
def test_a_script_stops_where_it_goes_wrong_and_nothing_is_lost(home: Path, line: str, said: str) -> None:
    ran = play(home, "# my game", "7,0", line, "8,0")
    assert ran.code == 4, ran
    assert f"line 3: {said}" in ran.err or (ran.err.count("line 3: ") == 1 and said in ran.err)
    assert "Traceback" not in ran.err
    assert len(decisions(home)) == 2
    assert f"tilewright resume {home / 'mine.jsonl'}" in ran.err


def test_a_question_without_an_answer_ends_no_script(home: Path) -> None:
    asked = ("why", "look 99,99", "look somewhere", "log many", "score zoe", "rules xyzzy", "board xyzzy")
    ran = play(home, *asked, "7,0")
    assert ran.code == 130 and decisions(home)[0] == "place food 7,0"
    for n, question in enumerate(asked, 1):
        assert re.search(rf"line {n}: .*{question.partition(' ')[2] or 'why'}", ran.err), question


@pytest.mark.parametrize("line", ["castle", "castle KX", "castle KSS"])
def test_what_a_message_names_is_not_named_twice(home: Path, line: str) -> None:
    """No `the cell is missing; expected: <cell>`, and no `?;`."""
    said = next(text for text in play(home, line).err.splitlines() if text.startswith("line 1: "))
    assert "expected: " not in said and "?;" not in said, said


def test_alternatives() -> None:
    assert [either(words) for words in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a or b", "a, b or c"]


def test_the_slot_of_a_number_is_named(home: Path) -> None:
    ran = run("play", "glenmore", "--seed", "1", "-p", "anna", "-p", "bruno", typed="take nonsense\n")
    assert "line 1: nonsense is not possible; possible: 3, 4, 5, 6, 7, 8, 9, 10\n" in ran.err


def test_a_step_is_named_as_scenes_name_it() -> None:
    """`name.castle` of Rebirth is "a castle", which is not the step."""
    rules = tw.load(GAME)
    assert (
        rules.words.say("not_now", {"step": "castle"}) == "that is not possible now (step: choose a castle)"
    )
    own = Words({"not_now": {"en": "now: {step}"}, "name.step.castle": {"en": "choosing a castle"}})
    assert own.say("not_now", {"step": "castle"}) == "now: choosing a castle"


def test_an_illegal_move_in_a_script_says_what_was_legal(home: Path) -> None:
    ran = play(home, "place food 99,99")
    assert "legal moves for player: place food 7,0, place food 8,0, " in ran.err
    assert "place food -2,17" in ran.err


def test_several_moves_on_one_line(home: Path) -> None:
    ran = play(home, "place 7,0; place 8,0")
    assert ran.code == 4
    assert "your turn is over; not played: place 8,0" in ran.err
    assert decisions(home)[0] == "place food 7,0"
    one = ("--set", "several_neighbours=one")
    ran = play(home, "place food 2,14; castle KE", more=one)  # 2,14 is taken with two players
    assert ran.code == 4
    assert "there is a tile on 2,14 already (RB-PLACE-2)" in ran.err


def test_hint_names_the_letter_of_the_move(home: Path) -> None:
    out = play(home, "hint").out
    assert "food group" in out  # as the event calls it
    found = re.search(r"\[([a-z]+)\] (place .*) looks best\.", out)
    assert found is not None, out
    play(home, found[1])
    assert decisions(home)[0] == found[2]


def test_why(home: Path) -> None:
    out = play(home, "why 99,99").out
    assert "RB-PLACE-3: No tile goes on a castle, a cathedral or water." in out
    out = play(home, "why 7,0", "why RB-CASTLE-2").out
    assert 'The rules allow "place food 7,0" now.' in out and "+1 food group 7,0" in out
    assert "RB-CASTLE-2: The first tile " in out


def test_score_log_moves_look_changes_board_save_help(home: Path) -> None:
    copy = home / "copy.jsonl"
    lines = ["7,0", "score", "score player", "log", "log 1", "moves 8,0", "look 7,0"]
    lines += ["look", "changes", "board", "legend", "rules", "rules cathedral", "rules RB-PLACE-3"]
    ran = play(home, *lines, "save", f"save {copy}", "help", "?")
    assert ran.code == 130, ran
    out = ran.out
    assert "food group" in out and "in total" in out and "if the game ended now:\n" in out
    assert "food group 1: +1 7,0" in out
    assert out.count("1. player: place food 7,0") >= 2
    assert re.search(r"\[[a-z]+\] place .* 8,0", out)
    assert "7,0: food field, player's food tile" in out
    assert "(before: " in out
    assert out.count("F food field") == 2  # in board and legend
    assert "RB-PLACE-3: No tile goes on" in out and "(RB-CATH-1)" in out
    assert run("replay", copy, "--verify").code == 0
    assert "place [TILE] [on] [at] CELL" in out and "hint " in out
    assert "already exists" in play(home, f"save {copy}").err


def test_rules_are_found_by_any_form_of_a_word_and_where_they_stand_is_said_when_asked(home: Path) -> None:
    out = play(home, "rules castle", "rules cathedral").out
    one, other = out.index("(RB-CASTLE-1)"), out.index("(RB-CATH-1)")
    assert one < out.index("also: RB-") < other and "Spielaufbau" not in out
    shown = play(home, "rules rb-setup-6", "rules rb-setup-6 --sources").out
    assert shown.count("RB-SETUP-6: Each player shuffles") == 2
    assert shown.count("(Source, with headings as printed: 004 Spielaufbau)") == 1


def test_moves_and_hints_in_a_row_name_what_they_are_about() -> None:
    """Glen More: `take 4` is a tile so far ahead; Isle of Skye: `buy L32` says so itself."""
    ran = run(
        "play", "glenmore", "--seed", "7", "-p", "anna", "-p", "bruno", typed="moves\nmoves forest\nhint\n"
    )
    assert re.search(r"\] take \d+ \(Forest\)", ran.out), ran
    found = ran.out[ran.out.index("\n", ran.out.rindex("?\n") + 2) :]
    assert re.search(r"take \d+ \([A-Z][a-z ]+\) looks best\.", found), found
    ran = run("play", "isleofskye", "--seed", "7", "-p", "anna", "-p", "bruno", typed="moves\n")
    assert "price L27 1  " in ran.out or "price L32 1  " in ran.out, ran


def test_what_is_elsewhere_on_the_table_cannot_be_taken_and_is_no_number() -> None:
    """Not `expected a whole number, got 'Starting village'`; `why` says why."""
    words = ("play", "glenmore", "--seed", "7", "-p", "anna", "-p", "bruno")
    said = "nothing can be done with 'starting village' now; why starting village says why"
    refused = "take 2: no tile lies 2 spaces ahead (GM-TURN-5)"
    for typed, told in (
        ("take starting village", said),
        ("starting village", said),
        ("take the die", refused),
    ):
        ran = run(*words, typed=f"{typed}\n")
        assert ran.code == 4 and told in ran.err, ran
    out = run(*words, typed="why starting village\nwhy 0,0\nwhy the die\nwhy take 12\n").out
    assert out.count("the turn begins with taking a tile") == 2 and "GM-TURN-5: The figure moves ahead" in out
    assert "at 0,-1, 0,1: Butcher would interrupt the river" in out and "GM-PLACE-4: The road" in out


def test_a_part_of_the_board_by_its_title(home: Path) -> None:
    ran = play(home, "board castles", "board nonsense")
    shown = ran.out[ran.out.rindex("Castles") :]
    assert "Players" not in shown and "Supply" not in shown
    assert "no board or panel has 'nonsense' in its title" in ran.err


def test_a_command_may_be_told_from_a_move_with_a_colon(home: Path) -> None:
    assert "looks best" in play(home, ":hint").out


def test_only_the_seat_itself_is_told_its_secrets(home: Path) -> None:
    ran = play(home, "7,0", "log")
    log = ran.out[ran.out.rindex("  1. player") :]
    assert "bot" in log and "draws a tile" in log
    mine, theirs = log[: log.index("2. bot")], log[log.index("2. bot") :]
    assert any(f"draws {tile}" in mine for tile in ("food", "energy", "settlement"))
    assert not any(f"draws {tile}" in theirs for tile in ("food", "energy", "settlement"))


def test_a_whole_game_from_a_script(home: Path) -> None:
    ran = play(home, *first_moves(food_seed(), "player", bot="normal").splitlines())
    assert ran.code == 0, ran
    assert "wins.\n" in ran.out and "Where the points came from" in ran.out
    assert "mission" in ran.out
    assert run("replay", home / "mine.jsonl", "--verify").code == 0
    over = run("resume", home / "mine.jsonl")
    assert over.code == 0 and "wins.\n" in over.out


def test_from_a_record_the_same_players_go_on(home: Path, played: Path) -> None:
    begins = ("play", GAME, "--from", f"{played}@60")
    ran = run(*begins, "--save", home / "on.jsonl", "--seed", "1")
    assert ran.code == 0
    assert "anna (greedy), bruno (random)" in ran.out
    assert run("replay", home / "on.jsonl", "--verify").code == 0
    ran = run(*begins, "--save", home / "me.jsonl", "-p", "anna", "-p", "bruno:greedy")
    assert ran.code == 130 and "anna> " in ran.err
    ran = run(*begins, "-p", "zoe", "-p", "bruno:greedy")
    assert ran.code == 2 and "anna, bruno" in ran.err


def test_from_a_scene_with_scripted_draws(home: Path) -> None:
    scene = home / "scene.yaml"
    scene.write_text(
        f"game: {GAME}\nplayers: [anna, bruno]\n"
        "given: {hand: {anna: [food]}}\ndraws: {supply.anna: [settlement-4]}\n",
        "utf-8",
    )
    ran = run("play", GAME, "--from", scene, "--seed", "1", typed="7,0\n")
    assert ran.code == 130, ran
    assert "draws settlement-4" in ran.out


# -- what a move would do ------------------------------------------------------------------------------------------


def test_a_preview_says_what_is_certain_and_no_more() -> None:
    """On the real position with everything hidden drawn anew, the preview is the same."""
    rules = tw.load(GAME)
    state = rules.new(["anna", "bruno"], seed=5)
    stream = Stream(1, "test")
    while not state.over:
        seat = state.to_act[0]
        action = stream.pick(state.legal(seat))
        other = state.view(seat).determinize(stream)
        seen = foresee(state.view(seat), action)
        assert seen == foresee(other.view(seat), action)
        after = state.clone()
        after.apply(action)
        truth = after.score_lines()[len(state.ledger) :]
        if not after.over:
            assert list(seen.lines) == truth
            assert not seen.ends
            told = [event.told_to(seat)[0] for event in seen.events]
            assert not any(key.startswith("own_") for key in told)
        assert seen.final
        state = after


def test_the_help_level_is_in_the_record_and_holds_when_the_game_is_continued(home: Path) -> None:
    ran = play(home, "7,0", more=("--help-level", "none"))
    path = home / "mine.jsonl"
    assert ran.code == 130 and lines_of(path)[0]["help"] == "none"
    again = run("resume", path, typed="hint\n")
    assert again.code == 130 and "its help level is none" in again.err
    # A game that begins from one of its positions is another one.
    other = run("play", GAME, "--from", f"{path}@1", "--save", home / "other.jsonl", typed="hint\n")
    assert other.code == 130 and "looks best" in other.out
    assert "help" not in lines_of(home / "other.jsonl")[0]
