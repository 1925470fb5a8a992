"""Everything that PettingZoo and Gymnasium ship to check and to wrap an environment, and what wrong use is told."""

from __future__ import annotations

import pickle
import warnings
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import gymnasium.wrappers as wrapped  # noqa: E402
import gymnasium.wrappers.vector as vectors  # noqa: E402
from gymnasium.envs.registration import EnvSpec  # noqa: E402
from gymnasium.utils.env_checker import check_env, data_equivalence  # noqa: E402
from gymnasium.utils.env_match import check_environments_match  # noqa: E402
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test  # noqa: E402
from pettingzoo.test.performance_benchmark import performance_benchmark  # noqa: E402
from pettingzoo.test.state_test import test_state as check_state  # noqa: E402
from pettingzoo.test.state_test import test_state_space as check_state_space  # noqa: E402
from pettingzoo.utils import conversions, wrappers  # noqa: E402
from pettingzoo.utils.average_total_reward import average_total_reward  # noqa: E402

from tilewright.core.adapters.episode import FRAME, IllegalNumber  # noqa: E402
from tilewright.core.adapters.gymnasium import TileTable  # noqa: E402
from tilewright.core.adapters.pettingzoo import TileGame, pettingzoo_env  # noqa: E402
from tilewright.core.base.errors import UsageError  # noqa: E402

from .rulesets import ALL, GAMES, RULESETS, rules_of  # noqa: E402
from .test_pettingzoo import random_game  # noqa: E402


def agents(name: str = "rebirth", how: str = "", **given: Any) -> Any:
    return pettingzoo_env(rules_of(name, how), 3, 3, **given)


def learner(name: str = "rebirth", **given: Any) -> Any:
    return gymnasium.make(f"tilewright/{name}-v0", players=3, **given)


def played(env: Any, number: int = 12) -> None:
    """Play so many random steps, and close the environment twice."""
    env.reset(seed=4)
    for _ in range(number):
        *_, ended, cut, _ = env.step(env.action_space.sample())
        if np.any(ended) or np.any(cut):
            env.reset()
    env.close()
    env.close()


def test_every_way_to_draw(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("PIL")
    pytest.importorskip("resvg_py")
    env = learner("isleofskye", render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    env.step(env.action_space.sample())
    for picture in (first, env.render()):
        assert picture.shape == (FRAME[1], FRAME[0], 3) and picture.dtype == np.uint8
        assert len(np.unique(picture[::8, ::8].reshape(-1, 3), axis=0)) > 20
    assert capsys.readouterr().out == ""
    person = TileTable("rebirth", render_mode="human")
    person.reset(seed=1)
    assert capsys.readouterr().out.startswith("Rebirth") and person.render() is None


def test_the_state_is_what_all_agents_see() -> None:
    env = agents("isleofskye")
    check_state_space(env)
    env.reset()
    rows = [env.observe(name)["observation"] for name in env.agents]
    assert np.array_equal(env.state(), np.concatenate(rows)) and env.state_space.contains(env.state())


@pytest.mark.parametrize("wrong", [None, 1.5, "3", [1], 99_999])
def test_what_is_no_number_is_refused_and_changes_nothing(wrong: Any) -> None:
    env, table = TileGame(rules_of("rebirth"), 2), TileTable("rebirth")
    for one in (env, table):
        with pytest.raises(UsageError, match=r"call reset\(\) before step"):
            one.step(0)
        one.reset(seed=1)
    before = env.episode.state.digest()
    with pytest.raises(IllegalNumber, match="is not the number of an action that player_0 may take now"):
        env.step(wrong)
    assert env.episode.state.digest() == before
    assert "is not the number" in table.step(wrong)[4]["refused"]
    seen = env.observe("player_0")["action_mask"]
    env.step(np.array(seen.argmax()))  # as policies give it
    assert env.episode.decisions == 1


def test_bots_hear_once_that_a_game_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    table, heard = TileTable("rebirth", bots="greedy"), []
    monkeypatch.setattr(
        type(table._bots[0]), "ended", lambda bot, result: heard.append(result), raising=False
    )
    seen, over = table.reset(seed=1)[0], False
    while not over:
        seen, _, over, _, _ = table.step(seen["action_mask"].argmax())
    assert table.step(0)[4]["refused"] and len(heard) == 1


def test_made_again_from_its_specification() -> None:
    env = learner(bots=["greedy", "random"], modules=["ireland"], max_episode_steps=9)
    for spec in (pickle.loads(pickle.dumps(env.spec)), EnvSpec.from_json(env.spec.to_json())):
        check_environments_match(env, gymnasium.make(spec), num_steps=10, skip_render=True)


PLAIN: list[tuple[Any, ...]] = [
    (wrapped.TimeLimit, 5),
    (wrapped.RecordEpisodeStatistics,),
    (wrapped.Autoreset,),
    (wrapped.FlattenObservation,),
    (wrapped.FilterObservation, ["observation"]),
    (wrapped.FrameStackObservation, 3),
    (wrapped.NormalizeReward,),
    (wrapped.ClipReward, -1, 1),
    (wrapped.StickyAction, 0.2),
    (wrapped.PassiveEnvChecker,),
]
FLAT = [(wrapped.NormalizeObservation,), (wrapped.DelayObservation, 2), (wrapped.MaxAndSkipObservation,)]


@pytest.mark.soak
def test_gymnasium_wrappers_vectors_and_checks(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for kind, *given in PLAIN:
            played(kind(learner(), *given))
        for kind, *given in FLAT:
            played(kind(wrapped.FlattenObservation(learner()), *given))
        played(wrapped.TimeAwareObservation(wrapped.TimeLimit(learner(), 50)))
        played(wrapped.AddRenderObservation(learner(render_mode="rgb_array")))
        played(wrapped.RenderCollection(learner(render_mode="ansi")))
        several = vectors.RecordEpisodeStatistics(gymnasium.make_vec("tilewright/glenmore-v0", 2))
        played(vectors.FlattenObservation(several))
        for name in GAMES:
            for mode in TileTable.metadata["render_modes"]:
                check_env(learner(name, render_mode=mode).unwrapped)
            here = gymnasium.make_vec(f"tilewright/{name}-v0", 2, "sync")
            for context in ("fork", "forkserver", "spawn"):
                how = {"context": context, "shared_memory": context != "spawn"}
                there = gymnasium.make_vec(f"tilewright/{name}-v0", 2, "async", vector_kwargs=how)
                seen, same = here.reset(seed=3), there.reset(seed=3)
                for _ in range(30):
                    assert data_equivalence(seen, same)
                    acts = np.array([mask.argmax() for mask in seen[0]["action_mask"]])
                    seen, same = here.step(acts), there.step(acts)
                there.close()
    pytest.importorskip("moviepy")
    played(wrapped.RecordVideo(learner(render_mode="rgb_array"), str(tmp_path), episode_trigger=bool))


@pytest.mark.soak
@pytest.mark.parametrize(("name", "how"), RULESETS)
def test_pettingzoo_wrappers_conversions_and_checks(name: str, how: str) -> None:
    def parallel(**given: Any) -> Any:
        return conversions.turn_based_aec_to_parallel(agents(name, how, **given))

    for env in (
        wrappers.OrderEnforcingWrapper(agents(name, how)),
        wrappers.AssertOutOfBoundsWrapper(agents(name, how)),
        conversions.parallel_to_aec(parallel()),
    ):
        api_test(env, num_cycles=60)
    for env in (wrappers.BaseParallelWrapper(parallel()), wrappers.MultiEpisodeParallelEnv(parallel(), 2)):
        parallel_api_test(env, num_cycles=60)
    parallel_seed_test(parallel, num_cycles=20)
    performance_benchmark(agents(name, how))
    average_total_reward(agents(name, how), max_episodes=1, max_steps=60)
    if how != ALL and name in GAMES:
        render_test(lambda **given: agents(name, how, **given))
        check_state(agents(name, how), 2)
        shown = wrappers.CaptureStdoutWrapper(agents(name, how, render_mode="human"))
        shown.reset()
        assert len(shown.render()) > 100
    twice = wrappers.MultiEpisodeEnv(agents(name, how), 2)
    twice.reset(seed=1)
    total = random_game(twice, np.random.default_rng(1))
    assert len(total) == 3 and not twice.agents and twice.unwrapped.episode.state.over
