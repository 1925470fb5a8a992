"""OpenSpiel: every installed game as a Python game, `python_tilewright_GAME`, registered when this is imported.

    import pyspiel, tilewright.core.adapters.openspiel
    game = pyspiel.load_game("python_tilewright_rebirth", {"players": 3})

Chance is explicit: where a move draws from a pile or rolls a die, a chance node asks what comes, each outcome as
likely as the pile makes it. So no clone holds an order of tiles that a search could look up. What other seats hold is
in a state, as OpenSpiel has it; `resample_from_infostate` deals it anew, and `Fair` does so before a bot decides.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

from .. import plugins
from ..assembly import load
from ..chance import Stream
from ..errors import TilewrightError, UsageError
from ..rules import Rules
from . import missing
from .chances import Position
from .episode import agent, final
from .numbering import Numbering, numbering
from .observing import Observer

try:
    import pyspiel
except ImportError as error:
    raise missing("openspiel", "open_spiel") from error

import numpy as np

PARAMETERS: dict[str, Any] = {"players": 2, "modules": "", "edition": "", "numbers": "notation", "actions": 0}
"""What `load_game` takes: modules are joined by `+`; actions 0 are as many as are usual."""
MOST = 1024
"""Different outcomes of one chance node."""


def game_type(name: str, title: str, seats: tuple[int, int]) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    return pyspiel.GameType(
        short_name=f"python_tilewright_{name}",
        long_name=f"{title} (tilewright)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=seats[0],
        max_num_players=seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class TileSpiel(pyspiel.Game):  # type: ignore[misc]
    """A game for so many players. At its end 1 goes to a winner, 0 to those who share first place, -1 to the others."""

    def __init__(self, rules: Rules, parameters: dict[str, Any] | None = None) -> None:
        given = PARAMETERS | (parameters or {})
        self.rules = rules
        self.players = int(given["players"])
        self.numbering: Numbering = numbering(given["numbers"], given["actions"] or None)
        self.start = Position.start(rules, self.players)
        self._observer: Observer | None = None
        declared = rules.game
        super().__init__(
            game_type(declared.name, declared.title, declared.seats),
            pyspiel.GameInfo(
                num_distinct_actions=self.numbering.size,
                max_chance_outcomes=MOST,
                num_players=self.players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=None,
                max_game_length=declared.turn_limit,
            ),
            given,
        )

    def new_initial_state(self, packed: str | None = None) -> TileState:
        """The start of a game, before anything is dealt."""
        return TileState(self)

    def observer(self) -> Observer:
        """Makes rows of numbers of views; made when first asked for."""
        if self._observer is None:
            self._observer = Observer(self.rules, self.players)
        return self._observer

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Watcher:
        """Looks at states with the eyes of a player, or of a spectator where no private information is asked for."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Watcher(self.observer(), kind.private_info != pyspiel.PrivateInfoType.NONE)


class TileState(pyspiel.State):  # type: ignore[misc]
    """A position, or a moment within a move at which chance decides."""

    def __init__(self, game: TileSpiel) -> None:
        super().__init__(game)
        self.position = game.start.clone()

    @property
    def _rules(self) -> Rules:
        return self._own.rules

    @property
    def _own(self) -> TileSpiel:
        game = self.get_game()
        assert isinstance(game, TileSpiel)
        return game

    @property
    def here(self) -> Position:
        """The position, read back where this state comes from OpenSpiel's own text."""
        return self.position.unpacked(self._rules)

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
        """Each different outcome with how likely it is, in the order of their names."""
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
        """A state that looks the same to the player: what it cannot know is dealt anew by the sampler's number."""
        here = self.here
        if here.asked is not None:
            raise UsageError("a world is drawn where a player decides, not where chance does")
        twin: TileState = self.clone()
        stream = Stream(int(sampler() * (1 << 53)), "world")
        twin.position.state = here.state.view(player).determinize(stream)
        return twin


class Watcher:
    """OpenSpiel's way of asking for observations."""

    def __init__(self, observer: Observer, private: bool) -> None:
        self._observer = observer
        self._private = private
        self.tensor = np.zeros(observer.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TileState, player: int) -> None:
        """`tensor` is what the player sees; all zeros before the game is set up."""
        view = state.here.view(player if self._private else None)
        self.tensor[:] = 0 if view is None else self._observer.row(view)

    def string_from(self, state: TileState, player: int) -> str:
        """All that the player may know, as JSON. Views remember what their seats could."""
        view = state.here.view(player if self._private else None)
        shown = {} if view is None else view.to_dict()
        return f"{agent(player)} {json.dumps(shown, sort_keys=True)}"


class Fair(pyspiel.Bot):  # type: ignore[misc]
    """A bot that is shown a world as it could be, drawn anew for each decision, instead of the one that is."""

    def __init__(self, bot: Any, seed: int = 0) -> None:
        super().__init__()
        self.bot = bot
        self._stream = Stream(seed, "fair")

    def step(self, state: TileState) -> int:
        world = state.resample_from_infostate(state.current_player(), lambda: self._stream.bits() / (1 << 64))
        return int(self.bot.step(world))


def register() -> list[str]:
    """Every installed game that can be loaded is known to `pyspiel.load_game`; returns their names there."""
    known = set(pyspiel.registered_names())
    names = []
    for name in plugins.found("game"):
        try:
            declared = load(name).game
        except TilewrightError:
            continue  # `tilewright games` lists it with its error
        kind = game_type(name, declared.title, declared.seats)
        names.append(kind.short_name)
        if kind.short_name not in known:
            pyspiel.register_game(kind, _by_name(name))
    return names


def _by_name(name: str) -> type[TileSpiel]:
    """The class of one game, made from `load_game`'s parameters."""

    # A class, not a function: OpenSpiel lets go of it after Python's end, when freeing a function would crash.
    class Named(TileSpiel):
        def __init__(self, given: dict[str, Any]) -> None:
            modules = [module for module in given["modules"].split("+") if module]
            super().__init__(load(name, modules, edition=given["edition"] or None), given)

    return Named


register()
