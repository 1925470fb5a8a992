"""Gymnasium: one learner among bots. Importing this registers `tilewright/GAME-v0` for each installed game.

import tilewright.core.adapters.gymnasium
env = gymnasium.make("tilewright/rebirth-v0", players=3, bots="greedy")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from .. import bots as players_of
from ..base.chance import Stream, mix
from ..base.errors import UsageError
from ..play import lifecycle
from ..play.guests import seated
from ..play.match import bot_key
from ..play.recorded_game import result
from ..rules import plugins
from ..rules.assembly import load
from ..rules.ruleset import Rules
from . import missing
from .episode import RENDERS, Episode, IllegalNumber
from .field_numbers import LIMIT

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise missing("gymnasium", "gymnasium") from error

import numpy as np


class Opponents(list[Any]):
    """The bots of an environment, in seating order. A copy of them, also in another process, goes on as they would."""

    def __init__(self, rules: Rules, players: int, texts: Sequence[str]) -> None:
        super().__init__(seated(players_of.make(text, rules, players)) for text in texts)
        self._made_from = rules, players, tuple(texts)

    def __reduce__(self) -> tuple[Any, ...]:
        # They are made again first, since that imports the files of their classes, and then get what they remember.
        return Opponents, self._made_from, [lifecycle.inner(bot) for bot in self]

    def __setstate__(self, remembering: Sequence[Any]) -> None:
        for seat, own in enumerate(remembering):
            around, bot = None, self[seat]
            while bot is not lifecycle.inner(bot):
                around, bot = bot, bot.bot
            if around is None:
                self[seat] = own
            else:
                around.bot = own


class TileTable(gymnasium.Env):  # type: ignore[misc]
    """A learner's seat in a game against bots. An observation is a dict of `observation` and `action_mask`.

    `bots` names the bot of all other seats, or one for each in seating order. `seat` is the learner's; None means a
    random one in each game. An action that the mask forbids changes nothing, costs `penalty` and is reported in
    `info["refused"]`. Deals and bots are those of `tilewright simulate` under the same seed (`info["seed"]`).
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDERS), "render_fps": 1}

    def __init__(
        self,
        rules: Rules | str,
        players: int = 2,
        bots: str | Sequence[str] = "random",
        *,
        seat: int | None = 0,
        penalty: float = 1.0,
        modules: Sequence[str] = (),
        options: Mapping[str, object] | None = None,
        edition: str | None = None,
        **given: Any,
    ) -> None:
        if isinstance(rules, str):
            rules = load(rules, modules, options, edition)
        elif modules or options or edition:
            raise UsageError("modules, options and edition can only be given with the name of a game")
        self.episode = Episode(rules, players, **given)
        self.render_mode = self.episode.render_mode
        others = [bots] * (players - 1) if isinstance(bots, str) else list(bots)
        if len(others) != players - 1:
            raise UsageError(
                f"{len(others)} bots are named for {players - 1} other seats; name one, or one for each"
            )
        if seat is not None and not 0 <= seat < players:
            raise UsageError(f"with {players} players, the seat must be 0 to {players - 1}, not {seat}")
        self._bots = Opponents(rules, players, others)
        self._wanted, self.seat = seat, seat or 0
        self._keys: list[int] = []
        self.penalty = penalty
        numbers = self.episode.numbering.size
        self.action_space = spaces.Discrete(numbers)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-LIMIT, LIMIT, (self.episode.observer.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (numbers,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game with this seed, or with one from the environment's own chance; bots that come first move."""
        super().reset(seed=seed)
        fresh = int(self.np_random.integers(1 << 31))
        self.episode.begin(seed if seed is not None else fresh)
        players = self.episode.players
        self.seat = int(self.np_random.integers(players)) if self._wanted is None else self._wanted
        lifecycle.begin(self._bots, self.episode.state.seats)
        self._keys = [bot_key(self.episode.seed, name) for name in self.episode.state.seats]
        self._steps = 0
        self._others()
        return self._observed(), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play the learner's action, then the bots' until it must decide again; the reward covers all of that."""
        if not self._keys:
            raise UsageError("no game has begun; call reset() before step()")
        episode, info = self.episode, {}
        self._steps += 1
        try:
            reward = episode.play(self.seat, action)[self.seat]
        except IllegalNumber as error:
            reward, info = -self.penalty, {"refused": str(error)}
        else:
            reward += self._others()
        late = self._steps >= episode.rules.game.turn_limit and not episode.state.over
        cut = episode.cut or late
        return self._observed(), reward, episode.state.over, cut, self._info() | info

    def _observed(self) -> dict[str, Any]:
        """Return the observation; a person sees the game as well."""
        if self.render_mode == "human":
            self.render()
        return self.episode.observation(self.seat)

    def action_masks(self) -> Any:
        """Return the mask as MaskablePPO (sb3-contrib) asks for it."""
        return self.episode.mask(self.seat).astype(bool)

    def _others(self) -> float:
        """Let the bots play until the learner must decide or the game is over; return the learner's reward for that."""
        episode, reward = self.episode, 0.0
        while not episode.done and episode.state.to_act[0] != self.seat:
            state = episode.state
            seat = state.to_act[0]
            bot = self._bots[seat - (seat > self.seat)]
            action = bot.choose(state.view(seat), Stream.of(mix(self._keys[seat], episode.decisions)))
            reward += episode.carry_out(action)[self.seat]
        if episode.state.over:
            lifecycle.end(self._bots, result(episode.state))
        return reward

    def close(self) -> None:
        """Close the bots."""
        lifecycle.close(self._bots)

    def _info(self) -> dict[str, Any]:
        """Return facts about the game for people who watch the learning; nothing in it is hidden from the seat."""
        state = self.episode.state
        return {"seed": self.episode.seed, "seat": self.seat, "scores": list(state.scores)}

    def render(self) -> Any:
        """Draw what the learner's seat sees."""
        return self.episode.render(self.seat)


def register() -> list[str]:
    """Make every installed game known to `gymnasium.make`; return their names there."""
    names = {f"tilewright/{game}-v0": game for game in plugins.found("game")}
    for name, game in names.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=f"{__name__}:TileTable", kwargs={"rules": game})
    return list(names)


register()
