"""Records: written before a move is acknowledged, read strictly, replayed, resumed."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import Diverged, Incompatible, InvalidFile, UsageError
from tilewright.core.play.match import Match
from tilewright.core.play.recorded_game import Played
from tilewright.core.play.replay import replay
from tilewright.core.record import format
from tilewright.core.record import writer as writing
from tilewright.core.record.changes import rules_of
from tilewright.core.record.writer import Writer, written

from ..cases import cases
from .recorded import HEAD, NAMES, RULES, Lines, lines_of, played, write

# -- writing -----------------------------------------------------------------------------------------------------


def test_a_move_is_on_the_disk_when_it_is_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "match.jsonl"
    match = Match(RULES["meadow"], NAMES, seed=7, record=path)
    head, *draws = lines_of(path)
    assert head["game"] == "meadow" and head["seats"] == NAMES and head["seed"] == 7 and "start" not in head
    assert [(d["n"], d["draw"]) for d in draws] == [(0, "start"), (0, "bag"), (0, "sky")]
    seat = match.state.to_act[0]
    match.play("lay 0,0")
    assert lines_of(path)[4:] == [
        {"n": 1, "seat": seat, "move": str(match.played[0].action)},
        {"n": 1, "draw": "bag", "value": match.played[0].log.outcomes[0].value},
        {"n": 1, "draw": "sky", "value": match.played[0].log.outcomes[1].value},
        {"n": 1, "turn": 1, "hash": match.state.digest(), "scores": match.state.scores},
    ]


def test_a_record_says_who_saw_a_draw_and_what_others_heard(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    played(RULES["auction"], path)
    lines = lines_of(path)
    drawn = [line for line in lines if "draw" in line]
    assert {line["draw"] for line in drawn} == {"deck"} and {line["to"] for line in drawn} == set(NAMES)
    slips = [line for line in lines if line.get("move", "").startswith("slip")]
    assert slips and all(line["told"] == "slip ?" for line in slips)
    sealed = [line["move"].split()[0] for line in lines if line.get("sealed")]
    assert set(sealed) == {"pick", "offer"} and sum("reveal" in line for line in lines) == 4


def test_a_file_that_exists_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text("mine")
    with pytest.raises(
        UsageError, match="already exists; choose another name, or continue it: tilewright resume"
    ):
        Match(RULES["nim"], NAMES, record=path)
    assert path.read_text() == "mine"


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = {
        "file/match.jsonl": f"cannot be written: {tmp_path / 'file'} is not a folder",
        "file/deep/match.jsonl": "cannot be written: Not a directory",
        "x" * 300: "cannot be written: File name too long",
    }
    for name, words in said.items():
        with pytest.raises(UsageError, match=words):
            Writer(tmp_path / name)


def test_a_disk_that_fails_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = Writer(tmp_path / "match.jsonl")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing.os, "fsync", full)  # type: ignore[attr-defined]
    with pytest.raises(
        UsageError, match="cannot be written: No space left on device; the move was not played"
    ):
        writer.write({"note": "x"})
    writer.close()


@pytest.mark.skipif(os.name != "posix", reason="the system has no such locks")
def test_one_process_at_a_time_writes_a_record(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    first = Writer(path)
    first.write({"a": 1})
    with pytest.raises(UsageError, match=r"match\.jsonl is in use by another tilewright"):
        Writer(path, append_at=0)
    first.write({"b": 2})
    first.close()
    assert path.read_text("utf-8") == '{"a": 1}\n{"b": 2}\n', "nothing was cut off"
    Writer(path, append_at=path.stat().st_size).close()


def test_a_writer_goes_on_where_the_last_whole_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(b'{"note": "a"}\n{"note": "' + b"torn " * 40)
    writer = Writer(path, append_at=14)
    writer.write({"note": "b"}, {"note": "ü"})
    writer.close()
    assert path.read_text("utf-8") == '{"note": "a"}\n{"note": "b"}\n{"note": "ü"}\n'


# -- reading -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", ":1:1: the file is empty; a record begins with a header line"),
        (b'{"tilewright": 1', ":1:1: the header line is unfinished; nothing of the game was saved"),
        (b'{"note": "x"}\n', ":1:1: this is not a tilewright record: the header is missing"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", ":1:1: damaged line, not a JSON object"),
        (b"[1, 2]\n", ":1:1: damaged line: expected a JSON object"),
        (b'{"tilewright": 1, "seed": "x"}\n', ":1:1: key 'game' is missing"),
        (json.dumps(HEAD).encode() + b'\n{"n": 1, "seat": 0, "mo', ""),
        (json.dumps(HEAD).encode() + b'\n{"n": 1, "seat": 0, "mo\n', ":2:1: damaged line, not a JSON object"),
        (
            json.dumps(HEAD).encode() + b'\n{"n": 1, "seat": 0}\n',
            ":2:1: this is not a move, draw, turn, reveal, undo",
        ),
        (
            json.dumps(HEAD).encode() + b'\n{"n": "1", "seat": 0, "move": "x"}\n',
            ":2:1: n: expected a whole number",
        ),
    ],
)
def test_damaged_files(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(content)
    if said:
        with pytest.raises(InvalidFile) as error:
            format.read(path)
        assert f"match.jsonl{said}" in str(error.value)
    else:
        assert format.read(path).unfinished == 2 and not format.read(path).lines


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"nowhere.jsonl cannot be read: No such file"):
        format.read(tmp_path / "nowhere.jsonl")


def test_another_format_is_named(tmp_path: Path) -> None:
    with pytest.raises(Incompatible, match=r":1: record format 2; this version of tilewright reads format 1"):
        format.read(write(tmp_path / "match.jsonl", [HEAD | {"tilewright": 2}]))


# -- replaying ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULES)
def test_a_replay_leads_to_the_same_state(tmp_path: Path, name: str) -> None:
    rules = RULES[name]
    match = played(rules, tmp_path / "match.jsonl")
    found = format.read(tmp_path / "match.jsonl")
    for verify in (False, True):
        heard: list[Played] = []

        def told(match: Match, played: Played, heard: list[Played] = heard) -> None:
            heard.append(played)

        again = replay(found, verify=verify, rules=rules, on_decision=told)
        assert again.state == match.state and again.decisions == match.decisions
        assert [p.log.events for p in again.played] == [p.log.events for p in match.played]
        assert len(heard) == sum("move" in line.content for line in found.lines)


@pytest.mark.parametrize("name", ["river", "auction"])
def test_a_replay_stops_after_as_many_decisions_as_it_is_told(tmp_path: Path, name: str) -> None:
    rules = RULES[name]
    states = {}
    match = Match(rules, NAMES, seed=7, record=tmp_path / "match.jsonl")
    chooser = Stream(7, "test")
    while not match.over:
        seat = chooser.pick(match.state.to_act)
        match.play(chooser.pick(match.state.legal(seat)))
        states[match.decisions] = match.state
        if match.can_undo(seat) and chooser.below(3) == 0:
            match.undo(seat)
            if match.state.sealed[seat] or name == "auction":
                states[match.decisions] = match.state
    match.close()
    found = format.read(tmp_path / "match.jsonl")
    assert sum("undo" in line.content for line in found.lines) > 2
    for decisions, state in states.items():
        assert replay(found, to=decisions, rules=rules).state == state, decisions


def test_an_installed_game_is_found_by_its_name(tmp_path: Path) -> None:
    options = {"port": 2, "data:missions.cards.coast.points": 9}
    match = played(tw.load("rebirth", options=options), tmp_path / "match.jsonl", most=20)
    again = replay(format.read(tmp_path / "match.jsonl"), verify=True)
    assert again.state == match.state and again.rules.options.port == 2
    assert again.rules.overrides == {"missions.cards.coast.points": "9"}


def test_a_game_that_is_not_installed(tmp_path: Path) -> None:
    played(RULES["auction"], tmp_path / "match.jsonl", most=5)
    with pytest.raises(Incompatible, match="there is no game 'auction'"):
        replay(format.read(tmp_path / "match.jsonl"))


def test_a_match_from_a_position_holds_the_position(tmp_path: Path) -> None:
    state = RULES["auction"].new(NAMES, 9)
    state.play(state.legal(1)[0])
    match = Match(state.rules, start=state, record=tmp_path / "match.jsonl", seed=5)
    match.play(match.state.legal(2)[0])
    match.close()
    found = format.read(tmp_path / "match.jsonl")
    assert found.header["start"] == json.loads(json.dumps(state.to_dict()))
    assert replay(found, verify=True, rules=state.rules).state == match.state
    lines = lines_of(tmp_path / "match.jsonl")
    lines[0]["start"]["stack"] = [["nowhere", 0]]
    with pytest.raises(InvalidFile, match=r"match.jsonl:1:1: start.stack.0: expected the name of a step"):
        replay(format.read(write(tmp_path / "match.jsonl", lines)), rules=state.rules)


def third(lines: Lines, key: str) -> int:
    """Where the third line stands that has this key; `set-up` and `draw` tell two kinds of draws apart."""
    wanted = "draw" if key == "set-up" else key
    found = [n for n, line in enumerate(lines) if wanted in line]
    if wanted == "draw":
        found = [n for n in found if (lines[n]["n"] == 0) == (key == "set-up")]
    return found[2]


def changed(lines: Lines, key: str, **values: Any) -> Lines:
    at = third(lines, key)
    return [*lines[:at], {**lines[at], **values}, *lines[at + 1 :]]


def lacking_a_draw(lines: Lines) -> Lines:
    """The lines without the third draw that was the only one of its decision."""
    numbers = Counter(line["n"] for line in lines if "draw" in line)
    at = [n for n, line in enumerate(lines) if "draw" in line and numbers[line["n"]] == 1][2]
    return [*lines[:at], *lines[at + 1 :]]


SPOILT: dict[str, tuple[Callable[[Lines], Lines], str]] = {
    **{
        what: (lambda lines, key=key, values=values: changed(lines, key, **values), said)  # type: ignore[misc]
        for what, (key, values, said) in cases(__file__, "changed").items()
    },
    **{
        what: (lambda lines, line=line: [*lines[:-1], line, lines[-1]], said)  # type: ignore[misc]
        for what, (line, said) in cases(__file__, "added").items()
    },
    "another seat": (lambda lines: changed(lines, "move", seat=(lines[6].get("seat", 0) + 1) % 3), ""),
    "a line that is missing": (
        lambda lines: [line for line in lines if line.get("n") != 3],
        "found decision",
    ),
    "a draw that is missing": (lacking_a_draw, "is missing from the record"),
    "a result": (
        lambda lines: [*lines[:-1], {"result": {**lines[-1]["result"], "scores": [9, 9, 9]}}],
        '"scores": [9, 9, 9]',
    ),
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_record_that_was_changed_is_found_out(tmp_path: Path, what: str) -> None:
    spoil, said = SPOILT[what]
    path = tmp_path / "match.jsonl"
    played(RULES["rebirth"], path)
    compared = "the seed" in what  # what the seed gives is looked at only then
    with pytest.raises(Diverged) as error:
        replay(format.read(write(path, spoil(lines_of(path)))), verify=compared)
    assert str(error.value).startswith(f"{path}:") and str(error.value).count("match.jsonl:") == 1
    assert said in str(error.value), str(error.value)
    assert error.value.exit_code == 4


@pytest.mark.parametrize(("field", "value", "said"), cases(__file__, "a_record_of_other_rules_is_refused"))
def test_a_record_of_other_rules_is_refused(tmp_path: Path, field: str, value: object, said: str) -> None:
    path = tmp_path / "match.jsonl"
    played(RULES["rebirth"], path, most=3)
    lines = lines_of(path)
    lines[0][field] = value
    with pytest.raises(Incompatible) as error:
        rules_of(format.read(write(path, lines)))
    assert said in str(error.value) and error.value.exit_code == 5


def test_hashes_are_compared_under_the_same_schema_alone(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = played(RULES["meadow"], path)
    lines = [line | ({"hash": "0" * 16} if "hash" in line else {}) for line in lines_of(path)]
    with pytest.raises(Diverged):
        replay(format.read(write(path, lines)), rules=match.rules)
    lines[0]["schema"] = "other"
    assert replay(format.read(write(path, lines)), rules=match.rules).state == match.state


@given(
    st.dictionaries(
        st.sampled_from(["n", "move", "told", "scores", "result"]),
        st.integers()
        | st.text()
        | st.booleans()
        | st.none()
        | st.lists(st.integers() | st.text(), max_size=3),
    )
)
def test_a_line_is_the_json_that_the_library_writes(line: dict[str, Any]) -> None:
    assert written(line) == json.dumps(line, ensure_ascii=False) + "\n"
