"""Minutes at the table: added up by hand from a record of decisions, and as long as boxes say."""

from __future__ import annotations

from math import log2
from pathlib import Path
from statistics import mean

import pytest

from tilewright.core import bots
from tilewright.core.base.errors import InvalidFile
from tilewright.core.meters.metrics import Watch
from tilewright.core.meters.pace import minutes, own_pace, pace_of, secret, usual
from tilewright.core.meters.registry import meters_of
from tilewright.core.rules.assembly import load
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import Sealed
from tilewright.core.simulation.games import play_out
from tilewright.core.text.pace import KindPace, Pace

PACE = Pace(rests_on="a test", turn=7, single=2, choice=3, doubling=1.5, kinds={"build": KindPace(11, 0.5)})


def watched(rules: Rules, players: int, seed: int, bot: str = "random") -> tuple[Watch, float]:
    state = rules.new([f"p{n}" for n in range(players)], seed)
    watch = Watch(meters_of(rules, ["minutes"]), state)
    play_out(rules, state, [bots.make(bot, rules)] * players, seed, watch=watch)
    value = watch.values(state)["minutes"]
    assert isinstance(value, float)
    return watch, value


@pytest.mark.parametrize(("game", "players"), [("rebirth", 3), ("isleofskye", 4), ("glenmore", 3)])
def test_seconds_are_added_up(game: str, players: int) -> None:
    """Prices of Isle of Skye are set by all at once: each such phase is as long as its slowest player."""
    rules = load(game)
    course = watched(rules, players, 3)[0].course
    total, phase = 7.0 * 10, dict[int, float]()
    for action, choices in zip(course.actions, course.choices, strict=True):
        word = str(action).split()[0]
        spent = (
            2.0
            if choices == 1
            else (11 + 0.5 * log2(choices) if word == "build" else 3 + 1.5 * log2(choices))
        )
        if game == "isleofskye" and word in ("price", "drop"):
            phase[action.seat] = phase.get(action.seat, 0) + spent
            continue
        total, phase = total + max(phase.values(), default=0) + spent, {}
    assert minutes(course, 10, PACE, secret(rules)) == pytest.approx(total / 60)


def test_only_isle_of_skye_decides_in_secret() -> None:
    assert {kind.__name__ for kind in secret(load("isleofskye"))} == {"Drop", "Price"}
    for game in ("rebirth", "glenmore"):
        assert not secret(load(game)) and not [one for one in load(game).nodes if isinstance(one, Sealed)]


@pytest.mark.parametrize(
    ("game", "players", "box"),
    [
        ("rebirth", 3, (40, 50)),
        ("isleofskye", 3, (30, 60)),
        ("isleofskye", 5, (30, 60)),
        ("glenmore", 4, (60, 90)),
    ],
)
def test_the_guess_is_what_the_box_says(game: str, players: int, box: tuple[int, int]) -> None:
    rules = load(game)
    low, high = box
    assert low < mean(watched(rules, players, seed, "greedy")[1] for seed in range(3)) < high
    assert "on the box" in pace_of(rules).rests_on


def test_a_folder_of_ones_own_takes_its_place(tmp_path: Path) -> None:
    """Also where the game has none, without another digest: nobody's record depends on it."""
    rules = load("rebirth")
    assert pace_of(rules) is usual() and own_pace(rules) == {}
    path = tmp_path / "pace.yaml"
    path.write_text("rests_on: mine\nturn: 60\nsingle: 0\nchoice: 0\ndoubling: 0\n", "utf-8")
    own = load("rebirth", data=tmp_path)
    assert own.data_digest == rules.data_digest and own_pace(own)["turn"] == 60
    watch, value = watched(own, 2, 1)
    assert value == len(watch.course.turns)
    path.write_text("rests_on: mine\nturn: -1\nsingle: 0\nchoice: 0\ndoubling: 0\n", "utf-8")
    with pytest.raises(InvalidFile, match=r"pace\.yaml:1:1: 'turn' must be >= 0"):
        meters_of(load("rebirth", data=tmp_path))
