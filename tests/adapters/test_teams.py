"""What cooperative games, teams and solo games pay in Gymnasium, PettingZoo and OpenSpiel."""

from __future__ import annotations

from typing import Any

import pytest

import tilewright as tw

from ..toys import haul

WON = tw.load(haul.COOPERATIVE, options={"goal": 1})
LOST = tw.load(haul.COOPERATIVE, options={"goal": 9})
TEAMS = tw.load(haul.TEAMS)
SOLO = tw.load(haul.SOLO)
PAID = [(WON, 3, [1.0] * 3), (LOST, 3, [-1.0] * 3), (TEAMS, 4, None), (SOLO, 1, None), (LOST, 1, [-1.0])]
IDS = ["won", "lost", "teams", "solo", "lost alone"]


def pays(state: Any, wanted: list[float] | None) -> list[float]:
    """What the end must pay; the pairs of a team game have the same, and points count where nothing else does."""
    if wanted is not None:
        return wanted
    if len(state.seats) == 1:
        return [float(state.scores[0])]
    sums = [state.scores[seat] + state.scores[seat ^ 2] for seat in range(4)]
    return [
        float((own > other) - (own < other)) for own, other in zip(sums, [sums[1], sums[0]] * 2, strict=True)
    ]


def payments(env: Any) -> list[float]:
    """What each agent gets in a whole game."""
    env.reset()
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, cut, _ = env.last()
        total[agent] += reward
        assert not cut
        env.step(None if over else int(observation["action_mask"].argmax()))
    return list(total.values())


@pytest.mark.parametrize(("rules", "players", "wanted"), PAID, ids=IDS)
def test_pettingzoo(rules: Any, players: int, wanted: list[float] | None) -> None:
    zoo = pytest.importorskip("tilewright.core.adapters.pettingzoo")
    env = zoo.TileGame(rules, players, seed=5)
    paid = payments(env)
    assert paid == pays(env.episode.state, wanted)
    if players == 3:
        assert len(set(paid)) == 1


@pytest.mark.parametrize(("rules", "players", "wanted"), PAID, ids=IDS)
def test_gymnasium(rules: Any, players: int, wanted: list[float] | None) -> None:
    gym = pytest.importorskip("tilewright.core.adapters.gymnasium")
    env = gym.TileTable(rules, players, seat=players - 1)
    observed, _ = env.reset(seed=5)
    total, over = 0.0, False
    while not over:
        observed, reward, over, cut, _ = env.step(int(observed["action_mask"].argmax()))
        total += reward
        assert not cut
    assert total == pays(env.episode.state, wanted)[-1]


@pytest.mark.parametrize(("rules", "players", "wanted"), PAID, ids=IDS)
def test_openspiel(rules: Any, players: int, wanted: list[float] | None) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason='needs pip install "tilewright[openspiel]"')
    from tilewright.core.adapters.openspiel import TileSpiel

    game = TileSpiel(rules, {"players": players})
    same = pyspiel.GameType.Utility.IDENTICAL if players == 3 else pyspiel.GameType.Utility.GENERAL_SUM
    assert game.get_type().utility == same
    state = game.new_initial_state()
    while not state.is_terminal():
        who, legal = state.current_player(), state.legal_actions()
        gentle = (number for number in legal if state.action_to_string(who, number) == "pull 1")
        state.apply_action(next(gentle, legal[0]))
    returns = state.returns()
    assert returns == pays(state.here.state, wanted)
    assert all(game.min_utility() <= one <= game.max_utility() for one in returns)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_points_as_they_come() -> None:
    """With `score` every member of a side gets what the side gains."""
    zoo = pytest.importorskip("tilewright.core.adapters.pettingzoo")
    env = zoo.TileGame(WON, 3, seed=5, reward="score")
    assert payments(env) == [float(sum(env.episode.state.scores))] * 3
