"""An environment in mid-game that is copied or goes to another process continues as the original does."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from multiprocessing import get_context
from operator import methodcaller
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
cloudpickle = pytest.importorskip("cloudpickle")

from gymnasium.utils.env_checker import data_equivalence  # noqa: E402
from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # noqa: E402

import tilewright.core.adapters.gymnasium as table  # noqa: E402
from tilewright.core.adapters.pettingzoo import pettingzoo_env  # noqa: E402
from tilewright.core.base.errors import UsageError  # noqa: E402
from tilewright.core.rules.assembly import load  # noqa: E402

from .rulesets import RULESETS, rules_of  # noqa: E402

WAYS: list[Callable[[Any], Any]] = [
    lambda env: pickle.loads(pickle.dumps(env, 0)),
    lambda env: pickle.loads(cloudpickle.dumps(env)),
    deepcopy,
]
COUNTING = """
class Counting:
    def __init__(self, rules):
        self.seen = 0
    def choose(self, view, stream):
        self.seen += 1
        return view.legal()[self.seen % len(view.legal())]
"""


def turns(env: Any, number: int) -> list[Any]:
    """What the agents get in so many turns, in which the environment's own spaces choose."""
    seen = []
    for agent in env.agent_iter(number):
        view, reward, ended, cut, info = env.last()
        act = None if ended or cut else env.action_space(agent).sample(view["action_mask"])
        env.step(act)
        seen.append((agent, view, float(reward), ended, cut, info, act))
    return seen


def steps(env: Any, seen: dict[str, Any], number: int) -> list[Any]:
    """What a learner gets in so many steps and, at an end, in the next game."""
    found = []
    for _ in range(number):
        seen, *rest = env.step(env.action_space.sample(seen["action_mask"]))
        found.append((seen, *rest))
        if rest[1] or rest[2]:
            seen, info = env.reset()
            found.append((seen, info))
    return found


@pytest.mark.parametrize(("name", "how"), RULESETS)
def test_agents_go_on_as_in_the_original(name: str, how: str) -> None:
    for way in WAYS:
        env = pettingzoo_env(rules_of(name, how), players=3, seed=7, reward="score")
        env.reset()
        for space in map(env.action_space, env.possible_agents):
            space.seed(1)
        turns(env, 13)
        after = way(env)
        assert after.unwrapped.episode.state is not env.unwrapped.episode.state
        assert data_equivalence(turns(after, 12), turns(env, 12))
        for one in (env, after):  # the next game is the one that follows from the first seed
            one.reset()
        assert env.unwrapped.episode.seed == after.unwrapped.episode.seed != 7
        assert data_equivalence(turns(after, 3), turns(env, 3))


@pytest.mark.parametrize("way", [WAYS[0], *(pytest.param(way, marks=pytest.mark.soak) for way in WAYS[1:])])
def test_a_learner_goes_on_among_the_same_bots(way: Callable[[Any], Any], tmp_path: Path) -> None:
    """One of them comes from a file and remembers what it has seen; each has another mask around it."""
    file = tmp_path / "counting.py"
    file.write_text(COUNTING, "utf-8")
    bots = [f"{file}:Counting", f"{file}:Counting!one-step", "greedy~1"]
    env = gymnasium.make("tilewright/rebirth-v0", players=4, bots=bots, seat=None, reward="score")
    env.action_space.seed(5)
    seen, _ = env.reset(seed=2)
    for _ in range(5):
        seen, *_ = env.step(env.action_space.sample(seen["action_mask"]))
    after = way(env)
    assert after.spec == env.spec
    assert data_equivalence(steps(after, seen, 40), steps(env, seen, 40))


def test_another_process_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "memory.py"
    file.write_text(COUNTING, "utf-8")
    learner = table.TileTable("isleofskye", 3, [f"{file}:Counting", "greedy"], modules=["tunnel"])
    agents = turn_based_aec_to_parallel(pettingzoo_env("glenmore", 3, 5))
    learner.reset(seed=3)
    seen, _ = agents.reset(seed=3)
    acts = {name: int(view["action_mask"].argmax()) for name, view in seen.items()}
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        both: list[tuple[Any, Any]] = [(learner, 5), (agents, acts)]
        for env, action in both:
            there = pool.submit(methodcaller("step", action), env).result()
            assert data_equivalence(there, env.step(action))


def test_a_program_is_not_handed_over() -> None:
    quick = Path(__file__).parents[2] / "examples" / "bots" / "quick.py"
    env = table.TileTable("rebirth", bots=f"exec:{sys.executable} {quick}!one-step")
    try:
        for way in (pickle.dumps, deepcopy):
            with pytest.raises(UsageError, match=r"bot exec:.*quick\.py is a program .* make the bot.*anew"):
                way(env)
    finally:
        env.close()


def test_games_and_states_of_openspiel_keep_their_options() -> None:
    """OpenSpiel's own way is a name with parameters, by which they came back with the usual options."""
    pyspiel = pytest.importorskip("pyspiel")
    spiel = pytest.importorskip("tilewright.core.adapters.openspiel")
    rules = load("rebirth", options={"castle": 8})
    game = spiel.TileSpiel(rules, {"players": 3})
    assert pyspiel.load_game(str(game)).rules.option_hash == rules.option_hash
    state = game.new_initial_state()
    for number in range(14):
        legal = state.legal_actions()
        state.apply_action(legal[number % len(legal)])
    read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for other, after in (read, *((way(game), way(state)) for way in WAYS)):
        assert other.rules.option_hash == after.get_game().rules.option_hash == rules.option_hash
        assert str(after) == str(state) and after.history() == state.history()
        assert after.legal_actions() == state.legal_actions()
    bot = spiel.Fair(None, seed=3)
    bot._stream.bits()
    assert pickle.loads(pickle.dumps(bot))._stream.bits() == bot._stream.bits()
    with pytest.raises(UsageError, match="castle"):
        pyspiel.load_game("python_tilewright_rebirth", {"options": "castle"})
