"""Shared records are replayed as far as they go, and cannot be taken for the record."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.play.match import Match
from tilewright.core.play.recorded_game import Played, result
from tilewright.core.play.redaction import retell, shared
from tilewright.core.play.replay import replay, resume
from tilewright.core.record import format
from tilewright.core.rules.schedule import Sealed

from ..cases import cases
from ..toys import nim
from .test_redaction import NAMES, OPEN, RULES, SAMPLED, SEATS, auction_record, copied, random_match, whole


@pytest.mark.parametrize("name", OPEN)
def test_an_open_game_is_replayed_to_its_end(tmp_path: Path, name: str) -> None:
    rules = RULES[name]
    match = whole(rules, tmp_path / "match.jsonl")
    for seat in SEATS:
        told = retell(copied(tmp_path / "match.jsonl", seat, rules), rules=rules)
        assert not told.rest and told.match.over and told.seat == seat
        assert result(told.match.state) == told.result == result(match.state)
        assert told.match.state.view(seat).to_dict() == match.state.view(seat).to_dict()


def test_a_match_of_one_decision_is_told_to_its_end(tmp_path: Path) -> None:
    rules = tw.load(nim.PLUGIN, options={"heap": 1})
    match = Match(rules, NAMES, record=tmp_path / "match.jsonl")
    match.play(match.state.legal(0)[0])
    match.close()
    assert match.over and match.decisions == 1
    told = retell(copied(tmp_path / "match.jsonl", 1, rules), rules=rules)
    assert not told.rest and told.match.over and told.result == result(match.state)


@pytest.mark.parametrize("most", [40, pytest.param(10_000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", SAMPLED)
def test_the_reader_sees_what_the_seat_saw(tmp_path: Path, name: str, most: int) -> None:
    """Whenever the record is shared, the replay leads to the very view of the seat, or says where it cannot go on."""
    rules, path = RULES[name], tmp_path / "match.jsonl"
    reached = 0
    for n, match in enumerate(islice(random_match(rules, path), most)):
        if n % 13 or match.over:
            continue
        for seat in SEATS:
            told = retell(copied(path, seat, rules), rules=rules)
            if not told.rest:
                mine, theirs = told.match.state.view(seat), match.state.view(seat)
                assert list(mine.legal()) == list(theirs.legal())
                # While decisions are sealed, a copy does not say which others are done.
                unsaid: dict[str, Any] = {"to_act": []} if isinstance(match.state.step, Sealed) else {}
                assert mine.to_dict() | unsaid == theirs.to_dict() | unsaid
                reached += 1
    assert reached >= 3


def test_hidden_tiles_are_found_when_they_are_placed(tmp_path: Path) -> None:
    """In Rebirth others draw unseen tiles and then place them: every decision but the last one can be replayed.

    The last one opens the missions, and those of others are made up: it is listed with the recorded result.
    """
    rules, path = RULES["rebirth"], tmp_path / "match.jsonl"
    match = whole(rules, path)
    for seat in SEATS:
        heard: list[str] = []

        def told_of(match: Match, played: Played, heard: list[str] = heard) -> None:
            heard.append(str(played.action))

        told = retell(copied(path, seat, rules), on_decision=told_of)
        moves = [line.content["move"] for line in format.read(path).lines if "move" in line.content]
        assert heard == moves[:-1] and not told.match.over
        assert [line.content["move"] for line in told.rest if "move" in line.content] == moves[-1:]
        assert told.result == result(match.state)


def test_a_move_that_was_not_told_ends_the_replay(tmp_path: Path) -> None:
    moves = [
        (0, "pick stag"),
        (0, "offer 3"),
        (2, "pick owl"),
        (2, "offer 0"),
        (1, "pick fox"),
        (1, "offer 2"),
    ]
    auction_record(tmp_path / "match.jsonl", [*moves, (0, "slip fox"), (1, "keep")])
    rules = RULES["auction"]
    told = retell(copied(tmp_path / "match.jsonl", 1, rules), rules=rules)
    assert told.match.decisions == 6 and told.match.state.to_act == (0,)
    assert [line.content["move"] for line in told.rest if "move" in line.content] == ["slip ?", "keep"]
    own = retell(copied(tmp_path / "match.jsonl", 0, rules), rules=rules)
    assert own.match.decisions == 8 and not own.rest


@pytest.mark.parametrize(
    "change", [{}, {"value": "no such piece"}, {"draw": "no such source"}, {"draw": "deck", "to": "bruno"}]
)
def test_a_copy_that_does_not_fit_ends_the_replay(tmp_path: Path, change: dict[str, str]) -> None:
    """A draw that is missing, or that the rules do not make: the decision is listed, not played some other way."""
    rules = RULES["meadow"]
    whole(rules, tmp_path / "match.jsonl")
    path = Path(copied(tmp_path / "match.jsonl", 0, rules).path)
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    at = next(n for n, line in enumerate(lines) if "draw" in line and line["n"] == 3)
    lines[at : at + 1] = [lines[at] | change] if change else []
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    told = retell(format.read(path), rules=rules)
    assert told.match.decisions == 2 and told.rest[0].content["n"] == 3


def test_it_stops_where_it_is_told(tmp_path: Path) -> None:
    whole(RULES["glenmore"], tmp_path / "match.jsonl")
    copy = copied(tmp_path / "match.jsonl", 0, RULES["glenmore"])
    told = retell(copy, to=20)
    assert told.match.decisions == 20 and not told.rest


def test_it_cannot_be_taken_for_the_record(tmp_path: Path) -> None:
    match = whole(RULES["rebirth"], tmp_path / "match.jsonl")
    for seat, who in ((0, "anna"), (None, "the spectator")):
        copy = copied(tmp_path / "match.jsonl", seat, match.rules)
        said = (
            f"shared.jsonl is what {who} may know of the game; it cannot be resumed or verified. To see it: "
        )
        for verify in (False, True):
            with pytest.raises(UsageError, match=said):
                replay(copy, verify=verify)
        with pytest.raises(UsageError, match=said):
            resume(copy.path, lambda text, rules: pytest.fail("nobody is a bot"))
        with pytest.raises(UsageError, match=said):
            shared(copy, seat)


@pytest.mark.parametrize(("change", "said"), cases(__file__, "a_damaged_copy_is_a_sentence"))
def test_a_damaged_copy_is_a_sentence(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    whole(RULES["rebirth"], tmp_path / "match.jsonl")
    path = Path(copied(tmp_path / "match.jsonl", 0, RULES["rebirth"]).path)
    head, *rest = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text(json.dumps(json.loads(head) | change) + "\n" + "".join(rest), "utf-8")
    with pytest.raises(InvalidFile) as error:
        retell(format.read(path))
    assert str(error.value).startswith(f"{path}:1:1: ") and said in str(error.value)


def test_the_arguments_of_a_program_are_its_owners(tmp_path: Path) -> None:
    whole(RULES["rebirth"], tmp_path / "match.jsonl")
    head, *rest = (tmp_path / "match.jsonl").read_text("utf-8").splitlines(keepends=True)
    for text, left in (
        ("exec:python3 /home/x/bot.py --token=SECRET:seconds=3", "exec:python3"),
        ("exec:/home/x/bot:depth=3", "exec:bot:depth=3"),
        ("/home/x/mine.py:Bot", "mine.py:Bot"),
    ):
        changed = json.loads(head) | {"bots": {NAMES[0]: text}}
        (tmp_path / "match.jsonl").write_text(json.dumps(changed) + "\n" + "".join(rest), "utf-8")
        assert copied(tmp_path / "match.jsonl", None, RULES["rebirth"]).head.bots == {NAMES[0]: left}


def test_a_result_that_was_taken_back_is_none(tmp_path: Path) -> None:
    """The last decision ends the match, is taken back, and another one goes on."""
    match = Match(RULES["nim"], NAMES, record=tmp_path / "match.jsonl")
    for count in (3, 2, 2):
        match.play(f"take {count}")
    assert match.over
    match.undo()
    match.play("take 1")
    match.keep()
    told = retell(copied(tmp_path / "match.jsonl", 0, RULES["nim"]), rules=RULES["nim"])
    assert told.result is None and told.rest == () and told.match.state.log == [3, 2, 1]  # type: ignore[attr-defined]
    match.play("take 1")
    match.close()
    told = retell(copied(tmp_path / "match.jsonl", 0, RULES["nim"]), rules=RULES["nim"])
    assert told.result == result(match.state) and told.match.over


def test_a_copy_goes_to_a_decision_that_stands(tmp_path: Path) -> None:
    """Not to one with the same number that was taken back."""
    match = Match(RULES["nim"], NAMES, record=tmp_path / "match.jsonl")
    for count in (1, 1, 1):
        match.play(f"take {count}")
    match.back(1)
    match.play("take 2")
    match.close()
    copy = copied(tmp_path / "match.jsonl", None, RULES["nim"])
    found = [retell(copy, rules=RULES["nim"], to=number).match.state for number in (1, 2)]
    assert [state.log for state in found] == [[1], [1, 2]]  # type: ignore[attr-defined]
