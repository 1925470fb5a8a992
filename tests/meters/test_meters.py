"""What is measured of every game: values worked out by hand on small games, and what must hold of any game."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.meters import choices, tension
from tilewright.core.meters.choices import entropy
from tilewright.core.meters.metrics import Watch
from tilewright.core.meters.registry import meters_of
from tilewright.core.rules.ruleset import Rules

from ..toys import auction, nim, river
from .watched import ordered, placed, played

ALL = ("bonus", "druids", "outskirts", "tunnel")
RULESETS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "rebirth": ("rebirth", ()),
    "glenmore": ("glenmore", ()),
    "isleofskye": ("isleofskye", ()),
    **{f"isleofskye+{module}": ("isleofskye", (module,)) for module in ALL},
    "isleofskye+all": ("isleofskye", ALL),
    "river": (river.PLUGIN, ()),
    "auction": (auction.PLUGIN, ()),
}


def ruleset(name: str) -> Rules:
    game, modules = RULESETS[name]
    return tw.load(game, modules)


# -- by hand ---------------------------------------------------------------------------------------------------------


def test_a_small_game_by_hand() -> None:
    """Four on the heap: three choices, then three, then two; player 1 takes the last ones."""
    state = tw.load(nim.PLUGIN, options={"heap": 4}).new(2)
    values = ordered(state, ["take 1", "take 1", "take 2"])
    assert values["branching"] == pytest.approx(8 / 3) and values["branching_max"] == 3
    assert values["branching_trend"] == 2 - 3 and values["real_decisions"] == 1
    assert (values["ties"], values["decisions"], values["action_entropy"]) == (0, 3, 0)
    assert (values["score"], values["place"], values["win"]) == ([1, 0], [1, 2], [1, 0])
    assert values["seat_gap"] == [1, 0]
    assert (values["first_win"], values["first_lead"], values["margin"], values["score_range"]) == (
        1,
        1,
        1,
        1,
    )
    assert values["source.last"] == [1, 0] and values["source.carried_over"] == [0, 0]
    assert values["sources_used"] == 1
    assert values["turns_taken"] == [2, 1]


def test_a_decision_without_a_choice_by_hand() -> None:
    values = ordered(tw.load(nim.PLUGIN, options={"heap": 2}).new(2), ["take 1", "take 1"])
    assert (values["branching"], values["real_decisions"], values["branching_trend"]) == (1.5, 0.5, -1)
    assert (values["first_win"], values["first_lead"], values["win"]) == (0, -1, [0, 1])


COURSE = [[0, 0, 0], [3, 0, 0], [3, 5, 0], [5, 5, 0], [6, 5, 2], [6, 9, 2], [6, 9, 10], [12, 13, 14]]
"""Scores at the ends of eight turns: 0 leads, then 1, both, 0 again, 1, and the later winner 2."""


def test_the_course_of_a_game_by_hand() -> None:
    assert tension.leaders(COURSE) == [-1, 0, 1, -1, 0, 1, 2, 2]
    assert [tension.gap(scores) for scores in COURSE] == [0, 3, 2, 0, 1, 3, 1, 1]
    assert tension.lead_changes(tension.leaders(COURSE)) == 4
    # Behind by 0, 3, 5, 5, 4, 7, 0 before the end.
    assert tension.drama(tension.deficits(COURSE, (2,))) == pytest.approx(24 / 7)
    # Ahead for good after the seventh turn of eight.
    assert tension.settled(tension.leaders(COURSE), (2,)) == pytest.approx(1 / 8)
    # After four turns 0 and 1 lead, and neither wins.
    assert tension.half_time(COURSE, (2,)) == 0
    assert tension.half_time(COURSE, (0, 2)) == pytest.approx(1 / 4)
    # Seat 2 is 7 behind after the sixth turn; 0 and 1 are 4 and 3 behind at most.
    assert (
        tension.comeback(tension.deficits(COURSE, (2,))) == 7
        and tension.comeback(tension.deficits(COURSE, (0, 1))) == 3.5
    )
    assert tension.drama(tension.deficits(COURSE, (0, 1))) == pytest.approx(
        (0 + 3 + 2 + 0 + 1 + 3 + 4 + 1) / 14
    )


def test_the_course_is_that_of_the_whole_game() -> None:
    """With what the scores were at the end of each turn, the last one after scoring at the end."""
    names = ["lead_changes", "comeback", "decisiveness"]
    last_moved = 0
    for seed in range(6):
        state, stream = tw.load("rebirth").new(2, seed), Stream(seed, "test")
        watch, seen = Watch(meters_of(state.rules, names), state), list[list[int]]()
        while not state.over:
            action = stream.pick(state.legal(state.to_act[0]))
            turn = state.turns
            state.apply(action)
            watch.decided(state, action)
            seen += [state.scores.copy()] * (state.turns > turn or state.over)
        leads = [0 if a > b else 1 for a, b in seen if a != b]
        [winner] = state.winners
        left = 0
        while left < len(seen) and seen[-1 - left][winner] > seen[-1 - left][1 - winner]:
            left += 1
        assert watch.values(state) == {
            "lead_changes": sum(one != other for one, other in pairwise(leads)),
            "comeback": max(max(scores) - scores[winner] for scores in seen[:-1]),
            "decisiveness": (left - 1) / len(seen),
        }
        last_moved += left == 1
    assert last_moved, "in some game scoring at the end changes the leader"


def test_a_course_that_is_never_settled_or_all_the_time() -> None:
    assert tension.settled(tension.leaders([[0, 0], [1, 0], [1, 1]]), (0,)) == 0  # a tie-break decides
    assert tension.settled(tension.leaders([[0, 0], [0, 1], [2, 1]]), (0,)) == 0  # the last turn does
    assert tension.settled(tension.leaders([[1, 0], [2, 0], [3, 0], [4, 0]]), (0,)) == 0.75
    assert tension.settled(tension.leaders([[1, 0], [1, 1]]), (0, 1)) == 0
    assert (
        tension.drama(tension.deficits([[1, 0]], (0,))) is None and tension.half_time([[1, 0]], (0,)) is None
    )
    assert tension.lead_changes(tension.leaders([[1, 0]])) == 0 and tension.gap([7]) == 0


@pytest.mark.parametrize(
    ("before", "winners", "decided"),
    [([3, 5], (1,), 0), ([3, 5], (0,), 1), ([5, 5], (0,), 1), ([5, 5], (1, 0), 0), ([5, 4], (0, 1), 1)],
)
def test_what_the_last_round_decides(before: list[int], winners: tuple[int, ...], decided: int) -> None:
    assert tension.overturned(before, winners) == decided


def test_the_last_round_begins_where_the_one_before_it_ends() -> None:
    """Two players take 68 turns in 34 rounds: the last round has the last two, and scoring at the end."""
    decided = set()
    for seed in range(8):
        state = tw.load("rebirth").new(2, seed)
        watch, stream, before = (
            Watch(meters_of(state.rules, ["last_round"]), state),
            Stream(seed, "test"),
            [0, 0],
        )
        while not state.over:
            action = stream.pick(state.legal(state.to_act[0]))
            state.apply(action)
            watch.decided(state, action)
            before = state.scores.copy() if state.turns == 66 else before
        [mine] = watch.values(state).values()
        assert mine == ([seat for seat in (0, 1) if before[seat] == max(before)] != [*state.winners])
        decided.add(mine)
    assert decided == {0, 1}


def test_entropy_by_hand() -> None:
    assert entropy([]) is None and entropy([5]) == 0 and entropy([3, 3]) == 1
    assert entropy([1, 1, 2]) == pytest.approx(1.5)


def test_ties_share_victory_and_place() -> None:
    given = "given: {step: build, round: 6, gold: {anna: 0, bruno: 0}, waiting: {anna: [L01]}}"
    state: Any = placed(f"{{game: isleofskye, players: [anna, bruno], {given}}}")
    state.bag.clear()
    while not state.over:
        state.apply(state.legal(state.to_act[0])[0])
    state.scores[:] = [7, 7]
    state.gold[:] = [2, 2]
    state.ledger.clear()
    values = Watch(meters_of(state.rules, ["ties", "win", "seat_gap", "place", "margin"]), state).values(
        state
    )
    assert values == {"ties": 1, "win": [0.5, 0.5], "seat_gap": [0.5, 0.5], "place": [1, 1], "margin": 0}


def test_a_place_after_a_tie_is_left_out() -> None:
    state = tw.load(nim.PLUGIN).new(3)
    state.scores[:] = [7, 5, 7]
    values = Watch(meters_of(state.rules, ["place", "score_range"]), state).values(state)
    assert values == {"place": [1, 3, 1], "score_range": 2}


def test_rounds_and_curves_are_as_long_as_the_game() -> None:
    state = tw.load("isleofskye").new(3, 5)
    values = played(state)
    assert values["rounds"] == len(values["leader_gap"]) == len(values["frontier"]) == 6
    assert values["leader_gap"][-1] == values["margin"] == tension.gap(state.scores)
    state = tw.load("rebirth").new(2, 5)
    values = played(state)
    assert values["rounds"] == len(values["leader_gap"]) == 34 and values["turns_taken"] == [34, 34]
    state = tw.load("glenmore").new(3, 5)
    values = played(state)
    assert values["rounds"] == len(values["leader_gap"]) == state.turns // 3 + 1
    assert sum(values["turns_taken"]) == state.turns + 1  # the game ends within a turn


def test_curves_hold_what_the_score_was() -> None:
    """The gap at each round's end is that of the score lines before the first decision of the next."""
    state = tw.load("isleofskye").new(2, 8)
    watch, stream = Watch(meters_of(state.rules, ["leader_gap"]), state), Stream(8, "test")
    expected, before = [], 0
    while not state.over:
        here: Any = state
        if here.round != before:
            expected.append(abs(state.scores[0] - state.scores[1]))
            before = here.round
        action = stream.pick(watch.deciding(state, state.to_act[0]).legal())
        state.apply(action)
        watch.decided(state, action)
    assert watch.values(state)["leader_gap"] == [*expected, abs(state.scores[0] - state.scores[1])]
    assert any(expected)


def test_what_the_seat_to_act_sees_by_hand() -> None:
    """Rebirth: all but the own tile in hand, those set aside and missions is hidden; tiles laid are not."""
    state: Any = tw.load("rebirth").new(2, 5)
    whole = 2 * 36 + len(state.deck)
    assert sum(len(zone) for zones in (state.hand, state.supply, state.aside) for zone in zones) == 2 * 36
    watch = Watch(meters_of(state.rules, ["visible"]), state)
    shares = [3 / whole]
    for laid in (1, 2, 3, 4):
        seat = state.to_act[0]
        action = watch.deciding(state, seat).legal()[0]
        state.apply(action)
        watch.decided(state, action)
        if laid % 2 == 0:  # a round of two turns is over
            drawn = len(state.missions[state.to_act[0]])
            shares.append((3 + laid + drawn) / whole)
    assert watch.values(state)["visible"] == pytest.approx(sum(shares) / 3)


def test_a_pile_is_hidden_though_its_contents_are_known() -> None:
    """Isle of Skye: at first six tiles and four scoring tiles lie open, the others in the bag and in the box."""
    state: Any = tw.load("isleofskye").new(2, 4)
    whole = sum(map(len, [state.bag, state.box, state.scoring, *state.offers]))
    watch = Watch(meters_of(state.rules, ["visible"]), state)
    assert watch.values(state) == {"visible": pytest.approx(10 / whole)} and whole == 73 + 16


def test_who_is_first_in_a_sealed_game() -> None:
    """Sealed decisions have no first: in Isle of Skye the start player is the first to decide alone."""
    state: Any = tw.load("isleofskye").new(3, 4)
    start = state.start
    assert len(state.to_act) == 3
    values = played(state)
    assert values["first_win"] == (start in state.winners)
    others = [score for seat, score in enumerate(state.scores) if seat != start]
    assert values["first_lead"] == state.scores[start] - sum(others) / 2


def test_outcomes_of_chance_are_those_of_the_log() -> None:
    state: Any = tw.load("rebirth").new(2, 5)
    pieces = sum(map(len, state.supply)) + len(state.deck)
    assert played(state, names=["chance"]) == {"chance": pieces - len(state.deck)}
    assert not any(state.supply)


def test_gaps_between_moves_are_what_the_game_says() -> None:
    state = tw.load("rebirth").new(2, 5)
    seconds, worsts = [], []
    watch = Watch(meters_of(state.rules, ["choice_gap", "choice_range"]), state)
    for _ in range(5):
        worths = [choice.worth for choice in state.rules.choices(state.view(state.to_act[0]))]
        best = max(worths)
        worths.remove(best)
        seconds.append(best - max(worths))
        worsts.append(best - min(worths))
        action = watch.deciding(state, state.to_act[0]).legal()[0]
        state.apply(action)
        watch.decided(state, action)
    values = watch.values(state)
    assert values["choice_gap"] == pytest.approx(sum(seconds) / 5) and sum(worsts) > 0
    assert values["choice_range"] == pytest.approx(sum(worsts) / 5)


@pytest.mark.parametrize(("name", "seats"), [("rebirth", 3), ("glenmore", 2), ("isleofskye", 3)])
def test_what_a_decision_weighs(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a sample with every decision of a game: the best move against the mean of all, and what the others lose."""
    monkeypatch.setattr(choices, "EVERY", 1)
    rules = tw.load(name)
    state = rules.new(seats, 5)
    weights, taken, stream, forced = [], [], Stream(5, "test"), 0
    watch = Watch(meters_of(rules, ["decision_weight", "interaction"]), state)

    def worth(seat: int) -> float:
        if state.over:
            return state.scores[seat]
        return sum(points for _, points in rules.appraise(state.view(seat), seat))

    while not state.over:
        seat = state.to_act[0]
        worths = [choice.worth for choice in rules.choices(state.view(seat))]
        before = [worth(one) for one in range(seats)]
        action = stream.pick(watch.deciding(state, seat).legal())
        state.apply(action)
        watch.decided(state, action)
        if len(worths) < 2:
            forced += 1
            continue
        weights.append(max(worths) - sum(worths) / len(worths))
        taken.append(sum(max(before[one] - worth(one), 0) for one in range(seats) if one != seat))
    values = watch.values(state)
    assert values["decision_weight"] == pytest.approx(sum(weights) / len(weights))
    assert values["interaction"] == pytest.approx(sum(taken) / len(taken)) and sum(taken) > 0
    assert forced or name == "rebirth"


def test_the_sample_is_one_decision_in_many_and_the_same_for_the_same_luck() -> None:
    rules = tw.load("rebirth")
    names = ["decision_weight"]
    values = [played(rules.new(2, seed), names=names)["decision_weight"] for seed in range(40)]
    rated = sum(value is not None for value in values)
    assert 1 <= rated <= 15, "68 decisions are a seventh of 500"
    again = [played(rules.new(2, seed), names=names)["decision_weight"] for seed in range(40)]
    assert again == values
