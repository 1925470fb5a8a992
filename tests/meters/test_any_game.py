"""What is measured must hold of any game: watching changes nothing, and sums are those of the log."""

from __future__ import annotations

from math import log2
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import PluginError
from tilewright.core.meters.metrics import NEVER, Watch, Watcher, meter
from tilewright.core.meters.registry import metrics_of
from tilewright.core.rules.actions import Action, Legal
from tilewright.core.rules.events import Log
from tilewright.core.rules.state import State

from .test_meters import RULESETS, ruleset
from .watched import played


@pytest.mark.parametrize("name", RULESETS)
def test_watching_changes_nothing(name: str) -> None:
    """The same game is played, to the last bit of the state, by bots that see the watched view."""
    rules = ruleset(name)
    every = [metric for metric in metrics_of(rules) if not metric.startswith("choice_")]
    for seed in range(3):
        plain, watched = rules.new(2, seed), rules.new(2, seed)
        played(plain, names=[], seed=seed)
        played(watched, names=every, seed=seed)
        assert plain.digest() == watched.digest() and plain == watched


@pytest.mark.parametrize("name", RULESETS)
def test_what_holds_of_any_game(name: str) -> None:
    rules = ruleset(name)
    metrics = metrics_of(rules)
    for seed in range(4):
        state = rules.new(2 + seed % 2, seed)
        values = played(state, seed=seed, names=[*(m for m in metrics if not metrics[m].costly), "chance"])
        count = len(state.seats)
        assert set(values) == {name for name in metrics if not metrics[name].costly} | {"chance"}
        sources = [values[name] for name in metrics if metrics[name].group == "sources"]
        assert [sum(mine) for mine in zip(*sources, strict=True)] == state.scores == values["score"]
        for one, value in values.items():
            metric = metrics[one]
            numbers = value if metric.by != "game" else [value]
            if metric.by == "seat":
                assert len(numbers) == count, one
            known = [number for number in numbers if number is not None]
            assert all(isinstance(number, int | float) and number == number for number in known), one
            if metric.kind == "rate":
                assert all(0 <= number <= 1 for number in known), (one, value)
        assert sum(values["win"]) == pytest.approx(1)
        assert 0 <= values["action_entropy"] <= log2(len(rules.kinds)) + 1e-9
        assert 1 <= values["branching"] <= values["branching_max"]
        assert values["margin"] <= values["score_range"]
        assert len(values["leader_gap"]) == values["rounds"] <= values["turns"] + 1
        assert values["decisions"] >= sum(values["turns_taken"])


@pytest.mark.parametrize("name", ["rebirth", "glenmore", "isleofskye+all"])
def test_watching_from_a_position_in_the_middle(name: str) -> None:
    """What was scored before counts among the points; nothing else is known of it, and nothing breaks."""
    state = ruleset(name).new(2, 3)
    stream = Stream(3, "test")
    for _ in range(30):
        state.apply(stream.pick(state.legal(state.to_act[0])))
    values = played(state)
    sources = [value for one, value in values.items() if one.startswith("source.")]
    assert [sum(mine) for mine in zip(*sources, strict=True)] == state.scores


@pytest.mark.parametrize("name", ["glenmore", "isleofskye", "rebirth"])
def test_seats_are_counted_from_the_one_that_begins(name: str) -> None:
    """Who begins is drawn, so the same place in the order of play is taken by several chairs."""
    rules, chairs = tw.load(name), set[int]()
    for seed in range(8):
        found = played(rules.new(3, seed), names=["seat_gap", "first_win", "win"])
        wins, order = found["win"], found["seat_gap"]
        assert order[0] == found["first_win"]
        chairs |= {n for n in range(3) if [*wins[n:], *wins[:n]] == order}
    assert len(chairs) == 3


class Placing(Watcher[Any]):
    """Notes the steps of the decisions that it sees."""

    steps = ("place",)

    def __init__(self) -> None:
        self.before: list[str] = []
        self.after = 0

    def deciding(self, state: State, seat: int, legal: Legal) -> None:
        assert state.step is not None
        self.before.append(state.step.name)

    def decided(self, state: State, action: Action, log: Log | None) -> None:
        self.after += 1


class Third(Placing):
    """Sees the decision with the number 3, and then no other."""

    due: int | None = 3

    def deciding(self, state: State, seat: int, legal: Legal) -> None:
        super().deciding(state, seat, legal)
        self.due = NEVER


def test_a_watcher_sees_the_decisions_that_it_asks_for() -> None:
    state = tw.load("glenmore").new(2, 3)
    placing, third = Placing(), Third()
    watch = Watch([meter([], lambda state: placing), meter([], lambda state: third)], state)
    stream, steps = Stream(3, "test"), []
    while not state.over:
        assert state.step is not None
        steps.append(state.step.name)
        action = stream.pick(watch.deciding(state, state.to_act[0]).legal())
        state.apply(action)
        watch.decided(state, action)
    assert set(steps) > {"place", "take"}
    assert placing.before == ["place"] * steps.count("place") and placing.after == len(placing.before)
    assert third.before == [steps[3]] and third.after == 1


class Misspelled(Watcher[Any]):
    steps = ("place", "plaec")

    def decided(self, state: State, action: Action, log: Log | None) -> None:
        raise AssertionError("no decision is due to it")


def test_a_step_that_the_game_does_not_have_is_refused() -> None:
    """Otherwise the watcher would wait for it in vain."""
    state = tw.load("glenmore").new(2)
    with pytest.raises(PluginError, match=r"Misspelled sees the step 'plaec'.*: .*place, .*take"):
        Watch([meter([], lambda state: Misspelled())], state)
