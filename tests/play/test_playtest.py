"""Playtests: a record holds how long people took, what was refused and what they answered; the match is the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.bots.random import Random
from tilewright.core.play.match import Match
from tilewright.core.play.redaction import retell, shared
from tilewright.core.play.replay import replay, resume
from tilewright.core.record import format
from tilewright.core.record.format import REMARKS
from tilewright.core.record.playtest_lines import ANSWER, ANSWERS, LONGEST, REFUSALS, answered
from tilewright.core.rules.actions import Reason, Refusal
from tilewright.core.table.saved_games import look
from tilewright.core.table.table import Table

from ..cases import cases
from ..record.recorded import HEAD, RULES, lines_of, write

NAMES = ["anna", "bruno", "clara"]


class Clock:
    """A clock that stands until it is moved on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_000.0
        monkeypatch.setattr("time.monotonic", lambda: self.now)

    def wait(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def random_match(name: str, path: Path, playtest: bool, seed: int = 7, most: int = 10_000) -> Match:
    """A recorded random match with steps taken back; in a playtest with refusals and answers as well."""
    match, chooser = (
        Match(RULES[name], NAMES, seed=seed, record=path, playtest=playtest),
        Stream(seed, "test"),
    )
    while not match.over and match.decisions < most:
        seat = chooser.pick(match.state.to_act)
        action = chooser.pick(match.state.legal(seat))
        match.note_refusal(Refusal(action, (Reason("x", "TOY-1"), Reason("y", "TOY-2"))))
        match.play(action)
        if match.can_undo(seat) and chooser.below(3) == 0:
            match.undo(seat)
    for seat in range(3):
        match.answer(seat, "fun", str(seat + 1))
    match.close()
    return match


def took(path: Path) -> dict[int, float]:
    return {one["n"]: one["took"] for one in lines_of(path) if "took" in one}


# -- the match is the same -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["nim", "auction", "rebirth"])
def test_without_its_own_lines_the_record_is_that_of_any_match(tmp_path: Path, name: str) -> None:
    """Hashes, numbers and draws are equal; a match that is no playtest writes what it always wrote."""
    plain, tested = tmp_path / "plain.jsonl", tmp_path / "tested.jsonl"
    random_match(name, plain, False)
    random_match(name, tested, True)
    head, *lines = lines_of(tested)
    assert head.pop("playtest") is True
    assert any("took" in one for one in lines) and any("refused" in one for one in lines)
    assert [head, *(one for one in lines if not one.keys() & REMARKS)] == lines_of(plain)
    assert b"playtest" not in plain.read_bytes() and not [
        one for one in lines_of(plain) if one.keys() & REMARKS
    ]
    first, other = (replay(format.read(one), verify=True, rules=RULES[name]) for one in (plain, tested))
    assert first.state == other.state and other.compared is not None and not other.compared.doubt


def test_bots_take_no_time(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "match.jsonl"
    bots = {"bruno": Random(RULES["nim"])}
    match = Match(RULES["nim"], NAMES[:2], bots=bots, record=path, playtest=True)
    clock.wait(2.26)
    match.play_bots()
    match.play("take 1")
    match.close()
    people = [one["n"] for one in lines_of(path) if one.get("seat") == 0]
    assert [*took(path)] == people


# -- how long decisions took ---------------------------------------------------------------------------------------


def test_a_decision_takes_as_long_as_its_seat_could_decide(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "match.jsonl"
    match = Match(RULES["nim"], NAMES[:2], record=path, playtest=True)
    for seconds in (3.04, 1.26, 0.0, 2_000_000.0):
        clock.wait(seconds)
        match.play("take 1")
    match.close()
    assert took(path) == {1: 3.0, 2: 1.3, 3: 0.0, 4: LONGEST}
    assert '{"n": 1, "took": 3.0}\n' in path.read_text()


def test_what_is_taken_back_took_its_time_for_what_stands(tmp_path: Path, clock: Clock) -> None:
    """The decision that stands began when its seat could first decide; the match goes back for all from now on."""
    path = tmp_path / "match.jsonl"
    match = Match(RULES["nim"], NAMES[:2], record=path, playtest=True)
    clock.wait(5)
    match.play("take 1")
    clock.wait(2)
    match.undo(match.played[-1].seat)
    clock.wait(1)
    match.play("take 2")
    clock.wait(4)
    match.play("take 1")
    match.back(0)
    clock.wait(6)
    match.play("take 3")
    match.close()
    assert [one["took"] for one in lines_of(path) if "took" in one] == [5.0, 8.0, 4.0, 6.0]
    standing = replay(format.read(path), rules=RULES["nim"])
    assert [str(one.action) for one in standing.played] == ["take 3"]


@pytest.mark.parametrize(("together", "other"), [(True, 3.0), (False, 10.0)])
def test_secret_decisions_are_timed_by_seat_where_people_sit_apart(
    tmp_path: Path, clock: Clock, together: bool, other: float
) -> None:
    path = tmp_path / "match.jsonl"
    match = Match(RULES["auction"], NAMES, record=path, playtest=True)
    Table(match, one_keyboard=together)
    first, second = match.state.to_act[:2]
    clock.wait(7)
    match.play(match.state.legal(first)[0])
    clock.wait(3)
    match.play(match.state.legal(second)[0])
    clock.wait(1)
    match.play(match.state.legal(first)[0])
    match.close()
    assert took(path) == {1: 7.0, 2: other, 3: 1.0 if together else 4.0}


def test_the_clock_stands_while_nobody_plays(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "match.jsonl"
    match = Match(RULES["nim"], NAMES[:2], record=path, playtest=True)
    match.play("take 1")
    clock.wait(9)
    match.close()
    clock.wait(100_000)
    match, _ = resume(path, lambda text, rules: Random(rules), RULES["nim"])
    clock.wait(2)
    match.play("take 1")
    match.close()
    assert took(path) == {1: 0.0, 2: 2.0}


# -- after an interruption -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["auction", "meadow"])
def test_a_torn_record_goes_on_with_all_that_was_decided(tmp_path: Path, name: str) -> None:
    whole = tmp_path / "whole.jsonl"
    random_match(name, whole, True, most=7)
    raw = whole.read_bytes()
    first = raw.index(b"\n") + 1
    for cut in range(first, len(raw) + 1, max(1, len(raw) // 60)):
        torn = tmp_path / f"{cut}.jsonl"
        torn.write_bytes(raw[:cut])
        kept = [json.loads(line) for line in raw[: raw.rindex(b"\n", 0, cut)].splitlines()]
        match, _ = resume(torn, lambda text, r: Random(r), RULES[name])
        assert match.playtest is not None
        seat = match.state.to_act[0]
        match.play(match.state.legal(seat)[0])
        match.close()
        again = format.read(torn)
        assert replay(again, verify=True, rules=RULES[name]).state == match.state
        assert lines_of(torn)[: len(kept)] == kept and "took" in json.dumps(lines_of(torn)[len(kept) :])


def test_a_finished_match_takes_answers_later(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    random_match("nim", path, True)
    match, _ = resume(path, lambda text, rules: Random(rules), RULES["nim"])
    assert match.over and match.playtest is not None
    assert match.playtest.answers == {0: {"fun": "1"}, 1: {"fun": "2"}, 2: {"fun": "3"}}
    match.answer(1, "fun", "5")
    match.answer(1, "why", "x" * 900)
    match.close()
    assert lines_of(path)[-2:] == [
        {"seat": 1, "question": "fun", "answer": "5"},
        {"seat": 1, "question": "why", "answer": "x" * 900},
    ]
    replay(format.read(path), verify=True, rules=RULES["nim"])
    for seat in range(3):
        for n in range(5):
            match, _ = resume(path, lambda text, rules: Random(rules), RULES["nim"])
            match.answer(seat, f"q{n}", "y" * 900)
            match.close()
    seen = look(path)
    assert not seen.problem and seen.result is not None


# -- bounds --------------------------------------------------------------------------------------------------------


def test_refusals_and_answers_without_end_leave_a_record_that_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = Match(RULES["nim"], NAMES[:2], record=path, playtest=True)
    action = match.state.legal(match.state.to_act[0])[0]
    long = Refusal(action, tuple(Reason("x", f"NM-{n}") for n in range(70)))
    odd = Refusal(action, (Reason("x", "\x1b[2J"), Reason("y", "NM-1"), Reason("z", ""), Reason("y", "NM-1")))
    match.note_refusal(odd)
    for _ in range(3):
        for n in range(REFUSALS + ANSWERS // 3):
            match.note_refusal(long)
            if n < ANSWERS // 3:
                match.answer(n % 2, f"q{n}", "x")
        match.close()
        match, _ = resume(path, lambda text, rules: Random(rules), RULES["nim"])
    for n in range(ANSWERS % 3):
        match.answer(0, "fun", str(n))
    for _ in range(2):
        with pytest.raises(UsageError, match=f"no more than {ANSWERS} answers"):
            match.answer(0, "fun", "1")
        match.play("take 1")
    match.note_refusal(long)
    match.close()
    lines = lines_of(path)
    found = [one["refused"] for one in lines if "refused" in one]
    assert len(found) == REFUSALS + 1 and found[0] == ["NM-1"] and len(found[1]) == 20
    assert sum("question" in one for one in lines) == ANSWERS
    assert len(format.read(path).lines) == len(lines) - 1


@pytest.mark.parametrize(("typed", "kept"), cases(__file__, "answers"))
def test_an_answer_is_kept_as_text(typed: str, kept: str, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = Match(RULES["nim"], NAMES[:2], record=path, playtest=True)
    match.answer(0, "why", typed)
    match.close()
    assert [one["answer"] for one in lines_of(path)[1:]] == [kept] * bool(kept)
    assert len(format.read(path).lines) == bool(kept)


def test_a_long_answer_is_cut_where_it_can_be(tmp_path: Path) -> None:
    joined = "\u0915\u094d\u200d\u0937"
    for before in range(6):
        cut = answered("x" * (ANSWER - before) + joined)
        assert ANSWER - 2 <= len(cut) <= ANSWER and joined.startswith(cut.lstrip("x"))


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 100])
def test_times_that_are_no_numbers(number: str, tmp_path: Path) -> None:
    path = write(tmp_path / "match.jsonl", [HEAD])
    path.write_text(path.read_text() + f'{{"n": 1, "took": {number}}}\n')
    with pytest.raises(InvalidFile, match=r":2:1: damaged line"):
        format.read(path)


# -- copies for others ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["nim", "auction", "rebirth"])
def test_copies_have_nothing_of_it_unless_they_are_asked_for(tmp_path: Path, name: str) -> None:
    plain, tested = tmp_path / "plain.jsonl", tmp_path / "tested.jsonl"
    random_match(name, plain, False)
    random_match(name, tested, True)
    for seat in (0, 1, None):
        copies = [shared(format.read(one), seat, RULES[name]) for one in (plain, tested)]
        assert copies[0] == copies[1]
        whole = shared(format.read(tested), seat, RULES[name], playtest=True)
        assert whole[0].pop("playtest") is True
        assert [one for one in whole if not one.keys() & REMARKS] == copies[0]
        more = [one for one in whole if one.keys() & REMARKS]
        assert {one["seat"] for one in more if "seat" in one} == ({seat} if seat is not None else set())
        behind = [whole[n - 1] for n, one in enumerate(whole) if "took" in one]
        assert all(one["seat"] == seat and "move" in one for one in behind) and bool(behind) == (
            seat is not None
        )
        whole[0]["playtest"] = True
        copy = format.read(write(tmp_path / "copy.jsonl", whole))
        assert retell(copy, rules=RULES[name]).match.played


def test_a_plain_match_takes_no_answers(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = Match(RULES["nim"], NAMES[:2], record=path)
    match.answer(0, "fun", "1")
    match.close()
    assert len(lines_of(path)) == 1
