"""Going back by agreement: over draws, reveals, turns and seats, in matches, records and copies of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import Diverged, InvalidFile, UsageError
from tilewright.core.bots.random import Random
from tilewright.core.play.match import Match
from tilewright.core.play.redaction import retell, shared
from tilewright.core.play.replay import replay, resume
from tilewright.core.play.rewind import before
from tilewright.core.record import format
from tilewright.core.rules.ruleset import Rules
from tilewright.core.table.replay_walk import Walk
from tilewright.core.table.saved_games import saves

from ..cases import cases, soaked
from ..record.recorded import write
from ..toys import auction, meadow, nim

NAMES = ["anna", "bruno", "clara"]
GAMES: dict[str, tuple[str, list[str]]] = cases(__file__, "games")


def wavering(rules: Rules, path: Path, most: int = 90) -> tuple[Match, dict[int, str], int]:
    """A recorded random match with undos and goings back; also the digest after each decision that stands."""
    match, chooser = Match(rules, NAMES, seed=5, record=path), Stream(5, "back")
    digests, backs = {0: match.state.digest()}, 0
    for _ in range(most):
        seat = chooser.pick(match.state.to_act)
        match.play(chooser.pick(match.state.legal(seat)))
        if match.over:
            break
        digests[match.decisions] = match.state.digest()
        if match.can_undo(seat) and chooser.below(4) == 0:
            match.undo(seat)
        to = before(match, chooser.below(len(NAMES)))
        if to is not None and chooser.below(7) == 0:
            stood = len(match.played)
            taken = match.back(to)
            backs += 1
            assert taken and taken[0].number > to and len(match.played) + len(taken) == stood
            assert match.state.digest() == digests[to] and match.decisions == to
    return match, {one.number: digests[one.number] for one in match.played if one.number in digests}, backs


@pytest.mark.parametrize("name", ["ireland", "glenmore", "druids", *soaked("rebirth", "isleofskye")])
def test_a_match_that_went_back_is_replayed_verified_shared_and_resumed(tmp_path: Path, name: str) -> None:
    game, modules = GAMES[name]
    rules, path = tw.load(game, modules), tmp_path / "match.jsonl"
    match, digests, backs = wavering(rules, path)
    assert backs > 5
    match.close()
    found = format.read(path)
    for verify in (False, True):
        again = replay(found, verify=verify, rules=rules)
        assert again.state == match.state and again.decisions == match.decisions
        assert [one.number for one in again.played] == [one.number for one in match.played]
    for number in list(digests)[:: len(digests) // 4]:
        assert replay(found, to=number, rules=rules).state.digest() == digests[number]
    assert saves(tmp_path)[0].decisions == match.decisions
    walk = Walk(found, rules)
    assert [one.action for one in walk.steps] == [one.action for one in match.played]
    assert walk.state(walk.last) == match.state
    for seat in (0, 2, None):
        copy = write(tmp_path / "copy", shared(found, seat, rules))
        told = retell(format.read(copy), rules=rules)
        assert told.rest == () and told.match.state.scores == match.state.scores
        copy.unlink()
    goes_on, _ = resume(path, lambda text, rules: Random(rules), rules)
    goes_on.play(goes_on.state.legal(goes_on.state.to_act[0])[0])
    goes_on.back(max(digests))
    goes_on.close()
    assert replay(format.read(path), verify=True, rules=rules).state.digest() == digests[max(digests)]


# -- where it can go -----------------------------------------------------------------------------------------------


def taking(*counts: int, **given: Any) -> Match:
    match = Match(tw.load(nim.PLUGIN), NAMES, **given)
    for count in counts:
        match.play(f"take {count}")
    return match


def test_it_goes_over_the_decisions_of_other_seats() -> None:
    match = taking(1, 2, 1)
    taken = match.back(1)
    assert [(one.number, one.seat) for one in taken] == [(2, 1), (3, 2)]
    assert match.state.to_act == (1,) and match.state.log == [1] and match.decisions == 1  # type: ignore[attr-defined]
    assert match.play("take 3").number == 2
    match.back(0)
    assert match.state.to_act == (0,) and match.played == [] and match.play("take 2").number == 1


def test_undo_and_redo_reach_no_further_than_it_went() -> None:
    """Otherwise one seat would use alone what all have learnt since."""
    match = taking(1, 2)
    match.back(1)
    assert not match.can_undo() and match.undone is None
    match.play("take 3")
    match.undo(1)
    assert not match.can_undo() and match.undone is not None
    match.back(0)
    assert match.undone is None
    with pytest.raises(UsageError, match="nothing to redo"):
        match.redo()


@pytest.mark.parametrize(("number", "said"), cases(__file__, "there_must_be_something_to_go_back_to"))
def test_there_must_be_something_to_go_back_to(number: int, said: str) -> None:
    match = taking(1, 2, 1)
    state = match.state
    with pytest.raises(UsageError, match=said):
        match.back(number)
    assert match.state is state and len(match.played) == match.decisions == 3


def test_the_end_of_a_match_stays() -> None:
    match = taking(3, 3, 1)
    with pytest.raises(UsageError, match="the match is over"):
        match.back(1)


def test_the_same_draws_come_again() -> None:
    match = Match(tw.load(meadow.PLUGIN), NAMES, seed=3)
    chooser = Stream(1, "draws")
    first = [match.play(chooser.pick(match.state.legal(match.state.to_act[0]))) for _ in range(4)]
    drawn = [one.log.outcomes for one in first]
    match.back(0)
    assert [match.play(one.action).log.outcomes for one in first] == drawn and any(drawn)


def test_a_script_of_chance_goes_back_as_well() -> None:
    script = {"bag": ["wood", "pond", "pond", "wood"], "sky": ["rain"], "start": ["bruno"]}
    match = Match(tw.load(meadow.PLUGIN), NAMES[:2], seed=3, script=script)
    left = match.script.left()
    match.play(match.state.legal(1)[0])
    one = match.state.digest(), match.script.left()
    match.play(match.state.legal(0)[0])
    assert match.script.left() not in (left, one[1])
    match.back(1)
    assert (match.state.digest(), match.script.left()) == one
    match.back(0)
    assert match.script.left() == left


# -- secret decisions ----------------------------------------------------------------------------------------------

ROUND = [
    (0, "pick stag"), (1, "pick owl"), (0, "offer 2"), (0, "undo"), (0, "offer 3"), (2, "pick owl"),
    (1, "offer 1"), (2, "offer 0"),
]  # fmt: skip
"""All seats bid in secret; anna wavers. The reveal comes with decision 8."""


def bidding(moves: list[tuple[int, str]], path: Path | None = None) -> Match:
    state: Any = tw.load(auction.PLUGIN).new(NAMES, 4)
    state.hand = [[0, 1, 3], [1, 2, 3], [0, 0, 2]]
    match = Match(state.rules, start=state, record=path)
    play(match, moves)
    return match


def play(match: Match, moves: list[tuple[int, str]]) -> None:
    for seat, move in moves:
        if move == "undo":
            match.undo(seat)
        else:
            match.play(move, seat)


def test_a_round_of_secret_decisions_goes_back_as_a_whole() -> None:
    match = bidding([*ROUND, (0, "slip fox")])
    assert before(match, 0) == 8, "the card that was slipped"
    match.back(8)
    state = match.state
    assert {before(match, seat) for seat in range(3)} == {0}
    for number in (1, 2, 5, 7):
        with pytest.raises(UsageError, match=f"secret steps are still waiting after decision {number}; they"):
            match.back(number)
    with pytest.raises(UsageError, match="there is no decision 3"):  # it was taken back before the reveal
        match.back(3)
    assert match.state is state
    match.back(0)
    assert match.decisions == 0 and not any(match.state.sealed) and len(match.state.to_act) == 3


def test_open_secret_steps_are_dropped() -> None:
    match = bidding([*ROUND, (0, "slip fox"), (1, "keep"), (2, "keep"), (1, "pick stag")])
    assert any(match.state.sealed) and before(match, 0) == 8
    match.back(8)
    assert not any(match.state.sealed) and match.state.to_act == (0,)


def test_nothing_goes_back_into_secret_steps_that_a_match_began_with() -> None:
    begun = bidding(ROUND[:1]).state
    match = Match(begun.rules, start=begun)
    play(match, [(1, "pick owl"), (2, "pick owl"), *((seat, f"offer {seat}") for seat in range(3))])
    assert before(match, 1) is None
    with pytest.raises(UsageError, match="secret steps are still waiting after decision 0"):
        match.back(0)


# -- records -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "said"), cases(__file__, "the_line_is_checked"))
def test_the_line_is_checked(tmp_path: Path, line: dict[str, Any], said: str) -> None:
    path = tmp_path / "match.jsonl"
    taking(1, 2, record=path).close()
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    with pytest.raises(InvalidFile) as error:
        format.read(path)
    assert str(error.value).startswith(f"{path}:6:1: {said}")


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (99, "there is no decision 99"),
        (10**79, "there is no decision 1000"),
        (5, "secret steps are still waiting"),
    ],
)
def test_a_line_that_goes_where_nothing_stands_is_refused(tmp_path: Path, number: int, said: str) -> None:
    path = tmp_path / "match.jsonl"
    match = bidding([*ROUND, (0, "slip fox")], path)
    match.close()
    last = len(path.read_text("utf-8").splitlines()) + 1
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"back": number}) + "\n")
    for verify in (False, True):
        with pytest.raises(Diverged) as error:
            replay(format.read(path), verify=verify, rules=match.rules)
        assert str(error.value).startswith(f"{path}:{last}: back: {said}")
    if number > 8:
        with pytest.raises(InvalidFile, match=f"{path}:{last}:1: back: there is no decision {number}"):
            shared(format.read(path), 0, match.rules)


def lines_for(path: Path, seat: int | None, rules: Rules) -> list[str]:
    """Moves, reveals and lines that take back, in a copy for this seat."""
    found = []
    for line in shared(format.read(path), seat, rules)[1:]:
        if "move" in line:
            found.append(f"{line['n']} {line['seat']} {line['move']}")
        found += [f"{key} {line[key]}" for key in ("undo", "back") if key in line]
    return found


def test_a_copy_tells_nothing_of_secret_steps_that_went_back(tmp_path: Path) -> None:
    """Its own steps its reader knows; numbers of decisions are those of the copy."""
    path = tmp_path / "match.jsonl"
    later = [
        (0, "slip fox"),
        (1, "keep"),
        (2, "keep"),
        (1, "pick stag"),
        (1, "undo"),
        (1, "pick fox"),
        (2, "pick hare"),
    ]
    match = bidding([*ROUND, *later], path)
    match.back(9)
    play(match, [(1, "slip fox")])
    match.close()
    standing = ["7 0 slip ?", "8 1 keep", "9 2 keep"]
    assert lines_for(path, None, match.rules)[6:] == [*standing, "back 7", "8 1 slip ?"]
    own = ["10 1 pick stag", "undo 1", "12 1 pick fox"]
    assert lines_for(path, 1, match.rules)[6:] == [*standing, *own, "back 7", "8 1 slip fox"]
    assert lines_for(path, 2, match.rules)[6:] == [*standing, "10 2 pick hare", "back 7", "8 1 slip ?"]


def test_going_back_from_nothing_but_others_secret_steps_leaves_no_line(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = bidding(ROUND[:4], path)
    match.back(0)
    play(match, [(1, "pick fox")])
    match.close()
    assert lines_for(path, 2, match.rules) == lines_for(path, None, match.rules) == []
    assert lines_for(path, 1, match.rules) == ["1 1 pick owl", "back 0", "1 1 pick fox"]


def test_a_copy_goes_back_to_and_from_redone_decisions(tmp_path: Path) -> None:
    """We write the moves anew; the format has a line for them, too."""
    path, again = tmp_path / "match.jsonl", ("place 0,-1", "activate 0,-1")
    match = Match(tw.load("glenmore"), NAMES, seed=0, record=path)
    play(match, [(0, move) for move in ("take 4", *again, "undo", "undo", *again, "activate 0,0")])
    match.back(3)
    match.back(1)
    match.close()
    above, undo, after = path.read_text("utf-8").rpartition('{"undo": 0}\n')
    path.write_text(above + undo + 2 * '{"redo": 0}\n' + after.split("\n", 2)[2], "utf-8")
    assert replay(format.read(path), verify=True, rules=match.rules).state == match.state
    later = ["undo 0", "undo 0", "4 0 activate 0,0", "back 3", "back 1"]
    assert lines_for(path, None, match.rules)[3:] == later


def test_a_walk_knows_no_secret_step_that_was_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = bidding([(0, "pick stag"), (1, "pick owl"), (0, "undo")], path)
    assert Walk(format.read(path), match.rules).state(1) == match.state
    play(match, [(2, "pick owl")])
    walk = Walk(format.read(path), match.rules)
    assert [len(walk.state(at).sealed[0]) for at in range(walk.last + 1)] == [0, 0, 0]
    match.close()


def test_a_record_that_cannot_be_written_goes_nowhere(tmp_path: Path) -> None:
    match = taking(1, 2, record=tmp_path / "match.jsonl")
    state = match.state
    (tmp_path / "match.jsonl").write_text("another program\n", "utf-8")
    with pytest.raises(UsageError, match="changed by another program"):
        match.back(0)
    assert match.state is state and match.decisions == len(match.played) == 2
    match.close()
