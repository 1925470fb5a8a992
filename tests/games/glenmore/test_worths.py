"""Worths, sums and features of Glen More agree with choices, lines and the rules, also under random weights."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.rules.actions import listed
from tilewright.core.rules.weights import Weights
from tilewright.games.glenmore.actions import Buy, Pay
from tilewright.games.glenmore.files import RESOURCES
from tilewright.games.glenmore.state import held
from tilewright.games.glenmore.weights import Weights as GlenMoreWeights

SETTINGS: list[dict[str, object]] = [
    {},
    {"ness_time": "any_time", "activation": "mandatory", "exchange": "forced", "tile_penalty": 6},
    {"spend_gained": False, "own_only": True, "lochy_cubes": "any_tile", "members_per_tile": "one"},
]


def drawn(usual: Weights, stream: Stream) -> Weights:
    """Weights drawn from their bounds."""
    found: dict[str, float] = {}
    for one in usual.declared():
        found[one.name] = one.low + (one.high - one.low) * stream.below(1001) / 1000
    return usual.changed(found)


def positions(rules: tw.Rules, players: int, weights: Weights, seed: int, every: int = 3) -> Iterator[Any]:
    """The decisions of a game in which every third move is the best by these weights, the others any."""
    state, stream = rules.new(players, seed), Stream(seed, "moves")
    number = 0
    while not state.over:
        yield state
        view = state.view(state.to_act[0]).weighed(weights)
        legal = view.legal()
        worths = rules.worths(view, legal)
        number += 1
        state.apply(stream.pick(legal) if number % every else legal[worths.index(max(worths))])
    yield state


@pytest.mark.parametrize("number", range(len(SETTINGS)))
@pytest.mark.parametrize("random", [False, True], ids=["defaults", "random weights"])
def test_worths_are_those_of_choices_and_sums_those_of_lines(number: int, random: bool) -> None:
    rules = tw.load("glenmore", options=SETTINGS[number])
    players = 2 + number % 4
    weights = drawn(rules.weights, Stream(number, "weights")) if random else rules.weights
    for state in positions(rules, players, weights, number):
        views = [state.view(seat).weighed(weights) for seat in range(players)]
        lines = [rules.appraise(view, seat) for seat, view in enumerate(views)]
        assert rules.totals(views) == [sum(points for _, points in each) for each in lines]
        if not state.over:
            view = views[state.to_act[0]]
            choices = rules.choices(view)
            assert [choice.action for choice in choices] == list(view.legal())
            assert [choice.worth for choice in choices] == list(rules.worths(view, view.legal()))
            for choice in choices:
                assert choice.worth == sum(value for _, value in choice.lines)


def test_weights_of_one_view_leave_others_alone() -> None:
    rules = tw.load("glenmore")
    state = rules.new(2, 1)
    view = state.view(state.to_act[0])
    before = list(rules.worths(view, view.legal()))
    dear = view.weighed(rules.weights.changed({"step": 2.0}))
    after = list(rules.worths(dear, dear.legal()))
    spaces: list[int] = [action.space for action in view.legal()]  # type: ignore[attr-defined]
    assert after == pytest.approx([worth - 1.68 * n for worth, n in zip(before, spaces, strict=True)])
    assert list(rules.worths(view, view.legal())) == before


def test_what_training_can_say_of_taking_a_tile() -> None:
    """GM-FINAL-4: the penalty of a tile follows the option, and weighs more the older the game is."""
    found: dict[int, float] = {}
    for penalty in (0, 3, 6):
        rules = tw.load("glenmore", options={"tile_penalty": penalty})
        for state in positions(rules, 2, rules.weights, seed=4):
            if state.step is None or state.step.name != "take":
                continue
            plain = state.view(state.to_act[0])
            late = plain.weighed(rules.weights.changed({"penalty": 0.5}))
            pairs = zip(rules.choices(plain), rules.choices(late), strict=True)
            left = sum(len(stack) for stack in state.stacks())
            for one, other in pairs:
                if str(one.action).startswith("take"):
                    assert one.worth - other.worth == pytest.approx(0.5 * penalty * (1 - min(1.0, left / 45)))
                    found[penalty] = max(found.get(penalty, 0.0), one.worth - other.worth)
    assert found[0] == 0 < found[3] < found[6]


def test_features_count_what_is_there() -> None:
    rules = tw.load("glenmore")
    for state in positions(rules, 3, rules.weights, seed=2):
        found = rules.features(state.view(0))
        assert all(len(values) == 3 for values in found.values())
        assert found == rules.features(state.view(1)), "everything that counts is open"
        kinds = state.printed.kinds
        for seat, display in enumerate(state.displays):
            assert found["tiles"][seat] == len(display)
            assert found["village"][seat] == sum(kinds[kind].kind == "village" for kind in display.values())
            assert found["stone"][seat] == held(state, seat)[1] and found["cubes"][seat] == sum(
                held(state, seat)
            )
        assert sum(found["lead"]) == 1
    ended = [line for line in state.score_lines() if line.reason == "special_place"]
    for seat in range(3):
        assert found["final"][seat] == sum(line.amount for line in ended if line.seat == seat)


@pytest.mark.parametrize("seed", [3, 4])
def test_taking_a_tile_promises_what_placing_it_then_brings(seed: int) -> None:
    """The best place of each tile that costs nothing is rated as it is once the tile is in hand."""
    rules = tw.load("glenmore")
    weights = drawn(rules.weights, Stream(seed, "weights"))
    compared = 0
    for state in positions(rules, 2 + seed % 2, weights, seed):
        if state.step is None or state.step.name != "take":
            continue
        seat = state.to_act[0]
        for choice in rules.choices(state.view(seat).weighed(weights)):
            after = state.clone()
            after.apply(choice.action)
            if after.step is not None and after.step.name == "place" and not after.owed:
                view = after.view(seat).weighed(weights)
                assert dict(choice.lines).get("activations", 0.0) == max(rules.worths(view, view.legal()))
                compared += 1
    assert compared > 50


def handed_in(state: Any, weights: GlenMoreWeights, action: Pay | Buy) -> float:
    """What handing in a cube is worth, from the deals as they are printed (GM-BRN, GM-DIST)."""
    seat, resource = state.to_act[0], RESOURCES.index(action.kind)
    own, taken = held(state, seat), state.warehouse[resource]
    if isinstance(action, Buy):
        spent: float = state.printed.prices[taken] * weights.coin
    else:
        spent = weights.cube * weights.paid - weights.plenty * own[resource]
    at, given = state.stack[-1][2:]
    have = [given >> 4 * n & 15 for n in range(5)]
    deals = state.printed.kinds[state.displays[seat][at]].each.deals
    now = max([0.0, *(deal.vp + deal.whisky * weights.barrel for deal in deals if [*deal.give] == have)])
    best: float = -weights.beyond
    for deal in deals:
        if all(want >= had for want, had in zip(deal.give, have, strict=True)):
            short = [max(0, deal.give[n] - have[n] - own[n]) for n in range(5) if n != resource]
            if deal.give[resource] > have[resource]:
                value = (deal.vp + deal.whisky * weights.barrel) / max(1, sum(deal.give) - sum(have))
                best = max(best, value - weights.beyond * (sum(short) > 1))
    return float(best - now / max(1, sum(have) + 1) - spent)


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_what_is_worked_out_once_is_what_each_action_alone_is_worth(number: int) -> None:
    """Cubes of one resource are rated once for all tiles, and deals once for all positions; every bit stays."""
    rules = tw.load("glenmore", options=SETTINGS[number])
    weights, handed = rules.weights, 0
    games = [positions(rules, 2 + number, weights, seed, every=1) for seed in (10, 11, 12)]
    for state in chain(*games):
        if state.over:
            continue
        view = state.view(state.to_act[0]).weighed(weights)
        legal = view.legal()
        worths = list(rules.worths(view, legal))
        assert worths == [*chain.from_iterable(rules.worths(view, listed([one])) for one in legal)]
        for action, worth in zip(legal, worths, strict=True):
            if isinstance(action, Pay | Buy) and state.step.name == "deal":
                assert worth == pytest.approx(handed_in(state, view.weights, action), abs=1e-12)
                handed += bool(state.stack[-1][3])
    assert handed > 20
