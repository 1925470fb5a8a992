"""OpenSpiel: every installed game as a Python game, `python_tilewright_GAME`, registered when this is imported.

    import pyspiel, tilewright.core.adapters.openspiel
    game = pyspiel.load_game("python_tilewright_rebirth", {"players": 3})

Chance is explicit: if a move draws from a pile or rolls a die, a chance node asks for the outcome, with the
probabilities of the pile. So no clone holds an order of tiles that a search could look up. As usual in OpenSpiel, a
state contains what other seats hold; `resample_from_infostate` deals it again, and `Fair` does so before a bot decides.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from ..base.chance import Stream
from ..base.errors import TilewrightError, UsageError
from ..rules import plugins
from ..rules.assembly import load
from ..rules.game import Game
from ..rules.ruleset import Rules
from . import missing
from .action_numbers import Numbering, numbering
from .chance_nodes import ChanceState
from .episode import agent, final
from .observations import Observer

try:
    import pyspiel
except ImportError as error:
    raise missing("openspiel", "open_spiel") from error

import numpy as np

PARAMETERS: dict[str, Any] = {
    "players": 2,
    "modules": "",
    "options": "",
    "edition": "",
    "numbers": "notation",
    "actions": 0,
}
"""Parameters of `load_game`: modules and options (`castle:8`) are joined by `+`; 0 actions stand for the default."""
MOST = 1024
"""The most different outcomes of one chance node."""


def game_type(game: Game, counts: Sequence[int]) -> Any:
    """Return what OpenSpiel must know of a game with any of these numbers of players before it is loaded."""
    utility, (low, high) = pyspiel.GameType.Utility, game.seats
    same = all(count > 1 and not game.sides(count).rivals for count in counts)
    return pyspiel.GameType(
        short_name=f"python_tilewright_{game.name}",
        long_name=f"{game.title} (tilewright)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.IDENTICAL if same else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=low,
        max_num_players=high,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class TileSpiel(pyspiel.Game):  # type: ignore[misc]
    """A game for so many players. At its end, each seat gets what its side has (`Sides.utilities`)."""

    def __init__(self, rules: Rules, parameters: dict[str, Any] | None = None) -> None:
        given = PARAMETERS | _parameters(rules) | (parameters or {})
        self.rules = rules
        self.players = int(given["players"])
        self.numbering: Numbering = numbering(given["numbers"], given["actions"] or None)
        self.start = ChanceState.start(rules, self.players)
        self._observer: Observer | None = None
        declared = rules.game
        most = math.inf if declared.sides(self.players).scored else 1.0
        super().__init__(
            game_type(declared, [self.players]),
            pyspiel.GameInfo(
                num_distinct_actions=self.numbering.size,
                max_chance_outcomes=MOST,
                num_players=self.players,
                min_utility=-most,
                max_utility=most,
                utility_sum=None,
                max_game_length=declared.turn_limit,
            ),
            given,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        # OpenSpiel writes its name and parameters alone, which say nothing of the data.
        return TileSpiel, (self.rules, self.get_parameters())

    def new_initial_state(self, packed: str | None = None) -> TileState:
        """Return the start of a game, before anything is dealt."""
        return TileState(self)

    def observer(self) -> Observer:
        """Return the observer that turns views into rows of numbers; it is made on first use."""
        if self._observer is None:
            self._observer = Observer(self.rules, self.players)
        return self._observer

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TileObserver:
        """Return a watcher for players' views, or for the spectator's view if no private information is asked for."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return TileObserver(self.observer(), kind.private_info != pyspiel.PrivateInfoType.NONE)


def _parameters(rules: Rules) -> dict[str, str]:
    """Return the parameters by which `load_game` makes these rules, as long as their data are the game's own."""
    options = [f"{n}:{str(v).lower() if isinstance(v, bool) else v}" for n, v in rules.given.items()]
    modules = [module.name for module in rules.modules]
    return {"modules": "+".join(modules), "options": "+".join(options), "edition": rules.edition or ""}


class TileState(pyspiel.State):  # type: ignore[misc]
    """A position, or a chance node within a move."""

    def __init__(self, game: TileSpiel) -> None:
        super().__init__(game)
        self.here = game.start.clone()
        """The position, or the chance node."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _handed, (self._own, self.serialize())

    @property
    def _own(self) -> TileSpiel:
        game = self.get_game()
        assert isinstance(game, TileSpiel)
        return game

    def current_player(self) -> int:
        here = self.here
        if here.asked is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if here.done:
            return int(pyspiel.PlayerId.TERMINAL)
        return here.state.to_act[0]

    def is_terminal(self) -> bool:
        return self.here.done

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._own.numbering.numbers(self.here.state.legal(player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each different outcome with its probability, in the order of their names."""
        among = self.here.among
        counted = Counter(among)
        return [(n, counted[name] / len(among)) for n, name in enumerate(sorted(counted))]

    def _apply_action(self, number: int) -> None:
        here = self.here
        if here.asked is not None:
            here.given(sorted(set(here.among))[number])
            return
        legal = here.state.legal(here.state.to_act[0])
        here.play(legal[self._own.numbering.numbers(legal).index(number)])

    def _action_to_string(self, player: int, number: int) -> str:
        here = self.here
        if player == pyspiel.PlayerId.CHANCE:
            return f"{here.source}: {sorted(set(here.among))[number]}"
        legal = here.state.legal(player)
        return str(legal[self._own.numbering.numbers(legal).index(number)])

    def returns(self) -> list[float]:
        here = self.here
        return final(here.state) if here.done else [0.0] * self._own.players

    def __str__(self) -> str:
        return str(self.here)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TileState:
        """Return a state that looks the same to the player; what it cannot know is redrawn by the sampler's number."""
        here = self.here
        if here.asked is not None:
            raise UsageError("resampling is possible where a player decides, not at a chance node")
        twin: TileState = self.clone()
        stream = Stream(int(sampler() * (1 << 53)), "world")
        twin.here.state = here.state.view(player).determinize(stream)
        return twin


def _handed(game: TileSpiel, written: str) -> TileState:
    """Return the state of this game that another process had."""
    state: TileState = game.deserialize_state(written)
    return state


class TileObserver:
    """Gives observations in the form that OpenSpiel asks for."""

    def __init__(self, observer: Observer, private: bool) -> None:
        self._observer = observer
        self._private = private
        self.tensor = np.zeros(observer.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TileState, player: int) -> None:
        """Set `tensor` to what the player sees; all zeros before the game is set up."""
        view = state.here.view(player if self._private else None)
        self.tensor[:] = 0 if view is None else self._observer.row(view)

    def string_from(self, state: TileState, player: int) -> str:
        """Return all that the player may know, as JSON; this includes what it could remember."""
        view = state.here.view(player if self._private else None)
        shown = {} if view is None else view.to_dict()
        return f"{agent(player)} {json.dumps(shown, sort_keys=True)}"


class Fair(pyspiel.Bot):  # type: ignore[misc]
    """Gives a bot a possible world, drawn anew for each decision, instead of the real one."""

    def __init__(self, bot: Any, seed: int = 0) -> None:
        super().__init__()
        self.bot = bot
        self._stream = Stream(seed, "fair")

    def __reduce__(self) -> tuple[Any, ...]:
        return Fair, (self.bot,), {"_stream": self._stream}

    def step(self, state: TileState) -> int:
        world = state.resample_from_infostate(state.current_player(), lambda: self._stream.bits() / (1 << 64))
        return int(self.bot.step(world))


def register() -> list[str]:
    """Make every installed game that can be loaded known to `pyspiel.load_game`; return their names there."""
    known = set(pyspiel.registered_names())
    names = []
    for name in plugins.found("game"):
        try:
            declared = load(name).game
        except TilewrightError:
            continue  # `tilewright games` lists it with its error
        kind = game_type(declared, declared.seat_counts)
        names.append(kind.short_name)
        if kind.short_name not in known:
            pyspiel.register_game(kind, _by_name(name))
    return names


def _by_name(name: str) -> type[TileSpiel]:
    """Return the class of one game, which is made from `load_game`'s parameters."""

    # A class, not a function: OpenSpiel releases it after Python has ended, when freeing a function would crash.
    class Named(TileSpiel):
        def __init__(self, given: dict[str, Any]) -> None:
            modules = [module for module in given["modules"].split("+") if module]
            options = dict(one.partition(":")[::2] for one in given["options"].split("+") if one)
            super().__init__(load(name, modules, options, given["edition"] or None), given)

    return Named


register()
