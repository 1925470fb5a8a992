"""People who leave: bots that take seats over, resignations, matches that nobody goes on with, all in the record."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import Diverged, InvalidFile, UsageError
from tilewright.core.bots import make
from tilewright.core.play.match import Match
from tilewright.core.play.redaction import retell, shared
from tilewright.core.play.replay import replay, resume
from tilewright.core.record import format
from tilewright.core.record.writer import Writer
from tilewright.core.rules.ruleset import Rules
from tilewright.core.table.saved_games import look

from ..cases import cases
from ..record.recorded import lines_of, write
from ..toys import auction, haul, meadow, nim

ANNA, BRUNO, CLARA = range(3)
NAMES = ["anna", "bruno", "clara"]
NIM = tw.load(nim.PLUGIN, options={"heap": 20})
TIME = "2026-11-30T18:00:00Z"


def begun(path: Path, players: int = 3, *, moves: int = 0, bot_names: dict[str, str] | None = None) -> Match:
    """A recorded match in which everybody has taken one in turn."""
    given = {name: make(text, NIM) for name, text in (bot_names or {}).items()}
    match = Match(NIM, NAMES[:players], seed=3, record=path, bots=given, bot_names=bot_names)
    for _ in range(moves):
        match.play("take 1")
    return match


def refused(path: Path, **change: Any) -> str:
    """Why this line is refused behind what the file holds."""
    before = path.read_bytes()
    path.write_bytes(before + json.dumps(change).encode() + b"\n")
    try:
        with pytest.raises((Diverged, InvalidFile)) as error:
            replay(format.read(path), rules=NIM, verify=True)
    finally:
        path.write_bytes(before)
    line = before.count(b"\n") + 1
    assert re.match(rf"{re.escape(str(path))}:{line}(:1)?: ", str(error.value)), error.value
    return str(error.value)


# -- a bot takes over ----------------------------------------------------------------------------------------------


def test_a_bot_takes_over_and_its_person_comes_back(tmp_path: Path) -> None:
    match = begun(path := tmp_path / "match.jsonl", moves=1)
    match.hand_over(BRUNO, "random", make("random", NIM), by=(ANNA, CLARA), at=TIME)
    match.play_bots()
    assert match.decisions == 2 and match.state.to_act == (CLARA,)
    match.hand_over(BRUNO, "", by=(BRUNO,))
    assert match.bots == {} == match.bot_names and match.left.decided == {BRUNO}
    match.play_bots()
    while not match.over:
        match.play("take 1")
    match.close()
    told = [line for line in lines_of(path) if "bot" in line]
    assert told == [
        {"n": 1, "seat": BRUNO, "bot": "random", "by": [ANNA, CLARA], "at": TIME},
        {"n": 2, "seat": BRUNO, "bot": "", "by": [BRUNO]},
    ]
    assert lines_of(path)[-1]["result"]["bots"] == [BRUNO] and "resigned" not in lines_of(path)[-1]["result"]
    again = replay(format.read(path), rules=NIM, verify=True)
    assert again.left == match.left and again.state == match.state


def test_a_bot_that_has_taken_over_plays_on_after_a_kill(tmp_path: Path) -> None:
    """The line is on the disk before anybody sees it, and the bot chooses as it would have chosen."""
    match = begun(path := tmp_path / "match.jsonl", moves=1)
    match.hand_over(BRUNO, "random", make("random", NIM))
    kept = path.read_bytes()
    match.play_bots()
    whole = path.read_bytes()
    match.close()
    path.write_bytes(kept)
    match, _ = resume(path, bots.installed, NIM)
    assert match.bot_names == {"bruno": "random"}
    match.play_bots()
    match.close()
    assert path.read_bytes() == whole
    match, _ = resume(path, bots.installed, NIM, players={"anna": "random"})
    assert match.bot_names == {"bruno": "random", "anna": "random"}
    match.close()


def test_going_back_leaves_the_seats_as_they_are(tmp_path: Path) -> None:
    match = begun(path := tmp_path / "match.jsonl", moves=2)
    match.hand_over(CLARA, "random", make("random", NIM))
    assert not match.can_undo(BRUNO), "undo reaches no further back than the change"
    match.play_bots()
    match.back(1)
    assert match.bot_names == {"clara": "random"}
    match.play("take 2")
    match.play_bots()
    match.close()
    assert replay(format.read(path), rules=NIM, verify=True).left == match.left


# -- resigning -----------------------------------------------------------------------------------------------------


def test_of_two_the_other_wins_with_the_points_as_they_are(tmp_path: Path) -> None:
    match = begun(path := tmp_path / "match.jsonl", 2, moves=3)
    match.resign(ANNA, at=TIME)
    assert match.over and not match.state.over
    for what, given in (("play", ["take 1"]), ("undo", []), ("back", [1]), ("redo", [])):
        with pytest.raises(UsageError):
            getattr(match, what)(*given)
    match.close()
    result = {"scores": [0, 0], "ranking": [[1], [0]], "winners": [1], "turns": 3, "resigned": [0]}
    assert lines_of(path)[-2:] == [{"n": 3, "resigned": ANNA, "at": TIME}, {"result": result}]
    assert replay(format.read(path), rules=NIM, verify=True).over
    found = look(path)
    assert found.result is not None and found.result.resigned == (ANNA,) and found.result.shares == [0, 1]


def test_with_more_seats_a_bot_plays_on_and_the_seat_is_last(tmp_path: Path) -> None:
    match = begun(path := tmp_path / "match.jsonl", moves=3)
    with pytest.raises(UsageError, match="bot: missing"):
        match.resign(ANNA)
    match.resign(ANNA, "random", make("random", NIM))
    with pytest.raises(UsageError, match="anna has resigned"):
        match.hand_over(ANNA, "")
    while not match.over:
        match.play_bots()
        if not match.over:
            match.play("take 3" if match.state.heap > 4 else "take 1")  # type: ignore[attr-defined]
    match.close()
    result = lines_of(path)[-1]["result"]
    assert result["ranking"][-1] == [ANNA] and ANNA not in result["winners"]
    assert result["resigned"] == result["bots"] == [ANNA]
    replay(format.read(path), rules=NIM, verify=True)


def test_the_last_who_has_not_resigned_wins(tmp_path: Path) -> None:
    match = begun(path := tmp_path / "match.jsonl")
    match.resign(CLARA, "random", make("random", NIM))
    match.resign(ANNA)
    match.close()
    assert lines_of(path)[-1]["result"]["ranking"] == [[BRUNO], [ANNA], [CLARA]]
    assert replay(format.read(path), rules=NIM, verify=True).over


@pytest.mark.parametrize("bot", [None, "dora"])
def test_a_side_has_resigned_when_all_its_people_have(bot: str | None) -> None:
    """Anna and clara play against bruno and dora, who may be a bot."""
    pairs = tw.load(haul.TEAMS)
    match = Match(pairs, [*NAMES, "dora"], bot_names={bot: "random"} if bot else {})
    assert match.left.decides(match.state, BRUNO) == bool(bot)
    match.resign(CLARA, "random")
    assert match.left.lost(match.state) == () and match.left.decides(match.state, ANNA)
    match.resign(ANNA)
    assert match.result["ranking"] == [[1, 3], [0, 2]] and match.result["winners"] == [1, 3]


@pytest.mark.parametrize("kind", [haul.SOLO, haul.COOPERATIVE])
def test_where_nobody_plays_against_another_nobody_wins(tmp_path: Path, kind: Any) -> None:
    rules, path = tw.load(kind), tmp_path / "match.jsonl"
    match = Match(rules, NAMES[:1], record=path)
    match.play("pull 1")
    match.resign(ANNA)
    match.close()
    result = lines_of(path)[-1]["result"]
    assert result["winners"] == [] and result["ranking"] == [[], [ANNA]]
    replay(format.read(path), rules=rules, verify=True)


def test_a_result_that_was_cut_off_is_written_again(tmp_path: Path) -> None:
    match = begun(path := tmp_path / "match.jsonl", 2, moves=1)
    match.resign(BRUNO)
    match.close()
    whole = path.read_bytes()
    for cut in (whole.rindex(b'{"result'), len(whole) - 5):
        path.write_bytes(whole[:cut])
        match, _ = resume(path, bots.installed, NIM)
        assert match.over and path.read_bytes() == whole


# -- a match that nobody goes on with ------------------------------------------------------------------------------


def test_a_match_that_is_given_up_has_no_result(tmp_path: Path) -> None:
    match = begun(path := tmp_path / "match.jsonl", moves=4)
    match.give_up(60, at=TIME)
    assert match.over
    with pytest.raises(UsageError, match="the match is over"):
        match.give_up(60)
    with pytest.raises(UsageError, match="the match is over"):
        match.play("take 1")
    match.close()
    assert lines_of(path)[-1] == {"n": 4, "given_up": "idle", "days": 60, "at": TIME}
    assert replay(format.read(path), rules=NIM, verify=True).over
    assert replay(format.read(path), rules=NIM, to=2).decisions == 2
    found = look(path)
    assert found.result is None and found.given_up and found.over and found.decisions == 4


# -- what is refused -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("change", "said"), cases(__file__, "refused"))
def test_what_cannot_be_is_refused_with_line_and_field(
    tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    match = begun(path := tmp_path / "match.jsonl", moves=2, bot_names={"clara": "random"})
    match.resign(BRUNO, "random", make("random", NIM))
    match.close()
    assert said in refused(path, **change), refused(path, **change)


@pytest.mark.parametrize("end", ["resigned", "given up", "won"])
def test_nothing_follows_the_end(tmp_path: Path, end: str) -> None:
    match = begun(path := tmp_path / "match.jsonl", 2, moves=20 if end == "won" else 5)
    if end == "resigned":
        match.resign(BRUNO)
    elif end == "given up":
        match.give_up(3)
    match.close()
    n = match.decisions
    for change in (
        {"n": n, "seat": ANNA, "bot": "random"},
        {"n": n, "resigned": ANNA},
        {"n": n, "given_up": "idle", "days": 1},
        {"n": n + 1, "seat": ANNA, "move": "take 1"},
    ):
        refused(path, **change)


def test_a_bot_that_is_not_there_is_refused_with_its_line(tmp_path: Path) -> None:
    match = begun(path := tmp_path / "match.jsonl", moves=1)
    for text in ("no such bot", "./mine.py:Bot", "exec:rm"):
        match.hand_over(BRUNO, text)
        match.keep()
        with pytest.raises(InvalidFile) as error:
            resume(_copy(path), bots.installed, NIM)
        number = path.read_bytes().count(b"\n")
        assert f":{number}:1: bot: " in str(error.value), error.value
        assert replay(format.read(path), rules=NIM, verify=True).left.bots == {BRUNO: text}, (
            "nothing is started"
        )


def _copy(path: Path) -> Path:
    other = path.with_name("copy.jsonl")
    other.write_bytes(path.read_bytes())
    return other


def test_what_cannot_be_written_has_not_happened(tmp_path: Path) -> None:
    match = begun(path := tmp_path / "match.jsonl", 2, moves=1)
    path.write_bytes(path.read_bytes() + b"\n\n")
    for what, given in (("hand_over", (ANNA, "random")), ("resign", (ANNA,)), ("give_up", (9,))):
        with pytest.raises(UsageError, match="was changed"):
            getattr(match, what)(*given)
    assert not match.over and match.left.every == [] and match.bot_names == {}


# -- copies, and all of it at random -------------------------------------------------------------------------------


def leaving(rules: Rules, path: Path, seed: int) -> Match:
    """A recorded random match in which people leave, come back and resign, and moves are taken back."""
    match, chooser = Match(rules, NAMES, seed=seed, record=Writer(path)), Stream(seed, "leaving")
    while not match.over and match.decisions < 120:
        seat = chooser.pick(match.state.to_act)
        match.play(chooser.pick(match.state.legal(seat)))
        seat, what = chooser.below(3), chooser.below(30)
        if match.over or seat in match.left.resigned:
            continue
        if what < 3:
            match.hand_over(seat, "" if seat in match.left.bots else "random", by=(seat,))
        elif what == 3 and match.decisions > 60:
            match.resign(seat, "" if match.left.decides(match.state, seat) else "random")
        elif what < 8 and match.can_undo():
            match.undo(match.played[-1].seat)
        elif what == 9 and match.decisions > 100:
            match.give_up(60)
    match.close()
    return match


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["meadow", "auction", "nim"])
def test_whoever_leaves_the_record_verifies_and_copies_tell_it(tmp_path: Path, name: str, seed: int) -> None:
    toys = {"meadow": meadow.PLUGIN, "auction": auction.PLUGIN, "nim": nim.PLUGIN}
    rules, path = tw.load(toys[name]), tmp_path / "match.jsonl"
    match = leaving(rules, path, seed)
    record = format.read(path)
    again = replay(record, rules=rules, verify=True)
    assert again.left == match.left and again.state == match.state and again.over == match.over
    for one in match.played[::7]:
        if not one.sealed:
            assert replay(record, rules=rules, to=one.number).decisions == one.number
    for seat in (ANNA, None):
        copy = write(tmp_path / f"{seat}.jsonl", shared(record, seat, rules))
        retold = retell(format.read(copy), rules=rules)
        if not retold.rest:
            for told, real in zip(retold.match.left.every, match.left.every, strict=True):
                assert attrs.evolve(told, after=real.after, at=real.at) == real
