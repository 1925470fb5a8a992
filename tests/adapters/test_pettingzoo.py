"""PettingZoo's own tests, and what they do not cover."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import warnings
from typing import Any

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo", reason='needs pip install "tilewright[pettingzoo]"')

from pettingzoo.test import api_test, parallel_api_test, seed_test  # noqa: E402
from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # noqa: E402

from tilewright.core.adapters.episode import IllegalNumber  # noqa: E402
from tilewright.core.adapters.pettingzoo import TileGame, pettingzoo_env  # noqa: E402
from tilewright.core.base.errors import UsageError  # noqa: E402
from tilewright.core.rules.assembly import load  # noqa: E402
from tilewright.core.rules.ruleset import Rules  # noqa: E402

from ..toys import brink  # noqa: E402
from .rulesets import ALL, RULESETS, rules_of  # noqa: E402

ADVICE = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
"""PettingZoo says so of every observation with a mask, its own classic games left aside by name."""


def random_game(env: Any, rng: Any) -> dict[str, float]:
    """A game to its end; every agent's rewards, added up."""
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        total[agent] += reward
        env.step(None if ended or cut else rng.choice(np.flatnonzero(seen["action_mask"])))
    return total


@pytest.mark.parametrize(("name", "how"), RULESETS)
def test_api(name: str, how: str) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(pettingzoo_env(rules_of(name, how), 3, seed=3), num_cycles=80)
    assert not [str(one.message) for one in said if not str(one.message).startswith(ADVICE)]


@pytest.mark.parametrize(("name", "how"), RULESETS)
def test_seeds(name: str, how: str) -> None:
    seed_test(lambda: pettingzoo_env(rules_of(name, how), 2), num_cycles=30)


@pytest.mark.parametrize(("name", "how"), RULESETS[:3])
def test_parallel(name: str, how: str) -> None:
    """One decision at a time is all that a parallel form can be: of the actions given, the selected agent's counts."""
    env = turn_based_aec_to_parallel(pettingzoo_env(rules_of(name, how), 2))
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        parallel_api_test(env, num_cycles=90)
    assert not [str(one.message) for one in said]


@pytest.mark.parametrize("seed", range(2))
def test_points_as_rewards_add_up_to_the_score(seed: int) -> None:
    env = pettingzoo_env(rules_of("glenmore"), 3, seed, reward="score")
    env.reset()
    total = random_game(env, np.random.default_rng(seed))
    assert list(total.values()) == env.unwrapped.episode.state.scores and any(total.values())


def test_rewards_follow_the_standing_where_there_are_no_points() -> None:
    env = pettingzoo_env(load(brink.PLUGIN), 3, 1, reward="score")
    env.reset()
    total = random_game(env, np.random.default_rng(1))
    lives = env.unwrapped.episode.state.lives
    assert list(total.values()) == [left - 3 for left in lives] and any(lives)


def test_the_end_as_reward() -> None:
    env = pettingzoo_env(rules_of("rebirth"), 3, 1)
    for _ in range(2):
        env.reset()
        total = random_game(env, np.random.default_rng(1))
        winners = env.unwrapped.episode.state.winners
        won = 1.0 if len(winners) == 1 else 0.0
        assert list(total.values()) == [won if seat in winners else -1.0 for seat in range(3)]


def test_a_seed_gives_the_same_games_again() -> None:
    env = TileGame(rules_of("rebirth"), 2, seed=5)

    def games(seed: int | None) -> list[Any]:
        found = []
        for given in (seed, None, None):
            env.reset(given)
            rng = np.random.default_rng(0)
            for _ in range(10):
                env.step(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))
            found.append((env.episode.seed, env.episode.state.digest()))
        return found

    first = games(None)
    assert games(9) != first and games(5) == first
    assert len({seed for seed, _ in first}) == 3


def test_an_illegal_number_changes_nothing_without_the_wrappers() -> None:
    env = TileGame(rules_of("rebirth"), 2)
    env.reset()
    before = env.episode.state.digest()
    wrong = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(
        IllegalNumber, match=f"{wrong} is not the number of an action that {env.agent_selection} may take now"
    ):
        env.step(wrong)
    assert env.episode.state.digest() == before


def test_an_illegal_number_ends_the_game_with_the_wrappers() -> None:
    env = pettingzoo_env(rules_of("rebirth"), 2)
    env.reset()
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))
    assert all(env.terminations.values()) and env.rewards[agent] == -1


def test_a_sealed_price_is_not_seen_by_the_one_who_is_asked_next() -> None:
    seen = []
    for choice in (0, -1):
        env = TileGame(rules_of("isleofskye", ALL), 2, seed=8)
        env.reset()
        while env.agent_selection == "player_0":
            env.step(np.flatnonzero(env.observe("player_0")["action_mask"])[choice])
        assert env.episode.state.to_act == (1,), "player_0 decided first, in secret"
        seen.append((env.observe("player_0"), env.observe("player_1")))
    (own, theirs), (other, same) = seen
    assert not np.array_equal(own["observation"], other["observation"])
    for part in ("observation", "action_mask"):
        assert np.array_equal(theirs[part], same[part])


def test_who_is_not_to_act_has_an_empty_mask_and_the_limit_cuts_a_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    env = TileGame(rules_of("rebirth"), 2)
    env.reset()
    [idle] = [name for name in env.agents if name != env.agent_selection]
    assert not env.observe(idle)["action_mask"].any()
    monkeypatch.setattr(type(env.episode), "cut", property(lambda episode: episode.decisions >= 2))
    for _ in range(2):
        env.step(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])
    assert all(env.truncations.values()) and not any(env.terminations.values())


@pytest.mark.parametrize(("mode", "start"), [("ansi", "Rebirth"), ("svg", "<svg")])
def test_what_a_spectator_is_shown(mode: str, start: str) -> None:
    env = pettingzoo_env("rebirth", 2, render_mode=mode)
    env.reset()
    assert env.render().startswith(start)


def test_actions_by_their_names() -> None:
    episode = TileGame(rules_of("rebirth"), 2).episode
    seat = episode.state.to_act[0]
    for number, text in episode.notations(seat).items():
        assert episode.number(seat, text) == number
    with pytest.raises(UsageError, match="'dance' is not legal for"):
        episode.number(seat, "dance")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"reward": "gold"}, "there is no reward 'gold'; known: win, score"),
        ({"render_mode": "film"}, "there is no render mode 'film'"),
        ({"players": 7}, "for 2 to 4 players, not 7"),
    ],
)
def test_wrong_settings_get_a_sentence(given: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        pettingzoo_env("rebirth", **given)


@pytest.mark.parametrize(
    ("adapter", "library"),
    [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("openspiel", "pyspiel")],
)
def test_a_missing_extra_is_named(adapter: str, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"tilewright.core.adapters.{adapter}", raising=False)
    with pytest.raises(UsageError, match=rf'pip install "tilewright\[{adapter}\]"'):
        importlib.import_module(f"tilewright.core.adapters.{adapter}")


def test_nobody_imports_them_unasked() -> None:
    code = (
        "import sys, tilewright.core.cli.app, tilewright.core.adapters, tilewright.core.adapters.action_numbers;"
        "sys.exit(bool({'numpy', 'gymnasium', 'pettingzoo', 'pyspiel'} & set(sys.modules)))"
    )
    there = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", code], env=there, check=False).returncode == 0


def test_rules_are_taken_as_they_are() -> None:
    rules: Rules = rules_of("isleofskye", ALL)
    assert TileGame(rules, 2).episode.rules is rules
