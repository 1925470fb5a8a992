"""`BOT~TEMPERATURE` judges with an error, and `novice` takes what brings points at once."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import exp
from pathlib import Path

import attrs
import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import TilewrightError, UsageError
from tilewright.core.bots import levels
from tilewright.core.bots.greedy import Greedy, Novice
from tilewright.core.bots.human_error import Erring, drawn, warmth
from tilewright.core.bots.restrictions import Restricted
from tilewright.core.bots.search import Search
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.state import State
from tilewright.core.rules.views import View
from tilewright.core.simulation.games import play_out

from ..cases import cases
from ..toys import river


@pytest.fixture(scope="module")
def rebirth() -> Rules:
    return tw.load("rebirth")


def first(rules: Rules, seed: int = 2) -> View:
    """Return the view of the first decision with a choice whose moves differ in worth."""
    state, bot = rules.new(2, seed), Greedy(rules)
    while True:
        view = state.view(state.to_act[0])
        if len({*rules.worths(view, view.legal())}) > 2:
            return view
        state.apply(bot.choose(view, Stream(seed, "play")))


# -- texts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "bot", "temperatures"), cases(__file__, "the_temperature_stands_at_the_end")
)
def test_the_temperature_stands_at_the_end(text: str, bot: str, temperatures: list[float]) -> None:
    assert warmth(text) == (bot, tuple(temperatures))


def test_a_restriction_follows_the_temperature(rebirth: Rules) -> None:
    made = bots.make("greedy~1.5!no-contest", rebirth)
    assert isinstance(made, Restricted) and isinstance(made.bot, Erring)
    assert made.bot.temperatures == (1.5,)
    assert bots.several("greedy~2!no-contest,one-step,greedy~1,novice") == [
        "greedy~2!no-contest,one-step",
        "greedy~1",
        "novice",
    ]


@pytest.mark.parametrize(("text", "said"), cases(__file__, "a_temperature_that_is_none"))
def test_a_temperature_that_is_none(text: str, said: str, rebirth: Rules) -> None:
    with pytest.raises(UsageError, match=said):
        bots.make(text, rebirth)


def test_an_error_is_added_to_that_of_a_level() -> None:
    """The last temperature is for all greater numbers of players, on both sides."""
    rules = tw.load("rebirth")
    own = {"easy": "greedy~2/1.5/1", "normal": "greedy"}
    rules = attrs.evolve(rules, game=attrs.evolve(rules.game, levels=lambda rules: own))
    for text, temperatures in (
        ("easy~1", (3, 2.5, 2)),
        ("easy~1/0.25", (3, 1.75, 1.25)),
        ("easy~0/0/0/4", (2, 1.5, 1, 5)),
        ("normal~0.5", (0.5,)),
    ):
        settled = levels.settled(f"{text}!no-contest", rules)
        assert warmth(levels.bot(settled).removesuffix("!no-contest")) == ("greedy", temperatures)
        assert levels.spoken(settled) == f"{text}!no-contest" and levels.settled(settled, rules) == settled
        made = bots.make(text, rules)
        assert isinstance(made, Erring) and made.temperatures == temperatures


# -- what it plays ---------------------------------------------------------------------------------------------------


def test_moves_are_drawn_by_worth() -> None:
    """In proportion to exp(worth / temperature); what is worse by more than three temperatures is never taken."""
    worths = [3.0, 1.0, 2.0, -2.9, -3.1]
    count = Counter(drawn(worths, 2.0, Stream(n, "x")) for n in range(4000))
    odds = [exp(worth / 2.0) for worth in worths[:4]] + [0.0]
    for number, odd in enumerate(odds):
        share = odd / sum(odds)
        assert abs(count[number] / 4000 - share) <= 4 * (share * (1 - share) / 4000) ** 0.5
    assert {drawn([0.0, float("-inf"), 1e300], 0.001, Stream(n, "x")) for n in range(50)} == {2}


def test_without_temperature_it_is_the_bot_itself(rebirth: Rules) -> None:
    for text in ("greedy", "search:4:1"):
        view = first(rebirth)
        cold, own = bots.make(f"{text}~0/1", rebirth), bots.make(text, rebirth)
        chosen = [[bot.choose(view, Stream(n, "x")) for n in range(10)] for bot in (cold, own)]
        assert chosen[0] == chosen[1]


def test_a_temperature_belongs_to_a_number_of_players(rebirth: Rules) -> None:
    """`~0/50`: greedy with two players, nearly random with three or more."""
    bot = bots.make("greedy~0/50", rebirth)
    for players, varies in ((2, False), (3, True), (4, True)):
        state = rebirth.new(players, 3)
        view = state.view(state.to_act[0])
        legal = view.legal()
        worths = rebirth.worths(view, legal)
        found = {worths[list(legal).index(bot.choose(view, Stream(n, "x")))] for n in range(20)}
        assert (found != {max(worths)}) == varies


def test_errors_cost_more_at_a_higher_temperature(rebirth: Rules) -> None:
    view = first(rebirth)
    legal = view.legal()
    worth = dict(zip(legal, rebirth.worths(view, legal), strict=True))
    means = []
    for text in ("greedy", "greedy~0.5", "greedy~2", "greedy~100"):
        bot = bots.make(text, rebirth)
        means.append(sum(worth[bot.choose(view, Stream(n, "x"))] for n in range(400)) / 400)
    assert all(colder > warmer for colder, warmer in pairwise(means))


def test_search_says_by_what_it_chooses(rebirth: Rules) -> None:
    bot, view = Search(rebirth, "20", "1"), first(rebirth)
    legal = view.legal()
    for n in range(3):
        worths = bot.worths(view, legal, Stream(n, "x"))
        assert len(worths) == len(legal)
        assert worths[list(legal).index(bot.choose(view, Stream(n, "x")))] == max(worths)


class Last:
    """A guest that says nothing of worths and takes the last move."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def choose(self, view: View, stream: Stream) -> object:
        return view.legal()[-1]


class Weighty(Last):
    """A guest that says that the last move is far better than all others."""

    said: float = 1000.0

    def worths(self, view: View, legal: object, stream: Stream) -> list[float]:
        return [0.0] * (len(view.legal()) - 1) + [self.said]


def test_the_own_choice_of_a_bot_without_worths_counts_as_the_best(rebirth: Rules) -> None:
    view = first(rebirth)
    legal = view.legal()
    worths = [*rebirth.worths(view, legal)]
    worths[-1] = max(worths)
    assert list(Erring(Last(rebirth), rebirth, [1.0], "last~1").worths(view, legal, Stream(1, "x"))) == worths  # type: ignore[arg-type]


def test_a_guest_may_say_its_worths_and_lies_are_refused(rebirth: Rules) -> None:
    view = first(rebirth)
    legal, bot = view.legal(), Weighty(rebirth)
    erring = Erring(bot, rebirth, [1.0], "weighty~1")  # type: ignore[arg-type]
    assert {erring.choose(view, Stream(n, "x")) for n in range(20)} == {legal[-1]}
    for lie, said in ((float("nan"), "what each is worth"), (float("inf"), "cannot be worth inf")):
        bot.said = lie
        with pytest.raises(TilewrightError, match=said):
            erring.choose(view, Stream(1, "x"))


def test_it_plays_games_that_do_not_rate_moves() -> None:
    rules = tw.load(river.PLUGIN)
    state = rules.new(2, 3)
    play_out(rules, state, [bots.make("random~1", rules), bots.make("novice~0.5", rules)], 3)
    assert state.over


# -- the novice ------------------------------------------------------------------------------------------------------


def whole(state: State, seat: int) -> int:
    """The seat's points if the game ended now."""
    return state.scores[seat] + sum(line.amount for line in state.rules.ended(state) if line.seat == seat)


def test_a_novice_takes_the_most_points_at_once(rebirth: Rules) -> None:
    bot = Novice(rebirth)
    state, told = rebirth.new(2, 5), 0
    for number in range(24):
        view = state.view(state.to_act[0])
        assert view.seat is not None
        legal = view.legal()
        # The world that it tries them in is the first that its stream draws.
        world, gained = view.determinize(Stream(number, "novice")), []
        for action in legal:
            after = world.clone()
            after.apply(action)
            gained.append(whole(after, view.seat) - whole(world, view.seat))
        action = bot.choose(view, Stream(number, "novice"))
        assert gained[legal.index(action)] == max(gained)
        told += len({*gained}) > 1
        state.apply(action)
    assert told > 12


def test_a_novice_looks_at_nothing_that_it_cannot_know(rebirth: Rules) -> None:
    state = rebirth.new(2, 6)
    seat = state.to_act[0]
    other = state.view(seat).determinize(Stream(9, "other"))
    bot = bots.make("novice", rebirth)
    for n in range(5):
        views = (state.view(seat), other.view(seat))
        one, two = (bot.choose(view, Stream(n, "x")) for view in views)
        assert one == two


def test_errors_reach_the_command_line_and_programs(tmp_path: Path) -> None:
    """A program's path is made absolute in front of its temperature."""
    from tilewright.core.cli.shared.common import bot_text

    program = tmp_path / "bot"
    program.write_text("", "utf-8")
    assert bot_text(f"exec:{program}:depth=3~1.5!one-step") == f"exec:{program}:depth=3~1.5!one-step"
