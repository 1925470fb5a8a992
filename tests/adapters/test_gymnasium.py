"""Gymnasium's own checker, and what it does not cover."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium", reason='needs pip install "tilewright[gymnasium]"')

from gymnasium.utils.env_checker import check_env  # noqa: E402

import tilewright.core.adapters.gymnasium as adapter  # noqa: E402
from tilewright.core import bots  # noqa: E402
from tilewright.core.base.chance import Stream, mix  # noqa: E402
from tilewright.core.base.errors import UsageError  # noqa: E402
from tilewright.core.play.match import bot_key  # noqa: E402
from tilewright.core.simulation import games  # noqa: E402

from .rulesets import ALL, GAMES, RULESETS, rules_of  # noqa: E402


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_registered_and_checked(name: str) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        check_env(gymnasium.make(f"tilewright/{name}-v0", players=2).unwrapped)
    assert not [str(one.message) for one in said]


@pytest.mark.parametrize(("name", "how"), [one for one in RULESETS if one[1] == ALL or one[0] not in GAMES])
def test_other_rules_are_checked(name: str, how: str) -> None:
    check_env(adapter.TileTable(rules_of(name, how), 3), skip_render_check=True)


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("name", ["rebirth", "isleofskye"])
def test_the_same_bots_play_the_same_game_as_in_simulate(name: str, seat: int) -> None:
    """The learner does what a greedy bot does with its stream; the rest is the environment's."""
    rules = rules_of(name)
    [row] = games.run(games.SimulationPlan(game=name, bots=("greedy", "random", "greedy"), seed=21))
    others = [bot for n, bot in enumerate(("greedy", "random", "greedy")) if n != seat]
    env = adapter.TileTable(rules, 3, others, seat=seat, reward="score")
    env.reset(seed=21)
    greedy, total, over = bots.make("greedy", rules), 0.0, False
    # Points may come to the learner before its first decision; nobody has any at the start of these games.
    while not over:
        episode = env.episode
        stream = Stream.of(mix(bot_key(21, f"player{seat + 1}"), episode.decisions))
        action = greedy.choose(episode.state.view(seat), stream)
        seen, reward, over, cut, info = env.step(episode.number(seat, str(action)))
        total += reward
        assert not cut and "refused" not in info
    assert info["scores"] == row["scores"] and env.episode.state.digest() == row["digest"]
    assert total == row["scores"][seat] and env.episode.decisions == row["decisions"]
    assert not seen["action_mask"].any()


def test_a_refused_number_changes_nothing_and_costs() -> None:
    env = adapter.TileTable("rebirth", penalty=0.5)
    seen, _ = env.reset(seed=1)
    before = env.episode.state.digest()
    assert env.action_masks().dtype == bool and np.array_equal(env.action_masks(), seen["action_mask"] == 1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    after, reward, over, cut, info = env.step(wrong)
    assert reward == -0.5 and not over and not cut and "is not the number of an action" in info["refused"]
    assert env.episode.state.digest() == before
    assert all(np.array_equal(seen[part], after[part]) for part in seen)


def test_who_is_always_refused_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    env = adapter.TileTable("rebirth")
    seen, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    monkeypatch.setattr(env, "_steps", env.episode.rules.game.turn_limit - 2)
    assert [env.step(wrong)[3] for _ in range(2)] == [False, True]


def test_a_seat_by_chance_is_told() -> None:
    env = adapter.TileTable("rebirth", 4, seat=None)
    seats = []
    for seed in range(12):
        seen, info = env.reset(seed=seed)
        start = env.episode.observer.sections["seat"].start
        assert seen["observation"][start + info["seat"]] == 1
        assert env.episode.state.to_act == (info["seat"],)
        seats.append(info["seat"])
    assert set(seats) == {0, 1, 2, 3}


def test_modules_and_options_by_name() -> None:
    env = gymnasium.make(
        "tilewright/isleofskye-v0",
        players=3,
        modules=["tunnel"],
        options={"gold_secrecy": "open"},
        bots=["random"] * 2,
    ).unwrapped
    assert [module.name for module in env.episode.rules.modules] == ["tunnel"]
    assert env.episode.rules.options.gold_secrecy == "open"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"bots": ["random"] * 3}, "3 bots are named for 1 other seats"),
        ({"seat": 2}, "with 2 players, the seat must be 0 to 1, not 2"),
        ({"bots": "gredy"}, "gredy"),
        ({"rules": rules_of("rebirth"), "modules": ["x"]}, "can only be given with the name of a game"),
    ],
)
def test_wrong_settings_get_a_sentence(given: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        adapter.TileTable(**({"rules": "rebirth"} | given))
