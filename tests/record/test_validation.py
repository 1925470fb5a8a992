"""A position from outside is played only if it could be one: each mistake is named with its field."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import InvalidFile
from tilewright.core.play.match import Match
from tilewright.core.play.replay import replay
from tilewright.core.record import format
from tilewright.core.record.format import read
from tilewright.core.record.validation import admitted
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.state import State
from tilewright.core.text.strict import Slips

from ..cases import cases, soaked
from ..toys import nim
from . import recorded

RULES: dict[str, Rules] = {
    **recorded.RULES,
    "rebirth with modules": tw.load("rebirth", modules=["ireland"]),
    "glenmore": tw.load("glenmore"),
    "isleofskye": tw.load("isleofskye"),
    "isleofskye with modules": tw.load("isleofskye", modules=["tunnel", "druids", "bonus", "outskirts"]),
}

OTHERS = soaked(*(name for name in RULES if f"{name} with modules" in RULES))
"""Games that hold without their modules what they hold with them."""


def positions(rules: Rules, seed: int, every: int) -> list[State]:
    """Positions of a random game: the first, every so many, and the last."""
    state = rules.new(3, seed)
    chooser = Stream(seed, "positions")
    found = [state.clone()]
    decisions = 0
    while not state.over:
        state.play(chooser.pick(state.legal(chooser.pick(state.to_act))))
        decisions += 1
        if decisions % every == 0 or state.over:
            found.append(state.clone())
    return found


def packed(state: State) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(state.to_dict()))
    return found


@pytest.mark.parametrize("name", [*filter(lambda one: f"{one} with modules" not in RULES, RULES), *OTHERS])
def test_every_position_of_a_game_is_admitted(name: str) -> None:
    """Nothing that a game reaches is refused."""
    for state in positions(RULES[name], 3, 20):
        assert admitted(RULES[name], packed(state), state.seats) == state


def middle(name: str) -> dict[str, Any]:
    found = positions(RULES[name], 4, 12)
    return packed(found[len(found) // 2])


def put(*path: str | int, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(start: dict[str, Any]) -> None:
        inside: Any = start
        for step in path[:-1]:
            inside = inside[step]
        inside[path[-1]] = to

    return change


DEEP: list[Any] = []
for _ in range(40):
    DEEP = [DEEP]

STREAMS = tw.load("rebirth").streams
SPOILT: list[tuple[str, Callable[[dict[str, Any]], None], str]] = [
    *((game, put(*path, to=to), said) for game, path, to, said in cases(__file__, "spoilt")),
    ("rebirth", lambda start: start.pop("stack"), "stack: is missing"),
    (
        "rebirth",
        lambda start: start.update(stack=start["stack"][:1]),
        "stack: the last step must be one in which",
    ),
    ("rebirth", lambda start: start["stack"].extend(start["stack"][-1:] * 5_000), "stack: expected 1 to 100"),
    ("rebirth", put("streams", to=dict.fromkeys(STREAMS, (1 << 64, 0))), "out of range"),
    ("rebirth", put("streams", to=dict.fromkeys(STREAMS, (-1, 0))), "out of range"),
    ("rebirth", put("streams", to=dict.fromkeys(STREAMS, (0, -1))), "out of range"),
    ("rebirth", put("streams", to=dict.fromkeys(STREAMS, (0, 1 << 64))), "out of range"),
    ("rebirth", put("castles", to=DEEP), ""),
    ("isleofskye", put("territories", 0, "regions", "tiles", 0, to=[10**12]), "territories"),
    ("isleofskye", put("territories", 0, "regions", "seats", to=10**12), "territories"),
    ("glenmore", put("stack3", to=[10**30]), "stack3: there is no piece 1000"),
]


@pytest.mark.parametrize("number", range(len(SPOILT)))
def test_a_spoilt_position_is_refused(number: int, tmp_path: Path) -> None:
    name, spoil, said = SPOILT[number]
    rules = RULES[name]
    names = ["anna", "bruno", "clara"]
    path = tmp_path / "match.jsonl"
    state = rules.new(names, 4)
    chooser = Stream(4, "test")
    for _ in range(14):
        state.play(chooser.pick(state.legal(chooser.pick(state.to_act))))
    match = Match(rules, start=state, record=path)
    match.close()
    head = json.loads(path.read_text("utf-8"))
    spoil(head["start"])
    path.write_text(json.dumps(head) + "\n", "utf-8")
    with pytest.raises(InvalidFile) as error:
        replay(read(path), rules=rules)
    assert str(error.value).startswith(f"{path}:1:1: start"), error.value
    assert f"{said}" in str(error.value), error.value


def test_a_position_that_breaks_the_rules_later_is_blamed(tmp_path: Path) -> None:
    """What checks cannot see is met when the record is played on, and named with the line."""
    rules = RULES["nim"]
    path = tmp_path / "match.jsonl"
    match = Match(rules, start=rules.new(["anna", "bruno", "clara"]), record=path)
    match.play(match.state.legal(0)[0])
    match.close()

    class Broken(nim.TakeStep):
        def play(self, state: Any, action: Any, log: Any) -> bool:
            if log is not None:
                raise IndexError("out of range")
            return super().play(state, action, log)

    def phases(rules: Any) -> list[Any]:
        [phase] = nim.GAME.phases(rules)
        phase.steps = (Broken(),)
        return [phase]

    other = tw.load(nim.bent(phases=phases))
    with pytest.raises(
        InvalidFile, match=r"match.jsonl:2:1: the start position cannot be played on: .*IndexError"
    ):
        replay(format.read(path), rules=other)


def test_a_position_of_another_shape() -> None:
    values: list[object] = [None, [], 1, "x", {}]
    for value in values:
        with pytest.raises(Slips):
            admitted(RULES["nim"], value)


def test_seats_that_remember_a_piece_are_bits_and_all_are_minus_one() -> None:
    state = positions(RULES["auction"], 4, 1_000)[0]
    for seats, holds in ((-2, False), (-1, True), (0, True), (7, True), (8, False)):
        state.seen = [("deck", 0, seats)]
        with nullcontext() if holds else pytest.raises(Slips, match=r"seen\.0: a place, piece or seats"):
            assert admitted(RULES["auction"], packed(state), state.seats) == state
