"""After a game at the terminal: charts, the costliest moves as questions, and `tilewright review`."""

from __future__ import annotations

import io
import json
import re
import shlex
import signal
import sys
import time
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.cli.shared.terminal import Terminal
from tilewright.core.cli.table.after_game import after
from tilewright.core.play.start import begin
from tilewright.core.table.comparison import PointGap, reasons
from tilewright.core.table.face_texts import every

from ...toys import nim
from ..shell import GAME, Ran, Screen, run, start

WORK = ("--work", "30000")
"""Enough for three questions: a small part of what a review may do usually."""


def look(record: Path, *words: str, typed: str = "") -> Ran:
    """Review anna's moves; what was found is kept beside the record, so that it is looked for once."""
    return run("review", record, "-p", "anna", *WORK, "--out", record.parent / "review", *words, typed=typed)


@pytest.fixture(scope="session")
def lost(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a whole game in which anna plays at random. It must not be changed."""
    path = tmp_path_factory.mktemp("lost") / "game.jsonl"
    rules = tw.load(GAME)
    names = {"anna": "random", "bruno": "greedy"}
    players = {name: bots.make(text, rules) for name, text in names.items()}
    match = tw.Match(rules, ["anna", "bruno"], seed=5, bots=players, bot_names=names, record=path)
    match.play_bots()
    match.close()
    return path


@pytest.fixture(scope="session")
def answers(lost: Path) -> list[dict[str, object]]:
    """What the review says as JSON."""
    ran = look(lost, "--json")
    assert ran.code == 0, ran
    said = json.loads(ran.out)
    assert (said["schema"], said["player"], said["done"]) == (1, "anna", True)
    found = said["costliest"]
    assert len(found) == 3
    assert isinstance(found, list)
    return found


def test_the_answer_comes_after_a_try_or_on_demand_and_not_before(
    lost: Path, answers: list[dict[str, object]]
) -> None:
    worst = answers[0]
    ran = look(lost, typed=f"{worst['move']}\nend\n")
    assert ran.code == 0, ran
    assert f"anna played {worst['move']}" in ran.out
    assert "Not yet" in ran.out and "Best known" not in ran.out
    ran = look(lost, typed=f"{worst['better']}\nend\n")
    assert "Right" in ran.out and "Best known" in ran.out
    question, answer = ran.out.split("Right: ")
    assert " ? " in question[: question.index("Question 1")]
    assert " ! " in answer[: answer.index("Best known")]
    ran = look(lost, typed="answer\nend\n")
    assert f"Best known: {worst['better']} (marked ! on the board)." in " ".join(ran.out.split())
    assert "Question 2" not in ran.out


def test_from_a_pipe_the_answers_follow_at_the_end(lost: Path, answers: list[dict[str, object]]) -> None:
    out = " ".join(look(lost).out.split())
    assert "Where the points came from" in out and "Points after each round" in out
    for entry in answers:
        assert f"Best known: {entry['better']}." in out
    assert [int(n) for n in re.findall(r"decision (\d+)", out)] == [entry["n"] for entry in answers]


def test_a_try_against_the_rules_says_why(lost: Path) -> None:
    ran = look(lost, typed="place food 99,99\nnonsense\nend\n")
    assert ran.code == 0 and "99,99" in ran.err and "nonsense" in ran.err
    assert "Traceback" not in ran.err and "Best known" not in ran.out
    ran = look(lost, typed="hint\nend\n")
    assert "a hint would be the answer" in ran.err and "not a move" not in ran.err, ran
    assert "Best known" not in ran.out


def test_one_can_play_on_from_a_question(lost: Path, answers: list[dict[str, object]]) -> None:
    out = look(lost, typed="again\nend\n").out
    typed = next(line for line in out.splitlines() if line.startswith("  tilewright play"))
    words = shlex.split(typed)
    assert words[:4] == ["tilewright", "play", GAME, "--from"]
    assert words[4:] == [answers[0]["from"]]
    begun = begin(words[4], GAME)
    assert begun.state.to_act == (0,)
    assert begun.state.check(begun.rules.read(str(answers[0]["better"]), begun.state, 0)) is None


def test_a_review_needs_a_finished_game_and_a_player(lost: Path, tmp_path: Path) -> None:
    ran = run("review", lost)
    assert ran.code == 2 and "--player" in ran.err and "anna or bruno" in ran.err
    ran = run("review", lost, "-p", "nobody")
    assert ran.code == 2 and "there is no such player; name anna or bruno" in ran.err
    part = tmp_path / "part.jsonl"
    part.write_text("".join(lost.read_text().splitlines(keepends=True)[:20]))
    ran = run("review", part, "-p", "anna")
    assert ran.code == 2 and "not finished" in ran.err and f"tilewright resume {part}" in ran.err
    copy = tmp_path / "copy.jsonl"
    run("record", "show", lost, "--as", "anna", "--out", copy)
    ran = run("review", copy, "-p", "anna")
    assert ran.code == 2 and "what anna may know" in ran.err


def test_a_review_that_runs_out_of_time_says_so(lost: Path) -> None:
    words = ("review", lost, "-p", "anna", *WORK, "--seconds", "0.1")
    ran = run(*words, "--json")
    said = json.loads(ran.out)
    assert not said["done"] and said["looked"] < said["decisions"]
    out = run(*words).out
    assert re.search(r"Time ran out after \d+ of \d+ decisions", " ".join(out.split()))


@pytest.mark.parametrize(("lang", "words"), [("de", "Frage 1 von 3"), ("pl", "Pytanie 1 z 3")])
def test_all_sentences_are_in_the_language_asked_for(lost: Path, lang: str, words: str) -> None:
    out = look(lost, "--lang", lang, typed="answer\nend\n").out
    assert words in out
    english = [text["en"].split("{")[0].strip() for key, text in every().items() if key.startswith("after.")]
    assert not [said for said in english if len(said) > 8 and said in out]


def test_every_text_is_there_in_every_language() -> None:
    names = re.compile(r"\{([a-z]+)")
    for key, texts in every().items():
        if key.startswith("after."):
            assert texts.keys() == {"en", "de", "pl"}, key
            assert len({frozenset(names.findall(text)) for text in texts.values()}) == 1, key


def told(sources: dict[str, tuple[float, float]], lang: str = "en") -> str:
    """The reasons of a difference with these sources: points and standard error."""
    points = sum(one for one, _ in sources.values())
    return reasons(tw.load(nim.PLUGIN), PointGap(points, 1.0, sources), lang)


def test_reasons_are_the_fewest_that_explain_and_they_add_up() -> None:
    """What is left after those that are told is at most a quarter of the points."""
    found = told({"last": (4.2, 1.0), "c": (-2.0, 0.5), "d": (3.8, 0.5), "e": (1.2, 0.1)})
    assert found == "took the last +4, d +4, all else -1"
    assert told({"last": (4.2, 1.0), "c": (-6.0, 0.5), "d": (8.8, 0.5)}) == "d +9, c -6, took the last +4"
    assert told({"c": (1.3, 0.1), "d": (0.7, 0.1)}) == "c +1, d +1"
    # What the best opponent has less is good for us, and has the sign that it has for us.
    assert told({"others": (4.0, 1.0), "c": (-1.9, 0.1)}) == "less for the best opponent +4, c -2"
    assert told({"c": (5.9, 1.0), "others": (-2.1, 0.1)}) == "c +6, more for the best opponent -2"
    assert told({"c": (5.9, 1.0), "others": (-2.1, 0.1)}, "de") == "c +6, mehr für den besten Gegner -2"


def test_a_reason_smaller_than_its_error_is_told_only_if_nothing_else_explains() -> None:
    assert told({"c": (4.0, 1.0), "d": (1.2, 3.0)}) == "c +4, all else +1"
    assert told({"c": (2.0, 1.0), "d": (5.4, 6.0)}) == "c +2, perhaps d +5"
    assert told(dict.fromkeys("abcdefgh", (0.45, 0.1))) == "many small things +4"
    assert told({"c": (1.3, 0.1), "d": (0.4, 0.1), "e": (0.4, 0.1)}) == "c +1, many small things +1"


def test_at_the_table_people_choose_whose_moves_they_look_at(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tw.load(nim.PLUGIN, options={"heap": 3})
    match = tw.Match(rules, ["anna", "bruno"])
    match.play("take 1")
    match.play("take 2")
    typed = ["rveiew", "review", "review bruno", "review ANNA", "1,1", "again", "take 3", "", ""]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    after(match, [0, 1], Terminal(plain=True, colour=False, asks=True, width=80), "en")
    said = capsys.readouterr()
    assert 'no "rveiew" here' in said.err
    assert "Type review and a name: anna, bruno" in said.err
    assert "No decision of bruno clearly cost points" in said.out
    assert "anna played take 1, which cost about 1 point." in said.out
    assert "no record to play on from" in said.err
    assert "Right: take 3" in said.out


@pytest.mark.parametrize(("lang", "typed"), [("en", "end"), ("de", "schluss"), ("pl", "koniec")])
def test_end_ends_everything_after_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lang: str, typed: str
) -> None:
    """From within the questions, and before them; nothing is asked after it."""
    rules = tw.load(nim.PLUGIN, options={"heap": 3})
    match = tw.Match(rules, ["anna", "bruno"], bots={"bruno": bots.make("random", rules)})
    match.play("take 1")
    match.play("take 2")
    review = {"en": "review", "de": "rückblick", "pl": "analiza"}[lang]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{review}\n{typed}\nleft over\n"))
    after(match, [0], Terminal(plain=True, colour=False, asks=True, width=80), lang)
    assert "anna" in capsys.readouterr().out and sys.stdin.read() == "left over\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\nleft over\n"))
    after(match, [0], Terminal(plain=True, colour=False, asks=True, width=80), lang)
    assert sys.stdin.read() == "left over\n" and typed not in capsys.readouterr().err


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
def test_the_questions_leave_room_to_type(lang: str) -> None:
    """A prompt that fills the line wraps while one types."""
    texts = every()
    for key in ("after.ask", "after.prompt", "saves.ask", "line.plays", "line.reveals", "walk.prompt"):
        assert len(texts[key][lang]) <= 68, key


def test_bots_alone_get_charts_and_no_questions(capsys: pytest.CaptureFixture[str]) -> None:
    rules = tw.load(GAME)
    match = tw.Match(
        rules, ["anna", "bruno"], bots={name: bots.make("greedy", rules) for name in ("anna", "bruno")}
    )
    match.play_bots()
    after(match, [], Terminal(plain=True, colour=False, asks=True, width=80), "en")
    assert "Where the points came from" in capsys.readouterr().out


def test_whose_moves_is_asked_at_a_terminal(lost: Path, home: Path) -> None:
    screen = Screen(home, ["review", lost, *WORK, "--out", lost.parent / "review"])
    screen.wait("Whose moves? (anna, bruno)> ")
    screen.type("carla", "carla does not play here")
    screen.wait("Whose moves? (anna, bruno)> ")
    screen.type("ANNA", "Where the points came from")
    assert "anna played " in screen.wait("What would have been better?")
    screen.send(b"end\n")
    assert screen.end() == 0


def test_the_only_person_is_the_one_who_looks_back(tmp_path: Path) -> None:
    rules, path = tw.load(GAME), tmp_path / "game.jsonl"
    match = tw.Match(rules, ["anna", "bruno"], seed=5, bot_names={"anna": "random"}, record=path)
    match.bots = {name: bots.make("random", rules) for name in ("anna", "bruno")}
    match.play_bots()
    match.close()
    ran = run("review", path, "--work", "1", "--json")
    assert json.loads(ran.out)["player"] == "bruno", ran


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks the system which signals it answers")
def test_a_review_that_is_ended_says_what_it_has_judged(lost: Path, home: Path) -> None:
    running = start(home, "review", lost, "-p", "anna", "--seconds", "0", "--work", "100000000", "--json")
    until, answered = time.monotonic() + 60, 0
    while not answered >> (signal.SIGTERM - 1) & 1:
        assert running.poll() is None and time.monotonic() < until
        [caught] = re.findall(r"SigCgt:\s*(\w+)", Path(f"/proc/{running.pid}/status").read_text())
        answered = int(caught, 16)
    time.sleep(0.2)
    running.send_signal(signal.SIGTERM)
    out, err = running.communicate(timeout=60)
    told = json.loads(out)
    assert running.returncode == 130 and told["interrupted"] is True and told["done"] is False, err
    assert told["decisions"] == 0 or 0 <= told["looked"] < told["decisions"]
    said = f"interrupted: {told['looked']} of {told['decisions']} decisions are judged; to judge all: tilewright review"
    assert said in err, err


def test_a_review_goes_on_from_its_folder(lost: Path, tmp_path: Path) -> None:
    words = ("review", lost, "-p", "anna", "--json", *WORK, "--out", tmp_path / "out")
    whole, blocks = run(*words), tmp_path / "out" / "blocks.jsonl"
    text = blocks.read_text()
    assert whole.code == 0 and len(json.loads(whole.out)["costliest"]) > 1 and '"own"' in text
    lines = text.splitlines(keepends=True)
    blocks.write_text("".join(lines[: len(lines) // 2]) + lines[-1][:40])  # killed in mid-line
    again = run(*words)
    assert again.out == whole.out and blocks.read_text() == text
    assert f"continuing after the {len(lines) // 2} decisions" in again.err, again
    blocks.write_text(text.replace('"moves":', '"moves":1', 1))
    edited = run(*words)
    assert edited.code == 3 and "lines do not fit their digests: line 1;" in edited.err and not edited.out


def test_a_review_at_a_terminal(lost: Path, home: Path, answers: list[dict[str, object]]) -> None:
    screen = Screen(home, ["review", lost, "-p", "anna", *WORK, "--out", lost.parent / "review"])
    screen.wait("What would have been better?")
    screen.type("answer", "Best known")
    screen.wait("What would have been better?")
    screen.type("", "Question 2 of 3")
    screen.wait("What would have been better?")
    screen.send(b"\x04")
    assert screen.end() == 0


@pytest.mark.parametrize(("mode", "seen"), [((), "looking back"), (("--plain",), "looking back ...")])
def test_a_review_shows_that_it_works_and_takes_no_answer_before_a_question(
    lost: Path, home: Path, mode: tuple[str, ...], seen: str
) -> None:
    screen = Screen(home, ["review", lost, "-p", "anna", *WORK, *mode])
    screen.wait(seen)
    screen.send(b"\n\n")
    screen.wait("Question 1 of 3")
    screen.wait("What would have been better?")
    assert "Question" not in screen.type("answer", "Best known")
    screen.send(b"end\n")
    assert screen.end() == 0
