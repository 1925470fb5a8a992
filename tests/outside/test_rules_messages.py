"""The rules half of the protocol: what a program says is checked, and a hostile client of ours gets errors."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.outside import json_lines
from tilewright.core.outside.faults import Fault
from tilewright.core.outside.implementations import EngineReferee, GameStart, Move
from tilewright.core.outside.rules_program import ProgramReferee, RulesRequest
from tilewright.core.outside.rules_server import serve

from ..cases import cases
from ..toys import nim
from .programs import looping

NIM = tw.load(nim.PLUGIN)
START = GameStart(("anna", "bruno"), 1)
HELLO: dict[str, Any] = {"type": "hello", "protocol": 1, "name": "x", "roles": ["rules"], "games": ["nim"]}
HERE: dict[str, Any] = cases(__file__, "here")
END: dict[str, Any] = {**HERE, "to_act": [], "legal": {}, "over": True, "ranking": [[1], [0]]}


def saying(hello: dict[str, Any], here: dict[str, Any], counted: dict[str, Any] | None = None) -> list[str]:
    """A program that always gives these answers."""
    body = """
    if m["type"] == "quit": sys.exit()
    answer = dict({"hello": HELLO, "count": COUNTED}.get(m["type"], HERE))
    say(answer.pop("type"), id=m["id"], **answer)
    """
    return looping(body, f"HELLO, HERE, COUNTED = {hello!r}, {here!r}, {counted!r}")


@pytest.fixture
def opened() -> Iterator[list[ProgramReferee]]:
    started: list[ProgramReferee] = []
    yield started
    for one in started:
        one.close()


def theirs(opened: list[ProgramReferee], *answers: Any) -> ProgramReferee:
    opened.append(ProgramReferee(saying(*answers), RulesRequest.of(NIM), "theirs", seconds=10))
    return opened[-1]


def test_the_least_that_a_program_must_say(opened: list[ProgramReferee]) -> None:
    one = theirs(opened, HELLO, HERE)
    found = one.new(START)
    assert (found.to_act, found.legal, found.scores) == ((0,), {0: ("take 1", "take 2")}, (0, 0))
    assert not one.counting and not one.hashing and found.draws == () and found.hash == ""


@pytest.mark.parametrize(("changed", "said"), cases(__file__, "a_greeting_that_is_wrong"))
def test_a_greeting_that_is_wrong(changed: dict[str, Any], said: str, opened: list[ProgramReferee]) -> None:
    with pytest.raises(Fault) as caught:
        theirs(opened, {**HELLO, **changed}, HERE)
    assert said in str(caught.value)


@pytest.mark.parametrize(("changed", "said"), cases(__file__, "a_position_that_is_wrong"))
def test_a_position_that_is_wrong(changed: dict[str, Any], said: str, opened: list[ProgramReferee]) -> None:
    one = theirs(opened, HELLO, {**HERE, **changed})
    with pytest.raises(Fault) as caught:
        one.new(START)
    assert said in str(caught.value) and caught.value.word == "garbled"
    assert not one.channel.alive, "the program is ended"


def test_nobody_may_have_won(opened: list[ProgramReferee]) -> None:
    found = theirs(opened, HELLO, {**END, "ranking": [[], [0, 1]]}).new(START)
    assert found.over and found.ranking == ((), (0, 1))


def test_a_hash_that_was_announced_must_come(opened: list[ProgramReferee]) -> None:
    with pytest.raises(Fault, match="hash: it is missing, although the program announced hashes"):
        theirs(opened, {**HELLO, "hash": "mine"}, HERE).new(START)


@pytest.mark.parametrize(("counted", "said"), cases(__file__, "a_count_that_is_wrong"))
def test_a_count_that_is_wrong(
    counted: dict[str, Any], said: str | None, opened: list[ProgramReferee]
) -> None:
    one = theirs(opened, {**HELLO, "count": True}, HERE, {"type": "counted", **counted})
    one.new(START)
    if said is None:
        assert one.count(1) == {Move(0, "take 1"): 1, Move(0, "take 2"): 1}
        return
    with pytest.raises(Fault, match=said):
        one.count(1)


# -- our engine and its clients ----------------------------------------------------------------------------------------


def asked(*messages: dict[str, Any] | bytes, most: int | None = None) -> list[dict[str, Any]]:
    """The answers of our nim to these lines."""
    sent = b"".join(one if isinstance(one, bytes) else json_lines.written(one) for one in messages)
    answers = io.BytesIO()
    serve(EngineReferee(NIM, most=most), io.BytesIO(sent), answers, "ours")
    return [json.loads(line) for line in answers.getvalue().splitlines()]


NEW: dict[str, Any] = cases(__file__, "new")
PLAY: dict[str, Any] = {"type": "play", "id": 2, "seat": 0, "action": "take 1"}


def test_a_conversation() -> None:
    hello, new, play, count = asked(
        {"type": "hello", "id": 0, "protocol": 1, "role": "rules"},
        {**NEW, "modules": {}, "ruleset": "1", "options": {"heap": 7}, "moves": [[0, "take 3"]]},
        {**PLAY, "seat": 1},
        {"type": "count", "id": "last", "depth": 2},
    )
    assert (hello["id"], hello["protocol"], hello["games"]) == (0, 1, ["nim"])
    assert (new["id"], new["to_act"]) == (1, [1]) and new["legal"] == {"1": ["take 1", "take 2", "take 3"]}
    assert play["legal"] == {"0": ["take 1", "take 2", "take 3"]}
    # From a heap of 3: take 1 leaves two ways, take 2 one, and take 3 ends the game.
    assert count["moves"] == [[0, "take 1", 2], [0, "take 2", 1], [0, "take 3", 0]]
    assert count["count"] == 3 and count["id"] == "last"


def test_a_count_looks_at_so_many_positions_and_no_more() -> None:
    """From a heap of 3, three moves lead to a position each, in which moves are counted."""
    begin, three = {**NEW, "moves": [[0, "take 3"], [1, "take 1"]]}, {"type": "count", "id": 2, "depth": 2}
    assert asked(begin, three, most=3)[1]["count"] == 3
    refused, still = asked(begin, three, {**three, "depth": 1}, most=2)[1:]
    assert refused["message"] == "more than 2 positions to look at; ask for a smaller depth"
    assert still["count"] == 3, "the game goes on"


HOSTILE: list[tuple[dict[str, Any] | bytes, str]] = [
    (b"\n", "is not JSON"),
    (b"[]\n", "a message is a JSON object"),
    (b'{"type": "new"\n', "is not JSON"),
    (b"\xff\n", "not UTF-8"),
    (b"[" * 100_000 + b"\n", "JSON"),
    (b'{"type": "new", "seed": ' + b"9" * 5000 + b"}\n", "a number of 5000 digits"),
    (b'{"type": "new", "type": "quit"}\n', "twice"),
    (b"x" * (5 << 20) + b"\n", "a line of more than 4 MB"),
    ({"type": "go"}, "there is no message of the type 'go'"),
    ({"type": {}}, "there is no message of the type"),
    ({"type": "hello", "role": "rules"}, "protocol: expected a whole number"),
    ({"type": "hello", "protocol": 9, "role": "rules"}, "this program speaks protocol 1"),
    ({"type": "hello", "protocol": 1, "role": "bot"}, "this program has the role 'rules'"),
    ({**NEW, "game": "../nim"}, "this program was started for nim"),
    ({**NEW, "modules": {"storm": "1"}}, "this program was started with none"),
    ({**NEW, "modules": ["storm"]}, "modules: expected an object"),
    ({**NEW, "ruleset": "2"}, "this program has version 1 of the rules"),
    ({**NEW, "options": {"heap": 8}}, "heap: this program was started with '7', not '8'"),
    ({**NEW, "options": {"data:box.yaml": "/etc/passwd"}}, "this program has no option 'data:box.yaml'"),
    ({**NEW, "data": "/etc/passwd"}, "this program was started with other data files"),
    ({**NEW, "seats": ["anna"]}, "for 2 to 3 players"),
    ({**NEW, "seats": ["anna"] * 101}, "100 are the most"),
    ({**NEW, "seats": ["anna", "anna"]}, "two players are called anna"),
    ({**NEW, "seats": ["a/../b", "x"]}, "cannot be a player's name"),
    ({**NEW, "seed": "x"}, "seed: expected a whole number"),
    ({**NEW, "seed": 7}, "seed: expected a whole number as text"),
    ({**NEW, "seed": "9" * 200}, "seed: expected a whole number"),
    ({**NEW, "seed": "07"}, "without leading zeros"),
    ({**NEW, "moves": [["0", "take 1"]]}, "moves: expected a list of [seat, action]"),
    ({**NEW, "moves": [[0, "take 9"]]}, "NM-TAKE-1"),
    ({**NEW, "moves": [[-1, "take 1"]]}, "there is no seat -1"),
    ({**NEW, "moves": [[1, "take 1"]]}, "NM-TURN-1"),
    (PLAY, "send 'new' first"),
    ({"type": "count", "depth": 1}, "send 'new' first"),
]


@pytest.mark.parametrize(("message", "said"), HOSTILE, ids=lambda one: str(one)[:30])
def test_a_hostile_client_gets_an_error_and_the_next_answer(
    message: dict[str, Any] | bytes, said: str
) -> None:
    error, new = asked(message, NEW)
    assert error["type"] == "error" and said in error["message"]
    assert new["type"] == "position"
    if isinstance(message, dict) and "id" in message:
        assert error["id"] == message["id"]


@pytest.mark.parametrize(
    ("message", "said"), cases(__file__, "a_mistake_in_mid_game_changes_nothing"), ids=str
)
def test_a_mistake_in_mid_game_changes_nothing(message: dict[str, Any], said: str) -> None:
    _, error, *rest = asked(NEW, message, PLAY)
    assert error["type"] == "error" and said in error["message"]
    # A 'new' that fails ends the game before it; anything else leaves it as it was.
    [after] = rest
    assert after["type"] == ("error" if message["type"] == "new" else "position")
    assert message["type"] == "new" or after["legal"] == {"1": ["take 1", "take 2", "take 3"]}
