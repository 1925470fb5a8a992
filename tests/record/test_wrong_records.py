"""A record with mistakes is refused with the line and the reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tilewright.core.base.errors import Diverged, InvalidFile
from tilewright.core.play.replay import replay
from tilewright.core.record import format

from ..cases import cases
from .recorded import HEAD, RULES, Lines, lines_of, played, write

WRONG: list[tuple[str, bytes, str]] = [
    ("seats", b'["a", 2]', "seats.1: expected text"),
    ("seats", b'["a", "A"]', "seats: two players are called A"),
    ("seats", b'["a", "x\\u001b[31m"]', "cannot be a player's name"),
    ("seats", b'"ab"', "seats: expected a list"),
    ("seats", b"[]", "seats: expected 1 to 100 players"),
    ("bots", b'["a"]', "bots: expected a mapping"),
    ("bots", b'{"a": 1}', "bots.a: expected text"),
    ("bots", b'{"zoe": "random"}', "bots: 'zoe' is not among the players"),
    ("seed", b"true", "seed: expected a whole number, got true or false"),
    ("seed", b"1.0", "seed: expected a whole number, got a number"),
    ("seed", b"9" * 5_000, "a number of 5000 digits"),
    ("seed", b"9" * 80, "seed: a seed has at most 256 bits"),
    ("seed", b"NaN", "NaN is not a number"),
    ("seed", b'1, "seed": 2', "key 'seed' is given twice"),
    ("modules", b'["tunnel"]', "modules: expected a mapping"),
    ("options", b'{"castle": 1.5}', "options.castle: expected"),
    ("options", b'{"castle": [1]}', "options.castle: expected"),
    ("overrides", b'{"x": 1}', "overrides.x: expected text"),
    ("data", b"1", "data: expected text"),
    ("edition", b"[]", "edition: expected text"),
    ("start", b"[]", "start: expected a mapping"),
    ("color", b"1", "color: unknown key"),
    ("tilewright", b"true", "tilewright: expected a whole number"),
    ("options", json.dumps({f"o{n}": n for n in range(2_001)}).encode(), "options: more than 2,000 entries"),
    ("seats", json.dumps(["x" * 1_001, "b"]).encode(), "'xxxxxxxxxxxxxxxxxxxx...' cannot be a player's name"),
    ("options", b"[" * 100_000, "damaged line, not a JSON object"),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_a_header_is_checked(number: int, tmp_path: Path) -> None:
    key, value, said = WRONG[number]
    head = json.dumps(HEAD | {key: "@"}).encode().replace(b'"@"', value)
    path = tmp_path / "match.jsonl"
    path.write_bytes(head + b"\n")
    with pytest.raises(InvalidFile) as error:
        format.read(path)
    assert str(error.value).startswith(f"{path}:1:1: ") and said in str(error.value), error.value


@pytest.mark.parametrize(("shared", "said"), cases(__file__, "a_header_of_a_copy_is_checked"))
def test_a_header_of_a_copy_is_checked(shared: dict[str, Any], said: str, tmp_path: Path) -> None:
    head = {key: value for key, value in HEAD.items() if key != "seed"}
    path = write(tmp_path / "match.jsonl", [head | {"shared": shared}])
    with pytest.raises(InvalidFile, match=f":1:1: {said}"):
        format.read(path)


@pytest.mark.parametrize(("line", "said"), cases(__file__, "a_line_is_checked"))
def test_a_line_is_checked(line: dict[str, Any], said: str, tmp_path: Path) -> None:
    path = write(tmp_path / "match.jsonl", [HEAD, {"note": "x"}, line])
    with pytest.raises(InvalidFile) as error:
        format.read(path)
    assert str(error.value).startswith(f"{path}:3:1: ") and said in str(error.value), error.value


def test_so_many_lines_follow_from_one_decision_and_no_more(tmp_path: Path) -> None:
    path = write(tmp_path / "match.jsonl", [HEAD, *[{"note": "x"}] * 2_000])
    assert len(format.read(path).lines) == 2_000
    write(path, [HEAD, *[{"note": "x"}] * 2_001])
    with pytest.raises(InvalidFile, match=r":2002:1: more than 2,000 lines follow from one decision"):
        format.read(path)


def test_players_that_the_game_does_not_take(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    played(RULES["nim"], path, most=2)
    lines = lines_of(path)
    lines[0]["seats"] += ["dora", "emil", "fritz", "gerd", "heidi"]
    with pytest.raises(InvalidFile, match=r"match.jsonl:1:1: seats: .* players, not 8"):
        replay(format.read(write(path, lines)), rules=RULES["nim"])


@pytest.mark.parametrize(("game", "most", "key"), [("rebirth", 20, "move"), ("auction", 1_000, "result")])
def test_a_missing_draw_is_named_with_the_line_that_stands_in_its_place(
    tmp_path: Path, game: str, most: int, key: str
) -> None:
    path = tmp_path / "match.jsonl"
    played(RULES[game], path, seed=3, most=most)
    lines = lines_of(path)
    at = next(
        n for n, one in enumerate(lines) if "draw" in one and "turn" in lines[n + 1] and key in lines[n + 2]
    )
    gone = lines.pop(at)
    with pytest.raises(
        Diverged, match=rf"match\.jsonl:{at + 1}: the draw of {gone['value']} from .* is missing"
    ):
        replay(format.read(write(path, lines)), rules=RULES[game])


def the(lines: Lines, key: str, number: int = 1) -> int:
    """Where the line stands that has this key, not counting the first `number` of them."""
    return [n for n, line in enumerate(lines) if key in line][number]


def cut(key: str) -> Callable[[Lines], None]:
    return lambda lines: lines.pop(the(lines, key))  # type: ignore[return-value]


def alter(key: str, **values: Any) -> Callable[[Lines], None]:
    return lambda lines: lines[the(lines, key)].update(values)


def again(key: str) -> Callable[[Lines], None]:
    return lambda lines: lines.insert(the(lines, key), lines[the(lines, key)])


def lose(line: str, key: str) -> Callable[[Lines], Any]:
    return lambda lines: lines[the(lines, line)].pop(key)


def insert(line: str, content: dict[str, Any]) -> Callable[[Lines], Any]:
    return lambda lines: lines.insert(the(lines, line), content)


def other_undo(lines: Lines) -> None:
    line = lines[the(lines, "undo")]
    line["undo"] = (line["undo"] + 1) % 3


LATE = {"n": 1, "seat": 0, "move": "place food 0,0"}
FORGED: dict[str, tuple[str, Callable[[Lines], Any], str]] = {
    "a hash that is missing": ("rebirth", cut("hash"), "a turn's end is missing from the record"),
    "a hash twice": ("rebirth", again("hash"), "a turn's end does not occur in the replay"),
    "the number of a turn": ("rebirth", alter("turn", turn=77), "the record has turn 77, the replay 2"),
    "a result that is missing": ("rebirth", lambda lines: lines.pop(), "a result is missing from the record"),
    "a result twice": ("rebirth", lambda lines: lines.append(lines[-1]), "a result does not occur"),
    "a move after the result": ("rebirth", lambda lines: lines.append(LATE), "found decision 1"),
    "who saw a draw": ("rebirth", alter("to", to="clara"), 'the record has to "clara", the replay "'),
    "a draw that all saw": ("rebirth", lose("to", "to"), "the record has to none"),
    "a seal that is missing": ("auction", lose("sealed", "sealed"), "the record has sealed none"),
    "a seal too many": ("rebirth", alter("move", sealed=True), "the record has sealed true, the replay none"),
    "what others heard": (
        "auction",
        alter("told", told="slip owl"),
        'has told "slip owl", the replay "slip ?"',
    ),
    "what others did not hear": ("auction", lose("told", "told"), "the record has told none"),
    "a reveal that is missing": ("auction", cut("reveal"), "a reveal is missing from the record"),
    "a reveal of nothing": ("rebirth", insert("turn", {"n": 2, "reveal": True}), "a reveal does not occur"),
    "the seat of an undo": ("river", other_undo, "there is nothing to undo"),
}


@pytest.mark.parametrize("what", FORGED)
def test_verifying_compares_every_line(tmp_path: Path, what: str) -> None:
    name, forge, said = FORGED[what]
    path = tmp_path / "match.jsonl"
    played(RULES[name], path)
    lines = lines_of(path)
    forge(lines)
    with pytest.raises(Diverged) as error:
        replay(format.read(write(path, lines)), verify=True, rules=RULES[name])
    assert str(error.value).startswith(f"{path}:") and said in str(error.value), error.value


def test_remarks_are_ignored_wherever_they_stand(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = played(RULES["river"], path)
    head, *lines = lines_of(path)
    mixed = [head, *(each for line in lines for each in ({"note": "x"}, line)), {"note": "end"}]
    assert replay(format.read(write(path, mixed)), verify=True, rules=RULES["river"]).state == match.state


def test_under_another_schema_only_hashes_are_not_compared(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    played(RULES["river"], path)
    lines = lines_of(path)
    lines[0]["schema"] = "other"
    for line in lines:
        if "hash" in line:
            line["hash"] = "0" * 16
    replay(format.read(write(path, lines)), verify=True, rules=RULES["river"])
    lines.pop(the(lines, "hash"))
    with pytest.raises(Diverged, match="a turn's end is missing"):
        replay(format.read(write(path, lines)), verify=True, rules=RULES["river"])
