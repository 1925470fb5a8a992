"""Bots: how they are named, and search: legal, repeatable, blind to what is hidden, and better than chance."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import PluginError, TilewrightError, UsageError
from tilewright.core.bots.restrictions import Restriction, known
from tilewright.core.bots.rollouts import PositionValue
from tilewright.core.bots.search import Range, Search, SearchNode, chances
from tilewright.core.rules.actions import Action
from tilewright.core.rules.game import Choice, Module
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import Sealed
from tilewright.core.rules.state import State
from tilewright.core.rules.views import View
from tilewright.core.rules.weights import weight
from tilewright.core.simulation.games import play_out
from tilewright.games.rebirth.actions import PlaceTile

from ..cases import cases
from ..toys import auction, meadow, nim, raids, river
from ..toys.nim import Take
from ..toys.paper import plugin as made

MODULES = ["bonus", "druids", "outskirts", "tunnel"]


def won(rules: Rules, one: str, other: str, seeds: range) -> float:
    """The share of victories of the first bot, from both seats."""
    players: list[Any] = [bots.make(one, rules), bots.make(other, rules)]
    wins = 0.0
    for seed in seeds:
        for seat, order in enumerate((players, players[::-1])):
            state = rules.new(2, seed)
            play_out(rules, state, order, seed)
            wins += (seat in state.winners) / len(state.winners)
    return wins / (2 * len(seeds))


def positions(rules: Rules, seats: int, seed: int, every: int) -> list[State]:
    """Positions of a game between random bots, each so many decisions after the other."""
    state, stream, found = rules.new(seats, seed), Stream(seed, "test"), []
    decision = 0
    while not state.over:
        if decision % every == 0:
            found.append(state.clone())
        state.apply(stream.pick(state.legal(state.to_act[decision % len(state.to_act)])))
        decision += 1
    return found


# -- names -----------------------------------------------------------------------------------------------------------


def test_settings_stand_behind_a_name() -> None:
    rules = tw.load("rebirth")
    bot = bots.make("search:7:2", rules)
    assert isinstance(bot, Search) and (bot.iterations, bot.rounds) == (7, 2)
    assert isinstance(bots.make("search", rules), Search)


@pytest.mark.parametrize(("text", "said"), cases(__file__, "a_name_that_says_nothing_is_refused"))
def test_a_name_that_says_nothing_is_refused(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        bots.make(text, tw.load("rebirth"))


def test_lists_of_bots() -> None:
    assert bots.several("greedy, random") == ["greedy", "random"]
    assert bots.several("greedy!one-step,no-contest,search:5!no-contest") == [
        "greedy!one-step,no-contest",
        "search:5!no-contest",
    ]
    assert bots.several("./a.py:Bot!price<=3,greedy") == ["./a.py:Bot!price<=3", "greedy"]


def test_other_peoples_bots_can_be_restricted_and_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "odd!.py"
    path.write_text(
        "class Last:\n"
        "    def __init__(self, rules): pass\n"
        "    def choose(self, view, stream): return view.legal()[-1]\n"
        "class Cheat(Last):\n"
        "    def choose(self, view, stream): return view._state.legal(view.seat)[0]\n",
        "utf-8",
    )
    rules = tw.load("rebirth")
    state = rules.new(2, 1)
    seat = state.to_act[0]
    honest = bots.make(f"{path}:Last!one-step", rules)
    assert honest.choose(state.view(seat), Stream(1)) in state.legal(seat)
    cheat = bots.make(f"{path}:Cheat!one-step", rules)
    with pytest.raises(TilewrightError, match="is not allowed now"):
        while True:
            state.apply(cheat.choose(state.view(state.to_act[0]), Stream(1)))
    with pytest.raises((UsageError, PluginError)):
        bots.make(f"{path}:Absent", rules)


def test_modules_add_restrictions() -> None:
    """Those of modules stand behind the game's; under one name everything is forbidden that any of them forbids."""

    def coast(form: str) -> Any:
        def read(rules: Rules, argument: str) -> Any:
            sea, cell_at = rules.data.sea, rules.data.cell_at
            return lambda view, actions: [
                a for a in actions if not (isinstance(a, PlaceTile) and sea[cell_at[a.cell]])
            ]

        def add_restrictions(rules: Rules) -> list[Restriction]:
            return [Restriction(form, "places no tile at the sea", read)]

        return made(Module(name="coast", game="rebirth", title="Coast"), add_restrictions=add_restrictions)

    plain, both = tw.load("rebirth"), tw.load("rebirth", modules=[raids, coast("no-water")])
    assert known(both).keys() - known(plain).keys() == {"no-water"} and len(known(both)["no-water"]) == 2
    with pytest.raises(
        UsageError, match=r"there is no restriction 'foo'; known: [^;()]*no-tile=KIND[^;()]*$"
    ):
        bots.make("random!foo", plain)
    with pytest.raises(UsageError, match="there is no restriction 'no-water'"):
        bots.make("random!no-water", plain)
    with pytest.raises(PluginError, match="restriction 'no-water' is also written 'no-water=KIND'"):
        known(tw.load("rebirth", modules=[coast("no-water=KIND"), raids]))
    bot = bots.make("random!no-water", both)
    chart, kept = both.data, 0
    for seed in range(3):
        state = both.new(2, seed)
        while not state.over:
            seat = state.to_act[0]
            action: Any = bot.choose(state.view(seat), Stream(seed, f"bot:{state.turns}"))
            legal = list(state.legal(seat))
            cells = {a: chart.cell_at[a.cell] for a in legal if isinstance(a, PlaceTile)}
            inland = [a for a, cell in cells.items() if not chart.loch[cell] and not chart.sea[cell]]
            assert not isinstance(action, PlaceTile) or action in inland or not inland
            kept += 0 < len(inland) < len(legal)
            state.apply(action)
    assert kept > 20


# -- search ----------------------------------------------------------------------------------------------------------


def test_search_finds_the_only_winning_move() -> None:
    """Nim has neither choices nor appraise: all that can be known comes from playing to the end."""
    rules = tw.load(nim.PLUGIN)
    for heap, best in ((5, 1), (6, 2), (7, 3), (3, 3)):
        state = rules.new(2, 1)
        state.heap = heap  # type: ignore[attr-defined]
        assert bots.make("search:200", rules).choose(state.view(0), Stream(heap, "bot")) == Take(0, best)


def test_forced_moves_cost_nothing() -> None:
    rules = tw.load(nim.PLUGIN, options={"heap": 1})
    bot = Search(rules, "50")
    state = rules.new(2, 1)
    assert bot.choose(state.view(0), Stream(1)) == Take(0, 1)
    assert bot.spent == 0
    state.heap = 2  # type: ignore[attr-defined]
    bot.choose(state.view(0), Stream(1))
    assert bot.spent == 50


@pytest.mark.parametrize("iterations", [1, 2, 3, 7, 20, 61])
def test_the_budget_is_kept(iterations: int) -> None:
    rules = tw.load("rebirth")
    state = rules.new(2, 4)
    bot = Search(rules, str(iterations))
    bot.choose(state.view(state.to_act[0]), Stream(1))
    assert 0.6 * iterations <= bot.spent <= iterations


def test_a_budget_of_one_plays_as_the_game_says() -> None:
    rules = tw.load("rebirth")
    bot = bots.make("search:1", rules)
    for state in positions(rules, 2, 3, 9):
        seat = state.to_act[0]
        worth = {choice.action: choice.worth for choice in rules.choices(state.view(seat))}
        assert worth[bot.choose(state.view(seat), Stream(2))] == max(worth.values())


@pytest.mark.parametrize("plugin", ["rebirth", "isleofskye", auction.PLUGIN])
def test_search_sees_only_what_its_seat_can_know(plugin: Any) -> None:
    """Two states that a seat cannot tell apart, others' sealed decisions among them, give the same choice."""
    rules = tw.load(plugin)
    bot = bots.make("search:4", rules)
    sealed = 0
    for state in positions(rules, 3, 5, 37 if isinstance(plugin, str) else 3):
        for seat in state.to_act:
            world = state.view(seat).determinize(Stream(9, "world"))
            mine = bot.choose(state.view(seat), Stream(4, "bot"))
            assert mine in state.legal(seat)
            assert mine == bot.choose(world.view(seat), Stream(4, "bot"))
            sealed += isinstance(state.step, Sealed) and any(state.sealed)
    assert sealed or plugin == "rebirth"


def test_search_changes_nothing_and_depends_on_its_stream_alone() -> None:
    rules = tw.load("rebirth")
    for state in positions(rules, 2, 8, 17):
        before, seat = state.to_dict(), state.to_act[0]
        found = {str(Search(rules, "12").choose(state.view(seat), Stream(3))) for _ in range(2)}
        assert len(found) == 1 and state.to_dict() == before


@pytest.mark.parametrize(
    ("plugin", "seeds", "least"),
    # Auctions are lost by chance, too.
    [(auction.PLUGIN, range(8), 0.6), (meadow.PLUGIN, range(2), 0.7), (nim.PLUGIN, range(10), 0.8)],
)
def test_search_beats_chance(plugin: Any, seeds: range, least: float) -> None:
    assert won(tw.load(plugin), "search:24:2", "random", seeds) > least


class Seldom:
    """Chance plays, and now and then search."""

    def __init__(self, rules: Rules, every: int) -> None:
        self.search, self.every = Search(rules, "2"), every

    def choose(self, view: View, stream: Stream) -> Action:
        return stream.pick(view.legal()) if stream.below(self.every) else self.search.choose(view, stream)


@pytest.mark.parametrize(
    ("plugin", "modules", "seats", "every"),
    [
        ("rebirth", [], 3, 4),
        ("rebirth", ["ireland"], 2, 8),
        ("glenmore", [], 2, 8),
        ("isleofskye", [], 2, 8),
        ("isleofskye", MODULES, 2, 16),
    ],
)
def test_every_game_is_played_to_its_end(plugin: str, modules: list[str], seats: int, every: int) -> None:
    rules = tw.load(plugin, modules=modules)
    player = Seldom(rules, every)
    state = rules.new(seats, 2)
    play_out(rules, state, [player] * seats, 2)  # which checks every move
    assert state.over and player.search.spent > 3


def test_a_game_that_rates_nothing_can_be_searched() -> None:
    rules = tw.load(river.PLUGIN)
    state = rules.new(2, 1)
    play_out(rules, state, [bots.make("search:3", rules)] * 2, 1)
    assert state.over


class Contrary(Search):
    """Values positions the other way round."""

    def taught(self, view: View) -> tuple[View, PositionValue]:
        return view, self

    def totals(self, views: Sequence[View]) -> list[float]:
        assert [view.seat for view in views] == [0, 1]
        return [-points for points in self.rules.totals(views)]

    def appraise(self, view: View, seat: int) -> Sequence[tuple[str, float]]:
        return [(label, -points) for label, points in self.rules.appraise(view, seat)]


def test_search_takes_the_value_of_positions_from_elsewhere() -> None:
    rules = tw.load("rebirth")
    usual, other = Search(rules, "20", "1"), Contrary(rules, "20", "1")
    worse = 0.0
    for state in positions(rules, 2, 3, 12):
        view = state.view(state.to_act[0])
        if len(view.legal()) > 2:
            chosen = usual.choose(view, Stream(1)), other.choose(view, Stream(1))
            best, worst = usual.judge(view, Stream(2)).judge(chosen, range(3))
            worse += best.points - worst.points
            [judged] = other.judge(view, Stream(2)).judge(chosen[:1], range(3))
            assert judged.points == pytest.approx(sum(judged.parts.values()))
    assert worse > 20


@attrs.frozen
class Judgement:
    swap: float = weight(-1.0, -5.0, 5.0, "what a swap is worth")


def test_the_weights_of_a_view_hold_for_all_seats_that_it_foresees() -> None:
    asked: dict[str, set[tuple[int | None, float]]] = {"choices": set(), "appraise": set()}

    def choices(view: View) -> Sequence[Choice]:
        asked["choices"].add((view.seat, view.weights.swap))
        return meadow.choices(view)

    def appraise(view: View, seat: int) -> Sequence[tuple[str, float]]:
        asked["appraise"].add((view.seat, view.weights.swap))
        return [("points", float(view.scores[seat]))]

    game = attrs.evolve(meadow.GAME, weights=Judgement, choices=choices, appraise=appraise)
    rules = tw.load(made(game))
    state = positions(rules, 2, 1, 5)[1]
    view = state.view(state.to_act[0]).weighed(rules.weights.changed({"swap": 2.5}))
    for bot in ("search:9", "search:9!one-step"):
        for seen in asked.values():
            seen.clear()
        bots.make(bot, rules).choose(view, Stream(1))
        assert all(seen == {(0, 2.5), (1, 2.5)} for seen in asked.values())


# -- the tree --------------------------------------------------------------------------------------------------------


def test_chances_follow_worth() -> None:
    found = chances([0.0, 1.0, 0.0], 3)
    assert [n for n, _ in found] == [1, 0, 2]
    assert sum(chance for _, chance in found) == pytest.approx(1)
    assert found[0][1] == pytest.approx(found[1][1] * 2.718281828)
    assert chances([0.0, 1.0, 0.0], 2) == found[:2]


def test_a_node_prefers_what_did_well_for_the_seat_that_decides() -> None:
    node, seen = SearchNode(2), Range()
    node.rate([Take(0, 1), Take(0, 2)], [0.0, 0.0])
    for count, values in ((1, [0.9, 0.1]), (2, [0.1, 0.9])):
        for _ in range(20):
            node.children.setdefault(Take(0, count), SearchNode(2)).learn(values)
            node.learn(values)
            seen.widen(values)
    actions = [Take(0, 1), Take(0, 2)]
    assert node.pick(actions, 0, seen) == Take(0, 1)
    assert node.pick(actions, 1, seen) == Take(0, 2)


@pytest.mark.parametrize(
    ("name", "said"), [("mine.py", r"write .*mine\.py:CLASS"), ("mine", "write exec:.*mine for a program")]
)
def test_a_file_that_is_named_like_a_bot(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / name).write_text("", "utf-8")
    with pytest.raises(UsageError, match=said):
        bots.make(str(tmp_path / name), tw.load("rebirth"))
