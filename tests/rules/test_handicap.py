"""Handicaps: options of every game that say what a seat begins with beyond the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright as tw
from tilewright import testing
from tilewright.core import bots
from tilewright.core.base.errors import UsageError
from tilewright.core.meters.metrics import Watch
from tilewright.core.play.match import Match
from tilewright.core.play.replay import replay
from tilewright.core.record import format as records
from tilewright.core.rules import handicap
from tilewright.core.rules.ruleset import Rules
from tilewright.core.simulation.games import play_out

from ..house.sources import GAMES, ROOT


def played(rules: Rules, players: int, seed: int) -> tuple[int, int]:
    """Return the seat that a handicap takes for the first, and the one that decided first."""
    state = rules.new(players, seed)
    said, watch = handicap.first(state), Watch([], state)
    play_out(rules, state, [bots.make("random", rules)] * players, seed, watch=watch)
    return said, watch.course.first


@pytest.mark.parametrize("game", GAMES)
def test_seats_are_counted_from_the_one_that_begins(game: str) -> None:
    rules = tw.load(game)
    low, high = rules.game.seats
    for seed in range(4):
        said, first = played(rules, max(2, low) + seed % (high - max(2, low) + 1), seed)
        assert said == first


def test_games_of_others_have_it_as_well() -> None:
    for game in ("carcassonne", "dominoes", "paths"):
        testing.register(ROOT / "examples" / game)
        rules = tw.load(game, options={"handicap.2": 4})
        said, first = played(rules, 2, 1)
        assert said == first
        assert rules.new(2, 1).scores[1 - said] == 4 == sum(rules.new(2, 1).scores)


@pytest.mark.parametrize("game", GAMES)
def test_points_are_given_to_the_seat_and_nobody_else(game: str) -> None:
    plain, rules = tw.load(game), tw.load(game, options={"handicap.2": 7})
    before, state = plain.new(2, 3), rules.new(2, 3)
    second = (handicap.first(state) + 1) % 2
    assert state.scores[second] == before.scores[second] + 7
    assert state.scores[1 - second] == before.scores[1 - second]
    assert [line.amount for line in state.score_lines(second) if line.reason == "start_handicap"] == [7]
    assert state.streams == before.streams and state.stack == before.stack
    assert rules.option_hash != plain.option_hash


@pytest.mark.parametrize(
    ("game", "name"), [("glenmore", "coins"), ("glenmore", "barrels"), ("isleofskye", "gold")]
)
def test_a_resource_is_given_and_the_position_is_otherwise_the_same(game: str, name: str) -> None:
    plain, rules = tw.load(game), tw.load(game, options={f"handicap.3.{name}": 2})
    before, state = plain.new(3, 3), rules.new(3, 3)
    third = (handicap.first(state) + 2) % 3
    was, now = handicap.resources(before), handicap.resources(state)
    for what, numbers in was.items():
        for n, player in enumerate(state.seats):
            more = 2 if (what, n) == (name, third) else 0
            assert now[what][player] == numbers[player] + more
    assert state.score_lines() == before.score_lines()


def test_without_a_handicap_a_ruleset_knows_nothing_of_it() -> None:
    plain, none = tw.load("glenmore"), tw.load("glenmore", options={"handicap.2": 0})
    assert none.option_hash == plain.option_hash and dict(none.option_values) == dict(plain.option_values)
    assert "start_handicap" not in plain.reason and not handicap.told(plain)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"handicap.2.whisky": 1},
            "there is no start resource 'whisky'; known: barrels, chieftains, coins, points",
        ),
        ({"handicap.9": 1}, "for at most 5 players"),
        ({"handicap.x": 1}, "write handicap.SEAT=POINTS"),
        ({"handicap.2": "many"}, "a whole number from -999 to 999"),
        ({"handicap.2.coins": -20}, "option handicap.2.coins: coins-20"),
    ],
)
def test_a_handicap_that_cannot_be_given_is_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError) as error:
        tw.load("glenmore", options=options)
    assert said in str(error.value)


def test_a_seat_that_is_not_taken_has_no_handicap() -> None:
    rules = tw.load("glenmore", options={"handicap.3": 2})
    with pytest.raises(UsageError, match="there are 2 players, so nobody is number 3"):
        rules.blank(2)


def test_a_record_keeps_it_and_plays_the_same_again(tmp_path: Path) -> None:
    rules = tw.load("glenmore", options={"handicap.2.coins": 3, "handicap.2": -1})
    path = tmp_path / "game.jsonl"
    made = {name: bots.make("random", rules) for name in ("player1", "player2")}
    match = Match(rules, 2, seed=5, bots=made, record=path)
    match.play_bots()
    record = records.read(path)
    assert record.head.options["handicap.2"] == -1 and record.head.options["handicap.2.coins"] == 3
    again = replay(record, verify=True)
    assert again.over and again.state.to_dict() == match.state.to_dict()


def test_it_is_said_in_three_languages() -> None:
    rules = tw.load("glenmore", options={"handicap.2": 1, "handicap.3.coins": -2})
    assert handicap.told(rules) == [
        "Handicap: seat 2 in the order of play begins with 1 point more.",
        "Handicap: seat 3 in the order of play begins with 2 less (coins).",
    ]
    assert (
        handicap.told(rules, "de")[0].startswith("Vorgabe: Platz 2")
        and "Punkt mehr" in handicap.told(rules, "de")[0]
    )
    assert "punktem" in handicap.told(rules, "pl")[0]


def test_for_a_bot_that_has_learned_a_handicap_is_no_other_rule() -> None:
    rules = tw.load("rebirth", options={"handicap.1": -2, "castle": 6})
    assert handicap.without(rules) == tw.load("rebirth", options={"castle": 6})
    assert handicap.without(tw.load("rebirth")) is tw.load("rebirth")
    bots.make("learned", tw.load("rebirth", options={"handicap.1": -2, "handicap.2": 3}))
    with pytest.raises(UsageError, match="was trained under other rules"):
        bots.make("learned", rules)
