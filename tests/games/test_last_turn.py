"""A seat's last turn: the games tell it, people count in it, and so do bots."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import pytest

import tilewright as tw
from tilewright.core import bots, testing
from tilewright.core.base.chance import Stream
from tilewright.core.play.lifecycle import Bot
from tilewright.core.rules.actions import Action
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import passage
from tilewright.core.rules.views import View
from tilewright.games.glenmore.state import counted
from tilewright.games.glenmore.warehouse import worth


def decisions(rules: Rules, bot: Bot, players: int, seed: int) -> Iterator[tuple[View, object, Action]]:
    """Play a game of one bot against itself; yield each decision, the turn in which it fell, and what was chosen."""
    state, count = rules.new(players, seed), 0
    while not state.over:
        view, turn = state.view(state.to_act[0]), passage(state)
        action = bot.choose(view, Stream(count, "play"))
        yield view, turn, action
        state.apply(action)
        count += 1


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("glenmore", 2),
        ("glenmore", 4),
        ("rebirth", 2),
        ("rebirth+ireland", 2),
        ("rebirth", 4),
        ("isleofskye", 3),
        ("isleofskye+druids", 2),
        ("isleofskye+outskirts", 2),
    ],
)
def test_a_turn_that_is_told_to_be_the_last_is_the_last(game: str, players: int) -> None:
    """GM-FINAL-1, RB-END-1, IS-ROUND-3."""
    name, *modules = game.split("+")
    rules = tw.load(name, modules)
    bot = bots.make("greedy", rules)
    told, whole = 0, 0
    for seed in range(2):
        first: dict[int | None, object] = {}
        last: dict[int | None, object] = {}
        for view, turn, _ in decisions(rules, bot, players, seed):
            last[view.seat] = turn
            if rules.game.last_turn(view):
                first.setdefault(view.seat, turn)
        assert all(last[seat] == turn for seat, turn in first.items())
        told, whole = told + len(first), whole + len(last)
    assert told > 0.6 * whole  # in Glen More not all of them can be known


@pytest.mark.parametrize(
    ("game", "modules", "options", "players", "seed"),
    [
        ("glenmore", [], {"no_tile": "pass"}, 2, 4),
        ("glenmore", [], {"die_removal": "landed"}, 2, 19),
        ("rebirth", ["ireland"], {}, 3, 2),
    ],
)
def test_a_turn_that_may_come_sooner_is_not_told_away(
    game: str, modules: list[str], options: dict[str, str], players: int, seed: int
) -> None:
    """GM-AMB-3, GM-AMB-14, RI-TOW-4: the seat passes, the die leaves tiles behind, two of three tiles go back."""
    rules = tw.load(game, modules, options=options)
    [finding] = testing.run(rules, ["ending"], games=1, seed=seed, seats=[players])
    assert finding.outcome == "holds", finding.said


def unsold(rules: Rules, name: str) -> int:
    """Return the coins that cubes would still bring when seats have decided for the last time in games of Glen More."""
    bot, found = bots.make(name, rules), 0
    for seed in range(3):
        last = {view.seat: view for view, _, _ in decisions(rules, bot, 2, seed)}
        for seat, view in last.items():
            own = counted(view.cubes[seat])
            found += sum(worth(view, resource) for resource, cubes in enumerate(own) if cubes)
    return found


@pytest.mark.parametrize("name", ["learned", "learned~1"])
def test_what_can_be_sold_at_the_end_is_sold(name: str) -> None:
    """Coins are points then, cubes are not (GM-FINAL-2); what is left could not be sold any more, or helps a rival."""
    rules = tw.load("glenmore")
    unaware = attrs.evolve(rules, game=attrs.evolve(rules.game, last_turn=lambda view: False))
    assert unsold(rules, name) * 2 < unsold(unaware, name)


@pytest.mark.parametrize("game", ["rebirth", "glenmore", "isleofskye"])
def test_a_bot_with_an_error_makes_none_in_its_last_turn(game: str) -> None:
    rules = tw.load(game)
    erring, own = bots.make("greedy~50", rules), bots.make("greedy", rules)
    same = []
    for seed in range(3):
        for view, _, _ in decisions(rules, own, 2, seed):
            if len({*rules.worths(view, view.legal())}) > 1:
                pair = [bot.choose(view, Stream(7, "x")) for bot in (erring, own)]
                same.append((rules.game.last_turn(view), pair[0] == pair[1]))
    assert all(agreed for last, agreed in same if last) and any(last for last, _ in same)
    assert not all(agreed for last, agreed in same if not last)
