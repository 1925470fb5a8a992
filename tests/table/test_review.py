"""After the game: the past of a match, the course of its points, and the review of a seat's decisions."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.bots.advisor import Adviser
from tilewright.core.bots.move_judge import MoveJudge
from tilewright.core.bots.search import Search
from tilewright.core.play.match import Match
from tilewright.core.rules.actions import Action, Illegal
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import Sealed
from tilewright.core.rules.state import State
from tilewright.core.rules.views import View
from tilewright.core.table.puzzle import Puzzle
from tilewright.core.table.review import Review, judgeable

from ..cases import cases
from ..toys import nim
from .matches import NAMES, PLUGINS, random_match

WORK = 60_000
"""As much as a test has time for; a whole review takes eight times as much."""


class Blunder:
    """Plays what the game rates highest, but in one decision what it rates lowest."""

    def __init__(self, rules: Rules, at: int) -> None:
        self.rules, self.at, self.decisions = rules, at, 0
        self.gaps: list[float] = []
        """By decision with a choice, how much worse the worst move is rated than the best."""

    def choose(self, view: View, stream: Stream) -> Action:
        rated = sorted(self.rules.choices(view), key=lambda choice: choice.worth)
        if len(rated) == 1:
            return rated[0].action
        self.gaps.append(rated[-1].worth - rated[0].worth)
        return rated[0 if len(self.gaps) - 1 == self.at else -1].action


def blundered(game: str, seed: int) -> tuple[Match, int]:
    """A match in which anna plays greedily except for the worst move of all that she could make, and its number."""
    rules = tw.load(game)
    greedy = bots.make("greedy", rules)
    honest = Blunder(rules, -1)
    Match(rules, NAMES, seed=seed, bots={"anna": honest, "bruno": greedy}).play_bots()
    worst = honest.gaps.index(max(honest.gaps[: len(honest.gaps) // 2]))
    match = Match(rules, NAMES, seed=seed, bots={"anna": Blunder(rules, worst), "bruno": greedy})
    match.play_bots()
    own = [played for state, played in match.past() if played.seat == 0 and len(state.legal(0)) > 1]
    return match, own[worst].number


@pytest.fixture(scope="module")
def rebirth() -> tuple[Review, int]:
    """The whole review of a game of Rebirth with a planted mistake, and the number of that decision."""
    match, number = blundered("rebirth", 4)
    review = Review(match, 0, work=WORK)
    assert review.run()
    return review, number


@cache
def planted(game: str, seed: int) -> tuple[Review, int]:
    """A review that has done little, and the number of the mistake that it is to find."""
    match, number = blundered(game, seed)
    review = Review(match, 0, work=20_000)
    review.run()
    return review, number


def said(review: Review) -> list[tuple[int, str, str, float, float]]:
    """Everything that a review has found."""
    return [
        (puzzle.number, str(puzzle.played), str(puzzle.reveal()[0]), puzzle.loss, puzzle.error)
        for puzzle in review.found
    ]


# -- judging ---------------------------------------------------------------------------------------------------------


def positions(match: Match, seat: int, every: int) -> list[State]:
    """Positions of a match in which the seat has a choice."""
    match.play_bots()
    found = [state for state, played in match.past() if played.seat == seat and len(state.legal(seat)) > 1]
    return found[::every]


def test_search_chooses_as_it_did_before_it_could_judge() -> None:
    # Written down with the version before; strength was measured with these choices.
    rules = tw.load("rebirth")
    chosen = []
    state, stream, bot = rules.new(2, 5), Stream(5, "t"), Search(rules, "40", "2")
    for decision in range(30):
        seat = state.to_act[decision % len(state.to_act)]
        if decision % 5 == 0:
            chosen.append(str(bot.choose(state.view(seat), Stream(decision, "c"))))
        state.apply(stream.pick(state.legal(seat)))
    assert chosen == cases(__file__, "chosen")


@pytest.mark.parametrize(("plugin", "modules"), [PLUGINS[0], PLUGINS[2], PLUGINS[4]])
def test_a_judge_knows_nothing_that_the_seat_does_not_know(plugin: Any, modules: list[str]) -> None:
    match = random_match(plugin, modules)
    for state in positions(match, 0, 12)[:3]:
        view = state.view(0)
        other = view.determinize(Stream(99, "other"))
        judged = [
            Search(match.rules, rounds="1")
            .judge(seen, Stream(1, "judge"))
            .judge(list(view.legal())[:3], range(3))
            for seen in (view, other.view(0))
        ]
        assert judged[0] == judged[1]


def test_a_lead_is_the_sum_of_its_parts_and_every_move_meets_the_same_chance() -> None:
    match = random_match("rebirth", [])
    state = positions(match, 0, 10)[1]
    judge = Search(match.rules, rounds="2").judge(state.view(0), Stream(1, "judge"))
    one, two = judge.judge(list(state.legal(0))[:2], range(5))
    assert sum(one.parts.values()) == pytest.approx(one.points)
    assert sum(points for points, _ in one.lacking(two).values()) == pytest.approx(one.behind(two)[0])
    assert judge.judge([two.action], range(5)) == [two]
    assert one.behind(one) == (0.0, 0.0)


# -- the review ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seed"), [("rebirth", 9), ("glenmore", 2), pytest.param("isleofskye", 1, marks=pytest.mark.soak)]
)
def test_a_planted_mistake_is_found(game: str, seed: int) -> None:
    review, number = planted(game, seed)
    assert number in [puzzle.number for puzzle in review.puzzles]


def test_only_clear_losses_of_different_turns_are_shown_the_worst_first(rebirth: tuple[Review, int]) -> None:
    review, number = rebirth
    assert number in [puzzle.number for puzzle in review.puzzles]
    assert all(puzzle.loss > max(review.margin, 2 * puzzle.error) for puzzle in review.found)
    losses = [puzzle.loss for puzzle in review.puzzles]
    assert losses == sorted(losses, reverse=True) and len(losses) <= 3
    assert len({puzzle.turn for puzzle in review.puzzles}) == len(losses)


@pytest.mark.soak
def test_a_loss_that_luck_can_change_has_an_error() -> None:
    review, number = planted("isleofskye", 1)
    (puzzle,) = [puzzle for puzzle in review.found if puzzle.number == number]
    assert puzzle.error > 0.1 * puzzle.loss > 0


def test_a_loss_is_not_certain_as_long_as_luck_can_change_it() -> None:
    """A round of Isle of Skye has no luck once its tiles are drawn: simulations of one round all end the same."""
    match = random_match("isleofskye", [])
    view = positions(match, 0, 8)[1].view(0)
    adviser = Adviser(match.rules, 2)
    judge: MoveJudge | None = adviser.judge(view, Stream(1, "judge"))
    best, lowest = adviser.ranked(view, Stream(1))[0][0], adviser.ranked(view, Stream(1))[-1][0]
    rounds = []
    while judge is not None:
        rounds.append(judge.rounds)
        two = judge.judge([lowest, best], range(4))
        judge = judge.further(*two)
    assert rounds == [1, 2, 3][: len(rounds)] and len(rounds) > 1


def test_the_prices_of_a_round_are_one_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was priced is compared with whole plans, as hints name them; one step alone could be in both."""
    monkeypatch.setattr("tilewright.core.bots.move_judge.FURTHER", 0)  # this is quicker
    rules = tw.load("isleofskye")
    players = {"anna": bots.make("random", rules), "bruno": bots.make("greedy", rules)}
    match = Match(rules, NAMES, seed=4, bots=players)
    match.play_bots()
    review = Review(match, 0, work=30_000)
    review.run()
    before = {played.number: state for state, played in match.past()}
    priced = [puzzle for puzzle in review.found if isinstance(before[puzzle.number].step, Sealed)]
    assert priced
    for puzzle in priced:
        assert not before[puzzle.number].sealed[0] and len(puzzle.plan) == len(puzzle.better) == 3
        own = {p.action for p in match.played[puzzle.number - 1 :] if p.seat == 0 and p.turn == puzzle.turn}
        assert {*puzzle.plan} <= own and puzzle.played not in puzzle.better
        assert puzzle.reveal()[0] not in puzzle.plan
        assert {*puzzle.apart} == {*puzzle.plan} - {*puzzle.better} and puzzle.plan[0] == puzzle.apart[0]


def test_what_cannot_change_any_more_is_certain() -> None:
    rules = tw.load(nim.PLUGIN, options={"heap": 3})
    state = rules.new(2, 1)
    judge = Search(rules, rounds="3").judge(state.view(0), Stream(1, "judge"))
    one, two = judge.judge(list(state.legal(0))[1:], range(4))
    assert two.behind(one)[1] == 0 and judge.further(one, two) is None


def test_of_one_turn_only_the_worst_decision_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.core.table.review.SHOWN", 30)
    monkeypatch.setattr("tilewright.core.bots.move_judge.FURTHER", 0)  # this is quicker
    rules = tw.load("isleofskye")
    players = {"anna": bots.make("random", rules), "bruno": bots.make("greedy", rules)}
    match = Match(rules, NAMES, seed=4, bots=players)
    match.play_bots()
    review = Review(match, 0, work=50_000)
    review.run()
    turns = [puzzle.turn for puzzle in review.found]
    assert len({*turns}) < len(turns)
    for puzzle in review.puzzles:
        same = [other.loss for other in review.found if other.turn == puzzle.turn]
        assert puzzle.loss == max(same)
    assert len({puzzle.turn for puzzle in review.puzzles}) == len(review.puzzles)


def test_a_review_is_the_same_again_and_when_it_is_interrupted(rebirth: tuple[Review, int]) -> None:
    review, _ = rebirth
    pieces = Review(review.match, 0, work=WORK)
    shares = [next(pieces.steps()) for _ in range(40)]
    assert not pieces.done and said(pieces) != said(review)
    while not pieces.run(seconds=0.05):
        pass
    assert said(pieces) == said(review)
    assert shares == sorted(shares) and shares[0] >= 0 and shares[-1] < 1
    assert next(pieces.steps(), None) is None


def test_a_review_leaves_the_match_as_it_is(rebirth: tuple[Review, int]) -> None:
    review, _ = rebirth
    again, _ = blundered("rebirth", 4)
    assert review.match.state == again.state and len(review.match.played) == len(again.played)


def test_what_was_hidden_then_and_what_came_later_change_nothing(rebirth: tuple[Review, int]) -> None:
    review, _ = rebirth
    rules, number = review.match.rules, review.puzzles[0].number
    state, played = next((state, played) for state, played in review.match.past() if played.number == number)
    found = []
    for start, more in ((state, 0), (state, 9), (state.view(0).determinize(Stream(5, "hidden")), 0)):
        match = Match(rules, seed=1, bots=review.match.bots, start=start)
        match.play(played.action)
        for _ in range(more):
            match.play(match.choose(match.state.to_act[0]))
        one = Review(match, 0)
        one.margin = 0.5
        one.run()
        found.append(next(entry for entry in said(one) if entry[0] == 1))
    assert found[0] == found[1] == found[2]


def test_forced_decisions_are_not_judged() -> None:
    match = random_match(nim.PLUGIN, [])
    match.play_bots()
    review = Review(match, 0)
    review.run()
    free = [played for state, played in match.past() if played.seat == 0 and len(state.legal(0)) > 1]
    assert review.decisions == review.looked == len(free)


def test_a_game_that_rates_nothing_is_judged_by_its_points() -> None:
    rules = tw.load(nim.PLUGIN, options={"heap": 3})
    match = Match(rules, NAMES)
    for move in ("take 1", "take 2"):
        match.play(move)
    review = Review(match, 0)
    review.run()
    (puzzle,) = review.puzzles
    assert str(puzzle.reveal()[0]) == "take 3"
    assert puzzle.reveal()[1].gap.sources["last"][0] > 0


def test_without_points_there_is_nothing_to_judge_by() -> None:
    match = random_match(nim.PLUGIN, [])
    match.play(match.choose(0))
    assert not judgeable(match)
    match.play_bots()
    assert judgeable(match) and judgeable(random_match("rebirth", []))


# -- a decision as a question ----------------------------------------------------------------------------------------


def worst(review: Review) -> Puzzle:
    return review.puzzles[0]


def test_a_try_within_the_margin_is_right_and_others_say_what_they_lack(rebirth: tuple[Review, int]) -> None:
    puzzle = worst(rebirth[0])
    best, own = puzzle.reveal()
    assert puzzle.answer(best).right and puzzle.answer(best).short == 0
    assert not own.right and own.short == puzzle.loss and puzzle.answer(puzzle.played) == own
    for action in list(puzzle.position.legal(0))[:6]:
        verdict = puzzle.answer(action)
        assert verdict.right is (verdict.short <= puzzle.margin)
        assert sum(points for points, _ in verdict.gap.sources.values()) == pytest.approx(verdict.short)
        assert puzzle.answer(action) == verdict


def test_a_try_that_falls_short_by_less_than_the_margin_is_right(rebirth: tuple[Review, int]) -> None:
    review, _ = rebirth
    near = []
    for puzzle in review.found:
        rated = review.match.rules.choices(puzzle.position.view(0))
        good = sorted(rated, key=lambda choice: -choice.worth)[:15]
        near += [v for choice in good if 0 < (v := puzzle.answer(choice.action)).short <= puzzle.margin]
    assert near and all(verdict.right for verdict in near)


def test_a_try_against_the_rules_is_refused(rebirth: tuple[Review, int]) -> None:
    puzzle = worst(rebirth[0])
    legal = set(puzzle.position.legal(0))
    later = next(p.action for p in rebirth[0].match.played if p.seat == 0 and p.action not in legal)
    with pytest.raises(Illegal):
        puzzle.answer(later)


def test_a_question_shows_what_the_seat_knew_and_nothing_else(rebirth: tuple[Review, int]) -> None:
    review, _ = rebirth
    before = {played.number: state for state, played in review.match.past()}
    hidden = 0
    for puzzle in review.found:
        state = before[puzzle.number]
        assert puzzle.position.view(0).to_dict() == state.view(0).to_dict()
        assert list(puzzle.position.legal(0)) == list(state.legal(0))
        hidden += puzzle.position != state
    assert hidden == len(review.found)


def test_from_a_question_one_can_play_on(rebirth: tuple[Review, int]) -> None:
    review, _ = rebirth
    puzzle = worst(review)
    before = {played.number: state for state, played in review.match.past()}
    match = puzzle.start()
    assert match.state == before[puzzle.number] and match.path is None
    match.play(puzzle.reveal()[0])
    match.play_bots()
    assert match.over and not any(isinstance(node, Sealed) for node in match.rules.nodes)
