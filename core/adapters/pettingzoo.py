"""PettingZoo: a game as an AEC environment with an action mask.

    env = pettingzoo_env("rebirth", players=3, seed=7)

Agents are `player_0`, `player_1` ... Observations are dicts of `observation` (see `observing`) and `action_mask`.
In a sealed decision, the agents are asked one by one, and none sees what another chose.
"""

from __future__ import annotations

from typing import Any

from ..base.errors import UsageError
from ..rules.ruleset import Rules
from . import missing
from .episode import RENDERS, Episode, agent
from .field_numbers import LIMIT

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing("pettingzoo", "pettingzoo") from error

import numpy as np


def pettingzoo_env(rules: Rules | str, players: int = 2, seed: int = 0, **given: Any) -> Any:
    """Return the environment in PettingZoo's usual wrappers: an illegal action ends the game and costs its agent 1.

    `rules` is what `tilewright.load` returns, or a game's name. Further settings are those of `Episode`: `reward`,
    `numbers`, `actions`, `radius`, `render_mode`.
    """
    env = TileGame(rules, players, seed, **given)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


class TileGame(AECEnv):  # type: ignore[misc]
    """The environment itself; an illegal action raises UsageError and changes nothing."""

    def __init__(self, rules: Rules | str, players: int = 2, seed: int = 0, **given: Any) -> None:
        super().__init__()
        self.episode = Episode(rules, players, seed, **given)
        self._begun = False
        self.render_mode = self.episode.render_mode
        self.metadata = {
            "name": f"tilewright_{self.episode.rules.game.name}_v0",
            "render_modes": list(RENDERS),
            "is_parallelizable": False,
        }
        self.possible_agents = [agent(seat) for seat in range(players)]
        size, numbers = self.episode.observer.size, self.episode.numbering.size
        self.observation_spaces = {
            name: spaces.Dict(
                {
                    "observation": spaces.Box(-LIMIT, LIMIT, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (numbers,), np.int8),
                }
            )
            for name in self.possible_agents
        }
        self.state_space = spaces.Box(-LIMIT, LIMIT, (players * size,), np.float32)
        self.action_spaces = {name: spaces.Discrete(numbers) for name in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game: with the seed given; else with the environment's seed or the next one that follows it."""
        if self._begun or seed is not None:
            self.episode.begin(seed)
        self._begun = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self._first()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what the agent sees now; its mask is empty if it is not to act."""
        return self.episode.observation(self.possible_agents.index(agent))

    def state(self) -> Any:
        """Return what all agents observe, one after the other."""
        return self.episode.everything()

    def step(self, action: int | None) -> None:
        """Carry out the selected agent's action and select the next agent."""
        if not self._begun:
            raise UsageError("no game has begun; call reset() before step()")
        name = self.agent_selection
        if self.terminations[name] or self.truncations[name]:
            self._was_dead_step(action)
            return
        episode = self.episode
        rewards = episode.play(self.possible_agents.index(name), action)
        self._cumulative_rewards[name] = 0.0
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self._accumulate_rewards()
        if episode.done:
            self.terminations = dict.fromkeys(self.agents, episode.state.over)
            self.truncations = dict.fromkeys(self.agents, episode.cut)
            self._deads_step_first()
        else:
            self.agent_selection = self._first()

    def _first(self) -> str:
        return self.possible_agents[self.episode.state.to_act[0]]

    def render(self) -> Any:
        """Draw what a spectator sees."""
        return self.episode.render(None)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
